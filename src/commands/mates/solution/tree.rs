//! The tree of a proof: defences grouped by their answers.

use std::collections::BTreeSet;

use crate::chess::{Bitboard, Move, Piece, Position, notation};
use crate::ink::movetext::problem_move;
use crate::ink::number::{counted, plural};
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::proof::layout::MateSummary;
use crate::proof::layout::tree::{
    Attack, Continuation, Defence, DefenceGroup, ProofTree, Threat, TreeVisit, Trunk,
};

/// Maximum width of the column of defences; at most half of the terminal.
const WIDEST: usize = 44;

const NARROWEST: usize = 10;

/// Indent of a row at depth zero, and per level.
const INDENT: usize = 4;
const DEEPER: usize = 3;

pub fn tree(tree: &ProofTree, settings: &Settings) -> Page {
    let (head, rows) = head_and_rows(tree, settings);
    let mut page = Page::new();
    if let Some(summary) = &tree.summary {
        push_summary(&mut page, tree, summary, settings);
    }
    page.wrapped(head, settings, INDENT);
    let column = column(&rows, settings);
    for row in rows {
        push_row(&mut page, row, column, settings);
    }
    if tree.cut {
        let note = " more than can be shown: \"proof line\" with a defence shows what follows it";
        page.wrapped(Line::of(Role::Dim, note), settings, INDENT);
    }
    page
}

/// Draws the composition of the longest line, and its repeated manoeuvre.
fn push_summary(page: &mut Page, tree: &ProofTree, summary: &MateSummary, settings: &Settings) {
    let MateSummary { moves, checks, captures, forced, .. } = summary;
    let (checks, captures) = (counted(*checks, "check"), counted(*captures, "capture"));
    let line = format!(" {moves} moves: {checks}, {captures}; forced replies: {forced}");
    page.wrapped(Line::of(Role::Dim, line), settings, INDENT);
    let Some(manoeuvre) = &summary.manoeuvre else { return };
    let Some((first, again)) = manoeuvre.returns.split_first() else { return };
    let again: Vec<String> = again.iter().map(u16::to_string).collect();
    let length = manoeuvre.round.len() / 2;
    let text = format!(
        " manoeuvre of {} from move {first}: {}'s men and the other king return at moves {}",
        counted(length, "move"),
        tree.attacker,
        again.join(", "),
    );
    page.wrapped(Line::of(Role::Dim, text), settings, INDENT);
    let round = movetext::line(&manoeuvre.start, &manoeuvre.round, settings);
    page.wrapped(Line::plain(" ".repeat(INDENT)).and(round), settings, INDENT);
    let named = |gone: &Vec<(Piece, Bitboard)>| {
        let men = gone.iter().flat_map(|&(piece, squares)| {
            squares.map(move |square| format!("{} {square}", piece.name()))
        });
        men.collect::<Vec<String>>().join(" and ")
    };
    let gone: Vec<String> = manoeuvre.gone.iter().map(named).collect();
    if gone.iter().any(|gone| !gone.is_empty()) {
        let text = format!("leaving its square in each round: {}", gone.join("; "));
        let line = Line::plain(" ".repeat(INDENT)).with(Role::Dim, text);
        page.wrapped(line, settings, INDENT);
    }
}

fn column(rows: &[TreeRow], settings: &Settings) -> usize {
    let widest = settings.width.map_or(WIDEST, |width| WIDEST.min(width / 2));
    let widths = rows
        .iter()
        .map(|row| INDENT + DEEPER * row.depth + (row.defences.len() + 2).max(NARROWEST));
    widths.max().unwrap_or(0).min(widest)
}

fn push_row(page: &mut Page, row: TreeRow, column: usize, settings: &Settings) {
    let indent = INDENT + DEEPER * row.depth;
    // Deep in the tree the column of answers moves right with the defences.
    let column = column.max(indent + NARROWEST);
    let mut pieces = Line::plain(row.defences).wrapped(column - indent - 1, 0).into_iter();
    let margin = || Line::plain(" ".repeat(indent));
    let first = margin().and(pieces.next().unwrap_or_default()).padded(column).and(row.answer);
    page.wrapped(first, settings, column + 2);
    for piece in pieces {
        page.push(margin().and(piece));
    }
}

/// Maximum number of named defences that do not parry a threat.
const MOST_UNMET: usize = 8;

/// Defences on the left, then the answer, then remarks.
struct TreeRow {
    /// Zero for replies to the first move.
    depth: usize,
    defences: String,
    /// Numbered, with remarks.
    answer: Line,
}

fn head_and_rows(tree: &ProofTree, settings: &Settings) -> (Line, Vec<TreeRow>) {
    let (mut mv, mut remarks) = (String::new(), Vec::new());
    let defence = match &tree.trunk {
        Trunk::Defence(id) => Some(*id),
        Trunk::Attack(attack) => {
            let key = if attack.duals.is_empty() && attack.mate > 1 { "!" } else { "" };
            let text = problem_move(&tree.start, attack.mv, settings);
            mv = format!("{}{text}{key}", movetext::number(&tree.start, settings));
            remarks.extend(duals(&tree.start, attack, settings));
            if let Continuation::Folded(replies) = attack.play {
                remarks.push(folded(attack.mate, replies));
            }
            attack.play.opened()
        }
    };
    if let Some(id) = defence {
        remarks.extend(threat(&tree[id], settings));
        remarks.push(Line::of(Role::Dim, counts(&tree[id])));
    }
    let rows = tree.walk().filter_map(|visit| match visit.group {
        Some(group) => Some(row(tree, visit, group, settings)),
        None if visit.defence.ends.is_empty() => None,
        None => {
            let TreeVisit { depth, defence, .. } = visit;
            let defences = spelled(&defence.position, &defence.ends, settings).join(", ");
            Some(TreeRow { depth, defences, answer: Line::new() })
        }
    });
    let gap = if mv.is_empty() || remarks.is_empty() { "" } else { "   " };
    let head = Line::plain(" ").with(Role::Strong, mv).with(Role::Plain, gap);
    (head.and(settings.facts(remarks)), rows.collect())
}

fn spelled(position: &Position, moves: &[Move], settings: &Settings) -> Vec<String> {
    moves.iter().map(|&mv| problem_move(position, mv, settings)).collect()
}

fn row(
    tree: &ProofTree,
    TreeVisit { depth, defence, .. }: TreeVisit<'_>,
    group: &DefenceGroup,
    settings: &Settings,
) -> TreeRow {
    let (answer, position) = (&group.answer, &defence.position.play(group.defences[0]));
    let mut remarks = Vec::from_iter(duals(position, answer, settings));
    match answer.play {
        Continuation::Mate => {}
        Continuation::Folded(replies) => remarks.push(folded(answer.mate, replies)),
        Continuation::Open(next) => remarks.extend(threat(&tree[next], settings)),
    }
    if group.is_threat {
        remarks.push(Line::of(Role::Dim, "as threatened"));
    }
    if group.is_short {
        remarks.push(Line::of(Role::Good, "short"));
    }
    // A pipe gets all moves.
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
    let or = || format!("or {}", first_moves(position, &attack.duals, settings));
    (!attack.duals.is_empty()).then(|| Line::of(Role::Caution, or()))
}

/// Formats up to three moves and the number of the rest; all moves for a pipe.
fn first_moves(position: &Position, moves: &[Move], settings: &Settings) -> String {
    const MOST: usize = 3;
    let shown = if settings.is_pretty() { MOST } else { usize::MAX };
    let mut sans = spelled(position, &moves[..shown.min(moves.len())], settings);
    if moves.len() > shown {
        sans.push(format!("{} more", moves.len() - shown));
    }
    sans.join(", ")
}

/// Draws the threat after a null move of the defender; `None` if unknown or impossible.
fn threat(defence: &Defence, settings: &Settings) -> Option<Line> {
    match &defence.threat {
        Threat::Check => Some(Line::of(Role::Dim, "check")),
        Threat::Zugzwang => Some(Line::of(Role::Extension, "zugzwang")),
        Threat::Unknown => None,
        Threat::Mate { moves, mate } => {
            let passed = defence.position.pass()?;
            let length = if *mate > 1 { format!(", mate in {mate}") } else { String::new() };
            let number = movetext::number(&passed, settings);
            let moves = first_moves(&passed, moves, settings);
            Some(Line::of(Role::Extension, format!("threat {number}{moves}{length}")))
        }
    }
}

/// Formats the counts: `23 replies, 11 mating moves`.
fn counts(defence: &Defence) -> String {
    let replies = plural(defence.replies(), "reply", "replies");
    let all_mate = defence.groups.iter().all(|group| group.answer.play == Continuation::Mate);
    let answers = if all_mate {
        plural(mating_moves(defence), "mating move", "mating moves")
    } else {
        plural(defence.groups.len(), "answer", "answers")
    };
    format!("{replies}, {answers}")
}

/// Counts the answers that mate at once. The same move may be in several groups, whose duals differ.
fn mating_moves(defence: &Defence) -> usize {
    let answer = |group: &DefenceGroup| {
        let after = defence.position.play(group.defences[0]);
        (group.answer.mv, notation::san(&after, group.answer.mv))
    };
    defence.groups.iter().map(answer).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::brute;
    use crate::proof::layout::tree::{AtOnce, Extent};
    use crate::proof::{Rules, verify};

    fn shown(fen: &str, most: u16, plies: u16, settings: &Settings) -> String {
        let proof = verify(&brute::mate(fen, most), Rules::Problem).unwrap();
        let extent = Extent { plies, defences: 500 };
        let laid = crate::proof::layout::tree::tree(&proof, extent, &mut AtOnce);
        let page = tree(&laid, settings);
        let lines: Vec<String> =
            page.lines().iter().map(|line| line.text().trim_end().to_owned()).collect();
        lines.join("\n")
    }

    #[test]
    fn a_waiting_problem() {
        let fen = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";
        let text = shown(fen, 2, 3, &Settings::default());
        assert!(text.starts_with(" 1.Ne3!   zugzwang · 23 replies, 11 mating moves\n"), "{text}");
        assert!(text.contains("\n    Nd6, Nd8, Ng5, Nh6, Nh8        2.Qe5#\n"), "{text}");
        assert!(text.lines().any(|line| line.ends_with(" 2.Qxe5#")), "{text}");
        let narrow =
            shown(fen, 2, 3, &Settings { width: Some(40), ascii: true, ..Settings::default() });
        assert!(narrow.is_ascii() && narrow.lines().all(|line| line.len() <= 40), "{narrow}");
    }

    #[test]
    fn a_mating_move_with_and_without_a_dual_is_counted_once() {
        let fen = "q7/n2BNp2/5k1P/1p2R2P/1p3P2/1K6/8/8 w - - 0 1";
        let text = shown(fen, 2, 3, &Settings::default());
        assert!(text.starts_with(" 1.Re4!   zugzwang · 13 replies, 3 mating moves\n"), "{text}");
        assert!(text.lines().any(|line| line.ends_with(" 2.Nd5#")), "{text}");
        assert!(text.lines().any(|line| line.ends_with(" 2.Nd5#  or Nxg8#")), "{text}");
    }

    #[test]
    fn levels_open_one_below_the_other() {
        let fen = "r6k/6pp/8/4N3/2Q5/8/6PP/6K1 w - - 0 1";
        let settings = Settings::default();
        let text = shown(fen, 4, 9, &settings);
        let expected = [
            " 1.Nf7+!   check · 1 reply, 1 answer",
            "    Kg8             2.Nh6+  check",
            "       Kh8          3.Qg8+  check",
            "          Rxg8      4.Nf7#",
            "       Kf8          3.Qf7#  short",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{text}");
        assert!(shown(fen, 4, 1, &settings).ends_with("mate in 4, 1 reply"));
    }
}
