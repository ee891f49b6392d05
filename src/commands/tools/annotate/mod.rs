//! `annotate`: annotates the game on the board, the games of a file, or games on standard input (`commands/tools/stream/`).
//!
//! The games of a file go into a new file when all are done. Until then those that are done are kept beside it (`part.rs`), so that
//! the same command goes on behind the last of them after a stop or a crash.

mod accuracy;
pub mod annotation_page;
mod annotator;
mod finding;
pub mod graph;
mod hindsight;
mod item;
mod options;
mod part;
mod review;
mod view;
mod write;

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub use accuracy::Judgement;
pub use annotator::Annotator;
pub use finding::{GameFinding, MateProof, Question};
pub use item::AnnotatedItem;
pub use options::AnnotateOptions;
pub use review::{AnnotatedGame, MoveReview, main_line};
pub use view::{AnnotatedAnswer, AnnotatedEvent, effort};

use part::AnnotatedPart;

use crate::chess::Color;
use crate::chess::pgn::{PgnGame, PgnReader, PgnRecord};
use crate::commands::arguments::{MOST_JOBS, number, share};
use crate::commands::files::{make_folder, name_of, open};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::commands::tools::stream::{
    Answered, Answerer, StreamOutcome, answer_lines, refuse_of_files, stream_limits,
};
use crate::control::quantity::{self, MOST_NODES};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::engine::limit_words::GivenLimits;
use crate::engine::limit_words::{LimitKind, LimitSet};
use crate::files::{self, Shortness};
use crate::ink::json::{FilePath, Milliseconds};
use crate::ink::number::counted;
use crate::prove::solvers::KnownMates;
use crate::shell::parse::tokens::Word;
use crate::shell::second::{Second, SecondError};
use crate::shell::session::News;
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;
use crate::store::made_of::fingerprint;
use crate::store::written::CommentForm;
use crate::store::{FileError, MadeOf, WrittenFiles};

/// Maximum number of games on a page.
const MOST_SHOWN: usize = 100;

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Reveals "annotate",
        "[FILE|-] [LIMITS] [--to FILE] [--html FILE] [--proofs DIR] [--game N] [OPTIONS] [--force]":
        "grade every move of a game or file; prove missed mates",
        details: "A move that loses --margin percent of a point is an inaccuracy, twice that a mistake, three times \
                  a blunder. The game on the board gets scores, glyphs, words and better lines; games of a file go \
                  to a new file, and after Ctrl-C or a crash the same command resumes. Damaged games are left out, \
                  with status 1.",
        examples: &[
            ("annotate 100k", "the game on the board", ""),
            ("annotate games.pgn 20k --jobs 2 --html games.html", "all games of a file, and a page of them", "game 1  Anna - Berta · Club · 1-0 · 4 plies"),
            ("annotate games.pgn 10k --game 3 --side white --margin 10", "mistakes and blunders of White only", ""),
            ("annotate 20k --judge second", "what the engine started by `second` agrees with", ""),
            ("annotate - 20k", "with --json: quarterply --json annotate - 20k < games.pgn", "")],
    completer: Completer::Options(OPTIONS),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<AnnotatedAnswer>(), LineSchema::of::<AnnotatedEvent>()],
    read: |reader| read_with(reader, OPTIONS, read, AnnotateGames::begin));

const OPTIONS: &[OptionText] = &[
    (
        "[FILE|-] [LIMITS]",
        "Games in PGN, or the game on the board, or - for standard input (PGN, or a game a line; with nodes, --side, --margin and --proof); for each position 100k (nodes), 2s or d12",
        "",
    ),
    ("--to FILE", "The annotated games, instead of FILE.annotated.pgn", ""),
    ("--html FILE", "A page for a browser, to step through", ""),
    ("--proofs DIR", "A folder for the proofs of missed mates", ""),
    ("--game N", "Only this game of the file, from 1", ""),
    ("--side SIDE", "Judge only the moves of white or black", "both"),
    ("--margin PERCENT", "Percent of a point that an inaccuracy gives away", "5"),
    ("--proof NODES", "Nodes for the proof of each missed mate; 0 proves none", "1M"),
    (
        "--judge second",
        "Report only faults that the second engine confirms by half of their size",
        "",
    ),
    ("--jobs N", "How many are done at a time, each on a thread of its own", "1"),
];

#[derive(Clone, Debug, Default)]
struct AnnotateGames {
    from: Games,
    wanted: AnnotateOptions,
    /// The file of annotated games; `None` for the default name.
    to: Option<PathBuf>,
    html: Option<PathBuf>,
    /// The folder for proofs of missed mates.
    proofs: Option<PathBuf>,
    /// Annotate only this game of the file, from 1.
    game: Option<usize>,
    /// The second engine has to confirm mistakes.
    judge: bool,
}

#[derive(Clone, Debug, Default)]
enum Games {
    #[default]
    OnBoard,
    File(PathBuf),
    /// Lines of standard input, with these limits.
    Lines(Box<GivenLimits>),
}

fn read(words: &mut OptionWords<'_, '_>) -> Result<AnnotateGames, ParseError> {
    words.short = Some(("-o", "--to"));
    let mut given = AnnotateGames::default();
    let (mut from, mut limits): (Option<PathBuf>, Vec<&str>) = (None, Vec::new());
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--to") => given.to = Some(words.path()?),
            Given::Option("--html") => given.html = Some(words.path()?),
            Given::Option("--proofs") => given.proofs = Some(words.path()?),
            Given::Option("--game") => {
                given.game = Some(words.parsed(number(1..=u64::from(u32::MAX)))?);
            }
            Given::Option("--side") => given.wanted.side = words.parsed(side)?,
            Given::Option("--margin") => given.wanted.margin = words.parsed(share)?,
            Given::Option("--proof") => {
                given.wanted.proof_nodes = words.parsed(number(0..=MOST_NODES))?;
            }
            Given::Option("--judge") => {
                words.must_be("second")?;
                given.judge = true;
            }
            Given::Option("--jobs") => given.wanted.jobs = words.parsed(number(1..=MOST_JOBS))?,
            Given::Word(Word { text, .. }) if is_limit(text, &limits) || from.is_some() => {
                limits.push(text);
            }
            Given::Word(word) => from = Some(words.file(word)?),
            other => return Err(words.unexpected(&other)),
        }
    }
    match from {
        Some(from) if from == Path::new("-") => {
            let stream = stream_limits(&limits).map_err(|fault| words.at_fault(fault))?;
            let of_files = [
                ("--to", given.to.is_some()),
                ("--html", given.html.is_some()),
                ("--proofs", given.proofs.is_some()),
                ("--game", given.game.is_some()),
                ("--jobs", given.wanted.jobs > 1),
                ("--judge", given.judge),
            ];
            refuse_of_files(&of_files).map_err(|fault| words.at_fault(fault))?;
            given.from = Games::Lines(Box::new(stream));
            return Ok(given);
        }
        Some(from) => given.from = Games::File(from),
        None => words.reader.terms = needs(Concurrent),
    }
    if !limits.is_empty() {
        given.wanted.limits = words.limits(&limits, &LimitSet::POSITION)?.limits;
    }
    Ok(given)
}

/// Returns whether a word after these limits is a limit, or the value of the last.
fn is_limit(word: &str, before: &[&str]) -> bool {
    let is_value = before.last().is_some_and(|last| LimitKind::of_person(last).is_some());
    is_value || LimitSet::POSITION.kind(word).is_some() || quantity::is_whole(word)
}

/// Parses the side whose moves are judged; `None` for both.
fn side(text: &str) -> Result<Option<Color>, String> {
    match (color_of(text), text) {
        (None, "both") => Ok(None),
        (None, _) => Err("it must be white, black or both".to_owned()),
        (side, _) => Ok(side),
    }
}

impl AnnotateGames {
    fn begin(self, session: &mut Session) -> Acted {
        let options = session.engine.options().clone();
        let work = self.wanted.made_of(&options);
        let known = Arc::clone(&session.engine.known_mates);
        let judge = match self.judge {
            true => Some(Arc::clone(session.analysis.second.as_ref().ok_or(SecondError::None)?)),
            false => None,
        };
        let work = work.and_if("judge", judge.as_ref().map(|judge| judge.name.clone()));
        match &self.from {
            Games::Lines(limits) => {
                let (limits, wanted) = (limits.clone(), self.wanted);
                let make = move |options: &Options, nodes| answerer(&wanted, options, nodes);
                answer_lines(make, &limits, session)
            }
            Games::File(from) => {
                let from = from.clone();
                session.start_task(move |context| {
                    self.of_file((&options, &known, judge), &from, work, context)
                })
            }
            Games::OnBoard => {
                if let Some(to) = &self.to {
                    let why =
                        "the game on the board is annotated where it is; `pgn FILE` writes it";
                    return Err(CommandError::content(to, why));
                }
                let game = session.timeline.now.record.clone();
                let begun = session.start_task(move |context| {
                    self.on_board((&options, &known, judge), &game, work, context)
                })?;
                Ok(begun.telling(News::EXAMINED))
            }
        }
    }

    fn answer(&self, total: usize) -> AnnotatedAnswer {
        let html = self.html.clone().map(FilePath);
        AnnotatedAnswer { total, html, ..AnnotatedAnswer::default() }
    }

    /// Creates the folder of proofs and claims the page before the search, so that errors come early.
    fn claim_shown(&self, files: &WrittenFiles, work: &MadeOf) -> Result<(), CommandError> {
        if let Some(folder) = &self.proofs {
            make_folder(folder)?;
        }
        let work = work.clone().and_if("game", self.game);
        Ok(self.html.iter().try_for_each(|path| files.claim_for(path, CommentForm::XML, &work))?)
    }

    fn on_board(
        &self,
        (options, session, judge): (&Options, &KnownMates, Option<Arc<Second>>),
        record: &PgnGame,
        work: MadeOf,
        context: &TaskContext,
    ) -> Result<Finding, CommandError> {
        let begun = Instant::now();
        let work = work.and("games", fingerprint(record.to_string().as_bytes()));
        self.claim_shown(&context.files, &work)?;
        let places = main_line(record).ply() + 1;
        context.begin("annotate", places);
        let mut annotator = Annotator::new(options, self.wanted.clone(), session, judge)?;
        let annotated =
            annotator.annotate(record, &context.stop, &mut places_told(context, places))?;
        let mut answer = self.answer(1);
        answer.elapsed = Milliseconds(begun.elapsed());
        let Some(game) = annotated else {
            answer.stopped = true;
            return Ok(answer.into());
        };
        game.mates().for_each(|(_, mate)| mate.teach(session));
        let record = game.record.clone();
        self.take(1, game, &mut answer, context)?;
        write_page(&answer, context)?;
        Ok(Finding::new(move |session| {
            session.timeline.rework(|on_board| {
                *on_board = record;
                true
            });
            Ok(answer.into())
        }))
    }

    /// Annotates the games of a file. Its proofs are added to the session's mates, which it does not ask: a run that resumes must
    /// find what the first would have found.
    fn of_file(
        &self,
        (options, session, judge): (&Options, &KnownMates, Option<Arc<Second>>),
        from: &Path,
        work: MadeOf,
        context: &TaskContext,
    ) -> Result<Finding, CommandError> {
        let begun = Instant::now();
        let to = self.to.clone().unwrap_or_else(|| from.with_extension("annotated.pgn"));
        let work = work.and_file("games", from)?;
        self.claim_shown(&context.files, &work)?;
        let FileSurvey { games, damaged } = survey(from, self.game, context)?;
        if self.html.is_some() && games.len() > MOST_SHOWN {
            let why = format!("a page holds {MOST_SHOWN} games at most; name one with --game N");
            return Err(CommandError::content(from, why));
        }
        let none = KnownMates::default();
        let mut annotator = Annotator::new(options, self.wanted.clone(), &none, judge)?;
        let work = work.and_if("game", self.game).and_if("side", self.wanted.side);
        let mut part =
            AnnotatedPart::open(&context.files, &to, &work.and("margin", self.wanted.margin))?;
        let done = part.games();
        if self.html.is_some() && done > 0 {
            let lacking = counted(done, "game");
            let why = format!(
                "it holds {lacking} that a page would lack: leave it out, or name another file with --to"
            );
            return Err(CommandError::content(&part.path, why));
        }
        let mut answer = AnnotatedAnswer {
            path: Some(FilePath(from.to_owned())),
            damaged,
            done,
            ..self.answer(games.len())
        };
        let games = games.get(done..).unwrap_or_default();
        let places = games.iter().map(|(_, places)| places).sum();
        context.begin(name_of(from), places);
        let mut tell = places_told(context, places);
        let mut reader = PgnReader::new(BufReader::new(open(from)?));
        let failed = |error: io::Error| CommandError::content(from, error);
        let mut passed = 0;
        for &(number, _) in games {
            while passed + 1 < number && reader.pass_over().map_err(failed)? {
                passed += 1;
            }
            passed = number;
            let Some(record) = reader.record().map_err(failed)? else { break };
            let game = annotator.annotate(&record.read().game, &context.stop, &mut tell)?;
            let Some(game) = game else {
                answer.stopped = true;
                break;
            };
            game.mates().for_each(|(_, mate)| mate.teach(session));
            let text = game.record.to_string();
            self.take(number, game, &mut answer, context)?;
            part.add(&text)?;
        }
        if answer.stopped {
            answer.kept = Some(FilePath(part.path));
        } else {
            part.finish(&context.files, &to)?;
            answer.to = Some(FilePath(to));
        }
        answer.elapsed = Milliseconds(begun.elapsed());
        let bad = match &answer.damaged[..] {
            [] => None,
            [only] => Some(only.clone()),
            all => Some(format!("{} faults: {}", all.len(), all[..all.len().min(5)].join("; "))),
        };
        let bad = bad.map(|bad| format!("{}: {bad}", from.display()));
        write_page(&answer, context)?;
        Finding::measured(answer, None, bad)
    }

    fn take(
        &self,
        number: usize,
        game: AnnotatedGame,
        answer: &mut AnnotatedAnswer,
        context: &TaskContext,
    ) -> Result<(), CommandError> {
        let mut item = AnnotatedItem::of(number, game);
        let AnnotatedItem { game, proofs, chess960, .. } = &mut item;
        if let Some(folder) = &self.proofs {
            for (ply, mate) in game.mates() {
                let path = folder.join(format!("{number:04}-ply{ply}.jsonl"));
                if proofs.iter().all(|(known, _)| *known != ply) {
                    let shortness = Shortness::claimed(mate.shortest);
                    files::proof::claim(&context.files, &path, &mate.proof)?;
                    files::proof::save(&context.files, &path, &mate.proof, &shortness, *chess960)?;
                    proofs.push((ply, path));
                }
            }
        }
        answer.done += 1;
        context.found(AnnotatedEvent { item: item.clone(), done: answer.done });
        if self.html.is_some() {
            answer.shown.push(item);
        }
        Ok(())
    }
}

/// Writes the page for browsers, if requested and not empty.
fn write_page(answer: &AnnotatedAnswer, context: &TaskContext) -> Result<(), CommandError> {
    if let Some((path, games)) = answer.page_of_games() {
        let page = annotation_page::html(games);
        context.files.write(path, page.as_bytes())?;
    }
    Ok(())
}

/// Returns a listener that reports progress in positions searched, whose number is known before, and what follows the last one.
fn places_told(context: &TaskContext, places: usize) -> impl FnMut(Question, usize, &GameFinding) {
    let mut done = 0;
    move |question, _, _| {
        if question == Question::Place {
            done += 1;
            context.done(done);
            if done == places {
                context.working("the faults are examined");
            }
        }
    }
}

#[derive(Default)]
struct FileSurvey {
    /// Numbers of the readable games, and their positions.
    games: Vec<(usize, usize)>,
    /// Warnings about damaged games.
    damaged: Vec<String>,
}

/// Reads the whole file before the first search, to report damaged games and to count the work.
fn survey(
    path: &Path,
    only: Option<usize>,
    context: &TaskContext,
) -> Result<FileSurvey, CommandError> {
    let mut survey = FileSurvey::default();
    let mut reader = PgnReader::new(BufReader::new(open(path)?));
    let failed = |error: io::Error| CommandError::content(path, error);
    let mut number = 0;
    while let Some(record) = reader.record().map_err(failed)? {
        if context.stop.is_raised() {
            return Err(FileError::Stopped.into());
        }
        number += 1;
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let reading = record.read();
        let named = reading.fault.iter().chain(&reading.doubts);
        survey.damaged.extend(named.map(|fault| format!("game {number}, {fault}")));
        if reading.fault.is_none() {
            survey.games.push((number, main_line(&reading.game).ply() + 1));
        }
    }
    if survey.games.is_empty() {
        let why = match (only.filter(|&only| only > number), survey.damaged.first()) {
            (Some(only), _) => {
                format!("it has {}, so there is no number {only}", counted(number, "record"))
            }
            (None, Some(fault)) => format!("there is no game in it that can be annotated: {fault}"),
            (None, None) => "there is no game in it that can be annotated".to_owned(),
        };
        return Err(CommandError::content(path, why));
    }
    Ok(survey)
}

/// Builds the answerer of `annotate -`.
fn answerer(
    wanted: &AnnotateOptions,
    options: &Options,
    nodes: u64,
) -> Result<Answerer, CommandError> {
    let wanted = AnnotateOptions { limits: Limits::nodes(nodes), jobs: 1, ..wanted.clone() };
    let mut annotator = Annotator::new(options, wanted, &KnownMates::default(), None)?;
    let answer =
        move |line, record: &PgnRecord, stop: &StopFlag| answer(&mut annotator, line, record, stop);
    Ok(Answerer::Games(Box::new(answer)))
}

fn answer(annotator: &mut Annotator, line: usize, record: &PgnRecord, stop: &StopFlag) -> Answered {
    let reading = record.read();
    if let Some(fault) = reading.fault {
        return Ok(Err(fault.to_string()));
    }
    let doubts: Vec<String> = reading.doubts.iter().map(ToString::to_string).collect();
    let game = annotator.annotate(&reading.game, stop, &mut |_, _, _| {})?;
    // After a stop no answer is printed.
    let done = game.map(|game| {
        let bad = !doubts.is_empty();
        let item = AnnotatedItem { doubts: Some(doubts), ..AnnotatedItem::of(line, game) };
        StreamOutcome::Answered { answer: Box::new(item), bad }
    });
    Ok(Ok(done.unwrap_or(StreamOutcome::Skipped)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::tools::stream::StreamAnswer;
    use crate::commands::tools::stream::tests::Worker;

    #[test]
    fn a_game_in_one_line_is_annotated_and_a_broken_one_named() {
        let mut worker =
            Worker::of(|options, nodes| answerer(&AnnotateOptions::default(), options, nodes));
        let mut asked = |line, text| worker.answer(line, text);
        let accuracy = |answer: StreamAnswer| {
            let done = answer.of::<AnnotatedItem>().cloned().unwrap();
            let (game, doubts) = (done.game, done.doubts.unwrap());
            let sides = Color::ALL.map(|side| game.sides[side].accuracy);
            (game.record.to_string(), game.nodes, sides, doubts.len())
        };
        let scholar = "[White \"A\"] [Black \"B\"] 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
        let first = accuracy(asked(1, scholar));
        let ladder = accuracy(asked(2, "[FEN \"7k/R7/8/8/8/8/8/1R2K3 w - - 0 1\"] 1. Kd1 {far} *"));
        assert!(
            ladder.0.contains("1. Kd1 {[%eval #") && ladder.0.contains("{far}"),
            "{}",
            ladder.0
        );
        assert_eq!(accuracy(asked(3, scholar)), first, "nothing is remembered");
        for (line, text, fault) in [
            (4, "e4 e5 Kf3", "line 4, column 7: move 3 of 3: "),
            (6, "1. e4 ; the king's pawn 1... e5", "line 6, column 7: a comment behind \";\""),
            (7, "[FEN \"8/8/8 w - -\"] 1. e4", "line 7, column 1: the start position: "),
        ] {
            let error = asked(line, text).outcome.unwrap_err();
            assert!(error.starts_with(fault), "{error}");
        }
        assert!(asked(8, "1. e4 e5 1-0 2. Nf3").is_bad(), "moves behind a result");
        assert!(asked(5, "[White \"A\"] [Black B] e4").is_bad(), "a header that is not quite one");
        assert!(asked(9, "1. e4 (1. Ke3) e5 *").is_bad(), "a variation that cannot be read");
        assert!(matches!(asked(10, " ").outcome, Ok(StreamOutcome::Skipped)));
    }
}
