//! Expositor's *quick* form of a position: forty characters a line, each worth 0 to 63.
//!
//! | characters | what |
//! |---|---|
//! | 0–2 | sixteen bits of centipawns (White's view, lowest first), and above them the result: 1 Black won, 2 draw, 3 White won, 0 none |
//! | 3 | castling rights K, Q, k, q from the lowest bit, and 16 if Black moves |
//! | 4–19 | squares of White's king, queen, rooks, bishops, knights, pawns (1, 1, 2, 2, 2, 8); `:` for none |
//! | 20–35 | the same of Black |
//! | 36–39 | two more men that promotions made, each as a piece and a square |
//!
//! There is no en passant, no clock and no move number. The source is a description by Expositor, not its files; what it leaves
//! open is decided here: digits, capitals, small letters, `&`, `$` are 0 to 63; a square counts from a1, file by file; the piece
//! of a further man is 0 to 5 from king to pawn, and 8 more for Black.

use anyhow::{Context, bail, ensure};

use super::{MOST_MEN, TrainingPosition, UNPLAYED};
use quarterply::chess::{Color, ColoredPiece, Piece, Square};

pub const QUICK: usize = 40;

const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz&$";
const NONE: u8 = b':';

/// Number of places for each piece, in their order.
const PLACES: [(Piece, usize); 6] = [
    (Piece::King, 1),
    (Piece::Queen, 1),
    (Piece::Rook, 2),
    (Piece::Bishop, 2),
    (Piece::Knight, 2),
    (Piece::Pawn, 8),
];

const NO_POSITION: &str = "its men are no position";

/// Returns the forty characters of a position; `None` if more than two pieces exceed their places.
pub fn to_quick(position: &TrainingPosition) -> Option<String> {
    let mut text = vec![NONE; QUICK];
    let score = u32::from(position.centipawns as u16)
        | u32::from(position.halves().map_or(0, |halves| halves + 1)) << 16;
    for (at, digit) in text[..3].iter_mut().enumerate() {
        *digit = DIGITS[(score >> (6 * at) & 63) as usize];
    }
    text[3] = DIGITS[usize::from(position.castling) | position.turn.index() << 4];
    let mut further = 36;
    for (square, man) in position.men() {
        let places = places(man);
        match places.into_iter().find(|&at| text[at] == NONE) {
            Some(at) => text[at] = DIGITS[square.index()],
            None => {
                let (piece, at) = (text.get_mut(further)?, further + 1);
                *piece = DIGITS[code(man)];
                text[at] = DIGITS[square.index()];
                further += 2;
            }
        }
    }
    String::from_utf8(text).ok()
}

pub fn from_quick(text: &str) -> anyhow::Result<TrainingPosition> {
    let bytes = text.as_bytes();
    ensure!(bytes.len() == QUICK, "{} characters where {QUICK} were expected", bytes.len());
    let none = |at: usize| {
        format!("character {}, counted from 1, is none of 0-9 A-Z a-z & $ or :", at + 1)
    };
    let mut values = [None; QUICK];
    for (at, &byte) in bytes.iter().enumerate() {
        if byte != NONE {
            let value = DIGITS.iter().position(|&digit| digit == byte);
            values[at] = Some(value.with_context(|| none(at))?);
        }
    }
    let number = |at: usize| values[at].with_context(|| none(at));
    let score = number(0)? | number(1)? << 6 | number(2)? << 12;
    let flags = number(3)?;
    let mut men = Vec::with_capacity(MOST_MEN);
    for color in Color::ALL {
        for piece in Piece::ALL {
            let man = ColoredPiece { color, piece };
            let squares = places(man).filter_map(|at| values[at]);
            men.extend(squares.map(|square| (Square::new(square as u8), man)));
        }
    }
    for at in [36, 38] {
        match (values[at], values[at + 1]) {
            (None, None) => {}
            (Some(man), Some(square)) => {
                men.push((Square::new(square as u8), decode(man).context(NO_POSITION)?));
            }
            _ => bail!(NO_POSITION),
        }
    }
    let board = TrainingPosition::of_men(men.into_iter()).context(NO_POSITION)?;
    let halves = (score >> 16).checked_sub(1).map_or(UNPLAYED, |halves| halves as u8);
    let turn = if flags & 16 == 0 { Color::White } else { Color::Black };
    let (castling, centipawns) = ((flags & 15) as u8, score as u16 as i16);
    Ok(TrainingPosition { centipawns, halves, turn, castling, ..board })
}

fn places(man: ColoredPiece) -> std::ops::Range<usize> {
    let mut start = 4 + 16 * man.color.index();
    for (piece, count) in PLACES {
        if piece == man.piece {
            return start..start + count;
        }
        start += count;
    }
    start..start
}

fn code(man: ColoredPiece) -> usize {
    let piece = PLACES.iter().position(|&(piece, _)| piece == man.piece).unwrap_or_default();
    piece + 8 * man.color.index()
}

fn decode(code: usize) -> Option<ColoredPiece> {
    let color = if code < 8 { Color::White } else { Color::Black };
    Some(ColoredPiece { color, piece: PLACES.get(code % 8)?.0 })
}
