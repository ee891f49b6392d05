//! Commands for games against the engine, opening books, and training.

pub mod book;
pub mod drill;
pub mod engine_game;
pub mod level;
pub mod opponent;
#[allow(clippy::module_inception, reason = "a command of this name is in the group of this name")]
pub mod play;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    play::ROW,
    opponent::FORCE,
    level::ROW,
    opponent::PONDER,
    opponent::NOW,
    opponent::DRAW,
    opponent::RESIGN,
    book::ROW,
    drill::ROW,
    drill::GIVE_UP,
];
