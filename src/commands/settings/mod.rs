//! Commands about settings.

pub mod auto;
pub mod clear;
pub mod get;
pub mod hash;
pub mod network;
pub mod profile;
pub mod set;
pub mod threads;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[
    network::ROW,
    set::ROW,
    get::ROW,
    hash::ROW,
    threads::ROW,
    profile::ROW,
    auto::ROW,
    clear::ROW,
];
