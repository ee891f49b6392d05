//! Records that come one at a time from a program that hands out work, positions or games: a line in, an answer out, and
//! nothing is remembered.
//!
//! So the same line has the same answer whoever is asked, in whatever order, and an engine for work on many machines
//! (Dask, Spark, GNU parallel) can give a line to another worker when one is lost. Nodes bound each line; there is no clock.
//! Suites from files, several positions at a time, are `tools/solve/` and `tools/suite/`; games from files `annotate/`.

mod answer;
mod games;
pub mod label;

use std::io;
use std::path::Path;
use std::sync::Arc;

pub use answer::{PositionLabel, StreamAnswer, StreamOutcome, StreamTotals};

use crate::chess::epd::{Epd, is_no_record};
use crate::chess::pgn::{PgnReader, PgnRecord};
use crate::chess::{Game, notation};
use crate::control::{Limits, StopFlag};
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::engine::{Engine, Options};
use crate::ink::json::{Coordinates, Count, Fen, San, SidedScore};
use crate::oracle::Endgames;
use crate::tools::annotate::{AnnotateOptions, AnnotatedItem, Annotator};
use crate::tools::solve::{Effort, Solver};
use crate::tools::suite::view::SuiteEvent;
use crate::tools::suite::{self, SuiteItem, finish};
use crate::tools::tool::arguments::{WordFault, limits_of, with_memory};
use crate::tools::tool::{StreamLine, ToolContext, ToolDesk, ToolError, ToolResult, ToolWork};
use crate::units::{Bound, Score};

#[derive(Clone, PartialEq, Debug)]
pub enum StreamWork {
    /// Its `bm`, `am` or `dm` is looked for, and perhaps whether that is the only solution.
    Solve {
        sound: bool,
    },
    Label,
    /// It is a game, and annotated: what is looked for. The limits and the number of jobs are the stream's.
    Annotate(Box<AnnotateOptions>),
}

type Answerer = dyn FnMut(usize, &str, &StopFlag) -> ToolResult<Result<StreamOutcome, String>>;

/// The options of whoever answers: each line is searched alone, on one thread.
fn alone(options: &Options) -> ToolResult<Options> {
    let mut options = options.without_lookup();
    options.set("Threads", "1")?;
    Ok(options)
}

fn annotator(wanted: &AnnotateOptions, options: &Options, nodes: u64) -> ToolResult<Annotator> {
    let wanted = AnnotateOptions { limits: Limits::nodes(nodes), jobs: 1, ..wanted.clone() };
    Annotator::new(options, wanted)
}

/// Whoever answers, giving so many nodes to each position, on one thread.
fn answerer(work: &StreamWork, options: &Options, nodes: u64) -> ToolResult<Box<Answerer>> {
    let options = alone(options)?;
    let limits = Limits::nodes(nodes);
    Ok(match work {
        StreamWork::Solve { sound } => {
            let effort = Effort { nodes: Some(nodes), sound: *sound, ..Effort::default() };
            let mut solver = Solver::new(&options, effort, &Arc::new(Endgames::default()));
            Box::new(move |line, text, stop| solve(&mut solver, line, text, stop))
        }
        StreamWork::Label => {
            let mut engine = Engine::with(options);
            Box::new(move |line, text, stop| Ok(label(&mut engine, &limits, (line, text), stop)))
        }
        StreamWork::Annotate(wanted) => {
            let mut annotator = annotator(wanted, &options, nodes)?;
            Box::new(move |line, text, stop| {
                annotated(&mut annotator, line, &PgnRecord::of_line(text, line), stop)
            })
        }
    })
}

/// What a line of standard input is given if nothing is said.
pub const STREAM_NODES: u64 = 100_000;

pub fn is_stdin(path: &Path) -> bool {
    path == "-"
}

/// Reads the nodes of each line, 100k if nothing is said, and the memory: `5k`, `5000`, `nodes 5k`, `64MiB`.
pub fn stream_limits(words: &[&str]) -> Result<GivenLimits, WordFault> {
    let for_files =
        "; times and depths are for files, so that a line gets the same answer everywhere";
    let given = limits_of(words, &LimitSet::LINE).map_err(|(word, why)| {
        let is_known = LimitSet::POSITION.kind(&word).is_some();
        (word, if is_known { why + for_files } else { why })
    });
    let mut given = given?;
    given.limits.nodes.get_or_insert(STREAM_NODES);
    Ok(given)
}

pub fn refuse_of_files(options: &[(&str, bool)]) -> Result<(), WordFault> {
    match options.iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            Err((name.to_string(), format!("{name} is for files, not for standard input")))
        }
        None => Ok(()),
    }
}

pub fn answer_lines(work: StreamWork, words: &[&str], desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
    let given = stream_limits(words)?;
    let options = with_memory(desk.options, &given)?;
    let nodes = given.limits.nodes.unwrap_or(STREAM_NODES);
    Ok(ToolWork::new(move |context| {
        let mut answer = answerer(&work, &options, nodes)?;
        let mut totals = StreamTotals::default();
        for line in context.records {
            if let StreamWork::Annotate(wanted) = &work
                && games::is_headers(&line)
            {
                let annotator = annotator(wanted, &alone(&options)?, nodes)?;
                return answer_games(annotator, line, totals, context);
            }
            let Some(answer) = answered(&mut *answer, line, context.stop)? else { break };
            totals.lines += 1;
            totals.bad += usize::from(answer.is_bad());
            context.tell(answer);
        }
        Ok(totals.into())
    }))
}

/// Answers the games over several lines that `first` begins.
fn answer_games(
    mut annotator: Annotator,
    first: StreamLine,
    mut totals: StreamTotals,
    context: &ToolContext<'_>,
) -> ToolResult {
    let lines = games::LinesAsText::begin(context, first);
    let mut games = PgnReader::new(io::BufReader::new(lines)).promptly();
    let failed = |error: io::Error| ToolError::Refused(format!("standard input: {error}"));
    while let Some(record) = games.record().map_err(failed)? {
        let line = record.line();
        let outcome = annotated(&mut annotator, line, &record, context.stop)?;
        if context.stop.is_raised() {
            break;
        }
        let answer = StreamAnswer { line, outcome };
        totals.lines += 1;
        totals.bad += usize::from(answer.is_bad());
        context.tell(answer);
    }
    Ok(totals.into())
}

/// Answers a line; `None` if the flag was raised before it was done.
fn answered(
    answer: &mut Answerer,
    StreamLine { number: line, text }: StreamLine,
    stop: &StopFlag,
) -> ToolResult<Option<StreamAnswer>> {
    let outcome = match text {
        Ok(text) if is_no_record(&text) => Ok(StreamOutcome::Skipped),
        Ok(text) => answer(line, &text, stop)?,
        Err(bytes) => Err(format!("line {line}: it has {bytes} bytes, which no record has")),
    };
    Ok((!stop.is_raised()).then_some(StreamAnswer { line, outcome }))
}

fn solve(
    solver: &mut Solver,
    line: usize,
    text: &str,
    stop: &StopFlag,
) -> ToolResult<Result<StreamOutcome, String>> {
    let nothing = || format!("line {line}: neither bm, am nor dm, so nothing to solve");
    let item = read(line, text).and_then(|epd| suite::item_of(line, &epd)?.ok_or_else(nothing));
    let item = match item {
        Ok(item) => SuiteItem { number: line, ..item },
        Err(fault) => return Ok(Err(fault)),
    };
    let row = solver.attempt(&item, stop)?;
    Ok(Ok(StreamOutcome::Solved(Box::new(SuiteEvent { item, row, counts: None }))))
}

fn label(
    engine: &mut Engine,
    limits: &Limits,
    (line, text): (usize, &str),
    stop: &StopFlag,
) -> Result<StreamOutcome, String> {
    let epd = read(line, text)?;
    let position = epd.position;
    engine.new_game();
    let chess960 = engine.options().chess960 || position.is_chess960();
    let finished = finish(engine, Game::new(position), limits.clone(), stop);
    let Some(finished) = finished else {
        return Err("the search ended with an internal error".to_owned());
    };
    let first = finished.iteration.lines.first();
    let over = if position.in_check() { Score::mated_at(0) } else { Score::DRAW };
    Ok(StreamOutcome::Labelled(Box::new(PositionLabel {
        id: epd.id().unwrap_or_default(),
        fen: Fen(position),
        best: finished.best.map(|mv| Coordinates(mv, chess960)),
        san: finished.best.map(|mv| San(notation::san(&position, mv))),
        score: SidedScore {
            score: first.map_or(over, |line| line.score),
            bound: first.map_or(Bound::Exact, |line| line.bound),
            turn: position.turn(),
        },
        depth: finished.iteration.depth,
        nodes: Count(finished.iteration.progress.nodes),
        line,
    })))
}

fn annotated(
    annotator: &mut Annotator,
    line: usize,
    record: &PgnRecord,
    stop: &StopFlag,
) -> ToolResult<Result<StreamOutcome, String>> {
    let reading = record.read();
    if let Some(fault) = reading.fault {
        return Ok(Err(fault.to_string()));
    }
    let doubts = reading.doubts.iter().map(ToString::to_string).collect();
    let game = annotator.annotate(&reading.game, stop, &mut |_, _, _| {})?;
    // Whoever stops it wants no answer.
    let done = game.map(|game| {
        let item = AnnotatedItem { doubts: Some(doubts), ..AnnotatedItem::of(line, game) };
        StreamOutcome::Annotated(Box::new(item))
    });
    Ok(Ok(done.unwrap_or(StreamOutcome::Skipped)))
}

fn read(line: usize, text: &str) -> Result<Epd, String> {
    Epd::parse(text).map_err(|error| error.in_line(line, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    fn worker(work: StreamWork) -> Box<Answerer> {
        let mut options = Options::default();
        options.set("Hash", "1").unwrap();
        answerer(&work, &options, 1_000).unwrap()
    }

    fn answer(worker: &mut Box<Answerer>, number: usize, text: &str) -> StreamAnswer {
        let line = StreamLine { number, text: Ok(text.to_owned()) };
        answered(&mut **worker, line, &StopFlag::new()).unwrap().unwrap()
    }

    #[test]
    fn a_line_has_the_same_answer_whatever_came_before() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let other = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - id \"other\";";
        let facts = |answer: StreamAnswer| {
            let Ok(StreamOutcome::Labelled(label)) = answer.outcome else { panic!() };
            (label.best, label.score, label.depth, label.nodes, label.id)
        };
        let mut worker = worker(StreamWork::Label);
        let first = facts(answer(&mut worker, 1, start));
        let mate = facts(answer(&mut worker, 2, other));
        assert_eq!((mate.1.score, mate.4.as_str()), (Score::mates_at(1), "other"));
        assert_eq!(facts(answer(&mut worker, 3, start)), first);
    }

    #[test]
    fn the_end_of_a_game_is_labelled_too() {
        let mut worker = worker(StreamWork::Label);
        let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - -";
        let StreamAnswer { outcome: Ok(StreamOutcome::Labelled(label)), .. } =
            answer(&mut worker, 1, mated)
        else {
            panic!()
        };
        assert_eq!((label.best, label.score.score), (None, Score::mated_at(0)));
    }

    #[test]
    fn a_bad_line_is_named_and_the_next_is_answered() {
        let mut worker = worker(StreamWork::Solve { sound: false });
        for (line, text, fault) in [
            (1, "8/8/8 w - -", "line 1, column 1: "),
            (2, "7k/8/8/8/8/8/R7/1R2K3 w - - id \"nothing\";", "line 2: neither bm"),
            (3, "7k/8/8/8/8/8/R7/1R2K3 w - - bm Rh9;", "line 3: bm: "),
        ] {
            let error = answer(&mut worker, line, text).outcome.unwrap_err();
            assert!(error.starts_with(fault), "{error}");
        }
        assert!(matches!(answer(&mut worker, 4, " ").outcome, Ok(StreamOutcome::Skipped)));
        assert!(matches!(
            answer(&mut worker, 5, "# a comment").outcome,
            Ok(StreamOutcome::Skipped)
        ));
        let good = answer(&mut worker, 6, "7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;").outcome;
        assert!(matches!(good, Ok(StreamOutcome::Solved(done)) if done.row.solved));
    }

    #[test]
    fn a_game_in_one_line_is_annotated_and_a_broken_one_named() {
        let mut worker = worker(StreamWork::Annotate(Box::default()));
        let mut asked = |line, text| answer(&mut worker, line, text);
        let accuracy = |answer: StreamAnswer| {
            let Ok(StreamOutcome::Annotated(done)) = answer.outcome else { panic!() };
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
            (8, "1. e4 e5 1-0 2. Nf3", "line 8, column 17: "),
        ] {
            let error = asked(line, text).outcome.unwrap_err();
            assert!(error.starts_with(fault), "{error}");
        }
        assert!(asked(5, "[White \"A\"] [Black B] e4").is_bad(), "a header that is not quite one");
        assert!(asked(9, "1. e4 (1. Ke3) e5 *").is_bad(), "a variation that cannot be read");
        assert!(matches!(asked(10, " ").outcome, Ok(StreamOutcome::Skipped)));
    }

    #[test]
    fn a_raised_flag_leaves_a_line_without_an_answer() {
        let stop = StopFlag::new();
        stop.raise();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let line = StreamLine { number: 1, text: Ok(start.to_owned()) };
        assert!(answered(&mut *worker(StreamWork::Label), line, &stop).unwrap().is_none());
    }
}
