//! Endgame tables as objects.

use serde_json::{Value, json};

use super::parts;
use crate::oracle::tables::TableValue;
use crate::shell::reply::TableMovesReply;

pub(super) fn value(reply: &TableMovesReply, chess960: bool) -> (&'static str, Value) {
    let moves = reply.moves.iter().map(|found| {
        let mut value = parts::mv(&reply.position, found.mv, chess960);
        value["value"] = self::known(&found.value);
        value
    });
    let value = json!({
        "fen": reply.position.to_fen(),
        "value": known(&reply.value),
        "moves": moves.collect::<Value>(),
        "syzygy_men": reply.syzygy.map(|(_, men)| men),
    });
    ("tables", value)
}

/// What tables say, as the side to move sees it, or the side that makes the move.
fn known(value: &TableValue) -> Value {
    json!({ "verdict": value.verdict.name(), "mate": value.mate, "plies_to_zeroing": value.zeroing })
}
