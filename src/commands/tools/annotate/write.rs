//! Writes the findings into the record of the game: scores, glyphs, comments, variations. Existing annotations stay, except those
//! of an earlier `annotate`.

use super::accuracy::Judgement;
use super::finding::MateProof;
use super::review::{AnnotatedGame, MoveReview, SideReview, numbered};
use crate::chess::game_tree::{Annotation, GameTree, NodeId, Stepped};
use crate::chess::notation::line_san;
use crate::chess::{Color, Move, Step, san};
use crate::commands::search::reasons::paragraph;
use crate::ink::movetext;
use crate::ink::number::counted;
use crate::oracle::opening_at;
use crate::units::WhiteScore;

const PLIES: usize = 8;

const MATE_PLIES: usize = 31;

/// Glyphs that judge a move, of which a move has at most one.
const VERDICTS: std::ops::RangeInclusive<u16> = 1..=6;

/// Beginnings of the program's own comments, with N for a number. Only these are recognised as its own.
const OWN_VERDICTS: [&str; 5] = [
    "Inaccuracy (N % to N %)",
    "Mistake (N % to N %)",
    "Blunder (N % to N %)",
    "Misses mate in N",
    "Allows mate in N",
];

const OWN_SUMMARY: &str = "Accuracy: White N";

const ANNOTATOR: &str = concat!("Quarterply ", env!("CARGO_PKG_VERSION"));

pub(super) fn write(annotated: &mut AnnotatedGame) {
    let mut record = std::mem::take(&mut annotated.record);
    let annotators = record.tag("Annotator").unwrap_or_default().split("; ");
    let others = annotators.filter(|name| !matches!(*name, "" | "?"));
    let others = others.filter(|name| !name.starts_with("Quarterply "));
    let annotators: Vec<&str> = others.chain([ANNOTATOR]).collect();
    record.set_tag("Annotator", &annotators.join("; "));
    if let Some(opening) = &annotated.opening {
        for (name, value) in [("ECO", &opening.eco), ("Opening", &opening.name)] {
            if record.tag(name).is_none_or(|known| known.is_empty() || known == "?") {
                record.set_tag(name, value);
            }
        }
    }
    let tree = &mut record.tree;
    forget(tree);
    let here = tree.current();
    let mut words = tree.annotation(NodeId::ROOT).cloned().unwrap_or_default();
    words.after.retain(|comment| behind(comment, OWN_SUMMARY).is_none());
    words.after.push(summary(annotated));
    tree.annotate(NodeId::ROOT, words);
    let named = last_named(annotated);
    let line: Vec<NodeId> = tree.line_from(NodeId::ROOT).collect();
    for (ply, (pair, review)) in line.windows(2).zip(&annotated.moves).enumerate() {
        let opening = annotated.opening.as_ref().filter(|_| named == Some(ply));
        let opening = opening.map(|opening| format!("Opening: {} {}.", opening.eco, opening.name));
        about(tree, pair[1], review, opening);
        variation(tree, pair[0], review);
    }
    tree.goto_node(here);
    annotated.record = record;
}

/// Removes an earlier annotation: scores and comments, and with a judgement its glyph and better line.
fn forget(tree: &mut GameTree) {
    let (place, moves) = (tree.game().played().to_vec(), tree.moves());
    let mut parent = NodeId::ROOT;
    while let Some(&node) = tree.children(parent).first() {
        let mut words = tree.annotation(node).cloned().unwrap_or_default();
        let without_score =
            |comment: &String| movetext::without(comment, "[%eval").trim().to_owned();
        words.after = words.after.iter().map(without_score).collect();
        let was_judged = words.after.iter().any(|comment| {
            let after_name = |(at, dot): (usize, &str)| is_verdict(&comment[at + dot.len()..]);
            is_verdict(comment)
                || names_opening(comment) && comment.match_indices(". ").any(after_name)
        });
        words.after.retain(|comment| {
            !comment.is_empty() && !is_verdict(comment) && !names_opening(comment)
        });
        if was_judged {
            words.nags.retain(|&nag| Judgement::ALL.iter().all(|judged| judged.nag() != nag));
        }
        tree.annotate(node, words);
        let others = &tree.children(parent)[1..];
        let line = others.iter().copied().find(|&first| was_judged && is_own_line(tree, first));
        if let Some(first) = line {
            tree.goto_node(first);
            tree.delete_variation();
            // Nodes have been renumbered.
            parent = tree.current();
        }
        let Some(&next) = tree.children(parent).first() else { break };
        parent = next;
    }
    if tree.moves() < moves {
        tree.goto_node(NodeId::ROOT);
        // Some may have been in a variation that was removed.
        for step in place {
            let is_known = |&child: &NodeId| tree.step_of(child) == Some(step);
            if !tree.children(tree.current()).iter().any(is_known) || tree.step(step).is_err() {
                break;
            }
        }
    }
}

/// Returns the ply to the last position of the game with an opening name.
fn last_named(annotated: &AnnotatedGame) -> Option<usize> {
    let opening = annotated.opening.as_ref()?;
    let named =
        |review: &MoveReview| opening_at(&review.step.apply(&review.before)) == Some(opening);
    annotated.moves.iter().rposition(named)
}

fn about(tree: &mut GameTree, node: NodeId, review: &MoveReview, opening: Option<String>) {
    let mut words = tree.annotation(node).cloned().unwrap_or_default();
    if let Some(judgement) = review.judgement {
        words.nags.retain(|nag| !VERDICTS.contains(nag));
        words.nags.insert(0, judgement.nag());
    }
    // After a mating move there is nothing to evaluate.
    let mates = review.step.apply(&review.before).is_checkmate();
    let score = (!mates).then(|| eval(review.white_score(), None));
    let said: Vec<String> = [score, opening, remark(review)].into_iter().flatten().collect();
    if !said.is_empty() {
        words.after.insert(0, said.join(" "));
    }
    tree.annotate(node, words);
}

/// Strips a form, in which N is a number, from the start of a comment; `None` if the comment begins otherwise.
fn behind<'c>(comment: &'c str, form: &str) -> Option<&'c str> {
    let mut parts = form.split('N');
    let first = comment.strip_prefix(parts.next()?)?;
    parts.try_fold(first, |rest, part| {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "#-.–".contains(c));
        after.strip_prefix(part).filter(|_| after.len() < rest.len())
    })
}

fn is_verdict(comment: &str) -> bool {
    OWN_VERDICTS.iter().any(|form| behind(comment, form).is_some())
}

/// Returns whether a comment begins with an opening as written by the program: `Opening: C50 Italian Game.`
fn names_opening(comment: &str) -> bool {
    let code = comment.strip_prefix("Opening: ").map(str::as_bytes);
    matches!(code, Some([b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', b' ', ..]))
}

/// Returns whether a variation looks like the program's own: an evaluation with a depth at its first move, and no other
/// annotation.
fn is_own_line(tree: &GameTree, first: NodeId) -> bool {
    let Some(Annotation { before, nags, after }) = tree.annotation(first) else { return false };
    let [score] = &after[..] else { return false };
    let mut node = first;
    while let [next] = tree.children(node)
        && tree.annotation(*next).is_none()
    {
        node = *next;
    }
    before.is_empty()
        && nags.is_empty()
        && behind(score, "[%eval N,N]") == Some("")
        && tree.children(node).is_empty()
}

/// Formats a score as a PGN command: `[%eval 0.35,12]`, `[%eval #-3]`, White's view.
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
        let better =
            review.better().filter(|_| review.missed.is_none() && review.reasons.is_empty());
        let better = better.map(|mv| format!(": better is {}", number(mv))).unwrap_or_default();
        sentences.push(format!("{}{rest} ({before} to {after}){better}.", first.to_uppercase()));
    }
    if !review.reasons.is_empty() {
        sentences.push(paragraph(&review.reasons, line_san));
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

/// Formats a mate: `mate in 3 (proved, 41 positions)`.
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
        // Lines of the search are legal; a full tree takes no more moves.
        let Ok(stepped) = tree.step(Step::Move(mv)) else { break };
        first.get_or_insert((tree.current(), stepped));
    }
    if let Some((first, stepped)) = first
        && tree.step_of(first) == Some(Step::Move(better))
    {
        // A depth marks a new line.
        let depth = (stepped != Stepped::Along).then_some(review.search.depth);
        let mut words = tree.annotation(first).cloned().unwrap_or_default();
        words.after.retain(|comment| !comment.starts_with("[%eval"));
        words.after.insert(0, eval(score.for_white(review.before.turn()), depth));
        tree.annotate(first, words);
    }
}

/// Formats the summary: `Accuracy: White 91.2 %, Black 84.0 %. White: 1 mistake. …`
fn summary(annotated: &AnnotatedGame) -> String {
    let side = |color: Color| {
        let accuracy = annotated.sides[color].accuracy;
        let accuracy = accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        format!("{color} {accuracy}")
    };
    let mut text = format!("Accuracy: {}, {}.", side(Color::White), side(Color::Black));
    for color in Color::ALL {
        let faults = faults(&annotated.sides[color]);
        if !faults.is_empty() {
            text.push_str(&format!(" {color}: {}.", faults.join(", ")));
        }
    }
    text
}

/// Formats counts of mistakes: `1 mistake`, `2 blunders`, `1 missed mate`.
fn faults(side: &SideReview) -> Vec<String> {
    let mut faults: Vec<String> =
        side.counts.iter().map(|(&judgement, &count)| judgement.counted(count)).collect();
    if side.missed_mates > 0 {
        faults.push(counted(side.missed_mates, "missed mate"));
    }
    faults
}
