//! Measures the cost of one evaluation: `cargo bench --bench eval`.
//!
//! The positions are twelve of different kinds and all their successors, as in a search: most share pawns and kings with the
//! position evaluated before. `fresh` evaluates them without that cache.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use quarterply::chess::Position;
use quarterply::eval::{ClassicalEvaluator, Evaluator};

const ROUNDS: usize = 101;

const FENS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp3ppp/2np1n2/4p3/3NP3/2N5/PPP1BPPP/R1BQK2R w KQkq - 0 7",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "2rq1rk1/pb1nbppp/1p2pn2/8/2BP4/P1N1PN2/1B2QPPP/3R1RK1 w - - 0 14",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10",
    "2r3k1/1p3ppp/p2p1n2/3Pp3/1P2P3/P1r2P2/3R2PP/3R1BK1 w - - 0 25",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "4r1k1/5ppp/p1b5/1p6/2pB4/P1P2P2/1P4PP/3R2K1 b - - 0 28",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
    "3q1rk1/5pbp/5Qp1/8/8/2B5/5PPP/6K1 w - - 0 1",
];

fn positions() -> Vec<Position> {
    let roots = FENS.iter().filter_map(|fen| Position::from_fen(fen).ok());
    roots
        .flat_map(|root| {
            let children = root.legal_moves();
            std::iter::once(root).chain(children.into_iter().map(move |child| root.play(child.mv)))
        })
        .collect()
}

fn evaluate(evaluator: &mut ClassicalEvaluator, positions: &[Position]) -> Duration {
    let start = Instant::now();
    for position in positions {
        black_box(evaluator.evaluate(black_box(position), 0));
    }
    start.elapsed()
}

fn main() -> io::Result<()> {
    let positions = positions();
    let mut evaluator = ClassicalEvaluator::new();
    let rounds = |round: &mut dyn FnMut() -> Duration| {
        let mut times: Vec<Duration> = (0..ROUNDS).map(|_| round()).collect();
        times.sort();
        times
    };
    let as_in_a_search = rounds(&mut || evaluate(&mut evaluator, &positions));
    let fresh = rounds(&mut || evaluate(&mut ClassicalEvaluator::new(), &positions));
    let mut out = io::stdout().lock();
    for (name, times) in [("as in a search", as_in_a_search), ("fresh", fresh)] {
        let (fastest, median) = (times[0], times[ROUNDS / 2]);
        let speed = positions.len() as f64 / 1e6 / median.as_secs_f64();
        writeln!(
            out,
            "{name:<16} fastest {fastest:>9.2?}   median {median:>9.2?}   {speed:>6.2} M positions/s"
        )?;
    }
    Ok(())
}
