//! The signature: the number of nodes that a fixed list of positions takes, the same on every machine and in every run. A change
//! that moves it changed the search or the evaluation.
//!
//! One thread, a new table, fixed depths, no clock. The positions are well-known openings and studies, mates near and far,
//! endings with and without draws, and Chess960.

use std::time::{Duration, Instant};

use super::evaluator::evaluator;
use super::{EngineError, Options, guard};
use crate::chess::{Game, Position};
use crate::control::{Clock, Limits, StopFlag};
use crate::search::trace::{NoTrace, Tracer};
use crate::search::{Searcher, Shared, Table, Task};

pub const POSITIONS: [(&str, &str); 33] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Ruy Lopez, closed", "r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11"),
    (
        "Ruy Lopez, Marshall attack",
        "r1b2rk1/5ppp/p1pb4/1p1n4/3P4/1BP3Pq/PP3P1P/RNBQR1K1 w - - 1 15",
    ),
    ("Ruy Lopez, Berlin ending", "r1bk1b1r/ppp2ppp/2p5/4Pn2/8/5N2/PPP2PPP/RNB2RK1 w - - 0 9"),
    (
        "Sicilian, English attack",
        "r2q1rk1/3nbppp/p2pbn2/1p2p3/4P1P1/1NN1BP2/PPPQ3P/2KR1B1R w - - 0 12",
    ),
    (
        "Sicilian, Yugoslav attack",
        "2rq1rk1/pp1bppb1/3p1np1/4n2p/3NP2P/1BN1BP2/PPPQ2P1/2KR3R w - - 0 13",
    ),
    (
        "French, poisoned pawn",
        "r1b1k1r1/ppq1np1Q/2n1p3/3pP3/3p4/P1P5/2P1NPPP/R1B1KB1R w KQq - 2 11",
    ),
    ("Caro-Kann, advance", "r2qkb1r/pp2nppp/2n1p3/3pPb2/3N4/4B3/PPP1BPPP/RN1Q1RK1 w kq - 3 9"),
    (
        "Two Knights, the king walks",
        "r1bq1b1r/ppp3pp/2n1k3/3np3/2B5/2N2Q2/PPPP1PPP/R1B1K2R b KQ - 3 8",
    ),
    (
        "King's Indian, Mar del Plata",
        "r1bq1rk1/ppp1n1bp/3p1np1/3Pp3/2P1Pp2/2NN1P2/PP1BB1PP/R2Q1RK1 w - - 0 13",
    ),
    ("Gruenfeld, exchange", "r2q1rk1/pp2ppbp/6p1/n1p5/2BPP1b1/2P1BP2/P3N1PP/R2Q1RK1 w - - 1 12"),
    (
        "Queen's Gambit, exchange",
        "r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 8 11",
    ),
    (
        "Semi-Slav, Botvinnik",
        "r1bqkb1r/p2n1p2/2p1pn2/1p2P1B1/2pP4/2N5/PP3PPP/R2QKB1R w KQkq - 1 11",
    ),
    ("Benko gambit", "r2q1rk1/3nppbp/3p1np1/2pP4/4P3/2N2NP1/PP3PKP/R1BQ3R w - - 5 12"),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("Greek gift", "rnbq1rk1/pp2bppp/4pn2/3pP3/3P4/3B1N2/PP3PPP/RNBQK2R w KQ - 0 1"),
    ("knight on g5", "r1bq1rk1/ppp2ppp/2nb1n2/3pp1N1/8/3P1NP1/PPP1PPBP/R1BQ1RK1 w - - 0 1"),
    ("scholar's mate", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"),
    ("smothered mate", "5r1k/6pp/7N/3Q4/8/8/5PPP/6K1 w - - 0 1"),
    ("mate on the back rank", "6k1/pp3p1p/2p3pB/3r4/8/2q2Q2/P4PPP/4R1K1 w - - 0 1"),
    ("Lasker and Reichhelm", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
    ("Reti", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
    ("Saavedra", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"),
    ("Lucena", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    ("Philidor", "4k3/8/r7/3KP3/8/8/8/7R b - - 0 1"),
    ("rook ending", "8/5pk1/6p1/R6p/1P5P/r4PP1/6K1/8 w - - 0 1"),
    ("bishop and knight", "8/8/8/3k4/8/8/3KBN2/8 w - - 0 1"),
    ("queen against rook", "8/3k4/3r4/8/8/8/3Q4/3K4 w - - 0 1"),
    ("opposite bishops", "8/5k2/3b1p2/p2P1Kp1/P5P1/8/3B4/8 w - - 0 1"),
    ("pawns race", "8/1p4k1/p7/8/8/6P1/5P1K/8 w - - 0 1"),
    ("corner in zugzwang", "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"),
    (
        "Chess960, queens in the corner",
        "bqnb1rkr/pp1ppppp/2pn4/8/4P3/3P4/PPP2PPP/BQNBNRKR w HFhf - 0 3",
    ),
    (
        "Chess960, kings on the b-file",
        "nrk1bbrq/pp1ppppp/3n4/2p5/4P3/3N4/PPPP1PPP/NRK1BBRQ w GBgb - 0 3",
    ),
];

/// Iterations of each position by default.
pub const DEPTH: u32 = 14;

/// As many take some minutes.
pub const MOST: u32 = 25;

/// MiB.
const TABLE: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    pub positions: usize,
    pub depth: u32,
    pub nodes: u64,
    pub elapsed: Duration,
    /// It was stopped: the number is no signature.
    pub stopped: bool,
}

/// Searches the list with these options. `progress` receives the number of positions done.
pub fn run(
    options: &Options,
    depth: u32,
    stop: &StopFlag,
    progress: &mut (dyn FnMut(usize) + Send),
) -> Result<BenchResult, EngineError> {
    run_traced(options, depth, &|| NoTrace, stop, progress)
}

/// Searches the list with a tracer for each position, which does not change the nodes.
fn run_traced<T: Tracer>(
    options: &Options,
    depth: u32,
    tracer: &(dyn Fn() -> T + Sync),
    stop: &StopFlag,
    progress: &mut (dyn FnMut(usize) + Send),
) -> Result<BenchResult, EngineError> {
    let shared = Shared::new(Table::new(TABLE)?, &options.params, stop);
    // Each of them is read in a test.
    let roots = POSITIONS.iter().filter_map(|(_, fen)| Position::from_fen(fen).ok());
    let roots: Vec<Game> = roots.map(Game::new).collect();
    let begun = Instant::now();
    let mut result =
        BenchResult { positions: 0, depth, nodes: 0, elapsed: Duration::ZERO, stopped: false };
    let mut search = |result: &mut BenchResult| {
        for root in &roots {
            shared.table.begin_search();
            let mut searcher = Searcher::new(shared.clone(), 0, evaluator(options), tracer());
            let task = Task::new(root, Limits::depth(depth), Clock::unlimited());
            searcher.run(&task, &mut |_| {});
            result.nodes += searcher.nodes;
            if stop.is_raised() {
                result.stopped = true;
                return;
            }
            result.positions += 1;
            progress(result.positions);
        }
    };
    guard::run("bench", || search(&mut result))?;
    result.elapsed = begun.elapsed();
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, Square};
    use crate::search::trace::{Recorder, Tally, TreeRecorder};

    #[test]
    fn a_raised_flag_ends_the_bench() {
        let stop = StopFlag::new();
        stop.raise();
        let result = run(&Options::default(), 30, &stop, &mut |_| {}).unwrap();
        assert!(result.stopped && result.positions == 0);
    }

    #[test]
    fn every_position_can_be_searched() {
        let mut done = 0;
        let (options, stop) = (Options::default(), StopFlag::new());
        let result = run(&options, 1, &stop, &mut |count| done = count).unwrap();
        assert_eq!(
            (result.positions, done, result.stopped),
            (POSITIONS.len(), POSITIONS.len(), false)
        );
        assert!(result.nodes > POSITIONS.len() as u64);
    }

    #[test]
    fn a_tracer_does_not_change_the_nodes() {
        fn nodes<T: Tracer>(tracer: &(dyn Fn() -> T + Sync)) -> u64 {
            let (options, stop) = (Options::default(), StopFlag::new());
            run_traced(&options, 6, tracer, &stop, &mut |_| {}).unwrap().nodes
        }
        let untraced = nodes(&|| NoTrace);
        assert_eq!(nodes(&Tally::default), untraced);
        assert_eq!(nodes(&|| Recorder::new(Move::normal(Square::E2, Square::E4))), untraced);
        assert_eq!(nodes(&|| TreeRecorder::keeping(1_000)), untraced);
    }
}
