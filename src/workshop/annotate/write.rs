//! Writing what was found into the record of the game: scores, glyphs, words, variations. What stood there before stays,
//! but for what an earlier annotation said.

use super::accuracy::Judgement;
use super::finding::MateProof;
use super::review::{AnnotatedGame, MoveReview, SideReview};
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::{Color, Move, Position, Step, san};
use crate::oracle::book::openings;
use crate::units::{WhiteScore, expected_score};

/// Plies of a better line.
const PLIES: usize = 8;

const MATE_PLIES: usize = 31;

/// The glyphs that say what a move is worth: at most one of them stands at a move.
const VERDICTS: std::ops::RangeInclusive<u16> = 1..=6;

/// How words of ours begin, so that they are known again.
const OPENINGS: [&str; 6] =
    ["Inaccuracy", "Mistake", "Blunder", "Misses mate", "Allows mate", "Opening: "];

/// How what is said about the game begins.
const SUMMARY: &str = "Accuracy: ";

/// The program, as it names itself in a game.
const ANNOTATOR: &str = concat!("Quarterply ", env!("CARGO_PKG_VERSION"));

pub(super) fn write(annotated: &mut AnnotatedGame) {
    let mut record = std::mem::take(&mut annotated.record);
    let here = record.tree.current();
    record.set_tag("Annotator", ANNOTATOR);
    if let Some(opening) = &annotated.opening {
        for (name, value) in [("ECO", &opening.eco), ("Opening", &opening.name)] {
            if record.tag(name).is_none_or(|known| known.is_empty() || known == "?") {
                record.set_tag(name, value);
            }
        }
    }
    let tree = &mut record.tree;
    let mut words = tree.annotation(NodeId::ROOT).cloned().unwrap_or_default();
    words.after.retain(|comment| !comment.starts_with(SUMMARY));
    words.after.push(summary(annotated));
    tree.annotate(NodeId::ROOT, words);
    let named = last_named(annotated);
    let mut node = NodeId::ROOT;
    for (ply, review) in annotated.moves.iter().enumerate() {
        let parent = node;
        let Some(&child) = tree.children(parent).first() else { break };
        node = child;
        let opening = annotated.opening.as_ref().filter(|_| named == Some(ply));
        let opening = opening.map(|opening| format!("Opening: {} {}.", opening.eco, opening.name));
        about(tree, node, review, opening);
        variation(tree, parent, review);
    }
    tree.goto_node(here);
    annotated.record = record;
}

/// The ply that leads to the last position of the game that has a name.
fn last_named(annotated: &AnnotatedGame) -> Option<usize> {
    let (lines, opening) = (openings().ok()?, annotated.opening.as_ref()?);
    let named =
        |review: &MoveReview| lines.name(&review.step.apply(&review.before)) == Some(opening);
    annotated.moves.iter().rposition(named)
}

fn about(tree: &mut GameTree, node: NodeId, review: &MoveReview, opening: Option<String>) {
    let mut words = tree.annotation(node).cloned().unwrap_or_default();
    words.after = words.after.iter().filter_map(|comment| of_others(comment)).collect();
    if let Some(judgement) = review.judgement {
        words.nags.retain(|nag| !VERDICTS.contains(nag));
        words.nags.insert(0, judgement.nag());
    }
    let mut said = vec![eval(review.white_score(), None)];
    said.extend(opening);
    said.extend(remark(review));
    words.after.insert(0, said.join(" "));
    tree.annotate(node, words);
}

/// What is left of a comment without the score and the words of an earlier annotation.
fn of_others(comment: &str) -> Option<String> {
    let mut rest = comment.to_owned();
    while let Some(from) = rest.find("[%eval")
        && let Some(length) = rest[from..].find(']')
    {
        rest.replace_range(from..=from + length, "");
    }
    let rest = rest.trim();
    let ours = OPENINGS.iter().any(|begin| rest.starts_with(begin));
    (!rest.is_empty() && !ours).then(|| rest.to_owned())
}

/// A score as programs write it into comments: `[%eval 0.35,12]`, `[%eval #-3]`, White's view.
fn eval(score: WhiteScore, depth: Option<u32>) -> String {
    let text = score.to_string();
    let text = text.trim_start_matches('+');
    let depth = depth.filter(|&depth| depth > 0).map(|depth| format!(",{depth}"));
    format!("[%eval {text}{}]", depth.unwrap_or_default())
}

/// What there is to say about a marked move.
fn remark(review: &MoveReview) -> Option<String> {
    let number = |mv: Move| numbered(&review.before, mv);
    let mut sentences = Vec::new();
    if let Some(judgement) = review.judgement.filter(|_| review.loss > 0.0) {
        let [before, after] = review.scores.map(|score| percent(expected_score(score)));
        let better = review.better().filter(|_| review.missed.is_none());
        let better = better.map(|mv| format!(": better is {}", number(mv))).unwrap_or_default();
        sentences.push(format!("{} ({before} to {after}){better}.", title(judgement)));
    }
    if let Some(mate) = &review.missed {
        let first = mate.proof.line().first().map(|&mv| number(mv)).unwrap_or_default();
        sentences.push(format!("Misses {}: {first}.", proved(mate)));
    }
    if let Some(mate) = &review.allowed {
        sentences.push(format!("Allows {}.", proved(mate)));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// `mate in 3 (proved, 41 positions)`.
fn proved(mate: &MateProof) -> String {
    let proof = &mate.proof;
    let positions = match proof.positions() {
        1 => "1 position".to_owned(),
        positions => format!("{positions} positions"),
    };
    format!("mate in {} (proved, {positions})", proof.mate())
}

/// `Mistake`.
const fn title(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// `12. Nf3`, `12... Nf6`.
fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.fullmoves(), san(position, mv))
}

fn variation(tree: &mut GameTree, parent: NodeId, review: &MoveReview) {
    let Some(better) = review.better() else { return };
    let line: &[Move] = match &review.missed {
        Some(mate) => mate.proof.line(),
        None => &review.search.pv,
    };
    let score = review.scores[0];
    let plies = if review.missed.is_some() { MATE_PLIES } else { PLIES };
    tree.goto_node(parent);
    let mut first = None;
    for &mv in line.iter().take(plies) {
        // A line of the search is legal; a tree that is full takes no more of it.
        if tree.step(Step::Move(mv)).is_err() {
            break;
        }
        first.get_or_insert(tree.current());
    }
    if let Some(first) = first.filter(|&first| tree.step_of(first) == Some(Step::Move(better))) {
        let mut words = tree.annotation(first).cloned().unwrap_or_default();
        words.after.retain(|comment| !comment.starts_with("[%eval"));
        words
            .after
            .insert(0, eval(score.for_white(review.before.turn()), Some(review.search.depth)));
        tree.annotate(first, words);
    }
}

/// `Accuracy: White 91.2 %, Black 84.0 %. White: 1 mistake. …`
fn summary(annotated: &AnnotatedGame) -> String {
    let side = |color: Color| {
        let accuracy = annotated.sides[color].accuracy;
        let accuracy = accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        format!("{color} {accuracy}")
    };
    let mut text = format!("{SUMMARY}{}, {}.", side(Color::White), side(Color::Black));
    for color in Color::ALL {
        let faults = faults(&annotated.sides[color]);
        if !faults.is_empty() {
            text.push_str(&format!(" {color}: {}.", faults.join(", ")));
        }
    }
    text
}

/// `1 mistake`, `2 blunders`, `1 missed mate`.
fn faults(side: &SideReview) -> Vec<String> {
    let plural = |count: usize, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let judged = Judgement::ALL.into_iter().filter_map(|judgement| {
        let many = match judgement {
            Judgement::Inaccuracy => "inaccuracies",
            Judgement::Mistake => "mistakes",
            Judgement::Blunder => "blunders",
        };
        let &count = side.counts.get(&judgement)?;
        Some(plural(count, judgement.name(), many))
    });
    let mut faults: Vec<String> = judged.collect();
    if side.missed_mates > 0 {
        faults.push(plural(side.missed_mates, "missed mate", "missed mates"));
    }
    faults
}
