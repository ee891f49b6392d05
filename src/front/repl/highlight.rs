//! Highlights the line being typed, without changing its width.

use super::complete::{Knowledge, TypedPart, moves};
use crate::chess::movetext::{self, Token};
use crate::chess::{Color, Game, Position, parse_move};
use crate::commands;
use crate::commands::grammar;
use crate::ink::{Role, Style};
use crate::shell::parse::setup::looks_like_fen;

pub fn highlight(line: &str, knowledge: &Knowledge, style: Style) -> String {
    let mut painted = String::with_capacity(line.len() * 2);
    let mut done = 0;
    for (at, part) in grammar::split(line) {
        painted.push_str(&line[done..at]);
        let is_last = at + part.len() == line.len();
        paint_part(part, is_last, knowledge, style, &mut painted);
        done = at + part.len();
    }
    painted.push_str(&line[done..]);
    painted
}

/// `typing`: the cursor may follow, so an incomplete move or command is not an error yet.
fn paint_part(part: &str, typing: bool, knowledge: &Knowledge, style: Style, out: &mut String) {
    let text = part.trim_start();
    let start = part.len() - text.len();
    out.push_str(&part[..start]);
    let head = TypedPart { start, text }.head().0;
    if text.is_empty() {
    } else if text.starts_with('#') {
        push(out, style, Role::Dim, text);
    } else if commands::find(head).is_some() {
        push(out, style, Role::Strong, head);
        out.push_str(&text[head.len()..]);
    } else if looks_like_fen(text) {
        fen(text, style, out);
    } else {
        movetext(text, typing, &knowledge.position, style, out);
    }
}

fn push(out: &mut String, style: Style, role: Role, text: &str) {
    out.push_str(&style.ansi(role).paint(text).to_string());
}

fn fen(text: &str, style: Style, out: &mut String) {
    let is_gap = |c: char| c.is_whitespace() || c == '_';
    for (number, field) in text.split_inclusive(is_gap).enumerate() {
        let role = if number % 2 == 0 { Role::Accent } else { Role::Plain };
        push(out, style, role, field);
    }
}

/// Colours each legal move for its side, and underlines the first illegal one.
fn movetext(text: &str, typing: bool, position: &Position, style: Style, out: &mut String) {
    let new_game = movetext::begins_game(text)
        && !(position.turn() == Color::White && position.fullmoves() == 1);
    let mut game = if new_game { Game::default() } else { Game::new(*position) };
    let (mut done, mut depth) = (0, 0_usize);
    for (token, span) in movetext::tokens(text) {
        depth += usize::from(token == Token::Open);
        out.push_str(&text[done..span.start]);
        done = span.end;
        let written = &text[span.clone()];
        let move_text = match token {
            Token::Move(text) if depth == 0 => text,
            token => {
                depth -= usize::from(token == Token::Close);
                push(out, style, Role::Dim, written);
                continue;
            }
        };
        let turn = game.position().turn();
        if parse_move(game.position(), move_text).is_ok_and(|mv| game.play(mv).is_ok()) {
            let role = if turn == Color::White { Role::White } else { Role::Black };
            push(out, style, role, written);
            continue;
        }
        if typing && done == text.len() && may_become(written, game.position()) {
            out.push_str(written);
        } else {
            let wrong = style.ansi(Role::Bad);
            let wrong = if wrong.is_plain() { wrong } else { wrong.underline() };
            out.push_str(&wrong.paint(written).to_string());
        }
        break;
    }
    out.push_str(&text[done..]);
}

fn may_become(word: &str, position: &Position) -> bool {
    !moves("", word, position).is_empty() || commands::names().any(|name| name.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::{ColorDepth, Theme};

    fn plain(painted: &str) -> String {
        let mut text = String::new();
        let mut parts = painted.split('\u{1b}');
        text.push_str(parts.next().unwrap_or(""));
        for part in parts {
            text.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
        }
        text
    }

    #[test]
    fn nothing_but_colour_is_added() {
        let knowledge = Knowledge::of(Position::start());
        let style = Style::new(ColorDepth::Sixteen, Theme::Dark);
        for line in [
            "",
            "  show  ",
            "1. e4 e5 {a comment} Nf9 Nc6",
            "e4;; go d5 # why",
            "héllo",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1",
            "show\nflip",
            ";;;;",
            "e4 (",
            "N",
        ] {
            assert_eq!(plain(&highlight(line, &knowledge, style)), line);
            assert_eq!(highlight(line, &knowledge, Style::default()), line);
        }
    }

    #[test]
    fn only_the_first_illegal_move_is_marked() {
        let knowledge = Knowledge::of(Position::start());
        let style = Style::new(ColorDepth::Sixteen, Theme::Dark);
        let underlined = |line: &str| highlight(line, &knowledge, style).contains("[4");
        assert!(underlined("e4 Ke9 Nf3"));
        assert!(!underlined("e4 e5 Nf3"));
        assert!(!underlined("e4 e5 N"));
    }
}
