//! Arguments of the commands that change the position or list what is on the board.

use super::error::ParseError;
use super::movetext;
use super::reader::{Reader, expand, square, within};
use super::setup;
use super::words::Word;
use crate::chess::start::{CHESS324, CHESS960};
use crate::chess::{Color, Position};
use crate::shell::command::{Command, GamePlace, New, SetUp};
use crate::shell::inspect::Inspection;
use crate::shell::learning::Learning;
use crate::shell::picker::{Pick, PickChoice};
use crate::store::{learned_weights, network};

/// More steps than any game has.
const MOST_STEPS: u64 = 100_000;

pub fn new(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Command::New(New::Standard)) };
    let (count, any, numbered): (u16, New, fn(u16) -> New) = match word.text {
        "960" => (CHESS960, New::AnyOf960, New::Chess960),
        "324" => (CHESS324, New::AnyOf324, New::Chess324),
        _ => return Err(reader.unexpected(word)),
    };
    let new = match reader.take() {
        None => any,
        Some(word) => {
            let last = u64::from(count) - 1;
            numbered(within(word, "the start position", 0, last)? as u16)
        }
    };
    reader.only(Command::New(new))
}

pub fn position(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let first = reader.require("startpos or a FEN")?;
    let rest = reader.words.rest();
    let (head, moves) = match split_moves(rest.text) {
        Some(at) => (&rest.text[..at], Some(at + "moves".len())),
        None => (rest.text, None),
    };
    let mut set_up = match first.text {
        "startpos" if head.trim().is_empty() => SetUp::from(Position::start()),
        "startpos" => {
            let extra = Word { text: head.trim(), start: rest.start };
            return Err(reader.unexpected(extra));
        }
        "fen" => setup::fen(head.trim_end(), rest.start)?,
        _ => {
            let end = rest.start + head.trim_end().len();
            setup::fen(&reader.words.line()[first.start..end], first.start)?
        }
    };
    if let Some(at) = moves {
        let play = movetext::read(&rest.text[at..], rest.start + at, &set_up.start)?;
        set_up.steps = play.line.game().played().to_vec();
        set_up.notes.extend(play.notes);
    }
    Ok(Command::SetUp(Box::new(set_up)))
}

/// Where the word `moves` stands, if it does.
fn split_moves(text: &str) -> Option<usize> {
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        if part.trim_end() == "moves" {
            return Some(at);
        }
        at += part.len();
    }
    None
}

pub fn fen(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let rest = reader.words.rest();
    if rest.text.is_empty() {
        return Ok(Command::Fen);
    }
    Ok(Command::SetUp(Box::new(setup::any(rest.text, rest.start)?)))
}

pub fn undo(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let steps = reader.number_or("the number of steps", 1, MOST_STEPS, 1)?;
    reader.only(Command::Undo(steps as usize))
}

pub fn redo(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let steps = reader.number_or("the number of steps", 1, MOST_STEPS, 1)?;
    reader.only(Command::Redo(steps as usize))
}

pub fn goto(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("a place in the game")?;
    let (digits, color) = match word.text.trim_end_matches('.') {
        text if text.ends_with('w') => (text.trim_end_matches('w'), Color::White),
        text if text.ends_with('b') => (text.trim_end_matches('b'), Color::Black),
        text if word.text.ends_with("...") => (text, Color::Black),
        text => (text, Color::White),
    };
    let place = match word.text {
        "start" => GamePlace::Start,
        "end" => GamePlace::End,
        "ply" => GamePlace::Ply(reader.number("the ply", 0, MOST_STEPS)? as usize),
        _ => {
            let digits = Word { text: digits, start: word.start };
            let number = within(digits, "the number of the move", 1, u64::from(u16::MAX))?;
            GamePlace::Before(number as u16, color)
        }
    };
    reader.only(Command::Goto(place))
}

/// `moves [SQUARE] [uci] | --order`.
pub fn moves(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut from, mut coordinates) = (None, false);
    while let Some(word) = reader.take() {
        match (word.flag(), square(word.text)) {
            ("order", _) if from.is_none() && !coordinates => {
                reader.finish()?;
                return Ok(Command::Inspect(Inspection::Order));
            }
            ("uci", _) => coordinates = true,
            (_, Some(square)) if from.is_none() => from = Some(square),
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Moves { from, coordinates })
}

pub fn pgn(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    Ok(reader.only_path()?.map_or(Command::Pgn, Command::AddGame))
}

pub fn load(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    const WHAT: &str = "the number of the record";
    let most = u64::from(u32::MAX);
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if reader.words.peek().is_some_and(|word| is_number(word.text)) {
        let number = reader.number(WHAT, 1, most)? as usize;
        reader.finish()?;
        let choice = PickChoice::Number(number);
        return Ok(Command::Load(Pick { path: None, choice, view: false }));
    }
    let path = reader.path()?;
    const WEIGHTS: [&str; 3] = [network::EXTENSION, learned_weights::EXTENSION, "nnue"];
    if path.extension().is_some_and(|end| WEIGHTS.iter().any(|known| end == *known)) {
        return reader.only(Command::Learning(Learning::Load(path)));
    }
    let choice = match reader.words.peek() {
        None => PickChoice::Only,
        Some(word) if is_number(word.text) => {
            let number = reader.number(WHAT, 1, most)? as usize;
            reader.finish()?;
            PickChoice::Number(number)
        }
        Some(_) => PickChoice::Text(reader.words.rest().text.trim_matches('"').to_owned()),
    };
    Ok(Command::Load(Pick { path: Some(path), choice, view: false }))
}

/// `view [FILE [N]]`.
pub fn view(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let path = reader.take().map(|word| expand(word.text));
    let choice = match path {
        None => PickChoice::Next,
        Some(_) => {
            let most = u64::from(u32::MAX);
            PickChoice::Number(reader.number_or("the number of the record", 1, most, 1)? as usize)
        }
    };
    reader.finish()?;
    Ok(Command::Load(Pick { path, choice, view: true }))
}

pub fn show(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let views = [
        ("big", Command::Show { big: true }),
        ("control", Command::Inspect(Inspection::Control)),
        ("bits", Command::Inspect(Inspection::Bitboards)),
    ];
    let command = reader.choice(&views)?.unwrap_or(Command::Show { big: false });
    reader.only(command)
}
