//! Null move pruning: step 7 of a node.
//!
//! If the side to move may pass and still fails high at reduced depth, some move will. It is tried where a cutoff is expected (at
//! cut nodes). It fails in zugzwang, so it is not tried with pawns alone or twice in a row, and from some depth on a cut is
//! verified by a search in which that side may not pass. Under a mate threat it would be refuted, and is not tried.

use super::params;
use super::prune;
use super::searcher::Searcher;
use super::stack::{Descent, NodeRequest, SearchNode};
use super::trace::{Prune, Tracer};
use crate::chess::{Piece, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Depth, Score, Window};

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Step 7: the score of a null move that fails high. `estimate` is what the table makes of the static evaluation.
    pub(super) fn null_move(
        &mut self,
        position: &Position,
        node: &SearchNode,
        (eval, estimate): (Score, Score),
    ) -> Result<Option<Score>, Stopped> {
        let &SearchNode { ply, depth, window, kind, .. } = node;
        let (turn, beta) = (position.turn(), window.beta);
        let after_null_move = ply > 0 && self.frames[ply - 1].last.is_none();
        if after_null_move
            || node.mate_threat
            || estimate < beta
            || depth < Depth::plies(self.params.null_depth)
            || !position.has_non_pawn_material(turn)
            || self.verify_below[turn] > ply
        {
            return Ok(None);
        }
        let pieces =
            position.color(turn).len() - position.colored_pieces(turn, Piece::Pawn).len() - 1;
        let less = prune::null_move_reduction(&self.params, node, (eval, estimate), pieces);
        let Some(less) = less else { return Ok(None) };
        let Some(child) = position.pass() else { return Ok(None) };
        self.shared.table.prefetch(child.key());
        let reduced = depth - less;
        let window = -Window::null_below(beta);
        let below = NodeRequest { ply: ply + 1, depth: reduced, window, kind: kind.later_child() };
        let step = Descent { parent: position, mv: None, child: &child, ply, extension: None };
        let score = self.descend(&step, |s| Ok(-s.node(&child, below)?))?;
        if score < beta {
            return Ok(None);
        }
        // A mate found after passing is not proved, nor is a win.
        let score = if score.is_decisive() { beta } else { score };
        if prune::is_null_move_verified(&self.params, depth)
            && self.verify_below[turn] == 0
            && !self.verify_null_move(position, node, reduced)?
        {
            return Ok(None);
        }
        self.tracer.prune(Prune::NullMove);
        Ok(Some(score))
    }

    /// Returns whether the node also fails high at the null move's depth if its side may not pass for most of the way.
    fn verify_null_move(
        &mut self,
        position: &Position,
        node: &SearchNode,
        depth: Depth,
    ) -> Result<bool, Stopped> {
        let &SearchNode { ply, window, kind, .. } = node;
        let (turn, beta) = (position.turn(), window.beta);
        let plies = depth.whole().max(0) * params::NULL_VERIFY_SHARE / 4;
        self.verify_below[turn] = ply + plies as usize + 1;
        let asked = NodeRequest { ply, depth, window: Window::null_below(beta), kind };
        let verified = self.node(position, asked);
        self.verify_below[turn] = 0;
        Ok(verified? >= beta)
    }
}
