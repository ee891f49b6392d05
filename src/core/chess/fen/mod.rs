//! FEN text: lenient in, canonical out.
//!
//! Two to six fields are read, separated by spaces or `_`; castling as `KQkq` (X-FEN), by files (Shredder-FEN) or mixed; knights
//! as `N`, or all of them as `S`, as problemists write. Texts have FENs in quotation marks, with the dashes of a word processor,
//! spaces around the slashes, `White to move`, a full stop behind, and counts of checks or pieces in hand. An error has the field and the byte range of the fault, so that a caret
//! can be drawn. Whether the board is playable is checked in `setup.rs`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::chess::foreign::DASHES;
use crate::chess::setup::PositionError;
use crate::chess::{Color, ColoredPiece, File, Placement, Position, Rank, Setup, Square};

/// The six fields of a FEN, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenField {
    Placement = 1,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 6] = [
            "placement",
            "side to move",
            "castling",
            "en passant",
            "half-move clock",
            "full-move number",
        ];
        let number = *self as usize;
        write!(f, "FEN field {number} ({})", NAMES[number - 1])
    }
}

/// A text that is no FEN: which field, where in the text, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} {why}")]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The bytes of the text to point at; empty, at the end, if something is missing.
    pub span: Range<usize>,
    /// The fault.
    pub(crate) why: String,
}

/// A FEN that cannot be read, or that describes a board that cannot be played from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The board cannot be played from.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl SetupError {
    /// The bytes of the text to point at, if the fault is one of writing.
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            SetupError::Fen(error) => Some(error.span.clone()),
            SetupError::Position(_) => None,
        }
    }
}

/// A field of a text, with its byte range.
#[derive(Clone, Copy)]
struct FieldText<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> FieldText<'a> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn split(self, bytes: usize) -> (FieldText<'a>, FieldText<'a>) {
        let (left, right) = self.text.split_at(bytes);
        (
            FieldText { text: left, start: self.start },
            FieldText { text: right, start: self.start + bytes },
        )
    }

    fn fault(self, field: FenField, why: String) -> FenError {
        FenError { field, span: self.span(), why }
    }
}

/// Returns whether a word is a dash, in any of its shapes.
fn is_dash(word: &str) -> bool {
    word.strip_prefix(DASHES) == Some("")
}

/// Returns whether a word counts checks or pieces in hand, as FICS and Lichess write: `161+0`, `3+3`, `+0+2`. No chess of two armies
/// needs it.
fn is_holdings(word: &str) -> bool {
    word.contains('+') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+')
}

/// Splits a FEN at spaces, underscores and marks around it. Spaces may be around the slashes of the board. An en-passant dash that
/// lost the space before the half-move clock (`w - -1 12`, common in old test suites) is two words.
fn words(text: &str) -> Vec<FieldText<'_>> {
    let is_gap = |c: char| c.is_whitespace() || c.is_control() || "_*\"'`()“”‘’|,".contains(c);
    let mut words: Vec<FieldText<'_>> = Vec::new();
    for part in text.split(is_gap) {
        // A FEN may end its sentence.
        let part = part.trim_end_matches('.');
        if part.is_empty() || words.len() > 3 && is_holdings(part) {
            continue;
        }
        // The part is a slice of the text: its place is the distance between their beginnings.
        let word = FieldText { text: part, start: part.as_ptr() as usize - text.as_ptr() as usize };
        if let [board] = &mut words[..]
            && (board.text.ends_with('/') || part.starts_with('/'))
            && board.text.matches('/').count() < 8
        {
            board.text = &text[board.start..word.span().end];
            continue;
        }
        let dash = part.chars().next().filter(|c| DASHES.contains(c));
        match dash.map(|dash| dash.len_utf8()) {
            Some(bytes)
                if words.len() == 3 && part[bytes..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                let (dash, clock) = word.split(bytes);
                words.extend([dash, clock]);
            }
            // The en-passant field is left out.
            _ if words.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit()) => {
                words.extend([FieldText { text: "-", ..word }, word]);
            }
            // `b to move`
            _ if words.len() == 2 && matches!(part, "to" | "move" | "moves" | "play" | "plays") => {
            }
            _ => words.push(word),
        }
    }
    words
}

/// Length in bytes of the FEN at the start of a record: four fields, and the two clocks if numbers follow.
pub(super) fn prefix_length(record: &str) -> usize {
    let fields = record.split(';').next().unwrap_or_default();
    let is_number = |word: &FieldText<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let mut count = 0;
    let prefix = words(fields).into_iter().take_while(|word| {
        count += 1;
        count <= 4 || count <= 6 && is_number(word)
    });
    prefix.last().map_or(0, |word| word.span().end)
}

impl Setup {
    /// Reads a FEN of two to six fields. Fields left out: see [`Setup::castling`]; no en passant; clocks 0 and 1.
    pub fn parse(text: &str) -> Result<Setup, FenError> {
        let words = words(text);
        let end = text.len()..text.len();
        let missing = |field| FenError { field, span: end.clone(), why: "is missing".to_owned() };
        if let (Some(first), Some(last)) = (words.get(6), words.last()) {
            let span = first.start..last.span().end;
            let why = format!("is the last, but \"{}\" follows it", &text[span.clone()]);
            return Err(FenError { field: FenField::Fullmoves, span, why });
        }
        let placement = words.first().ok_or_else(|| missing(FenField::Placement))?;
        let turn = words.get(1).ok_or_else(|| missing(FenField::Turn));
        // Report a faulty placement before missing fields.
        let placement = parse_placement(*placement)?;
        let turn = turn?;
        let count = |at: usize, field, usual| {
            words.get(at).map_or(Ok(usual), |&word| parse_count(word, field, usual))
        };
        Ok(Setup {
            placement,
            turn: match &*turn.text.to_lowercase() {
                "w" | "white" => Color::White,
                "b" | "black" => Color::Black,
                _ => {
                    let other = turn.text;
                    let why = format!("must be w or b, got \"{other}\"");
                    return Err(turn.fault(FenField::Turn, why));
                }
            },
            chess960: false,
            castling: words.get(2).map(|&word| parse_castling(word)).transpose()?,
            en_passant: words.get(3).map_or(Ok(None), |&word| parse_en_passant(word))?,
            halfmoves: count(4, FenField::Halfmoves, 0)?,
            fullmoves: count(5, FenField::Fullmoves, 1)?.max(1),
        })
    }
}

fn parse_placement(word: FieldText<'_>) -> Result<Placement, FenError> {
    const FIELD: FenField = FenField::Placement;
    let mut placement = Placement::EMPTY;
    // If `S` is the knight, `N` would be a nightrider, which is not a chess piece; and the `s` of `startpos` is not a knight.
    let has_knight_by_s = word
        .text
        .chars()
        .all(|letter| letter.is_ascii_digit() || " /PSBRQKpsbrqk".contains(letter));
    let in_english = |letter| match letter {
        'S' if has_knight_by_s => 'N',
        's' if has_knight_by_s => 'n',
        other => other,
    };
    let ranks = word.text.strip_suffix('/').unwrap_or(word.text);
    let count = ranks.split('/').count();
    for (index, text) in ranks.split('/').enumerate() {
        let text = text.trim();
        let start = word.start + (text.as_ptr() as usize - word.text.as_ptr() as usize);
        let rank_word = FieldText { text, start };
        let rank = Rank::ALL.iter().rev().nth(index).copied();
        let mut squares = 0;
        for (at, letter) in text.char_indices() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                squares += empty as usize;
            } else if let Some(man) = ColoredPiece::from_letter(in_english(letter)) {
                if let (Some(rank), Some(&file)) = (rank, File::ALL.get(squares)) {
                    placement.put(man.color, man.piece, Square::at(file, rank));
                }
                squares += 1;
            } else {
                let letter_word = rank_word.split(at).1.split(letter.len_utf8()).0;
                let why =
                    format!("must be of pieces PNBRQK pnbrqk and digits 1–8, got \"{letter}\"");
                return Err(letter_word.fault(FIELD, why));
            }
        }
        if let Some(rank) = rank
            && count == 8
            && squares != 8
        {
            let why = format!("has {squares} squares on rank {}, and needs 8", rank.letter());
            return Err(rank_word.fault(FIELD, why));
        }
    }
    if count != 8 {
        let why = format!("has {count} ranks, and needs 8, separated by \"/\"");
        return Err(word.fault(FIELD, why));
    }
    Ok(placement)
}

fn parse_castling(word: FieldText<'_>) -> Result<String, FenError> {
    let mut claims = String::new();
    if is_dash(word.text) {
        return Ok(claims);
    }
    for (at, letter) in word.text.char_indices() {
        if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
            let letter_word = word.split(at).1.split(letter.len_utf8()).0;
            let why =
                format!("must be - or letters of KQkq, or of rook files A–H a–h, got \"{letter}\"");
            return Err(letter_word.fault(FenField::Castling, why));
        }
        if !claims.contains(letter) {
            claims.push(letter);
        }
    }
    Ok(claims)
}

fn parse_en_passant(word: FieldText<'_>) -> Result<Option<Square>, FenError> {
    if is_dash(word.text) {
        return Ok(None);
    }
    let wrong = || format!("must be - or a square such as e3, got \"{}\"", word.text);
    word.text.parse().map(Some).map_err(|_| word.fault(FenField::EnPassant, wrong()))
}

/// Parses a clock; a dash means unknown.
fn parse_count(word: FieldText<'_>, field: FenField, unknown: u16) -> Result<u16, FenError> {
    if is_dash(word.text) {
        return Ok(unknown);
    }
    if word.text.chars().any(|c| !c.is_ascii_digit()) {
        return Err(word.fault(field, format!("must be a number, got \"{}\"", word.text)));
    }
    word.text.parse().map_err(|_| {
        word.fault(field, format!("must be a number up to {}, got \"{}\"", u16::MAX, word.text))
    })
}

/// The six fields of a FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_epd(f)?;
        write!(f, " {} {}", self.halfmoves, self.fullmoves)
    }
}

impl Setup {
    /// The first four fields, which FEN and EPD share.
    pub(super) fn write_epd(&self, f: &mut impl fmt::Write) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            if rank != Rank::Eighth {
                f.write_char('/')?;
            }
            write_rank(&self.placement, rank, f)?;
        }
        write!(f, " {} ", self.turn.letter())?;
        let castling = self.castling.as_deref().unwrap_or_default();
        f.write_str(if castling.is_empty() { "-" } else { castling })?;
        match self.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }
}

fn write_rank(placement: &Placement, rank: Rank, f: &mut impl fmt::Write) -> fmt::Result {
    let mut empty = 0;
    for file in File::ALL {
        match placement.at(Square::at(file, rank)) {
            None => empty += 1,
            Some(man) => {
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                f.write_char(man.letter())?;
                empty = 0;
            }
        }
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl Position {
    /// Reads a FEN of two to six fields, as [`Setup::parse`] does, and insists that it can be played from.
    ///
    /// ```
    /// use quarterply_core::chess::Position;
    ///
    /// let position = Position::from_fen("8/8/8/4k3/8/8/4P3/4K3 w").unwrap();
    /// assert_eq!(position.to_fen(), "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    ///
    /// let refused = Position::from_fen("8/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap_err();
    /// assert!(refused.to_string().contains("king"), "it says what is wrong: {refused}");
    /// ```
    pub fn from_fen(text: &str) -> Result<Position, SetupError> {
        Ok(Position::try_from(&Setup::parse(text)?)?)
    }

    /// The FEN. Castling rights are `KQkq` where that names the right rook and its file's letter otherwise (X-FEN); the
    /// en-passant square is given only if a legal capture lands there.
    pub fn to_fen(&self) -> String {
        Setup::from(self).to_string()
    }
}

/// The FEN, as [`Position::to_fen`] writes it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

impl FromStr for Position {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Position, SetupError> {
        Position::from_fen(text)
    }
}

#[cfg(test)]
mod tests;
