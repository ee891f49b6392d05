//! The name of an opening.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ink::{Line, Role};
use crate::oracle::Opening;

pub fn opening(opening: &Opening) -> Line {
    Line::plain(opening.name.as_str()).with(Role::Dim, format!(" {}", opening.eco))
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "opening", description = "what an opening is called, with its code")]
pub struct OpeningForm {
    eco: String,
    name: String,
}

impl From<Opening> for OpeningForm {
    fn from(Opening { eco, name }: Opening) -> OpeningForm {
        OpeningForm { eco, name }
    }
}
