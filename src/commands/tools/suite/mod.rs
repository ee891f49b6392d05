//! `suite`: counts the positions of a file that the search alone solves. `commands/mates/solve/` proves mates instead, several
//! positions in parallel.

pub mod paired;
mod popeye;
mod run;
pub mod view;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use run::search;
pub use run::{
    Attempt, LeftOut, Posed, SuiteFile, SuiteGoal, SuiteItem, SuiteRow, SuiteRun, SuiteTotals,
    read_file, run, run_each,
};
pub(crate) use run::{finish, item_of, read_records, watch};
use view::{SuiteAnswer, SuiteCounts, SuiteEvent};

use crate::commands::arguments::{ProfileNames, profiles};
use crate::commands::files::{name_of, open};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::control::Limits;
use crate::engine::Options;
use crate::engine::limit_words::LimitSet;
use crate::ink::json::FilePath;
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;

/// Default time per position.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Reveals "suite", "FILE [LIMITS] [--profiles A,B|all]":
        "how much of a file the search alone solves",
        details: "Records as for solve. Mates count as the search announces them. Fails, with status 4, if one is not solved, and with status 1 if records are bad and were skipped. With --profiles it is solved under each of them, a row each: \
                  their numbers replace those that were set.",
        examples: &[("suite wac.epd 100k", "a hundred thousand nodes each", ""),
            ("suite wac.epd 100k --profiles quarterply,slow", "the same under two profiles", "")],
    completer: Completer::Options(OPTIONS),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<SuiteAnswer>(), LineSchema::of::<SuiteEvent>()],
    read: |reader| read_with(reader, OPTIONS, arguments, Suite::begin));

const OPTIONS: &[OptionText] = &[
    ("FILE", "EPD records with bm, am or dm", ""),
    (
        "LIMITS",
        "What ends each search: 1s if nothing is said, 250ms, 20k (nodes), d8, soft 2000",
        "",
    ),
    (
        "--profiles A,B",
        "Solve it under each of these profiles, with commas between them, or all",
        "",
    ),
];

#[derive(Debug)]
struct Suite {
    path: PathBuf,
    limits: Limits,
    profiles: Option<ProfileNames>,
}

fn arguments(words: &mut OptionWords<'_, '_>) -> Result<Suite, ParseError> {
    let (mut path, mut limits, mut named) = (None, Vec::new(), None);
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--profiles") => named = Some(words.parsed(profiles)?),
            Given::Word(word) if path.is_none() => path = Some(words.file(word)?),
            Given::Word(word) => limits.push(word.text),
            other => return Err(words.unexpected(&other)),
        }
    }
    let path = path.ok_or_else(|| words.missing("FILE"))?;
    let limits = words.limits(&limits, &LimitSet::POSITION)?.limits;
    let limits = if limits.is_bounded() { limits } else { Limits::movetime(DEFAULT_TIME) };
    Ok(Suite { path, limits, profiles: named })
}

impl Suite {
    fn begin(self, session: &mut Session) -> Acted {
        let options = session.engine.options().clone();
        session.start_task(move |context| self.run(&options, context))
    }

    fn run(self, options: &Options, context: &TaskContext) -> Result<Finding, CommandError> {
        let SuiteFile { items, left_out } = read(&self.path)?;
        let bad = left_out.bad_records();
        let (stop, path, limits) = (&context.stop, self.path, &self.limits);
        if let Some(ProfileNames(names)) = self.profiles {
            let runs = run_each(&items, &names, options, limits, stop, &mut |name, done| {
                if done == 1 {
                    context.begin(name, items.len());
                }
                context.done(done);
            })?;
            let answer = SuiteAnswer { path: FilePath(path), runs, left_out };
            return Finding::measured(answer, None, bad);
        }
        context.begin(name_of(&path), items.len());
        let mut counts = SuiteCounts::default();
        let totals = run(&items, options, limits, stop, &mut |index, row| {
            context.found(counts.count(&items[index], row));
        });
        let runs = vec![SuiteRun { profile: None, totals, paired: None }];
        let answer = SuiteAnswer { path: FilePath(path), runs, left_out };
        Finding::measured(answer, totals.unsolved(), bad)
    }
}

/// Reads a suite with at least one record for the search; problems with a stipulation are skipped.
pub fn read(path: &Path) -> Result<SuiteFile, CommandError> {
    let mut suite = read_with_problems(path)?;
    let records = suite.items.len();
    suite.items.retain(|item| item.goal.problem.is_none());
    suite.left_out.skipped += records - suite.items.len();
    if suite.items.is_empty() {
        let why = "it holds only problems with a stipulation, which `solve` is for";
        return Err(CommandError::content(path, why));
    }
    Ok(suite)
}

/// Reads a suite, or an input of Popeye, with at least one usable record.
pub(crate) fn read_with_problems(path: &Path) -> Result<SuiteFile, CommandError> {
    let mut bytes = Vec::new();
    let fault = |error| CommandError::content(path, error);
    open(path)?.read_to_end(&mut bytes).map_err(fault)?;
    let suite = match popeye::read_input(&bytes) {
        Some(suite) => suite,
        None => read_file(&bytes[..]).map_err(fault)?,
    };
    if suite.items.is_empty() {
        let why = suite.left_out.bad_records();
        let why = why.unwrap_or_else(|| "no record has bm, am, dm or stip".to_owned());
        return Err(CommandError::content(path, format!("it holds nothing to solve: {why}")));
    }
    Ok(suite)
}
