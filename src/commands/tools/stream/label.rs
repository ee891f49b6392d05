//! `label`: searches positions on standard input, one per line.

use serde_json::Value;

use super::answer::SkippedLine;
use super::{Answerer, StreamOutcome, answer_lines, read_line, stream_limits};
use crate::chess::{Game, notation};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::commands::tools::suite::finish;
use crate::control::{Limits, StopFlag};
use crate::engine::limit_words::GivenLimits;
use crate::engine::{Engine, Options};
use crate::ink::AnyAnswer;
use crate::ink::answer::members;
use crate::ink::json::{self, Coordinates, Count, Fen, San, SidedScore};
use crate::units::{Bound, Score};

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Reveals "label", "- [NODES] [SIZE]":
        "answer FEN or EPD records from standard input, a line each: best move, score, bound, depth",
        details: "Each line is searched alone, on one thread, to a number of nodes, so its answer is the same on \
                  every machine. Scores are White's view unless `set pov mover`. Each line has one answer, in order; \
                  an invalid one gets its error, with status 1 at the end. `solve -` and `annotate -` do so with \
                  puzzles and games.",
        examples: &[("label - 5k", "with --json: quarterply --json label - 5k < positions.epd", ""),
            ("label - 5k 1MiB", "a small table, which is quickly made anew", "")],
    completer: Completer::Options(OPTIONS),
    terms: free(Concurrent),
    answers: &[LineSchema::named::<SkippedLine>("skipped"), LineSchema::named::<PositionLabel>("label")],
    read: |reader| read_with(reader, OPTIONS, read, |limits, session| answer_lines(answerer, &limits, session)));

const OPTIONS: &[OptionText] = &[
    ("-", "Lines of standard input", ""),
    ("LIMITS", "Nodes for each line: 100k if nothing is said; memory for the table, as 64MiB", ""),
];

fn read(words: &mut OptionWords<'_, '_>) -> Result<GivenLimits, ParseError> {
    let (mut from, mut limits) = (None, Vec::new());
    while let Some(word) = words.next()? {
        match word {
            Given::Word(word) if from.is_none() => from = Some(word.text),
            Given::Word(word) => limits.push(word.text),
            other => return Err(words.unexpected(&other)),
        }
    }
    let word = from.ok_or_else(|| words.missing("-"))?;
    if word != "-" {
        let why = format!(
            "\"{word}\" is read as `label - < {word}`: label takes lines of standard input"
        );
        return Err(words.at_fault((word.to_owned(), why)));
    }
    stream_limits(&limits).map_err(|fault| words.at_fault(fault))
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PositionLabel {
    /// The `id` of the record; empty without one.
    pub id: String,
    pub fen: Fen,
    /// The move; `None` where the game is over.
    #[serde(rename = "move")]
    pub best: Option<Coordinates>,
    pub san: Option<San>,
    pub score: SidedScore,
    /// Iterations completed; 0 where the game is over.
    pub depth: u32,
    pub nodes: Count,
    pub line: usize,
}

impl AnyAnswer for PositionLabel {
    fn line(&self) -> Option<(&'static str, Value)> {
        Some(("label", members(self)))
    }

    fn page(&self, settings: &Settings) -> Page {
        Page::of(Line::plain(format!("{}\tlabel\t{}", self.line, labelled(self, settings))))
    }
}

fn labelled(label: &PositionLabel, settings: &Settings) -> String {
    let PositionLabel { id, san, score: SidedScore { score, bound, turn }, depth, nodes, .. } =
        label;
    let played = san.as_ref().map_or("-", |san| &san.0);
    let (score, bound) = (settings.score(*score, *turn).text(), json::bound(*bound));
    format!("{played}\t{score}\t{bound}\td{depth}\t{}\t{id}", nodes.0)
}

/// Builds the answerer of `label`.
fn answerer(options: &Options, nodes: u64) -> Result<Answerer, CommandError> {
    let (mut engine, limits) = (Engine::with(options.clone()), Limits::nodes(nodes));
    Ok(Answerer::Lines(Box::new(move |line, text, stop| {
        let labelled = label(&mut engine, &limits, (line, text), stop);
        Ok(labelled.map(|label| StreamOutcome::Answered { answer: Box::new(label), bad: false }))
    })))
}

fn label(
    engine: &mut Engine,
    limits: &Limits,
    (line, text): (usize, &str),
    stop: &StopFlag,
) -> Result<PositionLabel, String> {
    let epd = read_line(line, text)?;
    let position = epd.position;
    engine.new_game();
    let chess960 = engine.options().chess960 || position.is_chess960();
    let finished = finish(engine, Game::new(position), limits.clone(), stop);
    let Some(finished) = finished else {
        return Err("the search ended with an internal error".to_owned());
    };
    let first = finished.iteration.lines.first();
    let over = if position.in_check() { Score::mated_at(0) } else { Score::DRAW };
    Ok(PositionLabel {
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
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::tools::stream::tests::Worker;

    fn label_of(worker: &mut Worker, number: usize, text: &str) -> PositionLabel {
        worker.answer(number, text).of::<PositionLabel>().cloned().unwrap()
    }

    #[test]
    fn a_line_has_the_same_answer_whatever_came_before() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let other = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - id \"other\";";
        let facts =
            |label: PositionLabel| (label.best, label.score, label.depth, label.nodes, label.id);
        let mut worker = Worker::of(answerer);
        let first = facts(label_of(&mut worker, 1, start));
        let mate = facts(label_of(&mut worker, 2, other));
        assert_eq!((mate.1.score, mate.4.as_str()), (Score::mates_at(1), "other"));
        assert_eq!(facts(label_of(&mut worker, 3, start)), first);
    }

    #[test]
    fn the_end_of_a_game_is_labelled_too() {
        let mut worker = Worker::of(answerer);
        let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - -";
        let label = label_of(&mut worker, 1, mated);
        assert_eq!((label.best, label.score.score), (None, Score::mated_at(0)));
    }

    #[test]
    fn a_raised_flag_leaves_a_line_without_an_answer() {
        let stop = StopFlag::new();
        stop.raise();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(Worker::of(answerer).until(1, start, &stop).is_none());
    }
}
