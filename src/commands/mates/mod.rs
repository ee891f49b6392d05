//! Commands about mates.

pub mod proof;
pub mod tries;

use super::{CommandSpec, Group, tool};
use crate::tools::{grade, solve, sound};

pub(super) const ROWS: &[CommandSpec] = &[
    tool::row::<solve::Solve>(Group::Mates),
    tool::row::<sound::Sound>(Group::Mates),
    tool::row::<grade::Grade>(Group::Mates),
    proof::ROW,
    tries::ROW,
];
