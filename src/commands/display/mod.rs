//! Commands that show the position.

pub mod bits;
pub mod control;
pub mod eval;
pub mod flip;
pub mod key;
pub mod live_board;
pub mod on;
pub mod picture;
pub mod show;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] =
    &[show::ROW, flip::ROW, picture::ROW, key::ROW, on::ROW, eval::ROW];
