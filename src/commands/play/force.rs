//! `force`: the engine plays neither side any more.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Play "force" | "manual":
    "the engine plays neither side any more",
    terms: free(AtOnce),
    read: |reader| reader.only(OpponentUse::Force.into()));
