//! Opening books as objects.

use serde_json::{Value, json};

use super::parts;
use crate::oracle::book::{Opening, Results};
use crate::shell::book::{BookPageReply, BookReply};

pub(super) fn value(reply: &BookReply, chess960: bool) -> (&'static str, Value) {
    match reply {
        BookReply::Page(reply) => ("book", page(reply, chess960)),
        BookReply::Forgotten(moves) => ("book-forgotten", json!({ "moves": moves })),
        BookReply::Saved { path, moves, positions } => {
            let path = path.display().to_string();
            ("book-saved", json!({ "path": path, "moves": moves, "positions": positions }))
        }
    }
}

pub(super) fn opening(opening: Option<&Opening>) -> Value {
    json!(opening.map(|opening| json!({ "eco": opening.eco, "name": opening.name })))
}

fn page(reply: &BookPageReply, chess960: bool) -> Value {
    let rows = reply.page.moves.iter().zip(&reply.names);
    let moves = rows.map(|(row, name)| {
        let mut value = parts::mv(&reply.position, row.found.mv, chess960);
        value["weight"] = json!(row.found.weight);
        value["permille"] = json!(row.permille);
        value["results"] = results(row.found.results);
        value["learned"] = results(row.found.learned);
        let turn = reply.position.turn();
        value["score"] = json!(row.score.map(|score| parts::exact(score, turn)));
        value["opening"] = opening(name.as_ref());
        value
    });
    json!({
        "fen": reply.position.to_fen(),
        "source": reply.page.source,
        "opening": opening(reply.opening.as_ref()),
        "own_book": reply.plays,
        "moves": moves.collect::<Value>(),
    })
}

fn results(results: Results) -> Value {
    json!({ "wins": results.wins, "draws": results.draws, "losses": results.losses })
}
