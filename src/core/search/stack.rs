//! The search stack: the request and the facts of a node, and the only way down the tree. The data of each ply is in `frame.rs`.
//!
//! [`Searcher::descend`] does everything for a step to a child: the key on the path (for repetitions), the frame of the move (for
//! histories and extensions), the extensions along the way. Every child of both searches is entered through it, null moves too.
//! An incremental evaluator needs no call here: it finds the changes by ply (see `eval/network/`).

use super::extend::{self, Extension, KeepOn, LastMove};
use super::frame::PvMove;
use super::history::{ContinuationKeys, CorrectionKeys, PieceTo, QuietKeys};
use super::picker::Refutations;
use super::searcher::Searcher;
use super::table::Entry;
use super::trace::Tracer;
use crate::chess::{Move, Position};
use crate::control::Stopped;
use crate::eval::{Evaluation, Evaluator};
use crate::units::{Depth, NodeKind, Score, Window};

/// The request for a node: its depth and window.
#[derive(Clone, Copy)]
pub(super) struct NodeRequest {
    pub ply: usize,
    pub depth: Depth,
    pub window: Window,
    pub kind: NodeKind,
}

pub(super) struct SearchNode {
    pub ply: usize,
    /// Remaining depth, after internal iterative reduction.
    pub depth: Depth,
    /// Alpha rises with every move that beats it.
    pub window: Window,
    pub kind: NodeKind,
    pub table_move: Option<Move>,
    /// Whether the table move captures or promotes.
    pub table_noisy: bool,
    pub entry: Option<Entry>,
    /// Static evaluation as the evaluator gave it; `None` in check.
    pub raw_eval: Option<Evaluation>,
    /// Static evaluation with its correction; `None` in check.
    pub eval: Option<Score>,
    /// Whether the static evaluation rose in two plies.
    pub improving: bool,
    pub mate_threat: bool,
    pub kept_on: Option<KeepOn>,
    /// Whether it is on the principal variation, or was by the table.
    pub on_pv: bool,
    pub excluded: Option<Move>,
}

impl SearchNode {
    /// Returns whether it is a known ending: no pruning by margins or move count, and no learning.
    pub(super) fn is_known(&self) -> bool {
        self.raw_eval.is_some_and(Evaluation::is_known)
    }

    /// Returns whether it is a known draw, which still needs the right moves: it does not fail high by a margin.
    pub(super) fn is_drawn(&self) -> bool {
        self.raw_eval.is_some_and(Evaluation::is_drawn)
    }

    /// Absolute correction of the static evaluation by correction history, in centipawns; zero in check.
    pub(super) fn correction(&self) -> i32 {
        self.eval.zip(self.raw_eval).map_or(0, |(eval, raw)| (eval.raw() - raw.score.raw()).abs())
    }
}

pub(super) struct Descent<'a> {
    pub parent: &'a Position,
    /// `None` is a null move.
    pub mv: Option<Move>,
    pub child: &'a Position,
    pub ply: usize,
    pub extension: Option<Extension>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// The child that a move leads to; its bucket of the transposition table is on the way from now on. The bucket is asked
    /// for before the move is played, so that the copying is part of the wait (Simbelmyne, Reckless).
    #[inline(always)]
    pub(super) fn play(&self, position: &Position, mv: Move) -> Position {
        self.shared.table.prefetch(position.likely_key_after(mv));
        position.play(mv)
    }

    #[inline(always)]
    pub(super) fn descend<R>(
        &mut self,
        step: &Descent<'_>,
        search: impl FnOnce(&mut Self) -> Result<R, Stopped>,
    ) -> Result<R, Stopped> {
        self.push(step);
        let result = search(self)?;
        // A search that was stopped leaves its path behind: the next one begins anew.
        self.path.pop();
        Ok(result)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, step: &Descent<'_>) {
        let parent = step.parent;
        let frame = &mut self.frames[step.ply];
        frame.reduction = Depth::ZERO;
        if let Some(mv) = step.mv {
            let piece = parent.moved(mv);
            frame.last = Some(LastMove { mv, piece, victim: parent.captured(mv) });
            frame.piece_to = Some(PieceTo::new(parent.turn(), piece, mv.to()));
            frame.tactical = parent.is_noisy(mv) || parent.in_check();
        } else {
            (frame.last, frame.piece_to, frame.tactical) = (None, None, false);
            frame.replies = 0;
        }
        frame.extended_by = step.extension.map(|found| found.rule);
        let added = step.extension.map_or(Depth::ZERO, |found| found.amount);
        let unforced = if extend::is_forced(frame.replies) { Depth::ZERO } else { added };
        let (spent, spent_unforced) = (frame.spent + added, frame.spent_unforced + unforced);
        let owner = frame.extended_by.or(frame.owner);
        let next = &mut self.frames[step.ply + 1];
        (next.spent, next.spent_unforced, next.owner) = (spent, spent_unforced, owner);
        self.path.push(step.child.key());
    }

    /// Remaining extensions of the line to this ply, for a forced move or another one.
    pub(super) fn budget_left(&self, ply: usize, forced: bool) -> Depth {
        let frame = &self.frames[ply];
        let whole = self.budget - frame.spent;
        let unforced = Depth::plies(self.params.budget_unforced) - frame.spent_unforced;
        let left = if forced { whole } else { whole.min(unforced) };
        left.max(Depth::ZERO)
    }

    /// The moves that led to a node, as continuation histories are indexed.
    pub(super) fn continuation_keys(&self, ply: usize) -> ContinuationKeys {
        let ago = |plies: usize| ply.checked_sub(plies).and_then(|at| self.frames[at].piece_to);
        [ago(1), ago(2), ago(4)]
    }

    pub(super) fn quiet_keys(&self, position: &Position, ply: usize) -> QuietKeys {
        QuietKeys::new(position, self.continuation_keys(ply))
    }

    pub(super) fn correction_keys(&self, position: &Position, ply: usize) -> CorrectionKeys {
        CorrectionKeys::new(position, &self.continuation_keys(ply))
    }

    pub(super) fn last_move(&self, ply: usize) -> Option<LastMove> {
        ply.checked_sub(1).and_then(|at| self.frames[at].last)
    }

    pub(super) fn refutations(&self, ply: usize, keys: &QuietKeys) -> Refutations {
        let [first, second] = self.frames[ply].killers;
        [first, second, self.history.counter(keys)]
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
