//! The lab: profiles side by side.

use serde_json::{Value, json};

use super::parts::{self, count};
use crate::render::movetext;
use crate::search::Rule;
use crate::shell::lab::{CompareReply, LabReply};
use crate::workshop::lab::{LabSetup, Opinion, SetupTally};
use crate::workshop::suite::Without;

/// `lab`.
pub(super) fn lab(reply: &LabReply) -> Value {
    json!({
        "path": reply.path.display().to_string(),
        "positions": reply.positions,
        "limit": count(reply.nodes),
        "setups": reply.setups.iter().map(|(setup, tally)| self::setup(setup, tally)).collect::<Value>(),
        "table": reply.table.display().to_string(),
        "resumed": reply.resumed,
        "plot": reply.plot.as_ref().map(|path| path.display().to_string()),
        "time_ms": reply.elapsed.as_millis() as u64,
        "stopped": reply.stopped,
        "bad": reply.left_out.bad,
        "skipped": reply.left_out.skipped,
    })
}

fn setup(setup: &LabSetup, tally: &SetupTally) -> Value {
    let without = match setup.without {
        Without::Nothing => Value::Null,
        Without::Rule(rule) => json!(rule.name()),
        Without::AnyExtension => json!("any extension"),
    };
    let rules = Rule::ALL.into_iter().filter(|rule| tally.rules[rule.index()] > 0);
    let rules =
        rules.map(|rule| json!({ "rule": rule.name(), "nodes": count(tally.rules[rule.index()]) }));
    json!({
        "profile": setup.profile,
        "without": without,
        "tried": tally.tried,
        "solved": tally.solved,
        "nodes": count(tally.nodes),
        "time_ms": tally.elapsed.as_millis() as u64,
        "solution_nodes": tally.median_solution().map(count),
        "solution_time_ms": tally.solution_time.as_millis() as u64,
        "depth": tally.depth(),
        "branching": tally.branching(),
        "cutoffs": count(tally.cutoffs.0),
        "first_cutoffs": count(tally.cutoffs.1),
        "rules": rules.collect::<Value>(),
    })
}

/// `compare`.
pub(super) fn compare(reply: &CompareReply, chess960: bool) -> Value {
    let opinion = |opinion: &Opinion| {
        let (position, trial) = (&reply.position, &opinion.trial);
        let mut value = json!({
            "profile": opinion.profile,
            "depth": trial.depth.0,
            "seldepth": opinion.seldepth,
            "nodes": count(trial.nodes),
            "time_ms": trial.elapsed.as_millis() as u64,
            "branching": trial.branching(),
            "cutoffs": count(trial.cutoffs.0),
            "first_cutoffs": count(trial.cutoffs.1),
        });
        if let Some(line) = &opinion.line {
            value["score"] = parts::score(line.score, line.bound, position.turn());
            value["pv"] = json!(movetext::coordinates(position, &line.pv, chess960));
            value["pv_san"] = json!(movetext::sans(position, &line.pv));
        }
        value
    };
    json!({
        "fen": reply.position.to_fen(),
        "limit": count(reply.nodes),
        "profiles": reply.opinions.iter().map(opinion).collect::<Value>(),
    })
}
