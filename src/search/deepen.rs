//! Iterative deepening: ever deeper searches, each with a narrow window around the last score, until a limit is reached.

use std::sync::{Arc, Mutex};

use super::node::At;
use super::order::NodeKind;
use super::report::{EndReason, Finished, Iteration, Line, Progress, Report};
use super::root::Root;
use super::searcher::{Searcher, lock};
use super::trace::Tracer;
use crate::chess::{Key, Position};
use crate::control::{Clock, Limits, Stopped};
use crate::eval::Evaluator;
use crate::units::{Bound, Depth, MAX_PLY, Score, ScoreKind, Window};

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;

/// Beyond it, in centipawns, an evaluation is hardly ever plain: mate is near.
const PLAIN: i32 = 2_000;

/// What to search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub root: Position,
    /// Keys of the game's earlier positions since the last capture or pawn move, oldest first, the root left out.
    pub history: Vec<Key>,
    /// When to end.
    pub limits: Limits,
    /// How many lines.
    pub multi_pv: usize,
    /// The time; only the first thread looks at it.
    pub clock: Arc<Mutex<Clock>>,
}

impl<E: Evaluator, T: Tracer> Searcher<E, T> {
    /// Searches until a limit is reached or the flag is raised. With `infinite` it also returns when it can go no deeper: to
    /// hold the answer back is the caller's part.
    pub fn run(&mut self, task: &Task, report: &mut dyn FnMut(Report)) -> Finished {
        self.prepare(task);
        self.root = Root::new(&task.root, &task.limits);
        let lines = task.multi_pv.clamp(1, self.root.len().max(1));
        if self.root.len() == 0 {
            self.ended_by = EndReason::NoMove;
            return self.finish(Iteration {
                depth: 0,
                seldepth: 0,
                lines: Vec::new(),
                progress: self.progress(task, 0),
            });
        }
        // Something to answer with, even if the first iteration is cut short.
        let mut done = Iteration {
            depth: 0,
            seldepth: 0,
            lines: self.static_line(&task.root),
            progress: Progress::default(),
        };
        let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut stable = 0;
        for depth in 1..=deepest {
            // Helpers leave out some depths, so that threads are not all at the same place.
            if self.thread > 0 && depth > 1 && (depth as usize + self.thread).is_multiple_of(3) {
                continue;
            }
            let before = done.lines[0].pv[0];
            match self.iterate(task, depth, lines, report) {
                Ok(()) => {
                    done = self.iteration(task, depth, lines);
                    report(Report::Finished(done.clone()));
                }
                Err(Stopped) => {
                    // A better move of an unfinished iteration counts. If it failed high its score is only a bound, but the
                    // best word there is on the position: it is given as the value.
                    if lines == 1 && self.root.is_fresh() && self.root.first_move() != Some(before)
                    {
                        done = self.iteration(task, depth, lines);
                        done.lines[0].bound = Bound::Exact;
                        report(Report::Finished(done.clone()));
                    }
                    break;
                }
            }
            stable = if done.lines[0].pv[0] == before { stable + 1 } else { 0 };
            if let Some(reason) = self.is_enough(task, &done, stable) {
                self.ended_by = reason;
                break;
            }
        }
        self.publish();
        done.progress = self.progress(task, done.depth);
        self.finish(done)
    }

    fn finish(&mut self, iteration: Iteration) -> Finished {
        let mut ledger = self.tracer.ledger();
        ledger.line = self.root.line_extensions();
        if self.shared.stop.is_raised() && matches!(self.ended_by, EndReason::Depth) {
            self.ended_by = EndReason::Stopped;
        }
        Finished {
            best: iteration.lines.first().and_then(|line| line.pv.first().copied()),
            iteration,
            reason: self.ended_by,
            ledger,
        }
    }

    /// One iteration: every line asked for.
    fn iterate(
        &mut self,
        task: &Task,
        depth: u32,
        lines: usize,
        report: &mut dyn FnMut(Report),
    ) -> Result<(), Stopped> {
        self.nominal = Depth::plies(depth as i32);
        let share =
            |percent: i32, more: i32| depth as usize * percent as usize / 100 + more as usize;
        self.cap = share(self.params.cap_percent, self.params.cap_plies).min(MAX_PLY - 40);
        self.budget = Depth::plies(
            share(self.params.budget_percent, self.params.budget_plies).min(MAX_PLY) as i32,
        );
        self.root.begin();
        for number in 0..lines {
            self.root.begin_line(number);
            self.aspire(task, depth, number, report)?;
        }
        self.root.rank_lines(lines);
        Ok(())
    }

    /// One line: a window around its last score, widened where it fails.
    fn aspire(
        &mut self,
        task: &Task,
        depth: u32,
        number: usize,
        report: &mut dyn FnMut(Report),
    ) -> Result<(), Stopped> {
        let last = self.root.score(number);
        let mut delta = self.params.aspiration_delta;
        let narrow = depth as i32 >= self.params.aspiration_depth
            && !last.is_mate()
            && last > -Score::INFINITE;
        let mut window =
            if narrow { Window::new(last - delta, last + delta) } else { Window::FULL };
        loop {
            let at = At { ply: 0, depth: self.nominal, window, kind: NodeKind::Pv };
            let score = self.node(&task.root, at)?;
            let failed = if score <= window.alpha {
                window.beta = Score::from_raw((window.alpha.raw() + window.beta.raw()) / 2);
                window.alpha = Self::lower_edge(score - delta);
                Bound::Upper
            } else if score >= window.beta {
                window.beta = Self::upper_edge(score + delta);
                Bound::Lower
            } else {
                return Ok(());
            };
            delta += delta / 2 + 5;
            if number == 0 {
                let mut iteration = self.iteration(task, depth, 1);
                iteration.lines[0].score = score;
                iteration.lines[0].bound = failed;
                report(Report::Failed(iteration));
            }
        }
    }

    /// A window's lower edge: beneath any plain evaluation it is wide open, so that mates are found at once.
    fn lower_edge(edge: Score) -> Score {
        if edge.raw() < -PLAIN { -Score::INFINITE } else { edge }
    }

    /// Its upper edge, likewise.
    fn upper_edge(edge: Score) -> Score {
        if edge.raw() > PLAIN { Score::INFINITE } else { edge }
    }

    fn static_line(&mut self, position: &Position) -> Vec<Line> {
        let score =
            if position.in_check() { Score::DRAW } else { self.evaluator.evaluate(position) };
        let mut lines = self.root.lines(1);
        lines[0].score = score;
        lines[0].bound = Bound::Exact;
        lines
    }

    fn progress(&self, task: &Task, depth: u32) -> Progress {
        self.publish();
        Progress {
            depth,
            seldepth: self.shared.counters.seldepth(),
            nodes: self.shared.counters.nodes(),
            elapsed: lock(&task.clock).elapsed(),
            hashfull: self.shared.table.hashfull(),
        }
    }

    fn iteration(&self, task: &Task, depth: u32, lines: usize) -> Iteration {
        let progress = self.progress(task, depth);
        Iteration { depth, seldepth: progress.seldepth, lines: self.root.lines(lines), progress }
    }

    /// Whether to go no deeper: a mate as asked for, or the time plan says so.
    fn is_enough(&self, task: &Task, done: &Iteration, stable: u32) -> Option<EndReason> {
        let best = done.lines[0].score;
        if let (Some(within), ScoreKind::Mates(moves) | ScoreKind::Mated(moves)) =
            (task.limits.mate, best.kind())
            && moves <= within
        {
            return Some(EndReason::Mate);
        }
        // While pondering the clock has no limits yet.
        if task.limits.infinite || self.thread > 0 {
            return None;
        }
        // A mate, and twice its length searched for a shorter one.
        if let Some(ply) = best.mate_ply()
            && task.limits.depth.is_none()
            && task.multi_pv == 1
            && done.depth as usize >= 2 * ply + 6
        {
            return Some(EndReason::Mate);
        }
        // The more of the effort went below the best move, and the longer it has been best, the sooner it is clear.
        let effort = self.root.effort() as u32;
        let percent = (160 - effort.min(95)) * (120 - 8 * stable.min(6)) / 100;
        lock(&task.clock).is_enough(percent).then_some(EndReason::Time)
    }
}
