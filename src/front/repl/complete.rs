//! What a half-typed line can become: commands, their words, settings and values, files, legal moves.
//!
//! Everything is a function of the line and of what the prompt knows ([`Knowledge`]); the line editor is next door.

use crate::chess::game::Game;
use crate::chess::notation::{san, uci};
use crate::chess::{Position, movetext};
use crate::shell::command::{CommandSpec, Completer};
use crate::shell::table;

/// What completion, hints and highlighting need to know.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The position on the board.
    pub position: Position,
    /// Settings and the words their values may be.
    pub settings: Vec<(String, Vec<String>)>,
}

/// What a word can become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidates {
    /// The part of the line from here can be one of these.
    Words(usize, Vec<String>),
    /// The name of a file.
    File,
}

/// Words of a limit.
const LIMITS: [&str; 14] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "inf",
    "only",
    "except",
    "lines",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
];

/// Part of a line: the command the cursor is in.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Where it begins in the line, leading space left out.
    pub start: usize,
    /// Its text up to the cursor.
    pub text: &'a str,
}

impl<'a> Part<'a> {
    /// The command that a text up to the cursor ends in.
    pub fn last(text: &'a str) -> Part<'a> {
        let (at, part) = crate::shell::parse::split(text).pop().unwrap_or((0, text));
        let trimmed = part.trim_start();
        Part { start: at + part.len() - trimmed.len(), text: trimmed }
    }

    /// The first word, and what stands behind the space after it, if there is one.
    pub fn head(&self) -> (&'a str, Option<&'a str>) {
        match self.text.split_once(char::is_whitespace) {
            Some((head, rest)) => (head, Some(rest)),
            None => (self.text, None),
        }
    }

    /// Where the word under the cursor begins in the part.
    fn word(&self) -> usize {
        self.text
            .rfind(char::is_whitespace)
            .map_or(0, |at| at + self.text[at..].chars().next().map_or(0, char::len_utf8))
    }
}

/// What the line up to the cursor can become.
pub fn candidates(line: &str, knowledge: &Knowledge) -> Candidates {
    let part = Part::last(line);
    let (head, rest) = part.head();
    let word_at = part.word();
    let word = &part.text[word_at..];
    if let (Some(spec), Some(rest)) = (table::find(head), rest) {
        return arguments(spec, part, rest, word, knowledge);
    }
    let mut found = moves(&part.text[..word_at], word, &knowledge.position);
    if word_at == 0 {
        let mut names: Vec<String> = table::COMMANDS
            .iter()
            .map(|spec| spec.name)
            .filter(|name| name.starts_with(word))
            .map(str::to_owned)
            .collect();
        names.sort();
        found.splice(0..0, names);
    }
    Candidates::Words(part.start + word_at, found)
}

fn arguments(
    spec: &CommandSpec,
    part: Part<'_>,
    rest: &str,
    word: &str,
    knowledge: &Knowledge,
) -> Candidates {
    let start = part.start + part.text.len() - word.len();
    let of = |words: &[&str]| {
        let fitting = words.iter().filter(|candidate| candidate.starts_with(word));
        fitting.map(|&candidate| candidate.to_owned()).collect::<Vec<String>>()
    };
    let words = match spec.completer {
        Completer::Nothing => Vec::new(),
        Completer::Words(words) => of(words),
        Completer::Moves => moves("", word, &knowledge.position),
        Completer::Limits => {
            let mut words = of(&LIMITS);
            if rest.split_whitespace().any(|word| matches!(word, "only" | "except" | "searchmoves"))
            {
                words.extend(moves("", word, &knowledge.position));
            }
            words
        }
        Completer::Commands => {
            let mut names: Vec<&str> = table::names().filter(|name| name.len() > 1).collect();
            names.sort_unstable();
            of(&names)
        }
        Completer::Files
            if matches!(spec.name, "suite" | "solve") && rest.contains(char::is_whitespace) =>
        {
            of(&LIMITS[..5])
        }
        Completer::Files => return Candidates::File,
        Completer::Settings => {
            let at = part.start + part.text.len() - rest.len();
            return settings(spec, rest, at, knowledge);
        }
    };
    Candidates::Words(start, words)
}

/// Names of settings, which may be of several words, and behind a name its values.
fn settings(spec: &CommandSpec, rest: &str, at: usize, knowledge: &Knowledge) -> Candidates {
    let skipped = rest.len() - rest.trim_start().len();
    let (typed, at) = (rest.trim_start().to_lowercase(), at + skipped);
    if spec.name == "profile" {
        let values = knowledge.settings.iter().find(|(name, _)| name == "Profile");
        let fitting = values
            .into_iter()
            .flat_map(|(_, values)| values)
            .filter(|value| value.starts_with(&typed));
        return Candidates::Words(at, fitting.cloned().collect());
    }
    if spec.name == "set" {
        for (name, values) in &knowledge.settings {
            let begin = format!("{} ", name.to_lowercase());
            if let Some(value) = typed.strip_prefix(&begin) {
                let fitting = values.iter().filter(|candidate| candidate.starts_with(value));
                return Candidates::Words(at + begin.len(), fitting.cloned().collect());
            }
        }
    }
    let fitting = knowledge.settings.iter().map(|(name, _)| name);
    let fitting = fitting.filter(|name| name.to_lowercase().starts_with(&typed));
    Candidates::Words(at, fitting.cloned().collect())
}

/// Legal moves that a word can become, after the moves before it; as SAN, else as coordinates.
pub fn moves(before: &str, word: &str, position: &Position) -> Vec<String> {
    let mut game = Game::new(*position);
    if !before.trim().is_empty() && movetext::play(&mut game, before).is_err() {
        return Vec::new();
    }
    // A number may stand right before its move: `1.e4`.
    let number = word.rfind('.').map_or(0, |at| at + 1);
    let (number, wanted) = word.split_at(number);
    if number.is_empty() && wanted.is_empty() && before.is_empty() {
        return Vec::new();
    }
    let position = *game.position();
    let legal: Vec<_> = position.legal_moves().into_iter().map(|legal| legal.mv).collect();
    let fitting = |texts: Vec<String>| -> Vec<String> {
        let mut fitting: Vec<String> =
            texts.into_iter().filter(|text| text.starts_with(wanted)).collect();
        fitting.sort();
        fitting
    };
    let mut found = fitting(legal.iter().map(|&mv| san(&position, mv)).collect());
    if found.is_empty() {
        found = fitting(legal.iter().map(|&mv| uci(mv, position.is_chess960())).collect());
    }
    found.into_iter().map(|text| format!("{number}{text}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::session::setting_names;

    fn words(line: &str) -> (usize, Vec<String>) {
        let knowledge = Knowledge { position: Position::start(), settings: setting_names() };
        match candidates(line, &knowledge) {
            Candidates::Words(start, words) => (start, words),
            Candidates::File => (usize::MAX, vec!["a file".to_owned()]),
        }
    }

    #[track_caller]
    fn assert_words(line: &str, start: usize, expected: &[&str]) {
        let (at, words) = words(line);
        assert_eq!((at, words.iter().map(String::as_str).collect()), (start, expected.to_vec()));
    }

    #[test]
    fn commands_and_moves() {
        assert_words("res", 0, &["resolve", "restore"]);
        assert_words("show;; und", 7, &["undo"]);
        assert_words("N", 0, &["Na3", "Nc3", "Nf3", "Nh3"]);
        assert_words("g1", 0, &["g1f3", "g1h3"]);
        assert_words("1.e", 0, &["1.e3", "1.e4"]);
        assert_words("e4 e5 Qh", 6, &["Qh5"]);
        assert_words("e4 e9 Q", 6, &[]);
    }

    #[test]
    fn arguments_of_commands() {
        assert_words("see Nf", 4, &["Nf3"]);
        assert_words("go only Nf", 8, &["Nf3"]);
        assert_words("go dep", 3, &["depth"]);
        assert_words("help prof", 5, &["profile"]);
        assert_words("set move o", 4, &["Move Overhead"]);
        assert_words("set pov m", 8, &["mover"]);
        assert_words("profile sl", 8, &["slow"]);
        assert_words("show ", 5, &[]);
        assert_eq!(words("load ga").1, ["a file"]);
        assert!(words("get ext").1.iter().all(|name| name.starts_with("extension.")));
    }
}
