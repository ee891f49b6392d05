//! Commands that measure and check, and tools.

pub mod bench;
pub mod check;
pub mod info;
pub mod perft;
pub mod second;
pub mod time;

use super::{CommandSpec, Group, Secret, tool};
use crate::tools::{annotate, stream, suite};

pub(super) const ROWS: &[CommandSpec] = &[
    tool::row::<annotate::AnnotateGames>(Group::Tools, Secret::Tells),
    tool::row::<stream::label::Label>(Group::Tools, Secret::Tells),
    perft::ROW,
    bench::ROW,
    tool::row::<suite::Suite>(Group::Tools, Secret::Tells),
    second::ROW,
    info::ROW,
    check::ROW,
    time::ROW,
];
