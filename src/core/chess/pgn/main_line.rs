//! Fast reader of a record's main line, for databases of millions of games.
//!
//! Of the tokens, numbers, comments, glyphs and variations are skipped; moves in plain SAN are read by `notation/plain.rs`. A
//! record with anything else (another spelling, a fault, a contradictory result) is read again by `record.rs`, which reports the
//! faults, and takes seven times as long.

use super::PgnError;
use super::record::PgnRecord;
use crate::chess::movetext::{self, Token};
use crate::chess::notation::read_plain;
use crate::chess::{GameResult, Position, Step};

/// Result of reading a main line.
#[derive(Debug, Default)]
pub struct MainLineReading {
    /// Number of plies visited.
    pub plies: usize,
    /// The result in the record.
    pub result: GameResult,
    /// Why the main line ends before its record does, if it does.
    pub fault: Option<PgnError>,
    /// Oddities that did not prevent reading on.
    pub doubts: Vec<PgnError>,
}

impl PgnRecord {
    /// Calls `visit` with each position of the main line and the step made in it, until it returns `false`. With `strict`,
    /// variations are read too, so that their errors are reported.
    pub fn each_step(
        &self,
        strict: bool,
        mut visit: impl FnMut(&Position, Step) -> bool,
    ) -> MainLineReading {
        let (mut plies, mut goes_on) = (0, true);
        let is_plain =
            self.fault.is_none() && self.doubts.is_empty() && !(strict && self.has_variations());
        let start = self.start_position().ok().filter(|(_, odd)| is_plain && odd.is_empty());
        let ended = start.and_then(|(start, _)| {
            self.quickly(start, &mut |position, step| {
                plies += 1;
                goes_on = visit(position, step);
                goes_on
            })
        });
        if let Some(result) = ended {
            return MainLineReading { plies, result, ..MainLineReading::default() };
        }
        let (reading, shown) = (self.read(), plies);
        plies = 0;
        for (position, step) in reading.game.game().steps() {
            if !goes_on && plies == shown {
                break;
            }
            plies += 1;
            if plies > shown {
                goes_on = visit(&position, step);
            }
        }
        let (fault, doubts) = (reading.fault, reading.doubts);
        MainLineReading { plies, result: reading.game.result, fault, doubts }
    }

    /// Returns the result if the whole record could be read quickly and is consistent. The moves after `visit` has ended the
    /// reading are not played.
    fn quickly(
        &self,
        start: Position,
        visit: &mut impl FnMut(&Position, Step) -> bool,
    ) -> Option<GameResult> {
        let (mut position, mut goes_on) = (start, true);
        let (mut depth, mut behind) = (0_usize, None);
        for (token, _) in movetext::tokens(&self.movetext) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::Unclosed(_) | Token::Stray(_) => return None,
                _ if depth > 0 => {}
                Token::Move(_) | Token::Result(_) if behind.is_some() => return None,
                Token::Move(word) if goes_on => {
                    let mv = read_plain(&position, word.as_bytes())?;
                    goes_on = visit(&position, Step::Move(mv));
                    position.advance(mv);
                }
                Token::Result(result) => behind = Some(result),
                Token::Pass | Token::UnknownSign(_) | Token::Bracketed(_) => return None,
                _ => {}
            }
        }
        let (result, dispute) = self.result(behind);
        (depth == 0 && dispute.is_none()).then_some(result)
    }
}

impl MainLineReading {
    /// All faults, the fatal one last.
    pub fn faults(&self) -> impl Iterator<Item = &PgnError> {
        self.doubts.iter().chain(&self.fault)
    }
}
