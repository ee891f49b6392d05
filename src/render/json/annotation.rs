//! Annotated games as JSON: what was found, for scripts, and the tree of moves in short for the page that steps through it.

use std::collections::HashMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::{parts, record};
use crate::chess::game_tree::{GameTree, NodeId, TreeVisit};
use crate::chess::notation::{PASS, san, uci};
use crate::chess::{Color, Position, Step};
use crate::render::movetext;
use crate::shell::annotation::{AnnotatedItem, AnnotatedReply};
use crate::shell::reply::GameTitle;
use crate::units::expected_score;
use crate::workshop::annotate::{AnnotatedGame, MateProof, MoveReview};

/// A game of a file, or the one on the board, with everything that was found.
pub(super) fn game(item: &AnnotatedItem) -> Value {
    let AnnotatedItem { number, title, game, proofs, chess960 } = item;
    whole(&Told { number: *number, title, game, proofs, chess960: *chess960 })
}

/// A game of a line of standard input; its number is the line's.
pub(super) fn line(number: usize, game: &AnnotatedGame) -> Value {
    let title = GameTitle { plies: game.moves.len(), ..GameTitle::of(&game.record) };
    let chess960 = game.record.tree.game().start().is_chess960();
    whole(&Told { number, title: &title, game, proofs: &[], chess960 })
}

/// What is told of a game.
struct Told<'a> {
    number: usize,
    title: &'a GameTitle,
    game: &'a AnnotatedGame,
    /// Files of proofs, each with its ply.
    proofs: &'a [(usize, PathBuf)],
    chess960: bool,
}

fn whole(item: &Told<'_>) -> Value {
    let game = item.game;
    let accuracy = |color: Color| game.sides[color].accuracy.map(tenths);
    let moves = game.moves.iter().enumerate().map(|(ply, review)| one(item, ply, review));
    json!({
        "number": item.number,
        "game": record::title(item.title),
        "opening": game.opening.as_ref().map(|opening| json!({ "eco": opening.eco, "name": opening.name })),
        "accuracy": { "white": accuracy(Color::White), "black": accuracy(Color::Black) },
        "moves": moves.collect::<Value>(),
        "nodes": parts::count(game.nodes),
        "pgn": game.record.to_string(),
    })
}

/// One decimal is all that such a number is good for.
fn tenths(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

/// A move, what the position is worth after it, and what would have been better.
fn one(item: &Told<'_>, ply: usize, review: &MoveReview) -> Value {
    let (before, turn) = (&review.before, review.before.turn());
    let best = review.search.pv.first();
    let mut value = match review.step {
        Step::Move(mv) => parts::mv(before, mv, item.chess960),
        Step::Pass => json!({ "move": "0000", "san": PASS }),
    };
    value["ply"] = json!(ply + 1);
    value["score"] = parts::exact(review.scores[1], turn);
    value["best"] = json!(best.map(|&mv| san(before, mv)));
    value["best_score"] = parts::exact(review.scores[0], turn);
    value["pv_san"] = json!(movetext::sans(before, &review.search.pv));
    value["depth"] = json!(review.search.depth);
    value["loss"] = json!(tenths(100.0 * review.loss));
    value["accuracy"] = json!(tenths(review.accuracy));
    value["judgement"] = json!(review.judgement.map(|judgement| judgement.name()));
    let places = [("missed_mate", &review.missed, ply), ("allowed_mate", &review.allowed, ply + 1)];
    for (name, mate, ply) in places {
        if let Some(mate) = mate {
            value[name] = self::mate(item, ply, mate);
        }
    }
    value
}

fn mate(item: &Told<'_>, ply: usize, mate: &MateProof) -> Value {
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

/// What was done.
pub(super) fn summary(reply: &AnnotatedReply) -> Value {
    let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    json!({
        "path": path(&reply.path),
        "to": path(&reply.to),
        "html": path(&reply.html),
        "svg": path(&reply.svg),
        "games": reply.done,
        "of": reply.total,
        "damaged": reply.damaged,
        "kept": path(&reply.kept),
        "time_ms": reply.elapsed.as_millis() as u64,
        "stopped": reply.stopped,
    })
}

/// What the page in `render/annotation/page.js` steps through: of each game its start and its moves, each with the place of
/// the one before it in the list (`null`: the start), as `[before, "e2e4", "e4", glyphs, comments before, comments after,
/// score, points, judgement]`; castling is king takes rook. Safe to stand within a script.
pub fn page(items: &[AnnotatedItem]) -> String {
    let games: Value = items.iter().map(|item| page_game(&item.game)).collect();
    super::in_script(&json!({ "games": games }))
}

fn page_game(game: &AnnotatedGame) -> Value {
    let tree = &game.record.tree;
    let reviews = reviews(game);
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    let mut moves = Vec::new();
    for visit in tree.walk() {
        let TreeVisit::Move { node, before } = visit else { continue };
        places.insert(node, moves.len());
        let parent = places.get(&tree.parent(node)).copied();
        moves.push(page_move(tree, node, &before, parent, reviews.get(&node).copied()));
    }
    let said = tree.annotation(NodeId::ROOT).map(|words| words.after.clone()).unwrap_or_default();
    json!({
        "fen": tree.game().start().to_fen(),
        "score": game.start.to_string(),
        "points": expected_score(game.start.score()),
        "comments": said,
        "moves": moves,
    })
}

/// The reviews by the nodes of the main line.
fn reviews(game: &AnnotatedGame) -> HashMap<NodeId, &MoveReview> {
    let tree = &game.record.tree;
    let mut node = NodeId::ROOT;
    let mut found = HashMap::new();
    for review in &game.moves {
        let Some(&next) = tree.children(node).first() else { break };
        found.insert(next, review);
        node = next;
    }
    found
}

fn page_move(
    tree: &GameTree,
    node: NodeId,
    before: &Position,
    parent: Option<usize>,
    review: Option<&MoveReview>,
) -> Value {
    let (coordinates, text) = match tree.step_of(node) {
        Some(Step::Move(mv)) => (uci(mv, true), san(before, mv)),
        Some(Step::Pass) | None => (String::new(), PASS.to_owned()),
    };
    let words = tree.annotation(node).cloned().unwrap_or_default();
    let after: Vec<String> = words.after.iter().filter_map(|text| without_score(text)).collect();
    json!([
        parent,
        coordinates,
        text,
        words.nags,
        words.before,
        after,
        review.map(|review| review.white_score().to_string()).or_else(|| score_in(&words.after)),
        review.map(|review| expected_score(review.white_score().score())),
        review.and_then(|review| review.judgement).map(|judgement| judgement.name()),
    ])
}

/// A comment without `[%eval …]`, which the page shows in a place of its own.
fn without_score(text: &str) -> Option<String> {
    let text = match (text.find("[%eval"), text.find(']')) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &text[..from], &text[to + 1..]),
        _ => text.to_owned(),
    };
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// What `[%eval …]` says, if a comment has it.
fn score_in(comments: &[String]) -> Option<String> {
    let (_, rest) = comments.iter().find_map(|text| text.split_once("[%eval "))?;
    rest.split([',', ']']).next().map(str::to_owned)
}
