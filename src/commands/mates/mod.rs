//! Commands about mates.

pub mod mate_forms;
pub mod proof;
pub mod proof_table;
pub mod tries;

use super::{CommandSpec, Group, Secret, tool};
use crate::tools::{solve, sound};

pub(super) const ROWS: &[CommandSpec] = &[
    tool::row::<solve::Solve>(Group::Mates, Secret::Tells),
    tool::row::<sound::Sound>(Group::Mates, Secret::Tells),
    proof::ROW,
    tries::ROW,
];
