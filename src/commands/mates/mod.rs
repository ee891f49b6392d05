//! Commands about mates.

pub mod proof;
pub mod tries;

use super::{CommandSpec, Group, Secret, tool};
use crate::tools::{grade, solve, sound};

pub(super) const ROWS: &[CommandSpec] = &[
    tool::row::<solve::Solve>(Group::Mates, Secret::Tells),
    tool::row::<sound::Sound>(Group::Mates, Secret::Tells),
    tool::row::<grade::Grade>(Group::Mates, Secret::Tells),
    proof::ROW,
    tries::ROW,
];
