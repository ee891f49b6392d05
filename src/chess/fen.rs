//! FEN text: lenient in, canonical out.
//!
//! Two to six fields are read, separated by spaces or `_`; castling as `KQkq` (X-FEN) or by files (Shredder-FEN) or
//! mixed. An error names the field by number and name and the bytes that are wrong, so that a caret can be drawn.
//! Whether the board that a FEN describes can be played from is for `setup.rs` to say.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::castling::Wing;
use super::color::Color;
use super::piece::ColoredPiece;
use super::placement::Placement;
use super::position::Position;
use super::setup::{CastlingClaim, CastlingRook, PositionError, Setup};
use super::square::{File, Rank, Square};

/// A larger number of moves or plies than this is a slip of the hand.
pub(super) const MAX_COUNT: u16 = 9_999;

/// The six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenField {
    Placement,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl FenField {
    /// 1 to 6.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            FenField::Placement => "placement",
            FenField::Turn => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::Halfmoves => "half-move clock",
            FenField::Fullmoves => "full-move number",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN field {} ({})", self.number(), self.name())
    }
}

/// What is wrong with a field of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenFault {
    /// The field is not there, and cannot be guessed.
    #[error("is missing")]
    Missing,
    /// Not eight ranks.
    #[error("has {0} ranks, and needs 8, separated by \"/\"")]
    Ranks(usize),
    /// A rank with more or fewer than eight squares.
    #[error("has {count} squares on rank {}, and needs 8", .rank.letter())]
    Squares {
        /// The rank.
        rank: Rank,
        /// How many squares it has.
        count: usize,
    },
    /// Neither a piece nor a number of empty squares.
    #[error("must be of pieces PNBRQK pnbrqk and digits 1–8, got \"{0}\"")]
    Piece(char),
    /// Neither `w` nor `b`.
    #[error("must be w or b, got \"{0}\"")]
    Turn(String),
    /// A letter that names no castling right.
    #[error("must be - or letters of KQkq, or of rook files A–H a–h, got \"{0}\"")]
    Castling(char),
    /// Not a square.
    #[error("must be - or a square such as e3, got \"{0}\"")]
    EnPassant(String),
    /// Not a number.
    #[error("must be a number, got \"{0}\"")]
    Number(String),
    /// A number nobody can mean.
    #[error("must be a number up to {MAX_COUNT}, got \"{0}\"")]
    Large(String),
    /// Something after the sixth field.
    #[error("is the last, but \"{0}\" follows it")]
    Extra(String),
}

/// A text that is no FEN: which field, where in the text, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} {fault}")]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The bytes of the text to point at; empty, at the end, if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub fault: FenFault,
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

/// A field of a text and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Word<'a> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Splits after `bytes` bytes.
    fn split(self, bytes: usize) -> (Word<'a>, Word<'a>) {
        let (left, right) = self.text.split_at(bytes);
        (Word { text: left, start: self.start }, Word { text: right, start: self.start + bytes })
    }

    fn fault(self, field: FenField, fault: FenFault) -> FenError {
        FenError { field, span: self.span(), fault }
    }
}

/// The words of a FEN: spaces and underscores stand between them. An en-passant dash that lost the space before the
/// half-move clock (`w - -1 12`, common in old test suites) is two words.
fn words(text: &str) -> Vec<Word<'_>> {
    let is_gap = |c: char| c.is_whitespace() || c.is_control() || c == '_';
    let mut words = Vec::new();
    for part in text.split(is_gap).filter(|part| !part.is_empty()) {
        // The part is a slice of the text: its place is the distance between their beginnings.
        let word = Word { text: part, start: part.as_ptr() as usize - text.as_ptr() as usize };
        match part.strip_prefix('-') {
            Some(rest) if words.len() == 3 && rest.starts_with(|c: char| c.is_ascii_digit()) => {
                let (dash, clock) = word.split(1);
                words.extend([dash, clock]);
            }
            _ => words.push(word),
        }
    }
    words
}

/// How many bytes at the beginning of a record are the fields of its FEN: four, and the two clocks if numbers follow.
pub(super) fn prefix_length(record: &str) -> usize {
    let fields = record.split(';').next().unwrap_or_default();
    let is_number = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
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
        let missing =
            |field| FenError { field, span: text.len()..text.len(), fault: FenFault::Missing };
        if let (Some(first), Some(last)) = (words.get(6), words.last()) {
            let span = first.start..last.span().end;
            let fault = FenFault::Extra(text[span.clone()].to_owned());
            return Err(FenError { field: FenField::Fullmoves, span, fault });
        }
        let placement = words.first().ok_or_else(|| missing(FenField::Placement))?;
        let turn = words.get(1).ok_or_else(|| missing(FenField::Turn));
        // A placement that is wrong in itself is the better thing to tell than the absence of what follows.
        let placement = parse_placement(*placement)?;
        let turn = turn?;
        Ok(Setup {
            placement,
            turn: match turn.text {
                "w" | "W" => Color::White,
                "b" | "B" => Color::Black,
                other => return Err(turn.fault(FenField::Turn, FenFault::Turn(other.to_owned()))),
            },
            castling: words.get(2).map(|&word| parse_castling(word)).transpose()?,
            en_passant: words.get(3).map_or(Ok(None), |&word| parse_en_passant(word))?,
            halfmoves: words
                .get(4)
                .map_or(Ok(0), |&word| parse_count(word, FenField::Halfmoves))?,
            fullmoves: words
                .get(5)
                .map_or(Ok(1), |&word| parse_count(word, FenField::Fullmoves))?
                .max(1),
        })
    }
}

fn parse_placement(word: Word<'_>) -> Result<Placement, FenError> {
    const FIELD: FenField = FenField::Placement;
    let mut placement = Placement::EMPTY;
    let count = word.text.split('/').count();
    let mut start = word.start;
    for (index, text) in word.text.split('/').enumerate() {
        let rank_word = Word { text, start };
        start += text.len() + 1;
        let rank = Rank::ALL.iter().rev().nth(index).copied();
        let mut squares = 0;
        for (at, letter) in text.char_indices() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                squares += empty as usize;
            } else if let Some(man) = ColoredPiece::from_letter(letter) {
                if let (Some(rank), Some(&file)) = (rank, File::ALL.get(squares)) {
                    placement.put(man.color, man.piece, Square::at(file, rank));
                }
                squares += 1;
            } else {
                let letter_word = rank_word.split(at).1.split(letter.len_utf8()).0;
                return Err(letter_word.fault(FIELD, FenFault::Piece(letter)));
            }
        }
        if let Some(rank) = rank
            && count == 8
            && squares != 8
        {
            return Err(rank_word.fault(FIELD, FenFault::Squares { rank, count: squares }));
        }
    }
    if count != 8 {
        return Err(word.fault(FIELD, FenFault::Ranks(count)));
    }
    Ok(placement)
}

fn parse_castling(word: Word<'_>) -> Result<Vec<CastlingClaim>, FenError> {
    let mut claims = Vec::new();
    if word.text == "-" {
        return Ok(claims);
    }
    for (at, letter) in word.text.char_indices() {
        match CastlingClaim::from_letter(letter) {
            Some(claim) if claims.contains(&claim) => {}
            Some(claim) => claims.push(claim),
            None => {
                let letter_word = word.split(at).1.split(letter.len_utf8()).0;
                return Err(letter_word.fault(FenField::Castling, FenFault::Castling(letter)));
            }
        }
    }
    Ok(claims)
}

fn parse_en_passant(word: Word<'_>) -> Result<Option<Square>, FenError> {
    if word.text == "-" {
        return Ok(None);
    }
    word.text
        .parse()
        .map(Some)
        .map_err(|_| word.fault(FenField::EnPassant, FenFault::EnPassant(word.text.to_owned())))
}

fn parse_count(word: Word<'_>, field: FenField) -> Result<u16, FenError> {
    if word.text.chars().any(|c| !c.is_ascii_digit()) {
        return Err(word.fault(field, FenFault::Number(word.text.to_owned())));
    }
    match word.text.parse() {
        Ok(count @ 0..=MAX_COUNT) => Ok(count),
        _ => Err(word.fault(field, FenFault::Large(word.text.to_owned()))),
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        Setup::parse(text)
    }
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
        match self.castling.as_deref() {
            None | Some([]) => f.write_char('-')?,
            Some(claims) => {
                for claim in claims {
                    f.write_char(claim.letter())?;
                }
            }
        }
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
    pub fn from_fen(text: &str) -> Result<Position, SetupError> {
        Ok(Position::try_from(Setup::parse(text)?)?)
    }

    /// The FEN. Castling rights are `KQkq` where that names the right rook and its file's letter otherwise (X-FEN); the
    /// en-passant square is given only if a legal capture lands there.
    pub fn to_fen(&self) -> String {
        Setup::from(self).to_string()
    }

    /// The FEN with castling rights by the files of the rooks: `HAha` (Shredder-FEN).
    pub fn to_shredder_fen(&self) -> String {
        let mut setup = Setup::from(self);
        let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
        let claims = rights.filter_map(|(color, wing)| {
            let file = self.castling().rook(color, wing)?;
            Some(CastlingClaim { color, rook: CastlingRook::On(file) })
        });
        setup.castling = Some(claims.collect());
        setup.to_string()
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
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn fen(text: &str) -> String {
        Position::from_fen(text).expect(text).to_fen()
    }

    fn fault(text: &str) -> (String, String) {
        let error = Setup::parse(text).expect_err(text);
        (error.to_string(), text[error.span].to_owned())
    }

    #[test]
    fn what_is_canonical_comes_back_unchanged() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            KIWIPETE,
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
            "8/8/8/k7/3pP3/8/8/4K3 b - e3 12 34",
            "4k2r/8/8/8/8/8/8/RR2K3 w Bk - 0 1",
        ] {
            assert_eq!(fen(text), text);
        }
        assert_eq!(Position::start().to_fen(), fen(&Position::start().to_fen()));
    }

    #[test]
    fn fields_may_be_missing_or_joined_by_underscores() {
        let board = KIWIPETE.split(' ').next().expect("a board");
        assert_eq!(fen(&format!("{board} w")), KIWIPETE);
        assert_eq!(fen(&format!("  {board}\tw KQkq ")), KIWIPETE);
        assert_eq!(fen(&KIWIPETE.replace(' ', "_")), KIWIPETE);
        assert_eq!(fen(&format!("{board} w KQkq - 0 0")), KIWIPETE);
        assert!(fen(&format!("{board} w KQkq -7 12")).ends_with(" - 7 12"));
    }

    #[test]
    fn castling_is_read_by_wing_and_by_file() {
        let board = "r3k2r/8/8/8/8/8/8/RR2K2R";
        assert_eq!(fen(&format!("{board} w HAha -")), format!("{board} w KQkq - 0 1"));
        assert_eq!(fen(&format!("{board} w Bkq -")), format!("{board} w Bkq - 0 1"));
        let position = Position::from_fen(&format!("{board} w KBk -")).expect("playable");
        assert_eq!(position.to_shredder_fen(), format!("{board} w HBh - 0 1"));
        assert!(position.is_chess960());
        let setup = Setup::parse("4k2r/8/8/8/8/8/8/R3K3 w KQkq -").expect("a FEN");
        assert_eq!(setup.warnings().len(), 2);
        assert_eq!(fen("4k2r/8/8/8/8/8/8/R3K3 w KQkq -"), "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
        // Nothing said: what standard chess allows, and no more.
        assert_eq!(fen("4k2r/8/8/8/8/8/8/1R3KR1 w"), "4k2r/8/8/8/8/8/8/1R3KR1 w k - 0 1");
    }

    #[test]
    fn an_en_passant_square_without_a_legal_capture_is_dropped() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3",
            "8/8/8/8/3pP3/8/8/4K2k b - e4",
            "8/8/8/8/3p4/8/8/4K2k b - e3",
        ] {
            assert!(fen(text).contains(" - 0 1"), "{text}");
        }
    }

    #[test]
    fn an_error_names_its_field_and_points_at_it() {
        let board = "4k3/8/8/8/8/8/8/4K3";
        let says = |text: &str, message: &str, at: &str| {
            assert_eq!(fault(text), (message.to_owned(), at.to_owned()));
        };
        says("", "FEN field 1 (placement) is missing", "");
        says(board, "FEN field 2 (side to move) is missing", "");
        says(
            "4k3/8/8/8/8/8/4K3 w",
            "FEN field 1 (placement) has 7 ranks, and needs 8, separated by \"/\"",
            "4k3/8/8/8/8/8/4K3",
        );
        says(
            "4k3/8/44p/8/8/8/8/4K3 w",
            "FEN field 1 (placement) has 9 squares on rank 6, and needs 8",
            "44p",
        );
        says(
            "4k3/8/8/3x4/8/8/8/4K3 w",
            "FEN field 1 (placement) must be of pieces PNBRQK pnbrqk and digits 1–8, got \"x\"",
            "x",
        );
        says(
            &format!("{board} white"),
            "FEN field 2 (side to move) must be w or b, got \"white\"",
            "white",
        );
        says(
            &format!("{board} w KZ"),
            "FEN field 3 (castling) must be - or letters of KQkq, or of rook files A–H a–h, got \"Z\"",
            "Z",
        );
        says(
            &format!("{board} w - e9"),
            "FEN field 4 (en passant) must be - or a square such as e3, got \"e9\"",
            "e9",
        );
        says(
            &format!("{board} w - - x 1"),
            "FEN field 5 (half-move clock) must be a number, got \"x\"",
            "x",
        );
        says(
            &format!("{board} w - - 0 123456789"),
            "FEN field 6 (full-move number) must be a number up to 9999, got \"123456789\"",
            "123456789",
        );
        says(
            &format!("{board} w - - 0 1 bm e4"),
            "FEN field 6 (full-move number) is the last, but \"bm e4\" follows it",
            "bm e4",
        );
    }
}
