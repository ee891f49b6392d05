//! The words of a search's limits, and the limits as people write them; UCI's own words are understood too.

use std::time::Duration;

use super::error::{Fault, ParseError};
use super::reader::{Reader, ranged, shorten, within};
use super::words::{Word, Words};
use crate::chess::{Color, Move, Position, parse_move};
use crate::control::quantity::{self, LONGEST, MOST_NODES};
use crate::control::{Limits, SideClock};
use crate::search::params::MAX_DEPTH;
use crate::shell::table;

/// The deepest iteration that can be asked for: the search goes no deeper.
pub(super) const DEEPEST: u64 = MAX_DEPTH as u64;

/// What a word of a search's limits stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitKind {
    Depth,
    Nodes,
    Mate,
    Infinite,
    Time,
    Remaining(Color),
    /// What a side's clock gains with each move.
    Increment(Color),
    /// Moves until the next time control.
    MovesToGo,
    Only,
    Except,
    Lines,
    Ponder,
    /// No search: the leaves are counted.
    Perft,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    Person,
    Gui,
    Either,
}

/// Every word that begins a limit: what it stands for, who says it. Both grammars and completion read this table. In the order
/// in which completion offers them.
pub const LIMIT_WORDS: [(&str, LimitKind, Speaker); 19] = [
    ("depth", LimitKind::Depth, Speaker::Either),
    ("nodes", LimitKind::Nodes, Speaker::Either),
    ("time", LimitKind::Time, Speaker::Person),
    ("movetime", LimitKind::Time, Speaker::Either),
    ("mate", LimitKind::Mate, Speaker::Either),
    ("inf", LimitKind::Infinite, Speaker::Person),
    ("infinite", LimitKind::Infinite, Speaker::Either),
    ("only", LimitKind::Only, Speaker::Person),
    ("searchmoves", LimitKind::Only, Speaker::Either),
    ("except", LimitKind::Except, Speaker::Person),
    ("lines", LimitKind::Lines, Speaker::Person),
    ("multipv", LimitKind::Lines, Speaker::Person),
    ("wtime", LimitKind::Remaining(Color::White), Speaker::Either),
    ("btime", LimitKind::Remaining(Color::Black), Speaker::Either),
    ("winc", LimitKind::Increment(Color::White), Speaker::Either),
    ("binc", LimitKind::Increment(Color::Black), Speaker::Either),
    ("movestogo", LimitKind::MovesToGo, Speaker::Either),
    ("ponder", LimitKind::Ponder, Speaker::Gui),
    ("perft", LimitKind::Perft, Speaker::Gui),
];

/// What a word stands for when a person says it.
pub fn of_person(word: &str) -> Option<LimitKind> {
    kind_of(word, Speaker::Gui)
}

/// What a word stands for over UCI.
pub fn of_gui(word: &str) -> Option<LimitKind> {
    kind_of(word, Speaker::Person)
}

fn kind_of(word: &str, not: Speaker) -> Option<LimitKind> {
    let found = LIMIT_WORDS.iter().find(|(known, _, speaker)| *known == word && *speaker != not);
    found.map(|(_, kind, _)| *kind)
}

pub fn one(reader: &mut Reader<'_>, word: Word<'_>, limits: &mut Limits) -> Result<(), ParseError> {
    let Some(kind) = of_person(word.text) else {
        return short(word, limits);
    };
    match kind {
        LimitKind::Depth => limits.depth = Some(reader.number("the depth", 1, DEEPEST)? as u32),
        LimitKind::Nodes => {
            limits.nodes = Some(reader.number("the number of nodes", 1, MOST_NODES)?);
        }
        LimitKind::Mate => {
            limits.mate = Some(reader.number("the number of moves", 1, 120)? as u32);
        }
        LimitKind::Infinite => limits.infinite = true,
        LimitKind::Time => limits.movetime = Some(time(reader)?),
        LimitKind::Remaining(side) => clock(limits, side).remaining = time(reader)?,
        LimitKind::Increment(side) => clock(limits, side).increment = time(reader)?,
        LimitKind::MovesToGo => {
            limits.moves_to_go = Some(reader.number("the number of moves", 1, 1000)? as u32);
        }
        LimitKind::Only => list(reader, word, &mut limits.search_moves)?,
        LimitKind::Except => list(reader, word, &mut limits.excluded_moves)?,
        // How many lines is for `go` and `top` to read; no other command that has limits has lines.
        LimitKind::Lines | LimitKind::Ponder | LimitKind::Perft => {
            return Err(reader.unexpected(word));
        }
    }
    Ok(())
}

/// Reads a limit in one word: `5s`, `d20`, `100k`. `false` if it is no limit, as a number without a unit, which may mean several
/// things.
pub fn quick(word: Word<'_>, limits: &mut Limits) -> Result<bool, ParseError> {
    let text = word.text;
    if let Some(time) = time_in(word)? {
        limits.movetime = Some(time);
    } else if let Some(depth) = quantity::depth(text) {
        limits.depth = Some(ranged(word, depth, "the depth", 1, DEEPEST)? as u32);
    } else if !quantity::is_whole(text) && quantity::count(text).is_some() {
        limits.nodes = Some(within(word, "the number of nodes", 1, MOST_NODES)?);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Reads a time with its unit; `None` if it is no time.
pub fn time_in(word: Word<'_>) -> Result<Option<Duration>, ParseError> {
    let time = quantity::duration(word.text);
    time.map(|time| bounded(word, time)).transpose()
}

/// Returns a time that a word says, unless it is too long.
pub(super) fn bounded(word: Word<'_>, time: Duration) -> Result<Duration, ParseError> {
    if time <= LONGEST {
        return Ok(time);
    }
    Err(ParseError::at(word.span(), Fault::TooLong { word: shorten(word.text) }))
}

fn short(word: Word<'_>, limits: &mut Limits) -> Result<(), ParseError> {
    if quick(word, limits)? {
        return Ok(());
    }
    let text = shorten(word.text);
    let bare = quantity::is_whole(word.text);
    let fault = if bare { Fault::NoUnit { word: text } } else { Fault::NoLimit { word: text } };
    Err(ParseError::at(word.span(), fault))
}

/// A time with its unit, or a number of milliseconds as UCI has it.
pub(super) fn time(reader: &mut Reader<'_>) -> Result<Duration, ParseError> {
    let word = reader.require("a time")?;
    match time_in(word)? {
        Some(time) => Ok(time),
        None => {
            let most = LONGEST.as_millis() as u64;
            within(word, "a time in milliseconds", 0, most).map(Duration::from_millis)
        }
    }
}

/// Moves, until a word that is none here. At least one.
fn list(reader: &mut Reader<'_>, word: Word<'_>, moves: &mut Vec<Move>) -> Result<(), ParseError> {
    let before = moves.len();
    while let Some(next) = reader.words.peek() {
        for text in next.text.split(',').filter(|text| !text.is_empty()) {
            match parse_move(reader.position(), text) {
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
pub(super) fn is_limit(text: &str) -> bool {
    of_person(text).is_some()
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
    let mut reader = Reader::new(Words::new(text), &position, (spec.name, spec.arguments));
    let mut limits = Limits::default();
    while let Some(word) = reader.take() {
        one(&mut reader, word, &mut limits).ok()?;
    }
    let lists = !limits.search_moves.is_empty() || !limits.excluded_moves.is_empty();
    (!lists && (limits.is_bounded() || limits.infinite)).then_some(limits)
}
