//! ProbCut (Buro): step 8 of a node.
//!
//! A capture that beats beta by a margin in quiescence, and then at reduced depth, is assumed to beat beta at full depth. The
//! table stores it as a search three plies less deep, so that nodes above need not repeat it.

use super::history::QuietKeys;
use super::params;
use super::picker::{MovePicker, MoveSet};
use super::searcher::Searcher;
use super::stack::{Descent, NodeRequest, SearchNode};
use super::table::Entry;
use super::trace::{Prune, Tracer};
use crate::chess::Position;
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Bound, Score, Window};

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Step 8: the score of a capture that beats `goal` at reduced depth.
    pub(super) fn probcut(
        &mut self,
        position: &Position,
        node: &SearchNode,
        eval: Score,
        goal: Score,
    ) -> Result<Option<Score>, Stopped> {
        let ply = node.ply;
        let keys = QuietKeys::for_captures(position, self.continuation_keys(ply));
        let below = NodeRequest {
            ply: ply + 1,
            depth: node.depth - params::PROBCUT_REDUCTION,
            window: -Window::null_below(goal),
            kind: node.kind.later_child(),
        };
        let mut picker = MovePicker::new(position, MoveSet::Noisy, node.table_move, [None; 3]);
        while let Some(legal) = picker.next(position, &self.history, &keys) {
            if !position.see_at_least(legal.mv, goal.raw() - eval.raw()) {
                continue;
            }
            let child = self.play(position, legal.mv);
            let mv = Some(legal.mv);
            let step = Descent { parent: position, mv, child: &child, ply, extension: None };
            let score = self.descend(&step, |s| {
                let score = -s.quiescence(&child, ply + 1, 0, below.window)?;
                if score < goal { Ok(score) } else { Ok(-s.node(&child, below)?) }
            })?;
            if score >= goal && !score.is_decisive() {
                self.tracer.prune(Prune::ProbCut);
                self.shared.table.store(
                    self.key(),
                    Entry {
                        mv,
                        score: score.to_node(ply),
                        eval: node.raw_eval,
                        depth: (node.depth - params::PROBCUT_STORED).at_grain(),
                        on_pv: node.on_pv,
                        bound: Bound::Lower,
                    },
                );
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
