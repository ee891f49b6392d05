//! Suites: positions as they are done, and what came of the whole.

use serde_json::{Value, json};

use super::annotation;
use super::parts::{self, count};
use crate::chess::notation;
use crate::render::suites;
use crate::shell::suites::{MineReply, SolveReply, SuiteReply};
use crate::workshop::mine::Problem;
use crate::workshop::solve::SolveTotals;
use crate::workshop::stream::{Label, StreamAnswer, StreamOutcome};
use crate::workshop::suite::{Answer, SuiteItem, SuiteRow, Without};

/// A position of a suite that is done.
pub(super) fn solve(item: &SuiteItem, row: &SuiteRow) -> Value {
    let (position, answer) = (&item.position, &row.answer);
    let mut value = json!({
        "n": item.number,
        "id": item.id,
        "expected": suites::goal(&item.goal, position),
        "got": answer.best().map(|mv| notation::san(position, mv)),
        "mate": answer.mate(),
        "ok": row.solved,
        "nodes": parts::count(row.nodes),
        "time_ms": row.elapsed.as_millis() as u64,
    });
    match answer {
        Answer::Search { score, depth, .. } => {
            value["score"] = parts::exact(*score, position.turn());
            value["depth"] = json!(depth);
        }
        Answer::Prover(outcome) => {
            value["verified"] = json!(outcome.proof.is_some());
            value["shortest"] = json!(outcome.is_shortest());
            value["no_mate_in"] = json!(outcome.refuted);
        }
    }
    value
}

/// A line of standard input, answered: what kind of object it is, and the object.
pub(super) fn record(answer: &StreamAnswer, chess960: bool) -> (&'static str, Value) {
    let (kind, mut value) = match &answer.outcome {
        Ok(StreamOutcome::Skipped) => ("skipped", json!({})),
        Ok(StreamOutcome::Solved(done)) => ("solve", solve(&done.0, &done.1)),
        Ok(StreamOutcome::Labelled(label)) => ("label", self::label(label, chess960)),
        Ok(StreamOutcome::Annotated(done)) => {
            let mut value = annotation::line(answer.line, &done.game);
            value["doubts"] = json!(done.doubts);
            ("annotated_game", value)
        }
        Err(message) => {
            let value = json!({
                "source": "stdin",
                "col": null,
                "code": "bad-record",
                "message": message,
                "hint": [],
            });
            ("error", value)
        }
    };
    value["line"] = json!(answer.line);
    (kind, value)
}

fn label(label: &Label, chess960: bool) -> Value {
    let position = &label.position;
    json!({
        "id": label.id,
        "fen": position.to_fen(),
        "move": label.best.map(|mv| notation::uci(mv, chess960)),
        "san": label.best.map(|mv| notation::san(position, mv)),
        "score": parts::score(label.score, label.bound, position.turn()),
        "depth": label.depth,
        "nodes": count(label.nodes),
    })
}

/// A problem as it is found.
pub(super) fn mined(problem: &Problem) -> Value {
    json!({
        "fen": problem.position.to_fen(),
        "bm": notation::san(&problem.position, problem.key),
        "dm": problem.class.mate(),
        "id": problem.name,
        "c0": problem.checked,
    })
}

/// `suite`.
pub(super) fn suite(reply: &SuiteReply) -> Value {
    let runs = reply.runs.iter().map(|(without, totals)| {
        json!({
            "without": match without {
                Without::Nothing => Value::Null,
                Without::Rule(rule) => json!(rule.name()),
                Without::AnyExtension => json!("any extension"),
            },
            "positions": totals.positions,
            "solved": totals.solved,
            "nodes": count(totals.nodes),
            "time_ms": totals.elapsed.as_millis() as u64,
            "stopped": totals.stopped,
        })
    });
    json!({
        "path": reply.path.display().to_string(),
        "runs": runs.collect::<Value>(),
        "bad": reply.left_out.bad,
        "skipped": reply.left_out.skipped,
    })
}

/// `solve`.
pub(super) fn solved(reply: &SolveReply) -> Value {
    let SolveTotals { all, mates } = &reply.totals;
    let mates = mates.iter().map(|(moves, tally)| {
        json!({
            "mate": moves,
            "tried": tally.tried,
            "verified": tally.found,
            "best": tally.best,
            "shortest": tally.shortest,
            "nodes": count(tally.nodes),
            "time_ms": tally.time.as_millis() as u64,
        })
    });
    let misses = reply.misses.as_ref();
    json!({
        "path": reply.path.display().to_string(),
        "positions": reply.size,
        "tried": all.positions,
        "solved": all.solved,
        "missed": all.positions - all.solved,
        "nodes": count(all.nodes),
        "time_ms": all.elapsed.as_millis() as u64,
        "stopped": all.stopped,
        "mates": mates.collect::<Value>(),
        "misses": misses.map(|misses| misses.path.display().to_string()),
        "proofs": reply.proofs.as_ref().map(|(_, saved)| saved),
        "bad": reply.left_out.bad,
        "skipped": reply.left_out.skipped,
    })
}

/// `mine`.
pub(super) fn mine(reply: &MineReply) -> Value {
    let kept = reply.totals.kept.iter();
    let kept = kept.map(|(class, count)| {
        json!({ "class": class.to_string(), "mate": class.mate(), "problems": count })
    });
    json!({
        "path": reply.path.display().to_string(),
        "kind": reply.kind.name(),
        "known": reply.known,
        "games": reply.totals.games,
        "asked": reply.totals.asked,
        "kept": kept.collect::<Value>(),
        "time_ms": reply.elapsed.as_millis() as u64,
        "stopped": reply.totals.stopped,
    })
}
