//! A tool as a row of a table, and a call of it: words that clap has read.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command};

use crate::engine::limit_words::LimitKind;

use super::arguments::word_error;
use super::{Tool, ToolDesk, ToolError, ToolResult, ToolText, ToolWork};

#[derive(Debug)]
pub struct ToolSpec {
    pub text: ToolText,
    bare: &'static [&'static str],
    arguments: fn(Command) -> Command,
    check: fn(&ArgMatches) -> Result<(), clap::Error>,
    reads_records: fn(&ArgMatches) -> bool,
    needs_position: fn(&ArgMatches) -> bool,
    begin: fn(&ArgMatches, &ToolDesk<'_>) -> ToolResult<ToolWork>,
}

impl PartialEq for ToolSpec {
    fn eq(&self, other: &ToolSpec) -> bool {
        self.text.name == other.text.name
    }
}

impl Eq for ToolSpec {}

/// Words that are no arguments of the tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageError {
    /// The word to point at; `None` if something is missing.
    pub word: Option<String>,
    pub message: String,
}

impl ToolSpec {
    pub const fn of<T: Tool>() -> ToolSpec {
        ToolSpec {
            text: T::TEXT,
            bare: T::BARE,
            arguments: T::augment_args,
            check: |matches| T::from_arg_matches(matches)?.check().map_err(word_error),
            reads_records: |matches| again::<T>(matches).is_ok_and(|tool| tool.reads_records()),
            needs_position: |matches| again::<T>(matches).is_ok_and(|tool| tool.needs_position()),
            begin: |matches, desk| again::<T>(matches)?.begin(desk),
        }
    }

    /// Returns the tool as clap knows commands, for completion and the manual.
    pub fn command(&self) -> Command {
        let command = Command::new(self.text.name).about(self.text.summary);
        (self.arguments)(command).disable_help_flag(true).disable_version_flag(true)
    }

    /// Returns its options and what they take, in the order of the help: `--jobs <N>`, what it is, what is usual.
    pub fn options(&self) -> Vec<(String, String)> {
        let command = self.command();
        command.get_arguments().filter(|argument| !argument.is_hide_set()).map(told).collect()
    }

    /// Returns its options alone, for completion: `--jobs`.
    pub fn option_names(&self) -> Vec<String> {
        let command = self.command();
        let longs = command.get_arguments().filter_map(|argument| argument.get_long());
        longs.map(|long| format!("--{long}")).collect()
    }

    /// Reads the words behind the tool's name in a line.
    pub fn read<'a>(
        &'static self,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<ToolCall, UsageError> {
        let command = self.command().no_binary_name(true);
        let options = self.option_names();
        // Some options may be said without dashes, and words of limits with them.
        let words = words.into_iter().map(|word| match word.strip_prefix("--") {
            None if self.bare.contains(&word) => format!("--{word}"),
            Some(limit)
                if LimitKind::of_person(limit).is_some() && !options.iter().any(|o| o == word) =>
            {
                limit.to_owned()
            }
            _ => word.to_owned(),
        });
        let matches = command.try_get_matches_from(words).map_err(|error| usage(&error))?;
        (self.check)(&matches).map_err(|error| usage(&error))?;
        Ok(ToolCall { spec: self, matches })
    }
}

/// Reads a line of arguments, as the prompt does.
#[cfg(test)]
pub fn read_line<T: Tool>(line: &str) -> Result<T, UsageError> {
    let command = T::augment_args(Command::new(T::TEXT.name)).no_binary_name(true);
    let matches = command.try_get_matches_from(line.split_whitespace());
    let tool = matches.and_then(|matches| T::from_arg_matches(&matches));
    let tool = tool.map_err(|error| usage(&error))?;
    tool.check().map_err(word_error).map_err(|error| usage(&error))?;
    Ok(tool)
}

/// Reads arguments that were read before.
fn again<T: Tool>(matches: &ArgMatches) -> ToolResult<T> {
    T::from_arg_matches(matches).map_err(|error| ToolError::Refused(error.to_string()))
}

fn told(argument: &Arg) -> (String, String) {
    let names = argument.get_value_names().unwrap_or_default();
    let values = names.iter().map(|name| format!(" {name}")).collect::<String>();
    let name = match argument.get_long() {
        Some(long) if argument.get_action().takes_values() => format!("--{long}{values}"),
        Some(long) => format!("--{long}"),
        None => values.trim_start().to_owned(),
    };
    let mut help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let usual = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let usual = usual.collect::<Vec<_>>().join(" ");
    if !usual.is_empty() {
        help.push_str(&format!(" ({usual})"));
    }
    (name, help)
}

/// What clap says, in one line, and the word that it says it of.
fn usage(error: &clap::Error) -> UsageError {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue).filter(|value| !value.is_empty());
    let bare = argument.as_deref().map(|name| name.split([' ', '=']).next().unwrap_or(name));
    let message = match (error.kind(), &value, bare) {
        (ErrorKind::ValueValidation | ErrorKind::InvalidValue, Some(value), Some(name)) => {
            match error.source() {
                Some(why) if name.starts_with('<') || name.starts_with('[') => why.to_string(),
                Some(why) => format!("{name}: {why}"),
                None => format!("{name} cannot be \"{value}\"{}", known(error)),
            }
        }
        (ErrorKind::InvalidValue, None, Some(name)) => format!("{name} needs a value"),
        (ErrorKind::ArgumentConflict, _, Some(name)) => match text(ContextKind::PriorArg) {
            Some(prior) if !prior.starts_with(name) => {
                format!("{name} and {prior} contradict each other: give one of them")
            }
            _ => format!("{name} is given twice"),
        },
        (ErrorKind::MissingRequiredArgument, ..) => match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::Strings(names)) => {
                let names: Vec<String> =
                    names.iter().map(|name| name.replace(['<', '>'], "")).collect();
                format!("missing: {}", names.join(", "))
            }
            _ => first_line(error),
        },
        _ => first_line(error),
    };
    UsageError { word: value.or(bare.map(str::to_owned)), message }
}

/// What a value can be, if that is a list.
fn known(error: &clap::Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(known)) => format!("; it can be {}", known.join(", ")),
        _ => String::new(),
    }
}

/// The first line of what clap says, with the names that are missing, which it lists below.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let said = text.split("\n\n").next().unwrap_or(text);
    let said = said.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(near)) => format!("{said}; did you mean {near}?"),
        _ => said,
    }
}

#[derive(Clone, Debug)]
pub struct ToolCall {
    spec: &'static ToolSpec,
    matches: ArgMatches,
}

impl ToolCall {
    pub fn name(&self) -> &'static str {
        self.spec.text.name
    }

    /// Whether the lines of standard input are its records.
    pub fn reads_records(&self) -> bool {
        (self.spec.reads_records)(&self.matches)
    }

    pub fn needs_position(&self) -> bool {
        (self.spec.needs_position)(&self.matches)
    }

    /// Prepares the work.
    ///
    /// # Errors
    /// Says what is wrong; nothing has changed then.
    pub fn begin(&self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        (self.spec.begin)(&self.matches, desk)
    }
}

impl PartialEq for ToolCall {
    fn eq(&self, other: &ToolCall) -> bool {
        self.spec == other.spec && self.matches == other.matches
    }
}
