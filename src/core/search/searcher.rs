//! One thread's searcher: its share of the common data, its own data from move to move, and its counters.
//!
//! The steps of a node are in `node.rs`, the search stack in `stack.rs`, quiescence in `quiescence.rs`, iterative deepening in
//! `deepen.rs`.

use std::sync::{Arc, Mutex};

use super::frame::{Frame, PvLine};
use super::history::History;
use super::params::{self, Params};
use super::report::EndReason;
use super::root::Root;
use super::shared::{Shared, Task};
use super::trace::{Depth64, RootMove, Tracer};
use crate::chess::{ByColor, Key, Move, Position};
use crate::control::lock::Unpoisoned;
use crate::control::{Clock, Stopped};
use crate::eval::Evaluator;
use crate::units::{Depth, MAX_PLY, Score, Window};

pub(super) struct RootCount {
    nodes: u64,
    added: Depth64,
    longest: usize,
}

pub(crate) struct Searcher<E, T> {
    pub shared: Shared,
    pub params: Arc<Params>,
    pub thread: usize,
    pub evaluator: E,
    pub tracer: T,
    pub history: History,
    pub(super) frames: Vec<Frame>,
    pub(super) pv: Vec<PvLine>,
    /// Keys of the game and of the path: the last is the current node's.
    pub path: Vec<Key>,
    /// Index of the root's key in `path`.
    pub root_at: usize,
    pub(super) root: Root,
    pub nodes: u64,
    pub node_limit: u64,
    pub seldepth: usize,
    pub has_iteration: bool,
    /// The sum of all extensions so far.
    pub added: Depth64,
    pub nominal: Depth,
    /// From this ply on the main search does not continue.
    pub cap: usize,
    /// Maximum total of extensions in one line.
    pub budget: Depth,
    /// No null moves above this ply, for each side: a null-move cut is being verified.
    pub verify_below: ByColor<usize>,
    pub ended_by: EndReason,
    clock: Option<Arc<Mutex<Clock>>>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    pub(crate) fn new(shared: Shared, thread: usize, evaluator: E, tracer: T) -> Searcher<E, T> {
        Searcher {
            params: shared.params.clone(),
            shared,
            thread,
            evaluator,
            tracer,
            history: History::default(),
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
            verify_below: ByColor::new(0, 0),
            ended_by: EndReason::Depth,
            clock: None,
        }
    }

    /// The same searcher with other shared parts: the next search's table, params and flag.
    pub(crate) fn share(&mut self, shared: Shared) {
        self.params = shared.params.clone();
        self.shared = shared;
    }

    /// Clears everything learned: the next search takes the nodes of a new searcher's.
    pub(crate) fn forget(&mut self) {
        self.history = History::default();
        self.frames.fill(Frame::default());
    }

    /// Resets the data of one search: path, counts, frames (but for the killers), clock.
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
        self.verify_below = ByColor::new(0, 0);
        for frame in &mut self.frames {
            *frame = Frame { killers: frame.killers, ..Frame::default() };
        }
        self.tracer.clear();
        // The counters may be those of the search before.
        self.publish();
    }

    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.node_limit {
            self.ended_by = EndReason::Nodes;
            return Err(Stopped);
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.tracer.visit(self.frames[ply].owner);
        if self.nodes.is_multiple_of(params::CLOCK_INTERVAL) {
            self.check_time()?;
        }
        if self.shared.stop.is_raised() { self.obey() } else { Ok(()) }
    }

    /// The stop flag is raised. The first thread finishes the first iteration before it obeys, so that there is a searched
    /// move to answer with.
    #[cold]
    fn obey(&self) -> Result<(), Stopped> {
        let is_first = self.thread == 0 && !self.has_iteration;
        if is_first && self.nodes < params::FIRST_ITERATION { Ok(()) } else { Err(Stopped) }
    }

    #[cold]
    fn check_time(&mut self) -> Result<(), Stopped> {
        self.publish();
        let over = self.clock.as_ref().is_some_and(|clock| clock.lock().unpoisoned().is_over());
        if over {
            self.ended_by = EndReason::Time;
            self.shared.stop.raise();
            return self.obey();
        }
        Ok(())
    }

    /// Starts a root move: reports it, and records the counters. The longest line is measured anew for each.
    pub(super) fn begin_root_move(&mut self, mv: Move, number: usize) -> RootCount {
        if self.thread == 0 {
            self.shared.counters.set_root_move(self.nominal.whole(), mv, number);
        }
        let longest = std::mem::take(&mut self.seldepth);
        RootCount { nodes: self.nodes, added: self.added, longest }
    }

    /// Ends the last root move; its window's alpha is the result of the moves before it.
    pub(super) fn end_root_move(
        &mut self,
        mv: Move,
        score: Score,
        window: Window,
        before: &RootCount,
    ) {
        self.root.account(RootMove {
            mv,
            nodes: self.nodes - before.nodes,
            score,
            bound: window.bound(score),
            seldepth: self.seldepth as u32,
            added: self.added - before.added,
        });
        self.seldepth = self.seldepth.max(before.longest);
    }

    /// Lets the reporter see this thread's counters, and the table how much it is used.
    pub(super) fn publish(&self) {
        let more = self.shared.counters.publish(self.thread, self.nodes, self.seldepth);
        self.shared.table.count_lookups(more);
        if self.thread == 0 {
            // No move can follow a null move in a line that is shown.
            let plies = self.path.len() - 1 - self.root_at;
            let moves = self.frames.iter().take(plies).map_while(|frame| frame.last);
            self.shared.counters.set_line(moves.map(|last| last.mv));
        }
    }

    #[inline(always)]
    pub(super) fn key(&self) -> Key {
        self.path[self.path.len() - 1]
    }

    /// Returns whether the node is a draw: no material, fifty moves, or a repetition. Within the search one repetition is enough;
    /// of positions of the game, two are needed.
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

    /// Returns whether the side to move can repeat a position of this search, so that it has a draw at least.
    pub(super) fn can_repeat(&self, position: &Position) -> bool {
        let last = self.path.len() - 1;
        let reach = usize::from(position.halfmoves()).min(last - self.root_at);
        let key = self.path[last];
        (3..=reach)
            .step_by(2)
            .any(|back| position.has_reversible_move(key ^ self.path[last - back]))
    }
}
