//! Step 1 of a node, the horizon: whether the main search continues with less than a ply left.
//!
//! These are Jonathan Kreuzer's rules of Slow Chess Blitz WV: four kinds of forced positions in which the main search does not
//! drop into quiescence, and one mate threat that is tested just before it would. Each belongs to an extension rule and is
//! switched off with it. The cap on ply ends every chain of them.

use super::extend::{KeepOn, Rule};
use super::policy::Policy;
use super::searcher::Searcher;
use super::stack::NodeRequest;
use super::trace::Tracer;
use crate::chess::Position;
use crate::eval::Evaluator;
use crate::units::Depth;

/// Why the main search continues at a node.
pub(super) struct Onward {
    /// Why it does with less than a ply left; `None` with more, or where a mate threat added the rest.
    pub kept_on: Option<KeepOn>,
    pub mate_threat: bool,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Step 1: decides whether the main search continues; `None` leads to quiescence search.
    #[inline]
    pub(super) fn beyond_horizon(
        &mut self,
        position: &Position,
        asked: &mut NodeRequest,
    ) -> Option<Onward> {
        let mut onward = Onward { kept_on: None, mate_threat: false };
        if asked.depth < Depth::PLY {
            onward.kept_on = self.keep_on(position, asked.ply);
            onward.mate_threat =
                onward.kept_on.is_none() && self.extend_mate_threat(position, asked);
            if onward.kept_on.is_none() && !onward.mate_threat {
                return None;
            }
        }
        if asked.ply >= self.cap {
            self.tracer.denied();
            return None;
        }
        Some(onward)
    }

    fn keep_on(&self, position: &Position, ply: usize) -> Option<KeepOn> {
        let before = &self.frames[ply.checked_sub(1)?];
        match self.params.policy {
            Policy::Quarterly | Policy::Slow => {}
            // They extend in check at the node itself.
            Policy::Rdchess | Policy::Expositor => {
                return position.in_check().then_some(KeepOn::InCheck);
            }
            Policy::Exchess | Policy::Diablo => return None,
        }
        let extensions = &self.params.extensions;
        if position.in_check() {
            return extensions.is_on(Rule::Check).then_some(KeepOn::InCheck);
        }
        if let Some(Rule::PawnSeventh | Rule::PawnSixth) = before.extended_by {
            return Some(KeepOn::PawnPush);
        }
        let is_within_depth = Depth::plies(ply as i32) <= self.nominal;
        match before.replies {
            1 if extensions.is_on(Rule::SingleReply) => Some(KeepOn::SingleReply),
            2 if extensions.is_on(Rule::TwoReplies) && is_within_depth => Some(KeepOn::TwoReplies),
            _ => None,
        }
    }

    /// A mate threat seen just before quiescence extends the node itself. Slow Chess continues in any case, the default only if
    /// that makes a whole ply.
    fn extend_mate_threat(&mut self, position: &Position, asked: &mut NodeRequest) -> bool {
        let weight = self.params.extensions.of(Rule::MateThreat, asked.kind);
        let left = self.budget_left(asked.ply, false);
        let is_enough = asked.depth + weight >= Depth::PLY || self.params.policy == Policy::Slow;
        if weight == Depth::ZERO || weight > left || !is_enough {
            return false;
        }
        if !self.is_mate_threatened(position, asked.depth + weight) {
            return false;
        }
        asked.depth += weight;
        let frame = &mut self.frames[asked.ply];
        frame.spent += weight;
        frame.spent_unforced += weight;
        self.tracer.extended(Rule::MateThreat, weight);
        true
    }
}
