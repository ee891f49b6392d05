//! Reads limits of a search, and its lists of moves, as people write them.

use super::parse_error::{Fault, ParseError};
use super::reader::{Reader, shorten};
use super::tokens::{Word, Words};
use crate::chess::{Move, Position, parse_move};
use crate::control::{Limits, quantity};
use crate::engine::limit_words::{GivenLimits, LimitFault, LimitKind, LimitSet};

/// Reads a limit into a set; `false` if the word is not a limit.
pub fn limit(
    reader: &mut Reader<'_>,
    word: Word<'_>,
    set: &LimitSet,
    given: &mut GivenLimits,
) -> Result<bool, ParseError> {
    let mut at = word;
    let mut behind = || {
        at = reader.take()?;
        Some(at.text)
    };
    given.read(set, word.text, &mut behind).map_err(|fault| match fault {
        LimitFault::Missing { what, .. } => reader.missing(what),
        fault => ParseError::of(at, fault),
    })
}

/// Reads a limit of a search or a list of moves.
pub fn one(
    reader: &mut Reader<'_>,
    word: Word<'_>,
    given: &mut GivenLimits,
) -> Result<(), ParseError> {
    match LimitKind::of_person(word.text) {
        Some(LimitKind::Only) => list(reader, word, &mut given.limits.search_moves),
        Some(LimitKind::Except) => list(reader, word, &mut given.limits.excluded_moves),
        _ if limit(reader, word, &LimitSet::SEARCH, given)? => Ok(()),
        _ => Err(ParseError::of(word, LimitSet::SEARCH.refusal(word.text))),
    }
}

/// Reads moves up to a word that is not a move here; at least one.
fn list(reader: &mut Reader<'_>, word: Word<'_>, moves: &mut Vec<Move>) -> Result<(), ParseError> {
    let before = moves.len();
    while let Some(next) = reader.words.peek() {
        for text in next.text.split(',').filter(|text| !text.is_empty()) {
            match parse_move(reader.position(), text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                // Another limit ends the list; any other word is an error.
                Err(_) if text == next.text && moves.len() > before && is_limit(text) => {
                    return Ok(());
                }
                Err(error) => return Err(ParseError::at(next.span(), Fault::Move(error))),
            }
        }
        reader.take();
    }
    if moves.len() == before {
        let text = shorten(word.text);
        return Err(ParseError::of(word, format!("`{text}` needs moves, as in {text} Nf3 e4")));
    }
    Ok(())
}

pub(super) fn is_limit(text: &str) -> bool {
    let is_known = LimitKind::of_person(text).is_some() || LimitSet::SEARCH.kind(text).is_some();
    is_known || quantity::is_whole(text)
}

/// Parses limits that need no position: all but lists of moves. `None` if a word is not a limit.
pub fn parse(text: &str) -> Option<Limits> {
    let position = Position::start();
    let mut reader = Reader::new(Words::new(text), &position, ("", ""));
    let mut given = GivenLimits::default();
    while let Some(word) = reader.take() {
        one(&mut reader, word, &mut given).ok()?;
    }
    let limits = given.limits;
    let lists = !limits.search_moves.is_empty() || !limits.excluded_moves.is_empty();
    (!lists && (limits.is_bounded() || limits.infinite)).then_some(limits)
}
