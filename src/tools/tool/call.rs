//! The words of a tool, read by clap, and what help and completion say of them.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::Tool;
use super::arguments::word_error;
use crate::engine::limit_words::LimitKind;

pub type ToolCommand = fn() -> Command;

/// Words that are no arguments of the tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageError {
    /// The word to point at; `None` if something is missing.
    pub word: Option<String>,
    pub message: String,
}

/// Returns a tool as clap knows commands, for completion and the manual.
pub fn command<T: Tool>() -> Command {
    let command = Command::new(T::TEXT.name).about(T::TEXT.summary);
    T::augment_args(command).disable_help_flag(true).disable_version_flag(true)
}

/// Returns the options of a tool and what they take, in the order of the help: `--jobs <N>`, what it is, what is usual.
pub fn options(tool: ToolCommand) -> Vec<(String, String)> {
    tool().get_arguments().filter(|argument| !argument.is_hide_set()).map(told).collect()
}

/// Returns the options of a tool alone, for completion: `--jobs`.
pub fn option_names(tool: ToolCommand) -> Vec<String> {
    let longs = tool();
    let longs = longs.get_arguments().filter_map(|argument| argument.get_long());
    longs.map(|long| format!("--{long}")).collect()
}

/// Reads the words behind the tool's name in a line.
pub fn read<'a, T: Tool>(words: impl IntoIterator<Item = &'a str>) -> Result<T, UsageError> {
    let options = option_names(command::<T>);
    // Some options may be said without dashes, and words of limits with them.
    let words = words.into_iter().map(|word| match word.strip_prefix("--") {
        None if T::BARE.contains(&word) => format!("--{word}"),
        Some(limit)
            if LimitKind::of_person(limit).is_some() && !options.iter().any(|o| o == word) =>
        {
            limit.to_owned()
        }
        _ => word.to_owned(),
    });
    let matches = command::<T>().no_binary_name(true).try_get_matches_from(words);
    let tool = matches.and_then(|matches| T::from_arg_matches(&matches)).and_then(|tool| {
        tool.check().map_err(word_error)?;
        Ok(tool)
    });
    tool.map_err(|error| usage(&error))
}

/// Reads a line of arguments, as the prompt does.
#[cfg(test)]
pub fn read_line<T: Tool>(line: &str) -> Result<T, UsageError> {
    read(line.split_whitespace())
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
