//! Perft: the classic positions with their established counts, and Chess960 compared with cozy-chess.
//!
//! The counts are those of the Chess Programming Wiki ("Perft Results") and of Martin Sedlak's collection of positions
//! that catch a generator's usual mistakes.

use quarterply::chess::{Position, perft};

#[rustfmt::skip]
const COUNTS: [(&str, u32, u64); 20] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    // En passant: taking would open the rank, or the diagonal; or it answers a check.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    // Castling: giving check, losing the right, through check.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    // Promotion: out of check, with check, to something that stalemates.
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    // Stalemate, checkmate, double and discovered check.
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
];

#[test]
fn the_classic_counts_are_met() {
    for (fen, depth, count) in COUNTS {
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
    }
}

#[test]
fn a_position_and_its_mirror_image_count_the_same() {
    for (fen, depth, _) in COUNTS {
        let position = Position::from_fen(fen).expect(fen);
        let depth = depth - 1;
        assert_eq!(perft(&position.mirrored(), depth), perft(&position, depth), "{fen}");
    }
}

#[test]
fn the_start_positions_of_chess960_count_as_cozy_chess_counts_them() {
    for number in (0..960).step_by(7) {
        let position = Position::chess960(number).expect("a number below 960");
        let board = cozy_chess::Board::chess960_startpos(u32::from(number));
        assert_eq!(perft(&position, 3), cozy_perft(&board, 3), "start position {number}");
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            count += if depth == 1 {
                1
            } else {
                let mut next = board.clone();
                next.play_unchecked(mv);
                cozy_perft(&next, depth - 1)
            };
        }
        false
    });
    count
}
