//! `resign`: the game against the engine is given up.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Play "resign":
    "resign the game against the engine",
    details: "The engine resigns too if `set Resign true`: when its last four scores were -10.00 or worse and did not rise.",
    terms: free(AtOnce),
    read: |_| Ok(OpponentUse::Resign.into()));
