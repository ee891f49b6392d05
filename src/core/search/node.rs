//! The main search: one node, step by step.
//!
//! Principal-variation search (Marsland) in fractions of a ply, fail-soft. Step 1 is in `horizon.rs`; steps 5 to 8, pruning
//! before the moves, begin in `node_pruning.rs`; steps 11 to 14, the move loop, are in `moves.rs`. The numbers are in
//! `params.rs`; the pruning margins in `prune.rs`, late move reductions in `reduce.rs`, the extension rules in `extend.rs`; the
//! order of moves in `picker.rs`; the way from a node to its children in `stack.rs`.
//!
//! The gain of a step is beside it if it was measured here: Elo with its 95 % interval, from games of a fixed number of nodes a
//! move between the program with it and without. Otherwise see the source in `params.rs`. Steps that were added together were
//! measured together; those of 7cefd32 and its neighbours as trial code, of which the present code kept +89 [-8, +202] in 40
//! games of 10,000 nodes against f46b755.

use super::history;
use super::horizon::Onward;
use super::moves::MoveLoop;
use super::params;
use super::policy::Policy;
use super::prune;
use super::searcher::Searcher;
use super::stack::{NodeRequest, SearchNode};
use super::table::Entry;
use super::trace::{Prune, Tracer};
use crate::chess::Position;
use crate::control::Stopped;
use crate::eval::{Certainty, Evaluation, Evaluator};
use crate::units::{Bound, Depth, NodeKind, Score};

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// The value of a position for the side to move, within a window, to a depth.
    pub(super) fn node(
        &mut self,
        position: &Position,
        mut asked: NodeRequest,
    ) -> Result<Score, Stopped> {
        let ply = asked.ply;

        // Step 1. Horizon: with less than a ply left, quiescence search, unless the way here or the position is too forced
        // to stop. Beyond the cap on ply, quiescence search in any case.
        let Some(onward) = self.beyond_horizon(position, &mut asked) else {
            return self.quiescence(position, ply, 0, asked.window);
        };
        self.count_node(ply)?;
        self.pv[ply].clear();

        // Step 2. Draws, upcoming repetition among them, and mate distance pruning.
        if ply > 0
            && let Some(score) = self.draw_or_mate_distance(position, &mut asked)
        {
            return Ok(score);
        }

        // Step 3. Transposition table cutoff, at the grain of whole plies: a fifth to a quarter fewer nodes to depth 16.
        let entry = self.shared.table.probe(self.key());
        if let Some(entry) = &entry
            && let Some(score) = self.table_cutoff(position, &asked, entry)
        {
            self.tracer.prune(Prune::Table);
            if score >= asked.window.beta {
                self.learn_table_cutoff(position, &asked, entry);
                self.learn_prior_move(ply, asked.depth, -params::PRIOR_MOVE_MALUS);
            }
            return Ok(score);
        }

        // Before step 4, mate in one: its score is exact. An entry of the main search implies that there is none.
        if entry.is_none_or(|entry| entry.depth < Depth::PLY)
            && let Some(score) = self.mate_at_once(position, &asked)
        {
            return Ok(score);
        }

        // Tablebase probe: the tables may settle the node, or bound its value.
        let known = self.probe_tablebase(position, &mut asked);
        if let Some(known) = &known
            && known.settles(asked.window)
        {
            return Ok(known.score);
        }

        // Step 4. Static evaluation with correction history; improving; evaluation-difference history and hindsight.
        let mut node = self.open(position, &asked, entry, onward);
        if ply > 0 && node.raw_eval.is_some_and(|eval| eval.certainty == Certainty::Drawn) {
            self.tracer.prune(Prune::Draw);
            return Ok(Score::DRAW);
        }
        if let Some(gain) = self.gain_of_last_move(&node) {
            self.learn_eval_difference(position, &node, gain);
            node.depth += self.hindsight(&node, gain);
        }

        // Steps 5 to 8. Pruning before the moves: reverse futility, razoring, null move, ProbCut.
        if let Some(score) = self.prune_before_moves(position, &mut node)? {
            return Ok(score);
        }

        // Step 9. Internal iterative reduction: without a table move the order is poor, so search less deep; the table will
        // have a move next time.
        if self.is_order_poor(&node) {
            node.depth -= params::IIR_REDUCTION;
        }

        // Step 10. Replies to a check are counted: few replies are extended.
        let counted = position.in_check() && self.params.extensions.any();
        self.frames[ply].replies = if counted { position.legal_count() } else { 0 };

        // Steps 11 to 14. The moves: pruning, extensions, late move reductions, principal variation search. The grandchildren's
        // data of other nodes does not apply.
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            (frame.cutoffs, frame.killers) = (0, [None; 2]);
        }
        let window = node.window;
        let mut found = self.moves(position, &mut node)?;

        // Step 15. Multi-cut; mate or stalemate. A node searched without its best move is not stored; its score shows how far the
        // others fall short. Without other moves it only shows that they do.
        if found.multi_cut {
            return Ok(found.score);
        }
        if node.excluded.is_some() {
            return Ok(if found.number == 0 { window.alpha } else { found.score });
        }
        if found.number == 0 {
            return Ok(if position.in_check() { Score::mated_at(ply) } else { Score::DRAW });
        }

        if ply > 0 && !node.is_known() {
            found.score =
                prune::blend_searched_fail_high(&self.params, found.score, window.beta, node.depth);
        }
        if let Some(known) = &known {
            found.score = known.hold(found.score);
        }

        // Step 16. Remember: transposition table, correction history, and the history of a quiet move to which there was no
        // good answer. What each change of these steps brought in games: src/core/search/README.md.
        if found.mv.is_none() {
            self.learn_prior_move(ply, node.depth, params::PRIOR_MOVE_BONUS);
        }
        self.remember(position, &node, &found, window.bound(found.score));
        Ok(found.score)
    }

    /// Step 2: a draw, or a window that no mate below this node can reach; narrows the window to what mates can.
    fn draw_or_mate_distance(
        &mut self,
        position: &Position,
        asked: &mut NodeRequest,
    ) -> Option<Score> {
        if self.is_draw(position) {
            self.tracer.prune(Prune::Draw);
            return Some(Score::DRAW);
        }
        if asked.window.alpha < Score::DRAW && self.can_repeat(position) {
            asked.window.alpha = Score::DRAW;
            if asked.window.is_empty() {
                self.tracer.prune(Prune::Draw);
                return Some(Score::DRAW);
            }
        }
        let window = &mut asked.window;
        window.alpha = window.alpha.max(Score::mated_at(asked.ply));
        window.beta = window.beta.min(Score::mates_at(asked.ply + 1));
        if window.is_empty() {
            self.tracer.prune(Prune::MateDistance);
            return Some(window.alpha);
        }
        None
    }

    /// Step 3: what the table's entry settles. Nothing on the principal variation, where the line must be whole, and nothing
    /// close to the fifty-move rule, of which the table does not know. Diablo's is a table of principal variations: its moves are
    /// tried first, and no more.
    fn table_cutoff(
        &self,
        position: &Position,
        asked: &NodeRequest,
        entry: &Entry,
    ) -> Option<Score> {
        if asked.kind == NodeKind::Pv
            || self.frames[asked.ply].excluded.is_some()
            || entry.depth < asked.depth.at_grain()
            || position.halfmoves() >= params::TABLE_HALFMOVES
            || self.params.policy == Policy::Diablo
        {
            return None;
        }
        entry.cutoff(asked.ply, asked.window)
    }

    /// Step 3: a quiet move of the table that fails high gains history as one that was searched would.
    fn learn_table_cutoff(&mut self, position: &Position, asked: &NodeRequest, entry: &Entry) {
        if self.learns_from_outcomes()
            && let Some(mv) = entry.mv
            && !position.is_noisy(mv)
            && position.is_legal(mv)
        {
            let keys = self.quiet_keys(position, asked.ply);
            self.history.update_quiet(position, mv, &[], &keys, asked.depth);
        }
    }

    /// Step 4: the node with its static evaluation. In check there is none.
    fn open(
        &mut self,
        position: &Position,
        asked: &NodeRequest,
        entry: Option<Entry>,
        onward: Onward,
    ) -> SearchNode {
        let &NodeRequest { ply, depth, window, kind } = asked;
        let raw_eval = (!position.in_check()).then(|| self.static_eval(position, ply, entry));
        let eval = raw_eval.map(|raw| self.corrected(position, ply, raw));
        self.frames[ply].eval = eval;
        let table_move =
            if ply == 0 { self.root.first_move() } else { entry.and_then(|entry| entry.mv) };
        SearchNode {
            ply,
            depth,
            window,
            kind,
            table_move,
            table_noisy: table_move.is_some_and(|mv| position.is_noisy(mv)),
            entry,
            raw_eval,
            eval,
            improving: eval.is_some_and(|now| self.is_improving(ply, now)),
            mate_threat: onward.mate_threat,
            kept_on: onward.kept_on,
            on_pv: kind == NodeKind::Pv || entry.is_some_and(|entry| entry.on_pv),
            excluded: self.frames[ply].excluded,
        }
    }

    /// Returns whether the static evaluation rose in two plies, or in four if the side was in check then. If it was in check both
    /// times, true.
    fn is_improving(&self, ply: usize, now: Score) -> bool {
        let ago = |plies: usize| ply.checked_sub(plies).and_then(|at| self.frames[at].eval);
        ago(2).or_else(|| ago(4)).is_none_or(|then| now > then)
    }

    /// Returns whether the static evaluation is better than a ply ago: the opponent's last move cost something.
    pub(super) fn is_opponent_worsening(&self, ply: usize, now: Score) -> bool {
        let before = ply.checked_sub(1).and_then(|at| self.frames[at].eval);
        before.is_some_and(|before| now.raw() + before.raw() > 1)
    }

    /// Step 4: what the static evaluation gained for the opponent, whose move led here; `None` if that was a null move, a side
    /// was in check, or the node is searched without one of its moves, and was asked before.
    fn gain_of_last_move(&self, node: &SearchNode) -> Option<i32> {
        if node.excluded.is_some() || !self.learns_from_outcomes() {
            return None;
        }
        let parent = &self.frames[node.ply.checked_sub(1)?];
        parent.last?;
        Some(-(node.eval?.raw() + parent.eval?.raw()))
    }

    /// Step 4, evaluation-difference history: a quiet move that made the static evaluation better or worse gains or loses
    /// history before it is searched.
    fn learn_eval_difference(&mut self, position: &Position, node: &SearchNode, gain: i32) {
        if let Some(last) = self.last_move(node.ply)
            && last.is_quiet()
        {
            let threats = self.frames[node.ply - 1].threats;
            let most = params::EVAL_DIFFERENCE_MOST;
            let bonus = (gain * params::EVAL_DIFFERENCE).clamp(-most, most);
            self.history.add_butterfly(!position.turn(), last.mv, threats, bonus);
        }
    }

    /// Step 4, hindsight: a move that was reduced much and did not make matters worse for the one who made it is looked at more
    /// deeply after all; one that did, less.
    fn hindsight(&self, node: &SearchNode, gain: i32) -> Depth {
        let reduction = self.frames[node.ply - 1].reduction;
        if self.params.policy != Policy::Quarterly {
            Depth::ZERO
        } else if reduction >= params::HINDSIGHT_DEEPER && gain >= 0 {
            Depth::PLY
        } else if reduction >= params::HINDSIGHT_SHALLOWER
            && node.depth >= Depth::plies(2)
            && -gain > params::HINDSIGHT_MARGIN
        {
            Depth::ZERO - Depth::PLY
        } else {
            Depth::ZERO
        }
    }

    /// The static evaluation before correction, from the table if it knows it.
    pub(super) fn static_eval(
        &mut self,
        position: &Position,
        ply: usize,
        entry: Option<Entry>,
    ) -> Evaluation {
        let stored = entry.and_then(|entry| entry.eval);
        stored.unwrap_or_else(|| self.evaluator.evaluate(position, ply))
    }

    /// Returns the static evaluation as correction history corrects it, where the profile has one and the value is an estimate.
    pub(super) fn corrected(&self, position: &Position, ply: usize, raw: Evaluation) -> Score {
        if !self.learns_from_outcomes() || raw.is_known() {
            return raw.score;
        }
        self.history.corrected(position.turn(), raw.score, &self.correction_keys(position, ply))
    }

    /// Returns whether the full set of statistics is learned: beyond cutoffs and the moves before them, quiet moves also gain or
    /// lose history by the score of the node after them, by the change of the static evaluation, by a second search, and by a
    /// table cutoff, and there is a correction history.
    #[inline]
    pub(super) fn learns_from_outcomes(&self) -> bool {
        self.params.policy == Policy::Quarterly
    }

    /// Step 9: no table move, or at a cut node one of a search far less deep.
    fn is_order_poor(&self, node: &SearchNode) -> bool {
        let shallow = node.entry.is_none_or(|entry| {
            node.kind == NodeKind::Cut
                && entry.depth + Depth::plies(self.params.iir_shallow) <= node.depth
        });
        node.depth >= Depth::plies(self.params.iir_depth)
            && (node.table_move.is_none() || node.ply > 0 && shallow)
    }

    /// Steps 3 and 16, prior countermove bonus: the quiet move that led to a node gains or loses history by the node's result:
    /// `percent` of a cutoff's bonus in continuation history, and half as much in butterfly history.
    fn learn_prior_move(&mut self, ply: usize, depth: Depth, percent: i32) {
        let Some(parent) = ply.checked_sub(1).filter(|_| self.learns_from_outcomes()) else {
            return;
        };
        let frame = &self.frames[parent];
        if let (Some(last), Some(piece_to)) = (frame.last, frame.piece_to)
            && last.is_quiet()
        {
            let bonus = history::bonus(depth) * percent / 100;
            let (threats, moves) = (frame.threats, self.continuation_keys(parent));
            self.history.add_butterfly(piece_to.color(), last.mv, threats, bonus / 2);
            self.history.add_continuation(piece_to, &moves, bonus);
        }
    }

    /// Step 16. The root is not stored if some of its moves were excluded; the correction history is updated if the score is more
    /// precise than the static evaluation and no capture explains the difference.
    fn remember(&mut self, position: &Position, node: &SearchNode, found: &MoveLoop, bound: Bound) {
        let score = found.score;
        if node.ply > 0 || !self.root.is_restricted() {
            let entry = Entry {
                mv: found.mv,
                score: score.to_node(node.ply),
                eval: node.raw_eval,
                depth: node.depth.at_grain(),
                on_pv: node.on_pv,
                bound,
            };
            self.shared.table.store(self.key(), entry);
        }
        if let Some(eval) = node.eval
            && !node.is_known()
            && found.mv.is_none_or(|mv| !position.is_noisy(mv))
            && !score.is_decisive()
            && !(bound == Bound::Lower && score <= eval)
            && !(bound == Bound::Upper && score >= eval)
        {
            let keys = self.correction_keys(position, node.ply);
            self.history.update_correction(position.turn(), &keys, (eval, score), node.depth);
        }
    }
}
