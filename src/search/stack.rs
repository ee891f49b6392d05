//! The search stack, and the one way down the tree.
//!
//! [`Searcher::descend`] does whatever a step to a child needs: the key on the path (for repetitions), the frame of the move
//! (for histories and extensions), what extensions added on the way. Every child of both searches is entered through it, null
//! moves too. An evaluator that follows the moves needs nothing here: it finds out by the ply (see `eval/network/`).

use super::extend::{self, Extension, LastMove};
use super::frame::PvMove;
use super::history::{ContinuationKeys, CorrectionKeys, PieceTo, QuietKeys};
use super::picker::Refutations;
use super::searcher::Searcher;
use super::trace::Tracer;
use crate::chess::{Move, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::Depth;

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

    /// Goes down one step, does there what is asked, and comes back.
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
    fn push(&mut self, step: &Descent<'_>) {
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

    /// What extensions may still add to the line to this ply, for a move that is forced or one that is not.
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

    /// Where a node's quiet moves are found in the histories.
    pub(super) fn quiet_keys(&self, position: &Position, ply: usize) -> QuietKeys {
        QuietKeys::new(position, self.continuation_keys(ply))
    }

    /// Where the errors of a node's static evaluation are found.
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
