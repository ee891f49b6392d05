//! Compares our perft with cozy-chess's in one run: `cargo bench --bench perft`.
//!
//! Both count the last ply without playing it, like cozy-chess's own `perft_bulk` example. The runs alternate, so that other load
//! affects both alike; prints the medians and their ratio. `--features cozy-chess/pext` gives cozy-chess the lookup that ours
//! uses automatically if the CPU supports it.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use quarterply::chess::{Position, perft};

const ROUNDS: usize = 7;

struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u8,
    leaves: u64,
}

const CASES: [Case; 2] = [
    Case {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        leaves: 119_060_324,
    },
    Case {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        leaves: 193_690_690,
    },
];

/// Counts like cozy-chess's example: by the size of move sets, playing inner moves only.
fn cozy_perft(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => return 1,
        1 => board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        }),
        _ => board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += cozy_perft(&child, depth - 1);
            }
            false
        }),
    };
    leaves
}

fn timed(leaves: u64, count: impl FnOnce() -> u64) -> Duration {
    let start = Instant::now();
    let counted = black_box(count());
    let time = start.elapsed();
    assert_eq!(counted, leaves, "a generator miscounts; its speed means nothing");
    time
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "median of {ROUNDS} turns each, one thread\n")?;
    writeln!(
        out,
        "{:<16} {:>5} {:>12} {:>20} {:>20} {:>7}",
        "position", "depth", "leaves", "quarterply", "cozy-chess", "ratio"
    )?;
    for Case { name, fen, depth, leaves } in CASES {
        let board: cozy_chess::Board = fen.parse().expect("a FEN of this file");
        let position = Position::from_fen(fen).expect("a FEN of this file");
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            ours.push(timed(leaves, || perft(black_box(&position), u32::from(depth))));
            theirs.push(timed(leaves, || cozy_perft(black_box(&board), depth)));
        }
        let (ours, theirs) = (median(&mut ours), median(&mut theirs));
        let speed = |time: Duration| {
            let million = leaves as f64 / 1e6 / time.as_secs_f64();
            format!("{:.0} ms {million:>6.0} M/s", time.as_secs_f64() * 1e3)
        };
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        writeln!(
            out,
            "{name:<16} {depth:>5} {leaves:>12} {:>20} {:>20} {ratio:>6.2}x",
            speed(ours),
            speed(theirs)
        )?;
        out.flush()?;
    }
    Ok(())
}
