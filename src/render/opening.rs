//! The name of an opening.

use crate::ink::{Line, Role};
use crate::oracle::Opening;

pub fn opening(opening: &Opening) -> Line {
    Line::plain(opening.name.as_str()).with(Role::Dim, format!(" {}", opening.eco))
}
