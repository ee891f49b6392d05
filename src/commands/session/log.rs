//! `log`: logs input and output to a file.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "log", "[FILE [--force] | off]":
    "log input and output to a file, with timestamps; show the file's name",
    details: "Lines are appended to the file. A % in its name becomes the first number from 001 that is not taken. \
              The same as the option Debug Log File of GUIs, and as --log at the start.",
    examples: &[("log today.log", "from here on", "the dialogue is recorded in today.log"),
        ("log run_%.log", "run_001.log, or the next that is free", "the dialogue is recorded in run_001.log"),
        ("log off", "no longer", "the dialogue is not recorded")],
    completer: Completer::Files,
    terms: free(Concurrent),
    answers: &[LineSchema::of::<LogFile>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let path = reader.take().map(|word| if word.text == "off" { "" } else { word.text }.to_owned());
    Ok(Box::new(|session| {
        if let Some(path) = path {
            // A `%` in the name becomes the first unused number.
            session.files.log_into(&mut session.engine, &path)?;
        }
        let path = &session.engine.options().debug_log_file;
        Ok(LogFile { path: (!path.is_empty()).then(|| path.clone()) }.into())
    }))
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
