//! The commands, a folder for each group of the help and a file for each command, and their table. Help, completion, hints and
//! README's table are made from the rows; `grammar.rs` looks commands up in it. No name may look like a move, which a test
//! checks.

pub mod arguments;
pub mod batch;
pub mod display;
pub mod files;
pub mod grammar;
pub mod mates;
mod options;
pub mod play;
pub mod position;
mod prelude;
pub mod protocol;
pub mod search;
pub mod session;
pub mod settings;
pub mod spec;
#[cfg(test)]
mod tests;
pub mod tools;
pub mod topics;

use std::sync::LazyLock;

pub use mates::proof::SUBCOMMANDS;
pub use spec::{CommandSpec, Completer, Group, Spoiler};

/// Finds the command by name or alias, or the subcommand by its two words.
pub fn find(name: &str) -> Option<&'static CommandSpec> {
    let rows = COMMANDS.iter().chain(SUBCOMMANDS);
    let mut named = rows.filter(|spec| spec.name == name || spec.aliases.contains(&name));
    named.next()
}

/// Finds the row of a subcommand: `tree` of `proof`.
pub fn subcommand(command: &str, word: &str) -> Option<&'static CommandSpec> {
    let is_named = |row: &&CommandSpec| {
        row.name.strip_prefix(command).and_then(|rest| rest.strip_prefix(' ')) == Some(word)
    };
    SUBCOMMANDS.iter().find(is_named)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().flat_map(|spec| std::iter::once(spec.name).chain(spec.aliases.iter().copied()))
}

/// All commands, in help order.
pub static COMMANDS: LazyLock<Vec<CommandSpec>> = LazyLock::new(|| {
    [
        position::ROWS,
        display::ROWS,
        search::ROWS,
        mates::ROWS,
        play::ROWS,
        settings::ROWS,
        tools::ROWS,
        session::ROWS,
    ]
    .concat()
});

#[cfg(test)]
mod table_tests {
    use std::collections::HashSet;

    use super::*;
    use crate::chess::Position;
    use crate::chess::notation::{MoveError, parse_move};
    use topics::TOPICS;

    #[test]
    fn no_name_looks_like_a_move() {
        for name in names() {
            let answer = parse_move(&Position::start(), name);
            assert!(matches!(answer, Err(MoveError::NotAMove(_))), "{name}: {answer:?}");
        }
    }

    #[test]
    fn names_are_unique_and_lower_case() {
        let mut seen = HashSet::new();
        for name in names() {
            assert!(seen.insert(name), "{name} stands twice");
            assert_eq!(name, name.to_lowercase());
            assert!(!name.contains(char::is_whitespace));
        }
    }

    #[test]
    fn every_row_can_be_printed_in_a_line() {
        for spec in COMMANDS.iter().chain(SUBCOMMANDS) {
            assert!(
                !spec.summary.is_empty() && spec.summary.chars().count() < 100,
                "{}",
                spec.name
            );
            assert!(!spec.summary.ends_with('.'), "{}", spec.name);
            for text in [spec.summary, spec.details, spec.arguments] {
                assert!(!text.contains("  "), "{} has a hole: {text}", spec.name);
            }
            let usage = spec.name.chars().count() + spec.arguments.chars().count();
            assert!(usage < 120, "{}: a usage line of {usage}", spec.name);
        }
    }

    /// Rows of options, examples and the sources of profiles do not count.
    #[test]
    fn a_paragraph_of_the_help_has_at_most_60_words() {
        let commands = COMMANDS.iter().chain(SUBCOMMANDS).map(|spec| (spec.name, spec.details));
        let topics = TOPICS.iter().filter(|topic| topic.name != "profiles");
        let topics = topics.flat_map(|topic| topic.text.iter().map(|&text| (topic.name, text)));
        for (name, text) in commands.chain(topics) {
            let words = text.split_whitespace().count();
            assert!(
                words <= 60,
                "help {name}: {words} words, shorten them or make them rows: {text}"
            );
        }
    }
}
