//! The game as a record, and the games of a file, as JSON.

use serde_json::{Value, json};

use super::parts;
use crate::chess::Step;
use crate::chess::game_tree::GameTree;
use crate::chess::pgn::PgnGame;
use crate::shell::reply::{GamesReply, VariationsReply, WordsReply};

pub(super) fn games(reply: &GamesReply) -> Value {
    let games = reply.list.games.iter().map(|game| {
        json!({
            "number": game.number,
            "white": game.white,
            "black": game.black,
            "result": game.result.to_string(),
            "date": game.date,
            "plies": game.plies,
        })
    });
    json!({
        "path": reply.path.display().to_string(),
        "found": reply.list.found,
        "total": reply.list.total,
        "games": games.collect::<Value>(),
        "damaged": { "games": reply.list.damaged.games, "named": reply.list.damaged.named },
        "picks": reply.picks,
    })
}

pub(super) fn variations(reply: &VariationsReply, chess960: bool) -> Value {
    let lines = reply.lines.iter().map(|steps| {
        let mut position = reply.position;
        let mut line = Vec::new();
        for &step in steps {
            line.push(match step {
                Step::Move(mv) => parts::mv(&position, mv, chess960),
                Step::Pass => json!({ "pass": true }),
            });
            position = step.apply(&position);
        }
        Value::Array(line)
    });
    let lines: Value = lines.collect();
    json!({ "fen": reply.position.to_fen(), "chosen": reply.chosen, "lines": lines })
}

pub(super) fn tags(tags: &[(String, String)]) -> Value {
    let tags: Vec<Value> =
        tags.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    json!({ "tags": tags })
}

pub(super) fn words(reply: &WordsReply) -> Value {
    let words = &reply.words;
    json!({ "before": words.before, "nags": words.nags, "after": words.after })
}

/// The moves with all that stands beside them, as PGN.
pub(super) fn movetext(tree: &GameTree) -> String {
    let text = PgnGame { tree: tree.clone(), ..PgnGame::default() }.to_string();
    text.split_once("\n\n").map_or("", |(_, moves)| moves).trim_end().to_owned()
}
