//! Errors as JSON lines.

use serde::Serialize;

use crate::shell::CommandError;
use crate::shell::parse::Fault;

/// What went wrong: in a command, or in the search of this number.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ErrorLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    /// The name of the script, or `prompt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// The line there.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    col: Option<Option<usize>>,
    code: &'static str,
    message: String,
    /// What could have been meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Vec<String>>,
}

impl ErrorLine {
    pub fn of(source: &str, line: usize, error: &CommandError) -> ErrorLine {
        let column = match error {
            CommandError::Parse(parse) => parse.span.as_ref().map(|span| span.start + 1),
            _ => None,
        };
        ErrorLine {
            id: None,
            source: Some(source.to_owned()),
            line: Some(line),
            col: Some(column),
            code: code(error),
            message: error.to_string(),
            hint: Some(hints(error)),
        }
    }

    pub fn crash(id: u64, message: &str) -> ErrorLine {
        ErrorLine {
            id: Some(id),
            source: None,
            line: None,
            col: None,
            code: "crash",
            message: message.to_owned(),
            hint: None,
        }
    }
}

/// Code of each kind of error, for programs.
fn code(error: &CommandError) -> &'static str {
    match error {
        CommandError::Parse(parse) => match &parse.fault {
            Fault::Unknown { .. } => "unknown-command",
            Fault::Move(_) | Fault::Movetext(_) => "illegal-move",
            Fault::Setup(_) | Fault::Record(_) => "bad-position",
            _ => "bad-argument",
        },
        CommandError::Setting { .. } | CommandError::Option(_) => "bad-setting",
        CommandError::File(_) | CommandError::BadRecords { .. } => "bad-file",
        CommandError::Failed { .. } => "check-failed",
        CommandError::Memory(_) => "no-memory",
        CommandError::Stopped => "stopped",
        CommandError::Crashed(_) | CommandError::Internal(_) => "crash",
        _ => "not-possible",
    }
}

fn hints(error: &CommandError) -> Vec<String> {
    match error {
        CommandError::Parse(parse) => match &parse.fault {
            Fault::Move(error) => error.hints(),
            Fault::Unknown { nearest: Some(name), .. } => vec![name.clone()],
            _ => Vec::new(),
        },
        CommandError::Setting { nearest: Some(name), .. } => vec![name.clone()],
        _ => Vec::new(),
    }
}
