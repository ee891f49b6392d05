//! `go`: what a search finds, as a table whose last row is alive, and what came of it.
//!
//! At a terminal a finished iteration is a row that stays; below it one row is rewritten in place with what is being
//! looked at, a bound while the window is still open. Into a pipe goes one line for each line of a finished iteration
//! and a last one beginning with `best`, and nothing is ever rewritten.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType, DisableLineWrap, EnableLineWrap};

use super::number::{rate, short, time};
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use super::{movetext, outcome, paint};
use crate::chess::{Move, Position, notation};
use crate::engine::Event;
use crate::search::report::{Iteration, Line as Found, Progress, Report};
use crate::units::{Bound, ScoreKind};

/// The live row follows the root moves at most this often: faster than anybody reads.
const REDRAW: Duration = Duration::from_millis(80);

/// The table of one search.
#[derive(Debug)]
pub struct SearchTable {
    root: Position,
    headed: bool,
    /// The live row is on the screen, the cursor at its end.
    alive: bool,
    drawn: Option<Instant>,
    progress: Progress,
    looking_at: Option<(Move, u32)>,
    failed: Option<Found>,
    /// The best line of the last finished iteration.
    best: Option<Found>,
}

impl SearchTable {
    /// For a search from this position.
    pub fn new(root: Position) -> SearchTable {
        SearchTable {
            root,
            headed: false,
            alive: false,
            drawn: None,
            progress: Progress::default(),
            looking_at: None,
            failed: None,
            best: None,
        }
    }

    /// Shows what a search tells.
    pub fn event(
        &mut self,
        out: &mut dyn Write,
        event: &Event,
        settings: &Settings,
    ) -> io::Result<()> {
        match event {
            Event::Report(Report::Finished(iteration)) => {
                self.progress = iteration.progress;
                self.failed = None;
                self.looking_at = None;
                self.best = iteration.lines.first().cloned();
                self.finished_iteration(out, iteration, settings)
            }
            Event::Report(Report::Failed(iteration)) => {
                self.progress = iteration.progress;
                self.failed = iteration.lines.first().cloned();
                self.redraw(out, settings)
            }
            Event::Report(Report::RootMove { depth, mv, number }) => {
                self.progress.depth = *depth;
                self.looking_at = Some((*mv, *number));
                // These come by the thousand; all others are few.
                let soon = self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW);
                if soon { Ok(()) } else { self.redraw(out, settings) }
            }
            Event::Heartbeat(progress) => {
                self.progress = *progress;
                self.redraw(out, settings)
            }
            Event::Refuted { attacker, moves } => {
                self.clear(out)?;
                let text = format!("no mate in {moves} for {attacker}, proved");
                let line = if settings.is_pretty() {
                    Line::of(Role::Good, format!(" {text}"))
                } else {
                    Line::plain(text)
                };
                paint::page(out, &Page::of(line), settings)
            }
            Event::Warning(text) => {
                self.clear(out)?;
                let line = Line::of(Role::Caution, "warning: ").with(Role::Plain, text.as_str());
                let mut page = Page::new();
                page.push_wrapped(line, settings.width, 9);
                paint::page(out, &page, settings)
            }
            Event::Finished(finished) => {
                self.clear(out)?;
                paint::page(out, &outcome::view(&self.root, finished, settings), settings)
            }
            Event::Crashed(_) => self.clear(out),
        }
    }

    fn finished_iteration(
        &mut self,
        out: &mut dyn Write,
        iteration: &Iteration,
        settings: &Settings,
    ) -> io::Result<()> {
        self.clear(out)?;
        let mut page = Page::new();
        if settings.is_pretty() {
            if !self.headed {
                page.push(heading(settings));
                self.headed = true;
            }
            for (place, line) in iteration.lines.iter().enumerate() {
                page.push(self.row(iteration, line, place, settings));
            }
        } else {
            for (place, line) in iteration.lines.iter().enumerate() {
                page.push(plain_row(&self.root, iteration, line, place, settings));
            }
        }
        paint::page(out, &page, settings)?;
        out.flush()
    }

    /// A row that stays.
    fn row(&self, iteration: &Iteration, line: &Found, place: usize, settings: &Settings) -> Line {
        let progress =
            Progress { depth: iteration.depth, seldepth: iteration.seldepth, ..iteration.progress };
        let columns = Columns::of(settings);
        // Of several lines the first has the figures: they are the same for all.
        let figures =
            if place == 0 { columns.figures(&progress, settings) } else { columns.blank() };
        let score = settings.bounded(line.score, line.bound, self.root.turn());
        let moves = movetext::line(&self.root, &line.pv, settings);
        columns.with_line(figures, score, moves, settings)
    }

    /// The live row, if there is a terminal that can rewrite one.
    fn redraw(&mut self, mut out: &mut dyn Write, settings: &Settings) -> io::Result<()> {
        if !settings.is_pretty() || !settings.style.is_on() || !self.headed {
            return Ok(());
        }
        let writer = &mut out;
        // A row that a narrowed window would wrap could not be taken back.
        queue!(writer, MoveToColumn(0), Clear(ClearType::UntilNewLine), DisableLineWrap)?;
        paint::line(out, &self.live_row(settings), settings)?;
        let writer = &mut out;
        queue!(writer, EnableLineWrap)?;
        self.alive = true;
        self.drawn = Some(Instant::now());
        out.flush()
    }

    fn live_row(&self, settings: &Settings) -> Line {
        let columns = Columns::of(settings);
        let figures = columns.figures(&self.progress, settings);
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
            // Nothing is known of this iteration yet: dimly, what the last one found.
            _ => {
                let line =
                    self.best.as_ref().map(|best| movetext::line(&self.root, &best.pv, settings));
                let line = line.map_or_else(String::new, |line| line.text());
                (Line::of(Role::Dim, settings.signs().ellipsis), Line::of(Role::Dim, line))
            }
        };
        columns.with_line(figures, score, moves, settings)
    }

    /// Nobody looks on any more: the live row goes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn leave(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.headed = false;
        self.clear(out)
    }

    /// Takes the live row off the screen.
    fn clear(&mut self, mut out: &mut dyn Write) -> io::Result<()> {
        if std::mem::take(&mut self.alive) {
            let writer = &mut out;
            queue!(writer, MoveToColumn(0), Clear(ClearType::UntilNewLine))?;
        }
        Ok(())
    }
}

/// Which columns there is room for, and their widths.
#[derive(Clone, Copy)]
struct Columns {
    time: bool,
    nodes: bool,
    rate: bool,
    hash: bool,
}

const DEPTH: usize = 6;
const TIME: usize = 7;
const COUNT: usize = 6;
const HASH: usize = 4;
const SCORE: usize = 7;

impl Columns {
    fn of(settings: &Settings) -> Columns {
        Columns {
            time: !settings.narrower_than(48),
            nodes: !settings.narrower_than(56),
            rate: !settings.narrower_than(72),
            hash: !settings.narrower_than(96),
        }
    }

    /// Depth, time and counts.
    fn figures(self, progress: &Progress, settings: &Settings) -> Line {
        let dash = settings.signs().dash;
        let right = |text: String, width: usize| format!("  {text:>width$}");
        let depth = format!("{}/{}", progress.depth, progress.seldepth);
        let mut line = Line::of(Role::Plain, format!(" {depth:>DEPTH$}"));
        if self.time {
            line.push(Role::Dim, right(time(progress.elapsed), TIME));
        }
        if self.nodes {
            line.push(Role::Dim, right(short(progress.nodes), COUNT));
        }
        if self.rate {
            // A rate out of a few milliseconds says nothing.
            let enough = progress.elapsed >= Duration::from_millis(20);
            let rate = rate(progress.nodes, progress.elapsed).filter(|_| enough);
            line.push(Role::Dim, right(rate.map_or_else(|| dash.to_owned(), short), COUNT));
        }
        if self.hash {
            let hash = format!("{}%", progress.hashfull / 10);
            line.push(Role::Dim, right(hash, HASH));
        }
        line
    }

    fn blank(self) -> Line {
        let width = [(self.time, TIME), (self.nodes, COUNT), (self.rate, COUNT), (self.hash, HASH)]
            .into_iter()
            .filter(|(shown, _)| *shown)
            .map(|(_, width)| width + 2)
            .sum::<usize>();
        Line::plain(" ".repeat(1 + DEPTH + width))
    }

    fn with_line(self, figures: Line, score: Line, moves: Line, settings: &Settings) -> Line {
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
}

fn heading(settings: &Settings) -> Line {
    let columns = Columns::of(settings);
    let mut text = format!(" {:>DEPTH$}", "depth");
    let heads = [
        (columns.time, "time", TIME),
        (columns.nodes, "nodes", COUNT),
        (columns.rate, "per s", COUNT),
        (columns.hash, "hash", HASH),
        (true, "score", SCORE),
    ];
    for (_, head, width) in heads.into_iter().filter(|(shown, ..)| *shown) {
        text.push_str(&format!("  {head:>width$}"));
    }
    Line::of(Role::Dim, text + "  line")
}

/// A score for programs: `cp 47`, `mate -3`, in the view that is set.
pub fn plain_score(found: &Found, root: &Position, settings: &Settings) -> String {
    let white = found.score.for_white(root.turn()).score();
    let (score, turned) = match settings.view {
        super::View::White => (white, white != found.score),
        super::View::SideToMove => (found.score, false),
    };
    let bound = match (found.bound, turned) {
        (Bound::Exact, _) => "",
        (Bound::Lower, false) | (Bound::Upper, true) => " lowerbound",
        (Bound::Upper, false) | (Bound::Lower, true) => " upperbound",
    };
    match score.kind() {
        ScoreKind::Centipawns(cp) => format!("cp {cp}{bound}"),
        ScoreKind::Mates(moves) => format!("mate {moves}{bound}"),
        ScoreKind::Mated(moves) => format!("mate -{moves}{bound}"),
    }
}

fn plain_row(
    root: &Position,
    iteration: &Iteration,
    found: &Found,
    place: usize,
    settings: &Settings,
) -> Line {
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

/// The best move in both notations: `c2c3 san c3`.
pub fn plain_move(root: &Position, mv: Move, settings: &Settings) -> String {
    format!("{} san {}", notation::uci(mv, settings.chess960), notation::san(root, mv))
}
