//! The progress of a search as a table with a live last row, and its result.
//!
//! At a terminal each finished iteration adds a row; below, a live row is redrawn with the root move being searched, and with a
//! bound while the window fails. A pipe gets one line per line of a finished iteration and a last one beginning with `best`;
//! nothing is redrawn.
//!
//! For a search in the background nothing is redrawn either, so that rows can be printed above the line being typed. A row
//! appears when the best move changes, when its score changes by [`MIN_CHANGE`] or more, and when a mate is found.

use std::io::{self, Write};
use std::time::Duration;

use super::outcome::{self, ordinal, plain_score};
use crate::chess::{Move, Position};
use crate::engine::Event;
use crate::ink::live_row::LiveRow;
use crate::ink::number::{rate, short, time};
use crate::ink::{Line, Page, Role, Settings, movetext, paint};
use crate::search::{Iteration, Progress, ScoredLine};
use crate::units::ScoreKind;

/// Minimum time between redraws of the live row.
const REDRAW: Duration = Duration::from_millis(80);

/// Minimum change of the score for a row of a search in the background, in centipawns.
const MIN_CHANGE: i32 = 10;

#[derive(Debug)]
pub struct SearchTable {
    root: Position,
    headed: bool,
    live: LiveRow,
    progress: Progress,
    /// Depth of the current iteration, once reported.
    searching: Option<u32>,
    looking_at: Option<(Move, u32)>,
    failed: Option<ScoredLine>,
    /// Best line of the last finished iteration.
    best: Option<ScoredLine>,
    pub background: bool,
    /// Best line of the last row printed in the background.
    printed: Option<ScoredLine>,
}

impl SearchTable {
    pub fn new(root: Position, background: bool) -> SearchTable {
        SearchTable {
            root,
            headed: false,
            live: LiveRow::default(),
            progress: Progress::default(),
            searching: None,
            looking_at: None,
            failed: None,
            best: None,
            background,
            printed: None,
        }
    }

    /// Draws an event of a search in the background, if it is worth printing: the rows of an iteration, a warning, the final
    /// summary.
    pub fn glance(&mut self, event: &Event, settings: &Settings) -> Option<Page> {
        match event {
            Event::Iteration(iteration) => {
                let best = iteration.lines.first()?;
                if !self.is_news(best) {
                    return None;
                }
                self.printed = Some(best.clone());
                Some(if settings.spoken.is_on() {
                    outcome::spoken_lines(&self.root, &iteration.lines, settings)
                } else {
                    rows(&self.root, iteration, settings)
                })
            }
            Event::Finished(finished) => Some(outcome::view(&self.root, finished, settings)),
            event => notice(event, settings),
        }
    }

    fn is_news(&self, best: &ScoredLine) -> bool {
        let Some(printed) = &self.printed else { return true };
        if printed.pv.first() != best.pv.first() {
            return true;
        }
        match (printed.score.kind(), best.score.kind()) {
            (ScoreKind::Centipawns(before), ScoreKind::Centipawns(now)) => {
                (now - before).abs() >= MIN_CHANGE
            }
            (before, now) => before != now,
        }
    }

    pub fn event(
        &mut self,
        out: &mut dyn Write,
        event: &Event,
        settings: &Settings,
    ) -> io::Result<()> {
        match event {
            Event::Iteration(iteration) => {
                self.progress = iteration.progress;
                self.failed = None;
                self.looking_at = None;
                self.searching = None;
                self.best = iteration.lines.first().cloned();
                self.finished_iteration(out, iteration, settings)
            }
            Event::Bound(iteration) => {
                self.progress = iteration.progress;
                self.searching = Some(iteration.depth);
                self.failed = iteration.lines.first().cloned();
                self.redraw(out, settings)
            }
            Event::RootMove { depth, mv, number, .. } => {
                self.searching = Some(*depth);
                self.looking_at = Some((*mv, *number));
                // Only these are frequent.
                if self.live.is_fresh(REDRAW) { Ok(()) } else { self.redraw(out, settings) }
            }
            Event::Heartbeat(progress) => {
                self.progress = *progress;
                self.redraw(out, settings)
            }
            Event::Refuted { .. } | Event::Warning(_) => {
                self.live.clear(out)?;
                let page = notice(event, settings).unwrap_or_default();
                paint::page(out, &page, settings)
            }
            Event::Finished(finished) => {
                self.live.clear(out)?;
                self.unfinished(out, &finished.iteration, settings)?;
                paint::page(out, &outcome::view(&self.root, finished, settings), settings)
            }
            Event::Note(text) if settings.can_rewrite() => {
                self.live.draw(out, &Line::of(Role::Dim, format!(" {text}")), settings)
            }
            Event::Note(_) | Event::Crashed(_) => self.live.clear(out),
        }
    }

    fn finished_iteration(
        &mut self,
        out: &mut dyn Write,
        iteration: &Iteration,
        settings: &Settings,
    ) -> io::Result<()> {
        // A screen reader gets the result only.
        if settings.spoken.is_on() {
            return Ok(());
        }
        self.live.clear(out)?;
        if settings.is_pretty() && !std::mem::replace(&mut self.headed, true) {
            paint::page(out, &Page::of(heading(settings)), settings)?;
        }
        paint::page(out, &rows(&self.root, iteration, settings), settings)?;
        out.flush()
    }

    /// Draws a row for an aborted iteration if its line differs from the last row, so that the summary agrees with the table.
    fn unfinished(
        &mut self,
        out: &mut dyn Write,
        last: &Iteration,
        settings: &Settings,
    ) -> io::Result<()> {
        let shown = |found: &ScoredLine| (found.score, found.bound, found.pv.first().copied());
        let differs = match (&self.best, last.lines.first()) {
            (Some(row), Some(found)) => shown(row) != shown(found),
            _ => false,
        };
        if differs { self.finished_iteration(out, last, settings) } else { Ok(()) }
    }

    /// Leaves the table: `watch` ends. The next `watch` begins with a heading.
    pub fn leave(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.headed = false;
        self.live.clear(out)
    }

    /// Redraws the live row, if there are rows above it.
    fn redraw(&mut self, out: &mut dyn Write, settings: &Settings) -> io::Result<()> {
        if !self.headed || !settings.can_rewrite() {
            return Ok(());
        }
        let row = self.live_row(settings);
        self.live.draw(out, &row, settings)
    }

    fn live_row(&self, settings: &Settings) -> Line {
        let depth = self.searching.unwrap_or(self.progress.depth);
        let progress = Progress { depth, ..self.progress };
        let figures = figures(&progress, settings);
        let (score, moves) = match (&self.failed, self.looking_at) {
            (Some(failed), _) => {
                let score = settings.bounded(failed.score, failed.bound, self.root.turn());
                (score, movetext::line(&self.root, &failed.pv, settings))
            }
            (None, Some((mv, number))) if self.root.is_legal(mv) => {
                let of = self.root.legal_count();
                let line = movetext::numbered(&self.root, mv, settings)
                    .with(Role::Dim, format!("  move {number} of {of}"));
                (Line::of(Role::Dim, settings.signs().ellipsis), line)
            }
            // Nothing known of this iteration yet: dimmed, the line of the last one.
            _ => {
                let line =
                    self.best.as_ref().map(|best| movetext::line(&self.root, &best.pv, settings));
                let line = line.map_or_else(String::new, |line| line.text());
                (Line::of(Role::Dim, settings.signs().ellipsis), Line::of(Role::Dim, line))
            }
        };
        with_line(figures, score, moves, settings)
    }
}

/// Draws a finished search: all rows that stay, and the summary.
pub fn page(root: &Position, events: &[Event], settings: &Settings) -> Page {
    let mut page = Page::new();
    for event in events {
        match event {
            Event::Iteration(_) if settings.spoken.is_on() => {}
            Event::Iteration(iteration) => {
                if page.lines().is_empty() && settings.is_pretty() {
                    page.push(heading(settings));
                }
                page.append(rows(root, iteration, settings));
            }
            Event::Finished(finished) => page.append(outcome::view(root, finished, settings)),
            other => page.append(notice(other, settings).unwrap_or_default()),
        }
    }
    page
}

/// Draws the rows of a finished iteration, one per line, without a heading.
fn rows(root: &Position, iteration: &Iteration, settings: &Settings) -> Page {
    let mut page = Page::new();
    for place in 0..iteration.lines.len() {
        page.push(if settings.is_pretty() {
            row(root, iteration, place, settings)
        } else {
            plain_row(root, iteration, place, settings)
        });
    }
    page
}

/// Draws events other than iterations: refuted mates, and warnings.
fn notice(event: &Event, settings: &Settings) -> Option<Page> {
    let mut page = Page::new();
    match event {
        Event::Refuted { attacker, moves } => {
            let text = format!("no mate in {moves} for {attacker}, proved");
            page.push(if settings.is_pretty() {
                Line::of(Role::Good, format!(" {text}"))
            } else {
                Line::plain(text)
            });
        }
        Event::Warning(text) => {
            let line = Line::of(Role::Caution, "warning: ").with(Role::Plain, text.as_str());
            page.wrapped(line, settings, 9);
        }
        _ => return None,
    }
    Some(page)
}

fn row(root: &Position, iteration: &Iteration, place: usize, settings: &Settings) -> Line {
    let line = &iteration.lines[place];
    let progress =
        Progress { depth: iteration.depth, seldepth: iteration.seldepth, ..iteration.progress };
    // The figures are the same for all lines, so only the first has them.
    let figures = if place == 0 {
        figures(&progress, settings)
    } else {
        let depth = format!("{}/{}", progress.depth, progress.seldepth.max(progress.depth));
        Line::named(format!(" {depth:>DEPTH$}"), columns([""; 4], settings))
    };
    let score = settings.bounded(line.score, line.bound, root.turn());
    let moves = movetext::line(root, &line.pv, settings);
    let moves = if iteration.lines.len() > 1 { ordinal(place).and(moves) } else { moves };
    with_line(figures, score, moves, settings)
}

/// Formats the columns of time, nodes, rate and hash that fit, with these texts.
fn columns(texts: [&str; 4], settings: &Settings) -> String {
    /// Width of each column, and the minimum width of the terminal for it.
    const COLUMNS: [(usize, usize); 4] = [(7, 48), (6, 56), (6, 72), (4, 96)];
    let all = COLUMNS.iter().zip(texts);
    let shown = all.filter(|((_, least), _)| !settings.narrower_than(*least));
    shown.map(|(&(width, _), text)| format!("  {text:>width$}")).collect()
}

const DEPTH: usize = 6;
const SCORE: usize = 7;

fn figures(progress: &Progress, settings: &Settings) -> Line {
    // A rate of a few milliseconds means nothing.
    let enough = progress.elapsed >= Duration::from_millis(20);
    let rate = rate(progress.nodes, progress.elapsed).filter(|_| enough);
    let rate = rate.map_or_else(|| settings.signs().dash.to_owned(), short);
    let hash = format!("{}%", progress.hashfull / 10);
    let texts = [&time(progress.elapsed), &short(progress.nodes), &rate, &hash];
    let depth = format!("{}/{}", progress.depth, progress.seldepth.max(progress.depth));
    let columns = columns(texts.map(String::as_str), settings);
    Line::plain(format!(" {depth:>DEPTH$}")).with(Role::Dim, columns)
}

fn with_line(figures: Line, score: Line, moves: Line, settings: &Settings) -> Line {
    let row =
        figures.with(Role::Plain, "  ").and(score.right_aligned(SCORE)).with(Role::Plain, "  ");
    let moves = match settings.width {
        Some(width) => {
            moves.cut_words(width.saturating_sub(row.width() + 1), settings.signs().ellipsis)
        }
        None => moves,
    };
    row.and(moves)
}

fn heading(settings: &Settings) -> Line {
    let columns = columns(["time", "nodes", "per s", "hash"], settings);
    Line::of(Role::Dim, format!(" {:>DEPTH$}{columns}  {:>SCORE$}  line", "depth", "score"))
}

fn plain_row(root: &Position, iteration: &Iteration, place: usize, settings: &Settings) -> Line {
    let found = &iteration.lines[place];
    let mut text = format!("depth {} seldepth {}", iteration.depth, iteration.seldepth);
    if iteration.lines.len() > 1 {
        text.push_str(&format!(" line {}", place + 1));
    }
    let progress = &iteration.progress;
    text.push_str(&format!(
        " {} nodes {} time_ms {} pv",
        plain_score(found, root, settings),
        progress.nodes,
        progress.elapsed.as_millis()
    ));
    Line::plain(text).with(Role::Plain, " ").and(movetext::line(root, &found.pv, settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation;
    use crate::ink::Spoken;
    use crate::search::trace::Ledger;
    use crate::search::{EndReason, Finished};
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
        let mut rows = SearchTable::new(Position::start(), true);
        let mut told = |depth, score, mv| {
            let event = Event::Iteration(iteration(depth, score, mv));
            rows.glance(&event, &settings).is_some()
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
    fn who_listens_hears_a_sentence_and_no_rows() {
        let settings = Settings { spoken: Spoken::Words, ..Settings::default() };
        let finished = Event::Iteration(iteration(1, Score::cp(20), "e4"));
        let mut rows = SearchTable::new(Position::start(), false);
        let mut out = Vec::new();
        rows.event(&mut out, &finished, &settings).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "");
        assert!(
            page(&Position::start(), std::slice::from_ref(&finished), &settings).lines().is_empty()
        );
        let news = SearchTable::new(Position::start(), true).glance(&finished, &settings).unwrap();
        assert_eq!(news.lines()[0].text(), "White is better by 0.20; best is pawn e4.");
    }

    #[test]
    fn no_row_moves_the_cursor_and_the_end_is_told() {
        let settings = Settings::default();
        let mut rows = SearchTable::new(Position::start(), true);
        assert_eq!(rows.glance(&Event::Heartbeat(Progress::default()), &settings), None);
        let last = iteration(3, Score::cp(20), "e4");
        let page = rows.glance(&Event::Iteration(last.clone()), &settings).unwrap();
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
        let page = rows.glance(&Event::Finished(Box::new(finished)), &settings).unwrap();
        assert!(page.lines().last().unwrap().text().starts_with("best e2e4 san e4 cp 20"));
        let warning = Event::Warning("the table could not be made larger".to_owned());
        assert!(
            rows.glance(&warning, &settings).unwrap().lines()[0].text().starts_with("warning:")
        );
    }
}
