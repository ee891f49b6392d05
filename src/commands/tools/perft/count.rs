//! Counts the leaves of the tree of legal moves on several threads, with progress, until stopped.
//!
//! `chess/perft.rs`, which does the counting, cannot be interrupted; it gets subtrees small enough (a few milliseconds at most)
//! that a stop takes effect in time. `suite.rs` compares counts with a file.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::chess::{Move, Position, perft};
use crate::commands::batch::{Batch, JobFlags};
use crate::control::StopFlag;

/// Depth of subtrees counted without interruption: at most some ten million leaves, in practice far fewer.
const UNINTERRUPTED: u32 = 3;

/// Minimum number of subtrees, if the tree is deep enough. Each is counted on one thread; progress is reported between them.
const SUBTREES: usize = 400;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftResult {
    /// Leaves below each legal move, in the order of generation. Empty for depth 0.
    pub divide: Vec<(Move, u64)>,
    pub nodes: u64,
    pub elapsed: Duration,
    /// Whether it was stopped; `nodes` is then incomplete.
    pub stopped: bool,
}

/// Counts the leaves of a position's tree on several threads. `progress` gets the leaves counted so far.
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
    let (mut divide, mut nodes): (Vec<(Move, u64)>, u64) = (Vec::new(), 0);
    let work = |quit: &mut StopFlag, index: u32| {
        let task = &tasks[index as usize];
        Ok::<_, Infallible>(Some((task.first, count_until(&task.position, task.depth, quit))))
    };
    let begin = |flags: &JobFlags| Ok(flags.quit.clone());
    let Ok(()) = Batch::of(tasks.len(), threads, stop).run(begin, work, &mut |(first, leaves)| {
        match divide.last_mut() {
            Some((mv, sum)) if *mv == first => *sum += leaves,
            _ => divide.push((first, leaves)),
        }
        nodes += leaves;
        progress(nodes);
        ControlFlow::Continue(())
    });
    PerftResult { divide, nodes, elapsed: begun.elapsed(), stopped: stop.is_raised() }
}

struct Subtree {
    first: Move,
    position: Position,
    depth: u32,
}

/// Splits the tree into subtrees, after one move or more, until there are enough.
fn tasks(position: &Position, depth: u32) -> Vec<Subtree> {
    let mut tasks = children(position, None, depth - 1);
    for depth in (UNINTERRUPTED..depth - 1).rev() {
        if tasks.len() >= SUBTREES {
            break;
        }
        let deeper = |task: Subtree| match children(&task.position, Some(task.first), depth) {
            // The game is over: the move has no leaves, but is listed.
            none if none.is_empty() => vec![task],
            tasks => tasks,
        };
        tasks = tasks.into_iter().flat_map(deeper).collect();
    }
    tasks
}

/// `first`: the move from the root, unless `position` is the root.
fn children(position: &Position, first: Option<Move>, depth: u32) -> Vec<Subtree> {
    let moves = position.moves();
    let child = |mv| Subtree { first: first.unwrap_or(mv), position: position.play(mv), depth };
    moves.map(child).collect()
}

/// Counts the leaves of a position's tree; incomplete if the flag is raised.
pub(super) fn count_until(position: &Position, depth: u32, quit: &StopFlag) -> u64 {
    if quit.is_stopped() {
        return 0;
    }
    if depth <= UNINTERRUPTED {
        return perft(position, depth);
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|legal| count_until(&position.play(legal.mv), depth - 1, quit)).sum()
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
        let mates = Position::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").unwrap();
        let divide = count(&mates, 5, 2, &StopFlag::new(), &mut |_| {}).divide;
        assert_eq!(divide.len(), mates.legal_moves().into_iter().count());
        assert!(divide.iter().any(|(_, leaves)| *leaves == 0));
    }
}
