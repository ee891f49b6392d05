//! What is written down about a command: the row of the table.

use std::fmt;

use crate::ink::answer::Done;
use crate::ink::answer::LineSchema;
use crate::shell::command::Command;
use crate::shell::parse::tokens::FORCE;
use crate::shell::parse::{ParseError, Reader};
use crate::shell::terms::Scheduling::Concurrent;
use crate::shell::terms::{Terms, needs};

/// A line to type, what it does, and how its output begins: its first line, in which `…` stands for anything.
pub type Example = (&'static str, &'static str, &'static str);

/// What is typed, as `--jobs N`, what it is, and what is usual, which may be empty.
pub type OptionText = (&'static str, &'static str, &'static str);

/// The options alone, without what they take: `--jobs`.
pub fn option_names(options: &'static [OptionText]) -> impl Iterator<Item = &'static str> {
    let name = |(typed, ..): &OptionText| typed.split(' ').next().unwrap_or(typed);
    options.iter().map(name).filter(|name| name.starts_with("--"))
}

/// What an option is, with what is usual in parentheses.
pub fn option_meaning((_, what, usual): OptionText) -> String {
    if usual.is_empty() { what.to_owned() } else { format!("{what} ({usual})") }
}

#[derive(Clone, Copy)]
pub struct CommandSpec {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub arguments: &'static str,
    pub group: Group,
    pub spoiler: Spoiler,
    pub summary: &'static str,
    /// More about it, in sentences; may be empty.
    pub details: &'static str,
    pub examples: &'static [Example],
    pub completer: Completer,
    /// Its last argument is text, in which `#` begins no comment.
    pub takes_text: bool,
    /// What it needs, unless its arguments say otherwise.
    pub terms: Terms,
    /// The lines of JSON that are its alone: every answer but those that many commands give.
    pub answers: &'static [LineSchema],
    /// Reads the arguments; a word that it leaves is refused.
    pub read: fn(&mut Reader<'_>) -> Result<Command, ParseError>,
}

impl fmt::Debug for CommandSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl CommandSpec {
    /// Returns what a row is where it says nothing else: no arguments, about the position, beside what is under way.
    pub(super) const fn of(group: Group, spoiler: Spoiler) -> CommandSpec {
        CommandSpec {
            name: "",
            aliases: &[],
            arguments: "",
            group,
            spoiler,
            summary: "",
            details: "",
            examples: &[],
            completer: Completer::Nothing,
            takes_text: false,
            terms: needs(Concurrent),
            answers: &[],
            read: |_| Ok(Box::new(|_| Ok(Done.into()))),
        }
    }

    /// Returns the options that it takes, and its other words, for its help.
    pub fn options(&self) -> &'static [OptionText] {
        match self.completer {
            Completer::Options(options) => options,
            _ => &[],
        }
    }

    /// Whether it writes a file that it is given the name of: `--force` then replaces any file.
    pub fn writes(&self) -> bool {
        self.arguments.contains(FORCE)
    }
}

/// Makes a row: its group, what it does to a secret, name with aliases, arguments, summary, and the columns that are not as usual.
macro_rules! row {
    ($group:ident $spoiler:ident $name:literal $(| $alias:literal)* $(, $arguments:literal)?: $summary:literal $(, $column:ident: $value:expr)*) => {
        CommandSpec {
            name: $name,
            aliases: &[$($alias),*],
            arguments: concat!($($arguments)?),
            summary: $summary,
            $($column: $value,)*
            ..CommandSpec::of(
                $crate::commands::spec::Group::$group,
                $crate::commands::spec::Spoiler::$spoiler,
            )
        }
    };
}

pub(super) use row;

macro_rules! groups {
    ($($group:ident $word:literal),*) => {
        /// Where help puts a command.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Group { $($group,)* }

        impl Group {
            pub const ALL: [Group; [$($word,)*].len()] = [$(Group::$group,)*];

            pub const fn name(self) -> &'static str {
                match self { $(Group::$group => stringify!($group),)* }
            }

            /// The heading as `help` takes it.
            pub const fn word(self) -> &'static str {
                match self { $(Group::$group => $word,)* }
            }
        }
    };
}

groups! {
    Position "position", Display "display", Search "search", Mates "mates", Play "play",
    Settings "settings", Tools "tools", Session "session"
}

/// What a command does to the solution of the problem that a drill asks. Every row says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spoiler {
    Safe,
    /// It may tell the solution, and is refused while the problem is asked, unless its last word is `--anyway`.
    Reveals,
}

#[derive(Clone, Copy, Debug)]
pub enum Completer {
    Nothing,
    Words(&'static [&'static str]),
    Moves,
    /// Moves, one after the other.
    Line,
    /// The words of a limit, and legal moves after `only` and `except`.
    Limits,
    /// Names of settings, and then their values.
    Settings,
    Files,
    /// Names of files, or one of some words.
    FilesOr(&'static [&'static str]),
    Commands,
    /// Options, and names of files.
    Options(&'static [OptionText]),
}
