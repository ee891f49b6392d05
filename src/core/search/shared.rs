//! The request of a search, and the data that all of its threads share: the transposition table, the params, the stop flag, the
//! counters.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::params::Params;
use super::report::{Event, Progress, ProverEffort};
use super::table::Table;
use super::work_words::WorkWords;
use crate::chess::{Game, Key, Move, Position};
use crate::control::lock::Unpoisoned;
use crate::control::{Clock, Limits, StopFlag};
use crate::oracle::tables::NodeTables;

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub root: Position,
    /// Keys of the game's earlier positions since the last capture or pawn move, oldest first, the root left out.
    pub history: Vec<Key>,
    pub limits: Limits,
    pub multi_pv: usize,
    /// The time; only the first thread looks at it.
    pub clock: Arc<Mutex<Clock>>,
}

impl Task {
    /// Searches one line from a game's position.
    pub(crate) fn new(game: &Game, limits: Limits, clock: Clock) -> Task {
        let (root, history) = (*game.position(), game.history_keys().to_vec());
        Task { root, history, limits, multi_pv: 1, clock: Arc::new(Mutex::new(clock)) }
    }
}

#[derive(Clone)]
pub(crate) struct Shared {
    pub table: Arc<Table>,
    pub params: Arc<Params>,
    pub stop: StopFlag,
    pub counters: Arc<Counters>,
    /// Endgame tables for nodes to probe, if any apply below this root.
    pub tables: Option<Arc<NodeTables>>,
    /// Moves that each thread searches; `None` with one thread.
    pub work: Option<Arc<WorkWords>>,
}

impl Shared {
    /// For a search on one thread, without endgame tables.
    pub(crate) fn new(table: Table, params: &Params, stop: &StopFlag) -> Shared {
        Shared {
            table: Arc::new(table),
            params: Arc::new(params.clone()),
            stop: stop.clone(),
            counters: Arc::new(Counters::new(1, false)),
            tables: None,
            work: None,
        }
    }

    /// Progress of the search, by the counts of all threads, which are updated every thousand nodes. `seldepth` is the longest
    /// line of any of them.
    pub(crate) fn progress(&self, depth: u32, elapsed: Duration) -> Progress {
        let threads = &self.counters.threads;
        let sum = |count: fn(&ThreadCounter) -> &AtomicU64| {
            threads.iter().map(|counter| count(counter).load(Ordering::Relaxed)).sum()
        };
        let seldepth = threads.iter().map(|counter| counter.seldepth.load(Ordering::Relaxed)).max();
        Progress {
            depth,
            seldepth: seldepth.unwrap_or(0),
            nodes: sum(|counter| &counter.nodes),
            elapsed,
            hashfull: self.table.hashfull(),
            table_hits: sum(|counter| &counter.table_hits),
            prover: ProverEffort::default(),
        }
    }
}

/// Counters of one thread, on their own cache line: the owner stores, the reporter reads.
#[derive(Debug, Default)]
#[repr(align(64))]
struct ThreadCounter {
    nodes: AtomicU64,
    seldepth: AtomicU32,
    table_hits: AtomicU64,
    /// The root move being searched: bits of the move, its number from bit 16, the depth from bit 32; 0 before the first.
    root_move: AtomicU64,
}

#[derive(Debug)]
pub(crate) struct Counters {
    threads: Vec<ThreadCounter>,
    /// The line that the first thread is searching; `None` if it is not requested.
    line: Option<Mutex<Vec<Move>>>,
}

impl Counters {
    pub(crate) fn new(threads: usize, wants_line: bool) -> Counters {
        let threads = (0..threads.max(1)).map(|_| ThreadCounter::default()).collect();
        Counters { threads, line: wants_line.then(Mutex::default) }
    }

    pub(super) fn set_line(&self, moves: impl Iterator<Item = Move>) {
        if let Some(line) = &self.line {
            let mut line = line.lock().unpoisoned();
            line.clear();
            line.extend(moves);
        }
    }

    /// The root move that the first thread is searching, as a report to pass on.
    pub(crate) fn root_move(&self) -> Option<Event> {
        let bits = self.threads[0].root_move.load(Ordering::Relaxed);
        let mv = Move::from_bits(bits as u16)?;
        Some(Event::RootMove {
            depth: (bits >> 32) as u32,
            mv,
            number: (bits >> 16) as u16 as u32,
            line: self
                .line
                .as_ref()
                .map(|line| line.lock().unpoisoned().clone())
                .unwrap_or_default(),
        })
    }

    pub(super) fn set_root_move(&self, depth: i32, mv: Move, number: usize) {
        let bits = (depth as u64) << 32 | (number as u64 & 0xFFFF) << 16 | u64::from(mv.bits());
        self.threads[0].root_move.store(bits, Ordering::Relaxed);
    }

    /// Adds table hits of this thread.
    pub(crate) fn count_table_hits(&self, thread: usize, hits: u64) {
        let counter = &self.threads[thread].table_hits;
        counter.store(counter.load(Ordering::Relaxed) + hits, Ordering::Relaxed);
    }

    /// Sets a thread's own counts. Returns by how much its nodes have grown.
    pub(super) fn publish(&self, thread: usize, nodes: u64, seldepth: usize) -> u64 {
        let counter = &self.threads[thread];
        let before = counter.nodes.load(Ordering::Relaxed);
        counter.nodes.store(nodes, Ordering::Relaxed);
        counter.seldepth.store(seldepth as u32, Ordering::Relaxed);
        nodes.saturating_sub(before)
    }
}
