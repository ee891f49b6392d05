//! Arguments of the commands that measure and check.

use super::error::ParseError;
use super::reader::{Reader, within};
use crate::shell::command::Command;

const DEEPEST: u64 = 30;

pub fn perft(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut depth, mut divide, mut expected) = (None, false, None);
    while let Some(word) = reader.take() {
        match word.flag() {
            "divide" => divide = true,
            "expect" | "check" => expected = Some(reader.number("the count", 0, u64::MAX)?),
            _ if depth.is_none() => depth = Some(within(word, "the depth", 0, DEEPEST)?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    let depth = match depth {
        Some(depth) => depth,
        None => reader.number("the depth", 0, DEEPEST)?,
    };
    Ok(Command::Perft { depth: depth as u32, divide, expected })
}

pub fn bench(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.take();
    let depth = word.map(|word| within(word, "the depth", 1, 100)).transpose()?;
    reader.only(Command::Bench(depth.map(|depth| depth as u32)))
}
