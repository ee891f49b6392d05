//! The prompt: line editing, completion and history by rustyline, on its own thread.
//!
//! Only if standard input is a terminal with cursor control. The conversation requests a line and receives it as a message. While
//! no line is edited the keyboard is not read, and Ctrl-C is a signal that `interrupt.rs` handles. While a line is edited, output
//! is printed above it by another thread, since printing may have to wait for the editor.

pub mod complete;
pub mod files;
pub mod helper;
pub mod highlight;
pub mod history;
pub mod keys;
pub mod prompt;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use complete::Knowledge;
use helper::ReplHelper;
use keys::Keys;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Behavior, ColorMode, CompletionType, Config, Editor, ExternalPrinter};
use unicode_width::UnicodeWidthStr;

use super::dialect::PromptText;
use super::message::{Inbox, Message};
use super::terminal;
use crate::control::lock::Unpoisoned;
use crate::shell::Session;
use crate::shell::parse::unfinished;

/// Largest number of pasted lines that run without a question.
const ASK_ABOVE: usize = 20;

/// Number of successive errors after which the terminal is considered gone.
const MOST_ERRORS: u32 = 100;

/// Printed above the line this prints nothing and returns to it: the editor redraws a line only when a key is pressed or
/// something is printed above it. In the first row of the window the line moves down one row, once.
const REDRAW: &str = "\x1b[A\n";

#[derive(Debug)]
pub struct Prompt {
    asks: Sender<PromptText>,
    /// Width of the last prompt in columns.
    width: usize,
    /// Prints above the line being typed.
    pub above: Sender<String>,
    knowledge: Arc<Mutex<Knowledge>>,
}

impl Prompt {
    /// Starts a thread that edits a line whenever one is requested, on the terminal itself if the output is piped. Lines are
    /// appended to the file `history`.
    pub fn begin(
        is_piped: bool,
        history: Option<PathBuf>,
        session: &Session,
        inbox: Inbox,
    ) -> io::Result<Prompt> {
        let knowledge = Knowledge::of(*session.position());
        let knowledge = Arc::new(Mutex::new(knowledge));
        let (asks, asked) = mpsc::channel();
        let (above, to_print) = mpsc::channel();
        let known = knowledge.clone();
        thread::Builder::new().name("prompt".to_owned()).spawn(move || {
            let editor = editor(is_piped, history.as_deref(), known);
            let edited = editor.and_then(|(mut editor, keys)| {
                print_above(&mut editor, to_print);
                edit(editor, &keys, history.as_deref(), &asked, &inbox)
            });
            if let Err(error) = edited {
                // The receiver is gone: the program is ending.
                let _ = inbox.send(Message::NoPrompt(error.to_string()));
            }
        })?;
        Ok(Prompt { asks, width: 0, above, knowledge })
    }

    pub fn ask(&mut self, text: PromptText, session: &Session) {
        let mut known = self.knowledge.lock().unpoisoned();
        (known.position, known.style) = (*session.position(), text.style);
        known.prompt.clone_from(&text.styled);
        known.asked.clone_from(&text.styled);
        known.enter.clone_from(&text.enter);
        drop(known);
        self.width = text.plain.width();
        // A thread that has ended has reported why.
        let _ = self.asks.send(text);
    }

    /// Changes the prompt, if its width stays the same, and redraws the line.
    pub fn update(&self, text: PromptText) {
        let mut known = self.knowledge.lock().unpoisoned();
        if text.plain.width() == self.width && text.styled != known.prompt {
            known.prompt = text.styled;
            drop(known);
            // As above: a thread that has ended has reported why.
            let _ = self.above.send(REDRAW.to_owned());
        }
    }
}

fn edit(
    mut editor: Editor<ReplHelper, FileHistory>,
    keys: &Keys,
    history: Option<&Path>,
    asked: &Receiver<PromptText>,
    inbox: &Inbox,
) -> rustyline::Result<()> {
    let mut errors = 0;
    while let Ok(text) = asked.recv() {
        let message = loop {
            let prompt = (text.plain.as_str(), text.styled.as_str());
            keys.prompt_begins();
            match editor.readline(&prompt) {
                Ok(typed) => {
                    errors = 0;
                    if let (Ok(true), Some(path)) = (editor.add_history_entry(&typed), history) {
                        // A full disk must not end the session because of the history.
                        let _ = editor.append_history(path);
                    }
                    let rows = rows_of(&text, &typed).filter(|_| keys.is_tidy());
                    let lines = unfinished::lines(&typed);
                    if lines.len() <= ASK_ABOVE || confirms(&mut editor, lines.len()) {
                        break Message::Typed(lines, rows);
                    }
                }
                Err(ReadlineError::Interrupted) => keys.printed_below(),
                Err(ReadlineError::Eof) => break Message::End,
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    break Message::End;
                }
                // Invalid UTF-8, such as half a letter: only this line is lost.
                Err(error) if errors < MOST_ERRORS => {
                    errors += 1;
                    break Message::Unread(format!("invalid UTF-8 ({error}); type the line again"));
                }
                Err(error) => return Err(error),
            }
        };
        if inbox.send(message).is_err() {
            break;
        }
    }
    Ok(())
}

/// Rows of the window that a prompt and the line typed behind it take; `None` for a paste of several lines.
fn rows_of(prompt: &PromptText, typed: &str) -> Option<usize> {
    let columns = terminal::width().filter(|_| !typed.contains('\n'))?;
    Some((prompt.plain.width() + typed.width()) / columns + 1)
}

fn editor(
    is_piped: bool,
    history: Option<&Path>,
    knowledge: Arc<Mutex<Knowledge>>,
) -> rustyline::Result<(Editor<ReplHelper, FileHistory>, Arc<Keys>)> {
    let behavior = if is_piped { Behavior::PreferTerm } else { Behavior::Stdio };
    let config = Config::builder()
        .max_history_size(history::LINES)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        // The prompt is updated through the highlighter, also without colours.
        .color_mode(ColorMode::Forced)
        .behavior(behavior)
        .check_cursor_position(false)
        .build();
    let mut editor = Editor::with_config(config)?;
    let keys = Keys::new();
    keys.bind(&mut editor);
    editor.set_helper(Some(ReplHelper { knowledge, keys: keys.clone() }));
    if let Some(path) = history {
        // A missing or invalid history must not prevent the prompt.
        let _ = editor.load_history(path);
    }
    Ok((editor, keys))
}

/// Prints above the line being edited. Printing may wait for the editor, so callers do not wait for it.
fn print_above(editor: &mut Editor<ReplHelper, FileHistory>, to_print: Receiver<String>) {
    let Ok(mut printer) = editor.create_external_printer() else { return };
    let print = move || {
        for text in to_print {
            if printer.print(text).is_err() {
                return;
            }
        }
    };
    // Without a thread nothing is shown while a line is edited, and everything else works.
    let _ = thread::Builder::new().name("above".to_owned()).spawn(print);
}

fn confirms(editor: &mut Editor<ReplHelper, FileHistory>, lines: usize) -> bool {
    let question = format!("run these {lines} lines? [y/N] ");
    matches!(editor.readline(&question).as_deref(), Ok("y" | "Y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    impl Prompt {
        /// Creates a prompt without a keyboard, for tests: lines arrive as messages.
        pub(crate) fn unattended() -> (Prompt, Receiver<String>) {
            let knowledge = Knowledge::of(Position::start());
            let (above, printed) = mpsc::channel();
            let knowledge = Arc::new(Mutex::new(knowledge));
            (Prompt { asks: mpsc::channel().0, width: 0, above, knowledge }, printed)
        }
    }
}
