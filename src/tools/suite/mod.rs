//! `suite`: how much of a file of positions the search alone solves. Having mates proved instead, and several positions
//! tried at once, is `tools/solve/`.

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

use crate::control::Limits;
use crate::engine::Options;
use crate::engine::limit_words::LimitSet;
use crate::ink::LineSchema;
use crate::ink::json::FilePath;
use crate::tools::tool::arguments::{ProfileNames, WordFault, limits_of, path, profiles, texts};
use crate::tools::tool::files::{name_of, open};
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// What a position is given if nothing is said.
const USUAL: Duration = Duration::from_secs(1);

#[derive(clap::Args, Clone, Debug)]
pub struct Suite {
    /// EPD records with bm, am or dm
    #[arg(value_name = "FILE", value_parser = path)]
    path: PathBuf,
    /// What ends each search: 1s if nothing is said, 250ms, 20k (nodes), d8, soft 2000
    #[arg(value_name = "LIMITS")]
    words: Vec<String>,
    /// Solve it under each of these profiles, with commas between them, or all
    #[arg(long, value_name = "A,B", value_parser = profiles)]
    profiles: Option<ProfileNames>,
}

impl Tool for Suite {
    const TEXT: ToolText = tool_text!("suite", "FILE [LIMITS] [--profiles A,B|all]":
        "how much of a file the search alone solves",
        details: "Records as for solve. Mates count as the search announces them. Fails, with status 4, if one is not solved, and with status 1 if records are bad and were skipped. With --profiles it is solved under each of them, a row each: \
                  their numbers replace those that were set.",
        examples: &[("suite wac.epd 100k", "a hundred thousand nodes each", ""),
            ("suite wac.epd 100k --profiles quarterply,slow", "the same under two profiles", "")]);

    const LINES: &'static [LineSchema] =
        &[LineSchema::of::<SuiteAnswer>(), LineSchema::of::<SuiteEvent>()];

    fn check(&self) -> Result<(), WordFault> {
        self.limits().map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let limits = self.limits()?;
        let options = desk.options.clone();
        Ok(ToolWork::new(move |context| self.run(&limits, &options, context)))
    }
}

impl Suite {
    fn limits(&self) -> Result<Limits, WordFault> {
        let limits = limits_of(&texts(&self.words), &LimitSet::POSITION)?.limits;
        Ok(if limits.is_bounded() { limits } else { Limits::movetime(USUAL) })
    }

    fn run(self, limits: &Limits, options: &Options, context: &ToolContext<'_>) -> ToolResult {
        let SuiteFile { items, left_out } = read(&self.path)?;
        let bad = left_out.bad_records();
        let (stop, path) = (context.stop, self.path);
        if let Some(ProfileNames(names)) = self.profiles {
            let runs = run_each(&items, &names, options, limits, stop, &mut |name, done| {
                if done == 1 {
                    context.begin(name, items.len());
                }
                context.done(done);
            })?;
            let answer = SuiteAnswer { path: FilePath(path), runs, left_out };
            return ToolDone::measured(answer, None, bad);
        }
        context.begin(name_of(&path), items.len());
        let mut counts = SuiteCounts::default();
        let totals = run(&items, options, limits, stop, &mut |index, row| {
            context.tell(counts.count(&items[index], row));
        });
        let runs = vec![SuiteRun { profile: None, totals }];
        let answer = SuiteAnswer { path: FilePath(path), runs, left_out };
        ToolDone::measured(answer, totals.unsolved(), bad)
    }
}

/// Reads a suite with at least one record for the search; problems with a stipulation are skipped.
pub fn read(path: &Path) -> ToolResult<SuiteFile> {
    let mut suite = read_with_problems(path)?;
    let records = suite.items.len();
    suite.items.retain(|item| item.goal.problem.is_none());
    suite.left_out.skipped += records - suite.items.len();
    if suite.items.is_empty() {
        let why = "it holds only problems with a stipulation, which `solve` is for";
        return Err(ToolError::content(path, why));
    }
    Ok(suite)
}

/// Reads a suite, or an input of Popeye, with at least one usable record.
pub(crate) fn read_with_problems(path: &Path) -> ToolResult<SuiteFile> {
    let mut bytes = Vec::new();
    let fault = |error| ToolError::content(path, error);
    open(path)?.read_to_end(&mut bytes).map_err(fault)?;
    let suite = match popeye::read_input(&bytes) {
        Some(suite) => suite,
        None => read_file(&bytes[..]).map_err(fault)?,
    };
    if suite.items.is_empty() {
        let why = suite.left_out.bad_records();
        let why = why.unwrap_or_else(|| "no record has bm, am, dm or stip".to_owned());
        return Err(ToolError::content(path, format!("it holds nothing to solve: {why}")));
    }
    Ok(suite)
}
