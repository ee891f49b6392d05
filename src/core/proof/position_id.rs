//! Identity of a position, packed: the first four fields of FEN, exactly. Hashes are used only to find it in a map; the hash
//! function is our own, because it takes most of the time.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::chess::{CastlingSide, Color, Piece, Position};

/// The pieces, the side to move, the castling rights and the en-passant square of a position; not its clocks. Two positions have
/// the same identity exactly if they are equal under the rules of mating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionId {
    /// Three planes spell the kind of piece on each square, 1 to 6; the fourth marks Black's.
    planes: [u64; 4],
    /// Side to move, rights and en-passant square.
    rest: u32,
}

impl PositionId {
    /// The identity of a position.
    #[doc(hidden)]
    pub fn of(position: &Position) -> PositionId {
        let of = |piece| position.pieces(piece).0;
        let (pawns, knights, bishops) = (of(Piece::Pawn), of(Piece::Knight), of(Piece::Bishop));
        let (rooks, queens, kings) = (of(Piece::Rook), of(Piece::Queen), of(Piece::King));
        let mut rest = u32::from(position.turn() == Color::Black);
        rest = rest << 7 | position.en_passant().map_or(0, |square| square.index() as u32 + 1);
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let file = position.castling().rook(color, side);
                rest = rest << 4 | file.map_or(0, |file| file.index() as u32 + 1);
            }
        }
        PositionId {
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

impl Hash for PositionId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d] = self.planes;
        let mixed = fold(a ^ FIRST, b ^ SECOND) ^ fold(c ^ SECOND, d ^ THIRD);
        state.write_u64(fold(mixed ^ u64::from(self.rest), FIRST));
    }
}

/// Odd numbers without a pattern: the fractional parts of the square roots of 2, 3 and 5.
const FIRST: u64 = 0x6A09_E667_F3BC_C909;
const SECOND: u64 = 0xBB67_AE85_84CA_A73B;
const THIRD: u64 = 0x3C6E_F372_FE94_F82B;

/// Both halves of a product in one.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Passes on what [`PositionId`] has mixed already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PositionHasher(u64);

impl Hasher for PositionHasher {
    fn write_u64(&mut self, mixed: u64) {
        self.0 = mixed;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = fold(self.0 ^ u64::from(byte), FIRST);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A map from positions.
pub(crate) type PositionMap<T> = HashMap<PositionId, T, BuildHasherDefault<PositionHasher>>;

/// A set of positions.
pub(crate) type PositionSet = HashSet<PositionId, BuildHasherDefault<PositionHasher>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_the_first_four_fields_of_fen() {
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
        let ids = fens.map(|fen| PositionId::of(&Position::from_fen(fen).unwrap()));
        for (i, a) in ids.iter().enumerate() {
            for (j, b) in ids.iter().enumerate() {
                assert_eq!(a == b, i == j, "{} and {}", fens[i], fens[j]);
            }
        }
        let later = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 7 30").unwrap();
        assert_eq!(PositionId::of(&later), ids[0]);
    }
    #[test]
    fn hashes_spread() {
        // A rook and two kings everywhere: positions that differ in few bits must not share buckets.
        let mut low = HashSet::new();
        let mut high = HashSet::new();
        let mut count = 0_usize;
        for square in 0..64_u64 {
            for other in 0..64_u64 {
                let (king, rook) = (1 << square, 1 << other);
                let id = PositionId { planes: [rook, 1, king | rook | 1, 1], rest: 0 };
                let mut hasher = PositionHasher::default();
                id.hash(&mut hasher);
                low.insert(hasher.finish() & 0xFFFF);
                high.insert(hasher.finish() >> 48);
                count += 1;
            }
        }
        // As many balls fill 3 900 of 65 536 boxes if they fall at random; a few of them are the same position.
        let (low, high) = (low.len(), high.len());
        assert!(count == 4_096 && low > 3_800 && high > 3_800, "{low} and {high}");
    }
}
