//! `annotate`: games are annotated, on the board, out of a file, or line by line as they come (`tools/stream/`).
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
pub use finding::{GameFinding, MateProof, PlaceSearch, Question};
pub use item::AnnotatedItem;
pub use options::AnnotateOptions;
pub use review::{AnnotatedGame, MoveReview, SideReview, main_line};
pub use view::{AnnotatedAnswer, AnnotatedEvent, effort};

use part::AnnotatedPart;

use crate::chess::Color;
use crate::chess::pgn::{PgnGame, PgnReader};
use crate::control::quantity::{self, MOST_NODES};
use crate::engine::Options;
use crate::engine::limit_words::{LimitKind, LimitSet};
use crate::files;
use crate::files::Shortness;
use crate::ink::LineSchema;
use crate::ink::json::{FilePath, Milliseconds};
use crate::ink::number::counted;
use crate::prove::solvers::KnownMates;
use crate::store::made_of::fingerprint;
use crate::store::written::CommentForm;
use crate::store::{MadeOf, StoreError, WrittenFiles};
use crate::tools::second::{Second, SecondError};
use crate::tools::stream::{StreamWork, answer_lines, refuse_of_files, stream_limits};
use crate::tools::tool::arguments::{Jobs, WordFault, limits_of, number, path, share, texts};
use crate::tools::tool::files::{make_folder, name_of, open};
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolError, ToolNews, ToolResult, ToolText, ToolWork,
    tool_text,
};

/// A page of more games than this is not made.
const MOST_SHOWN: usize = 100;

#[derive(clap::Args, Clone, Debug)]
pub struct AnnotateGames {
    /// Games in PGN, - for lines of standard input, or the game on the board; for each position 100k (nodes), 2s or d12
    #[arg(value_name = "[FILE|-] [LIMITS]")]
    words: Vec<String>,
    /// The annotated games, instead of FILE.annotated.pgn
    #[arg(long, short = 'o', value_name = "FILE", value_parser = path)]
    to: Option<PathBuf>,
    /// A page for a browser, to step through
    #[arg(long, value_name = "FILE", value_parser = path)]
    html: Option<PathBuf>,
    /// A folder for the proofs of missed mates
    #[arg(long, value_name = "DIR", value_parser = path)]
    proofs: Option<PathBuf>,
    /// Only this game of the file, from 1
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=u64::from(u32::MAX)))]
    game: Option<usize>,
    /// Judge only the moves of white or black
    #[arg(long, value_name = "SIDE", default_value = "both", value_parser = side)]
    side: JudgedSide,
    /// Percent of a point that an inaccuracy gives away
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = share)]
    margin: f64,
    /// Nodes for the proof of each missed mate; 0 proves none
    #[arg(long, value_name = "NODES", default_value = "1M", value_parser = number::<u64>(0..=MOST_NODES))]
    proof: u64,
    /// Report only faults that the second engine confirms by half of their size
    #[arg(long, value_name = "second", value_parser = ["second"])]
    judge: Option<String>,
    #[command(flatten)]
    jobs: Jobs,
}

/// The side whose moves are judged; `None` for both.
#[derive(Clone, Copy, Debug)]
struct JudgedSide(Option<Color>);

fn side(text: &str) -> Result<JudgedSide, String> {
    match text {
        "white" | "w" => Ok(JudgedSide(Some(Color::White))),
        "black" | "b" => Ok(JudgedSide(Some(Color::Black))),
        "both" => Ok(JudgedSide(None)),
        _ => Err("it must be white, black or both".to_owned()),
    }
}

impl Tool for AnnotateGames {
    const TEXT: ToolText = tool_text!("annotate",
        "[FILE|-] [LIMITS] [--to FILE] [--html FILE] [--proofs DIR] [--game N] [OPTIONS] [--force]":
        "grade every move of a game or file; prove missed mates",
        details: "Places are judged from the last to the first, so that a win which later moves show counts for those before it. \
                  A move that gives away --margin percent of \
                  a point is an inaccuracy, twice that a mistake, three times a blunder; a point is what a score promises, \
                  1 / (1 + e^(-0.00368 cp)), and accuracy is counted from it as Lichess does. A proof is told only if it was \
                  verified. The \
                  game on the board gets scores, glyphs, words and better lines; games of a file go to a new file, \
                  and until all are done to one beside it: after Ctrl-C, or a crash, the same command goes on behind the last. \
                  Damaged games are named and left out, \
                  with status 1. `-` answers games of standard input as they come: PGN, or a game a line, as PGN whose line ends \
                  were made spaces, headers or none before the moves; with nodes, --side, --margin and --proof.",
        examples: &[
            ("annotate 100k", "the game on the board", ""),
            ("annotate games.pgn 20k --jobs 2 --html games.html", "all games of a file, and a page of them", "game 1  Anna - Berta · Club · 1-0 · 4 plies"),
            ("annotate games.pgn 10k --game 3 --side white --margin 10", "mistakes and blunders of White only", ""),
            ("annotate 20k --judge second", "what the engine started by `second` agrees with", ""),
            ("annotate - 20k", "with --json: quarterply --json annotate - 20k < games.pgn", "")]);

    const LINES: &'static [LineSchema] =
        &[LineSchema::of::<AnnotatedAnswer>(), LineSchema::of::<AnnotatedEvent>()];

    fn check(&self) -> Result<(), WordFault> {
        if !self.reads_records() {
            return self.wanted().map(drop);
        }
        stream_limits(&self.sorted().1)?;
        let of_files = [
            ("--to", self.to.is_some()),
            ("--html", self.html.is_some()),
            ("--proofs", self.proofs.is_some()),
            ("--game", self.game.is_some()),
            ("--jobs", self.jobs.jobs > 1),
            ("--judge", self.judge.is_some()),
        ];
        refuse_of_files(&of_files)
    }

    fn reads_records(&self) -> bool {
        self.sorted().0 == Some("-")
    }

    fn needs_position(&self) -> bool {
        self.sorted().0.is_none()
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let options = desk.options.clone();
        let wanted = self.wanted()?;
        let work = wanted.made_of(&options);
        let (from, limits) = self.sorted();
        let session = Arc::clone(desk.known);
        let judge = match self.judge {
            Some(_) => Some(Arc::clone(desk.second.ok_or(SecondError::None)?)),
            None => None,
        };
        let work = work.and_if("judge", judge.as_ref().map(|judge| judge.name.clone()));
        match from {
            Some("-") => answer_lines(StreamWork::Annotate(Box::new(wanted)), &limits, desk),
            Some(from) => {
                let from = path(from).map_err(ToolError::Refused)?;
                Ok(ToolWork::new(move |context| {
                    self.of_file((&options, &session, judge), &from, (wanted, work), context)
                }))
            }
            None => {
                if let Some(to) = &self.to {
                    let why =
                        "the game on the board is annotated where it is; `pgn FILE` writes it";
                    return Err(ToolError::content(to, why));
                }
                let game = desk.game.clone();
                Ok(ToolWork::new(move |context| {
                    self.on_board((&options, &session, judge), &game, (wanted, work), context)
                }))
            }
        }
    }
}

impl AnnotateGames {
    /// Parts the words: where the games are, and the limits of each position.
    fn sorted(&self) -> (Option<&str>, Vec<&str>) {
        let (mut from, mut limits): (Option<&str>, Vec<&str>) = (None, Vec::new());
        for word in texts(&self.words) {
            let is_value = limits.last().is_some_and(|last| LimitKind::of_person(last).is_some());
            let is_limit = LimitSet::POSITION.kind(word).is_some() || quantity::is_whole(word);
            if is_value || is_limit || from.is_some() {
                limits.push(word);
            } else {
                from = Some(word);
            }
        }
        (from, limits)
    }

    fn wanted(&self) -> Result<AnnotateOptions, WordFault> {
        let mut wanted = AnnotateOptions {
            side: self.side.0,
            margin: self.margin,
            proof_nodes: self.proof,
            jobs: self.jobs.jobs,
            ..AnnotateOptions::default()
        };
        let (from, limits) = self.sorted();
        if from != Some("-") && !limits.is_empty() {
            wanted.limits = limits_of(&limits, &LimitSet::POSITION)?.limits;
        }
        Ok(wanted)
    }

    fn answer(&self, total: usize) -> AnnotatedAnswer {
        let html = self.html.clone().map(FilePath);
        AnnotatedAnswer { total, html, ..AnnotatedAnswer::default() }
    }

    /// Makes the folder of proofs and claims the page before the search, so that a refusal comes before the work.
    fn claim_shown(&self, files: &WrittenFiles, work: &MadeOf) -> ToolResult<()> {
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
        (wanted, work): (AnnotateOptions, MadeOf),
        context: &ToolContext<'_>,
    ) -> ToolResult {
        let begun = Instant::now();
        let work = work.and("games", fingerprint(record.to_string().as_bytes()));
        self.claim_shown(context.files, &work)?;
        context.begin("annotate", main_line(record).ply() + 1);
        let mut annotator = Annotator::new(options, wanted)?;
        annotator.know(session);
        annotator.set_judge(judge);
        let annotated = annotator.annotate(record, context.stop, &mut places_told(context))?;
        let mut answer = self.answer(1);
        answer.elapsed = Milliseconds(begun.elapsed());
        let Some(game) = annotated else {
            answer.stopped = true;
            return Ok(answer.into());
        };
        game.mates().for_each(|(_, mate)| mate.teach(session));
        let record = Box::new(game.record.clone());
        self.take(1, game, &mut answer, context)?;
        Ok(ToolDone { game: Some(record), ..answer.into() })
    }

    /// Annotates the games of a file. Its proofs are added to the session's mates, which it does not ask: a run that resumes must
    /// find what the first would have found.
    fn of_file(
        &self,
        (options, session, judge): (&Options, &KnownMates, Option<Arc<Second>>),
        from: &Path,
        (wanted, work): (AnnotateOptions, MadeOf),
        context: &ToolContext<'_>,
    ) -> ToolResult {
        let begun = Instant::now();
        let to = self.to.clone().unwrap_or_else(|| from.with_extension("annotated.pgn"));
        let work = work.and_file("games", from)?;
        self.claim_shown(context.files, &work)?;
        let FileSurvey { games, damaged } = survey(from, self.game, context)?;
        if self.html.is_some() && games.len() > MOST_SHOWN {
            let why = format!("a page holds {MOST_SHOWN} games at most; name one with --game N");
            return Err(ToolError::content(from, why));
        }
        let mut annotator = Annotator::new(options, wanted)?;
        annotator.set_judge(judge);
        let work = work.and_if("game", self.game).and_if("side", self.side.0);
        let mut part = AnnotatedPart::open(context.files, &to, &work.and("margin", self.margin))?;
        let done = part.games();
        if self.html.is_some() && done > 0 {
            let lacking = counted(done, "game");
            let why = format!(
                "it holds {lacking} that a page would lack: leave it out, or name another file with --to"
            );
            return Err(ToolError::content(&part.path, why));
        }
        let mut answer = AnnotatedAnswer {
            path: Some(FilePath(from.to_owned())),
            damaged,
            done,
            ..self.answer(games.len())
        };
        let games = games.get(done..).unwrap_or_default();
        context.begin(name_of(from), games.iter().map(|(_, places)| places).sum());
        let mut tell = places_told(context);
        let mut reader = PgnReader::new(BufReader::new(open(from)?));
        let failed = |error: io::Error| ToolError::content(from, error);
        let mut passed = 0;
        for &(number, _) in games {
            while passed + 1 < number && reader.pass_over().map_err(failed)? {
                passed += 1;
            }
            passed = number;
            let Some(record) = reader.record().map_err(failed)? else { break };
            let game = annotator.annotate(&record.read().game, context.stop, &mut tell)?;
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
            part.finish(context.files, &to)?;
            answer.to = Some(FilePath(to));
        }
        answer.elapsed = Milliseconds(begun.elapsed());
        let bad = match &answer.damaged[..] {
            [] => None,
            [only] => Some(only.clone()),
            all => Some(format!("{} faults: {}", all.len(), all[..all.len().min(5)].join("; "))),
        };
        let bad = bad.map(|bad| format!("{}: {bad}", from.display()));
        ToolDone::measured(answer, None, bad)
    }

    fn take(
        &self,
        number: usize,
        game: AnnotatedGame,
        answer: &mut AnnotatedAnswer,
        context: &ToolContext<'_>,
    ) -> ToolResult<()> {
        let mut item = AnnotatedItem::of(number, game);
        let AnnotatedItem { game, proofs, chess960, .. } = &mut item;
        if let Some(folder) = &self.proofs {
            for (ply, mate) in game.mates() {
                let path = folder.join(format!("{number:04}-ply{ply}.jsonl"));
                if proofs.iter().all(|(known, _)| *known != ply) {
                    let shortness = Shortness::claimed(mate.shortest);
                    files::proof::claim(context.files, &path, &mate.proof)?;
                    files::proof::save(context.files, &path, &mate.proof, &shortness, *chess960)?;
                    proofs.push((ply, path));
                }
            }
        }
        answer.done += 1;
        context.tell(AnnotatedEvent { item: item.clone(), done: answer.done });
        if self.html.is_some() {
            answer.shown.push(item);
        }
        Ok(())
    }
}

/// Tells how far it is, in first searches: more is to be done with every question that follows from their results.
fn places_told(context: &ToolContext<'_>) -> impl FnMut(Question, usize, Option<&GameFinding>) {
    let mut done = 0;
    move |question, _, finding| match finding {
        None if question != Question::Place => (context.tell)(ToolNews::More(question.cost())),
        None => {}
        Some(_) => {
            done += question.cost();
            context.done(done);
        }
    }
}

#[derive(Default)]
struct FileSurvey {
    /// Numbers of those that can be, and their places.
    games: Vec<(usize, usize)>,
    /// Those that cannot be read, or are odd.
    damaged: Vec<String>,
}

/// Reads the whole file before the first search, to report damaged games and to know how much work there is.
fn survey(path: &Path, only: Option<usize>, context: &ToolContext<'_>) -> ToolResult<FileSurvey> {
    let mut survey = FileSurvey::default();
    let mut reader = PgnReader::new(BufReader::new(open(path)?));
    let failed = |error: io::Error| ToolError::content(path, error);
    let mut number = 0;
    while let Some(record) = reader.record().map_err(failed)? {
        if context.stop.is_raised() {
            return Err(StoreError::Stopped.into());
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
        return Err(ToolError::content(path, why));
    }
    Ok(survey)
}
