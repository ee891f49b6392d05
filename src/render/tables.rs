//! Endgame tables: every move with its verdict, and what a comparison came to.

use super::movetext;
use crate::chess::{ByColor, Color};
use crate::ink::number::{counted, grouped, time_with_unit};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::table::{Align, Table};
use crate::ink::text::{Line, Page};
use crate::oracle::TableVerdict;
use crate::oracle::tables::TableValue;
use crate::shell::tables::{TableMovesReply, TablesReply};
use crate::workshop::tables::check::TableCheck;
use crate::workshop::tables::making::TablesMade;
use crate::workshop::tables::verify::TableVerified;

/// `tb`.
pub fn view(reply: &TablesReply, settings: &Settings) -> Page {
    match reply {
        TablesReply::Moves(reply) => moves(reply, settings),
        TablesReply::Checked { path, check } => {
            checked(&path.display().to_string(), check, settings)
        }
        TablesReply::Made(made) => self::made(made, settings),
        TablesReply::Verified(found) => verified(found, settings),
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
    for fault in &reply.faults {
        page.push_wrapped(Line::of(Role::Caution, format!(" {fault}")), settings.width, 2);
    }
    page
}

/// `tb make`.
fn made(made: &TablesMade, settings: &Settings) -> Page {
    let mut page = Page::new();
    let mut facts = vec![
        Line::of(Role::Strong, made.folder.display().to_string()),
        Line::plain(format!("{} made", counted(made.rows.len(), "table"))),
        Line::plain(format!("{} there before", made.there)),
        Line::plain(format!("{} MiB of memory at most", made.memory >> 20)),
        Line::plain(time_with_unit(made.elapsed)),
    ];
    if made.missing > 0 {
        facts.push(Line::of(
            Role::Caution,
            format!("stopped, {} to go; asked again it goes on", counted(made.missing, "table")),
        ));
    }
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    for row in &made.rows {
        let mut facts = vec![
            Line::plain(" ").and(Line::of(Role::Strong, row.name.as_str())),
            Line::plain(counted(row.slices, "slice")),
            Line::plain(format!("{} bytes", grouped(row.bytes))),
        ];
        facts.extend(longest(row.longest));
        facts.push(Line::plain(time_with_unit(row.elapsed)));
        page.push_facts(facts, settings.signs().dot, settings.width, 3);
    }
    page
}

/// The longest mate of each side.
fn longest(moves: ByColor<u8>) -> [Line; 2] {
    Color::ALL.map(|color| match moves[color] {
        0 => Line::of(Role::Dim, format!("{color} never mates")),
        moves => Line::plain(format!("{color} mates in {moves}")),
    })
}

/// `tb check` of a table.
fn verified(found: &TableVerified, settings: &Settings) -> Page {
    let mut facts = vec![
        Line::of(Role::Strong, found.name.as_str()),
        Line::plain(format!("{} bytes", grouped(found.bytes))),
    ];
    facts.extend(longest(found.longest));
    facts.push(Line::plain(counted(found.positions, "position")));
    facts.push(Line::plain(format!("{} in Syzygy tables", found.syzygy)));
    facts.push(match found.different.len() {
        0 => Line::of(Role::Good, "all follow from their moves"),
        different => Line::of(Role::Bad, format!("{different} do not follow")),
    });
    if found.stopped {
        facts.push(Line::of(Role::Caution, "stopped before the end"));
    }
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    push_different(&mut page, &found.different, settings);
    page
}

fn push_different(page: &mut Page, different: &[String], settings: &Settings) {
    for different in different {
        page.push_wrapped(
            Line::of(Role::Bad, " differs  ").with(Role::Plain, different.as_str()),
            settings.width,
            2,
        );
    }
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
    push_different(&mut page, &check.different, settings);
    page
}
