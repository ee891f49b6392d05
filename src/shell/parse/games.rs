//! Arguments of the commands about the game as a record: files of games, variations, headers, comments, glyphs.

use super::error::{Fault, ParseError};
use super::reader::{Reader, shorten};
use crate::chess::GameResult;
use crate::chess::movetext::{self, Token};
use crate::shell::command::{Annotate, Command};
use crate::store::collection::GameFilter;

type Read = Result<Command, ParseError>;

/// `games FILE [player NAME] [result RESULT] [position] [from N]`.
pub fn games(reader: &mut Reader<'_>) -> Read {
    let path = reader.path()?;
    let mut filter = GameFilter::default();
    while let Some(word) = reader.take() {
        match word.text {
            "player" => {
                filter.player = Some(reader.require("the name of a player")?.text.to_owned());
            }
            "result" => {
                let word = reader.require("a result")?;
                let fault = Fault::NoResult { word: shorten(word.text) };
                let result = GameResult::from_text(word.text);
                filter.result = Some(result.ok_or_else(|| ParseError::at(word.span(), fault))?);
            }
            "position" => filter.position = Some(*reader.position),
            "from" => {
                let most = u64::from(u32::MAX);
                filter.from = reader.number("the number of a game", 1, most)? as usize;
            }
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Games { path, filter: Box::new(filter) })
}

/// `variation [N | next | previous | promote | delete]`.
pub fn variation(reader: &mut Reader<'_>) -> Read {
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
    reader.finish()?;
    Ok(Command::Annotate(annotate))
}

/// `tag [NAME [VALUE]]`.
pub fn tag(reader: &mut Reader<'_>) -> Read {
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

/// `comment [TEXT | delete]`.
pub fn comment(reader: &mut Reader<'_>) -> Read {
    let annotate = match reader.words.rest().text {
        "" => Annotate::Words,
        "delete" => Annotate::Comment(String::new()),
        text => Annotate::Comment(text.trim_matches(['{', '}']).trim().to_owned()),
    };
    Ok(Command::Annotate(annotate))
}

/// `nag [GLYPH… | delete]`.
pub fn nag(reader: &mut Reader<'_>) -> Read {
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
