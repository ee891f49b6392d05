//! The board of a problem in Popeye's input: pieces with their squares, Forsyth notation, the changes of twins, and the resulting
//! position.

use std::collections::BTreeMap;

use super::words::Language;
use crate::chess::{Color, ColoredPiece, File, Piece, Placement, Position, Rank, Setup, Square};

pub(super) type Board = BTreeMap<Square, ColoredPiece>;

/// Parses a sequence of squares, `a1b2`; may be empty.
pub(super) fn squares(text: &str) -> Option<Vec<Square>> {
    let two = |two: &[u8]| std::str::from_utf8(two).ok()?.to_ascii_lowercase().parse().ok();
    text.as_bytes().chunks(2).map(two).collect()
}

/// Parses a piece and its squares, `Pa2b2`. The squares may follow in the next word.
pub(super) fn men(word: &str, language: Language) -> Option<(Piece, Vec<Square>)> {
    let letter = word.chars().next()?;
    Some((language.piece(letter)?, squares(word.get(letter.len_utf8()..)?)?))
}

/// Parses Forsyth notation; ranks and squares may be missing at the end. One or two digits are a number of empty squares, which
/// may go over several ranks.
pub(super) fn forsyth(text: &str, language: Language) -> Result<Board, String> {
    let (mut board, mut at) = (Board::new(), 0_u32);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '/' => at = at.next_multiple_of(8),
            '0'..='9' => {
                let first = letter.to_digit(10).unwrap_or(0);
                let second = letters.next_if(char::is_ascii_digit).and_then(|two| two.to_digit(10));
                at += second.map_or(first, |second| 10 * first + second);
            }
            _ => {
                let piece =
                    language.piece(letter).ok_or(format!("\"{letter}\" is no orthodox piece"))?;
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                let square =
                    Square::ALL.get((at ^ 56) as usize).ok_or("Forsyth has too many squares")?;
                board.insert(*square, ColoredPiece { color, piece });
                at += 1;
            }
        }
    }
    Ok(board)
}

/// Moves every piece to the square given by `to`. Returns whether all stay on the board.
pub(super) fn carry(board: &mut Board, to: impl Fn(Square) -> Option<Square>) -> bool {
    let carried: Option<Board> = board.iter().map(|(&at, &man)| Some((to(at)?, man))).collect();
    let Some(carried) = carried else { return false };
    *board = carried;
    true
}

/// Returns the map of squares of a rotation or reflection: `90` rotates counterclockwise, `a1<-->h1` exchanges left and right.
/// `None` if unknown.
pub(super) fn transformed(name: &str) -> Option<fn(Square) -> Square> {
    fn at(file: usize, rank: usize) -> Square {
        Square::at(File::new(file as u8), Rank::new(rank as u8))
    }
    fn places(square: Square) -> (usize, usize) {
        (square.file().index(), square.rank().index())
    }
    Some(match name {
        "90" => |square| {
            let (file, rank) = places(square);
            at(7 - rank, file)
        },
        "180" => |square| square.flip().mirror(),
        "270" => |square| {
            let (file, rank) = places(square);
            at(rank, 7 - file)
        },
        "a1<-->h1" => Square::mirror,
        "a1<-->a8" => Square::flip,
        "a1<-->h8" => |square| {
            let (file, rank) = places(square);
            at(7 - rank, 7 - file)
        },
        "a8<-->h1" => |square| {
            let (file, rank) = places(square);
            at(rank, file)
        },
        _ => return None,
    })
}

/// Castling and en passant rights set by options.
#[derive(Clone, Default)]
pub(super) struct Rights {
    /// Squares of kings and rooks that may not castle.
    pub(super) no_castling: Vec<Square>,
    /// The squares of a double step: from, passed over, to; or only the passed one.
    pub(super) double_step: Option<Vec<Square>>,
}

impl Rights {
    /// Sets up a board. Kings and rooks on their home squares may castle, the convention of problems.
    pub(super) fn position(&self, board: &Board, turn: Color) -> Result<Position, String> {
        let put = |all: Placement, (&square, &man): (&Square, &ColoredPiece)| all.with(man, square);
        let mut setup = Setup::new(board.iter().fold(Placement::EMPTY, put), turn);
        let customary = setup.problem().map_err(|error| error.to_string())?;
        let mut claims = Setup::from(&customary).castling.unwrap_or_default();
        claims.retain(|letter| !self.no_castling.iter().any(|&at| is_needed(letter, at)));
        setup.castling = Some(claims);
        setup.en_passant = self.passed(board, turn)?;
        setup.problem().map_err(|error| error.to_string())
    }

    /// Returns the square that a pawn of the other side has just passed over.
    fn passed(&self, board: &Board, turn: Color) -> Result<Option<Square>, String> {
        let Some(squares) = &self.double_step else { return Ok(None) };
        let listed: Vec<String> = squares.iter().map(Square::to_string).collect();
        let listed = listed.concat();
        let passed = match squares[..] {
            [passed] | [_, passed, _] => passed,
            _ => {
                return Err(format!(
                    "the option EnPassant {listed} names no double step of a pawn"
                ));
            }
        };
        let mover = if passed.rank() == Rank::Third { Color::White } else { Color::Black };
        let pawn = ColoredPiece { color: mover, piece: Piece::Pawn };
        let ways = passed.forward(!mover).zip(passed.forward(mover));
        let fits = |(from, to): (Square, Square)| {
            passed.relative_rank(mover) == Rank::Third
                && (squares.len() == 1 || squares[..] == [from, passed, to])
                && board.get(&to) == Some(&pawn)
                && !board.contains_key(&passed)
                && !board.contains_key(&from)
        };
        if !ways.is_some_and(fits) {
            return Err(format!(
                "no pawn can just have moved as the option EnPassant {listed} says"
            ));
        }
        // In the other half of a duplex problem it was not the last move.
        Ok(Some(passed).filter(|_| mover != turn))
    }
}

/// Returns whether a castling right, by its letter, needs the king or rook of this square.
fn is_needed(letter: char, at: Square) -> bool {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let home = Rank::First.relative(color);
    let rook = if letter.eq_ignore_ascii_case(&'k') { File::H } else { File::A };
    at.rank() == home && (at.file() == File::E || at.file() == rook)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_turned_and_reflected() {
        let carried = |name: &str| transformed(name).unwrap()(Square::B1).to_string();
        let names = ["90", "180", "270", "a1<-->h1", "a1<-->a8", "a1<-->h8", "a8<-->h1"];
        assert_eq!(names.map(carried), ["h2", "g8", "a7", "g1", "b8", "h7", "a2"]);
        assert!(transformed("45").is_none());
    }

    #[test]
    fn two_digits_are_one_number() {
        let read = |text: &str| {
            let board = forsyth(text, Language::English).unwrap();
            Rights::default().position(&board, Color::White).unwrap().to_fen()
        };
        let expected = "kr6/pp6/8/8/1N6/8/8/7K w - - 0 1";
        for text in ["kr6/pp6/16/1S6/8/8/7K", "kr6pp22/1S29K", "kr6/pp6/08/8/1S6/8/8/7K"] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(read("kr6/pp6/1/6/1S6/8/8/7K"), expected, "two numbers");
        assert!(forsyth("99/k", Language::English).is_err());
    }

    #[test]
    fn rights_that_an_option_takes_away_are_gone() {
        let board = forsyth("r3k2r/8/8/8/8/8/8/R3K2R", Language::English).unwrap();
        let fen = |squares_of: &str| {
            let rights = Rights { no_castling: squares(squares_of).unwrap(), double_step: None };
            rights.position(&board, Color::White).unwrap().to_fen()
        };
        for (squares, castling) in [
            ("", "KQkq"),
            ("h1", "Qkq"),
            ("e8", "KQ"),
            ("a1h8", "Kq"),
            ("e1e8", "-"),
            ("d4", "KQkq"),
        ] {
            assert_eq!(fen(squares), format!("r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1"));
        }
    }

    #[test]
    fn a_double_step_is_named_by_one_square_or_three() {
        let board = forsyth("7k/8/8/Pp6/8/8/8/K7", Language::English).unwrap();
        let fen = |squares_of: &str, turn| {
            let double_step = squares(squares_of);
            let rights = Rights { double_step, ..Rights::default() };
            rights.position(&board, turn).map(|position| position.to_fen())
        };
        for step in ["b6", "b7b6b5"] {
            assert_eq!(fen(step, Color::White).unwrap(), "7k/8/8/Pp6/8/8/8/K7 w - b6 0 1");
        }
        assert_eq!(fen("b6", Color::Black).unwrap(), "7k/8/8/Pp6/8/8/8/K7 b - - 0 1");
        for wrong in ["c6", "b7b6", "b5", "b5b6b7", "b4"] {
            let why = fen(wrong, Color::White).unwrap_err();
            assert!(why.contains("EnPassant"), "{why}");
        }
    }
}
