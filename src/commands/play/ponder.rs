//! `ponder`: whether the engine thinks on the user's time.

use super::opponent::OpponentUse;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Play "ponder", "on | off":
    "whether the engine thinks on your time",
    completer: Completer::Words(&["on", "off"]),
    terms: free(AtOnce),
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let on = reader.choice(&ON_OFF)?.ok_or_else(|| reader.missing("`on` or `off`"))?;
    Ok(OpponentUse::Ponder(on).into())
}
