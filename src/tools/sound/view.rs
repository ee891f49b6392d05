//! Pages and JSON lines of `sound`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::certificate::{Certificate, SolverMove, Soundness};
use super::puzzle::Puzzle;
use crate::chess::Move;
use crate::ink::json::joined;
use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Align, Line, Page, Role, Settings, TextTable, movetext};
use crate::tools::suite::LeftOut;
use crate::tools::tool::{
    ToolAnswer, ToolEvent, exact_count, members, milliseconds, shown, stopped,
};

/// Maximum number of rival moves on a page; JSON has all.
const NAMED: usize = 3;

/// How many puzzles of a file have each verdict, in the order of [`Soundness::ALL`].
pub type SoundnessTally = [usize; Soundness::ALL.len()];

/// The answer about the position on the board.
impl ToolAnswer for Certificate {
    fn line(&self) -> (&'static str, Value) {
        let root = json!({ "n": 1, "id": "", "fen": self.root.to_fen() });
        ("sound", joined(root, self.members(self.root.is_chess960())))
    }

    fn page(&self, settings: &Settings) -> Page {
        page(self, settings)
    }
}

/// A puzzle of a file, examined.
#[derive(Clone, Debug)]
pub struct CertifiedEvent {
    pub puzzle: Puzzle,
    pub certificate: Certificate,
    pub tally: SoundnessTally,
}

impl ToolEvent for CertifiedEvent {
    fn line(&self) -> Option<(&'static str, Value)> {
        let (item, certificate) = (&self.puzzle.item, &self.certificate);
        let root = json!({ "n": item.number, "id": item.id, "fen": certificate.root.to_fen() });
        Some(("sound", joined(root, certificate.members(certificate.root.is_chess960()))))
    }

    /// At a terminal only puzzles that are not sound; in a pipe all, tab-separated.
    fn page(&self, settings: &Settings) -> Page {
        let (item, certificate) = (&self.puzzle.item, &self.certificate);
        let (verdict, why) = (certificate.soundness, reason(certificate, settings));
        if !settings.is_pretty() {
            let by = certificate.shown_by().unwrap_or("-");
            let fields = [&item.number.to_string(), verdict.name(), by, &why.text(), &item.id];
            return Page::of(Line::plain(fields.join("\t")));
        }
        if verdict == Soundness::Sound {
            return Page::new();
        }
        let line = verdict_word(verdict).with(Role::Plain, format!("  {}  ", item.name())).and(why);
        Page::of_wrapped(Line::plain(" ").and(line), settings, 7)
    }

    fn brief(&self) -> Option<(String, usize)> {
        let told = Soundness::ALL.iter().zip(self.tally);
        let told: Vec<String> =
            told.map(|(verdict, count)| format!("{} {count}", verdict.name())).collect();
        Some((told.join("  "), self.tally.iter().sum()))
    }
}

fn verdict_word(verdict: Soundness) -> Line {
    let role = match verdict {
        Soundness::Sound => Role::Good,
        Soundness::Open => Role::Caution,
        Soundness::Dual | Soundness::Wrong => Role::Bad,
    };
    Line::of(role, verdict.name())
}

/// Shows a certificate: the mate, then each move of the solver.
fn page(certificate: &Certificate, settings: &Settings) -> Page {
    let mut page = Page::new();
    let head = verdict_word(certificate.soundness).with(Role::Plain, "  ");
    page.wrapped(Line::plain(" ").and(head).and(reason(certificate, settings)), settings, 4);
    let mut table = TextTable::new(&[Align::Left, Align::Left, Align::Left]).indented(1);
    for found in &certificate.moves {
        let shown = match &found.worth {
            Some(worth) => worth.shown(&found.position, settings),
            None => Line::new(),
        };
        let mv = movetext::numbered(&found.position, found.mv, settings);
        let word = match found.soundness {
            Soundness::Sound => {
                Line::of(Role::Good, if found.rivals.is_empty() { "only" } else { "any" })
            }
            other => verdict_word(other),
        };
        table.row(vec![mv, word, shown]);
    }
    page.append(table.page(settings.width));
    page
}

/// Summarises the evidence for the verdict in one line.
fn reason(certificate: &Certificate, settings: &Settings) -> Line {
    let mut line = length(certificate);
    if !certificate.refutation.is_empty() {
        line = line.with(Role::Dim, ": ").and(movetext::line(
            &certificate.root,
            &certificate.refutation,
            settings,
        ));
    }
    let at_fault = certificate.moves.iter().filter(|found| found.soundness != Soundness::Sound);
    for found in at_fault {
        let gap = if line.is_empty() { "" } else { "; " };
        line = line.with(Role::Plain, gap).and(fault(found, settings));
    }
    line
}

fn length(certificate: &Certificate) -> Line {
    let none_in = certificate.none_in;
    let claimed = certificate.claimed.map(|moves| format!(", not in {moves}"));
    let is_claimed = certificate.has_claimed_length() == Some(true);
    let claimed = claimed.filter(|_| !is_claimed).unwrap_or_default();
    match (certificate.mate, certificate.claimed) {
        (Some(mate), _) if certificate.is_shortest() => {
            Line::of(Role::Mate, format!("mate in {mate}{claimed}"))
                .with(Role::Dim, ", the shortest")
        }
        (Some(mate), _) => Line::of(Role::Mate, format!("mate in {mate}{claimed}"))
            .with(Role::Dim, format!(", none in {none_in}")),
        (None, Some(_)) if none_in == u16::MAX => Line::plain("no mate, however long"),
        (None, Some(claimed)) if none_in >= claimed => Line::plain(format!("no mate in {claimed}")),
        (None, Some(claimed)) => {
            Line::plain(format!("no mate in {claimed} found, none in {none_in}"))
        }
        (None, None) => Line::new(),
    }
}

fn fault(found: &SolverMove, settings: &Settings) -> Line {
    let mv = movetext::numbered(&found.position, found.mv, settings);
    let line = |moves: &[Move]| movetext::line(&found.position, moves, settings);
    if !found.refutation.is_empty() {
        return mv.with(Role::Plain, " does not mate in time: ").and(line(&found.refutation));
    }
    let word = match found.soundness {
        Soundness::Wrong => " is worse than ",
        Soundness::Dual => " is no better than ",
        _ if found.rivals.is_empty() => " is not decided",
        _ => " is not decided against ",
    };
    let mut told = mv.with(Role::Plain, word);
    for (place, rival) in found.rivals.iter().take(NAMED).enumerate() {
        told = told.with(Role::Plain, if place > 0 { ", " } else { "" });
        told = told.and(rival.shown(&found.position, settings));
    }
    if found.rivals.len() > NAMED {
        told.push(Role::Plain, format!(", and {} more", found.rivals.len() - NAMED));
    }
    told
}

/// The summary of a file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CertifiedAnswer {
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    #[serde(rename = "puzzles")]
    pub size: usize,
    /// Number of puzzles with each verdict, by evidence.
    #[serde(rename = "by")]
    pub rows: BTreeMap<&'static str, SoundnessTally>,
    #[serde(skip)]
    pub tally: SoundnessTally,
    #[serde(serialize_with = "exact_count")]
    pub nodes: u64,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
    pub stopped: bool,
    #[serde(flatten)]
    pub left_out: LeftOut,
}

impl CertifiedAnswer {
    pub(super) fn count(&mut self, certificate: &Certificate) {
        let verdict = certificate.soundness as usize;
        self.tally[verdict] += 1;
        self.rows.entry(certificate.shown_by().unwrap_or("nothing")).or_default()[verdict] += 1;
        self.nodes += certificate.nodes;
    }

    /// Returns the message of a failed check, if a puzzle is not sound.
    pub(super) fn unsound(&self) -> Option<String> {
        let (sound, all) = (self.tally[0], self.tally.iter().sum::<usize>());
        (sound < all).then(|| format!("{} of {all} puzzles not sound", all - sound))
    }
}

impl ToolAnswer for CertifiedAnswer {
    fn line(&self) -> (&'static str, Value) {
        let counts = Soundness::ALL.iter().zip(self.tally);
        let counts = counts.map(|(verdict, count)| (verdict.name().to_owned(), json!(count)));
        ("certified", joined(members(self), Value::Object(counts.collect())))
    }

    fn page(&self, settings: &Settings) -> Page {
        let names = Soundness::ALL.map(Soundness::name).join(">|");
        let mut table = TextTable::headed(&format!("shown by|puzzles>|{names}>"));
        let row = |name: &str, tally: &SoundnessTally| {
            let counts = [&[tally.iter().sum::<usize>()][..], tally].concat();
            let counts = counts.into_iter().map(|count| Line::plain(count.to_string()));
            [Line::plain(name)].into_iter().chain(counts).collect()
        };
        self.rows.iter().for_each(|(name, tally)| table.row(row(name, tally)));
        table.row(row("all", &self.tally));
        let mut page = table.page(None);
        let mut facts = vec![
            Line::plain(counted(self.tally.iter().sum(), "puzzle")),
            Line::plain(time_with_unit(self.elapsed)),
        ];
        facts.extend(stopped(self.stopped));
        page.facts(facts, settings, 2);
        page.append(self.left_out.page(settings));
        page
    }
}
