//! Movetext: moves as written in a game's record, or as pasted.
//!
//! Splits a text into numbers, moves, comments, variations, glyphs and results, in linear time. The text of one move is read in
//! `notation`, that of a game in `pgn/annotated.rs`.

use std::ops::Range;

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

/// A move number that differs from the position's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misnumbered {
    /// The bytes of the number.
    pub(crate) span: Range<usize>,
    /// The number given.
    pub given: u32,
    /// The number of the move that was played there.
    pub actual: u32,
}

/// Returns whether a text begins with White's first move by its number: `1. e4`.
pub fn begins_game(text: &str) -> bool {
    matches!(tokens(text).next(), Some(Ok((Token::Number(1, false), _))))
}

/// Returns whether a text has the form of movetext with at least one move, legal or not.
pub fn is_movetext(text: &str) -> bool {
    let (mut steps, mut depth) = (0, 0_usize);
    for token in tokens(text) {
        match token {
            Ok((Token::Open, _)) => depth += 1,
            Ok((Token::Close, _)) => depth -= 1,
            Ok(_) if depth > 0 => {}
            Ok((Token::Stray(_) | Token::Unclosed(_), _)) => return false,
            Ok((Token::Move(text), _)) if !notation::is_move_shaped(text) => return false,
            Ok((Token::Move(_) | Token::Pass, _)) => steps += 1,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    steps > 0
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
pub fn tokens(text: &str) -> impl Iterator<Item = Found<'_>> {
    Tokens {
        text,
        at: 0,
        open: Vec::new(),
        follows_move: false,
        spaces_pieces: false,
        endless: false,
    }
}

/// The tokens of a movetext; ends after the first fault.
#[derive(Clone, Debug)]
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Offsets of the open parentheses.
    open: Vec<usize>,
    /// Only signs and comments have come since the last move.
    follows_move: bool,
    /// A move with a space behind its piece has been read, as `N f3`.
    spaces_pieces: bool,
    /// An unclosed comment was found: no `}` follows, so later ones are not searched for it either.
    endless: bool,
}

pub(super) type Found<'a> = Result<(Token<'a>, Range<usize>), (MoveError, Range<usize>)>;

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, bytes: usize, token: impl FnOnce(&'a str) -> Token<'a>) -> Found<'a> {
        // A token has at least one character, so every text ends.
        let least = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = self.at..self.at + bytes.max(least);
        self.at = span.end;
        let token = token(&self.text[span.clone()]);
        match token {
            Token::Move(_) | Token::Pass => self.follows_move = true,
            Token::Number(..) | Token::Open | Token::Close | Token::Result(_) => {
                self.follows_move = false;
            }
            _ => {}
        }
        Ok((token, span))
    }

    /// The length of a move with a space behind its piece, as books print it: `♘ f3`. After a move, `N` alone is a novelty.
    fn spaced_move(&self, piece: &str) -> Option<usize> {
        let is_piece = match piece.trim_end_matches(notation::PRESENTATION) {
            "N" => self.spaces_pieces || !self.follows_move,
            piece => ["K", "Q", "R", "B", "♔", "♕", "♖", "♗", "♘", "♚", "♛", "♜", "♝", "♞"]
                .contains(&piece),
        };
        if !is_piece {
            return None;
        }
        let rest = self.rest();
        let behind = rest[word_length(rest)..].trim_start_matches([' ', '\t', '\u{A0}']);
        let target = &behind[..word_length(behind)];
        let target = target.trim_end_matches(MARKS);
        let plain = target.trim_end_matches(['+', '#']);
        let is_target = matches!(plain.len(), 2..=4)
            && notation::is_move_shaped(&format!("N{plain}"))
            && !plain.starts_with(|letter: char| letter.is_ascii_uppercase());
        is_target.then(|| rest.len() - behind.len() + target.len())
    }

    fn comment(&mut self) -> Found<'a> {
        let end = if self.endless { None } else { self.rest().find('}') };
        match end {
            Some(end) => self.take(end + 1, |text| Token::Comment(&text[1..end])),
            None => {
                self.endless = true;
                let end = self.rest().find('\n').unwrap_or(self.rest().len());
                self.take(end, |text| Token::Unclosed(&text[1..]))
            }
        }
    }

    fn word(&mut self) -> Found<'a> {
        if let Some((text, result)) = spaced_result(self.rest()) {
            return self.take(text.len(), |_| Token::Result(result));
        }
        // First of all, so that a word made of numbers is gone through once and not once for each of them.
        if !castles_in_zeros(self.rest())
            && !is_numeric(self.rest())
            && !self.rest().starts_with("0000")
            && let Some((bytes, number, black)) = number_length(self.rest())
        {
            return self.take(bytes, |_| Token::Number(number, black));
        }
        let word = &self.rest()[..word_length(self.rest())];
        /// Longer words are no results.
        const LONGEST_RESULT: usize = 16;
        if word.len() <= LONGEST_RESULT
            && let Some(result) = GameResult::from_text(word)
        {
            return self.take(word.len(), |_| Token::Result(result));
        }
        if let Some(bytes) = self.spaced_move(word) {
            self.spaces_pieces = true;
            return self.take(bytes, Token::Move);
        }
        if matches!(word, "--" | "null" | "Z0" | "0000" | "@@@@") {
            return self.take(word.len(), |_| Token::Pass);
        }
        if let Some(found) = self.signs(word) {
            return found;
        }
        // Marks after a move, with a check sign after them, are one token: `Qxf7!#`.
        let marked = up_to_marks(word);
        let bare = marked.trim_end_matches(MARKS);
        if bare.is_empty() {
            // `!!!.`: three marks are no known sign. The full stop is skipped.
            return self.take(marked.len(), Token::UnknownSign);
        }
        self.take(glued(bare).unwrap_or(bare.len()), Token::Move)
    }

    /// Takes the first sign of a word that consists of signs.
    fn signs(&mut self, word: &'a str) -> Option<Found<'a>> {
        if word == "D" {
            return Some(self.take(1, |_| Token::Nag(DIAGRAM)));
        }
        if let Some((bytes, nag)) = sign(word).filter(|_| is_signs(word)) {
            return Some(self.take(bytes, |_| Token::Nag(nag)));
        }
        if is_remark(word) {
            return Some(self.take(word.len(), Token::Remark));
        }
        let check = word.len() - word.trim_start_matches(CHECK).len();
        if check > 0 && is_signs(&word[check..]) {
            return Some(self.take(check, Token::Remark));
        }
        let is_sign = word.chars().all(|letter| "+#!?=±∓∞⩲⩱□‼⁇⁈⁉†‡".contains(letter));
        is_sign.then(|| self.take(word.len(), Token::UnknownSign))
    }

    /// The token at the end: an unclosed variation, or none.
    fn end(&mut self) -> Option<Found<'a>> {
        let start = self.open.pop()?;
        self.open.clear();
        let fault = MoveError::refused("the variation is not closed with \")\"".to_owned());
        Some(Err((fault, start..start + 1)))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return self.end() };
            let dots = dots_length(rest);
            return Some(match first {
                _ if is_gap(first) => {
                    self.at += first.len_utf8();
                    continue;
                }
                // Dots without a number: `... e5`.
                _ if dots > 0 => {
                    self.at += dots;
                    continue;
                }
                '{' => self.comment(),
                ';' => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    self.take(end, |text| Token::Comment(&text[1..]))
                }
                '(' => match enclosed_sign(rest) {
                    Some((bytes, nag)) => self.take(bytes, |_| Token::Nag(nag)),
                    None => {
                        self.open.push(self.at);
                        self.take(1, |_| Token::Open)
                    }
                },
                ')' if self.open.pop().is_some() => self.take(1, |_| Token::Close),
                ')' | '}' => self.take(1, |_| Token::Stray(first)),
                '$' => {
                    let digits = rest[1..].find(|c: char| !c.is_ascii_digit());
                    let nag = |text: &'a str| match text[1..].parse() {
                        Ok(number) => Token::Nag(number),
                        Err(_) => Token::UnknownSign(text),
                    };
                    self.take(digits.map_or(rest.len(), |digits| digits + 1), nag)
                }
                _ => self.word(),
            });
        }
    }
}

/// Marks that judge a move.
const MARKS: [char; 6] = ['!', '?', '‼', '⁇', '⁈', '⁉'];

/// Returns whether a character separates words: spaces, commas, and control characters that a terminal may leave.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || matches!(letter, ',' | '\u{FEFF}' | '\u{200B}')
}

/// Results with spaces around the dash.
const SPACED_RESULTS: [(&str, GameResult); 4] = [
    ("1 - 0", GameResult::WhiteWins),
    ("0 - 1", GameResult::BlackWins),
    ("1/2 - 1/2", GameResult::Draw),
    ("½ - ½", GameResult::Draw),
];

/// Parses a result with spaces at the start of a text.
fn spaced_result(text: &str) -> Option<(&str, GameResult)> {
    let ends = |rest: &str| rest.starts_with(|c: char| is_gap(c) || "{(;[".contains(c));
    let begins = |(result, _): &(&str, GameResult)| {
        text.strip_prefix(result).is_some_and(|rest| rest.is_empty() || ends(rest))
    };
    SPACED_RESULTS.into_iter().find(begins)
}

/// Parses the result at the end of a text, from its last characters alone.
pub(super) fn last_result(text: &str) -> Option<GameResult> {
    /// The longest result, in characters.
    const LONGEST: usize = 9;
    let text = text.trim_end();
    let letters = text.char_indices().rev().take(LONGEST + 1);
    let (start, _) = letters.take_while(|(_, letter)| !letter.is_whitespace()).last()?;
    GameResult::from_text(&text[start..]).or_else(|| {
        let spaced = SPACED_RESULTS.into_iter().find(|(result, _)| text.ends_with(result));
        spaced.map(|(_, result)| result)
    })
}

/// Returns whether a text begins with castling in zeros without dashes (`00`, `000+`), which is not a move number.
fn castles_in_zeros(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("000").or_else(|| text.strip_prefix("00")) else {
        return false;
    };
    let ends = |letter: char| is_gap(letter) || "{}();$+#!?‼⁇⁈⁉".contains(letter);
    rest.chars().next().is_none_or(ends)
}

/// Returns whether a text begins with a move in figures, as correspondence players write it (`5254`), or with UCI's null move.
fn is_numeric(text: &str) -> bool {
    let word = &text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())];
    let ends = |letter: char| is_gap(letter) || "{}();$!?+#".contains(letter);
    let ended = text[word.len()..].chars().next().is_none_or(ends);
    ended && (word == "0000" || notation::coordinates_of(word).is_some())
}

/// Length in bytes of the first word: up to a gap or a sign that begins another token.
fn word_length(text: &str) -> usize {
    let ends = |letter: char| is_gap(letter) || matches!(letter, '{' | '}' | '(' | ')' | ';' | '$');
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
const SIGNS: [(&str, u16); 44] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("+/=", 14),
    ("+=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("+--", 20),
    ("--+", 21),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=/∞", 44),
    ("=∞", 44),
    ("⇆", 132),
    ("⊕", 138),
    ("△", 140),
    ("∆", 140),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
];

/// The glyph for a diagram.
const DIAGRAM: u16 = 220;

/// Marks of check and mate.
const CHECK: [char; 4] = ['+', '#', '†', '‡'];

/// The sign at the beginning of a text, as `!?` or `+-`: its length in bytes and its glyph. All `!` and `?` in a row are one
/// sign, so `!!!` is unknown.
fn sign(text: &str) -> Option<(usize, u16)> {
    let marks = text.len() - text.trim_start_matches(['!', '?']).len();
    let begins = |(sign, _): &&(&str, u16)| text.starts_with(sign);
    let longest = SIGNS.iter().filter(begins).max_by_key(|(sign, _)| sign.len());
    longest.map(|&(sign, nag)| (sign.len(), nag)).filter(|&(bytes, _)| bytes >= marks)
}

/// Strips a check sign or full stop after marks: `Qxf7!` of `Qxf7!#`.
fn up_to_marks(word: &str) -> &str {
    let marked = word.trim_end_matches(['+', '#', '†', '‡', '.']);
    if marked.ends_with(MARKS) { marked } else { word }
}

/// Returns whether a text is only a few signs, with or without a check sign after them.
fn is_signs(text: &str) -> bool {
    /// In bytes.
    const LONGEST: usize = 32;
    if text.len() > LONGEST {
        return false;
    }
    let mut text = up_to_marks(text);
    while let Some((bytes, _)) = sign(text) {
        text = &text[bytes..];
    }
    text.is_empty()
}

/// A sign in parentheses at the beginning of a text: `(D)`, `(!)`. `(=)` is an offer of a draw.
fn enclosed_sign(text: &str) -> Option<(usize, u16)> {
    let inside = text.strip_prefix('(')?;
    if let Some(rest) = inside.strip_prefix('D') {
        return rest.starts_with(')').then_some((3, DIAGRAM));
    }
    let (bytes, nag) = sign(inside)?;
    (inside[bytes..].starts_with(')') && !inside.starts_with("=)")).then_some((bytes + 2, nag))
}

/// The length of the move in a word that ends in signs: `Nf3+-`, `Nf3=`, `Nf3N`, `Nf3!±`.
fn glued(word: &str) -> Option<usize> {
    /// The longest move in any notation, in bytes.
    const LONGEST: usize = 24;
    let may_promote = |bare: &str| bare.ends_with(['1', '8']) && !begins_with_piece(bare);
    // `N` after a move that is no promotion marks a novelty.
    let is_novelty =
        word.strip_suffix('N').is_some_and(|bare| !may_promote(bare) && !bare.ends_with('='));
    if notation::is_move_shaped(word) && !is_novelty {
        return None;
    }
    let promotes = |bare: &str, signs: &str| {
        may_promote(bare) && signs.strip_prefix('=').unwrap_or(signs).starts_with('N')
    };
    let mut ends = word.char_indices().map(|(at, _)| at).take_while(|&at| at <= LONGEST).skip(1);
    ends.find(|&at| {
        let (bare, signs) = word.split_at(at);
        !promotes(bare, signs) && is_signs(signs) && notation::is_move_shaped(bare)
    })
}

/// Returns whether a move begins with a piece letter. `B` before a digit may be the b-file in capitals.
fn begins_with_piece(word: &str) -> bool {
    word.starts_with(|letter: char| "NKQRSnkqrs♔♕♖♗♘♚♛♜♝♞".contains(letter))
        || word
            .strip_prefix('B')
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns whether a word only repeats what the move before implies, as in `Qd1 +` or `exd6 e.p.`
fn is_remark(word: &str) -> bool {
    matches!(word, "e.p." | "e.p" | "ep") || word.chars().all(|letter| CHECK.contains(&letter))
}

fn dots_length(text: &str) -> usize {
    text.len() - text.trim_start_matches(['.', '…']).len()
}

/// The move number that a text begins with: its bytes, its value, and whether Black moves. A space may come before the dots: `1. ... e5`.
fn number_length(text: &str) -> Option<(usize, u32, bool)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
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
