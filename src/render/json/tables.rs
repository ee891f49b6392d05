//! Endgame tables as objects.

use serde_json::{Value, json};

use super::parts;
use crate::chess::Color;
use crate::oracle::tables::TableValue;
use crate::shell::tables::TablesReply;

/// The type of an answer's line and what is in it.
pub(super) fn value(reply: &TablesReply, chess960: bool) -> (&'static str, Value) {
    match reply {
        TablesReply::Moves(reply) => {
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
                "faults": reply.faults,
            });
            ("tables", value)
        }
        TablesReply::Checked { path, check } => {
            let value = json!({
                "path": path.display().to_string(),
                "positions": check.positions,
                "own": check.own,
                "syzygy": check.syzygy,
                "known": check.known,
                "different": check.different,
                "stopped": check.stopped,
            });
            ("tables-checked", value)
        }
        TablesReply::Made(made) => {
            let tables = made.rows.iter().map(|row| {
                json!({
                    "table": row.name,
                    "slices": row.slices,
                    "bytes": row.bytes,
                    "longest": Color::ALL.map(|color| row.longest[color]),
                    "time_ms": row.elapsed.as_millis() as u64,
                })
            });
            let value = json!({
                "folder": made.folder.display().to_string(),
                "tables": tables.collect::<Value>(),
                "there": made.there,
                "missing": made.missing,
                "memory": made.memory,
                "time_ms": made.elapsed.as_millis() as u64,
            });
            ("tables-made", value)
        }
        TablesReply::Verified(found) => {
            let value = json!({
                "table": found.name,
                "bytes": found.bytes,
                "longest": Color::ALL.map(|color| found.longest[color]),
                "positions": found.positions,
                "syzygy": found.syzygy,
                "different": found.different,
                "stopped": found.stopped,
            });
            ("table-verified", value)
        }
    }
}

/// What tables say, as the side to move sees it, or the side that makes the move.
fn known(value: &TableValue) -> Value {
    json!({ "verdict": value.verdict.name(), "mate": value.mate, "plies_to_zeroing": value.zeroing })
}
