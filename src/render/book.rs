//! Opening books: the moves of a position, what a check found, what was written.

use crate::chess::Color;
use crate::engine::book::BookPageMove;
use crate::ink::number::{counted, grouped, per_mille};
use crate::ink::{Line, Page, Role, Settings, TextTable, movetext};
use crate::oracle::book::{Opening, Results};
use crate::shell::book::{BookPageReply, BookReply};

pub fn view(reply: &BookReply, settings: &Settings) -> Page {
    match reply {
        BookReply::Page(reply) => page(reply, settings),
        BookReply::Forgotten(0) => Page::of(Line::plain("nothing had been learned")),
        BookReply::Forgotten(moves) => Page::of(Line::plain(format!(
            "what was learned of {} is forgotten",
            counted(*moves, "move")
        ))),
        BookReply::Saved { path, moves, positions } => {
            let facts = vec![
                Line::named("saved ", path.display().to_string()),
                Line::plain(counted(*moves, "move")),
                Line::plain(counted(*positions, "position")),
            ];
            Page::of_facts(facts, settings)
        }
    }
}

pub fn opening(opening: &Opening) -> Line {
    Line::plain(opening.name.as_str()).with(Role::Dim, format!(" {}", opening.eco))
}

fn page(reply: &BookPageReply, settings: &Settings) -> Page {
    let mut facts = Vec::new();
    facts.extend(reply.opening.as_ref().map(opening));
    let source = match (&reply.page.source, reply.page.moves.is_empty()) {
        (Some(source), _) => format!("from {source}"),
        (None, true) => "no book knows this position".to_owned(),
        (None, false) => "added by hand".to_owned(),
    };
    facts.push(Line::of(Role::Dim, source));
    let plays = if reply.plays { "played from" } else { "not played from (book on)" };
    facts.push(Line::of(Role::Dim, plays));
    let mut page = Page::of_facts(facts, settings);
    if !reply.page.moves.is_empty() {
        page.append(moves(reply, settings));
    }
    page
}

/// A column: whether it is shown, its head, and what it says of a move.
type Column<'a> = (bool, &'static str, &'a dyn Fn(usize, &BookPageMove) -> Line);

fn moves(reply: &BookPageReply, settings: &Settings) -> Page {
    let rows = &reply.page.moves;
    let turn = reply.position.turn();
    let [narrow, middle, wide] = [36, 60, 80].map(|columns| !settings.narrower_than(columns));
    let games = middle && rows.iter().any(|row| row.found.results.games() > 0);
    let learned = middle && rows.iter().any(|row| row.found.learned.games() > 0);
    let scored = narrow && rows.iter().any(|row| row.score.is_some());
    let name = |place: usize| reply.names.get(place).and_then(Option::as_ref);
    let columns: [Column<'_>; 8] = [
        (true, "move", &|_, row| movetext::numbered(&reply.position, row.found.mv, settings)),
        (narrow, "weight>", &|_, row| Line::plain(row.found.weight.to_string())),
        (true, "played>", &|_, row| share(row.permille)),
        (games, "games>", &|_, row| Line::plain(grouped(row.found.results.games()))),
        (games && wide, "won/drawn/lost>", &|_, row| results(row.found.results)),
        (learned, "learned>", &|_, row| results(row.found.learned)),
        (scored, "score>", &|_, row| score(row, turn, settings)),
        (middle, "", &|place, _| name(place).map_or_else(Line::new, opening)),
    ];
    let shown: Vec<&Column<'_>> = columns.iter().filter(|(is_shown, ..)| *is_shown).collect();
    let heads: Vec<&str> = shown.iter().map(|(_, head, _)| *head).collect();
    let mut table = TextTable::headed(&heads.join("|"));
    for (place, row) in rows.iter().enumerate() {
        table.row(shown.iter().map(|(.., cell)| cell(place, row)).collect());
    }
    table.page(settings.width)
}

fn share(permille: u32) -> Line {
    match permille {
        0 => Line::of(Role::Dim, "0%"),
        permille => Line::of(Role::Strong, per_mille(permille)),
    }
}

fn results(results: Results) -> Line {
    match results.games() {
        0 => Line::new(),
        _ => Line::plain(format!("+{} ={} -{}", results.wins, results.draws, results.losses)),
    }
}

fn score(row: &BookPageMove, turn: Color, settings: &Settings) -> Line {
    row.score.map_or_else(Line::new, |score| settings.score(score, turn))
}
