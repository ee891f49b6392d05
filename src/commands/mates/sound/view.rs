//! Pages and JSON lines of `sound`.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::certificate::{Certificate, SolverMove, Soundness};
use crate::commands::tools::suite::{LeftOut, SuiteItem};
use crate::ink::json::{Count, Fen, FilePath, Milliseconds, SanLine};
use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Align, Answer, Line, Page, Role, Settings, TextTable, movetext};
use crate::shell::session::news::TaskEvent;

/// Maximum number of rival moves on a page; JSON has all.
const NAMED: usize = 3;

/// How many puzzles of a file have each verdict, in the order of [`Soundness::ALL`].
pub type SoundnessTally = [usize; Soundness::ALL.len()];

/// A puzzle, examined.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CertifiedPuzzle {
    #[serde(rename = "n")]
    pub number: usize,
    pub id: String,
    pub fen: Fen,
    #[serde(flatten)]
    pub certificate: Certificate,
}

impl CertifiedPuzzle {
    pub(super) fn new(item: &SuiteItem, certificate: Certificate) -> CertifiedPuzzle {
        let (number, id) = (item.number, item.id.clone());
        CertifiedPuzzle { number, id, fen: Fen(certificate.root), certificate }
    }
}

impl Answer for CertifiedPuzzle {
    const TYPE: &str = "sound";

    fn page(&self, settings: &Settings) -> Page {
        page(&self.certificate, settings)
    }
}

/// A puzzle of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CertifiedEvent {
    #[serde(flatten)]
    pub puzzle: CertifiedPuzzle,
    /// Name of the record.
    #[serde(skip)]
    pub name: String,
    #[serde(skip)]
    pub tally: SoundnessTally,
}

impl Answer for CertifiedEvent {
    const TYPE: &str = CertifiedPuzzle::TYPE;

    /// A terminal shows only puzzles that are not sound; a pipe gets all, tab-separated.
    fn page(&self, settings: &Settings) -> Page {
        let CertifiedPuzzle { number, id, certificate, .. } = &self.puzzle;
        let (verdict, why) = (certificate.soundness, reason(certificate, settings));
        if !settings.is_pretty() {
            let by = certificate.by.unwrap_or("-");
            let fields = [&number.to_string(), verdict.name(), by, &why.text(), id];
            return Page::of(Line::plain(fields.join("\t")));
        }
        if verdict == Soundness::Sound {
            return Page::new();
        }
        let line = verdict_word(verdict).with(Role::Plain, format!("  {}  ", self.name)).and(why);
        Page::of_wrapped(Line::plain(" ").and(line), settings, 7)
    }
}

impl TaskEvent for CertifiedEvent {
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

fn page(certificate: &Certificate, settings: &Settings) -> Page {
    let mut page = Page::new();
    let head = verdict_word(certificate.soundness).with(Role::Plain, "  ");
    page.wrapped(Line::plain(" ").and(head).and(reason(certificate, settings)), settings, 4);
    let mut table = TextTable::new(&[Align::Left, Align::Left, Align::Left]).indented(1);
    for found in &certificate.moves {
        let shown = match &found.worth {
            Some(worth) => worth.shown(settings),
            None => Line::new(),
        };
        let mv = movetext::numbered(&found.played.before, found.played.mv, settings);
        let word = match found.soundness {
            Soundness::Sound if found.avoided => Line::of(Role::Good, "bad"),
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

fn reason(certificate: &Certificate, settings: &Settings) -> Line {
    let mut line = length(certificate);
    let SanLine { root, moves } = &certificate.refutation;
    if !moves.is_empty() {
        line = line.with(Role::Dim, ": ").and(movetext::line(root, moves, settings));
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
    let is_claimed = certificate.has_claimed_length();
    let claimed = match (certificate.claimed, is_claimed) {
        (None, _) | (_, Some(true)) => String::new(),
        (Some(moves), Some(false)) => format!(", not in {moves}"),
        (Some(moves), None) => format!(" found, in {moves} undecided"),
    };
    match (certificate.mate, certificate.claimed) {
        (Some(mate), _) if certificate.shortest => {
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
    let mv = movetext::numbered(&found.played.before, found.played.mv, settings);
    let SanLine { root, moves } = &found.refutation;
    if !moves.is_empty() {
        let line = movetext::line(root, moves, settings);
        return mv.with(Role::Plain, " does not mate in time: ").and(line);
    }
    let word = match found.soundness {
        Soundness::Wrong if found.avoided && found.rivals.is_empty() => " mates in time",
        Soundness::Wrong if found.avoided => " is hardly worse than ",
        Soundness::Wrong => " is worse than ",
        Soundness::Dual => " is no better than ",
        _ if found.rivals.is_empty() => " is not decided",
        _ => " is not decided against ",
    };
    let mut told = mv.with(Role::Plain, word);
    for (place, rival) in found.rivals.iter().take(NAMED).enumerate() {
        told = told.with(Role::Plain, if place > 0 { ", " } else { "" });
        told = told.and(rival.shown(settings));
    }
    if found.rivals.len() > NAMED {
        told.push(Role::Plain, format!(", and {} more", found.rivals.len() - NAMED));
    }
    told
}

/// The summary of a file.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CertifiedAnswer {
    pub path: FilePath,
    #[serde(rename = "puzzles")]
    pub size: usize,
    /// Number of puzzles with each verdict, by evidence.
    #[serde(rename = "by")]
    pub rows: BTreeMap<&'static str, SoundnessTally>,
    pub nodes: Count,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    pub stopped: bool,
    #[serde(flatten)]
    pub left_out: LeftOut,
    #[serde(flatten, serialize_with = "by_verdict")]
    #[cfg_attr(test, schemars(with = "TallyForm"))]
    pub tally: SoundnessTally,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TallyForm {
    sound: usize,
    open: usize,
    dual: usize,
    wrong: usize,
}

fn by_verdict<S: Serializer>(
    &[sound, open, dual, wrong]: &SoundnessTally,
    to: S,
) -> Result<S::Ok, S::Error> {
    TallyForm { sound, open, dual, wrong }.serialize(to)
}

impl CertifiedAnswer {
    pub(super) fn count(&mut self, certificate: &Certificate) {
        let verdict = certificate.soundness as usize;
        self.tally[verdict] += 1;
        self.rows.entry(certificate.by.unwrap_or("nothing")).or_default()[verdict] += 1;
        self.nodes.0 += certificate.nodes.0;
    }

    pub(super) fn unsound(&self) -> Option<String> {
        let (sound, all) = (self.tally[0], self.tally.iter().sum::<usize>());
        (sound < all).then(|| format!("{} of {all} puzzles not sound", all - sound))
    }
}

impl Answer for CertifiedAnswer {
    const TYPE: &str = "certified";

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
            Line::plain(time_with_unit(self.elapsed.0)),
        ];
        facts.extend(stopped(self.stopped));
        page.facts(facts, settings, 2);
        page.append(self.left_out.page(settings));
        page
    }
}

/// Returns the note on work that was stopped.
pub fn stopped(stopped: bool) -> Option<Line> {
    stopped.then(|| Line::of(Role::Caution, "stopped before the end"))
}
