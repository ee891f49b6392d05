//! The engine as an opponent: its moves, its level, the clocks.

use std::time::Duration;

use super::board;
use crate::chess::{ByColor, Color};
use crate::engine::strength::Elo;
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::shell::opponent::{Level, OpponentReply, PlayEnd};
use crate::shell::session::EngineMove;

pub fn moved(moved: &EngineMove, settings: &Settings) -> Page {
    let mut line = movetext::numbered(&moved.before, moved.mv, settings);
    if let Some(clocks) = clocks(&moved.clocks, settings) {
        line.push(Role::Dim, format!("   {clocks}"));
    }
    let mut page = Page::of(line);
    if let Some(line) = board::standing(moved.status, !moved.before.turn()) {
        page.push(line);
    }
    page
}

pub fn view(reply: &OpponentReply, settings: &Settings) -> Page {
    let Some(side) = reply.side else {
        return Page::of(Line::plain("no game is being played"));
    };
    let mut line = Line::plain(format!("the engine plays {side}"));
    let dot = settings.signs().dot;
    line.push(Role::Dim, format!("{dot}{}", level(&reply.level)));
    if let Some(elo) = reply.strength {
        line.push(Role::Dim, format!("{dot}about {elo}"));
    }
    if let Some(clocks) = clocks(&reply.clocks, settings) {
        line.push(Role::Dim, format!("{dot}{clocks}"));
    }
    if reply.ponders {
        line.push(Role::Dim, format!("{dot}thinks on your time"));
    }
    let mut page = Page::of(line);
    if reply.analysis_ended {
        page.push(Line::of(Role::Dim, "the analysis is stopped"));
    }
    page
}

/// A search that finds what a player of this strength would play.
pub fn limited(elo: Elo) -> Page {
    let text = format!("played at about {elo}, not the best that could be found");
    Page::of(Line::of(Role::Dim, text))
}

pub fn draw(accepts: bool) -> Page {
    Page::of(Line::plain(if accepts { "agreed: a draw" } else { "the engine plays on" }))
}

pub fn ended(end: PlayEnd) -> Page {
    let what = match end {
        PlayEnd::Resigned(loser) => format!("{loser} resigns"),
        PlayEnd::Agreed => "a draw is agreed".to_owned(),
        PlayEnd::FlagFell { loser, drawn: false } => format!("{loser}'s time has run out"),
        PlayEnd::FlagFell { loser, drawn: true } => {
            format!("{loser}'s time has run out, but {} has only the king", !loser)
        }
    };
    Page::of(Line::of(Role::Strong, format!("{what}: {}", end.result())))
}

fn level(level: &Level) -> String {
    let mut parts = Vec::new();
    match (level.movetime, level.control) {
        (Some(time), _) => parts.push(format!("{} s a move", time.as_secs_f64())),
        (None, Some(control)) => {
            let moves = match control.moves {
                0 => String::new(),
                moves => format!(" for {moves} moves"),
            };
            parts.push(format!(
                "{}{moves} and {} s a move",
                clock(control.base),
                control.increment.as_secs_f64()
            ));
        }
        (None, None) => {}
    }
    parts.extend(level.depth.map(|depth| format!("depth {depth}")));
    parts.extend(level.nodes.map(|nodes| format!("{nodes} nodes a move")));
    if parts.is_empty() { "five seconds a move".to_owned() } else { parts.join(", ") }
}

/// `5:00 – 4:31`, White's first.
fn clocks(clocks: &ByColor<Option<Duration>>, settings: &Settings) -> Option<String> {
    let (white, black) = (clocks[Color::White]?, clocks[Color::Black]?);
    Some(format!("{} {} {}", clock(white), settings.signs().dash, clock(black)))
}

fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
