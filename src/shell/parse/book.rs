//! Arguments of `book`.

use super::error::ParseError;
use super::reader::{Reader, within};
use crate::chess::Move;
use crate::control::quantity::{self, MOST_NODES};
use crate::shell::book::BookUse;
use crate::shell::command::Command;

/// The words that may follow `book`.
pub const WORDS: [&str; 9] =
    ["on", "off", "add", "weight", "remove", "reset", "forget", "save", "--force"];

/// Nodes for each move of a list if nothing is said.
const NODES: u64 = 10_000;

pub fn book(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else {
        return Ok(Command::Book(BookUse::Show { nodes: NODES }));
    };
    let usage = match word.text {
        "on" | "off" => {
            let value = if word.text == "on" { "true" } else { "false" };
            reader.finish()?;
            return Ok(Command::Set { name: "OwnBook".to_owned(), value: value.to_owned() });
        }
        "add" => {
            let mv = legal_move(reader)?;
            let weight = reader.take().map(|word| within(word, "the weight", 0, u16::MAX.into()));
            let weight = weight.transpose()?.map(|weight| weight as u16);
            BookUse::Add { mv, weight }
        }
        "weight" => {
            let mv = legal_move(reader)?;
            let weight = reader.number("the weight", 0, u64::from(u16::MAX))? as u16;
            BookUse::Weigh { mv, weight }
        }
        "remove" => BookUse::Remove(legal_move(reader)?),
        "reset" => BookUse::Reset(legal_move(reader)?),
        "forget" => BookUse::Forget,
        "save" => BookUse::Save(reader.path()?),
        text if quantity::count(text).is_some() => {
            BookUse::Show { nodes: within(word, "the number of nodes", 0, MOST_NODES)? }
        }
        _ => return Err(reader.unexpected(word)),
    };
    reader.only(Command::Book(usage))
}

fn legal_move(reader: &mut Reader<'_>) -> Result<Move, ParseError> {
    let word = reader.require("a move")?;
    reader.legal_move(word)
}
