//! A dialect parses lines into `Command`s, and prints `Reply`s, events of jobs and errors in its own format. Those of people and
//! of JSON are in `screen.rs`, `human.rs` and `json/`, UCI in `uci/`, xboard in `xboard/`.

use std::io;
use std::sync::mpsc::Sender;

use crate::ink::Style;
use crate::shell::session::{JobId, News};
use crate::shell::{CommandError, Reply, Request, Session};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    #[default]
    Prompt,
    /// Read from standard input, a file, or given on the command line.
    Script { name: String, line: usize },
}

/// A line of input, or one command of it, with its origin. The default is an empty line from the prompt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    pub origin: Origin,
    pub text: String,
}

/// The prompt without and with colour, equally wide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromptText {
    /// What an empty line does; empty if nothing.
    pub enter: String,
    pub plain: String,
    pub styled: String,
    pub style: Style,
}

/// Lines handled immediately, whatever waits before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgent {
    Stop,
    Move,
    Quit,
}

/// An input and output language. Writing fails only if the output is closed.
pub trait Dialect {
    fn parts(&self, line: &str) -> Vec<String> {
        vec![line.to_owned()]
    }

    fn read(&mut self, text: &str, session: &Session) -> Result<Request, CommandError>;

    /// Returns the urgent action of a line that overtakes all before it. Reads only the first word, since waiting lines are
    /// checked repeatedly.
    fn urgent(&self, text: &str) -> Option<Urgent>;

    /// Whether the client is a program: lines are read while jobs run, and nothing blocks.
    fn is_protocol(&self) -> bool {
        true
    }

    /// Called with each line before it is executed.
    fn observe(&mut self, _part: &Part, _echo: bool) -> io::Result<()> {
        Ok(())
    }

    /// Whether the client waits for the result of the running search, even if the program is to end.
    fn awaits_result(&self) -> bool {
        false
    }

    /// Whether an error leaves the session without the position that the client means.
    fn refuses_position(&self, error: &CommandError) -> bool {
        error.refuses_position()
    }

    /// Called after each command, to take over changed settings.
    fn refresh(&mut self, _session: &mut Session) -> io::Result<()> {
        Ok(())
    }

    /// Introduces the program when the dialect is chosen.
    fn begin(&mut self, _session: &Session) -> io::Result<()> {
        Ok(())
    }

    fn reply(&mut self, reply: &Reply, session: &Session) -> io::Result<()>;

    fn news(&mut self, job: JobId, news: &News) -> io::Result<()>;

    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()>;

    /// The text of the prompt; `None` if there is none.
    fn prompt(&mut self, _session: &Session) -> Option<PromptText> {
        None
    }

    /// A prompt is about to open.
    fn before_prompt(&mut self, _session: &Session) -> io::Result<()> {
        Ok(())
    }

    /// The prompt closed, with a line on this many rows of the screen; `None` if they cannot be counted.
    fn line_typed(&mut self, _rows: Option<usize>) {}

    /// Asks for a line on a terminal that edits lines itself and can only print.
    fn ask(&mut self, _session: &Session) -> io::Result<()> {
        Ok(())
    }

    /// Sends all output through `above` while a line is being typed; `None` when no line is edited.
    fn print_above(&mut self, _above: Option<Sender<String>>) {}

    fn look_on(&mut self, _on: bool) -> io::Result<()> {
        Ok(())
    }
}
