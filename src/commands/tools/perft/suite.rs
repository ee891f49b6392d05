//! `perft --suite`: compares counts of leaves with those in a file.

use std::convert::Infallible;
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use super::count::count_until;
use crate::chess::Position;
use crate::commands::arguments::number;
use crate::commands::batch::{Batch, JobFlags};
use crate::commands::files::{name_of, open};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::commands::tools::suite::{LeftOut, read_records};
use crate::control::StopFlag;
use crate::ink::json::{Count, Fen, FilePath, Milliseconds};
use crate::ink::number::{rate_with_unit, time_with_unit};
use crate::shell::session::news::Finding;

const OPTIONS: &[OptionText] = &[
    ("--suite FILE", "EPD records with operations such as `D1 20 ;D2 400`", ""),
    ("--depth N", "Counts to this depth alone", "30"),
];

/// Reads `--suite FILE [--depth N]`; the dashes may be left out.
pub(super) fn read(reader: &mut Reader<'_>) -> Parsed {
    read_with(reader, OPTIONS, arguments, begin)
}

/// Returns the file and the maximum depth.
fn arguments(words: &mut OptionWords<'_, '_>) -> Result<(PathBuf, u32), ParseError> {
    let (mut suite, mut depth) = (None, 30);
    words.bare = &["suite", "depth"];
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--suite") => suite = Some(words.path()?),
            Given::Option("--depth") => depth = words.parsed(number(0..=30))?,
            other => return Err(words.unexpected(&other)),
        }
    }
    Ok((suite.ok_or_else(|| words.missing("--suite FILE"))?, depth))
}

fn begin((path, depth): (PathBuf, u32), session: &mut Session) -> Acted {
    let threads = session.engine.options().threads;
    session.start_task(move |context| {
        let (known, left_out) = read_file(BufReader::new(open(&path)?))
            .map_err(|error| CommandError::content(&path, error))?;
        context.begin(name_of(&path), known.len());
        let mut done = |done| context.done(done);
        let comparison = compare(&known, depth, threads, &context.stop, &mut done);
        let answer = PerftSuiteAnswer { path: FilePath(path), ..comparison };
        let unmet = answer.failure();
        Finding::measured(answer, unmet, left_out.bad_records())
    })
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownCounts {
    pub line: usize,
    pub position: Position,
    pub counts: Vec<(u32, u64)>,
}

/// Reads records such as `FEN ;D1 20 ;D2 400`. Unreadable ones are skipped and counted.
pub fn read_file(file: impl BufRead) -> io::Result<(Vec<KnownCounts>, LeftOut)> {
    read_records(file, |line, epd| {
        Ok(Some(KnownCounts { line, position: epd.position, counts: epd.perft_counts() }))
    })
}

/// How our counts compare with a file's.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PerftSuiteAnswer {
    pub path: FilePath,
    /// Maximum depth of the compared counts.
    #[serde(skip)]
    pub depth: u32,
    /// Positions compared to the end.
    pub positions: usize,
    /// Counts compared: one for each position and depth.
    pub counts: usize,
    pub wrong: Vec<Difference>,
    pub nodes: Count,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    pub stopped: bool,
}

impl PerftSuiteAnswer {
    fn failure(&self) -> Option<String> {
        match (self.wrong.len(), self.counts) {
            (0, 0) if !self.stopped => {
                Some("the file holds no counts to compare, such as `D3 8902`".to_owned())
            }
            (0, _) => None,
            (wrong, counts) => Some(format!("{wrong} of {counts} counts differ")),
        }
    }
}

impl Answer for PerftSuiteAnswer {
    const TYPE: &str = "perft-suite";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        for wrong in &self.wrong {
            let text = format!(
                "line {}: depth {} has {} leaves, not {}: {}",
                wrong.line,
                wrong.depth,
                settings.count(wrong.found.0),
                settings.count(wrong.expected.0),
                wrong.fen.0.to_fen()
            );
            let line = Line::of(Role::Bad, "wrong  ").with(Role::Plain, text);
            page.wrapped(line, settings, 7);
        }
        let verdict = match (self.stopped, self.wrong.len()) {
            (true, _) => Line::of(Role::Caution, "stopped"),
            (false, 0) => Line::of(Role::Good, "all agree"),
            (false, wrong) => Line::of(Role::Bad, format!("{wrong} differ")),
        };
        let mut facts = vec![
            verdict,
            Line::plain(format!("{} positions", self.positions)),
            Line::plain(format!("{} counts to depth {}", self.counts, self.depth)),
            Line::plain(format!("{} leaves", settings.count(self.nodes.0))),
            Line::plain(time_with_unit(self.elapsed.0)),
        ];
        facts.extend(rate_with_unit(self.nodes.0, self.elapsed.0).map(Line::plain));
        page.facts(facts, settings, 2);
        page
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Difference {
    /// Line of the file, from 1.
    pub line: usize,
    pub fen: Fen,
    pub depth: u32,
    pub expected: Count,
    pub found: Count,
}

/// Compares every known count of at most `depth` plies, with `threads` positions in parallel. `progress` gets the number of
/// finished positions.
pub fn compare(
    known: &[KnownCounts],
    depth: u32,
    threads: usize,
    stop: &StopFlag,
    progress: &mut dyn FnMut(usize),
) -> PerftSuiteAnswer {
    let begun = Instant::now();
    let mut comparison = PerftSuiteAnswer { depth, ..PerftSuiteAnswer::default() };
    let work = |quit: &mut StopFlag, index: u32| {
        let counts = known[index as usize].counts.iter().filter(|(of, _)| *of <= depth);
        let found = counts.map(|&(of, expected)| {
            (of, expected, count_until(&known[index as usize].position, of, quit))
        });
        let found: Vec<(u32, u64, u64)> = found.collect();
        Ok::<_, Infallible>((!quit.is_stopped()).then_some((index, found)))
    };
    let begin = |flags: &JobFlags| Ok(flags.quit.clone());
    let Ok(()) = Batch::of(known.len(), threads, stop).run(begin, work, &mut |(index, counts)| {
        let KnownCounts { line, position, .. } = known[index as usize];
        for (depth, expected, found) in counts {
            comparison.counts += 1;
            comparison.nodes.0 += found;
            if found != expected {
                let (fen, expected, found) = (Fen(position), Count(expected), Count(found));
                comparison.wrong.push(Difference { line, fen, depth, expected, found });
            }
        }
        comparison.positions += 1;
        progress(comparison.positions);
        ControlFlow::Continue(())
    });
    comparison.elapsed = Milliseconds(begun.elapsed());
    comparison.stopped = stop.is_raised();
    comparison
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn files_of_both_spellings_are_compared() {
        let text =
            format!("# a comment\n\n{KIWIPETE} ;D1 48 ;D2 2039\n{KIWIPETE}; D1 48; D3 97862;\n");
        let mut known = read_file(text.as_bytes()).unwrap().0;
        assert_eq!(known[1].line, 4);
        known[1].counts[1].1 -= 1;
        let comparison = compare(&known, 3, 2, &StopFlag::new(), &mut |_| {});
        assert_eq!((comparison.positions, comparison.counts, comparison.stopped), (2, 4, false));
        let [wrong] = &comparison.wrong[..] else { panic!("{comparison:?}") };
        assert_eq!((wrong.line, wrong.depth), (4, 3));
        assert_eq!((wrong.expected, wrong.found), (Count(97_861), Count(97_862)));
        assert_eq!(compare(&known, 2, 2, &StopFlag::new(), &mut |_| {}).wrong, []);
    }

    #[test]
    fn a_bad_record_is_named_and_does_not_end_the_file() {
        let text = format!("8/8 w ;D1 1\n{KIWIPETE} ;D1 48\n");
        let (known, left_out) = read_file(text.as_bytes()).unwrap();
        assert_eq!((known.len(), known[0].line, left_out.bad.len()), (1, 2, 1));
        assert!(left_out.bad[0].starts_with("line 1"), "{left_out}");
    }

    #[test]
    fn a_raised_flag_ends_the_comparison() {
        let (known, _) = read_file(format!("{KIWIPETE} ;D9 1").as_bytes()).unwrap();
        let stop = StopFlag::new();
        stop.raise();
        let comparison = compare(&known, 9, 2, &stop, &mut |_| {});
        assert_eq!((comparison.positions, comparison.stopped), (0, true));
        assert_eq!(comparison.wrong, []);
    }
}
