//! Commands for mates.

pub mod mate_forms;
pub mod proof;
pub mod proof_table;
pub mod puzzle;
pub mod solution;
pub mod solve;
pub mod sound;
pub mod tries;

use super::CommandSpec;

pub(super) const ROWS: &[CommandSpec] = &[solve::ROW, sound::ROW, proof::ROW, tries::ROW];
