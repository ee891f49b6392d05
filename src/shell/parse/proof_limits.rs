//! Limits and numbers of moves that commands about mates share.

use super::parse_error::{Fault, ParseError};
use super::reader::{Reader, shorten, within};
use super::search_limits;
use super::tokens::{Word, Words};
use crate::chess::Position;
use crate::control::Limits;
use crate::control::quantity;
use crate::engine::ProofLimits;
use crate::engine::limit_words::{GivenLimits, LimitFault, LimitKind, LimitSet};
use crate::prove::solvers::LONGEST;

pub fn limits(reader: &mut Reader<'_>) -> Result<ProofLimits, ParseError> {
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        if !limit(reader, word, &mut limits)? {
            return Err(reader.unexpected(word));
        }
    }
    finish(&limits)
}

/// Parses limits of a proof without a command, as in a setting; `None` if a word is not a limit.
pub fn parse(text: &str) -> Option<ProofLimits> {
    let position = Position::start();
    let mut reader = Reader::new(Words::new(text), &position, ("", ""));
    limits(&mut reader).ok().filter(|limits| limits.is_ended() && limits.mebibytes.is_none())
}

/// An argument that may be given once.
pub struct Given<T> {
    what: &'static str,
    word: String,
    pub value: Option<T>,
}

impl<T> Given<T> {
    pub fn new(what: &'static str) -> Given<T> {
        Given { what, word: String::new(), value: None }
    }

    pub fn set(&mut self, word: Word<'_>, value: T) -> Result<(), ParseError> {
        let text = shorten(word.text);
        if self.value.is_some() {
            let first = std::mem::take(&mut self.word);
            let fault = LimitFault::Twice { what: self.what, first, second: text };
            return Err(ParseError::of(word, fault));
        }
        (self.word, self.value) = (text, Some(value));
        Ok(())
    }
}

pub fn finish(given: &GivenLimits) -> Result<ProofLimits, ParseError> {
    let Limits { movetime: time, nodes, infinite: endless, .. } = given.limits;
    let bound = [LimitKind::Time, LimitKind::Nodes].into_iter().find_map(|kind| given.text(kind));
    if let Some(bound) = bound.filter(|_| endless) {
        let why = format!("inf and {bound} contradict each other: give one of them");
        return Err(ParseError::whole(Fault::Argument(why)));
    }
    Ok(ProofLimits { time, nodes, mebibytes: given.memory, endless })
}

pub fn limit(
    reader: &mut Reader<'_>,
    word: Word<'_>,
    given: &mut GivenLimits,
) -> Result<bool, ParseError> {
    search_limits::limit(reader, word, &LimitSet::PROOF, given)
}

pub fn is_digits(word: Word<'_>) -> bool {
    quantity::is_whole(word.text)
}

pub fn moves_of(word: Word<'_>) -> Result<u16, ParseError> {
    within(word, "the number of moves", 1, u64::from(LONGEST)).map(|moves| moves as u16)
}
