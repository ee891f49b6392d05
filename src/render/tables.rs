//! Endgame tables: every move with its verdict, and what a comparison came to.

use super::movetext;
use super::number::counted;
use super::settings::Settings;
use super::style::Role;
use super::table::{Align, Table};
use super::text::{Line, Page};
use crate::engine::table_check::TableCheck;
use crate::oracle::TableVerdict;
use crate::oracle::tables::TableValue;
use crate::shell::tables::{TableMovesReply, TablesReply};

/// `tb`.
pub fn view(reply: &TablesReply, settings: &Settings) -> Page {
    match reply {
        TablesReply::Moves(reply) => moves(reply, settings),
        TablesReply::Checked { path, check } => {
            checked(&path.display().to_string(), check, settings)
        }
    }
}

fn moves(reply: &TableMovesReply, settings: &Settings) -> Page {
    let turn = reply.position.turn();
    let mut facts = vec![Line::plain(format!("{turn}: ")).and(verdict(&reply.value))];
    facts.push(match reply.syzygy {
        Some((files, men)) => Line::of(
            Role::Dim,
            format!("{} of Syzygy tables, up to {men} men", counted(files, "file")),
        ),
        None => Line::of(Role::Dim, "tables of our own"),
    });
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    let mut table = Table::new(&[Align::Left, Align::Left]).indented(1);
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

fn checked(path: &str, check: &TableCheck, settings: &Settings) -> Page {
    let mut facts = vec![
        Line::of(Role::Strong, path),
        Line::plain(counted(check.positions, "position")),
        Line::plain(format!("{} in tables of our own", check.own)),
        Line::plain(format!("{} in Syzygy tables", check.syzygy)),
        Line::plain(format!("{} with a mate in the file", check.known)),
        match check.different.len() {
            0 => Line::of(Role::Good, "all are told alike"),
            different => Line::of(Role::Bad, format!("{different} are not")),
        },
    ];
    if check.stopped {
        facts.push(Line::of(Role::Caution, "stopped before the end"));
    }
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    for different in &check.different {
        page.push_wrapped(
            Line::of(Role::Bad, " differs  ").with(Role::Plain, different.as_str()),
            settings.width,
            2,
        );
    }
    page
}
