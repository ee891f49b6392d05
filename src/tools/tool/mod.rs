//! What a tool is: arguments that clap reads, work that they describe, and an answer that can show itself.
//!
//! A tool is a folder of this room: a struct of arguments with its [`Tool`], the work, the view. Help, completion, the
//! manual and the command line are made from the arguments. `commands/` says where help lists it, and is the only other
//! file that knows its name.

pub mod arguments;
pub mod call;
mod error;
pub mod files;

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use arguments::WordFault;
#[cfg(test)]
pub use call::read_line;
pub use error::{ToolAnswer, ToolError};

use crate::chess::Position;
use crate::chess::pgn::PgnGame;
use crate::control::StopFlag;
use crate::engine::Options;
use crate::ink::{Answer, AnyAnswer, Line, LineSchema, Role};
use crate::oracle::tables::TableSet;
use crate::prove::solvers::KnownMates;
use crate::store::WrittenFiles;
use crate::tools::judge::JudgedMove;
use crate::tools::second::Second;

/// A line to type, what it does, and how its output begins: its first line, in which `…` stands for anything.
pub type Example = (&'static str, &'static str, &'static str);

#[derive(Debug)]
pub struct ToolText {
    pub name: &'static str,
    /// Its arguments in short: what must be given, and the most used.
    pub usage: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// More about it, in sentences.
    pub details: &'static str,
    /// Lines to type, each with what it does.
    pub examples: &'static [Example],
}

/// Makes the text of a tool: its name, its usage, its summary, and what there is more.
macro_rules! tool_text {
    ($name:literal, $usage:literal: $summary:literal) => {
        $crate::tools::tool::tool_text!($name, $usage: $summary, details: "", examples: &[])
    };
    ($name:literal, $usage:literal: $summary:literal, details: $details:literal, examples: $examples:expr) => {
        $crate::tools::tool::ToolText {
            name: $name,
            usage: $usage,
            summary: $summary,
            details: $details,
            examples: $examples,
        }
    };
}

pub(crate) use tool_text;

pub trait Tool: clap::Args + fmt::Debug + Send + 'static {
    const TEXT: ToolText;

    const LINES: &'static [LineSchema];

    /// Options that may be given without their dashes.
    const BARE: &'static [&'static str] = &[];

    /// Looks at what the arguments say together.
    fn check(&self) -> Result<(), WordFault> {
        Ok(())
    }

    fn reads_records(&self) -> bool {
        false
    }

    fn needs_position(&self) -> bool {
        false
    }

    /// Prepares the work. Whatever can be refused at once is refused here, and nothing has changed then.
    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork>;
}

/// What a tool may look at before its work begins.
#[derive(Debug)]
pub struct ToolDesk<'a> {
    pub options: &'a Options,
    pub position: &'a Position,
    /// The game on the board, with what is written about it.
    pub game: &'a PgnGame,
    pub tables: TableSet,
    /// The mates that the session knows. Tools ask a snapshot of them, and keep there what they prove.
    pub known: &'a Arc<KnownMates>,
    /// What the last search, or else the transposition table, says of moves of the position.
    pub seen: Vec<JudgedMove>,
    /// The second engine, if one is running.
    pub second: Option<&'a Arc<Second>>,
}

pub struct ToolWork(Box<dyn FnOnce(&ToolContext<'_>) -> ToolResult + Send>);

/// What a tool returns: its answer, unless something else is said.
pub type ToolResult<T = ToolDone> = Result<T, ToolError>;

impl ToolWork {
    pub fn new(run: impl FnOnce(&ToolContext<'_>) -> ToolResult + Send + 'static) -> ToolWork {
        ToolWork(Box::new(run))
    }

    pub fn run(self, context: &ToolContext<'_>) -> ToolResult {
        (self.0)(context)
    }
}

pub struct ToolContext<'a> {
    /// Raised when the work has to end: it reports what it has.
    pub stop: &'a StopFlag,
    pub files: &'a WrittenFiles,
    /// Lines of standard input, for a tool that reads them.
    pub records: &'a Receiver<StreamLine>,
    pub tell: &'a dyn Fn(ToolNews),
}

impl ToolContext<'_> {
    /// Tells how many items there are to do, and what they are of.
    pub fn begin(&self, what: impl Into<String>, items: usize) {
        (self.tell)(ToolNews::Begin { what: what.into(), items });
    }

    pub fn done(&self, items: usize) {
        (self.tell)(ToolNews::Done(items));
    }

    pub fn tell(&self, event: impl ToolEvent + 'static) {
        (self.tell)(ToolNews::Event(Arc::new(event)));
    }
}

/// A line of standard input that is a record, and not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamLine {
    pub number: usize,
    /// Its text; of a line too long to be a record only how many bytes it had.
    pub text: Result<String, usize>,
}

#[derive(Clone, Debug)]
pub enum ToolNews {
    Begin {
        what: String,
        items: usize,
    },
    /// So many items more are to be done.
    More(usize),
    Done(usize),
    Event(Arc<dyn ToolEvent>),
}

/// Something that became known on the way.
pub trait ToolEvent: AnyAnswer {
    /// Returns what stands before the bar of progress, and how many items are done at least.
    fn brief(&self) -> Option<(String, usize)> {
        None
    }

    /// Whether it answers a record, so that another line may be read.
    fn is_record(&self) -> bool {
        false
    }
}

#[derive(Debug)]
pub struct ToolDone {
    pub answer: ToolAnswer,
    /// The game on the board becomes this one.
    pub game: Option<Box<PgnGame>>,
}

impl<A: Answer> From<A> for ToolDone {
    fn from(answer: A) -> ToolDone {
        ToolDone { answer: Box::new(answer), game: None }
    }
}

impl ToolDone {
    /// Returns the answer of a measurement.
    ///
    /// # Errors
    /// If what was expected does not hold (`unmet`), or records of the file are bad.
    pub fn measured(answer: impl Answer, unmet: Option<String>, bad: Option<String>) -> ToolResult {
        let message = match (unmet, bad) {
            (None, None) => return Ok(answer.into()),
            (None, Some(message)) => {
                return Err(ToolError::BadRecords { message, answer: Box::new(answer) });
            }
            (Some(unmet), None) => unmet,
            (Some(unmet), Some(bad)) => format!("{unmet}; {bad}"),
        };
        Err(ToolError::Failed { message, answer: Some(Box::new(answer)) })
    }
}

pub fn stopped(stopped: bool) -> Option<Line> {
    stopped.then(|| Line::of(Role::Caution, "stopped before the end"))
}
