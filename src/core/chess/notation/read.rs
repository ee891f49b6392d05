//! Lenient parser of moves, as people and programs write them.
//!
//! `0-0` or `O-O`; `x`, `×`, `:` or nothing for a capture; `+ # ! ?` and `e.p.` ignored; `e8Q`, `e8=Q` or `e8(Q)`; `Ng1-f3`;
//! `♘f3` and `Sf3`; `g1f3` and `E7E8Q`; `fg` for the one capture of the f-pawn on the g-file; castling also as `e1g1` or `e1h1`.
//! A small letter may name a piece where it is unambiguous: `nf3` always, `bc4` only if no pawn of the b-file can take on c4.
//! Letters of other languages are translated in `letters.rs`. Illegal moves are explained in `explain.rs`; passing (`--`) is not
//! a move and is read in `movetext.rs`.

use super::explain::{self, MoveError, NearMoves};
use super::pattern::{MoveOrigin, Pattern};
use super::{side_of, unsigned_san};
use crate::chess::foreign::DASHES;
use crate::chess::{CastlingSide, File, Move, Piece, Position, Rank, Square};

/// No move is written with more letters than this, even with every decoration.
const LONGEST: usize = 24;

/// Reads a move with English letters of pieces.
pub(crate) fn parse_english(position: &Position, text: &str) -> Result<Move, MoveError> {
    let not_a_move = || MoveError::NotAMove(text.chars().take(LONGEST).collect());
    let bare = undecorated(text).ok_or_else(not_a_move)?;
    if let Some(side) = castling_side(&bare) {
        return position
            .moves()
            .filter(|mv| mv.is_castle())
            .find(|&mv| super::side_of(mv) == side)
            .ok_or_else(|| explain::castling(position, side));
    }
    if let Some((from, to)) = file_to_file(&bare) {
        let takes = |mv: &Move| mv.from().file() == from && mv.to().file() == to;
        let pawn = |mv: &Move| position.moved(*mv) == Piece::Pawn;
        let found: Vec<Move> = position.moves().filter(|mv| pawn(mv) && takes(mv)).collect();
        if found.is_empty() {
            return Err(not_a_move());
        }
        return choose(position, text, &found);
    }
    if let Some(coordinates) = coordinates_of(text) {
        return parse_uci(position, &coordinates);
    }
    let readings = readings(&bare).ok_or_else(not_a_move)?;
    let first = *readings.first().ok_or_else(not_a_move)?;
    for reading in readings {
        let found = candidates(position, reading);
        if !found.is_empty() {
            return choose(position, text, &found);
        }
    }
    Err(explain::pattern(position, text, first))
}

/// Returns whether a text has the form of a move with English letters, legal or not.
pub(super) fn is_english_shaped(text: &str) -> bool {
    undecorated(text).is_some_and(|bare| {
        castling_side(&bare).is_some()
            || readings(&bare).is_some_and(|found| !found.is_empty())
            || coordinates_of(text).is_some()
    })
}

/// A move in the figures of correspondence chess (ICCF) as coordinates: `5254` is e2e4, and a fifth figure promotes to queen,
/// rook, bishop or knight (`57581`).
pub(in crate::chess) fn coordinates_of(text: &str) -> Option<String> {
    let figures: Vec<u32> =
        text.chars().map(|letter| letter.to_digit(10)).collect::<Option<_>>()?;
    let (squares, piece) = match figures[..] {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, piece @ 1..=4] => ([a, b, c, d], Some(piece)),
        _ => return None,
    };
    if !squares.iter().all(|figure| (1..=8).contains(figure)) || squares[..2] == squares[2..] {
        return None;
    }
    let letter = |figure: u32| char::from(b'a' + figure as u8 - 1);
    let [a, b, c, d] = squares;
    let piece = piece.map(|piece| ["q", "r", "b", "n"][piece as usize - 1]);
    Some(format!("{}{b}{}{d}{}", letter(a), letter(c), piece.unwrap_or_default()))
}

/// Returns a note on a small `b` in a text that was read as `mv`, if it could be the pawn of the b-file or a bishop (`bc4`, `bxc3`)
/// or names a bishop.
pub(crate) fn small_b(position: &Position, text: &str, mv: Move) -> Option<String> {
    let bare: Vec<char> = undecorated(text)?.into_iter().filter(|&letter| letter != 'x').collect();
    let &['b', file, rank] = &bare[..] else { return None };
    let taken = unsigned_san(position, mv);
    match position.moved(mv) {
        Piece::Bishop => Some(format!("{text} was taken for the bishop's move {taken}")),
        Piece::Pawn => {
            let (piece, origin) = (Some(Piece::Bishop), MoveOrigin::default());
            let pattern = Pattern { piece, origin, to: square(file, rank)?, promotion: None };
            let other = unsigned_san(position, *candidates(position, pattern).first()?);
            Some(format!("{text} was taken for the pawn's move {taken}; the bishop's is {other}"))
        }
        _ => None,
    }
}

/// Reads a move in the coordinates of UCI.
///
/// ```
/// use quarterply_core::chess::{Position, notation::parse_uci, uci};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castles = parse_uci(&position, "e1g1")?;
/// assert_eq!(parse_uci(&position, "e1h1"), Ok(castles));
/// assert_eq!((uci(castles, false), uci(castles, true)), ("e1g1".to_owned(), "e1h1".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, MoveError> {
    let not_a_move = || MoveError::NotAMove(text.chars().take(LONGEST).collect());
    let letters: Vec<char> = text.chars().take(6).collect();
    let (from, to, promotion) = match letters[..] {
        [a, b, c, d] => (square(a, b), square(c, d), None),
        [a, b, c, d, piece] => {
            let piece = Some(piece).filter(|piece| !matches!(piece, 's' | 'S'));
            let promotion = piece.and_then(promotion_piece).ok_or_else(not_a_move)?;
            (square(a, b), square(c, d), Some(promotion))
        }
        _ => return Err(not_a_move()),
    };
    let (Some(from), Some(to)) = (from, to) else { return Err(not_a_move()) };
    let origin = MoveOrigin { file: Some(from.file()), rank: Some(from.rank()) };
    let pattern = Pattern { piece: None, origin, to, promotion };
    match candidates(position, pattern)[..] {
        [] => Err(explain::pattern(position, text, pattern)),
        ref found => choose(position, text, found),
    }
}

/// The one move that was found, or the error that there are several.
fn choose(position: &Position, text: &str, found: &[Move]) -> Result<Move, MoveError> {
    if let [only] = *found {
        return Ok(only);
    }
    let from = |mv: &Move| (mv.from(), mv.to());
    let fault = if found.iter().all(|mv| from(mv) == from(&found[0])) {
        "does not say what the pawn becomes"
    } else {
        "is ambiguous"
    };
    let near = Some(NearMoves::new(position, found, " or "));
    Err(MoveError::Refused { why: format!("\"{text}\" {fault}: "), near })
}

fn candidates(position: &Position, pattern: Pattern) -> Vec<Move> {
    let square = pattern.origin.square();
    let fits = |mv: Move| {
        if !pattern.origin.fits(mv.from()) {
            return false;
        }
        if mv.is_castle() {
            let king_to = Square::at(side_of(mv).king_file(), mv.from().rank());
            // One step of the king is one step of the king, in Chess960 too.
            let named =
                pattern.to == mv.to() || pattern.to == king_to && mv.from().distance(king_to) > 1;
            return named
                && square.is_some()
                && pattern.promotion.is_none()
                && pattern.piece.is_none_or(|piece| piece == Piece::King);
        }
        let piece = position.moved(mv);
        let right_piece = match pattern.piece {
            Some(wanted) => piece == wanted,
            None => square.is_some() || piece == Piece::Pawn,
        };
        right_piece
            && mv.to() == pattern.to
            && (pattern.promotion.is_none() || mv.promoted() == pattern.promotion)
    };
    position.moves().filter(|&mv| fits(mv)).collect()
}

/// Invisible characters behind a figurine, which choose between text and emoji.
pub(crate) const PRESENTATION: [char; 2] = ['\u{FE0E}', '\u{FE0F}'];

/// The text with figurines as letters and without check marks, comments on its worth, `e.p.`, a full stop, and the capture sign.
/// `None` if it cannot be a move.
fn undecorated(text: &str) -> Option<Vec<char>> {
    const MARKS: &[char] = &['.', '+', '#', '!', '?', '†', '‡', '‼', '⁇', '⁈', '⁉'];
    let text = text.trim();
    if text.chars().take(LONGEST + 1).count() > LONGEST {
        return None;
    }
    let mut text = text.trim_end_matches(MARKS).trim_end();
    for suffix in ["e.p.", "e.p", "ep"] {
        if let Some(rest) = text.strip_suffix(suffix) {
            text = rest.trim_end().trim_end_matches(MARKS);
            break;
        }
    }
    let letters = text.chars().map(|letter| match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        // Cyrillic letters that look like these: x, a, c, e.
        '×' | ':' | 'X' | '\u{445}' | '\u{425}' => 'x',
        '\u{430}' => 'a',
        '\u{441}' => 'c',
        '\u{435}' => 'e',
        other if DASHES.contains(&other) => '-',
        other => other,
    });
    let mut letters: Vec<char> = letters.filter(|letter| !PRESENTATION.contains(letter)).collect();
    // Books put a space behind the piece.
    if letters.first().is_some_and(|letter| "KQRBNP".contains(*letter)) {
        let gap = letters[1..].iter().take_while(|letter| letter.is_whitespace()).count();
        letters.drain(1..1 + gap);
    }
    Some(letters)
}

/// `O-O` and `O-O-O`, with letters, Latin or Cyrillic, or zeros.
fn castling_side(letters: &[char]) -> Option<CastlingSide> {
    let plain: String = letters
        .iter()
        .map(
            |&letter| {
                if matches!(letter, '0' | 'o' | '\u{41E}' | '\u{43E}') { 'O' } else { letter }
            },
        )
        .collect();
    match plain.as_str() {
        "O-O" | "OO" => Some(CastlingSide::King),
        "O-O-O" | "OOO" => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// The files of a pawn's capture that is written without ranks: `fg`, `fxg`.
fn file_to_file(letters: &[char]) -> Option<(File, File)> {
    let (from, to) = match *letters {
        [from, to] | [from, 'x', to] => (File::from_letter(from)?, File::from_letter(to)?),
        _ => return None,
    };
    (from.index().abs_diff(to.index()) == 1).then_some((from, to))
}

/// The kind of piece of a letter; `S` is the knight of problemists.
fn piece_of(letter: char) -> Option<Piece> {
    match letter {
        'S' | 's' => Some(Piece::Knight),
        _ => Piece::from_letter(letter),
    }
}

/// Possible patterns of a text without decorations, the likeliest first; `None` if it does not have the form of a move.
fn readings(letters: &[char]) -> Option<Vec<Pattern>> {
    // Allow one sign for "takes" or "to" anywhere; misprints such as `Bcx3` are in every collection.
    let is_sign = |letter: &char| matches!(letter, 'x' | '-');
    if letters.iter().filter(|letter| is_sign(letter)).count() > 1 {
        return None;
    }
    let letters: Vec<char> = letters.iter().copied().filter(|letter| !is_sign(letter)).collect();
    let (letters, promotion) = split_promotion(&letters)?;
    let (head, &[file, rank]) = letters.split_last_chunk::<2>()?;
    let to = square(file.to_ascii_lowercase(), rank)?;
    let mut readings = Vec::new();
    for (piece, origin) in heads(head, file.is_ascii_uppercase()) {
        let pattern = Pattern { piece, origin, to, promotion };
        if !readings.contains(&pattern) {
            readings.push(pattern);
        }
    }
    Some(readings)
}

/// Takes the promotion off the end: `=Q`, `(Q)`, `/Q`, or a letter behind a rank.
fn split_promotion(letters: &[char]) -> Option<(&[char], Option<Piece>)> {
    match letters {
        [rest @ .., '(', letter, ')'] | [rest @ .., '=' | '/', letter] => {
            Some((rest, Some(promotion_piece(*letter)?)))
        }
        [rest @ .., letter] if !letter.is_ascii_digit() => {
            rest.last().filter(|rank| rank.is_ascii_digit())?;
            Some((rest, Some(promotion_piece(*letter)?)))
        }
        _ => Some((letters, None)),
    }
}

/// Splits the text before the target square into piece, file and rank, in this order, each optional.
fn heads(head: &[char], capitals: bool) -> Vec<(Option<Piece>, MoveOrigin)> {
    let as_origin = || origin(head, capitals).map(|origin| (None, origin));
    let with_piece = |small: bool| {
        let (&letter, rest) = head.split_first()?;
        if letter.is_ascii_lowercase() != small {
            return None;
        }
        Some((Some(piece_of(letter)?), origin(rest, capitals)?))
    };
    // `B2B4` with capital squares is a pawn's move if it can be.
    let order = if capitals && head.len() == 2 {
        [as_origin(), with_piece(false), with_piece(true)]
    } else {
        [with_piece(false), as_origin(), with_piece(true)]
    };
    order.into_iter().flatten().collect()
}

/// A file, a rank, both or neither. A rank alone needs a piece before it, which the caller has taken off.
fn origin(letters: &[char], capitals: bool) -> Option<MoveOrigin> {
    let file_of = |letter: char| {
        File::from_letter(if capitals { letter.to_ascii_lowercase() } else { letter })
    };
    match *letters {
        [] => Some(MoveOrigin::default()),
        [one] => match (file_of(one), Rank::from_letter(one)) {
            (None, None) => None,
            (file, rank) => Some(MoveOrigin { file, rank }),
        },
        [file, rank] => {
            Some(MoveOrigin { file: Some(file_of(file)?), rank: Some(Rank::from_letter(rank)?) })
        }
        _ => None,
    }
}

fn square(file: char, rank: char) -> Option<Square> {
    Some(Square::at(File::from_letter(file)?, Rank::from_letter(rank)?))
}

fn promotion_piece(letter: char) -> Option<Piece> {
    piece_of(letter).filter(|piece| !matches!(piece, Piece::Pawn | Piece::King))
}
