//! Proofs as pages for browsers: fills in `proof_page.html`, in the frame of `ink/html/`.

use super::super::verdict;
use super::proof_json;
use crate::commands::mates::solution::set_play;
use crate::ink::html::{HtmlPage, PageColor};
use crate::ink::markup::{escaped, filled};
use crate::ink::number::grouped;
use crate::ink::{Answer, Page, Settings, movetext};
use crate::proof::layout::exhibit::Exhibit;
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
        data: proof_json::page(exhibit),
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
