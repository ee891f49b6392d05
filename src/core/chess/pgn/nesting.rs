//! Lines of movetext: what they leave open, where a game ends in them, and whether they begin one.
//!
//! All of it follows from the tokens of `movetext.rs`, for the reader of files and for pipes and pastes alike.

use super::annotated::is_no_move;
use super::header::{is_standard, is_unclosed};
use crate::chess::movetext::{Token, tokens, tokens_within};
use crate::chess::notation;

/// What lines of movetext leave open at their ends: a comment, variations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting {
    pub(super) comment: bool,
    variations: usize,
    /// The last token was a move number.
    pub(super) follows_number: bool,
    /// The game has move numbers.
    has_numbers: bool,
}

/// How a line of movetext ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineEnd {
    /// The game has its result, and nothing is open.
    pub has_ended: bool,
    /// The bytes of the line before a header, or before the next game.
    pub(super) next: Option<usize>,
}

/// The kind of a line that is not a header and comes before the first move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// It has a move or a result.
    Moves,
    /// It has comments, or move numbers without moves.
    Remark,
    /// It has other words.
    Prose,
}

impl Nesting {
    /// Returns whether a comment or a variation is open.
    pub fn is_open(self) -> bool {
        self.comment || self.variations > 0
    }

    /// Closes the open comment if the line does; returns where the line goes on as movetext.
    fn behind_comment(&mut self, line: &str) -> usize {
        if !self.comment {
            return 0;
        }
        let end = line.find('}');
        self.comment = end.is_none();
        end.map_or(line.len(), |end| end + 1)
    }

    /// Follows what a line opens, closes and ends.
    pub fn follow(&mut self, line: &str) -> LineEnd {
        let start = self.behind_comment(line);
        let text = &line[start..];
        let mut end = LineEnd::default();
        if is_plain(text) {
            self.has_numbers |= text.contains('.');
            return end;
        }
        // An unclosed value: no later header of the line is closed either.
        let mut endless = false;
        for (token, span) in tokens_within(text, self.variations) {
            let next = Some(start + span.start);
            match token {
                Token::Bracketed(_) if !endless && is_standard(&text[span.start..]) => {
                    return LineEnd { next, ..end };
                }
                Token::Bracketed(_) => endless = endless || is_unclosed(&text[span.start..]),
                Token::Number(..) | Token::Move(_) | Token::Pass if end.has_ended => {
                    if !self.continues(token) {
                        return LineEnd { next, ..end };
                    }
                    end.has_ended = false;
                }
                Token::Open => self.variations += 1,
                Token::Close => self.variations -= 1,
                Token::Unclosed(_) => self.comment = true,
                Token::Result(_) => end.has_ended = self.variations == 0,
                _ => {}
            }
            self.has_numbers |= matches!(token, Token::Number(..));
        }
        end.has_ended &= !self.is_open();
        end
    }

    /// Returns whether a token behind a result continues the game, so that the result is a slip: a new game begins with move 1,
    /// and with a number if this one has them.
    fn continues(self, token: Token<'_>) -> bool {
        match token {
            Token::Number(number, _) => number > 1,
            Token::Move(text) => self.has_numbers && notation::is_move_shaped(text),
            Token::Pass => self.has_numbers,
            _ => false,
        }
    }

    /// Returns whether a line after the result is a comment or continues one.
    pub(super) fn continues_remark(mut self, line: &str) -> bool {
        let begins = self.comment || line.trim_start().starts_with(['{', ';']);
        begins && self.opening(line) == Opening::Remark
    }

    /// Returns whether a line after the result goes on with the moves.
    pub(super) fn continues_moves(self, line: &str) -> bool {
        !self.comment && tokens(line).next().is_some_and(|(token, _)| self.continues(token))
    }

    /// Classifies a line before the first move. Prose contains moves and results too, so the first move has to begin its line
    /// or have a number. `--`, and digits that may be a year or a rating, need a number, or a line of nothing but moves.
    pub(super) fn opening(&mut self, line: &str) -> Opening {
        let line = match self.comment {
            true => line.split_once('}').map_or("", |(_, behind)| behind),
            false => line,
        };
        let mut opening = Opening::Remark;
        // This is the first word of the line, or numbered like it.
        let mut leads = true;
        let are_moves = || {
            let is_move = |token: &Token<'_>| match token {
                Token::Move(text) => notation::is_move_shaped(text),
                token => matches!(token, Token::Result(_)),
            };
            tokens(line).count() > 1 && tokens(line).all(|(token, _)| is_move(&token))
        };
        for (token, _) in tokens(line) {
            let begins = match token {
                // A year or a rating numbers no move.
                Token::Number(number, _) => {
                    self.follows_number = number < 1_000;
                    continue;
                }
                Token::Result(_) => opening == Opening::Remark,
                Token::Move(text) => {
                    let is_figures = text.bytes().all(|letter| letter.is_ascii_digit());
                    self.follows_number && !is_no_move(text)
                        || leads && notation::is_move_shaped(text) && (!is_figures || are_moves())
                }
                Token::Pass => self.follows_number,
                _ => continue,
            };
            if begins {
                return Opening::Moves;
            }
            leads &= self.follows_number;
            (opening, self.follows_number) = (Opening::Prose, false);
        }
        self.follows_number &= opening == Opening::Remark;
        opening
    }
}

/// Returns whether a line opens and closes nothing and has no result, which is quickly seen of most. Long lines may have several
/// games, and each of them would look through the rest.
fn is_plain(line: &str) -> bool {
    const LONGEST: usize = 1 << 10;
    let is_other = |letter: u8| {
        matches!(
            letter,
            b'{' | b'}' | b'(' | b')' | b';' | b'[' | b'*' | b'/' | b'-' | b':' | 0x80..
        )
    };
    line.len() <= LONGEST && !line.bytes().fold(false, |seen, letter| seen | is_other(letter))
}
