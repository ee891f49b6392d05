//! Commands about the engine as an opponent, its books, and training with problems.

pub mod book;
pub mod draw;
pub mod drill;
pub mod force;
pub mod level;
pub mod now;
pub mod opponent;
#[allow(clippy::module_inception, reason = "a command of this name is in the group of this name")]
pub mod play;
pub mod ponder;
pub mod resign;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    play::ROW,
    force::ROW,
    level::ROW,
    ponder::ROW,
    now::ROW,
    draw::ROW,
    resign::ROW,
    book::ROW,
    drill::ROW,
    drill::GIVE_UP,
];
