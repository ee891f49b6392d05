//! `edit`: pieces put on the board one by one, the oldest way of setting up a position.
//!
//! `#` clears the board, `c` changes the colour, `Pa4` puts a piece, `xa4` takes one away, `.` ends it. Castling rights
//! are those of kings and rooks at home; the side to move stays.

use crate::chess::{Color, File, Position, Rank, Square};
use crate::shell::command::SetUp;
use crate::shell::parse::setup;

#[derive(Debug, Default)]
pub(super) struct Edit {
    /// The lines so far; they are read against the board at the end.
    pub(super) lines: Vec<String>,
}

impl Edit {
    /// Reads the lines; says which of them is wrong.
    pub(super) fn set_up(&self, board: &Position) -> Result<SetUp, String> {
        let mut squares: [Option<char>; 64] = [None; 64];
        for square in Square::ALL {
            squares[square.index()] = board.at(square).map(|piece| piece.letter());
        }
        let mut black = false;
        for line in &self.lines {
            match line.as_str() {
                "#" => squares = [None; 64],
                "c" => black = !black,
                line => put(line, black, &mut squares)?,
            }
        }
        let turn = if board.turn() == Color::White { 'w' } else { 'b' };
        let at = |square: Square| squares[square.index()];
        let fen = format!("{} {turn} {} - 0 1", placement(&at), castling(&at));
        let set_up = setup::any(&fen, 0).map_err(|error| error.to_string())?;
        Ok(SetUp { forgets: true, ..set_up })
    }
}

fn put(line: &str, black: bool, squares: &mut [Option<char>; 64]) -> Result<(), String> {
    let fault = || format!("\"{line}\" is no piece and square, such as Pa4");
    let piece = line.chars().next().ok_or_else(fault)?;
    let square: Square =
        line.get(piece.len_utf8()..).and_then(|text| text.parse().ok()).ok_or_else(fault)?;
    squares[square.index()] = match piece {
        'x' => None,
        'P' | 'N' | 'B' | 'R' | 'Q' | 'K' if black => Some(piece.to_ascii_lowercase()),
        'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => Some(piece),
        _ => return Err(fault()),
    };
    Ok(())
}

fn placement(at: &dyn Fn(Square) -> Option<char>) -> String {
    let rank = |rank: Rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in File::ALL {
            match at(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(piece);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    Rank::ALL.into_iter().rev().map(rank).collect::<Vec<String>>().join("/")
}

/// Every right that the places of kings and rooks allow.
fn castling(at: &dyn Fn(Square) -> Option<char>) -> String {
    let home = |file, rank, piece| at(Square::at(file, rank)) == Some(piece);
    let rights = [
        ('K', 'R', File::H, Rank::First),
        ('Q', 'R', File::A, Rank::First),
        ('k', 'r', File::H, Rank::Eighth),
        ('q', 'r', File::A, Rank::Eighth),
    ];
    let king = |right: char| if right.is_ascii_uppercase() { 'K' } else { 'k' };
    let held: String = rights
        .into_iter()
        .filter(|&(right, rook, file, rank)| {
            home(File::E, rank, king(right)) && home(file, rank, rook)
        })
        .map(|(right, ..)| right)
        .collect();
    if held.is_empty() { "-".to_owned() } else { held }
}
