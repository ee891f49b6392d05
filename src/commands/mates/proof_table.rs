//! The progress of a proof: a live row at a terminal, and a row for every mate found on the way.
//!
//! A pipe gets none of it, so that its output does not depend on the speed of the machine.

use std::io::{self, Write};
use std::time::Duration;

use crate::chess::Position;
use crate::ink::live_row::LiveRow;
use crate::ink::number::{percent, rate, short, time};
use crate::ink::{Line, Page, Role, Settings, movetext, paint};
use crate::proof::Proof;
use crate::prove::{ProverNews, ProverStatus};

const REDRAW: Duration = Duration::from_millis(200);

/// Mates found within this time get no row.
const AT_ONCE: Duration = Duration::from_millis(500);

/// Minimum columns for proof and disproof numbers.
const NUMBERS: usize = 110;

#[derive(Debug)]
pub struct ProofTable {
    root: Position,
    what: &'static str,
    live: LiveRow,
    status: Option<ProverStatus>,
    elapsed: Duration,
    told: Option<u16>,
}

impl ProofTable {
    pub fn new(root: Position, what: &'static str) -> ProofTable {
        ProofTable {
            root,
            what,
            live: LiveRow::default(),
            status: None,
            elapsed: Duration::ZERO,
            told: None,
        }
    }

    pub fn event(
        &mut self,
        out: &mut dyn Write,
        news: Option<&ProverNews>,
        elapsed: Duration,
        settings: &Settings,
    ) -> io::Result<()> {
        match news {
            Some(ProverNews::Status(status)) => {
                self.status = Some((**status).clone());
                self.elapsed = elapsed;
                if self.live.is_fresh(REDRAW) { Ok(()) } else { self.redraw(out, settings) }
            }
            None => {
                self.elapsed = elapsed;
                self.redraw(out, settings)
            }
            Some(ProverNews::Proved(proof)) => {
                self.elapsed = elapsed;
                let before = self.told.replace(proof.mate());
                // The reply has what is found at once.
                if !settings.is_pretty() || (before.is_none() && elapsed < AT_ONCE) {
                    return Ok(());
                }
                self.live.clear(out)?;
                let row = self.found(before, proof, settings);
                paint::page(out, &Page::of(row), settings)?;
                out.flush()
            }
            Some(ProverNews::Refuted(_)) => Ok(()),
        }
    }

    pub fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.live.clear(out)?;
        out.flush()
    }

    /// Draws a mate found on the way: `   12.40  #29 → #20  1.Qh6 …`
    fn found(&self, before: Option<u16>, proof: &Proof, settings: &Settings) -> Line {
        let mut line = Line::of(Role::Dim, format!(" {:>7}  ", time(self.elapsed)));
        if let Some(before) = before {
            line.push(Role::Dim, format!("#{before} {} ", settings.signs().arrow));
        }
        line.push(Role::Mate, format!("#{}", proof.mate()));
        let moves = movetext::line(proof.root(), proof.line(), settings);
        self.fitted(line.with(Role::Plain, "  "), moves, settings)
    }

    fn redraw(&mut self, out: &mut dyn Write, settings: &Settings) -> io::Result<()> {
        let row = self.live_row(settings);
        self.live.draw(out, &row, settings)
    }

    /// Draws the live row: ` proof  no mate in 4; looking up to 9 · 12.4M nodes 1.9M/s · table 63% · 0:07 · 1.Qh6 Kg8 2.Ng5`
    fn live_row(&self, settings: &Settings) -> Line {
        let line = Line::of(Role::Dim, format!(" {}  ", self.what));
        let Some(status) = &self.status else {
            return line.with(Role::Dim, time(self.elapsed));
        };
        let rate = rate(status.nodes, self.elapsed)
            .map_or_else(String::new, |rate| format!(" {}/s", short(rate)));
        let mut facts = vec![
            Line::of(Role::Strong, standing(status)),
            Line::plain(format!("{} nodes{rate}", short(status.nodes))),
            Line::plain(format!("table {}", percent(u64::from(status.fill), 1_000))),
            Line::of(Role::Dim, time(self.elapsed)),
        ];
        if !settings.narrower_than(NUMBERS) {
            let [proof, disproof] = [status.proof_number, status.disproof_number].map(bounded);
            facts.insert(1, Line::of(Role::Dim, format!("pn {proof} dn {disproof}")));
        }
        let line = line.and(settings.facts(facts)).with(Role::Dim, settings.signs().dot);
        self.fitted(line, movetext::line(&self.root, &status.line, settings), settings)
    }

    /// Cuts the moves of a row to the width of the terminal.
    fn fitted(&self, row: Line, moves: Line, settings: &Settings) -> Line {
        let Some(width) = settings.width else { return row.and(moves) };
        let ellipsis = settings.signs().ellipsis;
        let room = width.saturating_sub(row.width() + 1);
        row.and(moves.cut_words(room, ellipsis)).cut(width.saturating_sub(1), ellipsis)
    }
}

/// Describes what is known so far and what is being tried.
fn standing(status: &ProverStatus) -> String {
    let asked = status.asked;
    match (status.refuted, status.proved) {
        (0, None) => format!("looking for a mate, up to {asked} moves"),
        (refuted, None) if refuted + 1 >= asked => format!("no mate in {refuted}; trying {asked}"),
        (refuted, None) => format!("no mate in {refuted}; looking up to {asked}"),
        (0, Some(proved)) => format!("mate in {proved}; looking for a shorter one"),
        (refuted, Some(proved)) => {
            format!("mate in {proved}, none in {refuted}; looking between")
        }
    }
}

/// Formats a proof number; unbounded ones as infinity.
fn bounded(number: u32) -> String {
    const MANY: u32 = u32::MAX / 4;
    if number >= MANY { "inf".to_owned() } else { short(u64::from(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said_in_words() {
        let known = |refuted, proved| {
            standing(&ProverStatus { asked: 80, refuted, proved, ..ProverStatus::default() })
        };
        assert_eq!(known(0, None), "looking for a mate, up to 80 moves");
        assert_eq!(known(4, None), "no mate in 4; looking up to 80");
        assert_eq!(known(79, None), "no mate in 79; trying 80");
        assert_eq!(known(0, Some(9)), "mate in 9; looking for a shorter one");
        assert_eq!(known(4, Some(9)), "mate in 9, none in 4; looking between");
    }
}
