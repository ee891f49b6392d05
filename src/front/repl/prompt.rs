//! The prompt: who is to move and at which move, `w 4. > ` or `b 3… > `.

use crate::chess::{Color, Position};
use crate::render::{Role, Settings};

/// The prompt without and with colour; both are equally wide.
pub fn prompt(position: &Position, settings: &Settings) -> (String, String) {
    let turn = position.turn();
    let dots = match (turn, settings.ascii) {
        (Color::White, _) => ".",
        (Color::Black, false) => "…",
        (Color::Black, true) => "...",
    };
    let number = format!("{}{dots}", position.fullmoves());
    let side = if turn == Color::White { Role::White } else { Role::Black };
    let style = settings.style;
    let styled = format!(
        "{} {} {} ",
        style.ansi(side).paint(turn.letter().to_string()),
        style.ansi(Role::Plain).paint(&number),
        style.ansi(Role::Dim).paint(">"),
    );
    (format!("{} {number} > ", turn.letter()), styled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_who_moves() {
        let start = Position::start();
        let settings = Settings::default();
        assert_eq!(prompt(&start, &settings).0, "w 1. > ");
        let black = start.play(start.legal_moves()[0].mv);
        assert_eq!(prompt(&black, &settings), ("b 1… > ".to_owned(), "b 1… > ".to_owned()));
        assert_eq!(prompt(&black, &Settings { ascii: true, ..settings }).0, "b 1... > ");
    }
}
