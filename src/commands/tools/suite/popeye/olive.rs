//! Olive's and YACPDB's files (`.olv`): problems in YAML, whose stipulation, options and twins are words of Popeye's.
//!
//! Each problem is put before the reader of Popeye's input. A problem whose YAML is wrong costs itself.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser};

use super::super::run::SuiteFile;
use super::reader::PopeyeReader;
use super::words::{Language, decoded};

/// Values deeper in one another than these are left out: no problem has them.
const DEEPEST: usize = 16;

/// What a problem says under a key. Lists and maps of one are empty in the other.
#[derive(Default)]
struct Value {
    text: String,
    list: Vec<Value>,
    map: BTreeMap<String, Value>,
}

impl Value {
    /// The value of a key; an empty one if there is none.
    fn at(&self, key: &str) -> &Value {
        const NONE: &Value = &Value { text: String::new(), list: Vec::new(), map: BTreeMap::new() };
        self.map.get(key).unwrap_or(NONE)
    }

    /// The texts of a list, or the text alone, on one line each.
    fn texts(&self) -> Vec<String> {
        let one = std::slice::from_ref(self);
        let values = if self.list.is_empty() { one } else { &self.list };
        let on_one_line =
            |value: &Value| value.text.split_whitespace().collect::<Vec<_>>().join(" ");
        values.iter().map(on_one_line).filter(|text| !text.is_empty()).collect()
    }
}

/// Parses the problems of a text; `None` if it is not Olive's YAML.
pub(super) fn read_input(bytes: &[u8]) -> Option<SuiteFile> {
    decoded(bytes).find(|(_, line)| is_board(line))?;
    let mut reader = PopeyeReader::new(Language::English);
    let (mut text, mut first) = (String::new(), 1);
    for (line, read) in decoded(bytes) {
        if read.trim_end() == "---" {
            pose(&mut reader, first, &std::mem::take(&mut text));
            first = line + 1;
            continue;
        }
        text.push_str(&read);
        text.push('\n');
    }
    pose(&mut reader, first, &text);
    reader.end_problem();
    Some(reader.file)
}

/// Returns whether a line begins the board of a problem.
fn is_board(line: &str) -> bool {
    line.trim_start_matches("- ").trim_start().starts_with("algebraic:")
}

/// Puts the problem of a document before the reader, or each problem if it is a list.
fn pose(reader: &mut PopeyeReader, line: usize, text: &str) {
    reader.line = line;
    match parsed(text) {
        Ok(document) if document.list.is_empty() => one(reader, &document),
        Ok(document) => document.list.iter().for_each(|problem| one(reader, problem)),
        Err(why) => {
            reader.read_line("BeginProblem");
            reader.refuse(format!("not YAML: {why}"));
        }
    }
}

fn one(reader: &mut PopeyeReader, problem: &Value) {
    let board = problem.at("algebraic");
    if board.map.is_empty() {
        return;
    }
    let mut say = |command: &str, words: String| {
        if !words.is_empty() {
            reader.read_line(&format!("{command} {words}"));
        }
    };
    say("BeginProblem", " ".to_owned());
    say("Author", problem.at("authors").texts().join(", "));
    for (side, men) in &board.map {
        say("Pieces", format!("{side} {}", men.texts().join(" ")));
    }
    let intended = problem.at("intended-solutions").texts().join(" ");
    say("Stipulation", format!("{} {intended}", problem.at("stipulation").texts().join(" ")));
    problem.at("options").texts().into_iter().for_each(|option| say("Option", option));
    problem.at("conditions").texts().into_iter().for_each(|condition| say("Condition", condition));
    for (name, twin) in &problem.at("twins").map {
        let command = if name == "a" { "ZeroPosition" } else { "Twin" };
        say(command, format!("{} ", twin.texts().join(" ")));
    }
}

/// Parses a document of YAML. Of a key that is there twice the last value counts.
fn parsed(text: &str) -> Result<Value, String> {
    // Each list and map that is open, with the values read in it; keys and values of a map alternate.
    let mut open = vec![Value::default()];
    let mut hidden = 0_usize;
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        let ended = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() < DEEPEST && hidden == 0 {
                    open.push(Value::default());
                } else {
                    hidden += 1;
                }
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd if hidden > 0 => {
                hidden -= 1;
                Value::default()
            }
            Event::SequenceEnd => open.pop().unwrap_or_default(),
            Event::MappingEnd => {
                let mut pairs = open.pop().unwrap_or_default().list.into_iter();
                let mut map = BTreeMap::new();
                while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
                    map.insert(key.text, value);
                }
                Value { map, ..Value::default() }
            }
            Event::Scalar(text, ..) => Value { text: text.into_owned(), ..Value::default() },
            Event::Alias(_) => Value::default(),
            _ => continue,
        };
        if hidden == 0
            && let Some(here) = open.last_mut()
        {
            here.list.push(ended);
        }
    }
    Ok(open.remove(0).list.into_iter().next().unwrap_or_default())
}
