//! Quiescence search: captures, promotions and checks until the position is quiet enough for its static evaluation.
//!
//! Expositor's three selectivities: in check every evasion; near the main search captures, promotions and checks; further down
//! captures and promotions that do not lose. In check evasions are tried until one does not lose, so its mates are true. Delta
//! pruning and static exchange evaluation skip useless moves. `resolve` at the prompt shows this code through a tracer
//! (`quiescence_tree.rs`).

use super::frame::PvMove;
use super::history::QuietKeys;
use super::params;
use super::picker::{MovePicker, MoveSet};
use super::policy::Policy;
use super::prune;
use super::searcher::Searcher;
use super::stack::Descent;
use super::table::Entry;
use super::trace::{Prune, Skip, Tracer};
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{LegalMove, Move, Piece, Position};
use crate::control::Stopped;
use crate::eval::{Certainty, Evaluation, Evaluator};
use crate::units::{Bound, Depth, Score, Window};

struct QuiescenceNode {
    ply: usize,
    /// Plies since the main search ended.
    length: usize,
    set: MoveSet,
    /// Alpha rises with standing pat and with every move that beats it.
    window: Window,
    /// Static evaluation, corrected; `None` in check.
    stand_pat: Option<Score>,
    /// Whether it is a known ending: no margin is measured from it.
    is_known: bool,
    table_move: Option<Move>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// The value of a position once all is quiet, for the side to move, within a window; `length` plies below the main
    /// search.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        length: usize,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        self.count_node(ply)?;
        self.pv[ply].clear();
        let mv = self.last_move(ply).map(|last| last.mv);
        self.tracer.enter(mv, position.in_check());
        if let Some(value) = self.quiescence_end(position, ply) {
            self.tracer.leave(value, false);
            return Ok(value);
        }

        // Transposition table cutoff, except where an exact value is required.
        let key = self.key();
        let entry = self.shared.table.probe(key);
        let policy = self.params.policy;
        if !window.is_open()
            && policy != Policy::Diablo
            && let Some(score) = entry.and_then(|entry| entry.cutoff(ply, window))
        {
            self.tracer.prune(Prune::Table);
            self.tracer.leave(score, true);
            return Ok(score);
        }

        // Stand pat: some quiet move is at least as good as the static evaluation. Not in check, where there may be none; Diablo
        // does it in any case.
        let mut best = Score::mated_at(ply);
        let mut raw_eval: Option<Evaluation> = None;
        let mut stand_pat = None;
        if !position.in_check() || policy == Policy::Diablo {
            let raw = self.static_eval(position, ply, entry);
            let eval = self.corrected(position, ply, raw);
            self.tracer.stand_pat(eval);
            if ply > 0 && raw.certainty == Certainty::Drawn {
                self.tracer.leave(eval, true);
                return Ok(eval);
            }
            (best, raw_eval, stand_pat) = (eval, Some(raw), Some(eval));
            if policy == Policy::Quarterly && !window.is_open() && !raw.is_known() {
                best = entry.map_or(eval, |entry| entry.estimate(eval));
            }
            if best >= window.beta {
                if policy == Policy::Quarterly && entry.is_none() {
                    // Store the static evaluation for the next visit.
                    let kept = Entry {
                        mv: None,
                        score: eval,
                        eval: raw_eval,
                        depth: Depth::ZERO,
                        on_pv: false,
                        bound: Bound::Lower,
                    };
                    self.shared.table.store(key, kept);
                }
                let share = if raw.is_known() { 64 } else { params::STAND_PAT_BELIEF };
                let score = blend(policy, best, window, share);
                self.tracer.leave(score, true);
                return Ok(score);
            }
            window.alpha = window.alpha.max(best);
        }

        let table_move = entry.and_then(|entry| entry.mv);
        let set = self.selectivity(position, ply, length);
        let is_known = raw_eval.is_some_and(Evaluation::is_known);
        let mut node = QuiescenceNode { ply, length, set, window, stand_pat, is_known, table_move };
        let (score, mv) = self.quiescence_moves(position, &mut node, best)?;
        let cut = score >= window.beta;
        let share = if is_known { 64 } else { params::QUIESCENCE_BELIEF };
        let score = blend(policy, score, window, share);
        // Exact values are not stored as such: what was skipped is not known to be worse.
        if policy.writes_table(length) && (cut || score <= window.alpha) {
            let bound = if cut { Bound::Lower } else { Bound::Upper };
            let stored = score.to_node(ply);
            let on_pv = window.is_open() || entry.is_some_and(|entry| entry.on_pv);
            let entry =
                Entry { mv, score: stored, eval: raw_eval, depth: Depth::ZERO, on_pv, bound };
            self.shared.table.store(key, entry);
        }
        self.tracer.leave(score, cut);
        Ok(score)
    }

    /// The value where nothing is searched: a draw, or the last ply there is room for.
    fn quiescence_end(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if ply > 0 && self.is_draw(position) {
            return Some(Score::DRAW);
        }
        if ply < params::QUIESCENCE_LAST_PLY {
            return None;
        }
        let in_check = position.in_check();
        Some(if in_check { Score::DRAW } else { self.evaluator.evaluate(position, ply).score })
    }

    pub(super) fn selectivity(&self, position: &Position, ply: usize, length: usize) -> MoveSet {
        let policy = self.params.policy;
        if position.in_check() && policy != Policy::Diablo {
            return MoveSet::All;
        }
        if !policy.checks() {
            return MoveSet::Noisy;
        }
        let length = length as i32;
        let earned = ply >= 2 && self.frames[ply - 2].tactical;
        if length < self.params.quiescence_checks
            || length < self.params.quiescence_active && earned
        {
            MoveSet::NoisyAndChecks
        } else {
            MoveSet::Noisy
        }
    }

    /// The moves of a node, and the best of them with its score; `best` is what there is without a move.
    fn quiescence_moves(
        &mut self,
        position: &Position,
        node: &mut QuiescenceNode,
        mut best: Score,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let ply = node.ply;
        let keys = match node.set {
            MoveSet::Noisy => QuietKeys::for_captures(position, self.continuation_keys(ply)),
            _ => self.quiet_keys(position, ply),
        };
        let mut picker = MovePicker::new(position, node.set, node.table_move, [None; 3])
            .ordered(self.params.policy, None);
        let mut best_move = None;
        while let Some(legal) = picker.next(position, &self.history, &keys) {
            let mv = legal.mv;
            if !best.is_decisive_loss()
                && let Some(skip) = self.skip(position, node, legal, picker.least_exchange())
            {
                if let Skip::Delta { hope, .. } = skip {
                    best = best.max(hope.min(node.window.alpha));
                }
                self.tracer.skip(mv, || with_value(position, mv, skip));
                continue;
            }
            let child = self.play(position, mv);
            let step =
                Descent { parent: position, mv: Some(mv), child: &child, ply, extension: None };
            let (length, window) = (node.length + 1, node.window);
            let score =
                self.descend(&step, |s| Ok(-s.quiescence(&child, ply + 1, length, -window)?))?;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                best_move = Some(mv);
                if window.is_open() {
                    self.keep_pv(ply, PvMove { mv, extension: None });
                }
                if score >= window.beta {
                    break;
                }
                node.window.alpha = score;
            }
            let gained = node.stand_pat.is_some_and(|stand_pat| score > stand_pat);
            if gained && self.params.policy == Policy::Rdchess {
                break;
            }
        }
        Ok((best, best_move))
    }

    /// Returns why a move is skipped, if it is: delta pruning, even exchanges late in the line, losing exchanges. `least`: lower
    /// bound of the exchange.
    fn skip(
        &self,
        position: &Position,
        node: &QuiescenceNode,
        legal: LegalMove,
        least: Option<i32>,
    ) -> Option<Skip> {
        let (mv, alpha) = (legal.mv, node.window.alpha);
        let policy = self.params.policy;
        let noisy = position.is_noisy(mv);
        let Some(stand_pat) = node.stand_pat else {
            // In check with a sound evasion in hand: others only if they do not lose more.
            let sound = least.is_some_and(|least| least >= 0);
            let loses = policy.skips_losses() && !sound && !position.see_at_least(mv, 0);
            return loses.then_some(Skip::LateEvasion);
        };
        if !noisy {
            return (!position.see_at_least(mv, 0)).then_some(Skip::LosesQuietly(0));
        }
        // An underpromotion that gives no check gains nothing a queen would not.
        if mv.promoted().is_some_and(|piece| piece != Piece::Queen) && !legal.check.any() {
            return Some(Skip::Neutral);
        }
        if !legal.check.any() && !node.is_known {
            let captured = position.captured(mv);
            let victim = captured.map_or(0, |piece| EXCHANGE_VALUE[piece]);
            let promoted = mv
                .promoted()
                .map_or(0, |piece| EXCHANGE_VALUE[piece] - EXCHANGE_VALUE[Piece::Pawn]);
            let hope =
                Score::cp(stand_pat.raw() + victim + promoted + self.params.quiescence_delta);
            if hope <= alpha && policy != Policy::Diablo && !may_save_draw(position, captured) {
                return Some(Skip::Delta { hope, alpha });
            }
        }
        if !policy.skips_losses() {
            return None;
        }
        if !position.see_at_least(mv, 0) {
            return Some(Skip::Loses(0));
        }
        let late = !legal.check.any() && node.length as i32 >= self.params.quiescence_neutral;
        (late && !position.see_at_least(mv, 1)).then_some(Skip::Neutral)
    }
}

/// Returns whether a capture may leave the other side too little to win with: at most one piece, or a piece and no pawn. The
/// ending may then be drawn even if the capturing side is far behind, so no margin is measured.
fn may_save_draw(position: &Position, captured: Option<Piece>) -> bool {
    let Some(captured) = captured else { return false };
    let pawns = position.colored_pieces(!position.turn(), Piece::Pawn).len();
    let pieces = position.color(!position.turn()).len() - pawns - 1;
    match captured {
        Piece::Pawn => pawns == 1 && pieces <= 1,
        _ => pieces <= 2,
    }
}

/// Blends a score beyond beta with beta: the less was searched, the fewer 64ths of the excess remain. All of it where an exact
/// value is required.
fn blend(policy: Policy, score: Score, window: Window, share: i32) -> Score {
    if policy != Policy::Quarterly || window.is_open() {
        return score;
    }
    prune::blend_fail_high(score, window.beta, share)
}

/// The reason with the exchange worked out: only for those who look.
fn with_value(position: &Position, mv: Move, skip: Skip) -> Skip {
    match skip {
        Skip::Loses(_) => Skip::Loses(-position.exchange(mv).value),
        Skip::LosesQuietly(_) => Skip::LosesQuietly(-position.exchange(mv).value),
        other => other,
    }
}
