//! `force`: the engine plays neither side any more.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Play "force" | "manual":
    "the engine plays neither side any more",
    terms: free(AtOnce),
    read: |_| Ok(OpponentUse::Force.into()));
