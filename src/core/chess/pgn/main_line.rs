//! Fast reader of a record's main line, for databases of millions of games.
//!
//! Numbers, comments, glyphs and variations are skipped; moves in plain SAN are read by `notation/plain.rs`. A record with
//! anything else (another spelling, a fault, a contradictory result) is read again by `read.rs`, which reports the faults. By
//! `cargo bench --bench pgn` this is as fast as pgn-reader; `read.rs` alone takes seven times as long, and this with `parse_move`
//! at least five times (at 9ded0a2).

use super::PgnError;
use super::read::PgnRecord;
use crate::chess::game_tree::{GameTree, NodeId};
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

/// The movetext as far as it has been read quickly.
struct QuickReader<'r> {
    text: &'r [u8],
    at: usize,
}

enum MovetextPiece<'r> {
    Move(&'r [u8]),
    Result(GameResult),
    /// Nothing.
    End,
    /// Something to be looked at more closely.
    Odd,
}

impl PgnRecord {
    /// Calls `visit` with each position of the main line and the step made in it, until it returns `false`. With `strict`,
    /// variations are read too, so that their errors are reported.
    pub fn each_step(
        &self,
        strict: bool,
        mut visit: impl FnMut(&Position, Step) -> bool,
    ) -> MainLineReading {
        let is_plain =
            self.fault.is_none() && self.doubts.is_empty() && !(strict && self.has_variations());
        let (mut plies, mut goes_on) = (0, true);
        let ended = match self.start_position() {
            Ok((start, odd)) if is_plain && odd.is_empty() => {
                self.quickly(start, &mut |position, step| {
                    plies += 1;
                    goes_on = visit(position, step);
                    goes_on
                })
            }
            _ => None,
        };
        match ended {
            Some(result) => MainLineReading { plies, result, ..MainLineReading::default() },
            None => self.patiently(plies, goes_on, &mut visit),
        }
    }

    /// Returns the result if the whole record could be read quickly and is consistent, or `visit` ended the reading.
    fn quickly(
        &self,
        start: Position,
        visit: &mut impl FnMut(&Position, Step) -> bool,
    ) -> Option<GameResult> {
        let mut reader = QuickReader { text: self.movetext.as_bytes(), at: 0 };
        let mut position = start;
        loop {
            match reader.next() {
                MovetextPiece::Move(word) => {
                    let mv = read_plain(&position, word)?;
                    if !visit(&position, Step::Move(mv)) {
                        return self.undisputed_result();
                    }
                    position.advance(mv);
                }
                MovetextPiece::Result(result) => {
                    let fits = self.told_result().is_none_or(|told| told == result);
                    let ends = matches!(reader.next(), MovetextPiece::End);
                    return (fits && ends).then_some(result);
                }
                MovetextPiece::End => return Some(self.result()),
                MovetextPiece::Odd => return None,
            }
        }
    }

    /// Reads the whole record with `read.rs`, and visits the remaining steps unless `visit` returned `false`.
    fn patiently(
        &self,
        shown: usize,
        mut goes_on: bool,
        visit: &mut impl FnMut(&Position, Step) -> bool,
    ) -> MainLineReading {
        let reading = self.read();
        let tree: &GameTree = &reading.game.tree;
        let mut position = *tree.game().start();
        let (mut node, mut plies) = (NodeId::ROOT, 0);
        while (goes_on || plies < shown)
            && let Some(&next) = tree.children(node).first()
            && let Some(step) = tree.step_of(next)
        {
            plies += 1;
            if plies > shown {
                goes_on = visit(&position, step);
            }
            position = step.apply(&position);
            node = next;
        }
        let (fault, doubts) = (reading.fault, reading.doubts);
        MainLineReading { plies, result: reading.game.result, fault, doubts }
    }
}

impl MainLineReading {
    /// All faults, the fatal one last.
    pub fn faults(&self) -> impl Iterator<Item = &PgnError> {
        self.doubts.iter().chain(&self.fault)
    }
}

impl<'r> QuickReader<'r> {
    fn next(&mut self) -> MovetextPiece<'r> {
        loop {
            let Some(&first) = self.text.get(self.at) else { return MovetextPiece::End };
            match first {
                b' ' | b'\n' | b'\r' | b'\t' | b'.' => self.at += 1,
                b'{' => match self.find(b'}') {
                    Some(end) => self.at = end + 1,
                    None => return MovetextPiece::Odd,
                },
                b';' => self.at = self.find(b'\n').unwrap_or(self.text.len()),
                b'(' => {
                    if !self.pass_variation() {
                        return MovetextPiece::Odd;
                    }
                }
                b'$' => {
                    self.at += 1;
                    let digits = self.digits();
                    if digits == 0 || digits > 3 {
                        return MovetextPiece::Odd;
                    }
                    self.at += digits;
                }
                b'1'..=b'9' if self.is_number() => self.at += self.digits(),
                _ => return self.word(),
            }
        }
    }

    fn find(&self, byte: u8) -> Option<usize> {
        let rest = &self.text[self.at..];
        rest.iter().position(|&other| other == byte).map(|length| self.at + length)
    }

    fn digits(&self) -> usize {
        self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    /// Digits with a dot or a gap behind them; four alone may be a move in figures.
    fn is_number(&self) -> bool {
        let digits = self.digits();
        match self.text.get(self.at + digits) {
            Some(b'.') => true,
            Some(b' ' | b'\n' | b'\r') => digits < 4,
            _ => false,
        }
    }

    /// Passes over a variation with all that it holds; `false` if it is never closed.
    fn pass_variation(&mut self) -> bool {
        let mut depth = 0_usize;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' | b';' => {
                    let end = if byte == b'{' { b'}' } else { b'\n' };
                    let Some(end) = self.find(end) else { return false };
                    self.at = end;
                }
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return true;
            }
        }
        false
    }

    fn word(&mut self) -> MovetextPiece<'r> {
        let rest = &self.text[self.at..];
        let ends =
            |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'(' | b';' | b'$');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let mut word = &rest[..length];
        self.at += length;
        match word {
            b"1-0" => return MovetextPiece::Result(GameResult::WhiteWins),
            b"0-1" => return MovetextPiece::Result(GameResult::BlackWins),
            b"1/2-1/2" => return MovetextPiece::Result(GameResult::Draw),
            b"*" => return MovetextPiece::Result(GameResult::Unknown),
            _ => {}
        }
        // Three marks or more are no sign.
        for _ in 0..2 {
            if let [bare @ .., b'!' | b'?'] = word {
                word = bare;
            }
        }
        if word.is_empty() { MovetextPiece::Odd } else { MovetextPiece::Move(word) }
    }
}
