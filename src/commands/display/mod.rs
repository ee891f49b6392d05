//! Commands about what is shown of the position.

pub mod bits;
pub mod control;
pub mod eval;
pub mod flip;
pub mod key;
pub mod picture;
pub mod show;
pub mod squares;
pub mod r#where;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    show::ROW,
    flip::ROW,
    picture::ROW,
    key::ROW,
    r#where::ROW,
    squares::ON,
    squares::FILE,
    squares::RANK,
    eval::ROW,
];
