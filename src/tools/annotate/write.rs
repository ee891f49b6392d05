//! Writing what was found into the record of the game: scores, glyphs, words, variations. What stood there before stays,
//! but for what an earlier annotation said.

use super::finding::MateProof;
use super::review::{AnnotatedGame, MoveReview, SideReview, numbered};
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::notation::line_san;
use crate::chess::{Color, Move, Step, san};
use crate::ink::number::counted;
use crate::oracle::opening_at;
use crate::units::WhiteScore;

const PLIES: usize = 8;

const MATE_PLIES: usize = 31;

/// The glyphs that say what a move is worth: at most one of them stands at a move.
const VERDICTS: std::ops::RangeInclusive<u16> = 1..=6;

/// How the program's own comments begin, so that they are recognised again.
const OPENINGS: [&str; 6] =
    ["Inaccuracy", "Mistake", "Blunder", "Misses mate", "Allows mate", "Opening: "];

const SUMMARY: &str = "Accuracy: ";

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
    let opening = annotated.opening.as_ref()?;
    let named =
        |review: &MoveReview| opening_at(&review.step.apply(&review.before)) == Some(opening);
    annotated.moves.iter().rposition(named)
}

fn about(tree: &mut GameTree, node: NodeId, review: &MoveReview, opening: Option<String>) {
    let mut words = tree.annotation(node).cloned().unwrap_or_default();
    words.after = words.after.iter().filter_map(|comment| of_others(comment)).collect();
    if let Some(judgement) = review.judgement {
        words.nags.retain(|nag| !VERDICTS.contains(nag));
        words.nags.insert(0, judgement.nag());
    }
    // Of the move that mates there is nothing to evaluate.
    let mates = review.step.apply(&review.before).is_checkmate();
    let score = (!mates).then(|| eval(review.white_score(), None));
    let said: Vec<String> = [score, opening, remark(review)].into_iter().flatten().collect();
    if !said.is_empty() {
        words.after.insert(0, said.join(" "));
    }
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

fn remark(review: &MoveReview) -> Option<String> {
    let number = |mv: Move| numbered(&review.before, &san(&review.before, mv));
    let mut sentences = Vec::new();
    if let Some(judgement) = review.judgement.filter(|_| review.loss > 0.0) {
        let (first, rest) = judgement.name().split_at(1);
        let [before, after] = review.points().map(percent);
        let better = review.better().filter(|_| review.missed.is_none());
        let better = better.map(|mv| format!(": better is {}", number(mv))).unwrap_or_default();
        sentences.push(format!("{}{rest} ({before} to {after}){better}.", first.to_uppercase()));
    }
    if let Some(reason) = &review.reason {
        sentences.push(format!("It {}.", reason.sentence(line_san)));
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
    let positions = counted(mate.proof.positions(), "position");
    format!("mate in {} (proved, {positions})", mate.proof.mate())
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
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
    let mut faults: Vec<String> =
        side.counts.iter().map(|(&judgement, &count)| judgement.counted(count)).collect();
    if side.missed_mates > 0 {
        faults.push(counted(side.missed_mates, "missed mate"));
    }
    faults
}
