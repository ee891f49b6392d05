//! The prompt: the side to move and the move number, `w 4. > ` or `b 3… > `; during a game or a drill `w 4. game > `; with the
//! result of a background search, `w 4. [d18  +0.45] > `.

use crate::chess::{Color, Position};
use crate::front::dialect::PromptText;
use crate::ink::{Role, Settings, movetext};
use crate::shell::Session;
use crate::shell::session::SearchSummary;
use crate::shell::session::drill::NEXT_PROBLEM;
use crate::units::Bound;

pub fn text(session: &Session, glimpse: Option<SearchSummary>, settings: &Settings) -> PromptText {
    let enter = match session.on_enter() {
        Some(NEXT_PROBLEM) => "the next problem".to_owned(),
        Some(_) => session.ahead().map_or_else(String::new, |(before, step)| {
            movetext::step(&before, step, settings).text()
        }),
        None => String::new(),
    };
    of_position(session.position(), (session.mode(), enter), glimpse, settings)
}

fn of_position(
    position: &Position,
    (mode, enter): (&str, String),
    glimpse: Option<SearchSummary>,
    settings: &Settings,
) -> PromptText {
    let turn = position.turn();
    let number = movetext::number(position, settings);
    let side = movetext::side_role(turn);
    let (letter, style) = (turn.letter().to_string(), settings.style);
    let running = glimpse.map_or_else(String::new, |glimpse| running(glimpse, turn, settings));
    let mode = if mode.is_empty() { String::new() } else { format!("{mode} ") };
    let styled = format!(
        "{} {} {}{}{} ",
        style.ansi(side).paint(&letter),
        style.ansi(Role::Plain).paint(&number),
        style.ansi(Role::Accent).paint(&mode),
        style.ansi(Role::Dim).paint(&running),
        style.ansi(Role::Dim).paint(">"),
    );
    let plain = format!("{letter} {number} {mode}{running}> ");
    PromptText { enter, plain, styled, style }
}

/// A background search: `[d18  +0.45] `, and `[…         ] ` before its first iteration, of constant width, so that it can change
/// while a line is typed. Only depths from 100 on are wider.
fn running(glimpse: SearchSummary, turn: Color, settings: &Settings) -> String {
    let Some(white) = glimpse.score else {
        return format!("[{:<10}] ", settings.signs().ellipsis);
    };
    // The score is White's; convert it to the side to move before formatting.
    let score = if turn == Color::White { white } else { -white };
    let score = settings.bounded(score, Bound::Exact, turn).text();
    format!("[d{:<2} {score:>6}] ", glimpse.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Score;

    fn plain(position: &Position, glimpse: Option<SearchSummary>, settings: &Settings) -> String {
        let text = of_position(position, ("", String::new()), glimpse, settings);
        // Without colours both are the same.
        assert_eq!(text.plain, text.styled);
        text.plain
    }

    #[test]
    fn it_says_who_moves() {
        let start = Position::start();
        let settings = Settings::default();
        assert_eq!(plain(&start, None, &settings), "w 1. > ");
        let black = start.play(start.legal_moves()[0].mv);
        assert_eq!(plain(&black, None, &settings), "b 1… > ");
        assert_eq!(plain(&black, None, &Settings { ascii: true, ..settings }), "b 1... > ");
    }

    #[test]
    fn it_says_what_a_search_in_the_background_has_come_to() {
        let start = Position::start();
        let settings = Settings::default();
        let none = SearchSummary { depth: 0, score: None };
        assert_eq!(plain(&start, Some(none), &settings), "w 1. […         ] > ");
        let found = SearchSummary { depth: 18, score: Some(Score::cp(45)) };
        assert_eq!(plain(&start, Some(found), &settings), "w 1. [d18  +0.45] > ");
        let winning = SearchSummary { score: Some(Score::cp(1045)), ..found };
        assert_eq!(plain(&start, Some(winning), &settings), "w 1. [d18 +10.37] > ");
        let black = start.play(start.legal_moves()[0].mv);
        assert_eq!(plain(&black, Some(found), &settings), "b 1… [d18  +0.45] > ");
    }
}
