//! `top`: searches for the best moves.

use super::go;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Search Reveals "top", "N [LIMITS] [&]":
    "search for the best N moves",
    details: "Limits as for go.",
    examples: &[("top 3 10s", "the three best moves", "")],
    completer: Completer::Limits,
    terms: needs(Alone),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let lines = go::line_count(reader)?;
    let go = go::read(reader, Some(lines))?;
    Ok(Box::new(|session| go.act(session)))
}
