//! Self-play as objects.

use serde_json::{Map, Value, json};

use super::parts::count;
use crate::shell::selfplay::{SelfPlayNews, SelfPlayReply, SpsaReply};
use crate::workshop::selfplay::{Sprt, Standing};

/// How it stands after a game.
pub(super) fn news(news: &SelfPlayNews) -> Value {
    Value::Object(standing(&news.standing, news.sprt))
}

/// What it came to.
pub(super) fn reply(reply: &SelfPlayReply) -> Value {
    let mut value = standing(&reply.played.standing, reply.sprt);
    let causes = reply.played.standing.causes.iter();
    let causes = causes.map(|(cause, count)| json!({ "cause": cause.name(), "games": count }));
    let records = reply
        .records
        .as_ref()
        .map(|(path, bytes)| json!({ "path": path.display().to_string(), "bytes": count(*bytes) }));
    let more = [
        ("accepted", json!(reply.played.decision)),
        ("stopped", json!(reply.played.stopped)),
        ("known", json!(reply.known)),
        ("causes", causes.collect()),
        ("time_ms", json!(reply.elapsed.as_millis() as u64)),
        ("records", json!(records)),
        ("pgn", json!(reply.pgn.as_ref().map(|path| path.display().to_string()))),
    ];
    value.extend(more.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(value)
}

/// What a tuning by games came to.
pub(super) fn tuned(reply: &SpsaReply) -> Value {
    let numbers = reply.rows.iter().map(|row| {
        let value = (row.value * 100.0).round() / 100.0;
        json!({ "name": row.name, "before": row.before, "value": value, "rounded": row.value.round() as i64 })
    });
    json!({
        "pairs": reply.trials,
        "of": reply.of,
        "numbers": numbers.collect::<Value>(),
        "stopped": reply.stopped,
        "path": reply.path.display().to_string(),
        "time_ms": reply.elapsed.as_millis() as u64,
    })
}

fn standing(standing: &Standing, sprt: Option<Sprt>) -> Map<String, Value> {
    let [won, drawn, lost] = standing.results;
    let elo = standing.pairs.elo();
    let tenths = |elo: f64| (elo * 10.0).round() / 10.0;
    let members = [
        ("match", json!(standing.is_match())),
        ("games", json!(standing.games)),
        ("won", json!(won)),
        ("drawn", json!(drawn)),
        ("lost", json!(lost)),
        ("pairs", json!(standing.pairs.0)),
        ("elo", json!(elo.map(|(elo, _)| tenths(elo)))),
        ("elo_error", json!(elo.map(|(_, error)| tenths(error)))),
        (
            "llr",
            json!(sprt.map(|test| (standing.pairs.likelihood_ratio(test) * 100.0).round() / 100.0)),
        ),
        ("plies", count(standing.plies)),
        ("searched", count(standing.searched)),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
