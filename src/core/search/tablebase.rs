//! Tablebase probing in a node: the result bounds its value, and may end its search.
//!
//! A node is probed right after a capture or pawn move, as in other engines (Stockfish), where the verdict does not depend on the
//! moves before. A win is a lower bound and a loss an upper one, in their own band of scores below all mates: a window above it
//! is searched, and a mate is found as without tables. A draw is the value itself; a win spoiled by the fifty-move rule is a
//! draw, but for one centipawn. There is no probing at the root, which needs a move, with an excluded move, or in quiescence
//! search. Tables at the root are in `engine/root_tables.rs`.

use super::searcher::Searcher;
use super::stack::NodeRequest;
use super::table::Entry;
use super::trace::Tracer;
use crate::chess::Position;
use crate::eval::Evaluator;
use crate::oracle::TableVerdict;
use crate::units::{Bound, Depth, NodeKind, Score, Window};

/// A verdict is stored as a search this much deeper than requested (Stockfish).
const WORTH: Depth = Depth::plies(6);

pub(super) struct TableBound {
    pub score: Score,
    /// Bound of the node's value.
    bound: Bound,
}

impl TableBound {
    fn of(verdict: TableVerdict, ply: usize) -> TableBound {
        let (score, bound) = match verdict {
            TableVerdict::Win => (Score::table_win_at(ply), Bound::Lower),
            TableVerdict::CursedWin => (Score::DRAW + 1, Bound::Exact),
            TableVerdict::Draw => (Score::DRAW, Bound::Exact),
            TableVerdict::BlessedLoss => (Score::DRAW - 1, Bound::Exact),
            TableVerdict::Loss => (Score::table_loss_at(ply), Bound::Upper),
        };
        TableBound { score, bound }
    }

    /// Returns whether the result settles the window.
    pub(super) fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }

    /// Clamps the score of a search to the bound.
    pub(super) fn hold(&self, found: Score) -> Score {
        match self.bound {
            Bound::Exact => self.score,
            Bound::Lower => found.max(self.score),
            Bound::Upper => found.min(self.score),
        }
    }
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Probes endgame tables at a node. If that settles it, the result is stored in the transposition table; on the principal
    /// variation a win that does not raises the window's lower bound.
    #[inline(always)]
    pub(super) fn probe_tablebase(
        &mut self,
        position: &Position,
        asked: &mut NodeRequest,
    ) -> Option<TableBound> {
        if self.shared.tables.is_none() || asked.ply == 0 {
            return None;
        }
        self.probe_cold(position, asked)
    }

    #[cold]
    fn probe_cold(&mut self, position: &Position, asked: &mut NodeRequest) -> Option<TableBound> {
        let tables = self.shared.tables.as_ref()?;
        if self.frames[asked.ply].excluded.is_some() {
            return None;
        }
        let verdict = tables.verdict(position, asked.depth.whole())?;
        self.shared.counters.count_table_hits(self.thread, 1);
        let known = TableBound::of(verdict, asked.ply);
        if known.settles(asked.window) {
            let entry = Entry {
                mv: None,
                score: known.score.to_node(asked.ply),
                eval: None,
                depth: (asked.depth + WORTH).at_grain(),
                on_pv: asked.kind == NodeKind::Pv,
                bound: known.bound,
            };
            self.shared.table.store(self.key(), entry);
        } else if asked.kind == NodeKind::Pv && known.bound == Bound::Lower {
            asked.window.alpha = asked.window.alpha.max(known.score);
        }
        Some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_bounds_the_value_and_leaves_room_for_mates() {
        let ply = 5;
        let open = Window::FULL;
        let win = TableBound::of(TableVerdict::Win, ply);
        assert!(!win.settles(open) && win.settles(Window::null_below(Score::MAX_EVAL)));
        assert!(!win.settles(Window::null_below(Score::mates_at(9))), "a mate is still searched");
        assert_eq!(win.hold(Score::cp(30)), Score::table_win_at(ply));
        assert_eq!(win.hold(Score::mates_at(9)), Score::mates_at(9));
        let loss = TableBound::of(TableVerdict::Loss, ply);
        assert_eq!(loss.hold(Score::cp(30)), Score::table_loss_at(ply));
        assert!(loss.settles(Window::null_above(-Score::MAX_EVAL)) && !loss.settles(open));
        for (verdict, value) in [
            (TableVerdict::CursedWin, Score::cp(1)),
            (TableVerdict::Draw, Score::DRAW),
            (TableVerdict::BlessedLoss, Score::cp(-1)),
        ] {
            let known = TableBound::of(verdict, ply);
            assert!(known.settles(open));
            assert_eq!(known.score, value);
        }
    }
}
