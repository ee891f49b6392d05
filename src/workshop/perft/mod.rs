//! Counting the tree of legal moves as a job: on several threads, with progress, and with an ear for `stop`.
//!
//! The counting itself is `chess/perft.rs`, which nobody can interrupt; here it is handed subtrees small enough (a few
//! milliseconds at the most) that a stop is heard in time. Comparing counts with a file is `suite.rs`.

pub mod suite;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::chess::perft::perft;
use crate::chess::{Move, Position};
use crate::control::{StopFlag, Stopped};
use crate::workshop::share::share;

/// Subtrees of this depth are counted in one go: at most some ten million leaves, in practice far fewer.
const UNINTERRUPTED: u32 = 3;

/// How often progress is told.
pub const TICK: Duration = Duration::from_millis(100);

/// Leaves of a position's tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftResult {
    /// Leaves below each legal move, in the order of generation. Empty for depth 0.
    pub divide: Vec<(Move, u64)>,
    pub nodes: u64,
    pub elapsed: Duration,
    /// It was stopped: only what was counted until then is in `nodes`.
    pub stopped: bool,
}

/// Counts the leaves of a position's tree, `threads` working on it. `progress` hears the leaves counted so far.
pub fn count(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &StopFlag,
    progress: &mut dyn FnMut(u64),
) -> PerftResult {
    let begun = Instant::now();
    if depth == 0 {
        return PerftResult {
            divide: Vec::new(),
            nodes: 1,
            elapsed: begun.elapsed(),
            stopped: false,
        };
    }
    let tasks = tasks(position, depth);
    let leaves: Vec<AtomicU64> = tasks.iter().map(|_| AtomicU64::new(0)).collect();
    let so_far = || leaves.iter().map(|leaf| leaf.load(Ordering::Relaxed)).sum();
    share(tasks.len(), threads, (TICK, &mut || progress(so_far())), &|_, index| {
        let task = &tasks[index];
        // A stopped task keeps its part: the sum is what was counted.
        let _ = count_into(&leaves[index], &task.position, task.depth, stop);
    });
    let mut divide: Vec<(Move, u64)> = Vec::new();
    for (task, leaf) in tasks.iter().zip(&leaves) {
        match divide.last_mut() {
            Some((mv, sum)) if *mv == task.first => *sum += leaf.load(Ordering::Relaxed),
            _ => divide.push((task.first, leaf.load(Ordering::Relaxed))),
        }
    }
    PerftResult { divide, nodes: so_far(), elapsed: begun.elapsed(), stopped: stop.is_raised() }
}

/// A part of the tree that one thread counts.
struct Subtree {
    first: Move,
    position: Position,
    depth: u32,
}

/// The subtrees after one move, or after two where that leaves enough to do.
fn tasks(position: &Position, depth: u32) -> Vec<Subtree> {
    let mut tasks = Vec::new();
    for first in position.legal_moves() {
        let child = position.play(first.mv);
        let replies = child.legal_moves();
        if depth < 4 || replies.is_empty() {
            tasks.push(Subtree { first: first.mv, position: child, depth: depth - 1 });
            continue;
        }
        for reply in replies {
            tasks.push(Subtree {
                first: first.mv,
                position: child.play(reply.mv),
                depth: depth - 2,
            });
        }
    }
    tasks
}

/// Counts the leaves of a position and adds them to `leaves` on the way.
///
/// # Errors
/// [`Stopped`].
pub fn count_into(
    leaves: &AtomicU64,
    position: &Position,
    depth: u32,
    stop: &StopFlag,
) -> Result<(), Stopped> {
    if stop.is_raised() {
        return Err(Stopped);
    }
    if depth <= UNINTERRUPTED {
        leaves.fetch_add(perft(position, depth), Ordering::Relaxed);
        return Ok(());
    }
    position
        .legal_moves()
        .into_iter()
        .try_for_each(|legal| count_into(leaves, &position.play(legal.mv), depth - 1, stop))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        for threads in [1, 2, 7] {
            for (depth, leaves) in [(0, 1), (1, 48), (2, 2039), (4, 4_085_603)] {
                let result = count(&position, depth, threads, &StopFlag::new(), &mut |_| {});
                assert_eq!((result.nodes, result.stopped), (leaves, false));
                assert!(depth == 0 || result.divide.len() == 48);
                assert!(depth == 0 || result.divide.iter().map(|(_, n)| n).sum::<u64>() == leaves);
            }
        }
    }

    #[test]
    fn a_raised_flag_ends_a_count_that_would_take_hours() {
        let stop = StopFlag::new();
        stop.raise();
        let result = count(&Position::start(), 12, 2, &stop, &mut |_| {});
        assert!(result.stopped);
    }

    #[test]
    fn a_mated_side_has_no_leaves() {
        let mated = Position::from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(count(&mated, 5, 2, &StopFlag::new(), &mut |_| {}).nodes, 0);
    }
}
