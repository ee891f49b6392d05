//! Completion of commands, their words, settings and values, files and legal moves.
//!
//! Pure functions of the line and of the prompt's [`Knowledge`]; `helper.rs` connects them with the line editor.

use crate::chess::game_tree::GameTree;
use crate::chess::notation::unsigned_san;
use crate::chess::pgn::read_tree;
use crate::chess::{Position, uci};
use crate::ink::Style;

use crate::commands::spec::option_names;
use crate::commands::{self, CommandSpec, Completer};
use crate::engine::limit_words::{LIMIT_WORDS, LimitKind, LimitSet};
use crate::shell::parse::tokens::Words;
use crate::shell::session::setting_names;

#[derive(Clone, Debug)]
pub struct Knowledge {
    pub position: Position,
    /// Settings with their possible values.
    pub settings: Vec<(String, Vec<String>)>,
    pub style: Style,
    /// The prompt with colour; updated by a background search while a line is typed.
    pub prompt: String,
    /// Its text when the line was requested.
    pub asked: String,
    /// What an empty line does.
    pub enter: String,
}

impl Knowledge {
    pub fn of(position: Position) -> Knowledge {
        let [prompt, asked, enter] = [(); 3].map(|()| String::new());
        let (settings, style) = (setting_names(), Style::default());
        Knowledge { position, settings, style, prompt, asked, enter }
    }
}

/// Completions of the word under the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// Offset in the line of the text to replace.
    pub start: usize,
    pub words: Vec<String>,
    /// Also complete file names.
    pub files: bool,
}

impl Candidates {
    fn of(start: usize, words: Vec<String>) -> Candidates {
        Candidates { start, words, files: false }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct TypedPart<'a> {
    /// Offset in the line, without leading space.
    pub start: usize,
    pub text: &'a str,
}

impl<'a> TypedPart<'a> {
    /// Returns the last command of the text up to the cursor.
    pub fn last(text: &'a str) -> TypedPart<'a> {
        let (at, part) = crate::commands::grammar::split(text).pop().unwrap_or((0, text));
        let trimmed = part.trim_start();
        TypedPart { start: at + part.len() - trimmed.len(), text: trimmed }
    }

    /// Returns the first word, and the text after the space behind it.
    pub fn head(&self) -> (&'a str, Option<&'a str>) {
        match self.text.split_once(char::is_whitespace) {
            Some((head, rest)) => (head, Some(rest)),
            None => (self.text, None),
        }
    }

    /// Offset of the word under the cursor within the part, including its opening quote.
    pub fn word(&self) -> usize {
        let end = self.text.len();
        let Some(last) = Words::new(self.text).last() else { return end };
        // A space ends a word, except within open quotes.
        if last.span().end < end && self.text.ends_with(char::is_whitespace) {
            return end;
        }
        last.start - usize::from(self.text[..last.start].ends_with('"'))
    }
}

pub fn candidates(line: &str, knowledge: &Knowledge) -> Candidates {
    let part = TypedPart::last(line);
    let (head, rest) = part.head();
    let word_at = part.word();
    let word = &part.text[word_at..];
    if let (Some(spec), Some(rest)) = (commands::find(head), rest) {
        return arguments(spec, part, rest, word, knowledge);
    }
    if word_at > 0
        && let Some(values) = values(part.text, part.start, knowledge)
    {
        return values;
    }
    let mut found = moves(&part.text[..word_at], word, &knowledge.position);
    if word_at == 0 {
        let mut names = fitting(commands::COMMANDS.iter().map(|spec| spec.name), word);
        if names.is_empty() {
            let settings = knowledge.settings.iter().map(|(name, _)| name.to_lowercase());
            names.extend(fitting(settings, word));
        }
        names.sort();
        found.splice(0..0, names);
    }
    Candidates::of(part.start + word_at, found)
}

fn fitting<T: AsRef<str>>(words: impl IntoIterator<Item = T>, typed: &str) -> Vec<String> {
    let words = words.into_iter().filter(|word| word.as_ref().starts_with(typed));
    words.map(|word| word.as_ref().to_owned()).collect()
}

fn arguments(
    spec: &CommandSpec,
    part: TypedPart<'_>,
    rest: &str,
    word: &str,
    knowledge: &Knowledge,
) -> Candidates {
    let start = part.start + part.text.len() - word.len();
    let (spec, rest) = subcommand(spec, rest);
    let before = &rest[..rest.len() - word.len()];
    let files = |words| Candidates { start, words, files: true };
    let words = match spec.completer {
        Completer::Nothing => Vec::new(),
        Completer::Words(words) | Completer::Explained(_, words) => fitting(words, word),
        Completer::Moves => legal(word, &knowledge.position),
        Completer::Line if before.trim().is_empty() => legal(word, &knowledge.position),
        Completer::Line => moves(before, word, &knowledge.position),
        Completer::Limits => limit_words(before, word, knowledge),
        Completer::Commands => {
            let mut names = fitting(commands::names().filter(|name| name.len() > 1), word);
            names.sort();
            names
        }
        Completer::Options(options) if word.starts_with("--") => {
            fitting(option_names(options), word)
        }
        Completer::Options(_) if spec.arguments.starts_with("[MOVE]") => {
            legal(word, &knowledge.position)
        }
        Completer::Options(_) | Completer::Files => return files(Vec::new()),
        Completer::FilesOr(words) => return files(fitting(words, word)),
        Completer::Settings => {
            let at = part.start + part.text.len() - rest.len();
            return settings(spec, rest, at, knowledge);
        }
    };
    Candidates::of(start, words)
}

/// Returns the row of the subcommand and its arguments, or that of the command itself.
fn subcommand<'a>(spec: &'a CommandSpec, rest: &'a str) -> (&'a CommandSpec, &'a str) {
    let second = rest.trim_start().split_once(char::is_whitespace);
    let row = second.and_then(|(word, rest)| Some((commands::subcommand(spec.name, word)?, rest)));
    row.unwrap_or((spec, rest))
}

fn words_of_go() -> impl Iterator<Item = &'static str> {
    LIMIT_WORDS.iter().map(|(word, ..)| *word).filter(|word| {
        let more = [LimitKind::Only, LimitKind::Except, LimitKind::Lines];
        let is_more = LimitKind::of_person(word).is_some_and(|kind| more.contains(&kind));
        is_more || LimitSet::SEARCH.kind(word).is_some()
    })
}

/// Completes limits or, after `only` and `except`, moves that are not listed yet: the list has at least one, and ends at the next
/// limit.
fn limit_words(before: &str, word: &str, knowledge: &Knowledge) -> Vec<String> {
    let said: Vec<&str> = before.split_whitespace().collect();
    let last = said.iter().rposition(|word| LimitKind::of_person(word).is_some());
    let listed = last.and_then(|at| match LimitKind::of_person(said[at]) {
        Some(LimitKind::Only | LimitKind::Except) => Some(&said[at + 1..]),
        _ => None,
    });
    let mut found = Vec::new();
    if let Some(named) = listed {
        found = legal(word, &knowledge.position);
        found.retain(|mv| !named.contains(&mv.as_str()));
    }
    if listed.is_none_or(|named| !named.is_empty()) {
        found.extend(fitting(words_of_go(), word));
    }
    found
}

/// Completes names of settings, which may have several words, and after a name its values.
fn settings(spec: &CommandSpec, rest: &str, at: usize, knowledge: &Knowledge) -> Candidates {
    let skipped = rest.len() - rest.trim_start().len();
    let (typed, at) = (rest.trim_start().to_lowercase(), at + skipped);
    if spec.name != "get"
        && let Some(values) = values(&typed, at, knowledge)
    {
        return values;
    }
    let names = knowledge.settings.iter().map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.filter(|name| name.to_lowercase().starts_with(&typed)).collect();
    Candidates::of(at, in_groups(&names, typed.contains('.')))
}

/// Completes the values of the setting at the beginning of a text.
fn values(typed: &str, at: usize, knowledge: &Knowledge) -> Option<Candidates> {
    let typed = typed.to_lowercase();
    let (begin, values) = knowledge.settings.iter().find_map(|(name, values)| {
        let begin = format!("{} ", name.to_lowercase());
        typed.starts_with(&begin).then_some((begin.len(), values))
    })?;
    Some(Candidates::of(at + begin, fitting(values, &typed[begin..])))
}

/// Names of settings; each of the groups (`extension.`, `null.`) is one entry until its point is typed, since there are sixty.
fn in_groups(names: &[&str], opened: bool) -> Vec<String> {
    let group = |name: &str| name.split_once('.').map(|(group, _)| format!("{group}."));
    let mut found: Vec<String> = Vec::new();
    for name in names {
        let shown = match group(name) {
            Some(prefix)
                if !opened
                    && names.iter().filter(|other| other.starts_with(&prefix)).count() > 1 =>
            {
                prefix
            }
            _ => (*name).to_owned(),
        };
        if !found.contains(&shown) {
            found.push(shown);
        }
    }
    found
}

/// Completes legal moves after the moves before them, in SAN, else in coordinates.
pub fn moves(before: &str, word: &str, position: &Position) -> Vec<String> {
    let mut line = GameTree::new(*position);
    if read_tree(&mut line, before).fault.is_some() {
        return Vec::new();
    }
    // A move number may directly precede its move: `1.e4`.
    let number = word.rfind('.').map_or(0, |at| at + 1);
    let (number, wanted) = word.split_at(number);
    if number.is_empty() && wanted.is_empty() && before.is_empty() {
        return Vec::new();
    }
    let number = number.to_owned();
    legal(wanted, line.game().position())
        .into_iter()
        .map(|text| format!("{number}{text}"))
        .collect()
}

/// Completes legal moves, in SAN without signs, else in coordinates; all of them for an empty word.
fn legal(wanted: &str, position: &Position) -> Vec<String> {
    let legal: Vec<_> = position.moves().collect();
    let mut found = fitting(legal.iter().map(|&mv| unsigned_san(position, mv)), wanted);
    if found.is_empty() {
        found = fitting(legal.iter().map(|&mv| uci(mv, position.is_chess960())), wanted);
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knowledge() -> Knowledge {
        Knowledge::of(Position::start())
    }

    fn words(line: &str) -> (usize, Vec<String>) {
        let Candidates { start, mut words, files } = candidates(line, &knowledge());
        words.extend(files.then(|| "a file".to_owned()));
        (start, words)
    }

    #[track_caller]
    fn assert_words(line: &str, start: usize, expected: &[&str]) {
        let (at, words) = words(line);
        assert_eq!((at, words.iter().map(String::as_str).collect()), (start, expected.to_vec()));
    }

    #[test]
    fn commands_and_moves() {
        assert_words("res", 0, &["resign", "resolve", "restore"]);
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
        assert_words("go only Nf3 Nf", 12, &[]);
        assert_words("go dep", 3, &["depth"]);
        assert_words("go mu", 3, &["multipv"]);
        assert_words("suite x.epd --p", 12, &["--profiles"]);
        assert_words("solve x.epd --j", 12, &["--jobs"]);
        assert_words("proof line Nf", 11, &["Nf3"]);
        assert_words("proof line e4 e5 Qh", 17, &["Qh5"]);
        assert_words("help rest", 5, &["restore"]);
        assert_words("set move o", 4, &["Move Overhead"]);
        assert_words("set pov m", 8, &["mover"]);
        assert_words("profile sl", 8, &["slow"]);
        assert_words("e4; theme da", 10, &["dark"]);
        assert_words("e4; mult", 4, &["multipv"]);
        assert_words("flip ", 5, &[]);
        assert_words("show b", 5, &["bits"]);
        assert_words("load ga", 5, &["a file"]);
        assert_words("load \"my ga", 5, &["a file"]);
        assert_words("drill st", 6, &["status", "stop", "a file"]);
        assert_words("proof sa", 6, &["save"]);
        assert_words("proof export ma", 13, &["a file"]);
        assert_words("proof tree p", 11, &["ply"]);
        assert_words("why Nf", 4, &["Nf3"]);
        assert_words("annotate --m", 9, &["--margin"]);
        assert_words("get ext", 4, &["extension."]);
        assert!(words("get extension.").1.len() > 5);
        assert!(words("set ").1.len() < 64, "{:?}", words("set "));
    }

    /// Moves were offered only after their first letter.
    #[test]
    fn moves_are_offered_at_once_where_one_must_follow() {
        for line in
            ["see ", "explain ", "why ", "resolve ", "go only ", "go d5 except ", "proof line "]
        {
            assert_eq!(words(line).1.len(), 20, "{line}");
        }
        let (_, more) = words("go only Nf3 ");
        assert!(more.contains(&"Nc3".to_owned()) && more.contains(&"depth".to_owned()));
        assert!(!more.contains(&"Nf3".to_owned()), "{more:?}");
    }

    /// Tab revealed the solution of a drill.
    #[test]
    fn no_move_that_is_offered_shows_check_or_mate() {
        let fen = "8/8/8/8/8/1K6/6R1/1k6 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let knowledge = Knowledge { position, ..knowledge() };
        for line in ["R", "Rg1", "g2g", "see ", "go only ", "proof line ", "why R", "Ka3 Ka1 R"] {
            let words = candidates(line, &knowledge).words;
            assert!(!words.is_empty(), "{line}");
            assert!(words.iter().all(|word| !word.ends_with(['+', '#'])), "{line}: {words:?}");
        }
    }

    /// Tab offered refused words and omitted valid ones.
    #[test]
    fn every_word_offered_is_one_that_is_read() {
        for word in words("go ").1 {
            assert!(LimitKind::of_person(&word).is_some(), "{word}");
        }
        for word in ["time", "multipv", "searchmoves"] {
            assert!(words("go ").1.contains(&word.to_owned()), "{word}");
        }
    }
}
