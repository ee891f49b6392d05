//! Steps 11 to 14 of a node: its moves, one after the other. `node.rs` says what comes before and after.

use super::extend::{self, Extension, Facts};
use super::history::Tried;
use super::node::{At, Node};
use super::order::{NodeKind, Picker, Wanted};
use super::prune;
use super::reduce::{self, Late};
use super::searcher::{PvMove, Searcher};
use super::singular::Singularity;
use super::trace::{Depth64, Prune, Step, Tracer};
use crate::chess::{LegalMove, Move, Position};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Bound, Depth, Score, Window};

/// How deep a move is looked at.
struct Plan {
    extension: Option<Extension>,
    /// Depth of the child without reduction.
    full: Depth,
    reduction: Depth,
}

/// What a node's moves came to.
pub(super) struct Best {
    pub score: Score,
    pub mv: Option<Move>,
    alpha: Score,
    pub number: usize,
    /// Several moves are too good: the score stands, but not for the depth of the node.
    pub multicut: bool,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Steps 11 to 14: the moves.
    pub(super) fn moves(&mut self, position: &Position, node: &Node) -> Result<Best, Stopped> {
        let At { ply, depth, window, .. } = node.at;
        let led = self.led(ply);
        let refutations = self.refutations(ply, &led);
        let mut picker = Picker::new(position, Wanted::Everything, node.table_move, refutations);
        let mut best = Best {
            score: -Score::INFINITE,
            mv: None,
            alpha: window.alpha,
            number: 0,
            multicut: false,
        };
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        while let Some(legal) = picker.next(position, &self.history, &led) {
            let mv = legal.mv;
            if ply == 0 && !self.root.admits(mv) || self.frames[ply].excluded == Some(mv) {
                continue;
            }
            let quiet = !position.is_noisy(mv);
            best.number += 1;

            // Step 11. Leave the move out if it has no hope: only where something better than mate was found.
            let history = if quiet {
                self.history.quiet(position, mv, &led)
            } else {
                self.history.capture(position, mv)
            };
            let late = Late {
                kind: node.at.kind,
                depth,
                number: best.number,
                noisy: !quiet,
                gives_check: legal.check.any(),
                in_check: position.in_check(),
                refutation: quiet && refutations.contains(&Some(mv)),
                improving: node.improving,
                history,
            };
            if ply > 0
                && !best.score.is_loss()
                && let Some(prune) = self.hopeless(position, node, &best, legal, &late)
            {
                self.tracer.prune(prune);
                if prune == Prune::LateMove {
                    picker.only_checks();
                }
                continue;
            }

            // Step 12. Play it, and see which extension it earns.
            let singular = match self.singularity(position, node, mv)? {
                Singularity::SeveralTooGood(score) => {
                    self.tracer.prune(Prune::MultiCut);
                    (best.score, best.multicut) = (score, true);
                    return Ok(best);
                }
                Singularity::Single => true,
                Singularity::None => false,
            };
            let child = position.play(mv);
            self.path.push(child.key());
            self.shared.table.prefetch(self.path[self.path.len() - 1]);
            self.set_out(position, ply, mv);
            let facts = Facts {
                parent: position,
                child: &child,
                mv,
                last: self.last_move(ply),
                replies: self.frames[ply].replies,
                mate_threat: node.mate_threat,
                singular,
            };
            let plan = self.plan(node, &late, &facts);
            let before = (ply == 0).then(|| self.begin_root_move(mv, best.number));

            // Step 13. Search it: the first move with the whole window, later ones less deep and with the question whether
            // they are better at all.
            let score = self.search_move(&child, node, &best, &plan)?;
            self.path.pop();
            let asked = Window::new(best.alpha, window.beta);
            if let Some(before) = before {
                self.end_root_move(mv, score, asked, &before);
            }

            // Step 14. Is it the best so far; is it too good?
            if score > best.score {
                best.score = score;
                self.tracer.improved(ply, score, asked.bound(score));
                if score > best.alpha {
                    best.mv = Some(mv);
                    if node.at.kind == NodeKind::Pv {
                        self.keep_pv(ply, PvMove { mv, extension: plan.extension });
                        if ply == 0 {
                            self.root.improve(mv, score, asked, &self.pv[0]);
                        }
                    }
                    if score >= window.beta {
                        self.reward(position, mv, ply, depth, (&quiets, &captures));
                        break;
                    }
                    best.alpha = score;
                }
            }
            let tried = if quiet { &mut quiets } else { &mut captures };
            if best.mv != Some(mv) && !tried.is_full() {
                tried.push(mv);
            }
        }
        Ok(best)
    }

    /// Step 11's tests.
    fn hopeless(
        &self,
        position: &Position,
        node: &Node,
        best: &Best,
        legal: LegalMove,
        late: &Late,
    ) -> Option<Prune> {
        let params = &self.params;
        let depth = late.depth;
        let quiet = !late.noisy;
        if best.number == 1 || !position.has_non_pawn_material(position.turn()) {
            return None;
        }
        if quiet && !late.gives_check {
            if prune::is_late(params, depth, best.number - 1, late.improving) {
                return Some(Prune::LateMove);
            }
            let reduced = depth - reduce::late(params, late);
            if let Some(eval) = node.eval
                && !late.refutation
                && prune::is_futile(params, reduced, eval, best.alpha)
            {
                return Some(Prune::Futility);
            }
            if prune::is_discredited(params, reduced, late.history) {
                return Some(Prune::History);
            }
        }
        let threshold = prune::exchange_threshold(params, depth, quiet)?;
        (!position.see_at_least(legal.mv, threshold)).then_some(Prune::Exchange)
    }

    /// Step 12: the largest extension that fires, within the budget of the line, and the reduction of a late move.
    fn plan(&mut self, node: &Node, late: &Late, facts: &Facts<'_>) -> Plan {
        let At { ply, depth, kind, .. } = node.at;
        let mut extension =
            if self.may_extend() { extend::largest(&self.params, kind, facts) } else { None };
        if let Some(found) = &mut extension {
            let left = (self.budget - self.frames[ply].spent).max(Depth::ZERO);
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
        let full = depth - Depth::PLY + added;
        let early =
            late.number == 1 || depth < Depth::plies(2) || late.number < 3 && kind == NodeKind::Pv;
        let reduction = if early {
            Depth::ZERO
        } else {
            reduce::late(&self.params, late).min((full - Depth::PLY).max(Depth::ZERO))
        };
        let frame = &mut self.frames[ply];
        frame.extended_by = extension.map(|found| found.rule);
        let (spent, owner) = (frame.spent + added, frame.extended_by.or(frame.owner));
        let next = &mut self.frames[ply + 1];
        (next.spent, next.owner) = (spent, owner);
        let params = &self.params;
        self.tracer.choose(ply, || Step {
            mv: facts.mv,
            node: kind,
            ply,
            depth,
            fired: extend::all(params, kind, facts),
            extension: added,
            reduction,
            child_depth: full - reduction,
            kept_on: node.kept_on,
            score: Score::DRAW,
            bound: Bound::Upper,
        });
        Plan { extension, full, reduction }
    }

    /// Step 13.
    fn search_move(
        &mut self,
        child: &Position,
        node: &Node,
        best: &Best,
        plan: &Plan,
    ) -> Result<Score, Stopped> {
        let At { ply, window, kind, .. } = node.at;
        let Plan { full, reduction, .. } = *plan;
        let first = best.number == 1;
        let mut below = At { ply: ply + 1, depth: full, window: -window, kind: kind.first_child() };
        let mut score = Score::DRAW;
        if !first {
            below.window = -Window::null_above(best.alpha);
            below.kind = kind.later_child();
            below.depth = full - reduction;
            score = -self.node(child, below)?;
            if score > best.alpha && reduction > Depth::ZERO {
                below.depth = full;
                below.kind = kind.first_child();
                if below.kind == NodeKind::Pv {
                    below.kind = NodeKind::Cut;
                }
                score = -self.node(child, below)?;
            }
        }
        if first || kind == NodeKind::Pv && score > best.alpha && (score < window.beta || ply == 0)
        {
            below.window = -Window::new(best.alpha, window.beta);
            below.depth = full;
            below.kind = kind.first_child();
            score = -self.node(child, below)?;
        }
        Ok(score)
    }

    /// A move was too good: remember it for nodes like this one.
    fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        ply: usize,
        depth: Depth,
        tried: (&Tried, &Tried),
    ) {
        let (quiets, captures) = tried;
        if position.is_noisy(mv) {
            self.history.reward_capture(position, Some(mv), captures, depth);
            return;
        }
        let led = self.led(ply);
        self.history.reward_quiet(position, mv, quiets, &led, depth);
        self.history.reward_capture(position, None, captures, depth);
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
