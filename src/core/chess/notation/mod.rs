//! Moves as text: canonical output (here), lenient input (`read.rs`), also with the letters of other languages (`letters.rs`),
//! where a move ends in a text (`extent.rs`), and explanations of illegal moves (`explain.rs`).
//!
//! Inside the program castling is the king taking its own rook; only here does it become `O-O`, `e1g1` or `e1h1`.

mod explain;
pub(super) mod extent;
mod letters;
mod pattern;
mod plain;
mod read;

use std::fmt::Write as _;

use crate::chess::{CastlingSide, Color, Move, Piece, Position, Square};

pub use explain::{MoveError, NearMoves};
pub(super) use letters::{LANGUAGES, Language, is_foreign};
pub use letters::{is_move_shaped, parse_move};
pub(crate) use plain::read_plain;
pub(super) use read::coordinates_of;
pub use read::parse_uci;
pub(crate) use read::{PRESENTATION, parse_english, small_b};

/// A pass in movetext.
pub const PASS: &str = "--";

/// A legal move in standard algebraic notation, with as little disambiguation as will do and `+` or `#`.
///
/// ```
/// use quarterply_core::chess::{Position, parse_move, san, uci};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
/// let castles = parse_move(&position, "0-0-0").unwrap();
/// assert_eq!((san(&position, castles), uci(castles, false)), ("O-O-O".to_owned(), "e1c1".to_owned()));
/// assert_eq!(parse_move(&position, "e1c1"), Ok(castles));
/// ```
pub fn san(position: &Position, mv: Move) -> String {
    let mut text = unsigned_san(position, mv);
    let next = position.play(mv);
    if next.in_check() {
        text.push(if next.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// A line of legal moves in standard algebraic notation with move numbers.
///
/// ```
/// use quarterply_core::chess::{Position, line_san, parse_move};
///
/// let start: Position = "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1".parse()?;
/// let flees = parse_move(&start, "Kh7")?;
/// let mates = parse_move(&start.play(flees), "Qg7")?;
/// assert_eq!(line_san(&start, &[flees, mates]), "1...Kh7 2.Qg7#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn line_san(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut text = String::new();
    for (ply, &mv) in moves.iter().enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        if position.turn() == Color::White {
            let _ = write!(text, "{}.", position.fullmoves());
        } else if ply == 0 {
            let _ = write!(text, "{}...", position.fullmoves());
        }
        text.push_str(&san(&position, mv));
        position = position.play(mv);
    }
    text
}

/// Writes a legal move like [`san`], without `+` or `#`: in a list of candidates the sign would give the solution away.
pub fn unsigned_san(position: &Position, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    if mv.is_castle() {
        text.push_str(match side_of(mv) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        });
        return text;
    }
    let (from, to, piece) = (mv.from(), mv.to(), position.moved(mv));
    let takes = position.is_capture(mv);
    if piece == Piece::Pawn {
        if takes {
            text.push(from.file().letter());
        }
    } else {
        text.push(piece.letter());
        let (file, rank) = disambiguation(position, mv, piece);
        if file {
            text.push(from.file().letter());
        }
        if rank {
            text.push(from.rank().letter());
        }
    }
    if takes {
        text.push('x');
    }
    push_square(&mut text, to);
    if let Some(promoted) = mv.promoted() {
        text.push('=');
        text.push(promoted.letter());
    }
    text
}

/// Returns whether SAN has to name the file and the rank of the origin.
fn disambiguation(position: &Position, mv: Move, piece: Piece) -> (bool, bool) {
    if piece == Piece::King || !(position.colored_pieces(position.turn(), piece)).many() {
        return (false, false);
    }
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    for rival in position.moves() {
        let same_move = rival.to() == mv.to() && !rival.is_castle();
        if same_move && rival.from() != mv.from() && position.moved(rival) == piece {
            others = true;
            same_file |= rival.from().file() == mv.from().file();
            same_rank |= rival.from().rank() == mv.from().rank();
        }
    }
    (others && (!same_file || same_rank), others && same_file)
}

/// A move in the coordinates of UCI. Castling is `e1g1`, or, for Chess960, the king taking its rook: `e1h1`.
pub fn uci(mv: Move, chess960: bool) -> String {
    let mut text = String::with_capacity(5);
    push_square(&mut text, mv.from());
    let to = if mv.is_castle() && !chess960 {
        Square::at(side_of(mv).king_file(), mv.from().rank())
    } else {
        mv.to()
    };
    push_square(&mut text, to);
    if let Some(promoted) = mv.promoted() {
        text.push(promoted.letter().to_ascii_lowercase());
    }
    text
}

/// Strips a move number: `Nf3` of `12.Nf3`, `Nf6` of `12…Nf6`.
pub fn unnumbered(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = behind.trim_start_matches(['.', '…']);
    if bare.len() < behind.len() && behind.len() < text.len() { bare } else { text }
}

fn side_of(castle: Move) -> CastlingSide {
    CastlingSide::of(castle.from(), castle.to())
}

fn push_square(text: &mut String, square: Square) {
    // Writing to a String cannot fail.
    let _ = write!(text, "{square}");
}

#[cfg(test)]
mod tests;
