//! What settles a node before any of its moves is tried in earnest: steps 5 to 8 of `node.rs`.
//!
//! Whether a static value is enough is for the named tests of `prune.rs`; here they are asked in order, and the searches that
//! some of them need (quiescing, a pass, captures at less depth) are made. The walk itself stays in `node.rs`.

use super::node::{At, Node};
use super::order::{Picker, Wanted};
use super::prune;
use super::searcher::Searcher;
use super::table::{self, Entry};
use super::trace::{Prune, Tracer};
use crate::chess::Position;
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Depth, Score, Window};

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Steps 5 to 8: whether the static value, a pass or a capture settles the node.
    pub(super) fn give_up(
        &mut self,
        position: &Position,
        node: &mut Node,
        known: Option<Entry>,
        eval: Score,
    ) -> Result<Option<Score>, Stopped> {
        let At { ply, depth, window, .. } = node.at;
        let beta = window.beta;
        // The table's score, where it says more than the static value.
        let estimate = known
            .filter(|entry| !entry.score.is_mate())
            .filter(|entry| {
                if entry.score > eval { entry.bound.is_lower() } else { entry.bound.is_upper() }
            })
            .map_or(eval, |entry| entry.score);

        // Step 5. Reverse futility: so far above beta that nothing will change it.
        if node.kept_on.is_none()
            && prune::is_reverse_futile(&self.params, depth, estimate, beta, node.improving)
        {
            self.tracer.prune(Prune::ReverseFutility);
            return Ok(Some(estimate));
        }

        // Step 6. Razoring: so far below alpha that only captures and checks could help; ask the quiescing search.
        if prune::is_razorable(&self.params, depth, estimate, window.alpha) {
            let score = self.quiesce(position, ply, 0, Window::null_above(window.alpha))?;
            if score <= window.alpha {
                self.tracer.prune(Prune::Razoring);
                return Ok(Some(score));
            }
        }

        // Step 7. Null move: if passing is good enough, a move will be. Not twice in a row, not with pawns alone, and at
        // depth not without a search that may not pass: zugzwang. If passing is answered by mate, that is a threat.
        if let Some(score) = self.null_move(position, node, estimate)? {
            return Ok(Some(score));
        }

        // Step 8. ProbCut (Buro): a capture that beats beta by a margin at less depth will beat beta.
        let goal = beta + self.params.probcut_margin;
        let hopeless = known.is_some_and(|entry| {
            entry.depth >= table::quarters(depth - Depth::plies(3))
                && entry.score < goal
                && entry.bound.is_upper()
        });
        if depth >= Depth::plies(self.params.probcut_depth)
            && !beta.is_mate()
            && !goal.is_mate()
            && !hopeless
        {
            return self.probcut(position, node, eval, goal);
        }
        Ok(None)
    }

    fn null_move(
        &mut self,
        position: &Position,
        node: &mut Node,
        estimate: Score,
    ) -> Result<Option<Score>, Stopped> {
        let At { ply, depth, window, .. } = node.at;
        let beta = window.beta;
        let passed = ply > 0 && self.frames[ply - 1].last.is_none();
        if !passed
            && estimate >= beta
            && depth >= Depth::plies(self.params.null_depth)
            && position.has_non_pawn_material(position.turn())
            && self.verify_below[position.turn()] <= ply
            && let Some(child) = position.pass()
        {
            let less = depth - prune::null_reduction(&self.params, depth, estimate, beta);
            let frame = &mut self.frames[ply];
            (frame.last, frame.arrival, frame.extended_by, frame.gainful) =
                (None, None, None, false);
            frame.replies = 0;
            let below = At {
                ply: ply + 1,
                depth: less,
                window: -Window::null_below(beta),
                kind: node.at.kind.later_child(),
            };
            let score = self.descend(&child, below)?;
            if score >= beta {
                let score = if score.is_mate() { beta } else { score };
                if depth < Depth::plies(self.params.null_verify)
                    || self.verify_below[position.turn()] > 0
                {
                    self.tracer.prune(Prune::NullMove);
                    return Ok(Some(score));
                }
                let turn = position.turn();
                self.verify_below[turn] = ply + (less.whole().max(0) * 3 / 4) as usize + 1;
                let check = At { depth: less, window: Window::null_below(beta), ..node.at };
                let verified = self.node(position, check);
                self.verify_below[turn] = 0;
                if verified? >= beta {
                    self.tracer.prune(Prune::NullMove);
                    return Ok(Some(score));
                }
            } else if score.mate_ply() == Some(ply + 2) {
                node.mate_threat = true;
            }
        }
        Ok(None)
    }

    fn probcut(
        &mut self,
        position: &Position,
        node: &Node,
        eval: Score,
        goal: Score,
    ) -> Result<Option<Score>, Stopped> {
        let At { ply, depth, .. } = node.at;
        let led = self.led(ply);
        let mut picker = Picker::new(position, Wanted::Noisy, node.table_move, [None; 3]);
        while let Some(legal) = picker.next(position, &self.history, &led) {
            if !position.see_at_least(legal.mv, goal.raw() - eval.raw()) {
                continue;
            }
            self.set_out(position, ply, legal.mv);
            let child = position.play(legal.mv);
            self.frames[ply + 1].spent = self.frames[ply].spent;
            self.frames[ply + 1].owner = self.frames[ply].owner;
            let window = -Window::null_below(goal);
            self.path.push(child.key());
            let mut score = -self.quiesce(&child, ply + 1, 0, window)?;
            self.path.pop();
            if score >= goal {
                let below = At {
                    ply: ply + 1,
                    depth: depth - Depth::plies(4),
                    window,
                    kind: node.at.kind.later_child(),
                };
                score = self.descend(&child, below)?;
            }
            if score >= goal && !score.is_mate() {
                self.tracer.prune(Prune::ProbCut);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Searches a child and returns its value for the mover.
    fn descend(&mut self, child: &Position, below: At) -> Result<Score, Stopped> {
        let key = child.key();
        self.frames[below.ply].spent = self.frames[below.ply - 1].spent;
        self.frames[below.ply].owner = self.frames[below.ply - 1].owner;
        self.path.push(key);
        let score = -self.node(child, below)?;
        self.path.pop();
        Ok(score)
    }
}
