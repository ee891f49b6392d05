//! Annotated games as a page for browsers: fills in `annotation_page.html`, in the frame of `ink/html/`.

mod annotation_json;

use std::collections::BTreeMap;

use crate::chess::Color;
use crate::commands::mates::solution::tree as proof_tree;
use crate::commands::tools::annotate::effort;
use crate::commands::tools::annotate::graph;
use crate::commands::tools::annotate::{AnnotatedItem, MateProof};
use crate::ink::Settings;
use crate::ink::html::{HtmlPage, PageColor};
use crate::ink::markup::{escaped, filled};
use crate::ink::number::counted;
use crate::proof::layout::tree::{AtOnce, Extent, tree};

const BODY: &str = include_str!("annotation_page.html");

const COLORS: &[PageColor] = &[
    PageColor("wash", "#dfeaf7", "#27364a"),
    PageColor("white", "#e9edf2", "#c7cfd9"),
    PageColor("black", "#4a525e", "#0b0c0e"),
    PageColor("line", "#8d8a82", "#5b626d"),
    PageColor("good", "#1d5fa8", "#7db4f0"),
    PageColor("inaccuracy", "#7a5c00", "#d9b84c"),
    PageColor("mistake", "#a4541b", "#f0a15c"),
    PageColor("blunder", "#b3261e", "#f4877f"),
    PageColor("mate", "#8a2f6b", "#e89fd0"),
];

/// Maximum defences shown of a proof; `--proofs` saves all.
const DEFENCES: usize = 60;

pub fn html(items: &[AnnotatedItem]) -> String {
    let title = match items {
        [only] => names(only),
        _ => format!("{} annotated games", items.len()),
    };
    let choices: String = items.iter().enumerate().map(choice).collect();
    let chooser = match items.len() {
        0 | 1 => String::new(),
        _ => format!(
            "<label class=\"chooser\">Game <select id=\"chooser\">{choices}</select></label>"
        ),
    };
    let games: String =
        items.iter().enumerate().map(|(place, item)| section(place, item)).collect();
    let footer = format!("Annotated by Quarterply {}.", env!("CARGO_PKG_VERSION"));
    HtmlPage {
        title: &title,
        colors: COLORS,
        style: include_str!("annotation_page.css"),
        narrow: "60rem",
        body: filled(BODY, &[("chooser", &chooser), ("games", &games), ("footer", &footer)]),
        data: annotation_json::page(items),
        script: include_str!("annotation_page.js"),
    }
    .text()
}

/// Formats the players: `Morphy – Karl`.
fn names(item: &AnnotatedItem) -> String {
    format!("{} – {}", item.title.white, item.title.black)
}

fn choice((place, item): (usize, &AnnotatedItem)) -> String {
    let text = format!("{}. {}, {}", item.number, names(item), item.title.result);
    format!("<option value=\"{place}\">{}</option>", escaped(&text))
}

/// Draws what is the same at every move of a game: heading, facts, graph, proofs.
fn section(place: usize, item: &AnnotatedItem) -> String {
    let game = &item.game;
    let opening = game.opening.as_ref().map(|opening| format!("{} {}", opening.eco, opening.name));
    let facts = item.title.event.iter().chain(&item.title.date).cloned().chain(opening);
    let facts: String = facts.map(|fact| format!("<li>{}</li>", escaped(&fact))).collect();
    let sides: String = Color::ALL.map(|color| side(item, color)).concat();
    let hidden = if place == 0 { "" } else { " hidden" };
    format!(
        "<template id=\"head{place}\"><h1><small>{result}</small>{names}</h1><ul class=\"facts\">{facts}<li>{effort}</li></ul>\
         <ul class=\"facts sides\">{sides}</ul></template><template id=\"curve{place}\"><svg>{curve}</svg></template>\
         <div class=\"proofs\" id=\"proofs{place}\"{hidden}>{proofs}</div><noscript><pre>{pgn}</pre></noscript>",
        pgn = escaped(&game.record.to_string()),
        result = escaped(&item.title.result),
        names = escaped(&names(item)),
        effort = escaped(&effort(game)),
        curve = graph::curve(game),
        proofs = proofs(item),
    )
}

fn side(item: &AnnotatedItem, color: Color) -> String {
    let review = &item.game.sides[color];
    let accuracy = review.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"));
    let counts = review.counts.iter().map(|(&judgement, &count)| {
        let text = judgement.counted(count);
        format!("<span class=\"count {}\">{text}</span>", judgement.name())
    });
    let missed = (review.missed_mates > 0).then(|| {
        let text = counted(review.missed_mates, "missed mate");
        format!("<span class=\"count mate\">{text}</span>")
    });
    let counts: Vec<String> = counts.chain(missed).collect();
    format!(
        "<li><span class=\"man {letter}\"></span><b>{color}</b> <span class=\"accuracy\">{accuracy}</span> {}</li>",
        counts.join(" "),
        letter = color.letter(),
    )
}

/// Draws the missed and allowed mates, without duplicates (one side allows what the other misses).
fn proofs(item: &AnnotatedItem) -> String {
    let mut mates: BTreeMap<usize, (&MateProof, Vec<String>)> = BTreeMap::new();
    for (ply, review) in item.game.moves.iter().enumerate() {
        let missed = review.missed.iter().map(|mate| (ply, "missed", mate));
        let allowed = review.allowed.iter().map(|mate| (ply + 1, "allowed", mate));
        for (place, word, mate) in missed.chain(allowed) {
            let (_, said) = mates.entry(place).or_insert((mate, Vec::new()));
            said.push(format!("{word} by {}", review.name()));
        }
    }
    mates.iter().map(|(ply, (mate, said))| proof(*ply, &said.join(" and "), mate)).collect()
}

fn proof(ply: usize, said: &str, mate: &MateProof) -> String {
    let extent = Extent { plies: u16::MAX, defences: DEFENCES };
    let page = proof_tree(&tree(&mate.proof, extent, &mut AtOnce), &Settings::default());
    let lines: Vec<String> = page.lines().iter().map(|line| escaped(&line.text())).collect();
    format!(
        "<details data-ply=\"{ply}\"><summary>Mate in {}, {}: proved, {} answered</summary><pre>{}</pre></details>",
        mate.proof.mate(),
        escaped(said),
        counted(mate.proof.positions(), "position"),
        lines.join("\n")
    )
}
