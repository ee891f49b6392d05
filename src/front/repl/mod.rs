//! The prompt: lines are edited, completed and remembered by rustyline, and done by the [`Driver`].
//!
//! It is used only where standard input is a terminal that understands more than plain text. While a command runs nobody
//! reads the keyboard: Ctrl-C is a signal then, and `interrupt.rs` has it.
//!
//! [`Driver`]: super::driver::Driver

pub mod complete;
pub mod helper;
pub mod highlight;
pub mod history;
pub mod paste;
pub mod prompt;
pub mod recall;

use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::Context;
use complete::Knowledge;
use helper::ReplHelper;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Behavior, ColorMode, CompletionType, Config, Editor};

use super::driver::{Driver, Flow, Origin};
use crate::shell::session::setting_names;

/// More lines than this are not run without asking when they are pasted.
const ASK_ABOVE: usize = 20;

/// How the prompt is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Say who this is first.
    pub banner: bool,
    /// Remember what is typed.
    pub history: bool,
    /// Standard output is no terminal: the line is edited on the terminal itself.
    pub output_is_piped: bool,
}

/// The line editor and what it knows.
struct Prompt {
    editor: Editor<ReplHelper, FileHistory>,
    knowledge: Rc<RefCell<Knowledge>>,
    style: Rc<RefCell<crate::render::Style>>,
    history: Option<PathBuf>,
}

/// Reads and does lines until somebody leaves.
///
/// # Errors
/// If the terminal cannot be used, or nothing can be shown any more.
pub fn run(driver: &mut Driver, manner: Manner) -> anyhow::Result<Flow> {
    let mut prompt = Prompt::new(driver, manner)?;
    driver.session.set_history_file(prompt.history.as_deref());
    if manner.banner {
        let options = driver.session.engine().options();
        let (threads, hash) = (options.threads(), options.hash());
        let plural = if threads == 1 { "" } else { "s" };
        let dot = driver.screen.settings().signs().dot;
        let version = env!("CARGO_PKG_VERSION");
        driver.screen.line(&format!(
            "quarterply {version}{dot}{threads} thread{plural}{dot}{hash} MiB{dot}type help"
        ))?;
    }
    loop {
        let text = match prompt.read(driver) {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(Flow::Quit),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Ok(Flow::Quit);
            }
            Err(error) => return Err(error).context("cannot read from the terminal"),
        };
        let lines = paste::lines(&text);
        if lines.len() > ASK_ABOVE && !prompt.confirms(lines.len()) {
            continue;
        }
        for line in lines {
            match driver.line(&Origin::Prompt, &line)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
    }
}

impl Prompt {
    fn new(driver: &Driver, manner: Manner) -> anyhow::Result<Prompt> {
        let behavior = if manner.output_is_piped { Behavior::PreferTerm } else { Behavior::Stdio };
        let style = driver.screen.settings().style;
        let color = if style.is_on() { ColorMode::Forced } else { ColorMode::Disabled };
        let config = Config::builder()
            .max_history_size(history::LINES)?
            .history_ignore_dups(true)?
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            .color_mode(color)
            .behavior(behavior)
            .check_cursor_position(false)
            .build();
        let knowledge =
            Knowledge { position: *driver.session.position(), settings: setting_names() };
        let knowledge = Rc::new(RefCell::new(knowledge));
        let style = Rc::new(RefCell::new(style));
        let mut editor =
            Editor::with_config(config).context("cannot edit lines on this terminal")?;
        let helper = ReplHelper::new(knowledge.clone(), style.clone());
        helper.recall().bind(&mut editor);
        editor.set_helper(Some(helper));
        let history = if manner.history { history::prepare() } else { None };
        if let Some(path) = &history {
            // A file that is new, or no history, is no reason not to play chess.
            let _ = editor.load_history(path);
        }
        Ok(Prompt { editor, knowledge, style, history })
    }

    /// Has a line edited, and remembers it.
    fn read(&mut self, driver: &mut Driver) -> Result<String, ReadlineError> {
        driver.screen.refresh();
        self.knowledge.borrow_mut().position = *driver.session.position();
        *self.style.borrow_mut() = driver.screen.settings().style;
        let prompt = prompt::prompt(driver.session.position(), driver.screen.settings());
        driver.interrupt.edit();
        let text = self.editor.readline(&prompt)?;
        // The window may have been changed while the line was edited.
        driver.screen.refresh();
        if let (Ok(true), Some(path)) = (self.editor.add_history_entry(&text), &self.history) {
            // Remembering is a convenience: a full disk must not end the sitting.
            let _ = self.editor.append_history(path);
        }
        Ok(text)
    }

    /// Whether so many lines are really meant.
    fn confirms(&mut self, lines: usize) -> bool {
        let question = format!("run these {lines} lines? [y/N] ");
        matches!(self.editor.readline(&question).as_deref(), Ok("y" | "Y" | "yes"))
    }
}
