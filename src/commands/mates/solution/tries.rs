//! Tries, and the set play.

use crate::chess::{Move, Position};
use crate::ink::movetext::{self, problem_move};
use crate::ink::number::plural;
use crate::ink::{Align, Line, Page, Role, Settings, TextTable};
use crate::prove::solvers::Solution;
use crate::prove::{SetLine, Try};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tries<'a> {
    pub root: &'a Position,
    pub moves: u16,
    pub tries: &'a [Try],
    /// Mates in one that each try threatens; empty if it gives check, needs longer, or was not searched.
    pub threats: &'a [Vec<Move>],
}

impl Tries<'_> {
    /// Returns the tries of a problem, if known, without their threats.
    pub fn of(solution: &Solution) -> Option<Tries<'_>> {
        let root = &solution.problem.root;
        let moves = solution.problem.stipulation.moves();
        solution.tries.as_ref().map(|tries| Tries { root, moves, tries, threats: &[] })
    }
}

pub fn tries(reply: &Tries<'_>, settings: &Settings) -> Page {
    if reply.tries.is_empty() {
        return Page::of(Line::of(Role::Dim, format!(" no tries for a mate in {}", reply.moves)));
    }
    let position = reply.root;
    let mut table = TextTable::new(&[Align::Left, Align::Left, Align::Left]).indented(1);
    for (place, one) in reply.tries.iter().enumerate() {
        let threats = reply.threats.get(place).map_or(&[][..], Vec::as_slice);
        let after = position.play(one.mv);
        let mv = numbered(position, one.mv, settings).with(Role::Dim, "?");
        table.row(vec![
            mv,
            threatened(&after, threats, settings),
            Line::of(Role::Dim, "refuted by ").and(refutations(&after, one, settings)),
        ]);
    }
    table.page(settings.width)
}

fn numbered(position: &Position, mv: Move, settings: &Settings) -> Line {
    Line::of(Role::Dim, movetext::number(position, settings))
        .with(movetext::side_role(position.turn()), problem_move(position, mv, settings))
}

/// Formats the threat of a try: `check`, or `threat 2.Qg7#`; empty if it has none.
fn threatened(after: &Position, threats: &[Move], settings: &Settings) -> Line {
    let Some(passed) = after.pass() else { return Line::of(Role::Dim, "check") };
    if threats.is_empty() {
        return Line::new();
    }
    let sans: Vec<String> = threats.iter().map(|&mv| problem_move(&passed, mv, settings)).collect();
    let number = movetext::number(&passed, settings);
    Line::of(Role::Dim, format!("threat {number}")).with(Role::Mate, sans.join(", "))
}

fn refutations(after: &Position, one: &Try, settings: &Settings) -> Line {
    let refutation = |&mv: &Move| numbered(after, mv, settings).with(Role::Strong, "!");
    listed(one.refutations.iter().map(refutation))
}

fn listed(moves: impl Iterator<Item = Line>) -> Line {
    moves.reduce(|line, mv| line.with(Role::Dim, ", ").and(mv)).unwrap_or_default()
}

/// Draws the set play; `None` if the defender cannot be to move, since the attacker is in check.
pub fn set_play(position: &Position, lines: Option<&[SetLine]>, settings: &Settings) -> Page {
    let passed = position.pass();
    let (Some(lines), Some(passed)) = (lines, passed) else {
        return Page::of(Line::of(Role::Dim, " no set play: the side to move is in check"));
    };
    // Defences with the same answers are grouped, as in the tree; unanswered ones are only counted.
    let mut groups: Vec<(Vec<String>, Vec<Move>)> = Vec::new();
    let (mut unanswered, mut ends) = (0, Vec::new());
    for set in lines {
        let after = passed.play(set.reply);
        let answers: Vec<String> =
            set.answers.iter().map(|key| problem_move(&after, key.mv, settings)).collect();
        match groups.iter_mut().find(|(known, _)| *known == answers) {
            _ if set.ends => ends.push(set.reply),
            _ if answers.is_empty() => unanswered += 1,
            Some((_, replies)) => replies.push(set.reply),
            None => groups.push((answers, vec![set.reply])),
        }
    }
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    for (answers, replies) in &groups {
        let after = passed.play(replies[0]);
        let answer = Line::of(Role::Dim, movetext::number(&after, settings))
            .with(Role::Mate, answers.join(", "));
        table.row(vec![defences(&passed, replies, settings), answer]);
    }
    if !ends.is_empty() {
        table.row(vec![defences(&passed, &ends, settings), Line::new()]);
    }
    let none = groups.is_empty() && ends.is_empty();
    let mut page = if none { Page::new() } else { table.page(settings.width) };
    if unanswered > 0 {
        let others = plural(unanswered, "reply", "replies");
        let what = if none { "no set play:" } else { "and" };
        let line = format!(" {what} {others} with no mate set");
        page.wrapped(Line::of(Role::Dim, line), settings, 3);
    }
    page
}

/// Formats defences: `1…Kg8, Kh7`.
fn defences(passed: &Position, replies: &[Move], settings: &Settings) -> Line {
    let role = movetext::side_role(passed.turn());
    let moves = replies.iter().map(|&mv| Line::of(role, problem_move(passed, mv, settings)));
    Line::of(Role::Dim, movetext::number(passed, settings)).and(listed(moves))
}
