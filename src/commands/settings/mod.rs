//! Commands for settings.

pub mod auto;
pub mod clear;
pub mod get;
pub mod network;
pub mod set;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[network::ROW, set::ROW, get::ROW, auto::ROW, clear::ROW];
