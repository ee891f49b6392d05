//! A dialect: the language in which one conversation is led. It reads a line into the one `Command`, and says the one
//! `Reply`, what jobs tell, and what went wrong, in its own words. People's and JSON's are in `screen.rs`, `human.rs` and
//! `json/`, UCI's in `uci/`, xboard's in `xboard/`.

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

/// The prompt without and with colour; both are equally wide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromptText {
    pub plain: String,
    pub styled: String,
    pub style: Style,
}

/// What is handled at once, whatever waits before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgent {
    Stop,
    Move,
    Quit,
}

/// A language to be spoken to in, and to answer in. Writing fails only if the output is closed.
pub trait Dialect {
    fn parts(&self, line: &str) -> Vec<String> {
        vec![line.to_owned()]
    }

    fn read(&mut self, text: &str, session: &Session) -> Result<Request, CommandError>;

    /// Returns what a line asks for that is not to wait for the lines before it. Reads no more than the first word: lines
    /// that wait are looked at again and again.
    fn urgent(&self, text: &str) -> Option<Urgent>;

    /// Whether a program is at the other end: lines are read while commands are under way, and nothing blocks.
    fn is_protocol(&self) -> bool {
        true
    }

    /// Takes notice of a line before it is done.
    fn hear(&mut self, _part: &Part, _echo: bool) -> io::Result<()> {
        Ok(())
    }

    /// Whether whoever is at the other end waits for what the search under way comes to, also when the program is to end.
    fn owes_answer(&self) -> bool {
        false
    }

    /// Takes notice of what a command has changed.
    fn heed(&mut self, _session: &mut Session) -> io::Result<()> {
        Ok(())
    }

    /// Says who this is, when the dialect is chosen.
    fn begin(&mut self, _session: &Session) -> io::Result<()> {
        Ok(())
    }

    fn reply(&mut self, reply: &Reply, session: &Session) -> io::Result<()>;

    fn news(&mut self, job: JobId, news: &News) -> io::Result<()>;

    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()>;

    /// What the prompt says; nothing where there is no prompt.
    fn prompt(&mut self, _session: &Session) -> Option<PromptText> {
        None
    }

    /// Asks for a line where the terminal edits it itself, because it can do nothing but print.
    fn ask(&mut self, _session: &Session) -> io::Result<()> {
        Ok(())
    }

    /// While a line is being typed everything goes above it, through here; `None` when no line is edited.
    fn print_above(&mut self, _above: Option<Sender<String>>) {}

    fn look_on(&mut self, _on: bool) -> io::Result<()> {
        Ok(())
    }
}
