//! What a command answers: data only. Moves, positions, scores and durations, never a line of text made for the eye.
//!
//! A move can only be written down beside the position it is played from, so every answer that has moves has that position
//! too. Here is what several commands answer with; the answer of a single one is in its file.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ink::json::{Fen, PlayedStep, Standing};
use crate::ink::{Answer, AnyAnswer};

pub type Reply = Box<dyn AnyAnswer>;

impl<A: Answer> From<A> for Reply {
    fn from(answer: A) -> Reply {
        Box::new(answer)
    }
}

/// The position changed: after a move, a FEN, `undo` and their like.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Changed {
    pub fen: Fen,
    pub status: Standing,
    /// Things to know about how it was read. They stop nothing: what stops is an error.
    pub notes: Vec<String>,
    #[serde(skip)]
    pub last: Option<PlayedStep>,
}

/// One setting of the engine, the search or the prompt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "setting", description = "a setting")]
pub struct Setting {
    pub name: String,
    pub value: String,
    pub default: String,
    /// `MiB`, `quarters`, `ms` …; empty if there is none.
    pub unit: &'static str,
    /// What is allowed, for people: `1–1048576`, `on or off`, `quarterply, slow, plain`.
    pub range: String,
    pub summary: String,
}

/// A setting was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SettingChanged {
    #[serde(flatten)]
    pub setting: Setting,
    /// Its value before.
    pub before: String,
}
