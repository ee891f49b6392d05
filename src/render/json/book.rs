//! Opening books as objects.

use serde_json::{Value, json};

use super::parts;
use crate::oracle::book::{Opening, Results};
use crate::shell::book::{BookPageReply, BookReply};
use crate::workshop::book::build::BookBuilt;
use crate::workshop::book::check::BookCheck;

/// The type of an answer's line and what is in it.
pub(super) fn value(reply: &BookReply, chess960: bool) -> (&'static str, Value) {
    match reply {
        BookReply::Page(reply) => ("book", page(reply, chess960)),
        BookReply::Forgotten(moves) => ("book-forgotten", json!({ "moves": moves })),
        BookReply::Checked(checked) => (
            "book-checked",
            json!({ "books": checked.iter().map(self::checked).collect::<Value>() }),
        ),
        BookReply::Built { path, built } => {
            ("book-built", self::built(&path.display().to_string(), built))
        }
        BookReply::Saved { path, moves, positions } => {
            let path = path.display().to_string();
            ("book-saved", json!({ "path": path, "moves": moves, "positions": positions }))
        }
    }
}

fn built(path: &str, built: &BookBuilt) -> Value {
    json!({
        "path": path,
        "games": parts::count(built.games),
        "games_before": parts::count(built.before),
        "without_result": parts::count(built.without_result),
        "damaged": parts::count(built.damaged),
        "named": built.named,
        "positions": parts::count(built.positions),
        "moves": parts::count(built.moves),
        "runs": built.runs,
        "bytes": parts::count(built.bytes),
        "reading_ms": built.reading.as_millis() as u64,
        "time_ms": built.elapsed.as_millis() as u64,
        "peak_bytes": built.peak.map(parts::count),
        "stopped": built.stopped,
    })
}

/// A name with its code.
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

fn checked(check: &BookCheck) -> Value {
    let lines = check.lines.as_ref().map(|lines| {
        let doubtful = lines.doubtful.iter();
        let doubtful = doubtful.map(|(row, score)| json!({ "row": row, "cp": score.raw() }));
        json!({
            "lines": lines.lines,
            "scored": lines.scored,
            "doubtful": doubtful.collect::<Value>(),
        })
    });
    json!({
        "name": check.name,
        "moves": check.entries,
        "positions": check.positions,
        "reached": check.reached,
        "lines": lines,
    })
}
