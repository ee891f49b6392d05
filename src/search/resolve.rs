//! The quiescing search: captures, promotions and checks until the position is quiet enough for its static value.
//!
//! Expositor's three selectivities: everything (in check), active (captures, promotions, checks), gainful (captures and
//! promotions that do not lose). In check every evasion is tried until one does not lose, so mates that it returns are mates.
//! `resolve` at the prompt shows this very code through a tracer.

use std::sync::{Arc, Mutex};

use super::order::{Picker, Wanted};
use super::params::Params;
use super::searcher::{Counters, PvMove, Searcher, Shared};
use super::table::{Entry, Table, TableError};
use super::trace::{Prune, ResolveNode, Selectivity, Skip, Tracer, TreeTracer};
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{LegalMove, Move, Piece, Position};
use crate::control::{Clock, Limits, StopFlag, Stopped};
use crate::eval::Evaluator;
use crate::units::{Bound, MAX_PLY, Score, Window};

/// The deepest that quiescing goes, plies from the root.
const LAST_PLY: usize = MAX_PLY - 1;

/// A node of the quiescing search.
struct Quiet {
    ply: usize,
    /// Plies since the main search ended.
    length: usize,
    selectivity: Selectivity,
    /// What the static value lets captures hope for; `None` in check.
    stand_pat: Option<Score>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// The value of a position once all is quiet, for the side to move, within a window; `length` plies below the main
    /// search.
    pub(super) fn quiesce(
        &mut self,
        position: &Position,
        ply: usize,
        length: usize,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        self.enter(ply)?;
        self.pv[ply].clear();
        let mv = ply.checked_sub(1).and_then(|at| self.frames[at].last).map(|last| last.mv);
        let selectivity = self.selectivity(position, ply, length);
        self.tracer.enter(mv, position.in_check(), selectivity);

        if ply > 0 && self.is_draw(position) {
            self.tracer.leave(Score::DRAW, false);
            return Ok(Score::DRAW);
        }
        if ply >= LAST_PLY {
            let value =
                if position.in_check() { Score::DRAW } else { self.evaluator.evaluate(position) };
            self.tracer.leave(value, false);
            return Ok(value);
        }

        let key = self.path[self.path.len() - 1];
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && !window.is_open()
        {
            let score = entry.score.from_node(ply);
            if (score >= window.beta && entry.bound.is_lower())
                || (score <= window.alpha && entry.bound.is_upper())
            {
                self.tracer.prune(Prune::Table);
                self.tracer.leave(score, true);
                return Ok(score);
            }
        }

        // Stand pat: some quiet move is at least as good as the static value. Not in check, where there may be none.
        let mut best = Score::mated_at(ply);
        let mut raw_eval = None;
        let mut stand_pat = None;
        if !position.in_check() {
            let raw = self.static_value(position, known);
            let eval = self.history.corrected(position, raw);
            self.tracer.stand_pat(eval);
            (best, raw_eval, stand_pat) = (eval, Some(raw), Some(eval));
            if eval >= window.beta {
                self.tracer.leave(eval, true);
                return Ok(eval);
            }
            window.alpha = window.alpha.max(eval);
        }

        let node = Quiet { ply, length, selectivity, stand_pat };
        let alpha = window.alpha;
        let (score, mv) =
            self.quiet_moves(position, &node, window, best, known.and_then(|entry| entry.mv))?;
        best = score;
        let cut = best >= window.beta;
        let bound = if cut { Bound::Lower } else { Bound::Upper };
        // Exact values are not stored as such: what was skipped is not known to be worse.
        let entry = Entry { mv, score: best.to_node(ply), eval: raw_eval, depth: 0, bound };
        if best >= window.beta || best <= alpha {
            self.shared.table.store(key, entry);
        }
        self.tracer.leave(best, cut);
        Ok(best)
    }

    fn selectivity(&self, position: &Position, ply: usize, length: usize) -> Selectivity {
        if position.in_check() {
            return Selectivity::Everything;
        }
        let length = length as i32;
        let earned = ply >= 2 && self.frames[ply - 2].gainful;
        if length < self.params.resolve_checks || length < self.params.resolve_active && earned {
            Selectivity::Active
        } else {
            Selectivity::Gainful
        }
    }

    fn quiet_moves(
        &mut self,
        position: &Position,
        node: &Quiet,
        mut window: Window,
        mut best: Score,
        table: Option<Move>,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let ply = node.ply;
        let wanted = match node.selectivity {
            Selectivity::Everything => Wanted::Everything,
            Selectivity::Active => Wanted::Active,
            Selectivity::Gainful => Wanted::Noisy,
        };
        let led = self.led(ply);
        let mut picker = Picker::new(position, wanted, table, [None; 3]);
        let mut best_move = None;
        while let Some(legal) = picker.next(position, &self.history, &led) {
            if !best.is_loss()
                && let Some(skip) = self.skip(position, node, legal, window.alpha)
            {
                if let Skip::Delta { hope, .. } = skip {
                    best = best.max(hope.min(window.alpha));
                }
                let full = || with_value(position, legal.mv, skip);
                self.tracer.skip(legal.mv, full);
                continue;
            }
            let child = position.play(legal.mv);
            let key = child.key();
            self.shared.table.prefetch(key);
            self.set_out(position, ply, legal.mv);
            self.frames[ply + 1].owner = self.frames[ply].owner;
            self.path.push(key);
            let score = -self.quiesce(&child, ply + 1, node.length + 1, -window)?;
            self.path.pop();
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(legal.mv);
                    if window.is_open() {
                        self.keep_pv(ply, PvMove { mv: legal.mv, extension: None });
                    }
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        Ok((best, best_move))
    }

    /// Why a move is not worth looking at, if it is not.
    fn skip(
        &self,
        position: &Position,
        node: &Quiet,
        legal: LegalMove,
        alpha: Score,
    ) -> Option<Skip> {
        let mv = legal.mv;
        let noisy = position.is_noisy(mv);
        let Some(stand_pat) = node.stand_pat else {
            // In check with a sound evasion in hand: others only if they do not lose more.
            return (!position.see_at_least(mv, 0)).then_some(Skip::LateEvasion);
        };
        if !noisy {
            return (!position.see_at_least(mv, 0)).then_some(Skip::LosesQuietly(0));
        }
        // An underpromotion that gives no check gains nothing a queen would not.
        if mv.promoted().is_some_and(|piece| piece != Piece::Queen) && !legal.check.any() {
            return Some(Skip::Neutral);
        }
        if !legal.check.any() {
            let victim = position.captured(mv).map_or(0, |piece| EXCHANGE_VALUE[piece]);
            let promoted = mv
                .promoted()
                .map_or(0, |piece| EXCHANGE_VALUE[piece] - EXCHANGE_VALUE[Piece::Pawn]);
            let hope = Score::cp(stand_pat.raw() + victim + promoted + self.params.resolve_delta);
            if hope <= alpha {
                return Some(Skip::Delta { hope, alpha });
            }
            let late = node.length as i32 >= self.params.resolve_neutral;
            if late && position.see_at_least(mv, 0) && !position.see_at_least(mv, 1) {
                return Some(Skip::Neutral);
            }
        }
        (!position.see_at_least(mv, 0)).then_some(Skip::Loses(0))
    }
}

/// The reason with the exchange worked out: only for those who look.
fn with_value(position: &Position, mv: Move, skip: Skip) -> Skip {
    match skip {
        Skip::Loses(_) => Skip::Loses(-position.exchange(mv).value),
        Skip::LosesQuietly(_) => Skip::LosesQuietly(-position.exchange(mv).value),
        other => other,
    }
}

/// The tree of the quiescing search from a position, with the whole window and an empty table.
///
/// # Errors
/// If there is no memory for its small table.
pub fn resolve<E: Evaluator>(
    position: &Position,
    params: &Params,
    evaluator: E,
) -> Result<ResolveNode, TableError> {
    let shared = Shared {
        table: Arc::new(Table::new(1)?),
        params: Arc::new(params.clone()),
        stop: StopFlag::new(),
        counters: Arc::new(Counters::new(1)),
    };
    let mut searcher = Searcher::new(shared, 0, evaluator, TreeTracer::default());
    let task = super::deepen::Task {
        root: *position,
        history: Vec::new(),
        limits: Limits::default(),
        multi_pv: 1,
        clock: Arc::new(Mutex::new(Clock::unlimited())),
    };
    searcher.prepare(&task);
    // Nobody can raise this flag and there is no limit, so the search is never stopped.
    let _ = searcher.quiesce(position, 0, 0, Window::FULL);
    searcher.tracer.into_root().ok_or(TableError { mebibytes: 1 })
}
