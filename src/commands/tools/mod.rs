//! Commands that measure and check, and work on files and standard input.

pub mod annotate;
pub mod bench;
pub mod check;
pub mod info;
pub mod perft;
pub mod second;
pub mod stream;
pub mod suite;
pub mod time;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    annotate::ROW,
    stream::label::ROW,
    perft::ROW,
    bench::ROW,
    suite::ROW,
    second::ROW,
    info::ROW,
    check::ROW,
    time::ROW,
];
