//! The limits of a search as people write them; UCI's own words are understood too.

use std::time::Duration;

use super::error::{Fault, ParseError};
use super::quantity;
use super::reader::{Reader, shorten, within};
use super::words::{Word, Words};
use crate::chess::notation::parse_move;
use crate::chess::{Color, Move, Position};
use crate::control::{Limits, SideClock};
use crate::shell::table;
use crate::units::score::MAX_PLY;

/// Longer than this nobody waits: a hundred days, in milliseconds.
const LONGEST: u64 = 100 * 86_400_000;

/// Reads one limit, which begins with this word.
pub fn one(reader: &mut Reader<'_>, word: Word<'_>, limits: &mut Limits) -> Result<(), ParseError> {
    match word.text {
        "depth" => limits.depth = Some(reader.number("the depth", 1, MAX_PLY as u64)? as u32),
        "nodes" => limits.nodes = Some(reader.number("the number of nodes", 1, u64::MAX)?),
        "mate" => limits.mate = Some(reader.number("the number of moves", 1, 120)? as u32),
        "inf" | "infinite" => limits.infinite = true,
        "time" | "movetime" => limits.movetime = Some(time(reader)?),
        "wtime" => clock(limits, Color::White).remaining = time(reader)?,
        "btime" => clock(limits, Color::Black).remaining = time(reader)?,
        "winc" => clock(limits, Color::White).increment = time(reader)?,
        "binc" => clock(limits, Color::Black).increment = time(reader)?,
        "movestogo" => {
            limits.moves_to_go = Some(reader.number("the number of moves", 1, 1000)? as u32);
        }
        "only" | "searchmoves" => list(reader, word, &mut limits.search_moves)?,
        "except" => list(reader, word, &mut limits.excluded_moves)?,
        text => short(word, text, limits)?,
    }
    Ok(())
}

/// A limit in one word: `5s`, `d20`, `100k`.
fn short(word: Word<'_>, text: &str, limits: &mut Limits) -> Result<(), ParseError> {
    if let Some(time) = quantity::duration(text) {
        limits.movetime = Some(time);
    } else if let Some(depth) = quantity::depth(text) {
        if depth == 0 || depth as usize > MAX_PLY {
            let fault = Fault::OutOfRange {
                word: shorten(text),
                what: "the depth",
                low: 1,
                high: MAX_PLY as u64,
            };
            return Err(ParseError::at(word.span(), fault));
        }
        limits.depth = Some(depth);
    } else if let Some(nodes) = quantity::count(text) {
        if text.chars().all(|c| c.is_ascii_digit()) {
            return Err(ParseError::at(word.span(), Fault::NoUnit { word: shorten(text) }));
        }
        limits.nodes = Some(nodes.max(1));
    } else {
        return Err(ParseError::at(word.span(), Fault::NoLimit { word: shorten(text) }));
    }
    Ok(())
}

/// A time with its unit, or a number of milliseconds as UCI has it.
fn time(reader: &mut Reader<'_>) -> Result<Duration, ParseError> {
    let word = reader.require("a time")?;
    match quantity::duration(word.text) {
        Some(time) => Ok(time),
        None => within(word, "a time in milliseconds", 0, LONGEST).map(Duration::from_millis),
    }
}

/// Moves, until a word that is none here. At least one.
fn list(reader: &mut Reader<'_>, word: Word<'_>, moves: &mut Vec<Move>) -> Result<(), ParseError> {
    let before = moves.len();
    while let Some(next) = reader.words.peek() {
        for text in next.text.split(',').filter(|text| !text.is_empty()) {
            match parse_move(reader.position, text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                // Another limit ends the list; anything else is a slip that must not pass in silence.
                Err(_) if text == next.text && moves.len() > before && is_limit(text) => {
                    return Ok(());
                }
                Err(error) => return Err(ParseError::at(next.span(), Fault::Move(error))),
            }
        }
        reader.take();
    }
    if moves.len() == before {
        return Err(ParseError::at(word.span(), Fault::NoMoves { word: shorten(word.text) }));
    }
    Ok(())
}

/// Whether a word begins a limit or another part of `go`.
fn is_limit(text: &str) -> bool {
    const WORDS: [&str; 17] = [
        "depth",
        "nodes",
        "mate",
        "inf",
        "infinite",
        "time",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "only",
        "searchmoves",
        "except",
        "lines",
        "multipv",
    ];
    WORDS.contains(&text)
        || quantity::duration(text).is_some()
        || quantity::depth(text).is_some()
        || quantity::count(text).is_some()
}

fn clock(limits: &mut Limits, color: Color) -> &mut SideClock {
    limits.clock[color].get_or_insert_default()
}

/// Limits that need no position: all but lists of moves. `None` if a word is no limit.
pub fn parse(text: &str) -> Option<Limits> {
    let spec = table::find("go")?;
    let position = Position::start();
    let mut reader = Reader { words: Words::new(text), position: &position, spec };
    let mut limits = Limits::default();
    while let Some(word) = reader.take() {
        one(&mut reader, word, &mut limits).ok()?;
    }
    let lists = !limits.search_moves.is_empty() || !limits.excluded_moves.is_empty();
    (!lists && (limits.is_bounded() || limits.infinite)).then_some(limits)
}
