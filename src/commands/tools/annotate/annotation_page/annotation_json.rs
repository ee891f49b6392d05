//! Annotated games as JSON for the page: a compact tree of moves.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::chess::game_tree::{GameTree, NodeId, TreeVisit};
use crate::chess::notation::{PASS, san, uci};
use crate::chess::{Position, Step};
use crate::commands::tools::annotate::{AnnotatedGame, AnnotatedItem, MoveReview};
use crate::ink::json::in_script;
use crate::ink::movetext;
use crate::units::expected_score;

/// Returns the data of `annotation_page.js`: for each game its start and its moves, each with the index of its predecessor
/// (`null`: the start), as `[before, "e2e4", "e4", glyphs, comments before, comments after, score, points, judgement]`; castling
/// is king takes rook. Can be embedded in a script element.
pub(super) fn page(items: &[AnnotatedItem]) -> String {
    let games: Value = items.iter().map(|item| page_game(&item.game)).collect();
    in_script(&json!({ "games": games }))
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
    let said = tree.annotation(NodeId::ROOT).map(|words| &words.after[..]).unwrap_or_default();
    let said: Vec<String> =
        said.iter().filter_map(|text| movetext::without_commands(text)).collect();
    json!({
        "fen": tree.game().start().to_fen(),
        "score": game.start.to_string(),
        "points": expected_score(game.start.score()),
        "comments": said,
        "moves": moves,
    })
}

fn reviews(game: &AnnotatedGame) -> HashMap<NodeId, &MoveReview> {
    game.record.tree.line_from(NodeId::ROOT).skip(1).zip(&game.moves).collect()
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
    let after: Vec<String> =
        words.after.iter().filter_map(|text| movetext::without_commands(text)).collect();
    json!([
        parent,
        coordinates,
        text,
        words.nags,
        words.before.iter().filter_map(|text| movetext::without_commands(text)).collect::<Vec<_>>(),
        after,
        review.map(|review| review.white_score().to_string()).or_else(|| score_in(&words.after)),
        review.map(|review| expected_score(review.white_score().score())),
        review.and_then(|review| review.judgement).map(|judgement| judgement.name()),
    ])
}

/// Returns the text of `[%eval …]` in a comment, if any.
fn score_in(comments: &[String]) -> Option<String> {
    let (_, rest) = comments.iter().find_map(|text| text.split_once("[%eval "))?;
    rest.split([',', ']']).next().map(str::to_owned)
}
