//! An annotated game as a line of JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::{AnnotatedGame, MateProof, MoveReview};
use crate::chess::Color;
use crate::chess::notation::{line_san, san};
use crate::commands::search::reasons::paragraph;
use crate::ink::answer::members;
use crate::ink::json::{
    Count, FilePath, OpeningForm, PlayedStep, San, SanLine, SidedScore, written_as,
};
use crate::ink::title::GameTitle;
use crate::ink::{AnyAnswer, Line, Page, Settings, movetext};
use crate::oracle::Opening;

#[derive(Clone, Debug)]
pub struct AnnotatedItem {
    /// Its number in the file, from 1; 1 for the game on the board, the number of the line on standard input.
    pub number: usize,
    pub title: GameTitle,
    pub game: AnnotatedGame,
    /// Files of its proofs, each with the ply before which the mate was possible.
    pub proofs: Vec<(usize, PathBuf)>,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
    /// Warnings about a line of standard input, each with its place; `None` for a game of a file or the board.
    pub doubts: Option<Vec<String>>,
}

impl AnnotatedItem {
    pub fn of(number: usize, game: AnnotatedGame) -> AnnotatedItem {
        let title = GameTitle { plies: game.moves.len(), ..GameTitle::of(&game.record) };
        let chess960 = game.record.tree.game().start().is_chess960();
        AnnotatedItem { number, title, game, proofs: Vec::new(), chess960, doubts: None }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "annotated-game"))]
struct GameForm {
    /// Its place in the file, or its line of standard input, from 1.
    number: usize,
    game: GameTitle,
    opening: Option<OpeningForm>,
    /// In percent, from 0 to 100.
    accuracy: AccuracyForm,
    moves: Vec<ReviewForm>,
    nodes: Count,
    /// The record with everything written into it.
    pgn: String,
    /// What is odd in a line of standard input and was passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubts: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "accuracy"))]
struct AccuracyForm {
    white: Option<f64>,
    black: Option<f64>,
}

/// A move, what the position is worth after it, and what would have been better.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "annotated-move"))]
struct ReviewForm {
    #[serde(flatten)]
    step: PlayedStep,
    ply: usize,
    /// After the move; `stm` is the mover.
    score: SidedScore,
    best: Option<San>,
    /// Before the move.
    best_score: SidedScore,
    pv_san: SanLine,
    depth: u32,
    /// The share of a point that the move gives away, in percent.
    loss: f64,
    /// From 0 to 100.
    accuracy: f64,
    #[cfg_attr(test, schemars(extend("enum" = ["inaccuracy", "mistake", "blunder", null])))]
    judgement: Option<&'static str>,
    /// What `why` says of a marked move.
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missed_mate: Option<MateForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_mate: Option<MateForm>,
}

/// a mate that was there, proved by the rules of games
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mate-proof"))]
struct MateForm {
    moves: u16,
    verified: bool,
    shortest: bool,
    positions: usize,
    line_san: SanLine,
    file: Option<FilePath>,
}

written_as!(AnnotatedItem as GameForm);

impl GameForm {
    fn of(item: &AnnotatedItem) -> GameForm {
        let game = &item.game;
        let accuracy = |color: Color| game.sides[color].accuracy.map(tenths);
        let moves = game.moves.iter().enumerate();
        GameForm {
            number: item.number,
            game: item.title.clone(),
            opening: game.opening.clone().map(OpeningForm::from),
            accuracy: AccuracyForm { white: accuracy(Color::White), black: accuracy(Color::Black) },
            moves: moves.map(|(ply, review)| ReviewForm::of(item, ply, review)).collect(),
            nodes: Count(game.nodes),
            pgn: game.record.to_string(),
            doubts: item.doubts.clone(),
            line: item.doubts.is_some().then_some(item.number),
        }
    }
}

impl From<Opening> for OpeningForm {
    fn from(Opening { eco, name }: Opening) -> OpeningForm {
        OpeningForm { eco, name }
    }
}

fn tenths(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

impl ReviewForm {
    fn of(item: &AnnotatedItem, ply: usize, review: &MoveReview) -> ReviewForm {
        let (before, pv) = (review.before, &review.search.pv);
        let [here, after] = review.scores.map(|score| SidedScore::exact(score, before.turn()));
        let mate = |mate: &Option<MateProof>, ply| Some(MateForm::of(item, ply, mate.as_ref()?));
        ReviewForm {
            step: PlayedStep { before, step: review.step, chess960: item.chess960 },
            ply: ply + 1,
            score: after,
            best: pv.first().map(|&mv| San(san(&before, mv))),
            best_score: here,
            pv_san: SanLine { root: before, moves: pv.clone() },
            depth: review.search.depth,
            loss: tenths(100.0 * review.loss),
            accuracy: tenths(review.accuracy),
            judgement: review.judgement.map(|judgement| judgement.name()),
            reason: (!review.reasons.is_empty()).then(|| paragraph(&review.reasons, line_san)),
            missed_mate: mate(&review.missed, ply),
            allowed_mate: mate(&review.allowed, ply + 1),
        }
    }
}

impl MateForm {
    fn of(item: &AnnotatedItem, ply: usize, MateProof { proof, shortest }: &MateProof) -> MateForm {
        let file = item.proofs.iter().find(|(known, _)| *known == ply);
        MateForm {
            moves: proof.mate(),
            verified: true,
            shortest: *shortest,
            positions: proof.positions(),
            line_san: SanLine { root: *proof.root(), moves: proof.line().to_vec() },
            file: file.map(|(_, path)| FilePath(path.clone())),
        }
    }
}

impl AnyAnswer for AnnotatedItem {
    fn line(&self) -> Option<(&'static str, Value)> {
        Some(("annotated-game", members(self)))
    }

    fn page(&self, settings: &Settings) -> Page {
        let fields = fields(self, settings);
        Page::of(Line::plain(format!("{}\tannotated\t{fields}", self.number)))
    }
}

/// Formats accuracies, nodes, marked moves with their glyphs, and warnings.
fn fields(item: &AnnotatedItem, settings: &Settings) -> String {
    let game = &item.game;
    let accuracy =
        |side| game.sides[side].accuracy.map_or("-".to_owned(), |percent| format!("{percent:.1}"));
    let marked = game.moves.iter().filter_map(|review| {
        let played = movetext::step(&review.before, review.step, settings).text();
        Some(played + &movetext::glyph(review.judgement?.nag()))
    });
    let marked: Vec<String> = marked.collect();
    let marked = if marked.is_empty() { "-".to_owned() } else { marked.join(" ") };
    let [white, black] = Color::ALL.map(accuracy);
    let mut fields = vec![white, black, game.nodes.to_string(), marked];
    fields.extend(item.doubts.iter().flatten().cloned());
    fields.join("\t")
}
