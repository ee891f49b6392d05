//! An annotated game as a line of JSON.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{AnnotatedGame, MateProof, MoveReview};
use crate::chess::Color;
use crate::chess::notation::san;
use crate::chess::pgn::GameTitle;
use crate::ink::{json, movetext};

#[derive(Clone, Debug)]
pub struct AnnotatedItem {
    /// Its number in the file, from 1; 1 for the game on the board, the number of the line on standard input.
    pub number: usize,
    pub title: GameTitle,
    pub game: AnnotatedGame,
    /// The files of its proofs, each with the ply before which there was the mate.
    pub proofs: Vec<(usize, PathBuf)>,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

impl AnnotatedItem {
    /// Builds the item of a game without files of proofs.
    pub fn of(number: usize, game: AnnotatedGame) -> AnnotatedItem {
        let title = GameTitle { plies: game.moves.len(), ..GameTitle::of(&game.record) };
        let chess960 = game.record.tree.game().start().is_chess960();
        AnnotatedItem { number, title, game, proofs: Vec::new(), chess960 }
    }

    /// Returns the members of its line of JSON: everything that was found.
    pub fn members(&self) -> Value {
        let game = &self.game;
        let accuracy = |color: Color| game.sides[color].accuracy.map(tenths);
        let moves = game.moves.iter().enumerate().map(|(ply, review)| one(self, ply, review));
        json!({
            "number": self.number,
            "game": json::title(&self.title),
            "opening": game.opening.as_ref().map(|opening| json!({ "eco": opening.eco, "name": opening.name })),
            "accuracy": { "white": accuracy(Color::White), "black": accuracy(Color::Black) },
            "moves": moves.collect::<Value>(),
            "nodes": json::count(game.nodes),
            "pgn": game.record.to_string(),
        })
    }
}

/// One decimal is all that such a number is good for.
fn tenths(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

/// A move, what the position is worth after it, and what would have been better.
fn one(item: &AnnotatedItem, ply: usize, review: &MoveReview) -> Value {
    let (before, turn) = (&review.before, review.before.turn());
    let best = review.search.pv.first();
    let mut value = json::step(before, review.step, item.chess960);
    value["ply"] = json!(ply + 1);
    value["score"] = json::exact(review.scores[1], turn);
    value["best"] = json!(best.map(|&mv| san(before, mv)));
    value["best_score"] = json::exact(review.scores[0], turn);
    value["pv_san"] = json!(movetext::sans(before, &review.search.pv));
    value["depth"] = json!(review.search.depth);
    value["loss"] = json!(tenths(100.0 * review.loss));
    value["accuracy"] = json!(tenths(review.accuracy));
    value["judgement"] = json!(review.judgement.map(|judgement| judgement.name()));
    value["reason"] = json!(review.reason.as_ref().map(|reason| reason.sentence(before)));
    let places = [("missed_mate", &review.missed, ply), ("allowed_mate", &review.allowed, ply + 1)];
    for (name, mate, ply) in places {
        if let Some(mate) = mate {
            value[name] = self::mate(item, ply, mate);
        }
    }
    value
}

fn mate(item: &AnnotatedItem, ply: usize, mate: &MateProof) -> Value {
    let proof = &mate.proof;
    let file = item.proofs.iter().find(|(known, _)| *known == ply);
    json!({
        "moves": proof.mate(),
        "verified": true,
        "shortest": mate.shortest,
        "positions": proof.positions(),
        "line_san": movetext::sans(proof.root(), proof.line()),
        "file": file.map(|(_, path)| path.display().to_string()),
    })
}
