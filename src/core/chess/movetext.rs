//! Movetext: moves as written in a game's record, or as pasted.
//!
//! The only tokenizer of moves: files, pipes, the prompt, filters of collections and the highlighter read these tokens. It splits
//! a text into numbers, moves, comments, variations, glyphs and results, in linear time, and also where they are glued together:
//! a move ends where a move can end (`Qxf7#1-0`, `Nc63.Bb5`). The text of one move is read in `notation`, that of a game in
//! `pgn/annotated.rs`.

use std::ops::Range;
use std::sync::LazyLock;

use super::foreign::DASHES;
use super::notation::extent::{begins_move, is_move, is_no_part, may_promote, plain_length};
use super::result::BLANKS;
use super::{GameResult, MoveError, notation};

/// A token of movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `12.` or `12...`: the number, and whether its dots mean Black's move.
    Number(u32, bool),
    /// A word that should be a move.
    Move(&'a str),
    /// `--` or `null`: the side to move passes.
    Pass,
    /// `$3`, `!?`, `+-`: a numeric annotation glyph, by its number in PGN.
    Nag(u16),
    /// `e.p.`, a lone `+` or another remark that adds nothing to the move before.
    Remark(&'a str),
    /// An unknown sign: `!!!`, `$99999`.
    UnknownSign(&'a str),
    /// The text of a comment, without braces or semicolon.
    Comment(&'a str),
    /// `(`: a variation begins, which replaces the move before.
    Open,
    /// `)`: it ends.
    Close,
    /// `1-0` and its like.
    Result(GameResult),
    /// `)` or `}` that closes nothing.
    Stray(char),
    /// An unclosed comment up to the end of its line, without the brace.
    Unclosed(&'a str),
    /// `[…]` outside comments: a header, or a remark such as `[Diagram 1]`.
    Bracketed(&'a str),
}

/// A fault, and where in the text it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{fault}", if *moves > 1 { format!("move {index} of {moves}: ") } else { String::new() })]
pub struct MovetextError {
    /// The bytes of the text to point at.
    pub span: Range<usize>,
    /// Which move of the text is wrong or was to come, from 1.
    pub index: usize,
    /// Number of moves in the text; 0 if it could not be divided into moves.
    pub moves: usize,
    /// The fault.
    pub fault: MoveError,
}

impl MovetextError {
    /// Creates an error that is not about one of several moves.
    pub(super) fn new(span: Range<usize>, why: String) -> MovetextError {
        MovetextError { span, index: 0, moves: 0, fault: MoveError::refused(why) }
    }
}

/// Returns whether a text begins with White's first move by its number: `1. e4`.
pub fn begins_game(text: &str) -> bool {
    matches!(tokens(text).next(), Some((Token::Number(1, false), _)))
}

/// Returns whether a text has the form of movetext with at least one move, legal or not.
pub fn is_movetext(text: &str) -> bool {
    let (mut steps, mut depth) = (0, 0_usize);
    for (token, _) in tokens(text) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            _ if depth > 0 => {}
            Token::Stray(_) | Token::Unclosed(_) | Token::Bracketed(_) => return false,
            Token::Move(text) if !notation::is_move_shaped(text) => return false,
            Token::Move(_) | Token::Pass => steps += 1,
            _ => {}
        }
    }
    steps > 0 && depth == 0
}

/// Returns whether a line can be a part of movetext, whatever it leaves open.
pub fn begins_movetext(line: &str) -> bool {
    line.starts_with('%')
        || match tokens(line).next() {
            Some((Token::Move(text), _)) => notation::is_move_shaped(text),
            Some((Token::Bracketed(_) | Token::Stray(_), _)) | None => false,
            Some(_) => true,
        }
}

/// Translates the letters of pieces to English; offsets stay. Returns the first move that only this language has, too; `None` if
/// there is none, or a letter that the language lacks.
pub(super) fn in_english(
    text: &str,
    language: &notation::Language,
) -> Option<(String, Range<usize>)> {
    let (mut translated, mut other) = (text.to_owned(), None);
    for (token, span) in tokens(text) {
        let Token::Move(word) = token else { continue };
        let english = language.english(word)?;
        if english != word && notation::is_foreign(word) {
            other.get_or_insert_with(|| span.clone());
        }
        translated.replace_range(span, &english);
    }
    Some((translated, other?))
}

/// Divides a movetext into tokens, each with its bytes.
pub fn tokens(text: &str) -> Tokens<'_> {
    tokens_within(text, 0)
}

/// The same for a text inside `depth` variations that were opened before it.
pub(super) fn tokens_within(text: &str, depth: usize) -> Tokens<'_> {
    Tokens { text, at: 0, depth, follows_move: false, spaces_pieces: false, endless: false }
}

/// The tokens of a movetext with their bytes.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Number of open parentheses.
    depth: usize,
    /// Only signs and comments have come since the last move.
    follows_move: bool,
    /// A move with a space behind its piece has been read, as `N f3`.
    spaces_pieces: bool,
    /// An unclosed comment was found: no `}` follows, so later ones are not searched for it either.
    endless: bool,
}

/// The length of a token at the beginning of a text, and the token.
type First<'a> = (usize, Token<'a>);

impl<'a> Tokens<'a> {
    /// Reads the first token; only its length if there is none, but gaps, or dots without a number (`... e5`).
    fn first(&mut self, rest: &'a str) -> (usize, Option<Token<'a>>) {
        let first = rest.chars().next().unwrap_or_default();
        let dots = dots_length(rest);
        if is_gap(first) || dots > 0 && result_at(rest).is_none() {
            return (dots.max(first.len_utf8()), None);
        }
        let (bytes, token) = match first {
            '{' => self.comment(rest),
            ';' => {
                let line = rest.split('\n').next().unwrap_or(rest);
                (line.len(), Token::Comment(&line[1..]))
            }
            '(' => match enclosed_sign(rest) {
                Some((bytes, nag)) => (bytes, Token::Nag(nag)),
                None => {
                    self.depth += 1;
                    (1, Token::Open)
                }
            },
            ')' if self.depth > 0 => {
                self.depth -= 1;
                (1, Token::Close)
            }
            ')' | '}' => (1, Token::Stray(first)),
            '[' => bracketed(rest),
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                let sign = &rest[..=digits];
                (sign.len(), sign[1..].parse().map_or(Token::UnknownSign(sign), Token::Nag))
            }
            _ => self.word(rest),
        };
        (bytes.max(first.len_utf8()), Some(token))
    }

    fn comment(&mut self, rest: &'a str) -> First<'a> {
        let end = if self.endless { None } else { rest.find('}') };
        if let Some(end) = end {
            return (end + 1, Token::Comment(&rest[1..end]));
        }
        self.endless = true;
        let line = rest.split('\n').next().unwrap_or(rest);
        (line.len(), Token::Unclosed(&line[1..]))
    }

    fn word(&mut self, rest: &'a str) -> First<'a> {
        if let Some((bytes, result)) = result_at(rest) {
            return (bytes, Token::Result(result));
        }
        if let Some(bytes) = spaced_castling(rest) {
            return (bytes, Token::Move(&rest[..bytes]));
        }
        // First of all, so that a word made of numbers is gone through once and not once for each of them.
        if !is_in_figures(rest)
            && let Some((bytes, number, black)) = number_length(rest)
        {
            return (bytes, Token::Number(number, black));
        }
        let word = &rest[..word_length(rest)];
        if let Some(bytes) = self.spaced_move(rest, word) {
            self.spaces_pieces = true;
            return (bytes, Token::Move(&rest[..bytes]));
        }
        if matches!(word, "--" | "null" | "Z0" | "0000" | "@@@@") {
            return (word.len(), Token::Pass);
        }
        if let Some(sign) = first_sign(word) {
            return sign;
        }
        // Marks after a move, with a check sign after them, are one token: `Qxf7!#`.
        let marked = up_to_marks(word);
        let bare = marked.trim_end_matches(MARKS);
        if bare.is_empty() {
            // `!!!.`: three marks are no known sign. The full stop is skipped.
            return (marked.len(), Token::UnknownSign(marked));
        }
        let bytes = first_of(bare);
        (bytes, Token::Move(&bare[..bytes]))
    }

    /// The length of a move with a space behind its piece, as books print it: `♘ f3`. After a move, `N` alone is a novelty.
    fn spaced_move(&self, rest: &str, piece: &str) -> Option<usize> {
        const PIECES: &str = "K Q R B ♔ ♕ ♖ ♗ ♘ ♚ ♛ ♜ ♝ ♞";
        let is_piece = match piece.trim_end_matches(notation::PRESENTATION) {
            "N" => self.spaces_pieces || !self.follows_move,
            piece => PIECES.split(' ').any(|known| known == piece),
        };
        let behind = rest[piece.len()..].trim_start_matches(BLANKS);
        let target = behind[..word_length(behind)].trim_end_matches(MARKS);
        let plain = target.trim_end_matches(['+', '#']);
        let is_target = is_piece
            && matches!(plain.len(), 2..=4)
            && notation::is_move_shaped(&format!("N{plain}"))
            && !plain.starts_with(|letter: char| letter.is_ascii_uppercase());
        is_target.then(|| rest.len() - behind.len() + target.len())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (Token<'a>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = &self.text[self.at..];
            let first = *rest.as_bytes().first()?;
            // Nearly all of a collection: numbers, and moves in plain SAN.
            let plain = match first {
                b'1'..=b'9' => plain_number(rest.as_bytes()),
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => {
                    plain_length(rest.as_bytes())
                        .map(|length| (length, Token::Move(&rest[..length])))
                }
                _ => None,
            };
            let (bytes, token) = match plain {
                Some((bytes, token)) => (bytes, Some(token)),
                None if matches!(first, b' ' | b'\n') => (1, None),
                None => self.first(rest),
            };
            let start = self.at;
            self.at += bytes;
            let Some(token) = token else { continue };
            self.follows_move = match token {
                Token::Move(_) | Token::Pass => true,
                Token::Number(..) | Token::Open | Token::Close | Token::Result(_) => false,
                _ => self.follows_move,
            };
            return Some((token, start..self.at));
        }
    }
}

fn bracketed(rest: &str) -> First<'_> {
    /// In bytes.
    const LONGEST: usize = 512;
    let rest = beginning(rest, LONGEST);
    // The value of a header may hold anything; a remark ends before a comment.
    let ends = |letter: char| "\"[]{}\n".contains(letter);
    let end = rest[1..].find(ends).map(|at| at + 1).and_then(|at| match rest.as_bytes()[at] {
        b'"' => rest.find("\"]").map(|at| at + 2),
        b']' => Some(at + 1),
        _ => None,
    });
    end.map_or((1, Token::Move("[")), |end| (end, Token::Bracketed(&rest[..end])))
}

/// Reads the first sign of a word that begins with signs, or with what the move before implies: `Qd1 +`, `exd6 e.p.`
fn first_sign(word: &str) -> Option<First<'_>> {
    if let Some((bytes, nag)) = sign(word).filter(|_| are_signs(word)) {
        return Some((bytes, Token::Nag(nag)));
    }
    let remark = match word {
        "e.p." | "e.p" | "ep" => word.len(),
        _ => word.len() - word.trim_start_matches(CHECK).len(),
    };
    if remark > 0 && are_signs(&word[remark..]) {
        return Some((remark, Token::Remark(&word[..remark])));
    }
    let is_sign = word.chars().all(|letter| "+#!?=±∓∞⩲⩱□‼⁇⁈⁉†‡".contains(letter));
    is_sign.then_some((word.len(), Token::UnknownSign(word)))
}

/// Marks that judge a move.
const MARKS: [char; 6] = ['!', '?', '‼', '⁇', '⁈', '⁉'];

/// Returns whether a character separates words: spaces, commas, and control characters that a terminal may leave.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || matches!(letter, ',' | '\u{FEFF}' | '\u{200B}')
}

/// The result at the beginning of a text, and its length in bytes. What goes on is another word (`0-1-0`, `1-0x`), unless it is
/// the number of a move.
pub(super) fn result_at(text: &str) -> Option<(usize, GameResult)> {
    let is_end = |rest: &str| {
        let goes_on = |letter: char| letter.is_alphanumeric() || "/-–—:".contains(letter);
        text.starts_with('*') || !rest.starts_with(goes_on) || begins_number(rest)
    };
    GameResult::at(text).filter(|(bytes, _)| is_end(&text[*bytes..]))
}

/// At most this many bytes of the beginning of a text.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rfind(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or(0)]
}

/// The figures at the beginning of a text, as far as a number may have them.
fn figures(text: &str) -> usize {
    const LONGEST: usize = 16;
    text.bytes().take(LONGEST).take_while(u8::is_ascii_digit).count()
}

/// Returns whether a text begins with a move number and its dots, or with the move that it numbers.
fn begins_number(text: &str) -> bool {
    let (digits, rest) = text.split_at(figures(text));
    (1..=3).contains(&digits.len()) && (dots_length(rest) > 0 || begins_move(rest))
}

/// The length of castling with spaces at the beginning of a text: `O - O`, `0 - 0 - 0`.
fn spaced_castling(text: &str) -> Option<usize> {
    let wing = |rest: &str| rest.strip_prefix(['0', 'O', 'o']).map(str::len);
    let next = |rest: usize| {
        let behind = text[text.len() - rest..].trim_start_matches(BLANKS);
        wing(behind.strip_prefix(DASHES)?.trim_start_matches(BLANKS))
    };
    let short = next(wing(text)?)?;
    let (castling, rest) = text.split_at(text.len() - next(short).unwrap_or(short));
    let goes_on = rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '-');
    (!goes_on && castling.contains(BLANKS)).then_some(castling.len())
}

/// Returns whether a text begins with a move in figures and not with a number: castling (`00`), UCI's null move, or a move of
/// correspondence players (`5254`).
fn is_in_figures(text: &str) -> bool {
    let word = &text[..figures(text)];
    let ends = |letter: char| is_gap(letter) || "{}();$+#!?‼⁇⁈⁉".contains(letter);
    text[word.len()..].chars().next().is_none_or(ends)
        && (matches!(word, "00" | "000" | "0000") || notation::coordinates_of(word).is_some())
}

/// Length in bytes of the first word: up to a gap or a sign that begins another token.
fn word_length(text: &str) -> usize {
    /// In bytes: moves that are all glued together are gone through once, and not once for each of them.
    const LONGEST: usize = 256;
    let text = beginning(text, LONGEST);
    let ends = |letter: char| is_gap(letter) || "{}();$[".contains(letter);
    let mut end = 0;
    loop {
        let start = end;
        end += text[end..].find(ends).unwrap_or(text.len() - end);
        // A promotion in parentheses belongs to its move: e8(Q).
        let promotes = text[start..end].ends_with(['1', '8'])
            && matches!(text.as_bytes()[end..], [b'(', piece, b')', ..] if b"QRBNqrbn".contains(&piece));
        if !promotes {
            return end;
        }
        end += 3;
    }
}

/// Signs and their numeric annotation glyphs: those of the standard, of the Informant, and of ChessBase and Scid.
static SIGNS: LazyLock<Vec<(&str, u16)>> = LazyLock::new(|| {
    const TABLE: &str = "1 ! 2 ? 3 !! ‼ 4 ?? ⁇ 5 !? ⁉ 6 ?! ⁈ 7 □ 10 = 13 ∞ ~ 14 +/= += ⩲ 15 =/+ =+ ⩱ 16 +/- ± 17 -/+ ∓ 18 +- \
        19 -+ 20 +-- 21 --+ 22 ⨀ ⊙ 26 ○ 32 ⟳ 36 ↑ 40 → 44 =/∞ =∞ 132 ⇆ 138 ⊕ 140 △ ∆ 142 ⌓ 145 RR 146 N TN 220 D";
    let (mut signs, mut nag) = (Vec::new(), 0);
    for word in TABLE.split(' ') {
        match word.parse() {
            Ok(number) => nag = number,
            Err(_) => signs.push((word, nag)),
        }
    }
    signs
});

/// The usual sign of a numeric annotation glyph.
pub fn sign_of(nag: u16) -> Option<&'static str> {
    SIGNS.iter().find(|(_, other)| *other == nag).map(|(sign, _)| *sign)
}

/// Marks of check and mate.
const CHECK: [char; 4] = ['+', '#', '†', '‡'];

/// The sign at the beginning of a text, as `!?` or `+-`: its length in bytes and its glyph. All `!` and `?` in a row are one
/// sign, so `!!!` is unknown.
fn sign(text: &str) -> Option<(usize, u16)> {
    let marks = text.len() - text.trim_start_matches(['!', '?']).len();
    let begins = SIGNS.iter().filter(|(sign, _)| text.starts_with(sign));
    let longest = begins.max_by_key(|(sign, _)| sign.len());
    longest.map(|&(sign, nag)| (sign.len(), nag)).filter(|&(bytes, _)| bytes >= marks)
}

/// Strips a check sign or full stop after marks: `Qxf7!` of `Qxf7!#`.
fn up_to_marks(word: &str) -> &str {
    let marked = word.trim_end_matches(['+', '#', '†', '‡', '.']);
    if marked.ends_with(MARKS) { marked } else { word }
}

/// Returns whether a text is only a few signs, with or without a check sign after them, up to its end, a result or a number.
fn are_signs(text: &str) -> bool {
    /// In bytes.
    const LONGEST: usize = 32;
    let mut text = up_to_marks(text);
    let end = text.len().saturating_sub(LONGEST);
    while let Some((bytes, _)) = sign(text)
        && text.len() > end
    {
        text = &text[bytes..];
    }
    text.is_empty() || begins_number(text) || result_at(text).is_some()
}

/// A sign in parentheses at the beginning of a text: `(D)`, `(!)`. `(=)` is an offer of a draw.
fn enclosed_sign(text: &str) -> Option<(usize, u16)> {
    let inside = text.strip_prefix('(')?;
    let (bytes, nag) = sign(inside)?;
    (inside[bytes..].starts_with(')') && !inside.starts_with("=)")).then_some((bytes + 2, nag))
}

/// The length of what comes first in a word: its move, if signs, a result, a number or another move are glued to that; what
/// stands before a move and is none; or all of it.
fn first_of(word: &str) -> usize {
    /// The longest move that has something glued to it, in bytes.
    const LONGEST: usize = 12;
    if is_move(word) {
        return word.len();
    }
    let cuts = word.char_indices().map(|(at, _)| at).skip(1).take_while(|&at| at <= LONGEST);
    let parts: Vec<(&str, &str)> = cuts.map(|at| word.split_at(at)).collect();
    // A figure, castling, a promotion, a check or a mark of taking en passant.
    let as_end = |c: char| c.is_ascii_digit() || c.is_alphabetic() || "+#†‡)".contains(c);
    // `bxa8N1-0` is a promotion, no novelty.
    let promotes = |bare: &str, rest: &str| {
        may_promote(bare) && rest.strip_prefix('=').unwrap_or(rest).starts_with('N')
    };
    let ends_before_signs = |&&(bare, rest): &&(&str, &str)| {
        bare.ends_with(as_end) && !promotes(bare, rest) && are_signs(rest) && is_move(bare)
    };
    let ends_before_other = |&&(bare, rest): &&(&str, &str)| {
        bare.ends_with(as_end) && is_move(bare) && is_no_part(rest)
    };
    let is_junk = |&&(junk, rest): &&(&str, &str)| {
        !junk.ends_with(char::is_alphanumeric) && (begins_move(rest) || begins_number(rest))
    };
    let mut parts = parts.iter();
    let first = parts.clone().find(ends_before_signs);
    let first = first.or_else(|| parts.clone().rev().find(ends_before_other));
    first.or_else(|| parts.find(is_junk)).map_or(word.len(), |(bare, _)| bare.len())
}

fn dots_length(text: &str) -> usize {
    text.len() - text.trim_start_matches(['.', '…']).len()
}

/// White's move number in front of its move: `12.Nf3`, `12. Nf3`.
fn plain_number(text: &[u8]) -> Option<First<'_>> {
    let digits = text.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let behind = text[digits..].strip_prefix(b".")?;
    let next = behind.strip_prefix(b" ").unwrap_or(behind).first()?;
    let number =
        text[..digits].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    next.is_ascii_alphabetic().then_some((digits + 1, Token::Number(number, false)))
}

/// The move number that a text begins with: its bytes, its value, and whether Black moves. A space may come before the dots: `1. ... e5`.
fn number_length(text: &str) -> Option<(usize, u32, bool)> {
    let digits = figures(text);
    let (number, rest) = text.split_at(digits);
    let number = number.parse().ok()?;
    let dots = dots_length(rest);
    let alone = rest.starts_with(|c: char| is_gap(c) || "{}();$".contains(c)) || rest.is_empty();
    let glued = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    if !(alone || dots > 0 || glued) {
        return None;
    }
    let are_blacks = |dots: &str| dots.chars().count() > 1 || dots.starts_with('…');
    let behind = rest[dots..].trim_start_matches(is_gap);
    let apart = dots_length(behind);
    if are_blacks(&behind[..apart]) {
        return Some((text.len() - behind.len() + apart, number, true));
    }
    Some((digits + dots, number, are_blacks(&rest[..dots])))
}

#[cfg(test)]
mod tests;
