//! Replies of commands as data: moves, positions, scores and durations, never formatted text.
//!
//! A move can only be written with the position it is played from, so every answer with moves has that position too. Answers that
//! several commands share are here; the answer of a single command is in its file.

use serde::Serialize;

use crate::chess::GameResult;
use crate::ink::json::{Fen, PlayedStep, Standing};
use crate::ink::{Answer, AnyAnswer, Settings};
use crate::oracle::Opening;

pub type Reply = Box<dyn AnyAnswer>;

impl<A: Answer> From<A> for Reply {
    fn from(answer: A) -> Reply {
        Box::new(answer)
    }
}

/// The position changed: after a move, a FEN, `undo` and their like.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Changed {
    pub fen: Fen,
    pub status: Standing,
    /// Things to know about how it was read. They stop nothing: what stops is an error.
    pub notes: Vec<String>,
    /// The move after `next`, `undo` and their like; absent after other changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walk: Option<Box<Walk>>,
    #[serde(skip)]
    pub last: Option<PlayedStep>,
    #[serde(skip)]
    pub board_view: Option<BoardView>,
    #[serde(skip)]
    pub opening: Option<Opening>,
}

/// How to draw the board after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Black is below.
    pub flipped: bool,
    /// `analyze` is on: it draws the board on terminals that can rewrite rows.
    pub followed: bool,
    /// The answer has the board where it is not kept in sight, too.
    pub always: bool,
}

impl BoardView {
    /// Whether the page of an answer has the board.
    pub fn is_on_page(self, settings: &Settings) -> bool {
        self.always && settings.sight.is_none() && !(self.followed && settings.can_rewrite())
    }
}

/// A walk through the game: where it went, and what follows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "walk"))]
pub struct Walk {
    pub walked: Walked,
    /// The continuations, the one that `next` makes first.
    pub next: Vec<WrittenStep>,
    /// At the end of a line: whether it is the main line, and the result of the game.
    #[serde(skip)]
    pub ended: Option<(bool, GameResult)>,
    /// A game against the engine goes on here.
    #[serde(skip)]
    pub plays: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "walked"))]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Walked {
    /// The last move now, `None` at the start of the game.
    To {
        step: Option<WrittenStep>,
        /// Comments on the game, at its start.
        words: Vec<String>,
    },
    /// Moves were taken back, this one last.
    Back {
        first: Option<WrittenStep>,
        /// Number of moves taken back, of both sides.
        plies: usize,
    },
    /// Comments, signs or tags changed, not the position.
    Words { gone: Vec<String>, back: Vec<String> },
}

/// A step of a game with its annotation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "written-step"))]
pub struct WrittenStep {
    #[serde(flatten)]
    pub step: PlayedStep,
    /// Numeric annotation glyphs.
    pub nags: Vec<u16>,
    pub comments: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "setting", description = "a setting"))]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SettingChanged {
    #[serde(flatten)]
    pub setting: Setting,
    /// Its value before.
    pub before: String,
}
