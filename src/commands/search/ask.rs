//! `ask`: searches with the second engine; shows its line under the line of the last search.

use std::time::Duration;

use crate::chess::Position;
use crate::commands::prelude::*;
use crate::commands::search::reasons::{NODES, Reasoner, Sentence, it, reasons};
use crate::control::Limits;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::ink::json::{Count, Milliseconds, PlayedMove, SearchedLine};
use crate::ink::movetext;
use crate::ink::number::{short, time_with_unit};
use crate::shell::parse::search_limits;
use crate::shell::second::{EngineAnswer, SecondError};
use crate::units::ScoreKind::{self, Centipawns};

pub(super) const ROW: CommandSpec = row!(Search Reveals "ask", "[TIME | dDEPTH | NODES]":
    "ask the second engine about the position, and show its line under that of our last search",
    details: "Without a limit it searches for one second; a limit of depth or nodes also ends after ten minutes. A different move and \
              a score that differs by half a pawn or more are highlighted.",
    examples: &[("ask", "for a second", ""), ("ask d20", "to depth 20, as it counts", "")],
    completer: Completer::Limits,
    answers: &[LineSchema::of::<AskAnswer>()],
    read: read);

const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Minimum difference of scores that counts as a disagreement, in centipawns.
const OTHER: u32 = 50;

fn read(reader: &mut Reader<'_>) -> Parsed {
    let mut given = GivenLimits::default();
    while let Some(word) = reader.take() {
        if !search_limits::limit(reader, word, &LimitSet::MOVE, &mut given)? {
            return Err(ParseError::of(word, LimitSet::MOVE.refusal(word.text)));
        }
    }
    let limits = given.limits;
    let limits = if limits.is_bounded() { limits } else { Limits::movetime(DEFAULT_TIME) };
    Ok(Box::new(|session| act(session, limits)))
}

fn act(session: &mut Session, limits: Limits) -> Acted {
    session.timeline.require_move()?;
    let second = session.analysis.second.clone().ok_or(SecondError::None)?;
    let (game, chess960) = (session.timeline.game().clone(), session.is_chess960());
    let root = *game.position();
    let ours = ours(session, root, chess960);
    let (options, tables) = (session.engine.options().clone(), session.engine.tables());
    session.start_task(move |context| {
        context.working("the second engine searches");
        let theirs = second.ask(&game, (chess960, false), &limits, &context.stop)?;
        let mut answer = AskAnswer::of(ours, theirs);
        if answer.same_move == Some(false) {
            let mut reasoner = Reasoner::new(&options, NODES, &tables);
            reasoner.judge.game = Some(game);
            answer.reasons = reasoner.sentences(&root, answer.theirs.best.mv, &context.stop)?;
        }
        Ok(answer.into())
    })
}

/// Returns the result of the last search, if it searched this position.
fn ours(session: &Session, root: Position, chess960: bool) -> Option<EngineAnswer> {
    let (_, iteration) =
        session.analysis.latest(&session.jobs).filter(|(game, _)| *game.position() == root)?;
    let line = iteration.lines.first()?;
    let (score, pv) = ((line.score, line.bound), line.pv.clone());
    Some(EngineAnswer {
        engine: "Quarterply".to_owned(),
        best: PlayedMove { before: root, mv: *line.pv.first()?, chess960 },
        depth: iteration.depth,
        seldepth: iteration.seldepth,
        nodes: Count(iteration.progress.nodes),
        elapsed: Milliseconds(iteration.progress.elapsed),
        line: Some(SearchedLine { root, score, pv, chess960 }),
        notes: Vec::new(),
    })
}

/// The answer of the second engine, and that of our last search of the same position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskAnswer {
    /// `None` if the last search was of another position.
    ours: Option<EngineAnswer>,
    theirs: EngineAnswer,
    /// Whether both would play the same move.
    same_move: Option<bool>,
    /// Whether the scores are less than half a pawn apart, or the same mate.
    same_score: Option<bool>,
    /// What we say of its move if ours is another.
    reasons: Vec<Sentence>,
}

impl AskAnswer {
    fn of(ours: Option<EngineAnswer>, theirs: EngineAnswer) -> AskAnswer {
        let kind = |answer: &EngineAnswer| Some(answer.line.as_ref()?.score.0.kind());
        let is_same = |scores: (ScoreKind, ScoreKind)| match scores {
            (Centipawns(ours), Centipawns(theirs)) => ours.abs_diff(theirs) < OTHER,
            (ours, theirs) => ours == theirs,
        };
        let same_score = ours.as_ref().and_then(kind).zip(kind(&theirs)).map(is_same);
        let same_move = ours.as_ref().map(|ours| ours.best.mv == theirs.best.mv);
        AskAnswer { ours, theirs, same_move, same_score, reasons: Vec::new() }
    }
}

/// Formats the row of an engine; differences from ours are highlighted.
fn row(
    answer: &EngineAnswer,
    same: (Option<bool>, Option<bool>),
    settings: &Settings,
) -> Vec<Line> {
    let PlayedMove { before: root, mv, .. } = &answer.best;
    let coloured = |line: Line, same| match same {
        Some(false) => Line::of(Role::Caution, line.text()),
        _ => line,
    };
    let (score, moves) = match &answer.line {
        Some(SearchedLine { score: (score, bound), pv, .. }) => {
            (settings.bounded(*score, *bound, root.turn()), movetext::line(root, pv, settings))
        }
        None => {
            (Line::of(Role::Dim, settings.signs().dash), movetext::numbered(root, *mv, settings))
        }
    };
    vec![
        Line::plain(answer.engine.as_str()),
        coloured(score, same.1),
        Line::plain(answer.depth.to_string()),
        Line::plain(short(answer.nodes.0)),
        Line::plain(time_with_unit(answer.elapsed.0)),
        coloured(moves, same.0),
    ]
}

impl Answer for AskAnswer {
    const TYPE: &str = "ask";

    fn page(&self, settings: &Settings) -> Page {
        let mut table = TextTable::headed("engine|score>|depth>|nodes>|time>|line");
        if let Some(ours) = &self.ours {
            table.row(row(ours, (None, None), settings));
        }
        table.row(row(&self.theirs, (self.same_move, self.same_score), settings));
        let mut page = table.page(settings.width);
        let fact = |same, yes, no| match same {
            true => Line::of(Role::Good, yes),
            false => Line::of(Role::Caution, no),
        };
        let moves = self.same_move.map(|same| fact(same, "the same move", "another move"));
        let scores = self.same_score.map(|same| fact(same, "much the same score", "another score"));
        let none = Line::of(Role::Dim, "this position has not been searched here; type `go`");
        page.facts([moves.unwrap_or(none)].into_iter().chain(scores), settings, 2);
        page.append(reasons(&self.reasons, it(), settings));
        for note in &self.theirs.notes {
            page.wrapped(Line::of(Role::Caution, note.as_str()), settings, 2);
        }
        page
    }
}
