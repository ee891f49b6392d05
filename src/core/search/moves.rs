//! The move loop: steps 11 to 14 of a node; the other steps are in `node.rs`.

use super::extend::{self, Extension, Facts};
use super::frame::PvMove;
use super::history::{self, QuietKeys, SearchedMoves};
use super::params;
use super::picker::{MovePicker, MoveSet, Refutations};
use super::policy::Policy;
use super::prune;
use super::reduce::{self, LmrMove};
use super::searcher::Searcher;
use super::singular::Singularity;
use super::stack::{Descent, NodeRequest, SearchNode};
use super::trace::{Depth64, Prune, TracedStep, Tracer};
use super::typed_rules;
use super::work_words::{self, Deferred};
use crate::chess::{LegalMove, Move, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Bound, Depth, NodeKind, Score, Window};

struct ChildDepth {
    extension: Option<Extension>,
    /// Depth of the child without reduction.
    full: Depth,
    reduction: Depth,
    /// Whether it is the first move, which is searched with the full window.
    first: bool,
    best: Score,
}

/// The state of a move loop: the results of a node's moves.
pub(super) struct MoveLoop {
    pub score: Score,
    /// The move that raised alpha last.
    pub mv: Option<Move>,
    /// Moves so far, pruned ones included.
    pub number: usize,
    /// Several moves fail high: the score holds, but not for the depth of the node.
    pub multi_cut: bool,
    keys: QuietKeys,
    refutations: Refutations,
    searched: SearchedMoves,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Steps 11 to 14: the moves, one after the other. Alpha of the node rises on the way.
    pub(super) fn moves(
        &mut self,
        position: &Position,
        node: &mut SearchNode,
    ) -> Result<MoveLoop, Stopped> {
        let ply = node.ply;
        let keys = self.quiet_keys(position, ply);
        self.frames[ply].threats = keys.threats;
        let refutations = self.refutations(ply, &keys);
        let captured_on =
            self.last_move(ply).filter(|last| last.victim.is_some()).map(|last| last.mv.to());
        let mut picker = MovePicker::new(position, MoveSet::All, node.table_move, refutations)
            .ordered(self.params.policy, captured_on);
        let mut best = MoveLoop {
            score: -Score::INFINITE,
            mv: None,
            number: 0,
            multi_cut: false,
            keys,
            refutations,
            searched: SearchedMoves::default(),
        };
        let mut deferred = Deferred::default();
        while let Some((legal, least_exchange)) = picker
            .next(position, &self.history, &keys)
            .map(|legal| (legal, picker.least_exchange()))
            .or_else(|| deferred.next())
        {
            let mv = legal.mv;
            if ply == 0 && !self.root.admits(mv) || node.excluded == Some(mv) {
                continue;
            }
            let work = self.shared.work.as_ref().filter(|_| node.kind == NodeKind::Pv);
            let word = work.map_or(0, |_| work_words::word(self.key(), mv, node.depth));
            if best.number > 0
                && work.is_some_and(|work| work.is_elsewhere(self.thread, ply, word))
                && deferred.put_off(legal, least_exchange)
            {
                continue;
            }
            best.number += 1;

            // Step 11. Move pruning: late move pruning, futility, history pruning, static exchange evaluation. Only where
            // something better than a known loss was found.
            let lmr = self.lmr_move(position, node, &best, legal, least_exchange);
            if ply > 0
                && !best.score.is_decisive_loss()
                && let Some(prune) = prune::why_pruned(&self.params, position, &lmr)
            {
                self.tracer.prune(prune);
                if prune == Prune::LateMove {
                    picker.only_checks();
                }
                if prune == Prune::Futility {
                    // Fail-soft: the move might have come to this; the best of those searched is no upper bound.
                    let reduced = reduce::pruning_depth(&self.params, &lmr);
                    let value = prune::futility_value(&self.params, &lmr, reduced);
                    best.score = best.score.max(value.unwrap_or(-Score::INFINITE));
                }
                continue;
            }

            // Step 12. Singular extension and multi-cut; the largest extension; late move reduction.
            let (singular, less) = match self.singularity(position, node, mv)? {
                Singularity::SeveralFailHigh(score) => {
                    self.tracer.prune(Prune::MultiCut);
                    (best.score, best.multi_cut) = (score, true);
                    return Ok(best);
                }
                Singularity::Single(singular) => (Some(singular), Depth::ZERO),
                Singularity::Common(less) => (None, less),
            };
            let child = self.play(position, mv);
            let facts = Facts {
                parent: position,
                child: &child,
                mv,
                last: self.last_move(ply),
                replies: self.frames[ply].replies,
                mate_threat: node.mate_threat,
                singular,
            };
            let noisy = lmr.noisy;
            let depths = self.child_depth(&lmr, &facts, less, best.score);

            // Step 13. Principal-variation search of the child.
            let before = (ply == 0).then(|| self.begin_root_move(mv, best.number));
            let extension = depths.extension;
            let step = Descent { parent: position, mv: Some(mv), child: &child, ply, extension };
            self.announce_work(node, word);
            let score = self.descend(&step, |s| s.search_child(&child, node, &depths))?;
            self.announce_work(node, 0);
            if let Some(before) = before {
                self.end_root_move(mv, score, node.window, &before);
            }

            // Step 14. The best so far; alpha raised; beta cutoff.
            if self.raise(node, &mut best, PvMove { mv, extension }, score) {
                self.tracer.cutoff(best.number);
                self.update_histories(position, node, &best, mv);
                break;
            }
            if best.mv != Some(mv) {
                best.searched.push(mv, noisy);
            }
        }
        Ok(best)
    }

    /// Announces to the other threads what a node of the principal variation searches; 0 is nothing.
    fn announce_work(&self, node: &SearchNode, word: u64) {
        if let Some(work) = self.shared.work.as_ref().filter(|_| node.kind == NodeKind::Pv) {
            work.set(self.thread, node.ply, word);
        }
    }

    #[inline]
    fn lmr_move<'n>(
        &self,
        position: &Position,
        node: &'n SearchNode,
        best: &MoveLoop,
        legal: LegalMove,
        least_exchange: Option<i32>,
    ) -> LmrMove<'n> {
        let mv = legal.mv;
        let noisy = position.is_noisy(mv);
        LmrMove {
            node,
            mv,
            number: best.number,
            noisy,
            least_exchange,
            gives_check: legal.check.any(),
            // The first move is never reduced, and the exchange costs time.
            safe_check: legal.check.any() && best.number > 1 && position.see_at_least(mv, 0),
            in_check: position.in_check(),
            refutation: !noisy && best.refutations.contains(&Some(mv)),
            history: if noisy {
                self.history.capture(position, mv)
            } else {
                self.history.quiet(position, mv, &best.keys)
            },
            child_cutoffs: self.frames[node.ply + 1].cutoffs,
        }
    }

    /// Step 12: the largest extension that fires, within the budget of the line, and the late move reduction. `less` is what a negative
    /// extension takes off, `best` the best score of the moves before.
    fn child_depth(
        &mut self,
        lmr: &LmrMove<'_>,
        facts: &Facts<'_>,
        less: Depth,
        best: Score,
    ) -> ChildDepth {
        let &SearchNode { ply, depth, kind, kept_on, .. } = lmr.node;
        let mut extension = if less > Depth::ZERO {
            None
        } else {
            typed_rules::largest((&self.params.extensions, &self.params.typed), kind, facts)
        };
        if let Some(found) = &mut extension {
            let left = self.budget_left(ply, extend::is_forced(facts.replies));
            if found.amount > left {
                self.tracer.denied();
                found.amount = left;
            }
        }
        extension = extension.filter(|found| found.amount > Depth::ZERO);
        let added = extension.map_or(Depth::ZERO, |found| found.amount);
        if let Some(found) = extension {
            self.tracer.extended(found.rule, found.amount);
            self.added += Depth64::from(found.amount.raw());
        }
        let first = lmr.number == 1;
        let full = depth - Depth::PLY + added - less;
        let early = first
            || depth < params::LMR_DEPTH
            || lmr.number < params::LMR_PV_MOVES && kind == NodeKind::Pv;
        let reduction = if early {
            Depth::ZERO
        } else {
            let params = &self.params;
            let wanted =
                reduce::late_move_reduction(params, lmr) + reduce::node_reduction(params, lmr);
            wanted.max(Depth::ZERO).min((full - Depth::PLY).max(Depth::ZERO))
        };
        let params = &self.params;
        self.tracer.choose(ply, || TracedStep {
            mv: facts.mv,
            node: kind,
            ply,
            depth,
            fired: typed_rules::all((&params.extensions, &params.typed), kind, facts),
            extension: added - less,
            reduction,
            child_depth: full - reduction,
            kept_on,
            score: Score::DRAW,
            bound: Bound::Upper,
        });
        ChildDepth { extension, full, reduction, first, best }
    }

    /// Step 13, principal-variation search: the first move with the full window, later ones reduced and with a null window; if
    /// one beats alpha, again at full depth, and on the principal variation with the full window.
    fn search_child(
        &mut self,
        child: &Position,
        node: &SearchNode,
        depths: &ChildDepth,
    ) -> Result<Score, Stopped> {
        let &SearchNode { ply, window, kind, .. } = node;
        let &ChildDepth { full, reduction, first, .. } = depths;
        let mut below = NodeRequest {
            ply: ply + 1,
            depth: full - reduction,
            window: -Window::null_above(window.alpha),
            kind: kind.later_child(),
        };
        let mut score = Score::DRAW;
        if !first {
            self.frames[ply].reduction = reduction;
            score = -self.node(child, below)?;
            self.frames[ply].reduction = Depth::ZERO;
            if score > window.alpha && reduction > Depth::ZERO {
                let again = self.second_depth(ply, depths, score);
                if again > below.depth {
                    below.depth = again;
                    below.kind = match kind.first_child() {
                        NodeKind::Pv => NodeKind::Cut,
                        other => other,
                    };
                    score = -self.node(child, below)?;
                }
                self.learn_second_search(ply, score > window.alpha, full);
            }
        }
        let is_better = score > window.alpha && (score < window.beta || ply == 0);
        if first || kind == NodeKind::Pv && is_better {
            (below.window, below.depth, below.kind) = (-window, full, kind.first_child());
            score = -self.node(child, below)?;
        }
        Ok(score)
    }

    /// Step 13: how deep a move is searched that beat alpha at reduced depth: deeper than it would have been if it is far better
    /// than the best before it, less deep if hardly.
    fn second_depth(&self, ply: usize, depths: &ChildDepth, score: Score) -> Depth {
        if ply == 0 || self.params.policy != Policy::Quarterly {
            return depths.full;
        }
        let better = score.raw() - depths.best.raw();
        if better > self.params.reduce_deeper {
            depths.full + Depth::PLY
        } else if better < params::RESEARCH_SHALLOWER {
            depths.full - Depth::PLY
        } else {
            depths.full
        }
    }

    /// Step 13: updates the continuation history of a quiet move by the result of a second search.
    fn learn_second_search(&mut self, ply: usize, is_better: bool, depth: Depth) {
        let frame = &self.frames[ply];
        if let (Some(last), Some(piece_to)) = (frame.last, frame.piece_to)
            && last.is_quiet()
            && self.learns_from_outcomes()
        {
            let moves = self.continuation_keys(ply);
            let bonus = history::bonus(depth);
            self.history.add_continuation(piece_to, &moves, if is_better { bonus } else { -bonus });
        }
    }

    /// Step 14: a score that is the best so far is kept, one above alpha raises it, and the moves that follow are searched less
    /// deep: they are less likely to be better still. Whether the move fails high.
    #[inline]
    fn raise(
        &mut self,
        node: &mut SearchNode,
        best: &mut MoveLoop,
        searched: PvMove,
        score: Score,
    ) -> bool {
        if score <= best.score {
            return false;
        }
        let (ply, window) = (node.ply, node.window);
        best.score = score;
        self.tracer.improved(ply, score, window.bound(score));
        if score <= window.alpha {
            return false;
        }
        best.mv = Some(searched.mv);
        if node.kind == NodeKind::Pv {
            self.keep_pv(ply, searched);
            if ply == 0 {
                self.root.improve(searched.mv, score, window, &self.pv[0]);
            }
        }
        if score >= window.beta {
            self.frames[ply].cutoffs += 1;
            return true;
        }
        node.window.alpha = score;
        let (shallow, deep) = params::RAISED_ALPHA_DEPTHS;
        if node.ply > 0
            && node.depth > shallow
            && node.depth < deep
            && !score.is_decisive()
            && self.params.policy == Policy::Quarterly
        {
            node.depth -= params::RAISED_ALPHA_REDUCTION;
        }
        false
    }

    /// A move failed high: the histories, killers and counter moves learn it for nodes like this one.
    fn update_histories(
        &mut self,
        position: &Position,
        node: &SearchNode,
        best: &MoveLoop,
        mv: Move,
    ) {
        let SearchedMoves { quiets, captures } = &best.searched;
        if position.is_noisy(mv) {
            self.history.update_capture(position, Some(mv), captures, node.depth);
            return;
        }
        let is_far = best.score > node.window.beta + params::HISTORY_FAR;
        let depth = if is_far { node.depth + Depth::PLY } else { node.depth };
        self.history.update_quiet(position, mv, quiets, &best.keys, depth);
        self.history.update_capture(position, None, captures, node.depth);
        let killers = &mut self.frames[node.ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
