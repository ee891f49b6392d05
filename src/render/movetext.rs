//! Moves as people write them: SAN with move numbers, each side in its colour, extensions marked where they fired.

use crate::chess::game::Step;
use crate::chess::{Color, Move, Position, notation};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::text::{Line, TIE};
use crate::search::trace::LineExtension;

/// The role of a side's moves.
pub const fn side_role(color: Color) -> Role {
    match color {
        Color::White => Role::White,
        Color::Black => Role::Black,
    }
}

/// The number before a move: `4.`, or `3…` where Black's move begins a line.
pub fn number(position: &Position, settings: &Settings) -> String {
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => settings.signs().ellipsis,
    };
    format!("{}{dots}", position.fullmoves())
}

/// One move in SAN, in the colour of its side.
pub fn san(position: &Position, mv: Move) -> Line {
    Line::of(side_role(position.turn()), notation::san(position, mv))
}

/// One move in SAN with its number: `4.c3`, `3…Nf6`.
pub fn numbered(position: &Position, mv: Move, settings: &Settings) -> Line {
    Line::of(Role::Dim, number(position, settings)).and(san(position, mv))
}

/// One step of a game with its number; a pass is `--`.
pub fn step(position: &Position, step: Step, settings: &Settings) -> Line {
    match step {
        Step::Move(mv) => numbered(position, mv, settings),
        Step::Pass => Line::of(Role::Dim, number(position, settings) + notation::PASS),
    }
}

/// A line of moves from a position: `4.c3 Nf6 5.d4 exd4`. It ends before a move that is not legal there: a line out of the
/// table of a search may be broken.
pub fn line(start: &Position, moves: &[Move], settings: &Settings) -> Line {
    marked(start, moves, &[], settings)
}

/// The same with a mark behind every move that was extended: `Qxf7+{check 1}`.
pub fn marked(
    start: &Position,
    moves: &[Move],
    marks: &[LineExtension],
    settings: &Settings,
) -> Line {
    let mut line = Line::new();
    let mut position = *start;
    for (ply, &mv) in moves.iter().enumerate() {
        if !position.is_legal(mv) {
            break;
        }
        if ply > 0 {
            line.push(Role::Plain, " ");
        }
        if ply == 0 || position.turn() == Color::White {
            line.push(Role::Dim, number(&position, settings));
        }
        line = line.and(san(&position, mv));
        for mark in marks.iter().filter(|mark| mark.ply == ply) {
            let (rule, amount) = (mark.rule.name(), settings.depth(mark.amount));
            line.push(Role::Extension, format!("{{{rule}{TIE}{amount}}}"));
        }
        position = position.play(mv);
    }
    line
}

/// A line of moves as words of SAN alone, for programs.
pub fn sans(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *start;
    let mut sans = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        sans.push(notation::san(&position, mv));
        position = position.play(mv);
    }
    sans
}

/// A line of moves in coordinates, for programs; it ends where [`sans`] ends.
pub fn coordinates(start: &Position, moves: &[Move], chess960: bool) -> Vec<String> {
    let mut position = *start;
    let mut words = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(notation::uci(mv, chess960));
        position = position.play(mv);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Rule;
    use crate::units::Depth;

    fn moves(position: &Position, words: &str) -> Vec<Move> {
        let mut position = *position;
        words
            .split(' ')
            .map(|word| {
                let mv = notation::parse_move(&position, word).unwrap();
                position = position.play(mv);
                mv
            })
            .collect()
    }

    #[test]
    fn numbers_stand_before_whites_moves_and_the_first() {
        let start = Position::start();
        let line = moves(&start, "e4 e5 Bc4 Nc6 Qh5");
        let settings = Settings::default();
        assert_eq!(super::line(&start, &line, &settings).text(), "1.e4 e5 2.Bc4 Nc6 3.Qh5");
        let after = start.play(line[0]);
        assert_eq!(super::line(&after, &line[1..3], &settings).text(), "1…e5 2.Bc4");
        assert_eq!(sans(&start, &line[..2]), ["e4", "e5"]);
        assert_eq!(coordinates(&start, &line[..2], false), ["e2e4", "e7e5"]);
    }

    #[test]
    fn extended_moves_are_marked_and_broken_lines_end() {
        let start = Position::start();
        let mut line = moves(&start, "e4 f6 Qh5+");
        line.push(line[0]);
        let mark =
            LineExtension { ply: 2, mv: line[2], rule: Rule::Check, amount: Depth::quarters(3) };
        let text = marked(&start, &line, &[mark], &Settings::default()).text();
        assert_eq!(text, format!("1.e4 f6 2.Qh5+{{check{TIE}¾}}"));
    }
}
