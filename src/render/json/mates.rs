//! Answers and news about mates as objects.

use serde_json::{Value, json};

use super::parts::{self, count};
use super::proof;
use crate::chess::{Move, Position, notation};
use crate::engine::ProofEvent;
use crate::ink::movetext;
use crate::proof::Proof;
use crate::prove::exact::SetLine;
use crate::prove::solvers::{MateKey, ProblemTask, SetPlay};
use crate::prove::task::{Ended, Goal, ProverStatus};
use crate::render::proof::tries_of;
use crate::render::verdict;
use crate::shell::mates::{
    ProblemReply, ProofSavedReply, SetPlayReply, TriesReply, VerdictReply, VerifiedReply,
};

/// What is known of a mate. `status` is `proven`, `refuted` or `undecided`.
pub(super) fn verdict(reply: &VerdictReply, chess960: bool) -> Value {
    let (task, outcome) = (&reply.task, &reply.outcome);
    let status = match &outcome.proof {
        Some(_) => "proven",
        None if outcome.is_refuted(task.goal) => "refuted",
        None => "undecided",
    };
    let asked = match task.goal {
        Goal::Within(moves) => json!(moves),
        Goal::Any => json!("any"),
        Goal::Shortest => json!("shortest"),
    };
    let keys = reply.keys.as_ref().map(|keys| {
        let key = |key: &MateKey| {
            let mut value = parts::mv(&task.root, key.mv, chess960);
            value["mate"] = json!(key.mate);
            value
        };
        json!({
            "keys": keys.keys.iter().map(key).collect::<Value>(),
            "open": coordinates(&keys.open, chess960),
        })
    });
    let mut value = json!({
        "status": status,
        "verdict": verdict::words(outcome, task.goal),
        "fen": task.root.to_fen(),
        "attacker": task.attacker.name().to_lowercase(),
        "asked": asked,
        "rules": verdict::rules(task.rules),
        "mate": outcome.proof.as_ref().map(Proof::mate),
        "shortest": outcome.is_shortest(),
        "no_mate_in": outcome.refuted,
        "ended": ended(reply),
        "nodes": count(outcome.nodes),
        "time_ms": reply.elapsed.as_millis() as u64,
    });
    if let Some(proof) = &outcome.proof {
        value["positions"] = json!(proof.positions());
        line_into(&mut value, proof.root(), proof.line(), chess960);
    }
    if let Some(loaded) = &reply.loaded {
        value["path"] = json!(loaded.path.display().to_string());
    }
    match keys {
        Some(keys) => parts::joined(value, keys),
        None => value,
    }
}

fn ended(reply: &VerdictReply) -> &'static str {
    match reply.outcome.ended {
        Ended::Settled => "settled",
        Ended::Nodes => "nodes",
        Ended::Stopped if reply.timed_out => "time",
        Ended::Stopped => "stopped",
        Ended::Exhausted => "restriction",
        Ended::TooLarge => "size",
    }
}

pub(super) fn saved(reply: &ProofSavedReply) -> Value {
    json!({
        "path": reply.path.display().to_string(),
        "mate": reply.mate,
        "positions": reply.positions,
        "certified": reply.certified,
    })
}

pub(super) fn verified(reply: &VerifiedReply) -> Value {
    json!({
        "ok": true,
        "mate": reply.mate,
        "positions": reply.positions,
        "replies": reply.replies,
        "mates": reply.mates,
        "rules": verdict::rules(reply.rules),
        "refutations": reply.refutations,
    })
}

/// What would follow each move of the defender, were it its turn.
pub(super) fn set_play(reply: &SetPlayReply, chess960: bool) -> Value {
    json!({
        "fen": reply.root.to_fen(),
        "mate": reply.moves,
        "lines": set_lines(&reply.root, &reply.lines, chess960),
        "time_ms": reply.elapsed.as_millis() as u64,
    })
}

fn set_lines(root: &Position, lines: &[SetLine], chess960: bool) -> Value {
    let passed = root.pass().unwrap_or(*root);
    let lines = lines.iter().map(|line| {
        let after = passed.play(line.reply);
        let answers = line.answers.iter().map(|answer| {
            let mut value = parts::mv(&after, answer.mv, chess960);
            value["mate"] = json!(answer.mate);
            value
        });
        let mut value = parts::mv(&passed, line.reply, chess960);
        value["answers"] = answers.collect();
        if line.ends {
            value["ends"] = json!(true);
        }
        value
    });
    lines.collect()
}

pub(super) fn problem(reply: &ProblemReply, chess960: bool) -> Value {
    let solution = &reply.solution;
    let ProblemTask { root, stipulation, .. } = &solution.problem;
    let lines = |root: &Position, lines: &[Vec<Move>]| -> Value {
        lines.iter().map(|line| json!(movetext::coordinates(root, line, chess960))).collect()
    };
    let passed = root.pass().unwrap_or(*root);
    let (set, help): (&[SetLine], &[Vec<Move>]) = match &solution.set_play {
        None => (&[], &[]),
        Some(SetPlay::Battle(set)) => (set, &[]),
        Some(SetPlay::Help(help)) => (&[], help),
    };
    json!({
        "fen": root.to_fen(),
        "stipulation": stipulation.to_string(),
        "verdict": solution.to_string(),
        "sound": solution.is_sound(),
        "complete": solution.complete,
        "duals": solution.duals(),
        "short": solution.short(),
        "set_play": set_lines(root, set, chess960),
        "set_lines": lines(&passed, help),
        "tries": proof::tries(&tries_of(reply), chess960),
        "keys": solution.keys.iter().map(|key| proof::tree(key, chess960)).collect::<Value>(),
        "lines": lines(root, &solution.lines),
        "nodes": count(solution.nodes),
        "time_ms": reply.elapsed.as_millis() as u64,
    })
}

/// First moves that all but mate.
pub(super) fn tries(reply: &TriesReply, chess960: bool) -> Value {
    json!({
        "fen": reply.root.to_fen(),
        "mate": reply.moves,
        "tries": proof::tries(reply, chess960),
        "time_ms": reply.elapsed.as_millis() as u64,
    })
}

/// What is told while a mate is looked for: the type of the line and what is in it.
pub(super) fn event(
    root: &Position,
    event: &ProofEvent,
    chess960: bool,
) -> Option<(&'static str, Value)> {
    let (kind, mut value, elapsed) = match event {
        ProofEvent::Status(status, elapsed) => {
            ("proof-status", self::status(root, status, chess960), elapsed)
        }
        ProofEvent::Heartbeat(elapsed) => ("proof-status", json!({}), elapsed),
        ProofEvent::Proved(proof, elapsed) => {
            let mut value = json!({ "mate": proof.mate(), "positions": proof.positions() });
            line_into(&mut value, proof.root(), proof.line(), chess960);
            ("proof-found", value, elapsed)
        }
        ProofEvent::Refuted(moves, elapsed) => {
            ("proof-refuted", json!({ "no_mate_in": moves }), elapsed)
        }
        // What it ended with is in the answer, or in an error.
        ProofEvent::Finished(_) | ProofEvent::Failed(_) | ProofEvent::Crashed(_) => return None,
    };
    value["time_ms"] = json!(elapsed.as_millis() as u64);
    Some((kind, value))
}

fn status(root: &Position, status: &ProverStatus, chess960: bool) -> Value {
    json!({
        "asked": status.asked,
        "pn": status.proof_number,
        "dn": status.disproof_number,
        "hashfull": status.fill,
        "nodes": count(status.nodes),
        "mate": status.proved,
        "no_mate_in": status.refuted,
        "line": movetext::coordinates(root, &status.line, chess960),
    })
}

fn line_into(value: &mut Value, root: &Position, moves: &[Move], chess960: bool) {
    value["line"] = json!(movetext::coordinates(root, moves, chess960));
    value["line_san"] = json!(movetext::sans(root, moves));
}

fn coordinates(moves: &[Move], chess960: bool) -> Value {
    moves.iter().map(|&mv| json!(notation::uci(mv, chess960))).collect()
}
