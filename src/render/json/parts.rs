//! What several kinds of line have in common: scores, counts, moves, positions, ledgers.

use serde_json::{Value, json};

use crate::chess::Position;
pub(super) use crate::ink::json::{count, exact, joined, line, mv, score, step};
use crate::ink::movetext;
use crate::search::trace::Ledger;
use crate::search::{EndReason, Finished};
use crate::shell::CommandError;
use crate::shell::parse::Fault;
use crate::tools::tool::ToolError;
use crate::units::Depth;

pub(super) fn key(key: u64) -> Value {
    json!(format!("{key:016x}"))
}

pub(super) fn quarters(depth: Depth) -> Value {
    json!(depth.in_quarters())
}

pub(super) fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Depth => "depth",
        EndReason::Nodes => "nodes",
        EndReason::Time => "time",
        EndReason::Stopped => "stopped",
        EndReason::Mate => "mate",
        EndReason::NoMove => "no-move",
        EndReason::Book => "book",
        EndReason::Tables => "tables",
    }
}

/// Where the extensions of a search went, and those along its best line.
pub(super) fn ledger(root: &Position, finished: &Finished, chess960: bool) -> Value {
    let mut value = rules(&finished.ledger);
    let pv = finished.iteration.lines.first().map_or(&[][..], |line| &line.pv);
    let moves = movetext::coordinates(root, pv, chess960);
    let sans = movetext::sans(root, pv);
    let marks = finished.ledger.line.iter().filter_map(|mark| {
        Some(json!({
            "ply": mark.ply,
            "move": moves.get(mark.ply)?,
            "san": sans.get(mark.ply)?,
            "rule": mark.rule.name(),
            "quarters": quarters(mark.amount),
        }))
    });
    value["line"] = marks.collect();
    value
}

pub(super) fn rules(ledger: &Ledger) -> Value {
    let rules = ledger.rules.iter().filter(|used| used.fired > 0).map(|used| {
        json!({
            "rule": used.rule.name(),
            "fired": count(used.fired),
            "quarters": used.added / 16,
            "nodes": count(used.nodes),
        })
    });
    json!({
        "nodes": count(ledger.nodes),
        "extended": count(ledger.nodes.saturating_sub(ledger.plain_nodes)),
        "denied": count(ledger.denied),
        "rules": rules.collect::<Value>(),
    })
}

/// A word for each kind of error, so that programs can distinguish them.
pub(super) fn code(error: &CommandError) -> &'static str {
    match error {
        CommandError::Parse(parse) => match &parse.fault {
            Fault::Unknown { .. } | Fault::NoCommand { .. } => "unknown-command",
            Fault::Move(_) | Fault::Movetext(_) => "illegal-move",
            Fault::Setup(_) | Fault::Record(_) => "bad-position",
            _ => "bad-argument",
        },
        CommandError::Option(_)
        | CommandError::Preference(_)
        | CommandError::NoSetting { .. }
        | CommandError::NoValue { .. } => "bad-setting",
        CommandError::Store(_)
        | CommandError::Tool(ToolError::Content { .. })
        | CommandError::NoRecord { .. }
        | CommandError::BadRecords { .. } => "bad-file",
        CommandError::Failed { .. } => "check-failed",
        CommandError::Stopped => "stopped",
        CommandError::Crashed(_) | CommandError::Panicked => "crash",
        CommandError::Tool(ToolError::Memory(_)) => "no-memory",
        _ => "not-possible",
    }
}

/// Moves that could have been meant.
pub(super) fn hints(error: &CommandError) -> Vec<String> {
    match error {
        CommandError::Parse(parse) => match &parse.fault {
            Fault::Move(error) => error.hints().to_vec(),
            Fault::Unknown { nearest: Some(name), .. }
            | Fault::NoCommand { nearest: Some(name), .. } => vec![(*name).to_owned()],
            _ => Vec::new(),
        },
        CommandError::NoSetting { nearest: Some(name), .. } => vec![name.clone()],
        _ => Vec::new(),
    }
}
