//! The Polyglot book format's encoding of chess: the key of a position and a move in sixteen bits.
//!
//! The format is Michel Van den Bergh's ("Book Format" of the PolyGlot adapter). Its key is a Zobrist key like [`Position::key`],
//! but with numbers that all programs share; [`RANDOM`] lists them. Book files and the choice of a move are in `oracle/book/`.

use crate::chess::{CastlingSide, Color, File, Game, Move, Piece, Position, Square, Step};

/// The 781 numbers of the format, as its specification lists them, a line each: every program that reads or writes such books has
/// to have the same ones, in this order. The first 768 are for pieces on squares.
static RANDOM: [u64; 781] = {
    let text = include_bytes!("randoms.txt");
    let (mut random, mut number, mut at) = ([0; 781], 0, 0);
    while at < text.len() {
        match (text[at] as char).to_digit(16) {
            Some(digit) => random[number] = random[number] << 4 | digit as u64,
            None => number += 1,
        }
        at += 1;
    }
    random
};

/// Start of the castling rights in [`RANDOM`]: White's king's side, queen's side, Black's.
const CASTLING: usize = 768;
/// Start of the en-passant files.
const EN_PASSANT: usize = 772;
/// White to move.
const WHITE: usize = 780;

/// The Polyglot key of a position.
///
/// A file is counted for en passant where a capture is legal. The format asks only for a pawn beside the one that made
/// the double step, even if a pin forbids the capture; a position does not remember such a step, a move does:
/// [`key_after`].
pub fn key(position: &Position) -> u64 {
    let en_passant = position.en_passant().map_or(0, |square| en_passant_key(square.file()));
    key_without_en_passant(position) ^ en_passant
}

/// The Polyglot key of the position that a move led to, to the letter of the format.
pub fn key_after(mv: Move, position: &Position) -> u64 {
    key_without_en_passant(position) ^ double_step_key(mv, position)
}

/// Key of the en-passant file after `mv`, if it is a double step that ends beside an enemy pawn; else zero.
fn double_step_key(mv: Move, position: &Position) -> u64 {
    let (from, to) = (mv.from(), mv.to());
    let is_pawn = mv.is_normal() && position.piece_at(to) == Some(Piece::Pawn);
    let is_double = is_pawn && from.index().abs_diff(to.index()) == 16;
    let pawns = position.colored_pieces(position.turn(), Piece::Pawn);
    let beside = [-1, 1].into_iter().filter_map(|files| to.offset(files, 0));
    let is_counted = is_double && beside.into_iter().any(|square| pawns.has(square));
    if is_counted { en_passant_key(to.file()) } else { 0 }
}

/// The Polyglot key of the position that a game has reached.
pub(crate) fn key_of_game(game: &Game) -> u64 {
    match game.last() {
        Some(Step::Move(mv)) => key_after(mv, game.position()),
        Some(Step::Pass) | None => key(game.position()),
    }
}

fn en_passant_key(file: File) -> u64 {
    RANDOM[EN_PASSANT + file.index()]
}

fn key_without_en_passant(position: &Position) -> u64 {
    let mut key = castling_key(position);
    for square in position.occupied() {
        key ^= man_key(position, square);
    }
    if position.turn() == Color::White {
        key ^= RANDOM[WHITE];
    }
    key
}

/// Key of the man on a square; zero if it is empty.
fn man_key(position: &Position, square: Square) -> u64 {
    position.at(square).map_or(0, |man| {
        let kind = 2 * man.piece.index() + usize::from(man.color == Color::White);
        RANDOM[64 * kind + square.index()]
    })
}

fn castling_key(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for (nth, side) in CastlingSide::ALL.into_iter().enumerate() {
            if position.castling().rook(color, side).is_some() {
                key ^= RANDOM[CASTLING + 2 * color.index() + nth];
            }
        }
    }
    key
}

/// Promotion pieces by the code of the format; 0 for none.
const PROMOTIONS: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

/// A move in the format's sixteen bits: `to` in bits 0–5, `from` in bits 6–11, promotion in bits 12–14 (1 knight to
/// 4 queen). Castling is the king taking its rook.
pub fn encode(mv: Move) -> u16 {
    let promotion = PROMOTIONS.iter().position(|&piece| piece == mv.promoted()).unwrap_or_default();
    (mv.to().index() | mv.from().index() << 6 | promotion << 12) as u16
}

/// Returns whether sixteen bits can be a move on any board.
pub(crate) fn is_move(bits: u16) -> bool {
    let (from, to) = (bits >> 6 & 63, bits & 63);
    let ranks = (from >> 3, to >> 3);
    match bits >> 12 {
        0 => from != to,
        1..=4 => matches!(ranks, (6, 7) | (1, 0)) && (from & 7).abs_diff(to & 7) <= 1,
        _ => false,
    }
}

/// Decodes sixteen bits to a legal move of the position; `None` if it is not legal.
///
/// Castling is also accepted as the king's move to its destination, which some books have.
pub(crate) fn decode(position: &Position, bits: u16) -> Option<Move> {
    position.moves().find(|&mv| encode(mv) == bits).or_else(|| {
        position.moves().filter(|mv| mv.is_castle()).find(|mv| {
            let side = CastlingSide::of(mv.from(), mv.to());
            let goal = Square::at(side.king_file(), mv.from().rank());
            bits == (goal.index() | mv.from().index() << 6) as u16
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::tests;

    fn game(moves: &str) -> Game {
        tests::game(Position::start(), moves)
    }

    /// The examples of the specification.
    #[test]
    fn the_keys_are_those_of_the_specification() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e4", 0x823c_9b50_fd11_4196),
            ("e4 d5", 0x0756_b944_61c5_0fb0),
            ("e4 d5 e5", 0x662f_afb9_65db_29d4),
            ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
            ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
            ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
            ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
            ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
        ] {
            let game = game(moves);
            assert_eq!(key(game.position()), expected, "{moves}");
            assert_eq!(key_of_game(&game), expected, "{moves}");
        }
    }

    /// The capture b4xc3 would lay the king on h4 open to the rook: no right to repetition, but part of the key.
    #[test]
    fn a_pinned_pawn_counts_for_the_key_of_a_move() {
        let start = Position::from_fen("8/8/8/8/Rp5k/8/2P5/4K3 w - - 0 1").expect("playable");
        let game = tests::game(start, "c4");
        assert_eq!(game.position().en_passant(), None);
        assert_eq!(key_of_game(&game), key(game.position()) ^ en_passant_key(File::C));
    }

    #[test]
    fn moves_survive_the_sixteen_bits() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "4k3/8/8/8/8/8/1p1p4/2B3K1 b - - 0 1",
            "2b4k/1P3P2/8/K2pP2r/8/8/1p1p1p2/2B5 w - d6 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ] {
            let position = Position::from_fen(fen).expect(fen);
            for legal in position.legal_moves() {
                let bits = encode(legal.mv);
                assert!(is_move(bits), "{:?}", legal.mv);
                assert_eq!(decode(&position, bits), Some(legal.mv));
            }
        }
    }

    #[test]
    fn castling_is_read_either_way_and_nonsense_is_none() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").expect("playable");
        let bits = |from: Square, to: Square| (to.index() | from.index() << 6) as u16;
        let short = Move::castle(Square::E1, Square::H1);
        let long = Move::castle(Square::E1, Square::A1);
        assert_eq!(encode(short), bits(Square::E1, Square::H1));
        assert_eq!(decode(&position, bits(Square::E1, Square::G1)), Some(short));
        assert_eq!(decode(&position, bits(Square::E1, Square::C1)), Some(long));
        assert_eq!(decode(&position, bits(Square::E1, Square::E3)), None);
        assert!(!is_move(0) && !is_move(1 << 15 | 1) && !is_move(4 << 12 | 1) && !is_move(5 << 12));
    }
}
