//! What tells one position from another, packed: the first four fields of FEN, exactly. No hash decides anything here.

use crate::chess::{Color, Piece, Position, Wing};

/// The pieces, the side to move, the castling rights and the en-passant square of a position; not its clocks. Two
/// positions have the same place exactly if the rules of mating cannot tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Three planes spell the kind of piece on each square, 1 to 6; the fourth marks Black's.
    planes: [u64; 4],
    /// Side to move, rights and en-passant square.
    rest: u32,
}

impl Place {
    /// Where this position is.
    pub fn of(position: &Position) -> Place {
        let of = |piece| position.pieces(piece).0;
        let (pawns, knights, bishops) = (of(Piece::Pawn), of(Piece::Knight), of(Piece::Bishop));
        let (rooks, queens, kings) = (of(Piece::Rook), of(Piece::Queen), of(Piece::King));
        let mut rest = u32::from(position.turn() == Color::Black);
        rest = rest << 7 | position.en_passant().map_or(0, |square| square.index() as u32 + 1);
        for color in Color::ALL {
            for wing in Wing::ALL {
                let file = position.castling().rook(color, wing);
                rest = rest << 4 | file.map_or(0, |file| file.index() as u32 + 1);
            }
        }
        Place {
            planes: [
                pawns | bishops | queens,
                knights | bishops | kings,
                rooks | queens | kings,
                position.color(Color::Black).0,
            ],
            rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_first_four_fields_of_fen() {
        let fens = [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
            "4k3/8/8/8/8/8/8/4K2B w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2r w - - 0 1",
            "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/4Pp2/8/8/3K4 b - - 0 1",
        ];
        let places = fens.map(|fen| Place::of(&Position::from_fen(fen).unwrap()));
        for (i, a) in places.iter().enumerate() {
            for (j, b) in places.iter().enumerate() {
                assert_eq!(a == b, i == j, "{} and {}", fens[i], fens[j]);
            }
        }
        let later = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 7 30").unwrap();
        assert_eq!(Place::of(&later), places[0]);
    }
}
