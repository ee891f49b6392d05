//! The engine's moves in a game, and its end.

use serde::Serialize;

use crate::chess::game::Status;
use crate::chess::{Color, GameResult, Step};
use crate::ink::board;
use crate::ink::json::{Milliseconds, written_as};
use crate::ink::title::opening;
use crate::ink::{Answer, Line, Page, Role, Settings, movetext};
use crate::shell::level::{AFTERWARDS, PlayEnd, clock};
use crate::shell::session::EngineMove;

pub fn moved(moved: &EngineMove, settings: &Settings) -> Page {
    let mut line = movetext::numbered(&moved.before, moved.mv, settings);
    let left = [Color::White, Color::Black].map(|color| moved.clocks[color].map(Milliseconds));
    if let Some(clocks) = clocks(left) {
        line.push(Role::Dim, format!("   {clocks}"));
    }
    let mut page = Page::new();
    if let Some(view) = moved.board_view.filter(|view| view.is_on_page(settings)) {
        let after = moved.before.play(moved.mv);
        page.append(board::squares(&after, Some(Step::Move(moved.mv)), view.flipped, settings));
    }
    page.push(line);
    if let Some(name) = moved.opening.as_ref().filter(|_| settings.sight.is_some()) {
        page.wrapped(opening(name), settings, 1);
    }
    if let Some(line) = board::standing(moved.status, !moved.before.turn()) {
        page.push(match moved.status {
            Status::Over(ending) => over(line, ending.result(), settings),
            _ => line,
        });
    }
    page
}

/// Formats how a game ended, and what to do with it.
fn over(how: Line, result: GameResult, settings: &Settings) -> Line {
    let dot = settings.signs().dot;
    how.with(Role::Strong, format!(": {result}")).with(Role::Dim, format!("{dot}{AFTERWARDS}"))
}

/// Formats the clocks: `White 5:00, Black 4:31`.
pub fn clocks([white, black]: [Option<Milliseconds>; 2]) -> Option<String> {
    Some(format!("White {}, Black {}", clock(white?.0), clock(black?.0)))
}

/// How a game has ended, as programs read it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayEndForm {
    result: String,
    #[cfg_attr(test, schemars(extend("enum" = ["resignation", "agreement", "time"])))]
    reason: &'static str,
}

impl PlayEndForm {
    fn of(end: &PlayEnd) -> PlayEndForm {
        let reason = match end {
            PlayEnd::Resigned(_) => "resignation",
            PlayEnd::Agreed => "agreement",
            PlayEnd::FlagFell { .. } => "time",
        };
        PlayEndForm { result: end.result().to_string(), reason }
    }
}

written_as!(PlayEnd as PlayEndForm);

impl Answer for PlayEnd {
    const TYPE: &str = "play-ended";

    fn page(&self, settings: &Settings) -> Page {
        let what = match *self {
            PlayEnd::Resigned(loser) => format!("{loser} resigns"),
            PlayEnd::Agreed => "a draw is agreed".to_owned(),
            PlayEnd::FlagFell { loser, drawn: false } => format!("{loser}'s time has run out"),
            PlayEnd::FlagFell { loser, drawn: true } => {
                format!("{loser}'s time has run out, but {} has only the king", !loser)
            }
        };
        Page::of_wrapped(over(Line::of(Role::Strong, what), self.result(), settings), settings, 2)
    }
}
