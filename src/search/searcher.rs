//! One thread's searcher: what it shares with the others, what it keeps from move to move, and its path through the tree.
//!
//! The steps of a node are in `node.rs`, of the quiescing search in `resolve.rs`; what drives them is in `deepen.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::deepen::Task;
use super::extend::{LastMove, Rule};
use super::history::{Arrival, History, Led};
use super::order::Refutations;
use super::params::Params;
use super::report::{EndReason, Report};
use super::root::{Root, Spent};
use super::table::Table;
use super::trace::{Depth64, Tracer};
use crate::chess::{Key, Move, Position};
use crate::control::{StopFlag, Stopped};
use crate::eval::Evaluator;
use crate::units::{Depth, MAX_PLY, Score, Window};

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1_024;

/// A stop is obeyed after the first iteration, or after so many nodes where even that is long.
const FIRST_ITERATION: u64 = 4_096;

/// What all threads of one search share.
#[derive(Clone)]
pub struct Shared {
    /// The transposition table.
    pub table: Arc<Table>,
    /// The numbers, frozen for this search.
    pub params: Arc<Params>,
    /// Raised when all should stop.
    pub stop: StopFlag,
    /// Nodes of each thread.
    pub counters: Arc<Counters>,
}

/// Counters of one thread, on a cache line of their own: the owner stores, the reporter reads.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    seldepth: AtomicU32,
    /// The root move being looked at: bits of the move, its number from bit 16, the depth from bit 32; 0 before the first.
    root_move: AtomicU64,
}

/// Node counters of all threads.
#[derive(Debug, Default)]
pub struct Counters(Vec<Counter>);

impl Counters {
    /// For so many threads.
    pub fn new(threads: usize) -> Counters {
        Counters((0..threads.max(1)).map(|_| Counter::default()).collect())
    }

    /// Nodes of all threads together; each adds its own every thousand.
    pub fn nodes(&self) -> u64 {
        self.0.iter().map(|counter| counter.nodes.load(Ordering::Relaxed)).sum()
    }

    /// The root move that the first thread is looking at, as a report to pass on.
    pub fn root_move(&self) -> Option<Report> {
        let bits = self.0.first()?.root_move.load(Ordering::Relaxed);
        let mv = Move::from_bits(bits as u16)?;
        Some(Report::RootMove {
            depth: (bits >> 32) as u32,
            mv,
            number: (bits >> 16) as u16 as u32,
        })
    }

    fn look_at(&self, depth: i32, mv: Move, number: usize) {
        if let Some(counter) = self.0.first() {
            let bits = (depth as u64) << 32 | (number as u64 & 0xFFFF) << 16 | u64::from(mv.bits());
            counter.root_move.store(bits, Ordering::Relaxed);
        }
    }

    /// The longest line any thread looked at, in plies.
    pub fn seldepth(&self) -> u32 {
        self.0.iter().map(|counter| counter.seldepth.load(Ordering::Relaxed)).max().unwrap_or(0)
    }
}

/// What a searcher remembers of a node on its path, and of the move it is looking at there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The static value; `None` in check.
    pub eval: Option<Score>,
    /// The move being looked at; `None` if it is a pass.
    pub last: Option<LastMove>,
    /// Where its piece arrives.
    pub arrival: Option<Arrival>,
    /// Quiet moves that were too good at this ply before.
    pub killers: [Option<Move>; 2],
    /// Replies to check at this node; 0 if it is in none.
    pub replies: u64,
    /// The rule that extended the move being looked at.
    pub extended_by: Option<Rule>,
    /// What extensions added on the way to this node.
    pub spent: Depth,
    /// The rule that extended the nearest move above this node.
    pub owner: Option<Rule>,
    /// The move left out while the node is searched without it.
    pub excluded: Option<Move>,
    /// Whether the move being looked at takes, promotes or answers a check: it earns a later check when quiescing.
    pub gainful: bool,
}

/// A move of a principal variation, with the extension it got there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PvMove {
    pub mv: Move,
    pub extension: Option<super::extend::Extension>,
}

/// Where the counters stood before a root move.
pub(super) struct RootCount {
    nodes: u64,
    added: Depth64,
    longest: usize,
}

pub(super) type PvLine = ArrayVec<PvMove, MAX_PLY>;

/// One thread's searcher.
pub struct Searcher<E, T> {
    pub(super) shared: Shared,
    pub(super) params: Arc<Params>,
    pub(super) thread: usize,
    pub(super) evaluator: E,
    /// Whoever watches.
    pub tracer: T,
    pub(super) history: History,
    pub(super) frames: Vec<Frame>,
    pub(super) pv: Vec<PvLine>,
    /// Keys of the game and of the path: the last is the current node's.
    pub(super) path: Vec<Key>,
    /// Where the root's key stands in `path`.
    pub(super) root_at: usize,
    pub(super) root: Root,
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    pub(super) seldepth: usize,
    /// Whether an iteration of this search is finished.
    pub(super) has_iteration: bool,
    /// The sum of all extensions so far.
    pub(super) added: Depth64,
    pub(super) nominal: Depth,
    /// From this ply on the main search never goes on.
    pub(super) cap: usize,
    /// What extensions may add to one line.
    pub(super) budget: Depth,
    /// No passing above this ply, for each side: a null cut is being verified.
    pub(super) verify_below: crate::chess::ByColor<usize>,
    pub(super) ended_by: EndReason,
    /// Never enter the code of the extensions: what weights of zero are compared with.
    #[cfg(test)]
    pub(super) bypass_extensions: bool,
    pub(super) clock: Option<Arc<std::sync::Mutex<crate::control::Clock>>>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// A searcher that has learnt nothing yet.
    pub fn new(shared: Shared, thread: usize, evaluator: E, tracer: T) -> Searcher<E, T> {
        Searcher {
            params: shared.params.clone(),
            shared,
            thread,
            evaluator,
            tracer,
            history: History::new(),
            frames: vec![Frame::default(); MAX_PLY + 2],
            pv: vec![PvLine::new(); MAX_PLY + 2],
            path: Vec::with_capacity(1_024),
            root_at: 0,
            root: Root::default(),
            nodes: 0,
            node_limit: u64::MAX,
            seldepth: 0,
            has_iteration: false,
            added: 0,
            nominal: Depth::ZERO,
            cap: 0,
            budget: Depth::ZERO,
            verify_below: crate::chess::ByColor::new(0, 0),
            ended_by: EndReason::Depth,
            #[cfg(test)]
            bypass_extensions: false,
            clock: None,
        }
    }

    /// Forgets what earlier searches taught: a new game begins.
    pub fn forget(&mut self) {
        self.history = History::new();
        self.frames.fill(Frame::default());
    }

    /// The same searcher with other shared parts: the next search's table, params and flag.
    pub fn share(&mut self, shared: Shared) {
        self.params = shared.params.clone();
        self.shared = shared;
    }

    /// Nodes of the last search by this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn prepare(&mut self, task: &Task) {
        self.path.clear();
        self.path.extend_from_slice(&task.history);
        self.path.push(task.root.key());
        self.root_at = self.path.len() - 1;
        self.nodes = 0;
        self.seldepth = 0;
        self.has_iteration = false;
        self.added = 0;
        self.node_limit = task.limits.nodes.unwrap_or(u64::MAX);
        self.clock = (self.thread == 0).then(|| task.clock.clone());
        self.ended_by = EndReason::Depth;
        self.verify_below = crate::chess::ByColor::new(0, 0);
        for frame in &mut self.frames {
            *frame = Frame { killers: frame.killers, ..Frame::default() };
        }
        self.tracer.clear();
    }

    /// Counts a node and sees whether to stop.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.node_limit {
            self.ended_by = EndReason::Nodes;
            self.shared.stop.raise();
            return Err(Stopped);
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.tracer.visit(self.frames[ply].owner);
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.look_up()?;
        }
        if self.shared.stop.is_raised() { self.obey() } else { Ok(()) }
    }

    /// Somebody said stop. The first thread finishes the first iteration before it obeys, so that there is a searched move
    /// to answer with.
    #[cold]
    fn obey(&self) -> Result<(), Stopped> {
        let first = self.thread == 0 && !self.has_iteration && self.nodes < FIRST_ITERATION;
        if first { Ok(()) } else { Err(Stopped) }
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        self.publish();
        let over = self.clock.as_ref().is_some_and(|clock| lock(clock).is_over());
        if over {
            self.ended_by = EndReason::Time;
            self.shared.stop.raise();
            return self.obey();
        }
        Ok(())
    }

    /// Whether the code of the extensions is entered at all; only a test bypasses it.
    #[inline(always)]
    pub(super) fn may_extend(&self) -> bool {
        #[cfg(test)]
        {
            !self.bypass_extensions
        }
        #[cfg(not(test))]
        {
            true
        }
    }

    /// A root move is about to be searched: says so, and notes where the counters stand. The longest line is measured anew
    /// for each.
    pub(super) fn begin_root_move(&mut self, mv: Move, number: usize) -> RootCount {
        if self.thread == 0 {
            self.shared.counters.look_at(self.nominal.whole(), mv, number);
        }
        let longest = std::mem::take(&mut self.seldepth);
        RootCount { nodes: self.nodes, added: self.added, longest }
    }

    /// The root move begun last was searched.
    pub(super) fn end_root_move(
        &mut self,
        mv: Move,
        score: Score,
        window: Window,
        before: &RootCount,
    ) {
        let spent = Spent {
            nodes: self.nodes - before.nodes,
            added: self.added - before.added,
            seldepth: self.seldepth as u32,
        };
        self.root.account(mv, spent, score, window);
        self.seldepth = self.seldepth.max(before.longest);
    }

    /// Lets the reporter see this thread's counters.
    pub(super) fn publish(&self) {
        if let Some(counter) = self.shared.counters.0.get(self.thread) {
            counter.nodes.store(self.nodes, Ordering::Relaxed);
            counter.seldepth.store(self.seldepth as u32, Ordering::Relaxed);
        }
    }

    /// Whether the node is drawn whatever is played: no material, fifty moves, or a repetition. Within the search one
    /// repetition is enough; of positions of the game, two are needed.
    pub(super) fn is_draw(&self, position: &Position) -> bool {
        if position.is_insufficient() {
            return true;
        }
        let reach = usize::from(position.halfmoves());
        if reach >= 100 && (!position.in_check() || position.has_legal_move()) {
            return true;
        }
        let last = self.path.len() - 1;
        let key = self.path[last];
        let mut seen = 0;
        for back in (4..=reach.min(last)).step_by(2) {
            if self.path[last - back] == key {
                seen += 1;
                if seen == 2 || last - back >= self.root_at {
                    return true;
                }
            }
        }
        false
    }

    /// The moves that led to a node, for the histories.
    pub(super) fn led(&self, ply: usize) -> Led {
        let ago = |plies: usize| ply.checked_sub(plies).and_then(|at| self.frames[at].arrival);
        [ago(1), ago(2), ago(4)]
    }

    /// The move before a node.
    pub(super) fn last_move(&self, ply: usize) -> Option<LastMove> {
        ply.checked_sub(1).and_then(|at| self.frames[at].last)
    }

    /// Quiet moves to try early at a node.
    pub(super) fn refutations(&self, ply: usize, led: &Led) -> Refutations {
        let [first, second] = self.frames[ply].killers;
        [first, second, self.history.counter(led)]
    }

    /// Writes down the move about to be looked at.
    pub(super) fn set_out(&mut self, position: &Position, ply: usize, mv: Move) {
        let piece = position.moved(mv);
        let frame = &mut self.frames[ply];
        frame.last = Some(LastMove { mv, piece, victim: position.captured(mv) });
        frame.arrival = Some(Arrival::new(position.turn(), piece, mv.to()));
        frame.extended_by = None;
        frame.gainful = position.is_noisy(mv) || position.in_check();
    }

    /// The principal variation from `ply` is this move and what was found below it.
    pub(super) fn keep_pv(&mut self, ply: usize, first: PvMove) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(first);
        let room = line.remaining_capacity();
        line.extend(below[0].iter().take(room).copied());
    }
}

/// The clock, also if a thread that held it panicked: it cannot be half written.
pub(super) fn lock(
    clock: &std::sync::Mutex<crate::control::Clock>,
) -> std::sync::MutexGuard<'_, crate::control::Clock> {
    clock.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
