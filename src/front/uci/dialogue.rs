//! Output of a search to a GUI: which events become lines, and when.
//!
//! Every iteration is sent. A bound is sent only if it has been the newest for a second, since it may stay for minutes;
//! `currmove` only in long searches, and rarely. The last line before `bestmove` has the total number of nodes, and is exact
//! unless the better move of an interrupted iteration is known by its bound alone.

use std::time::{Duration, Instant};

use super::uci_lines::{self, UciStyle, info_string};
use crate::chess::{Move, Position};
use crate::engine::Event;
use crate::search::{Finished, Iteration};

/// Time after which a bound is sent.
const LONG_DEPTH: Duration = Duration::from_secs(1);

/// Time after which the current move is sent.
const LONG_SEARCH: Duration = Duration::from_secs(3);

const MOVE_INTERVAL: Duration = Duration::from_millis(50);

pub(super) struct Dialogue {
    root: Position,
    style: UciStyle,
    debug: bool,
    begun: Instant,
    depth_begun: Instant,
    move_told: Instant,
    told: Option<Iteration>,
    /// Whether the last line sent was exact.
    exact_last: bool,
}

impl Dialogue {
    pub(super) fn new(root: Position, style: UciStyle, debug: bool) -> Dialogue {
        let now = Instant::now();
        Dialogue {
            root,
            style,
            debug,
            begun: now,
            depth_begun: now,
            move_told: now,
            told: None,
            exact_last: false,
        }
    }

    pub(super) fn tell(&mut self, event: &Event) -> Vec<String> {
        match event {
            Event::Note(text) => vec![info_string(text)],
            Event::Warning(text) => vec![info_string(&format!("warning: {text}"))],
            Event::Refuted { attacker, moves } => {
                vec![info_string(&format!("no mate in {moves} for {attacker}, proved"))]
            }
            Event::Iteration(iteration) => {
                self.depth_begun = Instant::now();
                self.exact(iteration)
            }
            Event::Bound(iteration) => {
                let wanted = self.depth_begun.elapsed() >= LONG_DEPTH;
                self.inexact(wanted.then(|| self.style.iteration(iteration)))
            }
            Event::RootMove { depth, mv, number, line } => {
                let wanted = self.begun.elapsed() >= LONG_SEARCH
                    && self.move_told.elapsed() >= MOVE_INTERVAL;
                if wanted {
                    self.move_told = Instant::now();
                }
                let current = wanted.then(|| {
                    let mv = self.style.mv(*mv);
                    format!("info depth {depth} currmove {mv} currmovenumber {number}")
                });
                // The first thread's current line.
                let line = (!line.is_empty()).then(|| {
                    let moves: String =
                        line.iter().map(|&mv| format!(" {}", self.style.mv(mv))).collect();
                    format!("info currline 1{moves}")
                });
                let lines: Vec<String> = current.into_iter().chain(line).collect();
                self.inexact((!lines.is_empty()).then_some(lines))
            }
            Event::Heartbeat(progress) => self.inexact(Some(vec![uci_lines::heartbeat(progress)])),
            Event::Finished(finished) => self.end(finished),
            Event::Crashed(message) => self.crash(message),
        }
    }

    fn exact(&mut self, iteration: &Iteration) -> Vec<String> {
        self.told = Some(iteration.clone());
        self.exact_last = true;
        self.style.iteration(iteration)
    }

    fn inexact(&mut self, lines: Option<Vec<String>>) -> Vec<String> {
        self.exact_last &= lines.is_none();
        lines.unwrap_or_default()
    }

    fn end(&mut self, finished: &Finished) -> Vec<String> {
        let mut lines = Vec::new();
        if self.debug {
            let (nodes, denied) = (finished.ledger.nodes, finished.ledger.denied);
            let reason = finished.reason;
            lines.push(info_string(&format!(
                "ended by {reason:?}, {nodes} nodes on the first thread, {denied} extensions denied"
            )));
            self.exact_last = false;
        }
        if let Some(prover) = uci_lines::prover(&finished.iteration.progress) {
            lines.push(prover);
        }
        if finished.best.is_none() {
            lines.push(uci_lines::no_move(self.root.in_check()).to_owned());
        } else {
            let Iteration { depth, lines: found, progress, .. } = &finished.iteration;
            let is_it = |told: &Iteration| {
                (told.depth, &told.lines, told.progress.nodes) == (*depth, found, progress.nodes)
            };
            if !self.exact_last || !self.told.as_ref().is_some_and(is_it) {
                lines.extend(self.exact(&finished.iteration));
            }
        }
        lines.push(self.style.best_move(finished.best, self.ponder(finished)));
        lines
    }

    /// Returns the expected reply, if it is legal after the best move.
    fn ponder(&self, finished: &Finished) -> Option<Move> {
        let best = finished.best.filter(|&best| self.root.is_legal(best))?;
        finished.ponder().filter(|&answer| self.root.play(best).is_legal(answer))
    }

    /// The search has crashed, but the GUI still needs a move.
    fn crash(&mut self, message: &str) -> Vec<String> {
        let found =
            self.told.as_ref().and_then(|iteration| iteration.lines.first()?.pv.first().copied());
        let any = self.root.legal_moves().first().map(|legal| legal.mv);
        let error = info_string(&format!("error: the search broke off: {message}"));
        vec![error, self.style.best_move(found.or(any), None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::search::trace::Ledger;
    use crate::search::{EndReason, Progress, ScoredLine};
    use crate::units::{Bound, Score};

    fn iteration(depth: u32, bound: Bound, moves: &str) -> Iteration {
        let mut position = Position::start();
        let mut pv = Vec::new();
        for text in moves.split(' ') {
            let mv = parse_move(&position, text).unwrap();
            position = position.play(mv);
            pv.push(mv);
        }
        let lines = vec![ScoredLine { score: Score::cp(20), bound, pv }];
        Iteration { depth, seldepth: depth, lines, progress: Progress::default() }
    }

    fn finished(iteration: Iteration) -> Event {
        let best = iteration.lines.first().map(|line| line.pv[0]);
        Event::Finished(Box::new(Finished {
            best,
            iteration,
            reason: EndReason::Stopped,
            ledger: Ledger::default(),
        }))
    }

    fn dialogue() -> Dialogue {
        Dialogue::new(Position::start(), UciStyle::default(), false)
    }

    #[test]
    fn a_young_bound_is_not_told() {
        let mut dialogue = dialogue();
        let failed = Event::Bound(iteration(5, Bound::Lower, "e4"));
        assert!(dialogue.tell(&failed).is_empty());
        dialogue.depth_begun -= LONG_DEPTH;
        assert_eq!(dialogue.tell(&failed).len(), 1);
        let end = dialogue.tell(&finished(iteration(4, Bound::Exact, "d4 d5")));
        assert!(end[0].starts_with("info depth 4 ") && !end[0].contains("bound"), "{end:?}");
        assert_eq!(end[1], "bestmove d2d4 ponder d7d5");
    }

    #[test]
    fn an_iteration_is_not_told_twice_in_a_row() {
        let mut dialogue = dialogue();
        let done = iteration(4, Bound::Exact, "e4");
        assert_eq!(dialogue.tell(&Event::Iteration(done.clone())).len(), 1);
        assert_eq!(dialogue.tell(&finished(done.clone())), ["bestmove e2e4"]);
        dialogue.tell(&Event::Iteration(done.clone()));
        let progress = Progress { nodes: 5, ..done.progress };
        let told = dialogue.tell(&finished(Iteration { progress, ..done }));
        assert!(told[0].contains(" nodes 5 ") && told[0].contains(" pv e2e4"), "{told:?}");
    }

    #[test]
    fn a_move_to_ponder_on_that_is_not_legal_is_not_told() {
        let mut done = iteration(4, Bound::Exact, "e4 e5 Nf3");
        assert_eq!(dialogue().tell(&finished(done.clone()))[1], "bestmove e2e4 ponder e7e5");
        // As after a key collision: the second move belongs to another position.
        done.lines[0].pv[1] = parse_move(&Position::start(), "e2e4").unwrap();
        assert_eq!(dialogue().tell(&finished(done.clone())).last().unwrap(), "bestmove e2e4");
        done.lines[0].pv.truncate(1);
        assert_eq!(dialogue().tell(&finished(done)).last().unwrap(), "bestmove e2e4");
    }

    #[test]
    fn after_a_crash_there_is_still_a_move() {
        let mut dialogue = dialogue();
        let lines = dialogue.tell(&Event::Crashed("index out of\nbounds".to_owned()));
        assert!(lines[0].starts_with("info string error: ") && !lines[0].contains('\n'));
        assert!(lines[1].starts_with("bestmove ") && lines[1].len() == "bestmove e2e4".len());
        dialogue.tell(&Event::Iteration(iteration(4, Bound::Exact, "g4")));
        assert_eq!(dialogue.tell(&Event::Crashed(String::new()))[1], "bestmove g2g4");
    }

    #[test]
    fn without_a_legal_move_there_is_none() {
        let mated = Position::from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").unwrap();
        let mut dialogue = Dialogue::new(mated, UciStyle::default(), false);
        let none =
            Iteration { depth: 0, seldepth: 0, lines: Vec::new(), progress: Progress::default() };
        assert_eq!(
            dialogue.tell(&finished(none)),
            ["info depth 0 score mate 0", "bestmove (none)"]
        );
    }
}
