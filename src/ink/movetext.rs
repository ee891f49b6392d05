//! Moves as people write them: SAN with move numbers, each side in its colour.

use crate::chess::movetext::sign_of;
use crate::chess::{Color, Move, Piece, Position, Step, notation};
use crate::ink::settings::{MoveLength, Settings};
use crate::ink::style::Role;
use crate::ink::text::Line;

pub const fn side_role(color: Color) -> Role {
    match color {
        Color::White => Role::White,
        Color::Black => Role::Black,
    }
}

/// Move number: `4.`, or `3…` where Black's move begins a line.
pub fn number(position: &Position, settings: &Settings) -> String {
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => settings.signs().ellipsis,
    };
    format!("{}{dots}", position.fullmoves())
}

pub fn san(position: &Position, mv: Move, settings: &Settings) -> Line {
    Line::of(side_role(position.turn()), settings.spoken.mv(position, mv))
}

/// The number and its separator from the move; spoken moves have a space.
fn number_and_gap(position: &Position, settings: &Settings) -> String {
    let gap = if settings.spoken.in_words() { " " } else { "" };
    number(position, settings) + gap
}

/// One move in SAN with its number: `4.c3`, `3…Nf6`.
pub fn numbered(position: &Position, mv: Move, settings: &Settings) -> Line {
    Line::of(Role::Dim, number_and_gap(position, settings)).and(san(position, mv, settings))
}

/// A step of a game with its number; a pass is `--`.
pub fn step(position: &Position, step: Step, settings: &Settings) -> Line {
    match step {
        Step::Move(mv) => numbered(position, mv, settings),
        Step::Pass => {
            let number = number_and_gap(position, settings);
            Line::of(Role::Dim, number + settings.spoken.pass())
        }
    }
}

/// A step within a line, with its number if it is White's or `begins` the line.
pub fn in_line(position: &Position, step: Step, begins: bool, settings: &Settings) -> Line {
    match step {
        _ if begins || position.turn() == Color::White => self::step(position, step, settings),
        Step::Move(mv) => san(position, mv, settings),
        Step::Pass => Line::of(Role::Dim, settings.spoken.pass()),
    }
}

/// Formats a numeric annotation glyph.
pub fn glyph(nag: u16) -> String {
    match sign_of(nag).filter(|sign| nag < 20 && sign.is_ascii()) {
        Some(mark) if nag < 7 => mark.to_owned(),
        Some(sign) => format!(" {sign}"),
        None => format!(" ${nag}"),
    }
}

/// Strips commands such as `[%eval …]` and `[%clk …]` from a comment; `None` if nothing is left.
pub fn without_commands(text: &str) -> Option<String> {
    let text = without(text, "[%").split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Strips the commands that begin in this way, to their closing brackets.
pub fn without(text: &str, command: &str) -> String {
    let mut text = text.to_owned();
    while let Some(from) = text.find(command)
        && let Some(length) = text[from..].find(']')
    {
        text.replace_range(from..=from + length, "");
    }
    text
}

/// Returns the time of the mover after a move, as GUIs write it: `0:05:00` of `[%clk 0:05:00]`.
pub fn clock(comment: &str) -> Option<&str> {
    comment.split_once("[%clk ")?.1.split_once(']').map(|(clock, _)| clock.trim())
}

/// A line of moves from a position: `4.c3 Nf6 5.d4 exd4`. It ends before an illegal move, which a line from the transposition
/// table may have.
pub fn line(start: &Position, moves: &[Move], settings: &Settings) -> Line {
    marked(start, moves, settings, |_, _| {})
}

/// Like [`line()`]; `mark` appends text after the move of each ply.
pub fn marked(
    start: &Position,
    moves: &[Move],
    settings: &Settings,
    mark: impl Fn(usize, &mut Line),
) -> Line {
    let mut line = Line::new();
    for (ply, (position, mv)) in legal(start, moves).enumerate() {
        if ply > 0 {
            line.push(Role::Plain, if settings.spoken.in_words() { ", " } else { " " });
        }
        line = line.and(in_line(&position, Step::Move(mv), ply == 0, settings));
        mark(ply, &mut line);
    }
    line
}

/// The legal prefix of a line, each move with the position before it. Where a side moves twice, as in a series, the other passed.
pub fn legal(start: &Position, moves: &[Move]) -> impl Iterator<Item = (Position, Move)> {
    let mut next = *start;
    moves.iter().map_while(move |&mv| {
        let passed = next.color(!next.turn()).has(mv.from());
        let position = if passed { next.pass()? } else { next };
        next = position.is_legal(mv).then(|| position.play(mv))?;
        Some((position, mv))
    })
}

/// Formats a move of a problem or a proof as the settings say; `=` after stalemate.
pub fn problem_move(position: &Position, mv: Move, settings: &Settings) -> String {
    let san = notation::san(position, mv);
    let mut text = match settings.moves {
        MoveLength::Long if !mv.is_castle() => {
            let piece = position.moved(mv);
            let letter = Some(piece.letter()).filter(|_| piece != Piece::Pawn);
            let sign = if position.is_capture(mv) { 'x' } else { '-' };
            let to = mv.to().to_string();
            let end = san.rsplit(&to).next().unwrap_or_default();
            format!("{}{}{sign}{to}{end}", letter.map_or(String::new(), String::from), mv.from())
        }
        _ => san,
    };
    if position.play(mv).is_stalemate() {
        text.push('=');
    }
    text.chars().map(|letter| settings.letters.letter(letter)).collect()
}

/// A line of help play, `1.Kb4 Ra1 2.Ka5 b4#`, or `1…Ra1 2.Ka5 b4#` with an odd number of moves; or of a series, `1.b8=Q 2.Qb1#`.
pub fn help_line(start: &Position, moves: &[Move], settings: &Settings) -> Line {
    let played: Vec<(Position, Move)> = legal(start, moves).collect();
    let alternates = played.windows(2).all(|two| two[0].0.turn() != two[1].0.turn());
    let is_late = alternates && moves.len() % 2 == 1;
    let leader = if is_late { !start.turn() } else { start.turn() };
    let (mut line, mut number) = (Line::new(), 0);
    for (position, mv) in played {
        let gap = if line.is_empty() { "" } else { " " };
        if position.turn() == leader || number == 0 {
            number += 1;
        }
        let text = match position.turn() == leader {
            true => format!("{gap}{number}."),
            false if line.is_empty() => format!("1{}", settings.signs().ellipsis),
            false => gap.to_owned(),
        };
        line.push(Role::Dim, text);
        line.push(side_role(position.turn()), problem_move(&position, mv, settings));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Spoken;

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
    }

    #[test]
    fn moves_of_problems_have_the_letters_and_the_length_that_are_set() {
        let position = Position::from_fen("3n3k/4P3/8/8/8/5p2/3N4/R3K3 w Q - 0 1").unwrap();
        let text = |word: &str, letters, moves| {
            let settings = Settings { letters, moves, ..Settings::default() };
            problem_move(&position, notation::parse_move(&position, word).unwrap(), &settings)
        };
        use super::super::settings::PieceLetters::{English, German, Problem};
        assert_eq!(text("Nxf3", English, MoveLength::Short), "Nxf3");
        assert_eq!(text("Nxf3", Problem, MoveLength::Long), "Sd2xf3");
        assert_eq!(text("exd8=Q", German, MoveLength::Short), "exd8=D+");
        assert_eq!(text("exd8=N", German, MoveLength::Long), "e7xd8=S");
        assert_eq!(text("Ra7", German, MoveLength::Long), "Ta1-a7");
        assert_eq!(text("O-O-O", Problem, MoveLength::Long), "O-O-O");
    }

    #[test]
    fn help_play_counts_the_moves_of_the_side_that_begins() {
        let position = Position::from_fen("8/8/8/8/8/5k2/4q3/7K b - - 0 1").unwrap();
        let text = |line: &str| {
            let white = line.starts_with('K');
            let start = if white { position.pass().unwrap() } else { position };
            help_line(&start, &moves(&start, line), &Settings::default()).text()
        };
        assert_eq!(text("Qd2 Kg1"), "1.Qd2 Kg1");
        assert_eq!(text("Kg1 Qd2 Kh1"), "1…Kg1 2.Qd2 Kh1");
        assert_eq!(text("Kg1 Qc2 Kh1 Qf2"), "1.Kg1 Qc2 2.Kh1 Qf2=");
    }

    #[test]
    fn spoken_moves_are_set_apart_by_commas() {
        let start = Position::start();
        let settings = Settings { spoken: Spoken::Words, ..Settings::default() };
        let text = line(&start, &moves(&start, "e4 f6 Qh5+"), &settings).text();
        assert_eq!(text, "1. pawn e4, pawn f6, 2. queen h5 check");
        assert_eq!(step(&start, Step::Pass, &settings).text(), "1. pass");
        assert_eq!(step(&start, Step::Pass, &Settings::default()).text(), "1.--");
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
