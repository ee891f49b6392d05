//! Training positions of 32 bytes: pieces, side to move, score and result of the game.
//!
//! The file is one of `store/codec.rs` of kind `Positions`. It has a [`PositionsHeader`], followed by the number of positions
//! stated in the header:
//!
//! | bytes of a position | what |
//! |---|---|
//! | 0–7 | the occupied squares, a1 the lowest bit, little endian |
//! | 8–23 | half a byte for each occupied square from a1 on, the lower half first: kind of piece (pawn 0 … king 5) + 8 for Black |
//! | 24–25 | centipawns, White's view, little endian |
//! | 26 | result (0 Black won, 1 draw, 2 White won, 3 no game was played) + 4 if Black moves + castling rights (16 K, 32 Q, 64 k, 128 q) |
//! | 27 | plies since the last capture or pawn move, at most 255 |
//! | 28–29 | ply of the game, little endian |
//! | 30–31 | 0 |
//!
//! The last ones, as many as the header says, are held out: nothing is learned from their games. The castling rights are those of
//! standard chess; others are not stored. The header has a checksum of all positions, which [`PositionFile::check`] verifies.
//! Expositor's format is in `quick.rs`.

mod file;
mod quick;
mod shuffle;
#[cfg(test)]
mod tests;

pub use file::{PositionFile, PositionsHeader, write};
pub use quick::{from_quick, to_quick};
pub use shuffle::Shuffle;

use quarterply::chess::game::GameResult;
use quarterply::chess::{
    Bitboard, Castling, CastlingSide, Color, ColoredPiece, Piece, Placement, Position, Setup,
    Square,
};
use quarterply::units::WhiteScore;

pub const RECORD: usize = 32;

pub const MOST_MEN: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingPosition {
    occupied: Bitboard,
    /// Kinds of the pieces from a1 on, half a byte each.
    men: [u8; 16],
    pub centipawns: i16,
    /// White's result in half points: 0, 1 or 2; [`UNPLAYED`] without a game.
    halves: u8,
    pub turn: Color,
    /// K, Q, k, q from the lowest bit.
    castling: u8,
    halfmoves: u8,
    pub ply: u16,
}

/// Result of a position without a game.
const UNPLAYED: u8 = 3;

/// Castling rights in the order of the lowest bits.
const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::King),
    (Color::White, CastlingSide::Queen),
    (Color::Black, CastlingSide::King),
    (Color::Black, CastlingSide::Queen),
];

impl TrainingPosition {
    /// Builds a position with its score and the result of its game; `None` without a result.
    pub fn new(
        position: &Position,
        score: WhiteScore,
        result: GameResult,
        ply: u16,
    ) -> Option<TrainingPosition> {
        let halves = (2.0 * result.points()?) as u8;
        let unplayed = TrainingPosition::unplayed(position, score)?;
        Some(TrainingPosition { halves, ply, ..unplayed })
    }

    /// Builds a position without a game, with its score; `None` if it has too many pieces.
    pub fn unplayed(position: &Position, score: WhiteScore) -> Option<TrainingPosition> {
        let men = position
            .occupied()
            .into_iter()
            .filter_map(|square| position.at(square).map(|man| (square, man)));
        let board = TrainingPosition::of_men(men)?;
        let rights = RIGHTS.iter().enumerate().map(|(bit, &(color, side))| {
            u8::from(is_standard(position.castling(), position.king(color), color, side)) << bit
        });
        Some(TrainingPosition {
            centipawns: rounded(score),
            halves: UNPLAYED,
            turn: position.turn(),
            castling: rights.sum(),
            halfmoves: position.halfmoves().min(255) as u8,
            ..board
        })
    }

    /// Builds a board without score and result; `None` if there are too many pieces, or not one king a side.
    fn of_men(men: impl Iterator<Item = (Square, ColoredPiece)>) -> Option<TrainingPosition> {
        let mut men: Vec<(Square, ColoredPiece)> = men.collect();
        men.sort_by_key(|(square, _)| square.index());
        let mut board = TrainingPosition {
            occupied: Bitboard::EMPTY,
            men: [0; 16],
            centipawns: 0,
            halves: 1,
            turn: Color::White,
            castling: 0,
            halfmoves: 0,
            ply: 0,
        };
        if men.len() > MOST_MEN {
            return None;
        }
        for (at, (square, man)) in men.iter().enumerate() {
            if board.occupied.has(*square) {
                return None;
            }
            board.occupied = board.occupied.with(*square);
            let code = man.piece.index() as u8 | (man.color.index() as u8) << 3;
            board.men[at / 2] |= code << (4 * (at % 2));
        }
        board.is_board().then_some(board)
    }

    pub fn men(&self) -> impl Iterator<Item = (Square, ColoredPiece)> + '_ {
        self.occupied.into_iter().take(MOST_MEN).enumerate().filter_map(|(at, square)| {
            let code = self.men[at / 2] >> (4 * (at % 2));
            let piece = *Piece::ALL.get(usize::from(code & 7))?;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            Some((square, ColoredPiece { color, piece }))
        })
    }

    pub fn men_count(&self) -> u32 {
        self.occupied.len()
    }

    /// White's result in half points: 0, 1 or 2; `None` without a game.
    pub fn halves(&self) -> Option<u8> {
        (self.halves != UNPLAYED).then_some(self.halves)
    }

    /// Returns the position without en passant square and move number, which are not stored; `None` if it is not legal.
    pub fn to_position(self) -> Option<Position> {
        let placement =
            self.men().fold(Placement::EMPTY, |board, (square, man)| board.with(man, square));
        let letters = "KQkq".chars().enumerate();
        let castling =
            letters.filter(|(bit, _)| self.castling >> bit & 1 == 1).map(|(_, letter)| letter);
        let castling = Some(castling.collect());
        let halfmoves = self.halfmoves.into();
        let setup = Setup { castling, halfmoves, ..Setup::new(placement, self.turn) };
        Position::try_from(&setup).ok()
    }

    /// Hash of the board and the side to move.
    pub fn key(&self) -> u64 {
        let [low, high] = [0, 8].map(|at| {
            let half = self.men[at..].first_chunk::<8>().copied().unwrap_or_default();
            u64::from_le_bytes(half)
        });
        let parts = [self.occupied.0, low, high, self.turn.index() as u64];
        parts.into_iter().fold(0x9E37_79B9_7F4A_7C15, |sum, part| {
            let mixed = (sum ^ part).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            (mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB) ^ mixed >> 32
        })
    }

    pub fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&self.occupied.0.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.centipawns.to_le_bytes());
        bytes[26] = self.halves | (self.turn.index() as u8) << 2 | self.castling << 4;
        bytes[27] = self.halfmoves;
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes
    }

    /// Parses a position; `None` if its bytes are invalid.
    pub fn from_bytes(bytes: &[u8; RECORD]) -> Option<TrainingPosition> {
        let [o0, o1, o2, o3, o4, o5, o6, o7, rest @ ..] = *bytes;
        let (men, rest) = rest.split_first_chunk::<16>()?;
        let &[c0, c1, flags, halfmoves, p0, p1, 0, 0] = rest else { return None };
        let read = TrainingPosition {
            occupied: Bitboard(u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7])),
            men: *men,
            centipawns: i16::from_le_bytes([c0, c1]),
            halves: flags & 3,
            turn: if flags & 4 == 0 { Color::White } else { Color::Black },
            castling: flags >> 4,
            halfmoves,
            ply: u16::from_le_bytes([p0, p1]),
        };
        (read.is_board() && flags & 8 == 0).then_some(read)
    }

    /// Whether each side has one king, and the half bytes are valid and match the occupied squares.
    fn is_board(&self) -> bool {
        let men = self.men_count() as usize;
        if men > MOST_MEN {
            return false;
        }
        let mut kings = [0; 2];
        for at in 0..MOST_MEN {
            let code = self.men[at / 2] >> (4 * (at % 2)) & 15;
            if (at >= men && code != 0) || code & 7 > Piece::King as u8 {
                return false;
            }
            kings[usize::from(code >> 3)] += u8::from(code & 7 == Piece::King as u8);
        }
        kings == [1; 2]
    }
}

fn rounded(score: WhiteScore) -> i16 {
    score.score().raw().clamp(-32_000, 32_000) as i16
}

fn is_standard(castling: &Castling, king: Square, color: Color, side: CastlingSide) -> bool {
    let (file, home) = match side {
        CastlingSide::King => (7, 4),
        CastlingSide::Queen => (0, 4),
    };
    castling.rook(color, side).is_some_and(|rook| rook.index() == file)
        && king.file().index() == home
}
