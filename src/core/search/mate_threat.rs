//! Mates without search: a mate in one, and a mate threat, which is a mate in one for the opponent after a pass.
//!
//! Both are found by sets of squares (`chess/mate_in_one.rs`), as shogi engines test for a mate in one at every node. A threat
//! extends the moves that answer it, and prevents pruning by static evaluation: the side to move is about to be mated, however
//! far ahead it is.

use super::frame::PvMove;
use super::searcher::Searcher;
use super::stack::NodeRequest;
use super::trace::{Prune, Tracer};
use crate::chess::{Position, mate_in_one, mate_threat};
use crate::eval::Evaluator;
use crate::units::{Depth, NodeKind, Score};

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Before step 4: the score of a node whose side to move mates at once.
    pub(super) fn mate_at_once(
        &mut self,
        position: &Position,
        asked: &NodeRequest,
    ) -> Option<Score> {
        let &NodeRequest { ply, depth, kind, .. } = asked;
        let is_asked = ply > 0
            && depth >= Depth::plies(self.params.mate_in_one_depth)
            && self.frames[ply].excluded.is_none();
        let mv = if is_asked { mate_in_one(position)? } else { return None };
        self.tracer.prune(Prune::MateInOne);
        if kind == NodeKind::Pv {
            self.pv[ply + 1].clear();
            self.keep_pv(ply, PvMove { mv, extension: None });
        }
        Some(Score::mates_at(ply + 1))
    }

    /// Step 5: whether the side to move would be mated at once if it passed. In check there is no passing.
    pub(super) fn is_mate_threatened(&self, position: &Position, depth: Depth) -> bool {
        depth >= Depth::plies(self.params.mate_threat_depth) && mate_threat(position)
    }
}
