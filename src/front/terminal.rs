//! What is at the other end of the standard streams, and leaving it as it was found.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::panic;

use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{cursor, execute};

/// Which standard streams are terminals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Streams {
    /// Standard input.
    pub input: bool,
    /// Standard output.
    pub output: bool,
    /// Standard error.
    pub error: bool,
    /// The terminal understands more than plain text.
    pub capable: bool,
}

impl Streams {
    /// Asks the system.
    pub fn look() -> Streams {
        let dumb =
            matches!(env::var("TERM").as_deref(), Err(_) | Ok("" | "dumb" | "cons25" | "emacs"));
        Streams {
            input: io::stdin().is_terminal(),
            output: io::stdout().is_terminal(),
            error: io::stderr().is_terminal(),
            capable: !dumb,
        }
    }
}

/// Columns of the terminal; `None` if standard output is none.
pub fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal::size().ok().map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
}

/// Lets the terminal be as it was: lines are edited by it again, the cursor is seen.
pub fn restore() {
    // Nothing can be done about a terminal that does not listen.
    let _ = terminal::disable_raw_mode();
    let mut error = io::stderr();
    if error.is_terminal() {
        let _ = execute!(error, cursor::Show);
    }
}

/// Takes away what stands on the line of the cursor: half a bar of progress, half a row of a table.
pub fn clear_line() {
    let mut error = io::stderr();
    if error.is_terminal() {
        let _ = execute!(error, cursor::MoveToColumn(0), Clear(ClearType::CurrentLine));
    }
}

/// Before a panic tells what happened the terminal is put right, or the message would be a mess.
pub fn restore_on_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        let _ = io::stderr().flush();
        usual(info);
    }));
}
