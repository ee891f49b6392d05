//! Endgame tables: every move with its verdict.

use crate::ink::number::counted;
use crate::ink::{Align, Line, Page, Role, Settings, TextTable, movetext};
use crate::oracle::TableVerdict;
use crate::oracle::tables::TableValue;
use crate::shell::reply::TableMovesReply;

pub fn view(reply: &TableMovesReply, settings: &Settings) -> Page {
    let turn = reply.position.turn();
    let mut facts = vec![Line::plain(format!("{turn}: ")).and(verdict(&reply.value))];
    facts.push(match reply.syzygy {
        Some((files, men)) => Line::of(
            Role::Dim,
            format!("{} of Syzygy tables, up to {men} men", counted(files, "file")),
        ),
        None => Line::of(Role::Dim, "tables of our own"),
    });
    let mut page = Page::of_facts(facts, settings);
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    for found in &reply.moves {
        table.row(vec![
            movetext::numbered(&reply.position, found.mv, settings),
            verdict(&found.value),
        ]);
    }
    page.append(table.page(settings.width));
    page
}

/// `win, mate in 12`, `draw`, `loss, 34 plies to a capture or pawn move`.
fn verdict(value: &TableValue) -> Line {
    let role = match value.verdict {
        TableVerdict::Win => Role::Good,
        TableVerdict::Loss => Role::Bad,
        TableVerdict::CursedWin | TableVerdict::BlessedLoss => Role::Caution,
        TableVerdict::Draw => Role::Plain,
    };
    let line = Line::of(role, value.verdict.name());
    // The program's own tables know the moves to mate, not which of them a capture on the way makes count anew.
    let line = match value.verdict {
        TableVerdict::CursedWin if value.zeroing.is_none() => line.with(role, " or win"),
        TableVerdict::BlessedLoss if value.zeroing.is_none() => line.with(role, " or loss"),
        _ => line,
    };
    match (value.mate, value.zeroing) {
        (Some(0), _) => line.with(Role::Mate, ", checkmate"),
        (Some(moves), _) if value.verdict > TableVerdict::Draw => {
            line.with(Role::Mate, format!(", mate in {moves}"))
        }
        (Some(moves), _) => line.with(Role::Mate, format!(", mated in {moves}")),
        (None, Some(plies)) if value.verdict != TableVerdict::Draw => {
            let plies = counted(plies as usize, "ply").replace("plys", "plies");
            line.with(Role::Dim, format!(", {plies} to a capture or pawn move"))
        }
        (None, _) => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It was told as a fact, though Syzygy tables may know a loss there.
    #[test]
    fn what_our_own_tables_cannot_know_is_no_fact() {
        let text = |verdict, zeroing| {
            super::verdict(&TableValue { verdict, mate: Some(52), zeroing }).text()
        };
        assert_eq!(text(TableVerdict::CursedWin, None), "cursed win or win, mate in 52");
        assert_eq!(text(TableVerdict::BlessedLoss, None), "blessed loss or loss, mated in 52");
        assert_eq!(text(TableVerdict::BlessedLoss, Some(3)), "blessed loss, mated in 52");
    }
}
