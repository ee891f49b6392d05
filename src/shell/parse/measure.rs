//! Arguments of the commands that measure and check.

use super::error::ParseError;
use super::reader::{Reader, within};
use super::selfplay;
use crate::shell::command::Command;
use crate::shell::inspect::Inspection;

/// Deeper than this nobody counts.
const DEEPEST: u64 = 30;

/// `perft DEPTH [divide] [expect N]`, `perft --suite FILE [--depth N]`.
pub fn perft(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut depth, mut divide, mut expected, mut suite) = (None, false, None, None);
    while let Some(word) = reader.take() {
        match word.flag() {
            "divide" => divide = true,
            "expect" | "check" => expected = Some(reader.number("the count", 0, u64::MAX)?),
            "suite" => suite = Some(reader.path()?),
            "depth" => depth = Some(reader.number("the depth", 0, DEEPEST)?),
            _ if depth.is_none() => depth = Some(within(word, "the depth", 0, DEEPEST)?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    if let Some(path) = suite {
        return Ok(Command::PerftSuite { path, depth: depth.unwrap_or(DEEPEST) as u32 });
    }
    let depth = match depth {
        Some(depth) => depth,
        None => reader.number("the depth", 0, DEEPEST)?,
    };
    Ok(Command::Perft { depth: depth as u32, divide, expected })
}

/// `bench [DEPTH]`.
pub fn bench(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let depth = match reader.take() {
        None => None,
        Some(word) => Some(within(word, "the depth", 1, 100)? as u32),
    };
    reader.finish()?;
    Ok(Command::Bench(depth))
}

/// `tune FILE [epochs N] [result PERCENT] [out FILE]`, `tune spsa …`.
pub fn tune(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    if reader.words.peek().is_some_and(|word| word.text == "spsa") {
        reader.take();
        return selfplay::spsa(reader);
    }
    let path = reader.path()?;
    let (mut epochs, mut result, mut output) = (None, None, None);
    while let Some(word) = reader.take() {
        match word.flag() {
            "result" => {
                result = Some(reader.number("the result's share in percent", 0, 100)? as u32);
            }
            "epochs" => epochs = Some(reader.number("the epochs", 1, 10_000)? as u32),
            "out" => output = Some(reader.path()?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Tune { path, epochs, result, output })
}

/// `info`.
pub fn info(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Info)
}

/// `tt`.
pub fn table(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Inspect(Inspection::Table))
}

/// `check`.
pub fn check(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Inspect(Inspection::Check))
}
