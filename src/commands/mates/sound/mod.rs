//! `sound`: checks whether a puzzle's claim is true and every move of its solver the only one, with evidence.

pub mod certificate;
pub(in crate::commands) mod examiner;
#[cfg(test)]
mod tests;
pub mod view;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub use certificate::{Certificate, Soundness};
pub use examiner::{ExamineOptions, Examiner};
use view::{CertifiedAnswer, CertifiedEvent, CertifiedPuzzle};

use crate::commands::arguments::{MOST_JOBS, number, share, with_memory};
use crate::commands::batch::{Batch, JobFlags};
use crate::commands::files::name_of;
use crate::commands::mates::puzzle::{self, Puzzle};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::files::text;
use crate::ink::json::{FilePath, Milliseconds};
use crate::oracle::tables::TableSet;
use crate::shell::parse::tokens::Word;
use crate::shell::session::News;
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;

pub(in crate::commands) const ROW: CommandSpec = row!(Mates Reveals "sound", "[FILE | MOVES] [NODES] [--margin PERCENT] [--jobs N]":
        "whether each move of a puzzle's solver is the only one: by proof, by tables, or by a margin",
        details: "A puzzle is sound, dual (another move does it too), wrong (the claim does not hold) or open (too \
                  few nodes), with the line that shows it. Mates are proved; other moves are compared by tables or \
                  searches. A move to avoid (am) must be worse by a quarter of the margin. Status 4 if a puzzle is \
                  not sound.",
        examples: &[("sound", "the position on the board", " sound  mate in 1, the shortest"),
            ("sound Qg6 fxg6 Nxg6+ 1M", "a line of both sides", ""),
            ("sound mates.epd --jobs 2", "a file, as a table", ""),
            ("sound puzzles.csv 500k --margin 35", "puzzles from Lichess, by a wider margin", "")],
    completer: Completer::Options(OPTIONS),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<CertifiedPuzzle>(), LineSchema::of::<CertifiedAnswer>()],
    read: |reader| read_with(reader, OPTIONS, read, Sound::begin));

const OPTIONS: &[OptionText] = &[
    (
        "[FILE | MOVES] [NODES]",
        "Puzzles in FILE.epd (bm, am, dm, pv) or FILE.csv (as Lichess has them), or moves of both sides from the board on, else those of the proof or the search; nodes for each question: 200k",
        "",
    ),
    (
        "--margin PERCENT",
        "Without a proof: percent of a point by which an only move must be better",
        "20",
    ),
    ("--jobs N", "How many are done at a time, each on a thread of its own", "1"),
];

#[derive(Debug)]
struct Sound {
    /// `None` for the position on the board.
    file: Option<PathBuf>,
    /// Moves of both sides from the position on the board.
    moves: Vec<String>,
    limits: GivenLimits,
    margin: f64,
    jobs: usize,
}

fn read(words: &mut OptionWords<'_, '_>) -> Result<Sound, ParseError> {
    let (mut margin, mut jobs) = (0.2, 1);
    let (mut file, mut moves, mut limits) = (None, Vec::new(), Vec::new());
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--margin") => margin = words.parsed(share)?,
            Given::Option("--jobs") => jobs = words.parsed(number(1..=MOST_JOBS))?,
            Given::Word(word @ Word { text, .. }) => {
                let is_value = limits.last().is_some_and(|last| *last == "nodes");
                if is_value || LimitSet::LINE.kind(text).is_some() {
                    limits.push(text);
                } else if is_file(text) && file.is_none() {
                    file = Some(words.file(word)?);
                } else {
                    moves.push(text.to_owned());
                }
            }
            other => return Err(words.unexpected(&other)),
        }
    }
    if let (Some(_), Some(word)) = (&file, moves.first()) {
        let why = format!("a file is checked as it is: {word} is one word too many");
        return Err(words.at_fault((word.clone(), why)));
    }
    if file.is_none() {
        words.reader.terms = needs(Concurrent);
    }
    let limits = words.limits(&limits, &LimitSet::LINE)?;
    Ok(Sound { file, moves, limits, margin, jobs })
}

impl Sound {
    fn begin(self, session: &mut Session) -> Acted {
        let Sound { file, moves, limits, margin, jobs } = self;
        let options = with_memory(session.engine.options(), &limits)?;
        let (tables, known) = (session.engine.tables(), Arc::clone(&session.engine.known_mates));
        let nodes = limits.limits.nodes.unwrap_or(ExamineOptions::default().nodes);
        let wanted = ExamineOptions { nodes, margin };
        if let Some(path) = file {
            // All jobs share the endgame tables.
            let tables = TableSet { own: Some(tables.own.unwrap_or_default()), ..tables };
            return session.start_task(move |context| {
                let examiner = || Examiner::new(&options, wanted, &tables, &known);
                check_file(path, jobs, &examiner, context)
            });
        }
        let puzzle = Puzzle::of_moves(
            *session.position(),
            &moves.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let puzzle =
            puzzle.map_err(|(word, error)| CommandError::refused(format!("{word}: {error}")))?;
        if !session.position().has_legal_move() {
            return Err(CommandError::refused("the game is over here, so there is no puzzle"));
        }
        let begun = session.start_task(move |context| {
            let mut examiner = Examiner::new(&options, wanted, &tables, &known);
            let Some(certificate) = examiner.examine(&puzzle, &context.stop)? else {
                return Err(CommandError::NothingKnown);
            };
            examiner.judge.export_mates(&known);
            let verdict = certificate.soundness;
            let unmet =
                (verdict != Soundness::Sound).then(|| format!("the puzzle is {}", verdict.name()));
            Finding::measured(CertifiedPuzzle::new(&puzzle.item, certificate), unmet, None)
        })?;
        Ok(begun.telling(News::EXAMINED))
    }
}

/// Returns whether a word names a file or a suite of the program; no move has such an extension or begins so.
fn is_file(word: &str) -> bool {
    word.starts_with('@')
        || ["epd", "csv", "txt"].contains(&text::extension(Path::new(word)).as_str())
}

fn check_file(
    path: PathBuf,
    jobs: usize,
    examiner: &(dyn Fn() -> Examiner + Sync),
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let (puzzles, left_out) = puzzle::read(&path)?;
    let size = puzzles.len();
    context.begin(name_of(&path), size);
    let path = FilePath(path);
    let mut answer = CertifiedAnswer { path, size, left_out, ..CertifiedAnswer::default() };
    let begun = Instant::now();
    let begin = |flags: &JobFlags| Ok::<_, CommandError>((examiner(), flags.clone()));
    let work = |(examiner, flags): &mut (Examiner, JobFlags), index: u32| {
        let puzzle = &puzzles[index as usize];
        Ok(examiner.examine(puzzle, &flags.quit)?.map(|certificate| (puzzle, certificate)))
    };
    Batch::of(size, jobs, &context.stop).run(begin, work, &mut |(puzzle, certificate)| {
        answer.count(&certificate);
        let (name, tally) = (puzzle.item.name(), answer.tally);
        let puzzle = CertifiedPuzzle::new(&puzzle.item, certificate);
        context.found(CertifiedEvent { puzzle, name, tally });
        ControlFlow::Continue(())
    })?;
    answer.elapsed = Milliseconds(begun.elapsed());
    answer.stopped = answer.tally.iter().sum::<usize>() < answer.size;
    let (unmet, bad) = (answer.unsound(), answer.left_out.bad_records());
    Finding::measured(answer, unmet, bad)
}
