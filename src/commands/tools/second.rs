//! `second`: starts, configures and quits another UCI engine, for second opinions.

use std::path::PathBuf;
use std::sync::Arc;

use crate::commands::prelude::*;
use crate::shell::second::{Second, SecondError};
use crate::shell::session::news::Finding;

pub(super) const ROW: CommandSpec = row!(Tools Safe "second", "[PROGRAM [ARGUMENT…] | set NAME VALUE | off]":
    "start another UCI engine for `ask`; show it; set one of its options; end it",
    details: "It runs until `second off` or the end of the session. `compare --second` and `annotate --judge second` use it, too. \
              A name alone is looked for in PATH, then in /usr/games.",
    examples: &[("second", "which one is there", "there is no second engine; `second PROGRAM` starts one"),
        ("second /usr/games/stockfish", "start Stockfish", ""),
        ("second set Threads 2", "set an option of it", ""),
        ("second off", "end it", "")],
    completer: Completer::Files,
    terms: free(Concurrent),
    answers: &[LineSchema::of::<SecondAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    if reader.words.peek().is_none() {
        Ok(Box::new(show))
    } else if reader.words.next_if("off") {
        Ok(Box::new(end))
    } else if reader.words.next_if("set") {
        let text = reader.require_rest("the name of an option")?.text.trim().to_owned();
        Ok(Box::new(move |session| set(session, text)))
    } else {
        let program = reader.path()?;
        let words = std::iter::from_fn(|| reader.take());
        let arguments = words.map(|word| word.text.to_owned()).collect();
        Ok(Box::new(|session| start(session, (program, arguments))))
    }
}

fn show(session: &mut Session) -> Acted {
    Ok(SecondAnswer::of(session.analysis.second.as_deref()).into())
}

fn start(session: &mut Session, (program, arguments): (PathBuf, Vec<String>)) -> Acted {
    session.start_task(move |context| {
        let second = Arc::new(Second::start(&program, &arguments, &context.stop)?);
        Ok(Finding::new(move |session| {
            let answer = SecondAnswer::of(Some(&second));
            if let Some(before) = session.analysis.second.replace(second) {
                before.end();
            }
            Ok(answer.into())
        }))
    })
}

/// `text`: the name of an option, followed by the value.
fn set(session: &mut Session, text: String) -> Acted {
    let second = session.analysis.second.clone().ok_or(SecondError::None)?;
    session.start_task(move |context| {
        let name = second.set(&text, &context.stop)?;
        let value = &text[name.len()..];
        Ok(Text::of(format!("{}: {name}{value}", second.name)).into())
    })
}

fn end(session: &mut Session) -> Acted {
    let second = session.analysis.second.take().ok_or(SecondError::None)?;
    second.end();
    Ok(SecondAnswer::of(Some(&second)).into())
}

/// The second engine.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SecondAnswer {
    /// Its `id name`; `None` if no engine is running.
    name: Option<String>,
    /// The file that was started.
    program: Option<String>,
    #[cfg_attr(test, schemars(extend("enum" = ["none", "idle", "asked", "ended"])))]
    state: &'static str,
    /// The options that it has.
    options: Vec<String>,
}

impl SecondAnswer {
    fn of(second: Option<&Second>) -> SecondAnswer {
        SecondAnswer {
            name: second.map(|second| second.name.clone()),
            program: second.map(|second| second.program.clone()),
            state: second.map_or("none", Second::state),
            options: second.map_or_else(Vec::new, |second| second.options.clone()),
        }
    }
}

impl Answer for SecondAnswer {
    const TYPE: &str = "second";

    fn page(&self, settings: &Settings) -> Page {
        let (Some(name), Some(program)) = (&self.name, &self.program) else {
            return Page::of(Line::plain(SecondError::None.to_string()));
        };
        let state = if self.state == "asked" { "being asked" } else { self.state };
        let line = Line::of(Role::Strong, name.as_str());
        let line = line.with(Role::Dim, format!(" ({program}): ")).with(Role::Plain, state);
        let mut page = Page::of_wrapped(line, settings, 2);
        if self.state == "idle" && !self.options.is_empty() {
            let options = Line::of(Role::Dim, format!("options: {}", self.options.join(", ")));
            page.wrapped(options, settings, 2);
        }
        page
    }
}
