//! Singular extension and multi-cut: the node is searched again, less deep, without the table move.
//!
//! If all other moves fall far short, the move is singular (Anantharaman, Campbell and Hsu 1988) and `extend.rs` has a rule for
//! it: once, and twice or three times if they fall further short still. If the others are about as good, the move is searched
//! less deep (negative extension). If the node fails high even without it, several moves do, and it is cut (multi-cut, Björnsson
//! and Marsland).

use super::extend::{Rule, Singular};
use super::params::{self, Params};
use super::searcher::Searcher;
use super::stack::{NodeRequest, SearchNode};
use super::trace::Tracer;
use crate::chess::{Move, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Depth, NodeKind, Score, Window};

pub(super) enum Singularity {
    /// All other moves fall far short.
    Single(Singular),
    /// Others are about as good, or it was not asked: the move is searched so much less deep.
    Common(Depth),
    SeveralFailHigh(Score),
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    pub(super) fn singularity(
        &mut self,
        position: &Position,
        node: &SearchNode,
        mv: Move,
    ) -> Result<Singularity, Stopped> {
        let &SearchNode { ply, depth, kind, .. } = node;
        let Some(entry) = node.entry else { return Ok(Singularity::Common(Depth::ZERO)) };
        let asked = ply > 0
            && self.params.extensions.of(Rule::Singular, kind) > Depth::ZERO
            && node.excluded.is_none()
            && depth >= Depth::plies(self.params.singular_depth)
            && entry.mv == Some(mv)
            && entry.bound.is_lower()
            && !entry.score.is_decisive()
            && entry.depth >= (depth - params::SINGULAR_TABLE_DEPTH).at_grain();
        if !asked {
            return Ok(Singularity::Common(Depth::ZERO));
        }
        let goal = entry.score - self.params.singular_margin * depth.whole();
        let half = Depth::from_raw((depth - Depth::PLY).raw() / 2);
        let window = Window::null_below(goal);
        let without = NodeRequest { ply, depth: half, window, kind: kind.later_child() };
        self.frames[ply].excluded = Some(mv);
        let score = self.node(position, without);
        self.frames[ply].excluded = None;
        let score = score?;
        if score < goal {
            return Ok(Singularity::Single(self.how_singular(node, goal.raw() - score.raw())));
        }
        if score >= node.window.beta && !score.is_decisive() && kind != NodeKind::Pv {
            return Ok(Singularity::SeveralFailHigh(score));
        }
        // Others are as good. A move that fails high anyway does so with less, and at a cut node one of the others may.
        let negative = Depth::from_raw(self.params.singular_negative);
        if entry.score.from_node(ply) >= node.window.beta {
            return Ok(Singularity::Common(negative + negative));
        }
        Ok(Singularity::Common(if kind == NodeKind::Cut { negative } else { Depth::ZERO }))
    }

    /// Grades a singular move by the centipawns that its rivals fall below the window they were searched with.
    fn how_singular(&self, node: &SearchNode, short: i32) -> Singular {
        let Params { singular_double, singular_double_pv, singular_triple, .. } = *self.params;
        // A line that was given much already is not given several plies at once.
        if self.frames[node.ply].spent.times(2) > self.nominal {
            return Singular::Once;
        }
        match node.kind {
            NodeKind::Pv if short > singular_double_pv => Singular::Twice,
            NodeKind::Pv => Singular::Once,
            _ if short > singular_triple => Singular::Thrice,
            _ if short > singular_double => Singular::Twice,
            _ => Singular::Once,
        }
    }
}
