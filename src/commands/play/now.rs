//! `now`: the engine moves at once.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Play "now":
    "the engine moves at once",
    terms: free(AtOnce),
    read: |_| Ok(OpponentUse::MoveNow.into()));
