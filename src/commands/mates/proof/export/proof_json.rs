//! Proofs as JSON: the graph for files, and the graph in short for the page that unfolds it.

use serde_json::{Value, json};

use crate::chess::{Move, Position, san, uci};
use crate::ink::json::{VERSION, in_script};
use crate::ink::movetext;
use crate::proof::layout::exhibit::Exhibit;
use crate::proof::layout::graph::{ProofNode, ReplyAnswer};
use crate::proof::layout::tree::Threat;

fn moves(position: &Position, moves: &[Move], chess960: bool) -> Value {
    moves.iter().map(|&mv| json!({ "move": uci(mv, chess960), "san": san(position, mv) })).collect()
}

/// `"check"`, `"zugzwang"`, `null` if unknown, or the length of the threat and its moves.
fn threat(position: &Position, threat: &Threat) -> Value {
    match threat {
        Threat::Check => json!("check"),
        Threat::Zugzwang => json!("zugzwang"),
        Threat::Unknown => Value::Null,
        Threat::Mate { moves, mate } => match position.pass() {
            Some(passed) => json!([mate, sans(&passed, moves)]),
            None => Value::Null,
        },
    }
}

fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| san(position, mv)).collect()
}

/// The whole proof as one object: a graph whose nodes are named by their places in a list.
pub(super) fn exhibit(exhibit: &Exhibit) -> Value {
    let proof = &exhibit.proof;
    let chess960 = exhibit.chess960;
    json!({
        "v": VERSION,
        "type": "proof",
        "fen": proof.root().to_fen(),
        "side": proof.attacker().letter().to_string(),
        "mate": proof.mate(),
        "minimal": exhibit.minimal(),
        "refuted": exhibit.refuted,
        "positions": proof.positions(),
        "line": movetext::coordinates(proof.root(), proof.line(), chess960),
        "line_san": movetext::sans(proof.root(), proof.line()),
        "left_out": exhibit.graph.left_out,
        "nodes": exhibit.graph.nodes.iter().map(|one| node(one, chess960)).collect::<Value>(),
    })
}

fn node(node: &ProofNode, chess960: bool) -> Value {
    let after = node.after();
    let replies = node.branches.iter().map(|branch| {
        let position = after.play(branch.mv);
        let mut value = json!({ "reply": uci(branch.mv, chess960), "san": san(&after, branch.mv) });
        match &branch.answer {
            ReplyAnswer::Node(number) => value["node"] = json!(number),
            ReplyAnswer::Mate(mv, others) => {
                value["mates"] = json!(uci(*mv, chess960));
                value["mates_san"] = json!(san(&position, *mv));
                value["duals"] = moves(&position, others, chess960);
            }
            ReplyAnswer::LeftOut(step) => {
                value["answer"] = json!(uci(step.mv, chess960));
                value["answer_san"] = json!(san(&position, step.mv));
                value["mate"] = json!(step.mate);
            }
        }
        value
    });
    json!({
        "fen": node.position.to_fen(),
        "move": node.mv.map(|mv| uci(mv, chess960)),
        "san": node.mv.map(|mv| san(&node.position, mv)),
        "mate": node.mate,
        "duals": moves(&node.position, &node.duals, chess960),
        "threat": threat(&after, &node.threat),
        "replies": replies.collect::<Value>(),
    })
}

/// What the page in `proof_page.js` unfolds: moves as `["e2e4", "e4"]`, castling as king takes rook, nothing that the
/// page can work out by playing them. Safe to stand within a script.
pub(super) fn page(exhibit: &Exhibit) -> String {
    let nodes = exhibit.graph.nodes.iter().map(page_node);
    let value = json!({
        "fen": exhibit.proof.root().to_fen(),
        "attacker": exhibit.proof.attacker().letter().to_string(),
        "leftOut": exhibit.graph.left_out,
        "nodes": nodes.collect::<Value>(),
    });
    in_script(&value)
}

fn page_node(node: &ProofNode) -> Value {
    let after = node.after();
    let branches = node.branches.iter().map(|branch| {
        let position = after.play(branch.mv);
        let answer = match &branch.answer {
            ReplyAnswer::Node(number) => json!(number),
            ReplyAnswer::Mate(mv, others) => {
                json!(["m", uci(*mv, true), san(&position, *mv), sans(&position, others)])
            }
            ReplyAnswer::LeftOut(step) => {
                json!(["x", uci(step.mv, true), san(&position, step.mv), step.mate])
            }
        };
        json!([uci(branch.mv, true), san(&after, branch.mv), answer])
    });
    json!([
        node.mv.map(|mv| json!([uci(mv, true), san(&node.position, mv)])),
        node.mate,
        sans(&node.position, &node.duals),
        threat(&after, &node.threat),
        branches.collect::<Value>(),
    ])
}
