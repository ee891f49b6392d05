//! The main search: one node, step by step.
//!
//! Principal-variation search (Marsland) in fractions of a ply, failing soft. Steps 5 to 8, which may give the node up before
//! any move is looked at, are in `settle.rs`; steps 11 to 14, its moves, in `moves.rs`. The numbers are in `params.rs`; what
//! may be pruned in `prune.rs`, reduced in `reduce.rs`, extended in `extend.rs`; the order of moves in `order.rs`.

use super::extend::{self, Approach};
use super::order::NodeKind;
use super::searcher::Searcher;
use super::table::{self, Entry};
use super::trace::{KeepOn, Prune, Tracer};
use crate::chess::{Move, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Bound, Depth, Score, Window};

/// Where in the tree, and what is asked.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub ply: usize,
    pub depth: Depth,
    pub window: Window,
    pub kind: NodeKind,
}

/// What a node found out about itself before its moves.
pub(super) struct Node {
    pub at: At,
    pub table_move: Option<Move>,
    /// What the table knew.
    pub known: Option<Entry>,
    /// Static value, corrected; `None` in check.
    pub eval: Option<Score>,
    pub improving: bool,
    pub mate_threat: bool,
    pub kept_on: Option<KeepOn>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// The value of a position for the side to move, within a window, to a depth.
    pub(super) fn node(&mut self, position: &Position, mut at: At) -> Result<Score, Stopped> {
        let ply = at.ply;

        // Step 1. Less than a ply left: quiesce, unless the way here or the position is too forced to stop. Slow Chess's
        // rules; the cap on ply ends every chain of them.
        let mut kept_on = None;
        let mut touch_threat = false;
        if at.depth < Depth::PLY && !self.may_extend() {
            return self.quiesce(position, ply, 0, at.window);
        }
        if at.depth < Depth::PLY {
            kept_on = self.keeps_on(position, ply);
            touch_threat = kept_on.is_none() && self.sees_touch_threat(position, &mut at);
            if kept_on.is_none() && !touch_threat {
                return self.quiesce(position, ply, 0, at.window);
            }
        }
        if ply >= self.cap {
            self.tracer.denied();
            return self.quiesce(position, ply, 0, at.window);
        }
        self.enter(ply)?;
        self.pv[ply].clear();

        if ply > 0 {
            // Step 2. Draws, and mates that could not be shorter than one found already.
            if self.is_draw(position) {
                self.tracer.prune(Prune::Draw);
                return Ok(Score::DRAW);
            }
            at.window.alpha = at.window.alpha.max(Score::mated_at(ply));
            at.window.beta = at.window.beta.min(Score::mates_at(ply + 1));
            if at.window.is_empty() {
                self.tracer.prune(Prune::MateDistance);
                return Ok(at.window.alpha);
            }
        }
        let is_pv = at.kind == NodeKind::Pv;

        // Step 3. What the table knows. On the principal variation it only names a move: the line must be whole.
        let key = self.path[self.path.len() - 1];
        let known = self.shared.table.probe(key);
        let excluded = self.frames[ply].excluded;
        if let Some(entry) = known
            && !is_pv
            && excluded.is_none()
            && entry.depth >= table::quarters(at.depth)
            && position.halfmoves() < 90
        {
            let score = entry.score.from_node(ply);
            if (score >= at.window.beta && entry.bound.is_lower())
                || (score <= at.window.alpha && entry.bound.is_upper())
            {
                self.tracer.prune(Prune::Table);
                return Ok(score);
            }
        }

        // Step 4. The static value, corrected by what searches made of positions like this one. In check there is none.
        let raw_eval = (!position.in_check()).then(|| self.static_value(position, known));
        let eval = raw_eval.map(|raw| self.history.corrected(position, raw));
        self.frames[ply].eval = eval;
        let two_ago = ply.checked_sub(2).and_then(|at| self.frames[at].eval);
        let mut node = Node {
            at,
            table_move: if ply == 0 {
                self.root.first_move()
            } else {
                known.and_then(|entry| entry.mv)
            },
            known,
            eval,
            improving: eval.is_some_and(|now| two_ago.is_some_and(|then| now > then)),
            mate_threat: touch_threat,
            kept_on,
        };

        // Steps 5 to 8: reasons to look at no move at all.
        if let (Some(eval), false) = (eval, is_pv || excluded.is_some())
            && let Some(score) = self.give_up(position, &mut node, known, eval)?
        {
            return Ok(score);
        }

        // Step 9. Without a move from the table the order is poor, so look less deep; the table will have one next time.
        if node.table_move.is_none() && node.at.depth >= Depth::plies(self.params.iir_depth) {
            node.at.depth -= Depth::PLY;
        }

        // Step 10. Count the replies to a check: few replies are searched deeper.
        self.frames[ply].replies =
            if position.in_check() && self.may_extend() && self.params.extensions.any() {
                position.legal_count()
            } else {
                0
            };

        let best = self.moves(position, &node)?;

        // Step 15. No move: mate or stalemate. A node searched without its best move is not remembered.
        if best.multicut {
            return Ok(best.score);
        }
        if excluded.is_some() {
            return Ok(best.score.max(at.window.alpha - 1).max(Score::mated_at(ply)));
        }
        if best.number == 0 {
            return Ok(if position.in_check() { Score::mated_at(ply) } else { Score::DRAW });
        }

        // Step 16. Remember.
        let bound = if best.score >= node.at.window.beta {
            Bound::Lower
        } else if best.score > node.at.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || !self.root.is_restricted() {
            let entry = Entry {
                mv: best.mv,
                score: best.score.to_node(ply),
                eval: raw_eval,
                depth: table::quarters(node.at.depth),
                bound,
            };
            self.shared.table.store(key, entry);
        }
        if let Some(eval) = eval
            && best.mv.is_none_or(|mv| !position.is_noisy(mv))
            && !best.score.is_mate()
            && !(bound == Bound::Lower && best.score <= eval)
            && !(bound == Bound::Upper && best.score >= eval)
        {
            self.history.correct(position, eval, best.score, node.at.depth);
        }
        Ok(best.score)
    }

    fn keeps_on(&mut self, position: &Position, ply: usize) -> Option<KeepOn> {
        let before = ply.checked_sub(1).map(|at| &self.frames[at])?;
        let way = Approach {
            extended_by: before.extended_by,
            replies: before.replies,
            within_depth: Depth::plies(ply as i32) <= self.nominal,
        };
        extend::keeps_on(&self.params, position, &way)
    }

    /// A mate threat seen just before quiescing extends the node itself; that is enough to go on only if it makes a whole
    /// ply.
    fn sees_touch_threat(&mut self, position: &Position, at: &mut At) -> bool {
        let weight = self.params.extensions.of(extend::Rule::MateThreat, at.kind);
        let left = self.budget - self.frames[at.ply].spent;
        if weight == Depth::ZERO || weight > left || at.depth + weight < Depth::PLY {
            return false;
        }
        if !extend::is_queen_touch_threat(position) {
            return false;
        }
        at.depth += weight;
        self.frames[at.ply].spent += weight;
        self.tracer.extended(extend::Rule::MateThreat, weight);
        true
    }

    pub(super) fn static_value(&mut self, position: &Position, known: Option<Entry>) -> Score {
        known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluator.evaluate(position))
    }
}
