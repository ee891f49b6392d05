//! Commands about the engine as an opponent, and its books.

pub mod book;
pub mod draw;
pub mod force;
pub mod level;
pub mod now;
pub mod opponent;
#[allow(clippy::module_inception, reason = "a command of this name is in the group of this name")]
pub mod play;
pub mod ponder;
pub mod resign;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] =
    &[play::ROW, force::ROW, level::ROW, ponder::ROW, now::ROW, draw::ROW, resign::ROW, book::ROW];
