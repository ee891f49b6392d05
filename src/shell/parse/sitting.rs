//! Arguments of the commands about the session itself: `time`, `picture`, `alias`, `log`, `isatty`.

use super::error::{Fault, ParseError};
use super::reader::{Reader, expand, shorten};
use crate::shell::command::Command;
use crate::shell::command::Request;
use crate::shell::sitting::{AliasUse, LogUse, Paper, PictureRequest};
use crate::shell::terms::{Manner, needs};

pub fn time(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    Ok(Command::Timed(Box::new(inner(reader)?)))
}

pub fn picture(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    const NAME: &str = "the name of a file that ends in .svg";
    let word = reader.require(NAME)?;
    let path = expand(word.text);
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        let fault = Fault::NoPicture { word: shorten(word.text) };
        return Err(ParseError::at(word.span(), fault));
    }
    let mut paper = None;
    while let Some(word) = reader.words.peek() {
        match word.text {
            "light" => paper = Some(Paper::Light),
            "dark" => paper = Some(Paper::Dark),
            _ => break,
        }
        reader.take();
    }
    let title = reader.words.clone().rest().text;
    let title = if title.is_empty() { "show" } else { title }.to_owned();
    let of = match reader.words.peek() {
        None => {
            reader.finish()?;
            Request::new(Command::Show { big: false }, needs(Manner::Beside))
        }
        Some(_) => inner(reader)?,
    };
    let force = reader.words.take_force();
    Ok(Command::Picture(Box::new(of), PictureRequest { path, force, paper, title }))
}

fn inner(reader: &mut Reader<'_>) -> Result<Request, ParseError> {
    let word = reader.words.peek();
    let request = reader.inner()?;
    match word {
        // What has no answer of its own cannot be timed or drawn.
        Some(word) if !request.terms.answers => Err(reader.unexpected(word)),
        _ => Ok(request),
    }
}

pub fn alias(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Command::Alias(AliasUse::List)) };
    if word.text == "--forget" {
        let word = reader.require("a word")?.text.to_lowercase();
        reader.finish()?;
        return Ok(Command::Alias(AliasUse::Forget(word)));
    }
    let text = reader.require_rest("the command that it is to stand for")?.text;
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let text = quoted.unwrap_or(text).trim().to_owned();
    Ok(Command::Alias(AliasUse::Define { word: word.text.to_lowercase(), text }))
}

pub fn log(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let usage = match reader.take() {
        None => LogUse::Show,
        Some(word) if word.text == "off" => LogUse::Off,
        Some(word) => LogUse::Into(expand(word.text)),
    };
    reader.only(Command::Log(usage))
}

/// `isatty [stdout | stderr] [yes | no | auto]`.
pub fn isatty(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let stream = reader.words.peek().filter(|word| matches!(word.text, "stdout" | "stderr"));
    let name = match stream {
        Some(word) if word.text == "stderr" => "terminal.errors",
        _ => "terminal",
    };
    stream.and_then(|_| reader.take());
    let Some(word) = reader.take() else { return Ok(Command::Get(name.to_owned())) };
    let value = match word.text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "t" => "yes",
        "no" | "n" | "false" | "f" => "no",
        "auto" => "auto",
        _ => return Err(reader.unexpected(word)),
    };
    reader.only(Command::Set { name: name.to_owned(), value: value.to_owned() })
}
