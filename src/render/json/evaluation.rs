//! An evaluation taken apart, as an object.

use serde_json::{Value, json};

use super::parts::exact;
use crate::chess::{ByColor, Color, Piece, Position, Square};
use crate::eval::network::shape::HEADS;
use crate::eval::{EvalReport, NetworkShare, Pair};
use crate::units::WhiteScore;

fn pair(pair: Pair) -> Value {
    json!({ "mg": pair.mg(), "eg": pair.eg() })
}

pub(super) fn value(position: &Position, report: &EvalReport) -> Value {
    let turn = position.turn();
    let own = report.score.score().for_white(turn).score();
    let terms = report.terms.iter().map(|term| {
        json!({
            "term": term.name,
            "white": pair(term.sides[Color::White]),
            "black": pair(term.sides[Color::Black]),
            "total": pair(term.balance()),
        })
    });
    let mut pieces = serde_json::Map::new();
    for square in Square::ALL {
        if let (Some(man), Some(value)) = (position.at(square), report.pieces[square])
            && man.piece != Piece::King
        {
            let worth = json!({ "piece": man.letter().to_string(), "cp": value.score().raw() });
            pieces.insert(square.to_string(), worth);
        }
    }
    json!({
        "fen": position.to_fen(),
        "score": exact(own, turn),
        "in_check": position.in_check(),
        "phase": report.phase,
        "scale": report.scale,
        "fade": report.fifty_move_scale,
        "ending": report.ending,
        "terms": terms.collect::<Value>(),
        "total": pair(report.total),
        "pieces": pieces,
        "network": report.network.as_ref().map(|network| network_share(network, turn)),
    })
}

fn network_share(network: &NetworkShare, turn: Color) -> Value {
    let own = |score: WhiteScore| exact(score.score().for_white(turn).score(), turn);
    let ByColor([white, black]) = network.mirrored;
    json!({
        "head": network.head + 1,
        "heads": HEADS,
        "mirrored": { "white": white, "black": black },
        "residual": network.residual,
        "alone": own(network.alone),
        "classical": own(network.classical),
    })
}
