//! Endgame tables in a node (tablebase probing): what they say of it bounds its value, and may spare the search of it.
//!
//! A node is looked up right after a capture or pawn move, as other engines do it (Stockfish), where the verdict needs no look
//! at the moves before. A win is a lower bound and a loss an upper one, in a band of scores of their own below all mates: a
//! window above it is searched, and a mate is found as it would be without tables. A draw is the value itself; a win that the
//! fifty-move rule spoils is a draw, but for one centipawn. Nothing is asked at the root, which has to come to a move, nor where
//! a move is left out, nor in quiescence search. What tables say of the root is `engine/root_tables.rs`'s.

use super::searcher::Searcher;
use super::stack::NodeRequest;
use super::table::Entry;
use super::trace::Tracer;
use crate::chess::Position;
use crate::eval::Evaluator;
use crate::oracle::TableVerdict;
use crate::units::{Bound, Depth, NodeKind, Score, Window};

/// A verdict outweighs what a search so much deeper than asked would say (Stockfish).
const WORTH: Depth = Depth::plies(6);

pub(super) struct TableBound {
    pub score: Score,
    /// How the value of the node compares with it.
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

    /// Whether nothing within the window is left to find out.
    pub(super) fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }

    /// What a search came to, as far as it can be true.
    pub(super) fn hold(&self, found: Score) -> Score {
        match self.bound {
            Bound::Exact => self.score,
            Bound::Lower => found.max(self.score),
            Bound::Upper => found.min(self.score),
        }
    }
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// What endgame tables say of a node. Where that settles it, the transposition table learns it; on the principal variation
    /// a win that does not is where the window begins.
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
