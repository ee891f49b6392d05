//! The row of a command.

use std::fmt;

use crate::ink::answer::Done;
use crate::ink::answer::LineSchema;
use crate::shell::command::Parsed;
use crate::shell::parse::Reader;
use crate::shell::parse::tokens::FORCE;
use crate::shell::terms::Scheduling::Concurrent;
use crate::shell::terms::{Terms, needs};

/// A line to type, its purpose, and the first line of its output, in which `…` matches anything.
pub type Example = (&'static str, &'static str, &'static str);

/// Option with its value as `--jobs N`, its meaning, and its default, which may be empty.
pub type OptionText = (&'static str, &'static str, &'static str);

/// Returns the names of options, without their values: `--jobs`.
pub fn option_names(options: &'static [OptionText]) -> impl Iterator<Item = &'static str> {
    let name = |(typed, ..): &OptionText| typed.split(' ').next().unwrap_or(typed);
    options.iter().map(name).filter(|name| name.starts_with("--"))
}

/// Formats the meaning of an option, with its default in parentheses.
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
    /// Further help in sentences; may be empty.
    pub details: &'static str,
    pub examples: &'static [Example],
    pub completer: Completer,
    /// The last argument is text, in which `#` does not begin a comment.
    pub takes_text: bool,
    /// Terms, unless the arguments change them.
    pub terms: Terms,
    /// JSON lines of this command only, without replies that many commands give.
    pub answers: &'static [LineSchema],
    /// Parses the arguments; unread words are an error.
    pub read: fn(&mut Reader<'_>) -> Parsed,
}

impl fmt::Debug for CommandSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl CommandSpec {
    /// Returns a default row: no arguments, needs the position, can run beside jobs.
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

    /// Returns its options with a fixed list, for its help.
    pub fn options(&self) -> &'static [OptionText] {
        match self.completer {
            Completer::Options(options) | Completer::Explained(options, _) => options,
            _ => &[],
        }
    }

    /// Returns whether it writes a file named in its arguments: `--force` then replaces any file.
    pub fn writes(&self) -> bool {
        self.arguments.contains(FORCE)
    }
}

/// Builds a row: group, spoiler, name with aliases, arguments, summary, and the columns that differ from the default.
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
        /// Group of a command in the help.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Group { $($group,)* }

        impl Group {
            pub const ALL: [Group; [$($word,)*].len()] = [$(Group::$group,)*];

            pub const fn name(self) -> &'static str {
                match self { $(Group::$group => stringify!($group),)* }
            }

            /// Returns the name of the group as an argument of `help`.
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

/// Whether a command could reveal the solution of a drill's problem. Required in every row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spoiler {
    Safe,
    /// It may reveal the solution: refused while a problem is asked, unless its last word is `--anyway`.
    Reveals,
}

#[derive(Clone, Copy, Debug)]
pub enum Completer {
    Nothing,
    Words(&'static [&'static str]),
    Moves,
    /// A sequence of moves.
    Line,
    /// The words of a limit, and legal moves after `only` and `except`.
    Limits,
    /// Names of settings, then their values.
    Settings,
    Files,
    /// File names, or one of these words.
    FilesOr(&'static [&'static str]),
    Commands,
    /// Words, and the rows of the help that explain them.
    Explained(&'static [OptionText], &'static [&'static str]),
    /// Options, and file names.
    Options(&'static [OptionText]),
}
