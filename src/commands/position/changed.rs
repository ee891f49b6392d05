//! The reply to a change of the position: notes, the board if `display` is on, and after `next`, `undo` and similar the move and
//! its continuations. Otherwise nothing is printed, since the prompt shows the side to move.

use crate::ink::board;
use crate::ink::movetext;
use crate::ink::title::opening;
use crate::ink::{Answer, Line, Page, Role, Settings};
use crate::shell::reply::{Changed, Walk, Walked, WrittenStep};

impl Answer for Changed {
    const TYPE: &str = "position";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if let Some(view) = self.board_view.filter(|view| view.is_on_page(settings)) {
            page.append(board::squares(
                &self.fen.0,
                self.last.map(|last| last.step),
                view.flipped,
                settings,
            ));
        }
        page.append(notes(&self.notes, settings));
        if let Some(walk) = &self.walk {
            page.wrapped(walked(walk, settings), settings, 3);
        }
        if let Some(standing) = board::standing(self.status.0, self.fen.0.turn()) {
            page.wrapped(standing, settings, 2);
        }
        let followed = self.board_view.is_some_and(|view| view.followed);
        let is_named = settings.sight.is_some() && !followed;
        if let Some(name) = self.opening.as_ref().filter(|_| is_named) {
            page.wrapped(opening(name), settings, 1);
        }
        page
    }

    fn is_in_sight(&self) -> bool {
        true
    }
}

pub fn notes(notes: &[String], settings: &Settings) -> Page {
    let mut page = Page::new();
    for note in notes {
        let line = Line::of(Role::Caution, "note: ").with(Role::Plain, note.as_str());
        page.wrapped(line, settings, 6);
    }
    page
}

/// `1…e5 {best}   next: 2.f4! (2.Nf3)`
fn walked(walk: &Walk, settings: &Settings) -> Line {
    let gap = "   ";
    let mut line = match &walk.walked {
        Walked::To { step: Some(step), .. } => written(step, settings),
        Walked::To { step: None, words } => {
            let start = if walk.next.is_empty() { "no moves yet" } else { "the start of the game" };
            comments(Line::of(Role::Dim, start), words)
        }
        Walked::Back { first, plies } => {
            let what = match plies {
                1 => "taken back: ".to_owned(),
                plies => format!("{plies} moves taken back, from "),
            };
            let first = first.as_ref().map_or_else(Line::new, |step| written(step, settings));
            let line = Line::of(Role::Dim, what).and(first);
            if *plies == 1 { line } else { line.with(Role::Dim, " on") }
        }
        Walked::Words { gone, back } => {
            let mut parts = Vec::new();
            for (what, words) in [("taken back: ", gone), ("back again: ", back)] {
                if !words.is_empty() {
                    parts.push(Line::of(Role::Dim, what).with(Role::Plain, words.join(", ")));
                }
            }
            if parts.is_empty() {
                parts.push(Line::of(Role::Dim, "the variations and their order are as before"));
            }
            settings.facts(parts)
        }
    };
    let is_known = matches!(&walk.walked, Walked::Back { .. });
    match (&walk.next[..], walk.ended) {
        ([], _) if walk.plays => line.push(Role::Dim, format!("{gap}the game goes on")),
        _ if matches!(&walk.walked, Walked::Words { .. } | Walked::To { step: None, .. })
            && walk.next.is_empty() => {}
        ([], Some((true, result))) => {
            let result = match result.to_string().as_str() {
                "*" => String::new(),
                result => format!(": {result}"),
            };
            line.push(Role::Dim, format!("{gap}the game ends here{result}"));
        }
        ([], _) => line.push(Role::Dim, format!("{gap}the variation ends here")),
        // The move that was just taken back.
        ([_], _) if is_known => {}
        ([main, others @ ..], _) => {
            line.push(Role::Dim, format!("{gap}next: "));
            line = line.and(short(main, settings));
            for (place, other) in others.iter().enumerate() {
                line.push(Role::Dim, if place == 0 { " (" } else { ", " });
                line = line.and(short(other, settings));
            }
            line.push(Role::Dim, if others.is_empty() { "" } else { ")" });
        }
    }
    line
}

fn written(step: &WrittenStep, settings: &Settings) -> Line {
    let mut line = short(step, settings);
    let clock = step.comments.iter().find_map(|comment| movetext::clock(comment));
    if let Some(clock) = clock.filter(|_| settings.is_pretty()) {
        line.push(Role::Dim, format!("  {clock}"));
    }
    comments(line, &step.comments)
}

fn short(WrittenStep { step, nags, .. }: &WrittenStep, settings: &Settings) -> Line {
    let line = movetext::step(&step.before, step.step, settings);
    nags.iter().fold(line, |line, &nag| line.with(Role::Strong, movetext::glyph(nag)))
}

/// Appends the comments after a move, without commands for programs such as `[%clk 0:05:00]`.
fn comments(line: Line, comments: &[String]) -> Line {
    let said = comments.iter().filter_map(|comment| movetext::without_commands(comment));
    said.fold(line, |line, comment| line.with(Role::Dim, format!(" {{{comment}}}")))
}
