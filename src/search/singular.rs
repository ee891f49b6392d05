//! Whether one move stands alone: the node searched once more, less deep, without the move the table knows.
//!
//! If all others fall far short the move is singular and `extend.rs` has a rule for it. If they do not even without it the
//! node is too good, several moves are, and it is given up (multi-cut).

use super::extend::Rule;
use super::node::{At, Node};
use super::order::NodeKind;
use super::searcher::Searcher;
use super::table;
use super::trace::Tracer;
use crate::chess::{Move, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Depth, Score, Window};

/// What the search without the move said.
pub(super) enum Singularity {
    /// Nothing, or nobody asked.
    None,
    /// All others fall far short.
    Single,
    /// Others are too good as well.
    SeveralTooGood(Score),
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    pub(super) fn singularity(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
    ) -> Result<Singularity, Stopped> {
        let At { ply, depth, window, kind } = node.at;
        let Some(entry) = node.known else { return Ok(Singularity::None) };
        let asked = ply > 0
            && self.may_extend()
            && self.params.extensions.of(Rule::Singular, kind) > Depth::ZERO
            && self.frames[ply].excluded.is_none()
            && depth >= Depth::plies(self.params.singular_depth)
            && entry.mv == Some(mv)
            && entry.bound.is_lower()
            && !entry.score.is_mate()
            && entry.depth >= table::quarters(depth - Depth::plies(3));
        if !asked {
            return Ok(Singularity::None);
        }
        let goal = entry.score - self.params.singular_margin * depth.whole();
        let half = Depth::from_raw((depth - Depth::PLY).raw() / 2);
        let at =
            At { ply, depth: half, window: Window::null_below(goal), kind: kind.later_child() };
        self.frames[ply].excluded = Some(mv);
        let score = self.node(position, at);
        self.frames[ply].excluded = None;
        let score = score?;
        if score < goal {
            return Ok(Singularity::Single);
        }
        if score >= window.beta && !score.is_mate() && kind != NodeKind::Pv {
            return Ok(Singularity::SeveralTooGood(score));
        }
        Ok(Singularity::None)
    }
}
