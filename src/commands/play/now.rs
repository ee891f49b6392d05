//! `now`: the engine moves at once.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Play "now":
    "the engine moves at once",
    terms: free(AtOnce),
    read: |reader| reader.only(OpponentUse::MoveNow.into()));
