//! The rows of a tree: defences on the left, the answer on the right, remarks behind.

use crate::chess::{Move, Position};
use crate::ink::movetext::{self, problem_move};
use crate::ink::number::plural;
use crate::ink::{Line, Role, Settings};
use crate::layout::tree::{Attack, Continuation, Defence, DefenceGroup, ProofTree, Threat, Trunk};

/// Defences that do not meet a threat are named up to so many.
const MOST_UNMET: usize = 8;

pub(super) struct TreeRow {
    /// How deep it stands; zero for the replies to the first move.
    pub(super) depth: usize,
    pub(super) defences: String,
    /// With its number before it and remarks behind.
    pub(super) answer: Line,
}

pub(super) fn of(tree: &ProofTree, settings: &Settings) -> (Line, Vec<TreeRow>) {
    let (mut mv, mut remarks, mut rows) = (String::new(), Vec::new(), Vec::new());
    let defence = match &tree.trunk {
        Trunk::Defence(defence) => Some(defence),
        Trunk::Attack(attack) => {
            let key = if attack.duals.is_empty() && attack.mate > 1 { "!" } else { "" };
            let text = problem_move(&tree.start, attack.mv, settings);
            mv = format!("{}{text}{key}", movetext::number(&tree.start, settings));
            remarks.extend(duals(&tree.start, attack, settings));
            match &attack.play {
                Continuation::Open(defence) => Some(defence),
                Continuation::Folded(replies) => {
                    remarks.push(folded(attack.mate, *replies));
                    None
                }
                Continuation::Mate => None,
            }
        }
    };
    if let Some(defence) = defence {
        remarks.extend(threat(defence, settings));
        remarks.push(Line::of(Role::Dim, counts(defence)));
        below(defence, 0, settings, &mut rows);
    }
    let gap = if mv.is_empty() || remarks.is_empty() { "" } else { "   " };
    let head = Line::plain(" ").with(Role::Strong, mv).with(Role::Plain, gap);
    (head.and(settings.facts(remarks)), rows)
}

fn below(defence: &Defence, depth: usize, settings: &Settings, rows: &mut Vec<TreeRow>) {
    for group in &defence.groups {
        let position = defence.position.play(group.defences[0]);
        rows.push(row(defence, group, &position, depth, settings));
        if let Continuation::Open(next) = &group.answer.play {
            below(next, depth + 1, settings, rows);
        }
    }
    if !defence.ends.is_empty() {
        let defences = spelled(&defence.position, &defence.ends, settings).join(", ");
        rows.push(TreeRow { depth, defences, answer: Line::new() });
    }
}

fn spelled(position: &Position, moves: &[Move], settings: &Settings) -> Vec<String> {
    moves.iter().map(|&mv| problem_move(position, mv, settings)).collect()
}

fn row(
    defence: &Defence,
    group: &DefenceGroup,
    position: &Position,
    depth: usize,
    settings: &Settings,
) -> TreeRow {
    let answer = &group.answer;
    let mut remarks = Vec::from_iter(duals(position, answer, settings));
    match &answer.play {
        Continuation::Mate => {}
        Continuation::Folded(replies) => remarks.push(folded(answer.mate, *replies)),
        Continuation::Open(next) => remarks.extend(threat(next, settings)),
    }
    if group.is_threat {
        remarks.push(Line::of(Role::Dim, "as threatened"));
    }
    if group.is_short {
        remarks.push(Line::of(Role::Good, "short"));
    }
    // Into a pipe everything is written out.
    let cut = group.is_threat && settings.is_pretty();
    let shown = if cut { MOST_UNMET } else { usize::MAX }.min(group.defences.len());
    let mut defences = spelled(&defence.position, &group.defences[..shown], settings);
    if group.defences.len() > shown {
        defences.push(format!("{} others", group.defences.len() - shown));
    }
    let role = if answer.play == Continuation::Mate { Role::Mate } else { Role::Strong };
    let line = Line::of(Role::Dim, movetext::number(position, settings))
        .with(role, problem_move(position, answer.mv, settings));
    let answer =
        remarks.into_iter().fold(line, |line, remark| line.with(Role::Plain, "  ").and(remark));
    TreeRow { depth, defences: defences.join(", "), answer }
}

fn folded(mate: u16, replies: usize) -> Line {
    Line::of(Role::Dim, format!("mate in {mate}, {}", plural(replies, "reply", "replies")))
}

fn duals(position: &Position, attack: &Attack, settings: &Settings) -> Option<Line> {
    let or = || format!("or {}", some(position, &attack.duals, settings));
    (!attack.duals.is_empty()).then(|| Line::of(Role::Caution, or()))
}

/// Up to three moves, and how many more there are; all of them into a pipe.
fn some(position: &Position, moves: &[Move], settings: &Settings) -> String {
    const MOST: usize = 3;
    let shown = if settings.is_pretty() { MOST } else { usize::MAX };
    let mut sans = spelled(position, &moves[..shown.min(moves.len())], settings);
    if moves.len() > shown {
        sans.push(format!("{} more", moves.len() - shown));
    }
    sans.join(", ")
}

/// What would happen if the defender did nothing; nothing to say if that is not known or cannot be.
fn threat(defence: &Defence, settings: &Settings) -> Option<Line> {
    match &defence.threat {
        Threat::Check => Some(Line::of(Role::Dim, "check")),
        Threat::Zugzwang => Some(Line::of(Role::Extension, "zugzwang")),
        Threat::Unknown => None,
        Threat::Mate { moves, mate } => {
            let passed = defence.position.pass()?;
            let length = if *mate > 1 { format!(", mate in {mate}") } else { String::new() };
            let number = movetext::number(&passed, settings);
            let moves = some(&passed, moves, settings);
            Some(Line::of(Role::Extension, format!("threat {number}{moves}{length}")))
        }
    }
}

/// `23 replies, 11 mating moves`.
fn counts(defence: &Defence) -> String {
    let replies = plural(defence.replies(), "reply", "replies");
    let answers = defence.groups.len();
    let all_mate = defence.groups.iter().all(|group| group.answer.play == Continuation::Mate);
    let answers = if all_mate {
        plural(answers, "mating move", "mating moves")
    } else {
        plural(answers, "answer", "answers")
    };
    format!("{replies}, {answers}")
}
