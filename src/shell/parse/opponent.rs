//! Arguments of the commands about the engine as an opponent.

use std::time::Duration;

use super::error::{Fault, ParseError};
use super::quantity;
use super::reader::{Reader, shorten};
use super::words::Word;
use crate::chess::Color;
use crate::shell::command::Command;
use crate::shell::opponent::{Level, OpponentUse, TimeControl};

/// `play [white | black] [LEVEL]`: the side is the person's.
pub fn play(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut own = reader.position.turn();
    let mut level = None;
    while let Some(word) = reader.take() {
        match word.text {
            "white" | "w" => own = Color::White,
            "black" | "b" => own = Color::Black,
            _ => add(level.get_or_insert_default(), word)?,
        }
    }
    Ok(Command::Opponent(OpponentUse::Play { side: !own, level }))
}

/// `level [LEVEL]`.
pub fn level(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut level = Level::default();
    let Some(word) = reader.take() else { return Ok(Command::Opponent(OpponentUse::Show)) };
    add(&mut level, word)?;
    while let Some(word) = reader.take() {
        add(&mut level, word)?;
    }
    Ok(Command::Opponent(OpponentUse::Level(level)))
}

/// `ponder on | off`.
pub fn ponder(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("`on` or `off`")?;
    let on = match word.text {
        "on" => true,
        "off" => false,
        _ => return Err(reader.unexpected(word)),
    };
    reader.finish()?;
    Ok(Command::Opponent(OpponentUse::Ponder(on)))
}

/// `force`.
pub fn force(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Opponent(OpponentUse::Force))
}

/// `now`.
pub fn now(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Opponent(OpponentUse::MoveNow))
}

/// `resign`.
pub fn resign(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Opponent(OpponentUse::Resign))
}

/// `draw`.
pub fn draw(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Opponent(OpponentUse::OfferDraw))
}

/// `5+3` is minutes and seconds, `40/90+30` so many moves in so many minutes, `5s` time a move, `d12` depth, `100k` nodes.
fn add(level: &mut Level, word: Word<'_>) -> Result<(), ParseError> {
    let text = word.text;
    if let Some(control) = control(text) {
        level.control = Some(control);
    } else if let Some(time) = quantity::duration(text) {
        level.movetime = Some(time);
    } else if let Some(depth) = quantity::depth(text) {
        level.depth = Some(depth.max(1));
    } else if let Some(nodes) = quantity::count(text) {
        level.nodes = Some(nodes.max(1));
    } else {
        return Err(ParseError::at(word.span(), Fault::NoLevel { word: shorten(text) }));
    }
    Ok(())
}

fn control(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (moves.parse().ok()?, rest),
        None => (0, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (base, increment.parse().ok()?),
        None if moves > 0 => (rest, 0.0),
        None => return None,
    };
    let base = Duration::try_from_secs_f64(60.0 * base.parse::<f64>().ok()?).ok()?;
    let increment = Duration::try_from_secs_f64(increment).ok()?;
    Some(TimeControl { moves, base, increment })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_players_write_them() {
        let read = |text| {
            control(text).map(|control| {
                (control.moves, control.base.as_secs(), control.increment.as_millis())
            })
        };
        assert_eq!(read("5+3"), Some((0, 300, 3_000)));
        assert_eq!(read("0.5+0.1"), Some((0, 30, 100)));
        assert_eq!(read("40/90+30"), Some((40, 5_400, 30_000)));
        assert_eq!(read("40/5"), Some((40, 300, 0)));
        for text in ["5", "+3", "5+", "x+3", "-1+0", "40/", "1/2/3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
