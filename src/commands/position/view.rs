//! `view`: steps through a file of positions.

use super::load::{Choice, Load, number};
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position Safe "view", "[FILE [N] | N]":
    "look through a file of positions one by one, each with its labels; alone, the next",
    details: "EPD records have their operations for labels. Games (.pgn) are gone through as well.",
    examples: &[("view wac.epd", "the first position", "loaded wac.epd · record 1 of 2"),
        ("view", "the next", "loaded wac.epd · record 2 of 2"),
        ("view wac.epd 2", "the second", "loaded wac.epd · record 2 of 2")],
    completer: Completer::Files,
    terms: sets(Concurrent),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let first = number(reader)?;
    let path = first.is_none().then(|| reader.take()).flatten().map(|word| expand(word.text));
    let choice = match (first, &path) {
        (Some(choice), _) => choice,
        (None, None) => Choice::Next,
        (None, Some(_)) => {
            let most = u32::MAX.into();
            let number = reader.number_or("the number of the record", 1, most, 1)?;
            Choice::Number(number as usize)
        }
    };
    let load = Load { path, choice, view: true };
    Ok(Box::new(|session| load.act(session)))
}
