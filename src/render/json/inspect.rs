//! Looks into the machine, as JSON.

use serde_json::{Value, json};

use super::parts;
use crate::chess::{Color, Piece, Position, Square};
use crate::engine::questions::OrderedMove;
use crate::search::table::Entry;
use crate::shell::inspect::{CheckReply, ControlReply, InspectionReply, OrderReply, TableReply};

pub(super) fn value(reply: &InspectionReply, chess960: bool) -> (&'static str, Value) {
    match reply {
        InspectionReply::Control(reply) => ("control", control(reply)),
        InspectionReply::Bitboards(position) => ("bitboards", bitboards(position)),
        InspectionReply::Order(reply) => ("move-order", order(reply, chess960)),
        InspectionReply::Table(reply) => ("transposition-table", table(reply, chess960)),
        InspectionReply::Check(reply) => ("check", check(reply)),
    }
}

fn control(reply: &ControlReply) -> Value {
    let squares = Square::ALL.map(|square| {
        let [white, black] = reply.attackers[square];
        json!({ "square": square.to_string(), "white": white, "black": black })
    });
    json!({ "fen": reply.position.to_fen(), "squares": squares.to_vec() })
}

fn bitboards(position: &Position) -> Value {
    let mut sets = serde_json::Map::new();
    for color in Color::ALL {
        sets.insert(color.name().to_lowercase(), parts::key(position.color(color).0));
    }
    for piece in Piece::ALL {
        sets.insert(piece.to_string(), parts::key(position.pieces(piece).0));
    }
    sets.insert("checkers".to_owned(), parts::key(position.checkers().0));
    sets.insert("pinned".to_owned(), parts::key(position.pinned().0));
    json!({ "fen": position.to_fen(), "sets": sets })
}

fn order(reply: &OrderReply, chess960: bool) -> Value {
    let mv = |mv: crate::chess::Move| parts::mv(&reply.position, mv, chess960);
    let searched = &reply.searched;
    let stage = |ordered: &OrderedMove| json!({ "stage": ordered.stage, "score": ordered.score });
    json!({
        "profile": reply.profile,
        "generated": reply.generated.iter().map(|&made| mv(made)).collect::<Value>(),
        "searched": searched.iter().map(|ordered| mv(ordered.mv)).collect::<Value>(),
        "stages": searched.iter().map(stage).collect::<Value>(),
        "table": searched.iter().find(|ordered| ordered.stage == "table").map(|it| mv(it.mv)),
    })
}

fn entry(position: &Position, entry: &Entry, chess960: bool) -> Value {
    let mv = entry.mv.filter(|&mv| position.is_legal(mv));
    json!({
        "move": mv.map(|mv| parts::mv(position, mv, chess960)),
        "score": parts::score(entry.score, entry.bound, position.turn()),
        "depth_quarters": entry.depth.in_quarters(),
        "static": entry.eval.map(|eval| parts::exact(eval, position.turn())),
    })
}

fn table(reply: &TableReply, chess960: bool) -> Value {
    let position = &reply.position;
    let after = reply.after.iter().map(|(mv, known)| {
        json!({
            "after": parts::mv(position, *mv, chess960),
            "entry": entry(&position.play(*mv), known, chess960),
        })
    });
    json!({
        "fen": position.to_fen(),
        "here": reply.here.as_ref().map(|known| entry(position, known, chess960)),
        "moves": after.collect::<Value>(),
        "unknown": reply.unknown,
        "hashfull": reply.hashfull,
    })
}

fn check(reply: &CheckReply) -> Value {
    let rows = reply.rows.iter().map(|row| {
        json!({ "what": row.what, "compared": parts::count(row.compared), "fault": row.fault })
    });
    json!({ "positions": parts::count(reply.positions), "rows": rows.collect::<Value>() })
}
