//! An analysis that runs while the user types: rows that stay, and only those worth a glance.
//!
//! Nothing is rewritten and no cursor moves, so that each row can be printed above the line that is being typed. A row
//! appears when the best move changes, when its score changes by [`NEWS`] or more, and when a mate is found.

use super::outcome;
use super::search_table::{self, notice};
use crate::chess::{Move, Position};
use crate::engine::Event;
use crate::ink::{Page, Settings};
use crate::search::report::{Report, ScoredLine};
use crate::units::ScoreKind;

/// A change of the score that is worth a row, in centipawns.
const NEWS: i32 = 10;

#[derive(Debug)]
pub struct BackgroundRows {
    root: Position,
    told: Option<ScoredLine>,
}

impl BackgroundRows {
    pub fn new(root: Position) -> BackgroundRows {
        BackgroundRows { root, told: None }
    }

    /// What to print for an event, if it is worth printing: the rows of an iteration, a warning, the summary at the end.
    pub fn event(&mut self, event: &Event, settings: &Settings) -> Option<Page> {
        match event {
            Event::Report(Report::Finished(iteration)) => {
                let best = iteration.lines.first()?;
                if !self.is_news(best) {
                    return None;
                }
                self.told = Some(best.clone());
                Some(search_table::rows(&self.root, iteration, settings))
            }
            Event::Refuted { .. } | Event::Warning(_) => notice(event, settings),
            Event::Finished(finished) => Some(outcome::view(&self.root, finished, settings)),
            Event::Report(_) | Event::Heartbeat(_) | Event::Crashed(_) => None,
        }
    }

    fn is_news(&self, best: &ScoredLine) -> bool {
        let Some(told) = &self.told else { return true };
        let first = |found: &ScoredLine| -> Option<Move> { found.pv.first().copied() };
        if first(told) != first(best) {
            return true;
        }
        match (told.score.kind(), best.score.kind()) {
            (ScoreKind::Centipawns(before), ScoreKind::Centipawns(now)) => {
                (now - before).abs() >= NEWS
            }
            (before, now) => before != now,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::chess::notation;
    use crate::search::report::{EndReason, Finished, Iteration, Progress};
    use crate::search::trace::Ledger;
    use crate::units::{Bound, Score};

    fn iteration(depth: u32, score: Score, mv: &str) -> Iteration {
        let pv = vec![notation::parse_move(&Position::start(), mv).unwrap()];
        let elapsed = Duration::from_millis(500);
        let progress =
            Progress { depth, seldepth: depth, nodes: 5_000, elapsed, ..Progress::default() };
        let lines = vec![ScoredLine { score, bound: Bound::Exact, pv }];
        Iteration { depth, seldepth: depth, lines, progress }
    }

    #[test]
    fn only_what_changes_is_told() {
        let settings = Settings::default();
        let mut rows = BackgroundRows::new(Position::start());
        let mut told = |depth, score, mv| {
            let event = Event::Report(Report::Finished(iteration(depth, score, mv)));
            rows.event(&event, &settings).is_some()
        };
        assert!(told(1, Score::cp(20), "e4"), "the first is always told");
        assert!(!told(2, Score::cp(29), "e4"), "nine centipawns are no news");
        assert!(told(3, Score::cp(30), "e4"), "ten since the last row are, however slowly");
        assert!(!told(4, Score::cp(21), "e4"));
        assert!(told(5, Score::cp(21), "d4"), "another move is news");
        assert!(told(6, Score::mates_at(9), "d4"), "and so is a mate");
        assert!(!told(7, Score::mates_at(9), "d4"));
        assert!(told(8, Score::mates_at(7), "d4"), "and a shorter one");
    }

    #[test]
    fn no_row_moves_the_cursor_and_the_end_is_told() {
        let settings = Settings::default();
        let mut rows = BackgroundRows::new(Position::start());
        assert_eq!(rows.event(&Event::Heartbeat(Progress::default()), &settings), None);
        let last = iteration(3, Score::cp(20), "e4");
        let page = rows.event(&Event::Report(Report::Finished(last.clone())), &settings).unwrap();
        assert_eq!(
            page.lines()[0].text(),
            "depth 3 seldepth 3 cp 20 nodes 5000 time_ms 500 pv 1.e4"
        );
        let finished = Finished {
            best: last.lines[0].pv.first().copied(),
            iteration: last,
            reason: EndReason::Stopped,
            ledger: Ledger::default(),
        };
        let page = rows.event(&Event::Finished(Box::new(finished)), &settings).unwrap();
        assert!(page.lines().last().unwrap().text().starts_with("best e2e4 san e4 cp 20"));
        let warning = Event::Warning("the table could not be made larger".to_owned());
        assert!(rows.event(&warning, &settings).unwrap().lines()[0].text().starts_with("warning:"));
    }
}
