//! `sound`: checks whether a puzzle's claim is true and every move of its solver the only one, with evidence.

pub mod certificate;
pub(super) mod examiner;
#[cfg(test)]
mod tests;
pub mod view;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub use certificate::{Certificate, SolverMove, Soundness};
pub use examiner::{ExamineOptions, Examiner};
use view::{CertifiedAnswer, CertifiedEvent, CertifiedPuzzle};

use super::batch::{Batch, JobFlags};
use super::puzzle::{self, Puzzle};
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::files::text;
use crate::ink::LineSchema;
use crate::ink::json::{FilePath, Milliseconds};
use crate::oracle::tables::TableSet;
use crate::tools::tool::arguments::{Jobs, WordFault, limits_of, path, share, texts, with_memory};
use crate::tools::tool::files::name_of;
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

#[derive(clap::Args, Clone, Debug)]
pub struct Sound {
    /// Puzzles in FILE.epd (bm, am, dm, pv) or FILE.csv (as Lichess has them), or moves from the board on; nodes for each question: 200k
    #[arg(value_name = "[FILE | MOVES] [NODES]")]
    words: Vec<String>,
    /// Without a proof: percent of a point by which an only move must be better
    #[arg(long, value_name = "PERCENT", default_value = "20", value_parser = share)]
    margin: f64,
    #[command(flatten)]
    jobs: Jobs,
}

impl Tool for Sound {
    const TEXT: ToolText = tool_text!("sound", "[FILE | MOVES] [NODES] [--margin PERCENT] [--jobs N]":
        "whether each move of a puzzle's solver is the only one: by proof, by tables, or by a margin",
        details: "Of a mate the length is proved, and that no other move mates as soon; its last move may be any that mates. Elsewhere no other \
                  move may be worth as much: by endgame tables, or by two searches, of the solver's moves and of all others, which must agree \
                  with an eighth of the nodes and with all; that another is as good must hold with four times the nodes as well. A move to avoid \
                  (`am`) must be worse than the best by a quarter of the margin. MOVES are those of both sides; without any the proof's or the search's are checked. \
                  A puzzle is sound, dual (another move does it too), wrong (what is claimed does not hold) or open (too few nodes), \
                  each with the line that shows it. Nodes are the only limit, so that the same puzzle has the same certificate everywhere. \
                  Fails, with status 4, if a puzzle is not sound, and with status 1 if records are bad.",
        examples: &[("sound", "the position on the board", " sound  mate in 1, the shortest"),
            ("sound Qg6 fxg6 Nxg6+ 1M", "a line of both sides", ""),
            ("sound mates.epd --jobs 2", "a file, as a table", ""),
            ("sound puzzles.csv 500k --margin 35", "puzzles from Lichess, by a wider margin", "")]);

    const LINES: &'static [LineSchema] =
        &[LineSchema::of::<CertifiedPuzzle>(), LineSchema::of::<CertifiedAnswer>()];

    fn check(&self) -> Result<(), WordFault> {
        self.sorted().map(drop)
    }

    fn needs_position(&self) -> bool {
        self.sorted().is_ok_and(|words| words.file.is_none())
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let SoundWords { file, moves, limits } = self.sorted()?;
        let options = with_memory(desk.options, &limits)?;
        let (tables, session) = (desk.tables.clone(), Arc::clone(desk.known));
        let nodes = limits.limits.nodes.unwrap_or(ExamineOptions::default().nodes);
        let (wanted, jobs) = (ExamineOptions { nodes, margin: self.margin }, self.jobs.jobs);
        if let Some(path) = file {
            // All jobs share the endgame tables.
            let tables = TableSet { own: Some(tables.own.unwrap_or_default()), ..tables };
            return Ok(ToolWork::new(move |context| {
                let examiner = || {
                    let mut examiner = Examiner::new(&options, wanted, &tables);
                    examiner.know(&session);
                    examiner
                };
                check_file(path, jobs, &examiner, context)
            }));
        }
        let puzzle = Puzzle::of_moves(*desk.position, &moves);
        let puzzle =
            puzzle.map_err(|(word, error)| ToolError::Refused(format!("{word}: {error}")))?;
        if !desk.position.has_legal_move() {
            return Err(ToolError::Refused(
                "the game is over here, so there is no puzzle".to_owned(),
            ));
        }
        Ok(ToolWork::new(move |context| {
            let mut examiner = Examiner::new(&options, wanted, &tables);
            examiner.know(&session);
            let Some(certificate) = examiner.examine(&puzzle, context.stop)? else {
                return Err(ToolError::Stopped);
            };
            examiner.judge.teach(&session);
            let verdict = certificate.soundness;
            let unmet =
                (verdict != Soundness::Sound).then(|| format!("the puzzle is {}", verdict.name()));
            ToolDone::measured(CertifiedPuzzle::new(&puzzle.item, certificate), unmet, None)
        }))
    }
}

struct SoundWords<'a> {
    file: Option<PathBuf>,
    moves: Vec<&'a str>,
    limits: GivenLimits,
}

impl Sound {
    fn sorted(&self) -> Result<SoundWords<'_>, WordFault> {
        let (mut file, mut moves, mut limits) = (None, Vec::new(), Vec::new());
        for word in texts(&self.words) {
            let is_value = limits.last().is_some_and(|last| *last == "nodes");
            if is_value || LimitSet::LINE.kind(word).is_some() {
                limits.push(word);
            } else if is_file(word) && file.is_none() {
                file = Some(path(word).map_err(|why| (word.to_owned(), why))?);
            } else {
                moves.push(word);
            }
        }
        if let (Some(_), Some(word)) = (&file, moves.first()) {
            let why = format!("a file is checked as it is: {word} is one word too many");
            return Err((word.to_string(), why));
        }
        let limits = limits_of(&limits, &LimitSet::LINE)?;
        Ok(SoundWords { file, moves, limits })
    }
}

/// Returns whether a word is a file name; no move has such an extension.
fn is_file(word: &str) -> bool {
    ["epd", "csv", "txt"].contains(&text::extension(Path::new(word)).as_str())
}

fn check_file(
    path: PathBuf,
    jobs: usize,
    examiner: &(dyn Fn() -> Examiner + Sync),
    context: &ToolContext<'_>,
) -> ToolResult {
    let (puzzles, left_out) = puzzle::read(&path)?;
    let size = puzzles.len();
    context.begin(name_of(&path), size);
    let path = FilePath(path);
    let mut answer = CertifiedAnswer { path, size, left_out, ..CertifiedAnswer::default() };
    let begun = Instant::now();
    let begin = |flags: &JobFlags| Ok::<_, ToolError>((examiner(), flags.clone()));
    let work = |(examiner, flags): &mut (Examiner, JobFlags), index: u32| {
        let puzzle = &puzzles[index as usize];
        Ok(examiner.examine(puzzle, &flags.quit)?.map(|certificate| (puzzle, certificate)))
    };
    Batch::of(size, jobs, context.stop).run(begin, work, &mut |(puzzle, certificate)| {
        answer.count(&certificate);
        let (name, tally) = (puzzle.item.name(), answer.tally);
        let puzzle = CertifiedPuzzle::new(&puzzle.item, certificate);
        context.tell(CertifiedEvent { puzzle, name, tally });
        ControlFlow::Continue(())
    })?;
    answer.elapsed = Milliseconds(begun.elapsed());
    answer.stopped = answer.tally.iter().sum::<usize>() < answer.size;
    let (unmet, bad) = (answer.unsound(), answer.left_out.bad_records());
    ToolDone::measured(answer, unmet, bad)
}
