//! Arguments of the commands about settings, files and scripts.

use super::error::{Fault, ParseError};
use super::reader::{Reader, expand, shorten};
use crate::control::quantity;
use crate::engine::limit_words::LimitKind;
use crate::engine::options::nearest;
use crate::shell::assertion::{Assertion, Relation, Subject};
use crate::shell::command::Command;
use crate::shell::session::setting_names;
use crate::shell::table;

/// `set NAME VALUE`, `set NAME = VALUE`, `set name NAME value VALUE`, `set NAME`, which asks; each also with `--keep`.
/// `set --forget NAME`.
///
/// A name may have spaces in it (`Move Overhead`); where name and value part is known to the settings, not to the
/// grammar, so both are handed on together unless `=` or `value` parts them.
pub fn set(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let words = reader.words.clone();
    let rest = reader.require_rest("the name of a setting")?.text;
    if let Some(name) = rest.strip_prefix("--forget ") {
        return Ok(Command::Forget(name.trim().to_owned()));
    }
    if let Some(rest) = rest.strip_suffix(" --keep") {
        let texts: Vec<&str> =
            words.take_while(|word| word.text != "--keep").map(|word| word.text).collect();
        let (name, value) = name_and_value(rest, &texts);
        return Ok(Command::Keep { name, value });
    }
    let texts: Vec<&str> = words.map(|word| word.text).collect();
    let (name, value) = name_and_value(rest, &texts);
    Ok(Command::Set { name, value })
}

/// The parts of what `set` was given, in one piece and in words; the words are at least one.
fn name_and_value(rest: &str, texts: &[&str]) -> (String, String) {
    let named = texts[0] == "name" && texts.len() > 1;
    let texts = if named { &texts[1..] } else { texts };
    let parting = texts.iter().position(|&text| text == "=" || named && text == "value");
    if let Some(at) = parting {
        return (texts[..at].join(" "), texts[at + 1..].join(" "));
    }
    if let (false, Some((name, value))) = (named, rest.split_once('=')) {
        return (name.trim().to_owned(), value.trim().to_owned());
    }
    match texts {
        [name] => ((*name).to_owned(), String::new()),
        _ => (texts[..texts.len() - 1].join(" "), texts[texts.len() - 1].to_owned()),
    }
}

pub fn hash(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("a size")?;
    let kind = LimitKind::Memory;
    let size = quantity::size(word.text, kind.what(), kind.most());
    let size = size.map_err(|fault| ParseError::of(word, fault))?;
    reader.only(Command::Set { name: "Hash".to_owned(), value: size.to_string() })
}

pub fn threads(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let threads = reader.number("the number of threads", 1, 1024)?;
    reader.only(Command::Set { name: "Threads".to_owned(), value: threads.to_string() })
}

pub fn auto(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let all = reader.words.peek().is_some_and(|word| word.text == "all");
    if all {
        reader.take();
    }
    reader.only(Command::Auto { all })
}

pub fn profile(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let name = "Profile".to_owned();
    let Some(value) = reader.take() else { return Ok(Command::Get(name)) };
    reader.only(Command::Set { name, value: value.text.to_owned() })
}

pub fn save(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let path = reader.path()?;
    reader.only(Command::Save(path))
}

pub fn restore(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let path = reader.words.peek().map(|_| reader.path()).transpose()?;
    reader.only(Command::Restore(path))
}

pub fn source(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("the name of a file")?;
    reader.only(Command::Source(expand(word.text)))
}

pub fn assert(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("what is asserted")?;
    let subject = Subject::ALL.into_iter().find(|subject| subject.name() == word.text);
    let subject = subject.ok_or_else(|| {
        ParseError::at(word.span(), Fault::NoSubject { word: shorten(word.text) })
    })?;
    let word = reader.require("a comparison")?;
    let sign = if word.text == "=" { "==" } else { word.text };
    let relation = Relation::ALL.into_iter().find(|relation| relation.name() == sign);
    let relation = relation.ok_or_else(|| {
        ParseError::at(word.span(), Fault::NoRelation { word: shorten(word.text) })
    })?;
    let rest = reader.require_rest("a value")?.text;
    let values = match (subject, relation) {
        (Subject::Fen, _) => vec![rest.to_owned()],
        (_, Relation::In) => {
            let parts = rest.split(|c: char| c.is_whitespace() || c == ',');
            parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
        }
        _ => vec![rest.to_owned()],
    };
    Ok(Command::Assert(Assertion { subject, relation, values }))
}

pub fn help(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Command::Help(None)) };
    let wanted = word.text.to_lowercase();
    let spec = table::find(&wanted);
    let second = spec.zip(reader.words.peek());
    let further = second.and_then(|(spec, word)| table::subcommand(spec.name, word.text));
    if further.is_some() {
        reader.take();
    }
    reader.finish()?;
    let mut topics = table::topics::names();
    match (topics.find(|name| *name == wanted), further.or(spec)) {
        (Some(name), _) => Ok(Command::Help(Some(name))),
        (None, Some(spec)) => Ok(Command::Help(Some(spec.name))),
        (None, None) if is_setting(&wanted) => Ok(Command::Get(wanted)),
        (None, None) => {
            let known = table::names().chain(table::topics::names());
            let nearest = nearest(word.text, known);
            let fault = Fault::NoCommand { word: shorten(word.text), nearest };
            Err(ParseError::at(word.span(), fault))
        }
    }
}

fn is_setting(word: &str) -> bool {
    setting_names().iter().any(|(name, _)| name.eq_ignore_ascii_case(word))
}
