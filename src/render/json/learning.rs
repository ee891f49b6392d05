//! Networks, positions to learn from and learning, as objects.

use serde_json::{Value, json};

use crate::eval::network::NetworkRole;
use crate::shell::learning::{LearningReply, NetworkReply, TrainReply, WeightsDone, WeightsReply};
use crate::store::NetworkOrigin;
use crate::store::learned_weights::WeightLesson;
use crate::workshop::train::TrainProgress;

/// The type of an answer's line and what is in it.
pub(super) fn value(reply: &LearningReply) -> (&'static str, Value) {
    match reply {
        LearningReply::Network(reply) => ("network", network(reply)),
        LearningReply::Weights(reply) => ("weights", weights(reply)),
        LearningReply::Train(reply) => ("train", train(reply)),
    }
}

/// An epoch that has just ended.
pub(super) fn epoch(progress: &TrainProgress) -> Option<Value> {
    let (learned, held_out) = progress.losses?;
    Some(json!({
        "epoch": progress.ended?,
        "error": learned,
        "held_out_error": held_out,
        "positions_per_second": progress.speed as u64,
    }))
}

fn origin(origin: &NetworkOrigin) -> Value {
    json!({
        "generation": origin.generation,
        "seed": origin.seed.to_string(),
        "positions": origin.positions,
        "data": origin.data,
        "commands": origin.commands,
        "written_by": origin.written_by,
    })
}

fn network(reply: &NetworkReply) -> Value {
    json!({
        "path": reply.path.as_ref().map(|path| path.display().to_string()),
        "width": reply.saved.network.width(),
        "scale": reply.saved.network.scale(),
        "residual": reply.saved.network.role() == NetworkRole::Residual,
        "in_use": reply.in_use,
        "origin": origin(&reply.saved.origin),
    })
}

fn weights(reply: &WeightsReply) -> Value {
    let lesson = |lesson: &WeightLesson| {
        json!({
            "source": lesson.source,
            "settings": lesson.settings,
            "games": lesson.games,
            "positions": lesson.positions,
            "can_be_undone": lesson.can_be_undone(),
        })
    };
    let moved = reply.moved.iter().map(|weight| {
        json!({
            "group": weight.group.0.to_lowercase(),
            "index": weight.group.1,
            "tuned": { "mg": weight.tuned[0], "eg": weight.tuned[1] },
            "now": { "mg": weight.now[0], "eg": weight.now[1] },
        })
    });
    let learned = match &reply.done {
        WeightsDone::Learned { step, games, passed_over, elapsed } => json!({
            "games": step.games,
            "positions": step.positions,
            "error": step.error,
            "stopped": step.games < *games,
            "passed_over": passed_over,
            "seconds": elapsed.as_secs_f64(),
        }),
        _ => Value::Null,
    };
    let undone = match &reply.done {
        WeightsDone::Undone(undone) => lesson(undone),
        _ => Value::Null,
    };
    json!({
        "path": reply.path.display().to_string(),
        "in_use": reply.in_use,
        "learned": learned,
        "undone": undone,
        "lessons": reply.lessons.iter().map(lesson).collect::<Vec<_>>(),
        "moved": moved.collect::<Vec<_>>(),
    })
}

fn train(reply: &TrainReply) -> Value {
    let losses = reply.losses.iter().map(|(learned, held_out)| json!([learned, held_out]));
    let (learned, held_out) = reply.positions;
    json!({
        "path": reply.path.display().to_string(),
        "finished": reply.rounding.is_some(),
        "positions": learned,
        "held_out": held_out,
        "errors": losses.collect::<Value>(),
        "positions_per_second": reply.speed as u64,
        "ms": reply.elapsed.as_millis() as u64,
        "scale": reply.rounding.map(|(_, scale)| scale),
        "classical_error": reply.rounding.map(|(rounding, _)| rounding.classical_error),
        "agreement": reply.rounding.map(|(rounding, _)| rounding.agreement),
        "rounding": reply.rounding.map(|(rounding, _)| {
            json!({ "mean": rounding.mean_error, "largest": rounding.largest_error })
        }),
        "chart": reply.chart.display().to_string(),
        "origin": origin(&reply.origin),
    })
}
