//! Iterative deepening: searches of increasing depth, each with an aspiration window around the last score, until a limit is
//! reached.

use super::frame::{PvLine, PvMove};
use super::params::{self, MAX_DEPTH};
use super::report::{EndReason, Event, Finished, Iteration, Progress};
use super::root::Root;
use super::searcher::Searcher;
use super::shared::Task;
use super::stack::NodeRequest;
use super::timing::Timing;
use super::trace::{LineExtension, Tracer};
use crate::chess::{Move, Position};
use crate::control::Stopped;
use crate::control::lock::Unpoisoned;
use crate::eval::Evaluator;
use crate::units::{Bound, Depth, MAX_PLY, NodeKind, Score, ScoreKind, Window};

/// The best result so far: the deepest iteration, and the extensions along its first line.
struct Deepest {
    iteration: Iteration,
    extensions: Vec<LineExtension>,
}

impl Deepest {
    fn mv(&self) -> Move {
        self.iteration.lines[0].pv[0]
    }

    fn report(&self) -> Event {
        if self.iteration.lines[0].bound == Bound::Exact {
            Event::Iteration(self.iteration.clone())
        } else {
            Event::Bound(self.iteration.clone())
        }
    }
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Searches until a limit is reached or the flag is raised. With `infinite` it also returns when it can go no deeper: to
    /// hold the answer back is the caller's part. What is returned was reported before: the deepest iteration, or the better
    /// move of one that was cut short.
    pub(crate) fn run(&mut self, task: &Task, report: &mut dyn FnMut(Event)) -> Finished {
        self.prepare(task);
        self.root = Root::new(&task.root, &task.limits);
        let lines = task.multi_pv.clamp(1, self.root.len().max(1));
        if self.root.len() == 0 {
            self.ended_by = EndReason::NoMove;
            let progress = self.progress(task, 0);
            let none = Iteration { progress, ..Iteration::default() };
            return self.finish(none, Vec::new());
        }
        let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut done = None;
        let mut timing = Timing::default();
        for depth in 1..=deepest {
            // Helpers leave out some depths, so that threads are not all at the same place.
            let offset = depth as usize + self.thread;
            if self.thread > 0 && depth > 1 && offset.is_multiple_of(params::HELPER_SKIP) {
                continue;
            }
            let before = done.as_ref().map(Deepest::mv);
            let Ok(()) = self.iterate(task, depth, lines, report) else {
                // A limit that this thread has reached ends the search of all.
                self.shared.stop.raise();
                let unfinished = self.unfinished(task, depth, lines, before);
                if let Some(best) = unfinished {
                    report(best.report());
                    done = Some(best);
                }
                break;
            };
            self.has_iteration = true;
            let best = self.best(task, depth, lines);
            report(best.report());
            timing.iteration(best.mv(), best.iteration.lines[0].score);
            let enough = self.is_enough(task, &best.iteration, &timing);
            done = Some(best);
            if let Some(reason) = enough {
                self.ended_by = reason;
                break;
            }
        }
        let mut best = match done {
            Some(best) => best,
            None => {
                self.look_one_ply(&task.root);
                let best = self.best(task, 1, lines);
                report(best.report());
                best
            }
        };
        best.iteration.progress = self.progress(task, best.iteration.depth);
        self.finish(best.iteration, best.extensions)
    }

    fn best(&self, task: &Task, depth: u32, lines: usize) -> Deepest {
        let iteration = self.iteration(task, depth, lines);
        Deepest { iteration, extensions: self.root.line_extensions() }
    }

    /// Returns the result of an interrupted iteration if its move is better than the earlier one. Its score may be a lower bound,
    /// unless it is a mate.
    fn unfinished(
        &self,
        task: &Task,
        depth: u32,
        lines: usize,
        before: Option<Move>,
    ) -> Option<Deepest> {
        let before = before?;
        if lines > 1 || !self.root.is_fresh() || self.root.first_move() == Some(before) {
            return None;
        }
        let mut best = self.best(task, depth, lines);
        let line = &mut best.iteration.lines[0];
        if line.score.is_win() {
            line.bound = Bound::Exact;
        }
        Some(best)
    }

    /// Orders the root moves by their scores after one ply, without a search. It costs no nodes and provides an answer if there
    /// is no time or node for an iteration.
    fn look_one_ply(&mut self, root: &Position) {
        self.root.begin();
        let mut ranked: Vec<(Score, Move)> = Vec::with_capacity(self.root.len());
        for mv in self.root.moves() {
            let after = root.play(mv);
            let score = match (after.has_legal_move(), after.in_check()) {
                (false, true) => Score::mates_at(1),
                (false, false) => Score::DRAW,
                (true, _) => -self.evaluator.evaluate(&after, 1).score,
            };
            ranked.push((score, mv));
        }
        ranked.sort_by_key(|&(score, _)| score);
        for (score, mv) in ranked {
            let line = PvLine::from_iter([PvMove { mv, extension: None }]);
            self.root.improve(mv, score, Window::FULL, &line);
        }
    }

    fn finish(&mut self, iteration: Iteration, extensions: Vec<LineExtension>) -> Finished {
        let mut ledger = self.tracer.ledger();
        ledger.line = extensions;
        if self.shared.stop.is_raised() && matches!(self.ended_by, EndReason::Depth) {
            self.ended_by = EndReason::Stopped;
        }
        Finished { ledger, ..Finished::new(iteration, self.ended_by) }
    }

    fn iterate(
        &mut self,
        task: &Task,
        depth: u32,
        lines: usize,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stopped> {
        self.nominal = Depth::plies(depth as i32);
        let share =
            |percent: i32, more: i32| depth as usize * percent as usize / 100 + more as usize;
        self.cap = share(self.params.cap_percent, self.params.cap_plies)
            .min(MAX_PLY - params::CAP_RESERVE);
        self.budget = Depth::plies(
            share(self.params.budget_percent, self.params.budget_plies).min(MAX_PLY) as i32,
        );
        self.root.begin();
        for number in 0..lines {
            self.root.settled = number;
            self.aspiration_window(task, depth, report)?;
        }
        self.root.rank_lines(lines);
        Ok(())
    }

    /// One line: an aspiration window around its last score, widened where it fails low or high.
    fn aspiration_window(
        &mut self,
        task: &Task,
        depth: u32,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stopped> {
        let last = self.root.score();
        let mut delta = self.params.aspiration_delta;
        let narrow = depth as i32 >= self.params.aspiration_depth
            && !last.is_mate()
            && last > -Score::INFINITE;
        let mut window =
            if narrow { Window::new(last - delta, last + delta) } else { Window::FULL };
        // A move that fails high is searched less deep to see how high: its place is clear already.
        let mut less = Depth::ZERO;
        loop {
            let depth_now = self.nominal - less;
            let asked = NodeRequest { ply: 0, depth: depth_now, window, kind: NodeKind::Pv };
            let score = self.node(&task.root, asked)?;
            let failed = if score <= window.alpha {
                window.beta = Score::from_raw((window.alpha.raw() + window.beta.raw()) / 2);
                window.alpha = score - delta;
                // Beneath any ordinary evaluation the window is wide open, so that mates are found at once.
                if window.alpha.raw() < -params::ASPIRATION_LIMIT {
                    window.alpha = -Score::INFINITE;
                }
                less = Depth::ZERO;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = score + delta;
                if window.beta.raw() > params::ASPIRATION_LIMIT {
                    window.beta = Score::INFINITE;
                }
                if depth >= params::FAIL_HIGH_DEPTH && !score.is_mate() {
                    less = (less + Depth::PLY).min(params::FAIL_HIGH_MOST);
                }
                Bound::Lower
            } else {
                return Ok(());
            };
            delta += delta / 2 + params::ASPIRATION_GROWTH;
            if self.root.settled == 0 {
                let mut iteration = self.iteration(task, depth, 1);
                iteration.lines[0].score = score;
                iteration.lines[0].bound = failed;
                report(Event::Bound(iteration));
            }
        }
    }

    fn progress(&self, task: &Task, depth: u32) -> Progress {
        self.publish();
        self.shared.progress(depth, task.clock.lock().unpoisoned().active())
    }

    fn iteration(&self, task: &Task, depth: u32, lines: usize) -> Iteration {
        let progress = self.progress(task, depth);
        Iteration { depth, seldepth: progress.seldepth, lines: self.root.lines(lines), progress }
    }

    /// Returns the reason to go no deeper: the requested mate was found, or the time plan ends the search.
    fn is_enough(&self, task: &Task, done: &Iteration, timing: &Timing) -> Option<EndReason> {
        let best = done.lines[0].score;
        if let (Some(within), ScoreKind::Mates(moves) | ScoreKind::Mated(moves)) =
            (task.limits.mate, best.kind())
            && moves <= within
        {
            return Some(EndReason::Mate);
        }
        if task.limits.infinite || self.thread > 0 {
            return None;
        }
        if task.limits.soft_nodes.is_some_and(|soft| done.progress.nodes >= soft) {
            return Some(EndReason::Nodes);
        }
        // A mate, and twice its length searched for a shorter one.
        if let Some(ply) = best.mate_ply()
            && task.limits.depth.is_none()
            && task.multi_pv == 1
            && done.depth as usize >= params::MATE_DEPTH_FACTOR * ply + params::MATE_DEPTH_MARGIN
        {
            return Some(EndReason::Mate);
        }
        let mut clock = task.clock.lock().unpoisoned();
        // There is nothing to choose.
        let only = self.root.len() == 1 && clock.has_plan() && done.depth >= params::TIME_ONLY_MOVE;
        let percent = if only { 0 } else { timing.percent(self.root.effort() as i32) };
        clock.is_enough(percent).then_some(EndReason::Time)
    }
}
