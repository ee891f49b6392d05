//! The rows of a tree: defences on the left, the answer on the right, remarks behind.

use crate::chess::{Move, Position};
use crate::ink::movetext::{self, problem_move};
use crate::ink::number::plural;
use crate::ink::{Role, Settings};
use crate::layout::tree::{Attack, Continuation, Defence, DefenceGroup, ProofTree, Threat, Trunk};

/// Defences that do not meet a threat are named up to so many.
const MOST_UNMET: usize = 8;

pub(super) struct TreeRow {
    /// How deep it stands; zero for the replies to the first move.
    pub(super) depth: usize,
    pub(super) defences: Vec<String>,
    pub(super) number: String,
    pub(super) answer: String,
    pub(super) mates: bool,
    pub(super) remarks: Vec<(Role, String)>,
}

pub(super) struct Head {
    /// The first move with its number, `1.Ne3!`; empty where the defender moves first.
    pub(super) mv: String,
    pub(super) remarks: Vec<(Role, String)>,
}

pub(super) fn of(tree: &ProofTree, settings: &Settings) -> (Head, Vec<TreeRow>) {
    let mut rows = Vec::new();
    let head = match &tree.trunk {
        Trunk::Attack(attack) => {
            let key = if attack.duals.is_empty() && attack.mate > 1 { "!" } else { "" };
            let text = problem_move(&tree.start, attack.mv, settings);
            let mv = format!("{}{text}{key}", movetext::number(&tree.start, settings));
            let mut remarks = duals(&tree.start, attack, settings);
            match &attack.play {
                Continuation::Open(defence) => {
                    remarks.extend(threat(defence, settings));
                    remarks.push((Role::Dim, counts(defence)));
                    below(defence, 0, settings, &mut rows);
                }
                Continuation::Folded(replies) => {
                    remarks.push((Role::Dim, folded(attack.mate, *replies)))
                }
                Continuation::Mate => {}
            }
            Head { mv, remarks }
        }
        Trunk::Defence(defence) => {
            let mut remarks: Vec<_> = threat(defence, settings).into_iter().collect();
            remarks.push((Role::Dim, counts(defence)));
            below(defence, 0, settings, &mut rows);
            Head { mv: String::new(), remarks }
        }
    };
    (head, rows)
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
        rows.push(TreeRow {
            depth,
            defences: spelled(&defence.position, &defence.ends, settings),
            number: String::new(),
            answer: String::new(),
            mates: true,
            remarks: Vec::new(),
        });
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
    let mut remarks = duals(position, answer, settings);
    match &answer.play {
        Continuation::Mate => {}
        Continuation::Folded(replies) => remarks.push((Role::Dim, folded(answer.mate, *replies))),
        Continuation::Open(next) => remarks.extend(threat(next, settings)),
    }
    if group.is_threat {
        remarks.push((Role::Dim, "as threatened".to_owned()));
    }
    if group.is_short {
        remarks.push((Role::Good, "short".to_owned()));
    }
    // Into a pipe everything is written out.
    let cut = group.is_threat && settings.is_pretty();
    let shown = if cut { MOST_UNMET } else { usize::MAX };
    let mut defences: Vec<String> =
        spelled(&defence.position, &group.defences[..shown.min(group.defences.len())], settings);
    if group.defences.len() > defences.len() {
        defences.push(format!("{} others", group.defences.len() - defences.len()));
    }
    TreeRow {
        depth,
        defences,
        number: movetext::number(position, settings),
        answer: problem_move(position, answer.mv, settings),
        mates: answer.play == Continuation::Mate,
        remarks,
    }
}

fn folded(mate: u16, replies: usize) -> String {
    format!("mate in {mate}, {}", plural(replies, "reply", "replies"))
}

fn duals(position: &Position, attack: &Attack, settings: &Settings) -> Vec<(Role, String)> {
    if attack.duals.is_empty() {
        return Vec::new();
    }
    vec![(Role::Caution, format!("or {}", some(position, &attack.duals, settings)))]
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
fn threat(defence: &Defence, settings: &Settings) -> Option<(Role, String)> {
    match &defence.threat {
        Threat::Check => Some((Role::Dim, "check".to_owned())),
        Threat::Zugzwang => Some((Role::Extension, "zugzwang".to_owned())),
        Threat::Unknown => None,
        Threat::Mate { moves, mate } => {
            let passed = defence.position.pass()?;
            let length = if *mate > 1 { format!(", mate in {mate}") } else { String::new() };
            let number = movetext::number(&passed, settings);
            Some((
                Role::Extension,
                format!("threat {number}{}{length}", some(&passed, moves, settings)),
            ))
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
