//! Lines of movetext: what they leave open, where a game ends in them, and whether they begin one.
//!
//! All of it follows from the tokens of `movetext.rs`, for the reader of files and for pipes and pastes alike.

use super::annotated::is_no_move;
use super::header::standard;
use crate::chess::movetext::{Token, tokens, tokens_within};
use crate::chess::notation::is_move_shaped;

/// What lines of movetext leave open at their ends: a comment, variations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting {
    pub(super) comment: bool,
    variations: usize,
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
        let end = if self.comment { line.find('}').map(|end| end + 1) } else { Some(0) };
        self.comment = end.is_none();
        end.unwrap_or(line.len())
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
        for (token, span) in tokens_within(text, self.variations) {
            let begins_next = match token {
                Token::Bracketed(text) => standard(text).is_some(),
                // A word that is no move does not begin a game.
                Token::Move(text) if end.has_ended && !is_move_shaped(text) => continue,
                Token::Number(..) | Token::Move(_) | Token::Pass if end.has_ended => {
                    end.has_ended = !self.continues(token);
                    end.has_ended
                }
                _ => false,
            };
            if begins_next {
                return LineEnd { next: Some(start + span.start), ..end };
            }
            match token {
                Token::Open => self.variations += 1,
                Token::Close => self.variations -= 1,
                Token::Unclosed(_) => self.comment = true,
                Token::Result(_) => end.has_ended = self.variations == 0,
                Token::Number(..) => self.has_numbers = true,
                _ => {}
            }
        }
        end.has_ended &= !self.is_open();
        end
    }

    /// Returns whether a token behind a result or a header continues the game, so that those have strayed into it: a new game
    /// begins with move 1, and with a number if this one has them.
    fn continues(self, token: Token<'_>) -> bool {
        match token {
            Token::Number(number, _) => number > 1,
            Token::Move(text) => self.has_numbers && is_move_shaped(text),
            Token::Pass => self.has_numbers,
            _ => false,
        }
    }

    /// Returns whether a line after the result is a comment or continues one.
    pub(super) fn continues_remark(self, line: &str) -> bool {
        let begins = self.comment || line.trim_start().starts_with(['{', ';']);
        begins && self.opening(line, &mut false) == Opening::Remark
    }

    /// Returns whether a line after the result, or a header, goes on with the moves.
    pub(super) fn continues_moves(self, line: &str) -> bool {
        !self.comment && tokens(line).next().is_some_and(|(token, _)| self.continues(token))
    }

    /// Classifies a line before the first move. Prose contains moves and results too, so the first move has to begin its line
    /// or have a number. `--`, and digits that may be a year or a rating, need a number, or a line of nothing but moves.
    /// `follows_number`: the last token was a move number.
    pub(super) fn opening(mut self, line: &str, follows_number: &mut bool) -> Opening {
        let line = &line[self.behind_comment(line)..];
        let is_move = |(token, _): (Token<'_>, _)| match token {
            Token::Move(text) => is_move_shaped(text),
            token => matches!(token, Token::Result(_)),
        };
        let are_moves = || tokens(line).count() > 1 && tokens(line).all(is_move);
        let mut opening = Opening::Remark;
        // This is the first word of the line, or numbered like it.
        let mut leads = true;
        for (token, _) in tokens(line) {
            let begins = match token {
                // A year or a rating numbers no move.
                Token::Number(number, _) => {
                    *follows_number = number < 1_000;
                    continue;
                }
                Token::Result(_) => opening == Opening::Remark,
                Token::Move(text) => {
                    let is_figures = text.bytes().all(|letter| letter.is_ascii_digit());
                    *follows_number && !is_no_move(text)
                        || leads && is_move_shaped(text) && (!is_figures || are_moves())
                }
                Token::Pass => *follows_number,
                _ => continue,
            };
            if begins {
                return Opening::Moves;
            }
            leads &= *follows_number;
            (opening, *follows_number) = (Opening::Prose, false);
        }
        *follows_number &= opening == Opening::Remark;
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
