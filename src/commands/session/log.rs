//! `log`: where the dialogue is recorded.

use crate::commands::prelude::*;
use std::path::PathBuf;

pub(super) const ROW: CommandSpec = row!(Session "log", "[FILE [--force] | off]":
    "log input and output to a file, with timestamps; show the file's name",
    details: "Lines are appended to the file. A % in its name becomes the first number from 001 that is not taken. \
              The same as the option Debug Log File of GUIs, and as --log at the start.",
    examples: &[("log today.log", "from here on", "the dialogue is recorded in today.log"),
        ("log run_%.log", "run_001.log, or the next that is free", "the dialogue is recorded in run_001.log"),
        ("log off", "no longer", "the dialogue is not recorded")],
    completer: Completer::Files,
    terms: free(Beside),
    answers: &[LineSchema::of::<LogFile>()],
    read: read);

#[derive(Debug)]
pub enum Log {
    Show,
    /// Record it in this file; a `%` in its name stands for the first number that is not taken.
    Into(PathBuf),
    Off,
}

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let log = match reader.take() {
        None => Log::Show,
        Some(word) if word.text == "off" => Log::Off,
        Some(word) => Log::Into(expand(word.text)),
    };
    Ok(log.into())
}

impl Act for Log {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        match *self {
            Log::Show => {}
            Log::Off => session.log_into("")?,
            Log::Into(path) => session.log_into(&path.display().to_string())?,
        }
        let path = &session.engine.options().debug_log_file;
        Ok(LogFile { path: (!path.is_empty()).then(|| path.clone()) }.into())
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct LogFile {
    /// The file that the dialogue is recorded in, if it is.
    pub path: Option<String>,
}

impl Answer for LogFile {
    const TYPE: &str = "log";

    fn page(&self, settings: &Settings) -> Page {
        let line = match &self.path {
            Some(path) => {
                Line::plain("the dialogue is recorded in ").with(Role::Strong, path.as_str())
            }
            None => Line::plain("the dialogue is not recorded"),
        };
        Page::of_wrapped(line, settings, 2)
    }
}
