//! Looks into the machine: attacked squares, bitboards, orders of moves, the transposition table, and what `check` found.

use std::cmp::Ordering;

use super::board;
use crate::chess::{Bitboard, Color, Move, Piece, Position, Rank, Square};
use crate::ink::number::counted;
use crate::ink::{Align, Line, Page, Role, Settings, TextTable, movetext};
use crate::search::table::Entry;
use crate::shell::inspect::{CheckReply, ControlReply, InspectionReply, OrderReply, TableReply};

pub fn view(reply: &InspectionReply, settings: &Settings) -> Page {
    match reply {
        InspectionReply::Control(reply) => control(reply, settings),
        InspectionReply::Bitboards(position) => bitboards(position, settings),
        InspectionReply::Order(reply) => order(reply, settings),
        InspectionReply::Table(reply) => table(reply, settings),
        InspectionReply::Check(reply) => check(reply, settings),
    }
}

/// `show control`: White's attackers and Black's on each square, in the colour of the side that has more.
fn control(reply: &ControlReply, settings: &Settings) -> Page {
    // Columns of a square; two digits and a colon need three.
    let wide = if settings.width.is_some_and(|width| width < 5 * 8 + 5) { 4 } else { 5 };
    let mut page =
        board::grid(&reply.position, Bitboard::EMPTY, reply.flipped, (wide, 1), |square, _| {
            let [white, black] = reply.attackers[square];
            let role = match white.cmp(&black) {
                Ordering::Greater => movetext::side_role(Color::White),
                Ordering::Less => movetext::side_role(Color::Black),
                Ordering::Equal => Role::Plain,
            };
            match white + black {
                0 => (Role::Dim, settings.signs().dash.to_owned()),
                _ => (role, format!("{white}:{black}")),
            }
        });
    page.push(Line::of(Role::Dim, " White's attackers : Black's"));
    page
}

/// `show bits`: each set with its number, the eighth rank on top.
fn bitboards(position: &Position, settings: &Settings) -> Page {
    /// Columns of a set with the gap behind it.
    const WIDE: usize = 20;
    let mut sets = vec![
        ("white".to_owned(), position.color(Color::White)),
        ("black".to_owned(), position.color(Color::Black)),
        ("occupied".to_owned(), position.occupied()),
    ];
    sets.extend(Piece::ALL.map(|piece| (format!("{piece}s"), position.pieces(piece))));
    sets.push(("checkers".to_owned(), position.checkers()));
    sets.push(("pinned".to_owned(), position.pinned()));
    let across = settings.width.map_or(4, |width| (width / WIDE).clamp(1, 6));
    let mut page = Page::new();
    for row in sets.chunks(across) {
        if !page.lines().is_empty() {
            page.space();
        }
        let blocks = row.iter().map(|(name, set)| bitboard(name, *set));
        let joined = blocks.reduce(|left, right| left.beside(right, WIDE - 16));
        page.append(joined.unwrap_or_default());
    }
    page
}

fn bitboard(name: &str, set: Bitboard) -> Page {
    let mut page = Page::of(Line::of(Role::Strong, name).padded(16));
    page.push(Line::of(Role::Dim, format!("{:016x}", set.0)));
    for rank in Rank::ALL.into_iter().rev() {
        let mut line = Line::new();
        for file in crate::chess::File::ALL {
            let (role, sign) = if set.has(Square::at(file, rank)) {
                (Role::Accent, "X ")
            } else {
                (Role::Dim, "- ")
            };
            line.push(role, sign);
        }
        page.push(line);
    }
    page
}

/// `moves --order`: the order of the search with the stage and score of each move, and where there is room the other order.
fn order(reply: &OrderReply, settings: &Settings) -> Page {
    let wide = !settings.narrower_than(64);
    let columns = if wide { 6 } else { 4 };
    let heads = ">|searched|stage|score>|generated|moved>";
    let mut table = TextTable::headed(heads).at_most(columns).indented(0);
    for (place, (&generated, searched)) in reply.generated.iter().zip(&reply.searched).enumerate() {
        let before = reply.generated.iter().position(|&mv| mv == searched.mv);
        let moved = before.map_or(0, |before| before as i64 - place as i64);
        let moved = if moved == 0 { String::new() } else { format!("{moved:+}") };
        table.row(vec![
            Line::of(Role::Dim, (place + 1).to_string()),
            movetext::san(&reply.position, searched.mv),
            Line::of(Role::Dim, searched.stage),
            Line::plain(searched.score.map_or_else(String::new, |score| score.to_string())),
            movetext::san(&reply.position, generated),
            Line::of(Role::Dim, moved),
        ]);
    }
    let mut page = table.page(settings.width);
    page.push(Line::of(Role::Dim, format!("profile {}", reply.profile)));
    page
}

/// `tt`.
fn table(reply: &TableReply, settings: &Settings) -> Page {
    let position = &reply.position;
    let here: Vec<Line> = match &reply.here {
        None => vec![Line::plain("nothing is known of this position")],
        Some(entry) => {
            let best = match entry.mv.filter(|&mv| position.is_legal(mv)) {
                Some(mv) => movetext::san(position, mv),
                None => Line::of(Role::Dim, "no move"),
            };
            let eval = entry.eval.map(|eval| settings.score(eval, position.turn()));
            let facts = [
                Line::of(Role::Dim, "here ").and(best),
                settings.bounded(entry.score, entry.bound, position.turn()),
                Line::plain(format!("depth {}", settings.depth(entry.depth))),
            ];
            let eval = eval.map(|eval| Line::of(Role::Dim, "static ").and(eval));
            facts.into_iter().chain(eval).collect()
        }
    };
    let mut page = Page::of_facts(here, settings);
    let mut table = TextTable::headed("after|score>|depth>|answer").indented(0);
    for (mv, entry) in &reply.after {
        table.row(after(position, *mv, entry, settings));
    }
    if !reply.after.is_empty() {
        page.append(table.page(settings.width));
    }
    let unknown = (reply.unknown > 0)
        .then(|| format!("{} not in the table", counted(reply.unknown, "other move")));
    let (whole, tenth) = (reply.hashfull / 10, reply.hashfull % 10);
    let full = format!("table {whole}.{tenth} % full after the last search");
    let facts: Vec<Line> =
        unknown.into_iter().chain([full]).map(|fact| Line::of(Role::Dim, fact)).collect();
    page.facts(facts, settings, 2);
    page
}

fn after(position: &Position, mv: Move, entry: &Entry, settings: &Settings) -> Vec<Line> {
    let child = position.play(mv);
    let answer = entry.mv.filter(|&answer| child.is_legal(answer));
    vec![
        movetext::san(position, mv),
        settings.bounded(entry.score, entry.bound, child.turn()),
        Line::plain(settings.depth(entry.depth)),
        answer.map_or_else(Line::new, |answer| movetext::san(&child, answer)),
    ]
}

fn check(reply: &CheckReply, settings: &Settings) -> Page {
    let mut table = TextTable::new(&[Align::Right, Align::Left, Align::Left]);
    for row in &reply.rows {
        let compared = settings.count(row.compared);
        let (verdict, what) = match &row.fault {
            None => (Line::of(Role::Good, "agree"), Line::plain(row.what)),
            Some(fault) => {
                let what = Line::plain(format!("{}: ", row.what)).with(Role::Bad, fault);
                (Line::of(Role::Bad, "differ"), what)
            }
        };
        table.row(vec![Line::plain(compared), verdict, what]);
    }
    let mut page = table.page(settings.width);
    page.push(Line::of(Role::Dim, counted(reply.positions as usize, "position")));
    page
}
