//! `solve`: a suite is tried, its mates are proved, what was missed is kept, proofs are saved.

mod misses;
mod run;
pub mod view;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub use misses::Misses;
pub(crate) use run::Solver;
pub use run::{Effort, MateTally, SolveTotals, is_shortest, run};
use view::SolveAnswer;

use crate::control::Limits;
use crate::engine::Options;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::files;
use crate::files::Shortness;
use crate::ink::LineSchema;
use crate::prove::solvers::KnownMates;
use crate::store::WrittenFiles;
use crate::store::written::{CommentForm, NamedFiles};
use crate::tools::stream::{StreamWork, answer_lines, is_stdin, refuse_of_files, stream_limits};
use crate::tools::suite::view::{SuiteCounts, SuiteEvent};
use crate::tools::suite::{self, Attempt, SuiteFile, SuiteItem, SuiteRow};
use crate::tools::tool::arguments::{self, Jobs, WordFault, limits_of, path, texts, with_memory};
use crate::tools::tool::files::{make_folder, name_of};
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolResult, ToolText, ToolWork, tool_text,
};

/// What a position is given if nothing is said.
const USUAL: Duration = Duration::from_secs(1);

#[derive(clap::Args, Clone, Debug)]
pub struct Solve {
    /// EPD records with bm, am, dm or stip, or Popeye's input, or - for lines of standard input
    #[arg(value_name = "FILE|-", value_parser = path)]
    path: PathBuf,
    /// What each position is given: 1s if nothing is said, 10s, 5M (nodes), 256MiB of memory
    #[arg(value_name = "LIMITS")]
    words: Vec<String>,
    #[command(flatten)]
    jobs: Jobs,
    /// Write what was missed, or not tried, to this file, or to FILE.miss.epd
    #[arg(long, value_name = "FILE")]
    misses: Option<Option<String>>,
    /// Try only what this file of misses has, or FILE.miss.epd
    #[arg(long, value_name = "FILE")]
    from: Option<Option<String>>,
    /// Keep the proofs of mates in this folder
    #[arg(long, value_name = "DIR", value_parser = path)]
    proofs: Option<PathBuf>,
    /// Certify each solution too, as sound does
    #[arg(long)]
    sound: bool,
}

impl Tool for Solve {
    const TEXT: ToolText = tool_text!("solve", "FILE|- [LIMITS] [--misses [FILE]] [--from [FILE]] [--proofs DIR] [--sound] [OPTIONS] [--force]":
    "solve a file of EPD records with bm, am, dm or stip, or of Popeye's input",
    details: "Mates are proved, other records searched. A record with stip (h#3, s#2, =2; stip \"h#2 2.1.1.1\" says that two solutions are intended), or a problem of an input of \
              Popeye in English, German or French, has its solutions listed, and is solved if there is one and all was tested; what a limit \
              ended is undecided. Of Popeye's options SetPlay, Try, Defence, Variation, WhiteToPlay, Duplex, HalfDuplex, NoCastling and \
              EnPassant are understood; others that change the question make their problem unusable, by name. A mate (bm #3, bm #-2, dm 4) is found if a proof of it was verified, best if it is no longer than the record \
              says, shortest if it is proved that none is shorter; a move in bm beside it must be the first. With --misses, \
              records missed, or not tried before Ctrl-C, go to a file from which --from goes on. Each job has threads and \
              memory of its own. Mates that this session proved before need no search. Fails, with status 4, if one was missed. `-` answers \
              lines of standard input as they come, as `label -` does.",
    examples: &[
        ("solve mates.epd 10s 256MiB", "ten seconds each", "1\tok\tbm Ra8#\tRa8#\t#1\t…"),
        ("solve mates.epd 5M --jobs 2 --proofs proofs", "two at a time; proofs are kept", ""),
        ("solve mates.epd 1s --misses", "those that were missed go to mates.miss.epd", ""),
        ("solve mates.epd 60s --from", "retry the misses", ""),
        ("solve problems.inp 1m", "input of Popeye: every solution of every problem", ""),
    ]);

    const LINES: &'static [LineSchema] =
        &[LineSchema::of::<SolveAnswer>(), LineSchema::of::<SuiteEvent>()];

    fn check(&self) -> Result<(), WordFault> {
        if !is_stdin(&self.path) {
            return self.limits().map(drop);
        }
        stream_limits(&texts(&self.words))?;
        let of_files = [
            ("--misses", self.misses.is_some()),
            ("--from", self.from.is_some()),
            ("--proofs", self.proofs.is_some()),
            ("--jobs", self.jobs.jobs > 1),
        ];
        refuse_of_files(&of_files)
    }

    fn reads_records(&self) -> bool {
        is_stdin(&self.path)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        if is_stdin(&self.path) {
            let work = StreamWork::Solve { sound: self.sound };
            return answer_lines(work, &texts(&self.words), desk);
        }
        let limits = self.limits()?;
        let options = with_memory(desk.options, &limits)?;
        let (effort, session) = (self.effort(&limits.limits), Arc::clone(desk.known));
        Ok(ToolWork::new(move |context| self.run(&options, &effort, &session, context)))
    }
}

impl Solve {
    /// Reads the limits. An option whose file need not be named may have taken the first of them.
    fn limits(&self) -> Result<GivenLimits, WordFault> {
        let taken = [&self.misses, &self.from].into_iter().flatten().flatten();
        let mut words: Vec<&str> = taken
            .map(String::as_str)
            .filter(|word| LimitSet::PROBLEM.kind(word).is_some())
            .collect();
        words.extend(texts(&self.words));
        limits_of(&words, &LimitSet::PROBLEM)
    }

    fn effort(&self, Limits { movetime: time, nodes, .. }: &Limits) -> Effort {
        let time = time.or(if nodes.is_none() { Some(USUAL) } else { None });
        Effort { time, nodes: *nodes, sound: self.sound }
    }

    /// The files of misses: to write, and to go on from.
    fn files(&self) -> [Option<PathBuf>; 2] {
        let named = |named: &Option<String>| {
            let name = named.as_ref().filter(|name| LimitSet::PROBLEM.kind(name).is_none())?;
            arguments::path(name).ok()
        };
        let usual = || self.path.with_extension("miss.epd");
        let misses = self.misses.as_ref().map(|file| named(file).unwrap_or_else(usual));
        let from = self.from.as_ref();
        let from = from.map(|file| named(file).or(misses.clone()).unwrap_or_else(usual));
        [misses.or_else(|| from.clone()), from]
    }

    fn run(
        self,
        options: &Options,
        effort: &Effort,
        session: &KnownMates,
        context: &ToolContext<'_>,
    ) -> ToolResult {
        let [misses, from] = self.files();
        let SuiteFile { items: suite, left_out } = suite::read_with_problems(&self.path)?;
        let (size, made_of) = (suite.len(), misses::made_of(&suite));
        let items = match &from {
            Some(from) => misses::those_named(suite, from)?,
            None => suite,
        };
        if let Some(folder) = &self.proofs {
            make_folder(folder)?;
        }
        // Misses that it goes on from may be brought up to date in their own file.
        let from = from.filter(|from| misses.as_ref() != Some(from));
        let names = [Some(self.path.clone()), misses.clone(), from].into_iter().flatten().collect();
        let forced = context.files.is_forced();
        let files = &context.files.of_command(NamedFiles { names, forced });
        if let Some(misses) = &misses {
            files.claim_for(misses, CommentForm::EPD, &made_of)?;
        }
        context.begin(name_of(&self.path), items.len());
        let mut rows: Vec<Option<bool>> = vec![None; items.len()];
        let (mut saved, mut unsaved) = (0, None);
        let mut counts = SuiteCounts::default();
        let mut tell = |index: usize, row: &SuiteRow| {
            let item = &items[index];
            rows[index] = Some(row.solved);
            let folder = self.proofs.as_deref();
            match folder.map(|folder| save(files, folder, item, &row.answer)) {
                Some(Ok(proofs)) => saved += proofs,
                Some(Err(error)) => {
                    unsaved = Some(error);
                    context.stop.raise();
                }
                None => {}
            }
            context.tell(counts.count(item, row));
        };
        let each = (self.jobs.jobs, context.stop, session);
        let totals = run(&items, options, effort, each, &mut tell)?;
        if let Some(error) = unsaved {
            return Err(error);
        }
        let proofs = self.proofs.map(|folder| (folder, saved));
        let misses = match misses {
            Some(to) => misses::keep(files, to, (&self.path, &items), &rows)?,
            None => None,
        };
        let (unmet, bad) = (totals.all.unsolved(), left_out.bad_records());
        let answer = SolveAnswer { path: self.path, size, totals, misses, proofs, left_out };
        ToolDone::measured(answer, unmet, bad)
    }
}

/// Saves the proof of a mate and reads it back as another program would. Returns the number of proofs.
fn save(
    files: &WrittenFiles,
    folder: &Path,
    item: &SuiteItem,
    answer: &Attempt,
) -> ToolResult<usize> {
    let Attempt::Prover(outcome) = answer else { return Ok(0) };
    let Some(proof) = &outcome.proof else { return Ok(0) };
    let path = folder.join(file_name(item));
    let shortness = Shortness::claimed(outcome.is_shortest());
    files::proof::claim(files, &path, proof)?;
    files::proof::save(files, &path, proof, &shortness, item.position.is_chess960())?;
    files::proof::load(&path, proof.rules())?;
    Ok(1)
}

/// The number of the record and what it is called, as far as a name of a file can say that: `0017-wac.017.jsonl`.
fn file_name(item: &SuiteItem) -> String {
    const LONGEST: usize = 60;
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let id: String = item.id.chars().map(plain).take(LONGEST).collect();
    let dash = if id.is_empty() { "" } else { "-" };
    format!("{:04}{dash}{id}.jsonl", item.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tool::read_line;

    #[test]
    fn words_options_and_what_is_usual() {
        let solve = |line: &str| {
            let solve = read_line::<Solve>(line).unwrap();
            let limits = solve.limits().unwrap();
            (solve.effort(&limits.limits), solve.files(), solve, limits.memory)
        };
        let error = |line: &str| read_line::<Solve>(line).unwrap_err().message;
        let (effort, files, plain, _) = solve("a/wac.epd");
        assert_eq!(effort.time, Some(Duration::from_secs(1)));
        assert_eq!((plain.jobs.jobs, files), (1, [None, None]));
        let (effort, files, all, memory) =
            solve("wac.epd 5M 10s 64MiB --jobs 3 --misses x.epd --proofs out");
        assert_eq!((effort.nodes, memory), (Some(5_000_000), Some(64)));
        assert_eq!(effort.time, Some(Duration::from_secs(10)));
        assert_eq!((all.jobs.jobs, files), (3, [Some("x.epd".into()), None]));
        assert_eq!(all.proofs, Some("out".into()));
        let (effort, [_, from], ..) = solve("a/wac.epd --from 10s");
        assert_eq!(from, Some("a/wac.miss.epd".into()));
        assert_eq!(effort.time, Some(Duration::from_secs(10)));
        let (_, files, ..) = solve("wac.epd 100k --from old.epd");
        assert_eq!(files, [Some("old.epd".into()), Some("old.epd".into())]);
        assert_eq!(solve("a 5s").0, solve("a movetime 5s").0);
        assert!(error("wac.epd 5s 10s").contains("the time is given twice: 5s and 10s"));
        assert!(
            error("wac.epd d12")
                .starts_with("\"d12\" is no limit here; limits are 5s, 100k, 64MiB")
        );
        assert!(error("wac.epd --jobs 0").contains("from 1 to 1024"));
        assert!(error("").contains("missing: FILE|-"), "{}", error(""));
    }

    #[test]
    fn standard_input_is_bounded_by_nodes() {
        let error = |line: &str| read_line::<Solve>(line).unwrap_err().message;
        for line in ["-", "- 5000", "- 5k 16MiB", "- nodes 5k memory 16"] {
            assert!(read_line::<Solve>(line).unwrap().reads_records(), "{line}");
        }
        assert!(error("- 5s").contains("\"5s\" is no limit here; limits are 100k, 64MiB"));
        assert!(error("- 5k --misses").contains("for files"));
    }
}
