//! First moves that nearly mate, and what would follow if the defender had to begin.

use super::rows::plural;
use crate::chess::{Move, Position, notation};
use crate::ink::{Align, Line, Page, Role, Settings, Table, movetext};
use crate::prove::exact::{KeyMove, SetLine, Try};
use crate::shell::mates::TriesReply;

pub fn tries(reply: &TriesReply, settings: &Settings) -> Page {
    if reply.tries.is_empty() {
        return Page::of(Line::of(Role::Dim, format!(" no tries for a mate in {}", reply.moves)));
    }
    let position = &reply.root;
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Left]).indented(1);
    for (one, threats) in reply.tries.iter().zip(&reply.threats) {
        let after = position.play(one.mv);
        let mv = movetext::numbered(position, one.mv, settings).with(Role::Dim, "?");
        table.row(vec![
            mv,
            threatened(&after, threats, settings),
            Line::of(Role::Dim, "refuted by ").and(refutations(&after, one, settings)),
        ]);
    }
    table.page(settings.width)
}

/// `check`, or `threat 2.Qg7#`; nothing if the try only waits.
fn threatened(after: &Position, threats: &[Move], settings: &Settings) -> Line {
    let Some(passed) = after.pass() else { return Line::of(Role::Dim, "check") };
    if threats.is_empty() {
        return Line::new();
    }
    let sans: Vec<String> = threats.iter().map(|&mv| notation::san(&passed, mv)).collect();
    let number = movetext::number(&passed, settings);
    Line::of(Role::Dim, format!("threat {number}")).with(Role::Mate, sans.join(", "))
}

fn refutations(after: &Position, one: &Try, settings: &Settings) -> Line {
    let mut line = Line::new();
    for (place, &mv) in one.refutations.iter().enumerate() {
        if place > 0 {
            line.push(Role::Dim, ", ");
        }
        line = line.and(movetext::numbered(after, mv, settings)).with(Role::Strong, "!");
    }
    line
}

/// What would follow each move of the defender, were it the defender's turn; `None` if that cannot be, because the
/// attacker is in check.
pub fn set_play(position: &Position, lines: Option<&[SetLine]>, settings: &Settings) -> Page {
    let passed = position.pass();
    let (Some(lines), Some(passed)) = (lines, passed) else {
        return Page::of(Line::of(Role::Dim, " no set play: the side to move is in check"));
    };
    // Defences that get the same answers stand together, as in the tree; those that get none are only counted.
    let mut groups: Vec<(Vec<String>, Vec<Move>)> = Vec::new();
    let mut unanswered = 0;
    for set in lines {
        let after = passed.play(set.reply);
        let answers: Vec<String> =
            set.answers.iter().map(|key: &KeyMove| notation::san(&after, key.mv)).collect();
        match groups.iter_mut().find(|(known, _)| *known == answers) {
            _ if answers.is_empty() => unanswered += 1,
            Some((_, replies)) => replies.push(set.reply),
            None => groups.push((answers, vec![set.reply])),
        }
    }
    let mut table = Table::new(&[Align::Left, Align::Left]).indented(1);
    for (answers, replies) in &groups {
        let after = passed.play(replies[0]);
        let answer = Line::of(Role::Dim, movetext::number(&after, settings))
            .with(Role::Mate, answers.join(", "));
        table.row(vec![defences(&passed, replies, settings), answer]);
    }
    let mut page = if groups.is_empty() { Page::new() } else { table.page(settings.width) };
    if unanswered > 0 {
        let others = plural(unanswered, "reply", "replies");
        let what = if groups.is_empty() { "no set play:" } else { "and" };
        let line = format!(" {what} {others} with no mate set");
        page.wrapped(Line::of(Role::Dim, line), settings, 3);
    }
    page
}

/// `1…Kg8, Kh7`.
fn defences(passed: &Position, replies: &[Move], settings: &Settings) -> Line {
    let mut line = Line::of(Role::Dim, movetext::number(passed, settings));
    for (place, &mv) in replies.iter().enumerate() {
        if place > 0 {
            line.push(Role::Dim, ", ");
        }
        line = line.and(movetext::san(passed, mv));
    }
    line
}
