//! A mate being looked for: one live row at a terminal, and a row that stays for every mate found on the way.
//!
//! Into a pipe goes nothing of it: what is known is told at the end, in the same words however fast the machine is.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType, DisableLineWrap, EnableLineWrap};

use super::number::{percent, rate, short, time};
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use super::{movetext, paint};
use crate::chess::Position;
use crate::engine::ProofEvent;
use crate::engine::solvers::Inquiry;
use crate::proof::Proof;
use crate::prove::task::Status;

/// The live row is redrawn at most this often.
const REDRAW: Duration = Duration::from_millis(200);

/// A mate that is found so soon needs no row of its own.
const AT_ONCE: Duration = Duration::from_millis(500);

/// What is told while a question about a mate is answered.
#[derive(Debug)]
pub struct ProofTable {
    root: Position,
    what: &'static str,
    /// The live row is on the screen, the cursor at its end.
    alive: bool,
    drawn: Option<Instant>,
    status: Option<Status>,
    elapsed: Duration,
    /// The length of the last mate told.
    told: Option<u16>,
}

impl ProofTable {
    /// For this question.
    pub fn new(inquiry: &Inquiry) -> ProofTable {
        let (root, what) = match inquiry {
            Inquiry::Mate(task) => (task.root, "proof"),
            Inquiry::Keys(task) => (task.root, "keys"),
            Inquiry::Tries { root, .. } => (*root, "tries"),
            Inquiry::SetPlay { root, .. } => (*root, "set play"),
        };
        ProofTable {
            root,
            what,
            alive: false,
            drawn: None,
            status: None,
            elapsed: Duration::ZERO,
            told: None,
        }
    }

    /// Shows what is told.
    pub fn event(
        &mut self,
        out: &mut dyn Write,
        event: &ProofEvent,
        settings: &Settings,
    ) -> io::Result<()> {
        match event {
            ProofEvent::Status(status, elapsed) => {
                self.status = Some((**status).clone());
                self.elapsed = *elapsed;
                let soon = self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW);
                if soon { Ok(()) } else { self.redraw(out, settings) }
            }
            ProofEvent::Heartbeat(elapsed) => {
                self.elapsed = *elapsed;
                self.redraw(out, settings)
            }
            ProofEvent::Proved(proof, elapsed) => {
                self.elapsed = *elapsed;
                let before = self.told.replace(proof.mate());
                // What is found at once is told by the answer.
                if !settings.is_pretty() || (before.is_none() && *elapsed < AT_ONCE) {
                    return Ok(());
                }
                self.clear(out)?;
                let row = self.found(before, proof, settings);
                paint::page(out, &Page::of(row), settings)?;
                out.flush()
            }
            ProofEvent::Refuted(..) => Ok(()),
            ProofEvent::Finished(_) | ProofEvent::Failed(_) | ProofEvent::Crashed(_) => {
                self.clear(out)?;
                out.flush()
            }
        }
    }

    /// A mate found on the way: `   12.40  #29 → #20  1.Qh6 …`
    fn found(&self, before: Option<u16>, proof: &Proof, settings: &Settings) -> Line {
        let mut line = Line::of(Role::Dim, format!(" {:>7}  ", time(self.elapsed)));
        if let Some(before) = before {
            line.push(Role::Dim, format!("#{before} {} ", settings.signs().arrow));
        }
        line.push(Role::Mate, format!("#{}", proof.mate()));
        let moves = movetext::line(proof.root(), proof.line(), settings);
        self.fitted(line.with(Role::Plain, "  "), moves, settings)
    }

    /// The live row, if there is a terminal that can rewrite one.
    fn redraw(&mut self, mut out: &mut dyn Write, settings: &Settings) -> io::Result<()> {
        if !settings.is_pretty() || !settings.style.is_on() {
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

    /// `proof #9?  pn 48  dn 11 · 12.4M nodes  1.9M/s · table 63% · 0:07 · 1.Qh6 Kg8 2.Ng5`
    fn live_row(&self, settings: &Settings) -> Line {
        let line = Line::of(Role::Dim, format!(" {}", self.what));
        let Some(status) = &self.status else {
            return line.with(Role::Dim, format!("  {}", time(self.elapsed)));
        };
        let known = match (status.refuted, status.proved) {
            (0, None) => String::new(),
            (refuted, None) => format!(" >{refuted}"),
            (0, Some(proved)) => format!(" <={proved}"),
            (refuted, Some(proved)) => format!(" {}-{proved}", refuted + 1),
        };
        let numbers =
            format!("  pn {} dn {}", bounded(status.proof_number), bounded(status.disproof_number));
        let rate = rate(status.nodes, self.elapsed)
            .map_or_else(String::new, |rate| format!(" {}/s", short(rate)));
        let facts = [
            Line::of(Role::Strong, format!(" #{}?", status.asked))
                .with(Role::Dim, known)
                .with(Role::Plain, numbers),
            Line::plain(format!("{} nodes{rate}", short(status.nodes))),
            Line::plain(format!("table {}", percent(u64::from(status.fill), 1_000))),
            Line::of(Role::Dim, time(self.elapsed)),
        ];
        let line = line.and(settings.facts(facts)).with(Role::Dim, settings.signs().dot);
        self.fitted(line, movetext::line(&self.root, &status.line, settings), settings)
    }

    /// A row whose moves are cut to the width of the terminal.
    fn fitted(&self, row: Line, moves: Line, settings: &Settings) -> Line {
        let Some(width) = settings.width else { return row.and(moves) };
        let ellipsis = settings.signs().ellipsis;
        let room = width.saturating_sub(row.width() + 1);
        row.and(moves.cut_words(room, ellipsis)).cut(width.saturating_sub(1), ellipsis)
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

/// A proof number: those beyond counting are infinite.
fn bounded(number: u32) -> String {
    const MANY: u32 = u32::MAX / 4;
    if number >= MANY { "inf".to_owned() } else { short(u64::from(number)) }
}
