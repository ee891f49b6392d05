//! Properties of the terminal behind the standard streams, and restoring it.

use std::env;
use std::fs::File;
use std::io::{self, IsTerminal};
#[cfg(unix)]
use std::sync::OnceLock;

use crossterm::terminal::{self, Clear, ClearType};
use crossterm::{cursor, execute};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Streams {
    pub input: bool,
    pub output: bool,
    pub error: bool,
    pub capable: bool,
}

impl Streams {
    pub fn look() -> Streams {
        // On Unix `TERM` identifies the terminal; on Windows it is not set.
        let dumb = match env::var("TERM").as_deref() {
            Err(_) => cfg!(unix),
            Ok(term) => matches!(term, "" | "dumb" | "cons25" | "emacs"),
        };
        Streams {
            input: io::stdin().is_terminal(),
            output: io::stdout().is_terminal(),
            error: io::stderr().is_terminal(),
            capable: !dumb,
        }
    }
}

/// Whether there is a terminal for line editing although standard input is not one.
pub fn is_at_hand() -> bool {
    cfg!(unix) && File::open("/dev/tty").is_ok()
}

/// Columns and rows of the terminal; `None` if a stream is not one.
fn size(stream: impl IsTerminal) -> Option<(u16, u16)> {
    stream.is_terminal().then(terminal::size)?.ok()
}

fn columns(stream: impl IsTerminal) -> Option<usize> {
    size(stream).map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
}

pub fn width() -> Option<usize> {
    columns(io::stdout())
}

pub fn error_width() -> Option<usize> {
    columns(io::stderr())
}

pub fn rows() -> Option<usize> {
    size(io::stdout()).map(|(_, rows)| usize::from(rows)).filter(|&rows| rows > 0)
}

#[cfg(unix)]
static FOUND: OnceLock<rustix::termios::Termios> = OnceLock::new();

/// Saves the state of the terminal before a line is edited.
#[cfg(unix)]
pub fn remember() {
    if let Ok(found) = rustix::termios::tcgetattr(io::stdin()) {
        FOUND.get_or_init(|| found);
    }
}

/// On other systems the line editor restores it.
#[cfg(not(unix))]
pub fn remember() {}

#[cfg(unix)]
pub fn output_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    let mut ends = [PollFd::new(&output, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let closed = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    poll(&mut ends, Some(&now)).is_ok() && ends[0].revents().intersects(closed)
}

/// On other systems only writing shows it.
#[cfg(not(unix))]
pub fn output_is_closed() -> bool {
    false
}

/// Restores the terminal: line mode, visible cursor.
pub fn restore() {
    // A terminal that fails here cannot be restored.
    let _ = terminal::disable_raw_mode();
    #[cfg(unix)]
    if let Some(found) = FOUND.get() {
        use rustix::termios::{OptionalActions, tcsetattr};
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, found);
    }
    let mut error = io::stderr();
    if error.is_terminal() {
        let _ = execute!(error, cursor::Show);
    }
}

/// Clears the line of the cursor: a partial progress bar, a partial row of a table.
pub fn clear_line() {
    let mut error = io::stderr();
    if error.is_terminal() {
        let _ = execute!(error, cursor::MoveToColumn(0), Clear(ClearType::CurrentLine));
    }
}
