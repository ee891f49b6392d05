//! `profile`: all numbers of the search from a named set.

use super::get::Get;
use super::set::Set;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Settings "profile", "[NAME]":
    "take all numbers of the search from a named set; alone, show which",
    details: "`get profile` lists the names, `help profiles` says where each comes from.",
    examples: &[("profile slow", "Slow Chess's amounts", "Profile slow  (was quarterply)"), ("profile plain", "no extensions", "Profile plain  (was slow)")],
    completer: Completer::Settings,
    terms: free(Alone),
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let name = "Profile".to_owned();
    let Some(value) = reader.take() else { return Ok(Get(name).into()) };
    Ok(Set(name, value.text.to_owned()).into())
}
