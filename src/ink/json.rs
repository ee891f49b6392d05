//! Values of JSON that lines of many kinds have in common: counts, scores, moves, titles of games.

use serde_json::{Value, json};

use super::movetext;
use crate::chess::pgn::GameTitle;
use crate::chess::{Color, Move, Position, Step, notation};
use crate::units::{Bound, Score, ScoreKind};

/// The largest integer that every reader of JSON holds exactly.
const LARGEST_EXACT: u64 = 1 << 53;

/// Returns a count: a number, or a string beyond what every reader holds.
pub fn count(count: u64) -> Value {
    if count > LARGEST_EXACT { json!(count.to_string()) } else { json!(count) }
}

fn side(score: Score) -> Value {
    match score.kind() {
        ScoreKind::Centipawns(cp) if score.is_from_table() => {
            json!({ "cp": cp, "table": if cp > 0 { "win" } else { "loss" } })
        }
        ScoreKind::Centipawns(cp) => json!({ "cp": cp }),
        ScoreKind::Mates(moves) => json!({ "mate": moves }),
        ScoreKind::Mated(moves) => json!({ "mate": -i64::from(moves) }),
    }
}

/// Returns a score in both views. The bound is that of the side to move's.
pub fn score(score: Score, bound: Bound, turn: Color) -> Value {
    json!({
        "stm": side(score),
        "white": side(score.for_white(turn).score()),
        "bound": self::bound(bound),
    })
}

pub fn exact(score: Score, turn: Color) -> Value {
    self::score(score, Bound::Exact, turn)
}

pub fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    }
}

pub fn mv(position: &Position, mv: Move, chess960: bool) -> Value {
    json!({ "move": notation::uci(mv, chess960), "san": notation::san(position, mv) })
}

/// Returns a move, or that the side passed.
pub fn step(position: &Position, step: Step, chess960: bool) -> Value {
    match step {
        Step::Move(mv) => self::mv(position, mv, chess960),
        Step::Pass => json!({ "move": "0000", "san": notation::PASS }),
    }
}

/// Returns what a search found: a score, and moves in coordinates and in SAN.
pub fn line(root: &Position, (score, bound): (Score, Bound), pv: &[Move], chess960: bool) -> Value {
    json!({
        "score": self::score(score, bound, root.turn()),
        "pv": movetext::coordinates(root, pv, chess960),
        "pv_san": movetext::sans(root, pv),
    })
}

/// Returns an object with the members of another behind its own.
pub fn joined(mut value: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
        all.extend(more);
    }
    value
}

pub fn title(title: &GameTitle) -> Value {
    json!({
        "white": title.white,
        "black": title.black,
        "event": title.event,
        "date": title.date,
        "result": title.result.to_string(),
        "plies": title.plies,
    })
}
