//! The main search: one node, step by step.
//!
//! Principal-variation search (Marsland) in fractions of a ply, failing soft. The numbers are in `params.rs`; what may be
//! pruned in `prune.rs`, reduced in `reduce.rs`, extended in `extend.rs`; the order of moves in `order.rs`.

use super::extend::{self, Approach, Extension, Facts};
use super::history::Tried;
use super::order::{NodeKind, Picker, Wanted};
use super::prune;
use super::reduce::{self, Late};
use super::searcher::{PvMove, Searcher};
use super::table::{self, Entry};
use super::trace::{KeepOn, Prune, Step, Tracer};
use crate::chess::{LegalMove, Move, Position};
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
    /// Static value, corrected; `None` in check.
    pub eval: Option<Score>,
    pub improving: bool,
    pub mate_threat: bool,
    pub kept_on: Option<KeepOn>,
}

/// How deep a move is looked at.
struct Plan {
    extension: Option<Extension>,
    /// Depth of the child without reduction.
    full: Depth,
    reduction: Depth,
}

/// What a node's moves came to.
struct Best {
    score: Score,
    mv: Option<Move>,
    alpha: Score,
    number: usize,
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
        if let Some(entry) = known
            && !is_pv
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
            eval,
            improving: eval.is_some_and(|now| two_ago.is_some_and(|then| now > then)),
            mate_threat: touch_threat,
            kept_on,
        };

        // Steps 5 to 8: reasons to look at no move at all.
        if let (Some(eval), false) = (eval, is_pv)
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

        // Step 15. No move: mate or stalemate.
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

    /// Searches a child and returns its value for the mover.
    pub(super) fn descend(&mut self, child: &Position, below: At) -> Result<Score, Stopped> {
        let key = child.key();
        self.frames[below.ply].spent = self.frames[below.ply - 1].spent;
        self.frames[below.ply].owner = self.frames[below.ply - 1].owner;
        self.path.push(key);
        let score = -self.node(child, below)?;
        self.path.pop();
        Ok(score)
    }

    /// Steps 11 to 14: the moves.
    fn moves(&mut self, position: &Position, node: &Node) -> Result<Best, Stopped> {
        let At { ply, depth, window, .. } = node.at;
        let led = self.led(ply);
        let refutations = self.refutations(ply, &led);
        let mut picker = Picker::new(position, Wanted::Everything, node.table_move, refutations);
        let mut best = Best { score: -Score::INFINITE, mv: None, alpha: window.alpha, number: 0 };
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        while let Some(legal) = picker.next(position, &self.history, &led) {
            let mv = legal.mv;
            if ply == 0 && !self.root.admits(mv) {
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
            let child = position.play(mv);
            self.set_out(position, ply, mv);
            let plan = self.plan(position, &child, node, &late, mv);
            let before = self.nodes;

            // Step 13. Search it: the first move with the whole window, later ones less deep and with the question whether
            // they are better at all.
            let score = self.search_move(&child, node, &best, &plan)?;
            if ply == 0 {
                self.root.account(mv, self.nodes - before, score, window);
            }

            // Step 14. Is it the best so far; is it too good?
            if score > best.score {
                best.score = score;
                self.tracer.improved(ply, score);
                if score > best.alpha {
                    best.mv = Some(mv);
                    if node.at.kind == NodeKind::Pv {
                        self.keep_pv(ply, PvMove { mv, extension: plan.extension });
                        if ply == 0 {
                            self.root.improve(mv, score, window, &self.pv[0]);
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
        if best.number == 1 || !position.has_officers(position.turn()) {
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
    fn plan(
        &mut self,
        position: &Position,
        child: &Position,
        node: &Node,
        late: &Late,
        mv: Move,
    ) -> Plan {
        let At { ply, depth, kind, .. } = node.at;
        let facts = Facts {
            parent: position,
            child,
            mv,
            last: self.last_move(ply),
            replies: self.frames[ply].replies,
            mate_threat: node.mate_threat,
        };
        let mut extension =
            if self.may_extend() { extend::largest(&self.params, kind, &facts) } else { None };
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
            mv,
            node: kind,
            ply,
            depth,
            fired: extend::all(params, kind, &facts),
            extension: added,
            reduction,
            child_depth: full - reduction,
            kept_on: node.kept_on,
            score: Score::DRAW,
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
        self.path.push(child.key());
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
        self.path.pop();
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
