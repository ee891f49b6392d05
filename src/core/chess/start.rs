//! Start positions: standard chess, the 960 of Chess960, the 324 of Chess324, which keep kings and rooks in place, and mirrored
//! positions.

use super::{Castling, CastlingSide, Color, File, Piece, Placement, Position, Rank, Setup, Square};

/// The number of standard chess among the start positions of Chess960.
pub(crate) const STANDARD: u16 = 518;

/// Number of Chess960 start positions.
pub const CHESS960: u16 = 960;

/// Number of Chess324 start positions: 18 arrangements of queen, bishops and knights for each side.
#[doc(hidden)]
pub const CHESS324: u16 = ARRANGEMENTS * ARRANGEMENTS;

/// Arrangements of one side in Chess324: a light-squared bishop on b, d or f, a dark-squared one on c or g (White's colours), the
/// queen on one of three squares left.
const ARRANGEMENTS: u16 = 18;

/// Placements of two knights on five squares, by Scharnagl's number.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The first rank, a to h, by Scharnagl's numbering (Reinhard Scharnagl, "Fischer-Random-Schach", 2004).
fn first_rank(number: u16) -> [Piece; 8] {
    let mut rank: [Option<Piece>; 8] = [None; 8];
    let number = usize::from(number);
    rank[number % 4 * 2 + 1] = Some(Piece::Bishop);
    let number = number / 4;
    rank[number % 4 * 2] = Some(Piece::Bishop);
    let number = number / 4;
    let mut put = |nth: usize, piece: Piece| {
        if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
            *square = Some(piece);
        }
    };
    put(number % 6, Piece::Queen);
    let (first, second) = KNIGHTS[number / 6];
    // The later one first: it does not shift the earlier one's place.
    put(second, Piece::Knight);
    put(first, Piece::Knight);
    for piece in [Piece::Rook, Piece::King, Piece::Rook] {
        put(0, piece);
    }
    rank.map(|piece| piece.unwrap_or(Piece::Rook))
}

/// The first rank of one side in Chess324: the number is bishop on b, d, f + 3 × (bishop on c, g + 2 × queen).
fn arrangement(number: u16) -> [Piece; 8] {
    use Piece::{Bishop, King, Queen, Rook};
    let number = usize::from(number);
    let mut rank = [Some(Rook), None, None, None, Some(King), None, None, Some(Rook)];
    rank[1 + number % 3 * 2] = Some(Bishop);
    rank[2 + number / 3 % 2 * 4] = Some(Bishop);
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(number / 6 % 3) {
        *square = Some(Queen);
    }
    rank.map(|piece| piece.unwrap_or(Piece::Knight))
}

impl Position {
    /// The start position of standard chess.
    pub fn start() -> Position {
        Position::with_first_ranks([first_rank(STANDARD); 2])
    }

    /// A start position of Chess960 by its Scharnagl number, 0 to 959; 518 is standard chess.
    pub fn chess960(number: u16) -> Option<Position> {
        (number < CHESS960).then(|| Position::with_first_ranks([first_rank(number); 2]))
    }

    /// The Chess324 start position with a number from 0 to 323: White's arrangement × 18 + Black's. Kings and rooks are on their
    /// usual squares, bishops on squares of both colours, and the sides need not be alike; 152 is standard chess.
    #[doc(hidden)]
    pub fn chess324(number: u16) -> Option<Position> {
        let sides = [number / ARRANGEMENTS, number % ARRANGEMENTS];
        (number < CHESS324).then(|| Position::with_first_ranks(sides.map(arrangement)))
    }

    /// White's first rank and Black's.
    fn with_first_ranks(pieces: [[Piece; 8]; 2]) -> Position {
        let mut placement = Placement::EMPTY;
        for color in Color::ALL {
            for (file, piece) in File::ALL.into_iter().zip(pieces[color.index()]) {
                placement.put(color, piece, Square::at(file, Rank::First.relative(color)));
                placement.put(color, Piece::Pawn, Square::at(file, Rank::Second.relative(color)));
            }
        }
        let setup = Setup::new(placement, Color::White);
        let setup = Setup { castling: Some("KQkq".to_owned()), ..setup };
        Position::assemble(placement, setup.castling_rights().0, None, Color::White, 0, 1)
    }

    /// Returns whether some castling right is not one of standard chess (king on the e-file, rook on the a- or h-file).
    pub fn is_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let king_at_home = self.king(color).file() == File::E;
            CastlingSide::ALL.into_iter().any(|side| {
                let rook = self.castling.rook(color, side);
                rook.is_some_and(|file| !king_at_home || file != side.corner())
            })
        })
    }

    /// The same position with the sides exchanged: colours swapped and the board upside down.
    #[must_use]
    #[doc(hidden)]
    pub fn mirrored(&self) -> Position {
        let mut castling = Castling::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = self.castling.rook_square(color, side) {
                    castling.grant(!color, side, self.king(color).flip(), rook.flip());
                }
            }
        }
        Position::assemble(
            self.placement.mirrored(),
            castling,
            self.en_passant.map(Square::flip),
            !self.turn,
            self.halfmoves,
            self.fullmoves,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scharnagl_numbers_name_the_right_ranks() {
        let rank = |number| -> String { first_rank(number).map(Piece::letter).iter().collect() };
        assert_eq!(rank(0), "BBQNNRKR");
        assert_eq!(rank(STANDARD), "RNBQKBNR");
        assert_eq!(rank(959), "RKRNNQBB");
        let all: std::collections::BTreeSet<String> = (0..CHESS960).map(rank).collect();
        assert_eq!(all.len(), usize::from(CHESS960));
        assert!(Position::chess960(CHESS960).is_none());
    }

    #[test]
    fn standard_chess_is_number_518() {
        assert_eq!(Position::chess960(STANDARD), Some(Position::start()));
        assert!(!Position::start().is_chess960());
        assert!(Position::chess960(0).is_some_and(|position| position.is_chess960()));
    }

    #[test]
    fn arrangements_of_chess324_keep_kings_and_rooks() {
        let all: std::collections::BTreeSet<String> = (0..CHESS324)
            .map(|number| {
                let position = Position::chess324(number).unwrap();
                assert!(!position.is_chess960());
                assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
                for color in Color::ALL {
                    let bishops = position.colored_pieces(color, Piece::Bishop);
                    let light = bishops.into_iter().filter(|square| square.is_light()).count();
                    assert_eq!((light, bishops.len()), (1, 2));
                }
                position.to_fen()
            })
            .collect();
        assert_eq!(all.len(), usize::from(CHESS324));
        assert_eq!(Position::chess324(152), Some(Position::start()));
        assert!(Position::chess324(CHESS324).is_none());
    }

    #[test]
    fn a_mirrored_position_mirrors_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kkq - 3 7",
            "8/8/8/k7/3pP3/8/8/4K3 b - e3 0 1",
        ] {
            let position = Position::from_fen(fen).expect(fen);
            let mirrored = position.mirrored();
            assert_eq!(mirrored.legal_count(), position.legal_count());
            assert_eq!(mirrored.mirrored(), position);
            assert_eq!(Position::from_fen(&mirrored.to_fen()), Ok(mirrored));
        }
    }
}
