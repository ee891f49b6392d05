//! `edit`: sets up a position piece by piece, the oldest way.
//!
//! `#` clears the board, `c` changes the colour, `Pa4` puts a piece, `xa4` removes one, `.` ends it. Kings and rooks on their
//! original squares have castling rights; the side to move stays.

use crate::chess::{Color, ColoredPiece, Piece, Placement, Position, Setup, Square};
use crate::shell::parse::setup::{self, SetUp};

/// Applies the lines to the board; names the invalid one.
pub(super) fn set_up(lines: &[String], board: &Position) -> Result<SetUp, String> {
    let (mut placement, mut color) = (*board.placement(), Color::White);
    for line in lines {
        match line.as_str() {
            "#" => placement = Placement::EMPTY,
            "c" => color = !color,
            line => placement = changed(&placement, line, color)?,
        }
    }
    let setup = Setup::new(placement, board.turn());
    let set_up = setup::of(&setup).map_err(|error| error.to_string())?;
    Ok(SetUp { forgets: true, ..set_up })
}

fn changed(placement: &Placement, line: &str, color: Color) -> Result<Placement, String> {
    let fault = || format!("\"{line}\" is no piece and square, such as Pa4");
    let letter = line.chars().next().ok_or_else(fault)?;
    let square = line.get(letter.len_utf8()..).and_then(|text| text.parse::<Square>().ok());
    let square = square.ok_or_else(fault)?;
    let rest = placement.without(square);
    if letter == 'x' {
        return Ok(rest);
    }
    let piece = Piece::from_letter(letter).filter(|_| letter.is_ascii_uppercase());
    Ok(rest.with(ColoredPiece { color, piece: piece.ok_or_else(fault)? }, square))
}
