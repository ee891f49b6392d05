//! A proof as a drawing for Graphviz: the attacker's moves in boxes, the defences on the edges between them.

use std::fmt::Write as _;

use super::export;
use crate::chess::{Color, Position, san};
use crate::layout::exhibit::Exhibit;
use crate::layout::graph::{ProofNode, ReplyAnswer};
use crate::layout::tree::Threat;

/// Nodes that are drawn: with more, nobody sees anything, and Graphviz takes hours.
const MOST_NODES: usize = 300;

pub(super) fn text(exhibit: &Exhibit) -> String {
    let nodes = &exhibit.graph.nodes;
    let drawn = nodes.len().min(MOST_NODES);
    let mut label = format!("{}: {}", export::title(exhibit), export::known(exhibit));
    if drawn < nodes.len() || exhibit.graph.left_out > 0 {
        let _ = write!(label, " (the {drawn} positions nearest to the beginning)");
    }
    let mut text = format!(
        "// {}\n// {}\ndigraph proof {{\n  graph [rankdir=LR, labelloc=t, fontname=\"Helvetica\", label=\"{}\"];\n  \
         node [shape=box, style=rounded, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", fontsize=10];\n",
        export::program(),
        exhibit.proof.root().to_fen(),
        quoted(&label),
    );
    for (number, node) in nodes.iter().take(drawn).enumerate() {
        push_node(&mut text, number, node, drawn);
    }
    text.push_str("}\n");
    text
}

fn push_node(text: &mut String, number: usize, node: &ProofNode, drawn: usize) {
    let mut label = match node.mv {
        Some(mv) => numbered(&node.position, &san(&node.position, mv)),
        None => "whatever is played".to_owned(),
    };
    if node.threat == Threat::Zugzwang {
        label.push_str("\nzugzwang");
    }
    let _ = writeln!(text, "  n{number} [label=\"{}\"];", quoted(&label));
    let after = node.after();
    // Replies with the same end share an edge; an order of their own keeps the text the same every time.
    let mut edges: Vec<(String, Vec<String>)> = Vec::new();
    for branch in &node.branches {
        let position = after.play(branch.mv);
        let target = match &branch.answer {
            ReplyAnswer::Node(target) if *target < drawn => format!("n{target}"),
            ReplyAnswer::Node(_) | ReplyAnswer::LeftOut(_) => "more".to_owned(),
            ReplyAnswer::Mate(mv, _) => numbered(&position, &san(&position, *mv)),
        };
        let reply = san(&after, branch.mv);
        match edges.iter_mut().find(|(known, _)| *known == target) {
            Some((_, replies)) => replies.push(reply),
            None => edges.push((target, vec![reply])),
        }
    }
    for (place, (target, replies)) in edges.iter().enumerate() {
        let mut end = target.clone();
        if !target.starts_with('n') {
            end = format!("n{number}_{place}");
            let look = if target == "more" {
                "shape=plaintext"
            } else {
                "shape=plaintext, fontcolor=\"#a8432c\""
            };
            let shown = if target == "more" { "…" } else { target };
            let _ = writeln!(text, "  {end} [label=\"{}\", {look}];", quoted(shown));
        }
        let _ = writeln!(text, "  n{number} -> {end} [label=\"{}\"];", quoted(&lines(replies)));
    }
}

/// Replies, a few on a line.
fn lines(replies: &[String]) -> String {
    const PER_LINE: usize = 6;
    let lines: Vec<String> = replies.chunks(PER_LINE).map(|chunk| chunk.join(", ")).collect();
    lines.join("\n")
}

fn numbered(position: &Position, text: &str) -> String {
    let dots = if position.turn() == Color::White { "." } else { "…" };
    format!("{}{dots}{text}", position.fullmoves())
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
