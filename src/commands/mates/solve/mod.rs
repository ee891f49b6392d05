//! `solve`: solves a suite: mates are proved, misses and proofs can be saved.

mod certificate;
mod misses;
mod run;
pub mod view;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use certificate::CertificateWriter;
pub use misses::Misses;
pub(crate) use run::Solver;
pub use run::{Effort, MateTally, SolveTotals, run};
use view::SolveAnswer;

use crate::chess::epd::Epd;
use crate::commands::arguments::{MOST_JOBS, number, path, with_memory};
use crate::commands::files::{make_folder, name_of};
use crate::commands::mates::proof::join::read_answers;
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::commands::tools::stream::{
    Answered, Answerer, StreamOutcome, answer_lines, is_stdin, refuse_of_files, stream_limits,
};
use crate::commands::tools::suite::view::{SuiteCounts, SuiteEvent};
use crate::commands::tools::suite::{self, Attempt, SuiteFile, SuiteItem, SuiteRow};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::files::proof::answers::Said;
use crate::files::{self, Shortness};
use crate::oracle::Endgames;
use crate::prove::parts::MateFacts;
use crate::prove::solvers::KnownMates;
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;
use crate::store::WrittenFiles;
use crate::store::written::{CommentForm, NamedFiles};

/// Default time per position.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(in crate::commands) const ROW: CommandSpec = row!(Mates Reveals "solve", "FILE|- [LIMITS] [--misses [FILE]] [--from [FILE]] [--proofs DIR] [--sound] [OPTIONS] [--force]":
    "solve a file of EPD records with bm, am, dm or stip, of Popeye's input or of Olive's",
    details: "Mates (bm #3, bm #-2, dm 4) are proved, problems (stip h#3, r#2, =2, or \"h#2 2.1.1.1\" with two \
              solutions intended) are solved, other records searched. A mate is found if its proof was verified, \
              best if no longer than given, shortest if none is shorter; a move in bm must be the first. Status 4 if \
              one was missed.",
    examples: &[
        ("solve mates.epd 10s 256MiB", "ten seconds each", "1\tok\tbm Ra8#\tRa8#\t#1\t…"),
        ("solve mates.epd 5M --jobs 2 --proofs proofs", "two at a time; proofs are kept", ""),
        ("solve mates.epd 1s --misses", "those that were missed go to mates.miss.epd", ""),
        ("solve mates.epd 60s --from", "retry the misses", ""),
        ("solve problems.inp 1m", "input of Popeye: every solution of every problem", ""),
    ],
    completer: Completer::Options(OPTIONS),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<SolveAnswer>(), LineSchema::of::<SuiteEvent>()],
    read: |reader| read_with(reader, OPTIONS, read, Solve::begin));

const OPTIONS: &[OptionText] = &[
    (
        "FILE|-",
        "EPD records with bm, am, dm or stip; input of Popeye in English, German or French (SetPlay Try Defence Variation WhiteToPlay \
         Duplex HalfDuplex NoCastling EnPassant; problems with other options are skipped), or problems of Olive and YACPDB (.olv); \
         one side may lack its king where the stipulation needs none; - for lines of standard input",
        "",
    ),
    (
        "LIMITS",
        "What each position is given: 1s if nothing is said, 10s, 5M (nodes), 256MiB of memory",
        "",
    ),
    ("--jobs N", "How many are done at a time, each on a thread of its own", "1"),
    ("--misses FILE", "Write what was missed, or not tried, to this file, or to FILE.miss.epd", ""),
    ("--from FILE", "Try only what this file of misses has, or FILE.miss.epd", ""),
    ("--proofs DIR", "Keep the proofs of mates in this folder", ""),
    ("--sound", "Certify each solution too, as sound does", ""),
    (
        "--certificates",
        "Of standard input: only whether there is a mate within dm, and what proves it, for proof join; what is larger than 64 KiB \
         goes to DIR",
        "",
    ),
    (
        "--known FILE",
        "With --certificates: answers to other parts, whose mates are used; or a folder",
        "",
    ),
];

#[derive(Debug)]
struct Solve {
    path: PathBuf,
    limits: GivenLimits,
    jobs: usize,
    /// The file of misses to write, and the one to resume from.
    misses: Option<PathBuf>,
    from: Option<PathBuf>,
    /// The folder for proofs.
    proofs: Option<PathBuf>,
    /// Whether to certify each solution.
    sound: bool,
    certificates: bool,
    /// Answers to other parts.
    known: Option<PathBuf>,
}

fn read(words: &mut OptionWords<'_, '_>) -> Result<Solve, ParseError> {
    let (mut path, mut limits, mut jobs) = (None, Vec::new(), 1);
    // `None` if not given, `Some(None)` for the default name.
    let (mut misses, mut from) = (None, None);
    let (mut proofs, mut sound, mut certificates, mut known) = (None, false, false, None);
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--jobs") => jobs = words.parsed(number(1..=MOST_JOBS))?,
            Given::Option("--misses") => misses = Some(file_of_misses(words, &mut limits)),
            Given::Option("--from") => from = Some(file_of_misses(words, &mut limits)),
            Given::Option("--known") => known = Some(words.path()?),
            Given::Option("--proofs") => proofs = Some(words.path()?),
            Given::Option("--sound") => sound = true,
            Given::Option("--certificates") => certificates = true,
            Given::Word(word) if path.is_none() => path = Some(words.file(word)?),
            Given::Word(word) => limits.push(word.text),
            other => return Err(words.unexpected(&other)),
        }
    }
    let path = path.ok_or_else(|| words.missing("FILE|-"))?;
    let limits = if is_stdin(&path) {
        let limits = stream_limits(&limits).map_err(|fault| words.at_fault(fault))?;
        let of_files = [
            ("--misses", misses.is_some()),
            ("--from", from.is_some()),
            ("--proofs", proofs.is_some() && !certificates),
            ("--jobs", jobs > 1),
        ];
        refuse_of_files(&of_files).map_err(|fault| words.at_fault(fault))?;
        limits
    } else if certificates || known.is_some() {
        let why = "--certificates is for standard input; of a file, --proofs DIR keeps the proofs";
        return Err(words.at_fault(("--certificates".to_owned(), why.to_owned())));
    } else {
        words.limits(&limits, &LimitSet::PROBLEM)?
    };
    let usual = || path.with_extension("miss.epd");
    let misses = misses.map(|file| file.unwrap_or_else(usual));
    let from = from.map(|file| file.or(misses.clone()).unwrap_or_else(usual));
    let misses = misses.or_else(|| from.clone());
    Ok(Solve { path, limits, jobs, misses, from, proofs, sound, certificates, known })
}

/// Parses the optional file name of an option; a limit after the option is a limit.
fn file_of_misses<'a>(
    words: &mut OptionWords<'_, 'a>,
    limits: &mut Vec<&'a str>,
) -> Option<PathBuf> {
    let word = words.optional_value()?;
    if LimitSet::PROBLEM.kind(word.text).is_some() {
        limits.push(word.text);
        return None;
    }
    path(word.text).ok()
}

impl Solve {
    fn begin(self, session: &mut Session) -> Acted {
        if is_stdin(&self.path) {
            let Solve { sound, certificates, proofs, known, .. } = self;
            if let Some(folder) = &proofs {
                make_folder(folder)?;
            }
            let files = session.files.written.clone();
            let writer = certificates.then_some(CertificateWriter { files, folder: proofs });
            let make = move |options: &Options, nodes| {
                let mut facts = MateFacts::default();
                // `proof join` names those that do not hold.
                let mut learn = |_: &Path, said: Result<Said, String>| {
                    said.ok()
                        .and_then(|said| said.checked.0)
                        .iter()
                        .for_each(|proof| facts.add(proof));
                };
                let files: Vec<PathBuf> = known.iter().cloned().collect();
                read_answers(&files, &StopFlag::new(), &mut learn)?;
                Ok(answerer(options, (nodes, sound, facts), writer.clone()))
            };
            return answer_lines(make, &self.limits, session);
        }
        let options = with_memory(session.engine.options(), &self.limits)?;
        let known = Arc::clone(&session.engine.known_mates);
        session.start_task(move |context| self.run(&options, &known, context))
    }

    fn effort(&self) -> Effort {
        let Limits { movetime: time, nodes, .. } = self.limits.limits;
        let time = time.or(if nodes.is_none() { Some(DEFAULT_TIME) } else { None });
        Effort { time, nodes, sound: self.sound, certificates: false }
    }

    fn run(
        self,
        options: &Options,
        session: &KnownMates,
        context: &TaskContext,
    ) -> Result<Finding, CommandError> {
        let (effort, misses, from) = (self.effort(), self.misses, self.from);
        let SuiteFile { items: suite, left_out } = suite::read_with_problems(&self.path)?;
        let (size, made_of) = (suite.len(), misses::made_of(&suite));
        let items = match &from {
            Some(from) => misses::select_missed(suite, from)?,
            None => suite,
        };
        if let Some(folder) = &self.proofs {
            make_folder(folder)?;
        }
        // The file it resumes from may be updated in place.
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
            context.found(counts.count(item, row));
        };
        let each = (self.jobs, &context.stop, session);
        let totals = run(&items, options, &effort, each, &mut tell)?;
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
        Finding::measured(answer, unmet, bad)
    }
}

/// Builds the answerer of `solve -`: tests the `bm`, `am` or `dm` of each line, and with `sound` whether it is the only solution.
fn answerer(
    options: &Options,
    (nodes, sound, facts): (u64, bool, MateFacts),
    writer: Option<CertificateWriter>,
) -> Answerer {
    let certificates = writer.is_some();
    let effort = Effort { nodes: Some(nodes), sound, certificates, ..Effort::default() };
    let mut solver = Solver::new(options, effort, &Arc::new(Endgames::default()));
    solver.facts = facts;
    Answerer::Lines(Box::new(move |line, text, stop| {
        answer(&mut solver, (line, text), writer.as_ref(), stop)
    }))
}

fn answer(
    solver: &mut Solver,
    (line, text): (usize, &str),
    writer: Option<&CertificateWriter>,
    stop: &StopFlag,
) -> Answered {
    let nothing = || format!("line {line}: neither bm, am nor dm, so nothing to solve");
    let read = Epd::parse_problem(text).map_err(|error| error.in_line(line, text).to_string());
    let item = read.and_then(|epd| suite::item_of(line, &epd)?.ok_or_else(nothing));
    let item = match item {
        Ok(item) => SuiteItem { number: line, ..item },
        Err(fault) => return Ok(Err(fault)),
    };
    let row = solver.attempt(&item, stop)?;
    let certificate = writer.map(|writer| writer.of(&item, &row, stop)).transpose()?.flatten();
    let answer = Box::new(SuiteEvent { item, row, counts: None, certificate });
    // A pipe gets a row like those of a suite; a terminal shows misses only.
    Ok(Ok(StreamOutcome::Answered { answer, bad: false }))
}

/// Saves the proof of a mate and verifies the file by reading it. Returns the number of proofs.
fn save(
    files: &WrittenFiles,
    folder: &Path,
    item: &SuiteItem,
    answer: &Attempt,
) -> Result<usize, CommandError> {
    let Attempt::Prover(outcome) = answer else { return Ok(0) };
    let Some(proof) = &outcome.proof else { return Ok(0) };
    let path = folder.join(file_name(item));
    let shortness = Shortness::claimed(outcome.is_shortest());
    files::proof::claim(files, &path, proof)?;
    files::proof::save(files, &path, proof, &shortness, item.position.is_chess960())?;
    files::proof::load(&path, proof.rules())?;
    Ok(1)
}

/// Returns the number of the record and its name, reduced to letters of file names: `0017-wac.017.jsonl`.
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
    use crate::commands::options::tests::read_options;
    use crate::commands::tools::stream::tests::Worker;

    #[test]
    fn words_options_and_what_is_usual() {
        let solve = |line: &str| {
            let solve = read_options(line, OPTIONS, read).unwrap();
            let (files, memory) = ([solve.misses.clone(), solve.from.clone()], solve.limits.memory);
            (solve.effort(), files, solve, memory)
        };
        let error = |line: &str| read_options(line, OPTIONS, read).unwrap_err();
        let (effort, files, plain, _) = solve("a/wac.epd");
        assert_eq!(effort.time, Some(Duration::from_secs(1)));
        assert_eq!((plain.jobs, files), (1, [None, None]));
        let (effort, files, all, memory) =
            solve("wac.epd 5M 10s 64MiB --jobs 3 --misses x.epd --proofs out");
        assert_eq!((effort.nodes, memory), (Some(5_000_000), Some(64)));
        assert_eq!(effort.time, Some(Duration::from_secs(10)));
        assert_eq!((all.jobs, files), (3, [Some("x.epd".into()), None]));
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
        let error = |line: &str| read_options(line, OPTIONS, read).unwrap_err();
        for line in ["-", "- 5000", "- 5k 16MiB", "- nodes 5k memory 16"] {
            assert!(is_stdin(&read_options(line, OPTIONS, read).unwrap().path), "{line}");
        }
        assert!(error("- 5s").contains("\"5s\" is no limit here; limits are 100k, 64MiB"));
        assert!(error("- 5k --misses").contains("for files"));
    }

    #[test]
    fn a_bad_line_is_named_and_the_next_is_answered() {
        let mut worker = Worker::of(|options, nodes| {
            Ok(answerer(options, (nodes, false, MateFacts::default()), None))
        });
        for (line, text, fault) in [
            (1, "8/8/8 w - -", "line 1, column 1: "),
            (2, "7k/8/8/8/8/8/R7/1R2K3 w - - id \"nothing\";", "line 2: neither bm"),
            (3, "7k/8/8/8/8/8/R7/1R2K3 w - - bm Rh9;", "line 3: bm: "),
        ] {
            let error = worker.answer(line, text).outcome.unwrap_err();
            assert!(error.starts_with(fault), "{error}");
        }
        assert!(matches!(worker.answer(4, " ").outcome, Ok(StreamOutcome::Skipped)));
        assert!(matches!(worker.answer(5, "# a comment").outcome, Ok(StreamOutcome::Skipped)));
        let good = worker.answer(6, "7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;");
        assert!(good.of::<SuiteEvent>().unwrap().row.solved);
    }
}
