//! Pruning before the moves: steps 5 to 8 of a node, which may end it before any of its moves is searched.
//!
//! The margins are named functions of `prune.rs`; here they are applied in order, with razoring's quiescence search. Null move
//! and ProbCut have their own files.

use super::extend::Rule;
use super::params;
use super::policy::Policy;
use super::prune;
use super::searcher::Searcher;
use super::stack::SearchNode;
use super::trace::{Prune, Tracer};
use crate::chess::Position;
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Depth, NodeKind, Score, Window};

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Steps 5 to 8. Never in check or where a move is left out; on the principal variation, and in a drawn ending,
    /// only the mate threat is asked for.
    pub(super) fn prune_before_moves(
        &mut self,
        position: &Position,
        node: &mut SearchNode,
    ) -> Result<Option<Score>, Stopped> {
        let Some(eval) = node.eval else { return Ok(None) };
        if node.excluded.is_some() {
            return Ok(None);
        }
        let &mut SearchNode { ply, depth, window, .. } = node;
        if node.kind == NodeKind::Pv || node.is_drawn() {
            node.mate_threat |= self.params.extensions.of(Rule::MateThreat, node.kind)
                > Depth::ZERO
                && self.is_mate_threatened(position, depth);
            return Ok(None);
        }
        let estimate = node.entry.map_or(eval, |entry| entry.estimate(eval));

        // Step 5. Reverse futility pruning (static null move): so far above beta that nothing will change it, unless mate is
        // threatened.
        let worsening = self.is_opponent_worsening(ply, eval);
        // An evaluation that correction history moved far is trusted less.
        let doubt = node.correction() * params::REVERSE_FUTILITY_CORRECTION / 64;
        let is_futile = node.kept_on.is_none()
            && prune::is_reverse_futile(&self.params, node, estimate - doubt, worsening);
        let is_deep = depth >= params::MATE_THREAT_DEPTH || self.params.policy == Policy::Slow;
        node.mate_threat |= (is_futile || is_deep) && self.is_mate_threatened(position, depth);
        if is_futile && !node.mate_threat {
            self.tracer.prune(Prune::ReverseFutility);
            return Ok(Some(prune::reverse_futility_score(&self.params, estimate, window.beta)));
        }

        // Step 6. Razoring: so far below alpha that only captures and checks could help; ask the quiescence search.
        if !node.is_known() && prune::is_razorable(&self.params, node, estimate) {
            let score = self.quiescence(position, ply, 0, Window::null_above(window.alpha))?;
            if score <= window.alpha {
                self.tracer.prune(Prune::Razoring);
                return Ok(Some(score));
            }
        }

        // Step 7. Null move pruning: if passing is good enough, a move will be.
        if let Some(score) = self.null_move(position, node, (eval, estimate))? {
            return Ok(Some(score));
        }

        // Step 8. ProbCut (Buro): a capture that beats beta by a margin at less depth will beat beta. Where a cutoff
        // is expected; not where the table knows that no capture does.
        let goal = window.beta + self.params.probcut_margin;
        let is_refuted = node.entry.is_some_and(|entry| {
            entry.depth >= (depth - params::PROBCUT_TABLE_DEPTH).at_grain()
                && entry.score < goal
                && entry.bound.is_upper()
        });
        let is_promising = node.kind == NodeKind::Cut
            || node.entry.is_some_and(|entry| entry.bound.is_lower() && entry.score >= goal);
        if depth >= Depth::plies(self.params.probcut_depth)
            && is_promising
            && !window.beta.is_decisive()
            && !goal.is_decisive()
            && !is_refuted
        {
            return self.probcut(position, node, eval, goal);
        }
        Ok(None)
    }
}
