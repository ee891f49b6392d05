//! The game and its moves: what changed, what has been played, what can be played, what an exchange comes to.

use super::board;
use crate::chess::{Move, Position, notation};
use crate::ink::{Align, Line, Page, Role, Settings, TextTable, movetext, number};
use crate::shell::Note;
use crate::shell::reply::{Changed, ExchangesReply, KeyReply, MoveGroup, MovesReply, PvReply};
use crate::units::Score;

/// The position changed: silence, as the prompt shows who moves, unless there is something to know.
pub fn changed(changed: &Changed, settings: &Settings) -> Page {
    let mut page = notes(&changed.notes, settings);
    if let Some(standing) = board::standing(changed.status, changed.position.turn()) {
        page.wrapped(standing, settings, 2);
    }
    page
}

pub fn notes(notes: &[Note], settings: &Settings) -> Page {
    let mut page = Page::new();
    for note in notes {
        let line = Line::of(Role::Caution, "note: ").with(Role::Plain, note.to_string());
        page.wrapped(line, settings, 6);
    }
    page
}

/// `moves`: grouped, so that a check or a capture is not overlooked.
pub fn moves(reply: &MovesReply, settings: &Settings) -> Page {
    let position = &reply.position;
    let total = reply.groups.iter().map(|(_, moves)| moves.len()).sum::<usize>();
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    for (group, moves) in &reply.groups {
        let words: Vec<String> =
            moves.iter().map(|&mv| spelled(position, mv, reply, settings)).collect();
        let role = match group {
            MoveGroup::Checks => Role::Strong,
            _ => Role::Plain,
        };
        table.row(vec![Line::of(Role::Dim, group.name()), Line::of(role, words.join(" "))]);
    }
    let mut page = table.page(settings.width);
    if reply.from.is_none() && total == 0 {
        let (role, ended) = if position.in_check() {
            (Role::Mate, "checkmate")
        } else {
            (Role::Strong, "stalemate")
        };
        page.push(Line::of(role, format!(" {ended}: no legal move")));
        return page;
    }
    let from = reply.from.map_or_else(String::new, |square| format!(" from {square}"));
    let count = format!("{}{from}", number::counted(total, "legal move"));
    page.push(Line::of(Role::Dim, format!(" {count}")));
    page
}

fn spelled(position: &Position, mv: Move, reply: &MovesReply, settings: &Settings) -> String {
    if reply.coordinates {
        notation::uci(mv, settings.chess960)
    } else {
        notation::san(position, mv)
    }
}

pub fn key(reply: &KeyReply) -> Page {
    let mut page = Page::new();
    for (name, key) in [("position", reply.position), ("pawns", reply.pawns)] {
        page.push(Line::named(format!("{name:<9}"), format!("{key:016x}")));
    }
    page
}

/// `see`: what each exchange is worth to who begins it, and how it goes; what a wise player leaves out is in brackets.
pub fn exchanges(reply: &ExchangesReply, settings: &Settings) -> Page {
    let position = &reply.position;
    if reply.exchanges.is_empty() {
        let text = format!(" {} can take nothing here", position.turn());
        return Page::of(Line::of(Role::Dim, text));
    }
    let mut table = TextTable::headed("move|worth>|exchange");
    for (mv, exchange) in &reply.exchanges {
        let value = Score::cp(exchange.value);
        let mut line = Line::new();
        let mut color = position.turn();
        for (place, capture) in exchange.captures.iter().enumerate() {
            if place > 0 {
                line.push(Role::Plain, " ");
            }
            let played = place < exchange.played.max(1);
            if place == exchange.played.max(1) {
                line.push(Role::Dim, "(");
            }
            let takes = if capture.takes.is_some() { "x" } else { "-" };
            let text = format!("{}{}{takes}{}", capture.piece.letter(), capture.from, mv.to());
            line.push(if played { movetext::side_role(color) } else { Role::Dim }, text);
            color = !color;
        }
        if exchange.captures.len() > exchange.played.max(1) {
            line.push(Role::Dim, ")");
        }
        let role = if value.raw() < 0 { Role::Bad } else { Role::Good };
        let role = if value.raw() == 0 { Role::Even } else { role };
        table.row(vec![movetext::san(position, *mv), Line::of(role, value.to_string()), line]);
    }
    let mut page = table.page(settings.width);
    let view = format!(" {}'s view", position.turn());
    page.push(Line::of(Role::Dim, view));
    page
}

/// `pv`: the lines of the last search, and the board at the end of the best one if it was asked for.
pub fn pv(reply: &PvReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    for line in &reply.lines {
        let score = settings.bounded(line.score, line.bound, reply.root.turn());
        let text = Line::plain(" ")
            .and(score)
            .with(Role::Dim, format!("  depth {}  ", reply.depth))
            .and(movetext::line(&reply.root, &line.pv, settings));
        page.wrapped(text, settings, 9);
    }
    if let Some(end) = &reply.board {
        page.append(board::squares(end, None, false, settings));
    }
    page
}
