//! Commands for the position and the game record.

pub mod changed;
pub mod comment;
pub mod fen;
pub mod games;
pub mod goto;
pub mod history;
pub mod load;
pub mod mirror;
pub mod moves;
pub mod nag;
pub mod new;
pub mod order;
pub mod pass;
pub mod pgn;
pub mod played;
#[allow(clippy::module_inception, reason = "a command of this name is in the group of this name")]
pub mod position;
pub mod redo;
pub mod tag;
pub mod undo;
pub mod variation;
pub mod view;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    new::ROW,
    position::ROW,
    fen::ROW,
    undo::ROW,
    redo::ROW,
    goto::ROW,
    moves::ROW,
    history::ROW,
    variation::ROW,
    tag::ROW,
    comment::ROW,
    nag::ROW,
    pgn::ROW,
    games::ROW,
    load::ROW,
    view::ROW,
    mirror::ROW,
    pass::ROW,
];
