//! Has lines done: reads each as commands, executes them, shows what comes of it, and remembers what went wrong.
//!
//! The prompt and scripts share it; they differ in where lines come from and how an error names the place.

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use super::interrupt::Interrupt;
use super::lines::LineReader;
use super::screen::Screen;
use super::status::Status;
use crate::render::proof;
use crate::shell::mates::{ProofExport, ProofSavedReply};
use crate::shell::parse;
use crate::shell::session::{News, Silent, Watch};
use crate::shell::{CommandError, Outcome, Reply, Session};
use crate::store::{StoreError, file};

/// Scripts may call scripts so deep.
const DEEPEST: usize = 16;

/// Where a line comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Typed at the prompt.
    Prompt,
    /// Read from a file or given on the command line.
    Script {
        /// What errors call it.
        name: String,
        /// The line, from 1.
        line: usize,
    },
}

/// How to go on after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// With the next line.
    Next,
    /// With UCI.
    Uci,
    /// Not at all.
    Quit,
}

/// The session, the screen, and what went wrong.
pub struct Driver {
    /// The session.
    pub session: Session,
    /// Where answers are shown.
    pub screen: Screen,
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// What went wrong so far.
    pub status: Status,
    /// Commands are shown before they are done.
    pub echo: bool,
    /// Scripts end at the first error.
    pub strict: bool,
    /// Folders of the scripts that are being run, the innermost last.
    folders: Vec<PathBuf>,
}

impl Driver {
    /// Nothing has gone wrong yet.
    pub fn new(session: Session, screen: Screen, interrupt: Interrupt) -> Driver {
        Driver {
            session,
            screen,
            interrupt,
            status: Status::default(),
            echo: false,
            strict: false,
            folders: Vec::new(),
        }
    }

    /// Does a line, which may hold several commands.
    ///
    /// # Errors
    /// Only if nothing can be shown any more.
    pub fn line(&mut self, origin: &Origin, line: &str) -> io::Result<Flow> {
        if self.echo && !line.trim().is_empty() {
            self.screen.echo(line)?;
        }
        for (_, part) in parse::split(line) {
            let flow = self.command(origin, part)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// Does a command whose answer nobody asked for; only what goes wrong is shown.
    ///
    /// # Errors
    /// Only if nothing can be shown any more.
    pub fn silently(&mut self, origin: &Origin, line: &str) -> io::Result<()> {
        let done = parse::parse(line, self.session.position())
            .map_err(CommandError::from)
            .and_then(|command| self.session.execute(command, &mut Silent));
        self.screen.heed(self.session.preferences(), self.session.is_chess960());
        match done {
            Ok(_) => Ok(()),
            Err(error) => self.failed(origin, line, &error).map(|_| ()),
        }
    }

    fn command(&mut self, origin: &Origin, text: &str) -> io::Result<Flow> {
        let command = match parse::parse(text, self.session.position()) {
            Ok(command) => command,
            Err(error) => return self.failed(origin, text, &error.into()),
        };
        let mut viewer = Viewer { screen: &mut self.screen, fault: None };
        let running = self.interrupt.run();
        let session = &mut self.session;
        // A mistake of the program has told about itself on standard error; it must not end the sitting.
        let outcome =
            panic::catch_unwind(AssertUnwindSafe(|| session.execute(command, &mut viewer)))
                .unwrap_or(Err(CommandError::Panicked));
        drop(running);
        if let Some(fault) = viewer.fault {
            return Err(fault);
        }
        self.screen.heed(self.session.preferences(), self.session.is_chess960());
        match outcome {
            Ok(Outcome::Reply(reply)) => {
                self.screen.reply(&reply)?;
                Ok(Flow::Next)
            }
            Ok(Outcome::Export(export)) => self.export(origin, text, &export),
            Ok(Outcome::Source(path)) => self.source(origin, &path),
            Ok(Outcome::Uci) => Ok(Flow::Uci),
            Ok(Outcome::Quit) => Ok(Flow::Quit),
            Err(error) => self.failed(origin, text, &error),
        }
    }

    /// Writes a proof into a file, whole or not at all.
    fn export(&mut self, origin: &Origin, text: &str, export: &ProofExport) -> io::Result<Flow> {
        let mut bytes = Vec::new();
        proof::export(&mut bytes, &export.exhibit, export.format)?;
        if let Err(error) = file::write_atomically(&export.path, &bytes) {
            return self.failed(origin, text, &StoreError::from(error).into());
        }
        let proof = &export.exhibit.proof;
        self.screen.reply(&Reply::ProofSaved(ProofSavedReply {
            path: export.path.clone(),
            mate: proof.mate(),
            positions: proof.positions(),
        }))?;
        Ok(Flow::Next)
    }

    /// Tells what went wrong, and whether to go on.
    fn failed(&mut self, origin: &Origin, text: &str, error: &CommandError) -> io::Result<Flow> {
        if let CommandError::Failed { reply: Some(reply), .. } = error {
            self.screen.reply(reply)?;
        }
        self.screen.complain(origin, text, error)?;
        if error.is_failed_check() {
            self.status.unmet = true;
        } else {
            self.status.failed = true;
        }
        let strict = self.strict || self.session.preferences().strict;
        if strict && *origin != Origin::Prompt {
            self.status.left = true;
            return Ok(Flow::Quit);
        }
        Ok(Flow::Next)
    }

    /// Runs the lines of a file; its name is taken from where the script that names it lies.
    ///
    /// # Errors
    /// Only if nothing can be shown any more.
    pub fn source(&mut self, origin: &Origin, path: &Path) -> io::Result<Flow> {
        let path = match self.folders.last() {
            Some(folder) if path.is_relative() => folder.join(path),
            _ => path.to_owned(),
        };
        let fault = |message: String| CommandError::Content { path: path.clone(), message };
        if self.folders.len() >= DEEPEST {
            let error = fault(format!("scripts call each other more than {DEEPEST} deep"));
            return self.failed(origin, "", &error);
        }
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => {
                return self.failed(origin, "", &fault(format!("cannot be read: {error}")));
            }
        };
        self.folders.push(path.parent().map(Path::to_owned).unwrap_or_default());
        let name = path.display().to_string();
        let flow = self.lines(&name, &mut LineReader::new(BufReader::new(file)));
        self.folders.pop();
        flow
    }

    /// Does all lines there are.
    ///
    /// # Errors
    /// Only if nothing can be shown any more.
    pub fn lines(
        &mut self,
        name: &str,
        lines: &mut LineReader<impl io::BufRead>,
    ) -> io::Result<Flow> {
        loop {
            let read = lines.read();
            let origin = Origin::Script { name: name.to_owned(), line: lines.number().max(1) };
            let flow = match read {
                Ok(None) => return Ok(Flow::Next),
                Ok(Some(Ok(line))) => self.line(&origin, &line)?,
                Ok(Some(Err(long))) => {
                    let error = CommandError::LongLine { bytes: long.bytes };
                    self.failed(&origin, "", &error)?
                }
                Err(error) => {
                    let error = CommandError::Content {
                        path: PathBuf::from(name),
                        message: format!("cannot be read on: {error}"),
                    };
                    self.failed(&origin, "", &error)?;
                    return Ok(Flow::Next);
                }
            };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
    }
}

/// Shows what a running command tells, and remembers if that was no longer possible.
struct Viewer<'a> {
    screen: &'a mut Screen,
    fault: Option<io::Error>,
}

impl Watch for Viewer<'_> {
    fn tell(&mut self, news: News<'_>) -> ControlFlow<()> {
        if self.fault.is_some() {
            return ControlFlow::Break(());
        }
        match self.screen.news(&news) {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                self.fault = Some(fault);
                ControlFlow::Break(())
            }
        }
    }
}
