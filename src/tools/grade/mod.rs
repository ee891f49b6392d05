//! `grade`: how hard problems are for a person, estimated from searches.

mod grader;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub use grader::{GradeParts, Grader};
use serde::Serialize;

use super::drill::problems::DrillProblems;
use crate::chess::epd::Operation;
use crate::engine::limit_words::LimitSet;
use crate::ink::json::{Fen, FilePath};
use crate::ink::{Answer, Line, LineSchema, Page, Settings, TextTable};
use crate::store::MadeOf;
use crate::store::written::CommentForm;
use crate::tools::tool::arguments::{WordFault, limits_of, path, texts};
use crate::tools::tool::files::name_of;
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, stopped,
    tool_text,
};

/// Default nodes of each search.
const USUAL: u64 = 20_000;

#[derive(clap::Args, Clone, Debug)]
pub struct Grade {
    /// Problems: EPD with bm, am, dm or pv, CSV as Lichess has it, PGN with marked mistakes
    #[arg(value_name = "FILE", value_parser = path)]
    file: PathBuf,
    /// Nodes of each search: 20k
    #[arg(value_name = "NODES")]
    limits: Vec<String>,
    /// Write the problems in this order, each with the operation `grade`
    #[arg(long, value_name = "FILE.epd", value_parser = path)]
    to: Option<PathBuf>,
}

impl Tool for Grade {
    const TEXT: ToolText = tool_text!("grade", "FILE [NODES] [--to FILE.epd] [--force]":
        "how hard problems are for a person, from 0 to 100, sorted easy to hard",
        details: "From the moves of the solution, the quiet ones among them, the depth at which the profiles quarterply and diablo see \
                  the first move, the extensions that must fire for it, and whether diablo or rdchess would play another move at depth 1. `drill` takes the problems of a \
                  file in the order of their grades. Nodes are the only limit, so that the same problem has the same grade everywhere.",
        examples: &[("grade mates.epd", "a table", " grade  moves  quiet…"),
            ("grade puzzles.csv 5k --to graded.epd", "a file for `drill`", "")]);

    const LINES: &'static [LineSchema] = &[LineSchema::of::<GradedAnswer>()];

    fn check(&self) -> Result<(), WordFault> {
        self.nodes().map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let mut grader = Grader::new(desk.options, self.nodes()?, &desk.tables)?;
        Ok(ToolWork::new(move |context| self.run(&mut grader, context)))
    }
}

impl Grade {
    fn nodes(&self) -> Result<u64, WordFault> {
        let given = limits_of(&texts(&self.limits), &LimitSet::BARE_NODES)?;
        Ok(given.limits.nodes.unwrap_or(USUAL))
    }

    fn run(mut self, grader: &mut Grader, context: &ToolContext<'_>) -> ToolResult {
        let mut read = DrillProblems::read(&self.file, None)?;
        if let Some(to) = &self.to {
            let made_of = MadeOf::any_version("grade").and("nodes", self.nodes()?);
            let made_of = made_of.and_file("file", &self.file)?;
            context.files.claim_for(to, CommentForm::EPD, &made_of)?;
        }
        context.begin(name_of(&self.file), read.problems.len());
        let mut graded = Vec::new();
        for puzzle in &read.problems {
            let parts = match grader.grade(puzzle, context.stop) {
                Ok(Some(parts)) => parts,
                Ok(None) | Err(ToolError::Stopped) => break,
                Err(error) => return Err(error),
            };
            let (grade, item) = (parts.grade(), &puzzle.item);
            let (number, id, fen) = (item.number, item.name(), Fen(item.position));
            graded.push((GradedProblem { number, id, fen, grade, parts }, puzzle));
            context.done(graded.len());
        }
        let stopped = graded.len() < read.problems.len();
        if stopped && graded.is_empty() {
            return Err(ToolError::Stopped);
        }
        graded.sort_by_key(|(problem, _)| problem.grade);
        // A stopped run must not replace a complete file.
        let kept = self.to.take_if(|to| stopped && to.exists());
        read.notes.extend(kept.map(|to| format!("{} stays as it was", to.display())));
        if let Some(to) = &self.to {
            let records = graded.iter().map(|(problem, puzzle)| {
                let mut record = puzzle.record();
                record.operations.retain(|operation| operation.opcode != "grade");
                record.operations.push(Operation::new("grade", [problem.grade.to_string()]));
                format!("{record}\n")
            });
            context.files.write(to, records.collect::<String>().as_bytes())?;
        }
        let problems = graded.into_iter().map(|(problem, _)| problem).collect();
        let (written, notes) = (self.to.map(FilePath), read.notes);
        let answer = GradedAnswer { problems, stopped, written, notes };
        ToolDone::measured(answer, None, read.bad)
    }
}

/// a problem, and how hard it is for a person
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "graded_problem"))]
struct GradedProblem {
    number: usize,
    id: String,
    fen: Fen,
    /// From 0 to 100.
    grade: u32,
    parts: GradeParts,
}

/// The problems of a file, easy to hard.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GradedAnswer {
    problems: Vec<GradedProblem>,
    /// It was stopped before all problems were graded.
    stopped: bool,
    /// The file that they were written to.
    written: Option<FilePath>,
    /// Records that were left out, and a file that was not written.
    notes: Vec<String>,
}

impl Answer for GradedAnswer {
    const TYPE: &str = "graded";

    fn page(&self, settings: &Settings) -> Page {
        let mut table =
            TextTable::headed("grade>|moves>|quiet>|seen>|plainly>|tempted>|extensions>|problem");
        for GradedProblem { grade, parts, id, .. } in &self.problems {
            let depth = |seen: Option<u32>| seen.map_or("-".to_owned(), |depth| depth.to_string());
            let (tempted, extensions) = (parts.tempted.len(), parts.extensions.len());
            let counts = [*grade, parts.moves, parts.quiet].map(|count| count.to_string());
            let depths = [parts.seen, parts.seen_plainly].map(depth);
            let others = [tempted.to_string(), extensions.to_string(), id.clone()];
            table.row(
                [&counts[..], &depths, &others].concat().into_iter().map(Line::plain).collect(),
            );
        }
        let mut page = table.page(settings.width);
        page.facts(stopped(self.stopped), settings, 2);
        let written = self.written.iter().map(|path| format!("written to {}", path.0.display()));
        for note in self.notes.iter().cloned().chain(written) {
            page.wrapped(Line::plain(format!(" {note}")), settings, 2);
        }
        page
    }
}
