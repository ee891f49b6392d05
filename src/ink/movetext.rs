//! Moves as people write them: SAN with move numbers, each side in its colour.

use crate::chess::{Color, Move, Position, Step, notation};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::text::Line;

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

/// Returns a numeric annotation glyph as people write it.
pub fn glyph(nag: u16) -> String {
    let sign = match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        10 => " =",
        14 => " +/=",
        15 => " =/+",
        16 => " +/-",
        17 => " -/+",
        18 => " +-",
        19 => " -+",
        _ => return format!(" ${nag}"),
    };
    sign.to_owned()
}

/// A line of moves from a position: `4.c3 Nf6 5.d4 exd4`. It ends before a move that is not legal there: a line out of the
/// table of a search may be broken.
pub fn line(start: &Position, moves: &[Move], settings: &Settings) -> Line {
    marked(start, moves, settings, |_, _| {})
}

/// The same; `mark` appends what belongs behind the move of each ply.
pub fn marked(
    start: &Position,
    moves: &[Move],
    settings: &Settings,
    mark: impl Fn(usize, &mut Line),
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
        mark(ply, &mut line);
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
    fn marks_are_behind_their_moves_and_broken_lines_end() {
        let start = Position::start();
        let mut line = moves(&start, "e4 f6 Qh5+");
        line.push(line[0]);
        let mark = |ply, line: &mut Line| {
            if ply == 2 {
                line.push(Role::Extension, "{check}");
            }
        };
        let text = marked(&start, &line, &Settings::default(), mark).text();
        assert_eq!(text, "1.e4 f6 2.Qh5+{check}");
    }
}
