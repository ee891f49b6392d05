//! Proofs as pages for browsers: fills in `proof_page.html`, in the frame of `ink/html/`.

use serde_json::{Value, json};

use super::super::verdict;
use crate::chess::{Move, Position, san, uci};
use crate::commands::mates::mate_forms::ThreatForm;
use crate::commands::mates::solution::set_play;
use crate::ink::html::{HtmlPage, PageColor};
use crate::ink::json::in_script;
use crate::ink::markup::{escaped, filled};
use crate::ink::number::grouped;
use crate::ink::{Answer, Page, Settings, movetext};
use crate::proof::layout::{Exhibit, ProofNode, ReplyAnswer};
use crate::shell::proof_answers::Aside;

const BODY: &str = include_str!("proof_page.html");

const COLORS: &[PageColor] = &[
    PageColor("wash", "#e8eff8", "#27364a"),
    PageColor("mate", "#a8432c", "#f0917a"),
    PageColor("threat", "#7a5c00", "#d9b84c"),
    PageColor("good", "#23724a", "#6cc598"),
];

pub(super) fn text(exhibit: &Exhibit, aside: &Aside) -> String {
    let proof = &exhibit.proof;
    let title = verdict::title(exhibit);
    let line = movetext::line(proof.root(), proof.line(), &Settings::default()).text();
    let facts = [
        (grouped(proof.positions() as u64), "positions, every reply to each answered"),
        (grouped(proof.mates() as u64), "moves that mate"),
    ];
    let mut list: String =
        facts.map(|(count, what)| format!("<li><b>{count}</b> {what}</li>")).concat();
    list.push_str(&format!("<li>{}</li>", escaped(verdict::rules(proof))));
    let footer = format!(
        "Found and checked by {}. <code>{}</code>",
        escaped(&verdict::program()),
        escaped(&proof.root().to_fen())
    );
    let body = filled(
        BODY,
        &[
            ("kicker", &escaped(&verdict::known_of(exhibit))),
            ("heading", &escaped(&title)),
            ("facts", &list),
            ("mainline", &escaped(&line)),
            ("aside", &beside(aside)),
            ("footer", &footer),
        ],
    );
    HtmlPage {
        title: &title,
        colors: COLORS,
        style: include_str!("proof_page.css"),
        narrow: "56rem",
        body,
        data: unfolded(exhibit),
        script: include_str!("proof_page.js"),
    }
    .text()
}

/// Draws tries and set play, folded; empty without either.
fn beside(aside: &Aside) -> String {
    let settings = Settings::default();
    let section = |name: &str, page: Page| {
        let rows = page.lines().iter().map(|line| escaped(line.text().trim_end()));
        let rows: Vec<String> = rows.collect();
        format!(
            "<details class=\"aside\"><summary>{name}</summary><pre>{}</pre></details>",
            rows.join("\n")
        )
    };
    let set = aside.set_play.as_ref().map(|set| {
        let page = set_play(&set.root, Some(&set.lines), &settings);
        section("Set play: were it the other side's turn", page)
    });
    let tried = aside.tries.as_ref();
    let tried = tried.map(|reply| section("Tries", reply.page(&settings)));
    set.into_iter().chain(tried).collect()
}

/// What the page in `proof_page.js` unfolds: moves as `["e2e4", "e4"]`, castling as king takes rook, nothing that the
/// page can work out by playing them. Safe to stand within a script.
fn unfolded(exhibit: &Exhibit) -> String {
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
        json!(ThreatForm::of(&after, &node.threat)),
        branches.collect::<Value>(),
    ])
}

fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| san(position, mv)).collect()
}
