//! Arguments of `book`.

use super::error::{Fault, ParseError};
use super::reader::{Reader, expand, shorten, within};
use crate::chess::Move;
use crate::control::quantity::{self, MOST_NODES};
use crate::shell::book::BookUse;
use crate::shell::command::Command;
use crate::workshop::book::build::BuildRequest;

/// The words that may follow `book`.
pub const WORDS: [&str; 11] = [
    "on", "off", "add", "weight", "remove", "reset", "forget", "check", "save", "build", "--force",
];

/// Nodes for each move of a list, and for each line that is checked, if nothing is said.
const NODES: (u64, u64) = (10_000, 20_000);

/// Games that a move was played in at least, plies that count, and mebibytes for counting, if nothing is said.
const USUAL: (u64, usize, usize) = (3, 40, 256);

/// `book [NODES]` and everything else behind `book`.
pub fn book(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else {
        return Ok(Command::Book(BookUse::Show { nodes: NODES.0 }));
    };
    let usage = match word.text {
        "on" | "off" => {
            let value = if word.text == "on" { "true" } else { "false" };
            reader.finish()?;
            return Ok(Command::Set { name: "OwnBook".to_owned(), value: value.to_owned() });
        }
        "add" => {
            let mv = legal_move(reader)?;
            let weight = match reader.take() {
                Some(word) => Some(within(word, "the weight", 0, u64::from(u16::MAX))? as u16),
                None => None,
            };
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
        "check" => return check(reader),
        "build" => return build(reader),
        "save" => BookUse::Save(reader.path()?),
        text if quantity::count(text).is_some() => {
            BookUse::Show { nodes: within(word, "the number of nodes", 0, MOST_NODES)? }
        }
        _ => return Err(reader.unexpected(word)),
    };
    reader.finish()?;
    Ok(Command::Book(usage))
}

/// `book check [FILE] [NODES]`.
fn check(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut path, mut nodes) = (None, None);
    while let Some(word) = reader.take() {
        if nodes.is_none() && quantity::count(word.text).is_some() {
            nodes = Some(within(word, "the number of nodes", 1, MOST_NODES)?);
        } else if path.is_none() {
            path = Some(expand(word.text));
        } else {
            return Err(reader.unexpected(word));
        }
    }
    Ok(Command::Book(BookUse::Check { path, nodes: nodes.unwrap_or(NODES.1) }))
}

/// `book build FILE… --to FILE [--count N] [--plies N] [--memory SIZE] [--afresh]`.
fn build(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut games, mut to, mut afresh) = (Vec::new(), None, false);
    let (mut least, mut plies, mut memory) = (USUAL.0, USUAL.1, USUAL.2);
    while let Some(word) = reader.take() {
        match word.text {
            "--to" => to = Some(reader.path()?),
            "--count" => least = reader.number("the least count", 1, u64::from(u32::MAX))?,
            "--plies" => plies = reader.number("the plies", 1, 600)? as usize,
            "--memory" => {
                let size = reader.require("a size")?;
                let no_size = Fault::NoSize { word: shorten(size.text) };
                let found =
                    quantity::mebibytes(size.text).filter(|size| (1..=1 << 20).contains(size));
                memory = found.ok_or_else(|| ParseError::at(size.span(), no_size))?;
            }
            "--afresh" => afresh = true,
            text if text.starts_with("--") => return Err(reader.unexpected(word)),
            text => games.push(expand(text)),
        }
    }
    if games.is_empty() {
        return Err(reader.missing("a file of games"));
    }
    let to = to.ok_or_else(|| reader.missing("--to FILE"))?;
    let request = BuildRequest { games, to, least, plies, memory, afresh };
    Ok(Command::Book(BookUse::Build(Box::new(request))))
}

fn legal_move(reader: &mut Reader<'_>) -> Result<Move, ParseError> {
    let word = reader.require("a move")?;
    reader.legal_move(word)
}
