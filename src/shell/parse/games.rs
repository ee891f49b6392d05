//! Arguments of the commands about the game as a record: files of games, variations, headers, comments, glyphs.

use std::ops::RangeInclusive;

use super::error::{Fault, ParseError};
use super::reader::{Reader, shorten};
use crate::chess::movetext::{self, Token};
use crate::chess::{GameResult, Position};
use crate::shell::command::{Annotate, Command};
use crate::store::collection::GameFilter;

/// `games FILE [player NAME] [white NAME] [black NAME] [result RESULT] [eco CODE] [opening NAME] [position [FEN]]
/// [moves N[..N]] [text WORDS] [from N]`.
pub fn games(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let path = reader.path()?;
    let mut filter = GameFilter::default();
    while let Some(word) = reader.take() {
        let mut text = |what| reader.require(what).map(|word| Some(word.text.to_owned()));
        match word.text {
            "player" => filter.player = text("the name of a player")?,
            "white" => filter.white = text("the name of a player")?,
            "black" => filter.black = text("the name of a player")?,
            "text" => filter.text = text("what a header is to hold")?,
            "eco" => filter.eco = text("a code from A00 to E99")?,
            "opening" => filter.opening = text("the name of an opening")?,
            "result" => {
                let word = reader.require("a result")?;
                let fault = Fault::NoResult { word: shorten(word.text) };
                let result = GameResult::from_text(word.text);
                filter.result = Some(result.ok_or_else(|| ParseError::at(word.span(), fault))?);
            }
            "position" => filter.position = Some(position(reader)?),
            "moves" => filter.moves = Some(range(reader)?),
            "from" => {
                let most = u64::from(u32::MAX);
                filter.from = reader.number("the number of a game", 1, most)? as usize;
            }
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Games { path, filter: Box::new(filter) })
}

/// The position on the board (also as `here`), or one as FEN, in quotes or not.
fn position(reader: &mut Reader<'_>) -> Result<Position, ParseError> {
    let Some(first) = reader.words.peek() else { return Ok(*reader.position()) };
    if first.text == "here" {
        reader.take();
        return Ok(*reader.position());
    }
    if !first.text.contains('/') {
        return Ok(*reader.position());
    }
    reader.take();
    let mut fen = first.text.to_owned();
    let is_field = |text: &str| {
        matches!(text, "w" | "b" | "-")
            || text.chars().all(|letter| letter.is_ascii_digit())
            || text.chars().all(|letter| "KQkqABCDEFGHabcdefgh".contains(letter))
            || matches!(text.as_bytes(), [b'a'..=b'h', b'3' | b'6'])
    };
    while let Some(word) = reader.words.peek().filter(|word| is_field(word.text)) {
        reader.take();
        fen.push(' ');
        fen.push_str(word.text);
    }
    let fault = |error| ParseError::at(first.span(), Fault::Setup(error));
    Position::from_fen(&fen).map_err(fault)
}

/// So many moves: `40`, `20..40`, `..25`, `60..`.
fn range(reader: &mut Reader<'_>) -> Result<RangeInclusive<usize>, ParseError> {
    let word = reader.require("a number of moves")?;
    let (low, high) = word.text.split_once("..").unwrap_or((word.text, word.text));
    let number = |text: &str, open: usize| match text {
        "" if word.text.contains("..") => Some(open),
        text => text.parse().ok(),
    };
    match (number(low, 0), number(high, usize::MAX)) {
        (Some(low), Some(high)) if low <= high => Ok(low..=high),
        _ => Err(ParseError::at(word.span(), Fault::NoMoveCount { word: shorten(word.text) })),
    }
}

pub fn variation(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let annotate = match reader.take() {
        None => Annotate::Variations,
        Some(word) => match word.text {
            "list" => Annotate::Variations,
            "next" => Annotate::Next,
            "previous" | "prev" => Annotate::Previous,
            "promote" => Annotate::Promote,
            "delete" => Annotate::Delete,
            _ => match word.text.parse::<usize>() {
                Ok(number) if number > 0 => Annotate::Enter(number - 1),
                _ => return Err(reader.unexpected(word)),
            },
        },
    };
    reader.only(Command::Annotate(annotate))
}

pub fn tag(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Command::Annotate(Annotate::Tags(None))) };
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if !word.text.chars().all(is_name) || word.text.is_empty() {
        return Err(reader.unexpected(word));
    }
    let name = word.text.to_owned();
    let rest = reader.words.rest().text;
    let annotate = match rest {
        "" => Annotate::Tags(Some(name)),
        _ => Annotate::SetTag { name, value: rest.trim_matches('"').to_owned() },
    };
    Ok(Command::Annotate(annotate))
}

pub fn comment(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let annotate = match reader.words.rest().text {
        "" => Annotate::Words,
        "delete" => Annotate::Comment(String::new()),
        text => Annotate::Comment(text.trim_matches(['{', '}']).trim().to_owned()),
    };
    Ok(Command::Annotate(annotate))
}

pub fn nag(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut nags = Vec::new();
    let mut deletes = false;
    while let Some(word) = reader.take() {
        let token = movetext::tokens(word.text).next();
        match (word.text, token) {
            ("delete", _) => deletes = true,
            ("=", _) => nags.push(10),
            (_, Some(Ok((Token::Nag(nag @ ..=255), span)))) if span.len() == word.text.len() => {
                nags.push(nag);
            }
            _ => {
                let fault = Fault::NoGlyph { word: shorten(word.text) };
                return Err(ParseError::at(word.span(), fault));
            }
        }
    }
    let annotate = if nags.is_empty() && !deletes { Annotate::Words } else { Annotate::Nags(nags) };
    Ok(Command::Annotate(annotate))
}
