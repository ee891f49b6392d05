//! First moves that nearly mate, and what would follow if the defender had to begin.

use super::super::movetext;
use super::super::settings::Settings;
use super::super::style::Role;
use super::super::table::{Align, Table};
use super::super::text::{Line, Page};
use crate::chess::{Position, notation};
use crate::prove::exact::{Key, SetLine, Try};

/// Moves that would mate within so many moves but for a few replies.
pub fn tries(position: &Position, tries: &[Try], most: u16, settings: &Settings) -> Page {
    if tries.is_empty() {
        return Page::of(Line::of(Role::Dim, format!(" no tries for a mate in {most}")));
    }
    let mut table = Table::new(&[Align::Left, Align::Left]).indented(1);
    for one in tries {
        let after = position.play(one.mv);
        let mv = movetext::numbered(position, one.mv, settings).with(Role::Dim, "?");
        table.row(vec![
            mv,
            Line::of(Role::Dim, "refuted by ").and(refutations(&after, one, settings)),
        ]);
    }
    table.page(settings.width)
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
    let mut table = Table::new(&[Align::Left, Align::Left]).indented(1);
    for set in lines {
        let after = passed.play(set.reply);
        let answers = set.answers.iter().map(|key: &Key| notation::san(&after, key.mv));
        let answers = answers.collect::<Vec<_>>().join(", ");
        let answer = if answers.is_empty() {
            Line::of(Role::Dim, settings.signs().dash)
        } else {
            Line::of(Role::Dim, movetext::number(&after, settings)).with(Role::Mate, answers)
        };
        table.row(vec![movetext::numbered(&passed, set.reply, settings), answer]);
    }
    table.page(settings.width)
}
