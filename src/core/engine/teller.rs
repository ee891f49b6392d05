//! The reporter of a search: every reported line is validated, and no report is taken back.
//!
//! Lines are validated by [`LineKeeper`]. Once a mate is proved beside the search, every report has the better of the search's
//! line and the proved one, at no smaller depth than the last report. The final result is the last report; a stopped search
//! repeats its last exact line, not an unresolved bound.

use std::time::{Duration, Instant};

use super::lines::LineKeeper;
use crate::search::{EndReason, Event, Finished, Iteration, Progress, ProverEffort, ScoredLine};
use crate::units::{Bound, Score};

/// After so much silence there is a sign of life.
const SILENCE: Duration = Duration::from_secs(1);

pub(super) struct Teller<'a> {
    sink: &'a dyn Fn(Event),
    keeper: LineKeeper,
    last: Option<(u32, Vec<ScoredLine>)>,
    exact: Option<Iteration>,
    depth: u32,
    /// The last result of the search itself.
    pub(super) score: Score,
    proved: Option<Iteration>,
    at: Instant,
}

impl<'a> Teller<'a> {
    pub(super) fn new(sink: &'a dyn Fn(Event), keeper: LineKeeper) -> Teller<'a> {
        Teller {
            sink,
            keeper,
            last: None,
            exact: None,
            depth: 0,
            score: Score::DRAW,
            proved: None,
            at: Instant::now(),
        }
    }

    pub(super) fn send(&mut self, event: Event) {
        self.at = Instant::now();
        (self.sink)(event);
    }

    pub(super) fn silence_left(&self) -> Duration {
        SILENCE.saturating_sub(self.at.elapsed())
    }

    /// Reports a heartbeat: the current root move, if known, and the counters.
    pub(super) fn heartbeat(&mut self, root_move: Option<Event>, progress: Progress) {
        let depth = match &root_move {
            Some(Event::RootMove { depth, .. }) => *depth,
            _ => progress.depth,
        };
        if let Some(report) = root_move {
            self.send(report);
        }
        let depth = depth.max(self.depth);
        self.send(Event::Heartbeat(Progress { depth, ..progress }));
    }

    pub(super) fn report(&mut self, report: Event, effort: ProverEffort) {
        match report {
            Event::Bound(iteration) => {
                let iteration = self.confirmed(iteration, effort);
                // A bound adds nothing to a proved mate.
                if self.proved.is_none() {
                    self.tell(iteration);
                }
            }
            Event::Iteration(iteration) => {
                let iteration = self.confirmed(iteration, effort);
                self.score = iteration.lines.first().map_or(self.score, |line| line.score);
                let iteration = self.best_of(iteration);
                if !self.is_last(&iteration) {
                    self.tell(iteration);
                }
            }
            event => self.send(event),
        }
    }

    /// A mate was proved: reports its line, if it is better than the one before.
    pub(super) fn proved(&mut self, iteration: Iteration) {
        if let Some(known) = &self.proved
            && !is_better(score_of(&iteration), score_of(known))
        {
            return;
        }
        self.proved = Some(iteration.clone());
        let depth = iteration.depth.max(self.depth);
        let iteration = at_depth(iteration, depth);
        if !self.is_last(&iteration) {
            self.tell(iteration);
        }
    }

    /// Reports the end. Its answer was reported before, or is reported now.
    pub(super) fn finish(&mut self, mut finished: Box<Finished>, effort: ProverEffort) {
        let own = self.confirmed(finished.iteration.clone(), effort);
        finished.iteration = self.best_of(own.clone());
        if finished.reason == EndReason::Stopped
            && !is_exact(&finished.iteration)
            && let Some(exact) = self.exact.take()
        {
            let (depth, progress) = (exact.depth, finished.iteration.progress);
            finished.iteration = at_depth(Iteration { progress, ..exact }, depth);
        }
        if finished.iteration.lines != own.lines {
            // Those were the extensions of another line.
            finished.ledger.line.clear();
        }
        finished.best = finished.iteration.first_move();
        if !finished.iteration.lines.is_empty() && !self.is_last(&finished.iteration) {
            self.tell(finished.iteration.clone());
        }
        self.send(Event::Finished(finished));
    }

    fn tell(&mut self, iteration: Iteration) {
        self.last = Some((iteration.depth, iteration.lines.clone()));
        let report = if is_exact(&iteration) {
            self.depth = self.depth.max(iteration.depth);
            self.exact = Some(iteration.clone());
            Event::Iteration(iteration)
        } else {
            Event::Bound(iteration)
        };
        self.send(report);
    }

    fn is_last(&self, iteration: &Iteration) -> bool {
        self.last
            .as_ref()
            .is_some_and(|(depth, lines)| *depth == iteration.depth && *lines == iteration.lines)
    }

    fn confirmed(&mut self, mut iteration: Iteration, effort: ProverEffort) -> Iteration {
        for line in &mut iteration.lines {
            *line = self.keeper.settle(line.clone());
        }
        iteration.progress.prover = effort;
        iteration
    }

    /// The better of an iteration and the proved line: the greater score for a win, the smaller for a loss, which is closer to
    /// the true value.
    fn best_of(&self, iteration: Iteration) -> Iteration {
        let Some(proved) = &self.proved else { return iteration };
        let depth = iteration.depth.max(self.depth);
        if is_exact(&iteration) && is_better(score_of(&iteration), score_of(proved)) {
            return at_depth(iteration, depth);
        }
        let proved = Iteration { progress: iteration.progress, ..proved.clone() };
        let depth = depth.max(proved.depth);
        at_depth(proved, depth)
    }
}

fn is_exact(iteration: &Iteration) -> bool {
    iteration.lines.first().is_some_and(|line| line.bound == Bound::Exact)
}

fn score_of(iteration: &Iteration) -> Score {
    iteration.lines.first().map_or(Score::DRAW, |line| line.score)
}

/// Returns whether a score is better than a proved mate's.
fn is_better(score: Score, proved: Score) -> bool {
    if proved.is_win() { score > proved } else { score < proved }
}

fn at_depth(iteration: Iteration, depth: u32) -> Iteration {
    let seldepth = iteration.seldepth.max(depth);
    let progress = Progress { depth, seldepth, ..iteration.progress };
    Iteration { depth, seldepth, progress, ..iteration }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::chess::{Position, notation};
    use crate::search::trace::Ledger;

    /// A queen and a rook against a bare king: mates of several lengths are legal lines.
    const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

    fn iteration(depth: u32, score: Score, moves: &str) -> Iteration {
        let mut position = Position::from_fen(LADDER).unwrap();
        let mut pv = Vec::new();
        for text in moves.split(' ') {
            let mv = notation::parse_uci(&position, text).unwrap();
            position = position.play(mv);
            pv.push(mv);
        }
        let lines = vec![ScoredLine { score, bound: Bound::Exact, pv }];
        Iteration { depth, seldepth: depth, lines, progress: Progress::default() }
    }

    /// The depth and score of each report, with a proved mate.
    fn told(tell: impl FnOnce(&mut Teller<'_>)) -> Vec<(u32, Score)> {
        let events = RefCell::new(Vec::new());
        let sink = |event| {
            if let Event::Iteration(iteration) = event {
                events.borrow_mut().push((iteration.depth, score_of(&iteration)));
            }
        };
        let root = Position::from_fen(LADDER).unwrap();
        tell(&mut Teller::new(&sink, LineKeeper::new(root, Vec::new())));
        events.into_inner()
    }

    #[test]
    fn silence_is_broken_after_a_second() {
        let events = RefCell::new(0);
        let sink = |event| {
            *events.borrow_mut() += i32::from(matches!(event, Event::Heartbeat(_)));
        };
        let root = Position::from_fen(LADDER).unwrap();
        let mut teller = Teller::new(&sink, LineKeeper::new(root, Vec::new()));
        assert!(SILENCE <= Duration::from_secs(1) && !teller.silence_left().is_zero());
        // As if nothing had been reported for as long as that.
        teller.at = teller.at.checked_sub(SILENCE).unwrap();
        assert!(teller.silence_left().is_zero(), "a sign of life is due");
        teller.heartbeat(None, Progress::default());
        assert!(!teller.silence_left().is_zero(), "the next one in a second");
        assert_eq!(events.into_inner(), 1);
    }

    #[test]
    fn a_proved_mate_is_told_at_the_depth_that_was_reached() {
        let effort = ProverEffort::default();
        let mate = Score::mates_at(3);
        let events = told(|teller| {
            teller.report(Event::Iteration(iteration(9, Score::cp(700), "a2a3")), effort);
            teller.proved(iteration(3, mate, "a2a7 h8g8 b1b8"));
            // The search goes on: a worse score is not reported, a greater depth is.
            teller.report(Event::Iteration(iteration(8, Score::cp(900), "a2a4")), effort);
            teller.report(Event::Iteration(iteration(10, Score::cp(900), "a2a4")), effort);
        });
        assert_eq!(events, [(9, Score::cp(700)), (9, mate), (10, mate)]);
    }

    /// The last line before `bestmove` was a bound of one move, after an exact line.
    #[test]
    fn who_stops_hears_the_last_exact_line_again() {
        let mut bound = iteration(6, Score::cp(936), "b1c1");
        bound.lines[0].bound = Bound::Lower;
        for reason in [EndReason::Stopped, EndReason::Time] {
            let best = bound.lines[0].pv.first().copied();
            let finished =
                Finished { best, iteration: bound.clone(), reason, ledger: Ledger::default() };
            let events = RefCell::new(Vec::new());
            let sink = |event| events.borrow_mut().push(event);
            let root = Position::from_fen(LADDER).unwrap();
            let mut teller = Teller::new(&sink, LineKeeper::new(root, Vec::new()));
            let effort = ProverEffort::default();
            let exact = iteration(5, Score::cp(906), "a2a3 h8g8");
            teller.report(Event::Iteration(exact.clone()), effort);
            teller.report(Event::Bound(bound.clone()), effort);
            teller.finish(Box::new(finished), effort);
            let events = events.into_inner();
            let [.., before, Event::Finished(finished)] = &events[..] else { panic!() };
            // A better move is still played when the time is up.
            let wanted = if reason == EndReason::Stopped { &exact } else { &bound };
            assert_eq!(finished.iteration.lines, wanted.lines);
            assert_eq!(finished.best, wanted.lines[0].pv.first().copied());
            let (Event::Iteration(told) | Event::Bound(told)) = before else {
                panic!("{before:?}")
            };
            assert_eq!(told.lines, wanted.lines, "what is answered was told last");
        }
    }

    #[test]
    fn a_longer_mate_that_is_proved_later_is_not_told() {
        let events = told(|teller| {
            teller.proved(iteration(3, Score::mates_at(3), "a2a7 h8g8 b1b8"));
            teller.proved(iteration(5, Score::mates_at(5), "a2a7 h8g8 e1d1 g8h8 b1b8"));
        });
        assert_eq!(events, [(3, Score::mates_at(3))]);
    }
}
