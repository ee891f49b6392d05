//! The dialect of GUIs: UCI over standard input and output.
//!
//! Commands are executed strictly in order; a command that the search depends on first ends it, including its `bestmove`. The
//! grammar is in `grammar/`, the lines in `uci_lines.rs`, the output of a search in `dialogue.rs`, the output for people in
//! `beside.rs`.

mod beside;
mod dialogue;
pub mod grammar;
pub mod uci_lines;

use std::io;

use super::dialect::{Dialect, Part, Urgent};
use super::journal::Wire;
use super::screen::Appearance;
use super::terminal::Streams;
use crate::commands::display::eval::EvalAnswer;
use crate::commands::display::show::BoardAnswer;
use crate::commands::protocol::ReadyAnswer;
use crate::commands::session::help::Help;
use crate::commands::tools::bench::BenchAnswer;
use crate::commands::tools::perft::PerftAnswer;
use crate::engine::Event;
use crate::engine::bench;
use crate::engine::options::{Interface, OPTIONS};
use crate::ink::Settings;
use crate::shell::reply::Changed;
use crate::shell::session::news::Progress;
use crate::shell::session::{JobId, JobState, News};
use crate::shell::{CommandError, Reply, Request, Session};
use beside::HumanOutput;
use dialogue::Dialogue;
use grammar::Aside;
use uci_lines::{UciStyle, info_string};

pub struct Uci {
    wire: Wire,
    beside: HumanOutput,
    style: UciStyle,
    dialogue: JobState<Box<Dialogue>>,
    aside: Aside,
}

impl Uci {
    pub fn new(look: Appearance) -> Uci {
        Uci {
            wire: Wire::default(),
            beside: HumanOutput::new(look, Streams::look(), Box::new(io::stderr())),
            style: UciStyle::default(),
            dialogue: JobState::default(),
            aside: Aside::default(),
        }
    }

    fn info(&mut self, text: &str) -> io::Result<()> {
        self.wire.line(&info_string(text))
    }

    fn changed(&mut self, changed: &Changed, session: &Session) -> io::Result<()> {
        for note in &changed.notes {
            self.info(&format!("warning: {note}"))?;
        }
        if changed.fen.0.is_chess960() && !session.engine.options().chess960 {
            self.info(
                "these castling rights are of Chess960: castling is written as king takes rook",
            )?;
        }
        Ok(())
    }

    fn event(&mut self, job: JobId, event: &Event) -> io::Result<()> {
        let Some(dialogue) = self.dialogue.of(job) else { return Ok(()) };
        let told = dialogue.tell(event);
        if event.is_last() {
            self.dialogue.end();
        }
        self.wire.lines(told)
    }
}

impl Dialect for Uci {
    fn read(&mut self, text: &str, session: &Session) -> Result<Request, CommandError> {
        let (board, is_idle) = (session.position(), session.jobs.engine_job().is_none());
        self.aside.chess960 = session.engine.options().chess960;
        grammar::parse(text, board, &mut self.aside).or_else(|unknown| match unknown {
            CommandError::UnknownWord(_) if is_idle => {
                grammar::typed(text, board).unwrap_or(Err(unknown))
            }
            unknown => Err(unknown),
        })
    }

    fn urgent(&self, text: &str) -> Option<Urgent> {
        match text.trim() {
            "stop" => Some(Urgent::Stop),
            "quit" | "exit" => Some(Urgent::Quit),
            _ => None,
        }
    }

    fn observe(&mut self, part: &Part, _: bool) -> io::Result<()> {
        self.wire.journal.heard(&part.text);
        for note in std::mem::take(&mut self.aside.notes) {
            self.info(&format!("warning: {note}"))?;
        }
        Ok(())
    }

    fn refuses_position(&self, error: &CommandError) -> bool {
        // Only `position` is ever long.
        error.refuses_position() || matches!(error, CommandError::LongLine { .. })
    }

    /// A `go` must be answered by a `bestmove` in any case.
    fn awaits_result(&self) -> bool {
        self.dialogue.current().is_some()
    }

    fn refresh(&mut self, session: &mut Session) -> io::Result<()> {
        let show_wdl = session.engine.options().show_wdl;
        self.style = UciStyle { chess960: session.is_chess960(), show_wdl };
        self.beside.refresh(session);
        match self.wire.journal.follow(session) {
            Ok(()) => Ok(()),
            Err(error) => self.info(&format!("error: {error}")),
        }
    }

    fn begin(&mut self, _: &Session) -> io::Result<()> {
        self.wire.line(concat!("id name Quarterply ", env!("CARGO_PKG_VERSION")))?;
        self.wire.line("id author the Quarterply authors")?;
        for spec in OPTIONS.iter().filter(|spec| spec.is_for(Interface::Uci)) {
            self.wire.line(&uci_lines::option(spec))?;
        }
        self.wire.line("uciok")
    }

    fn reply(&mut self, reply: &Reply, session: &Session) -> io::Result<()> {
        self.beside.reply(reply);
        if let Some(ReadyAnswer { message }) = reply.of() {
            if let Some(fault) = message {
                self.info(&format!("error: {fault}"))?;
            }
            return self.wire.line("readyok");
        }
        if let Some(changed) = reply.of::<Changed>() {
            return self.changed(changed, session);
        }
        if let Some(board) = reply.of::<BoardAnswer>() {
            return self.wire.lines(uci_lines::board(&board.position));
        }
        if let Some(EvalAnswer { report, position, .. }) = reply.of() {
            let (score, in_check) = (report.score, position.in_check());
            let check = if in_check { " (in check: a search would look further)" } else { "" };
            return self.info(&format!("static value {score}, White's view{check}"));
        }
        if let Some(PerftAnswer { nodes, divide, stopped, .. }) = reply.of() {
            if *stopped {
                return self.info("stopped before everything was counted");
            }
            let below = divide.iter().map(|row| (row.mv.mv, row.nodes.0));
            return self.wire.lines(uci_lines::perft(below, nodes.0, self.style));
        }
        if let Some(BenchAnswer { nodes, time_ms, stopped, .. }) = reply.of() {
            return match stopped {
                true => self.info("stopped: there is no signature"),
                false => self.wire.line(&uci_lines::bench(nodes.0, time_ms.0)),
            };
        }
        if reply.of::<Help>().is_some() {
            return self.info(HELP);
        }
        // Commands of people are answered as in a pipe.
        let page = reply.page(&Settings { chess960: self.style.chess960, ..Settings::default() });
        self.wire.lines(page.lines().iter().map(|line| line.text().trim_end().to_owned()))
    }

    fn news(&mut self, job: JobId, news: &News) -> io::Result<()> {
        self.beside.news(job, news);
        match news {
            News::SearchBegins(begun) => {
                let style = UciStyle { chess960: begun.chess960, ..self.style };
                let dialogue = Dialogue::new(begun.root, style, self.aside.debug);
                self.dialogue.begin(job, Box::new(dialogue));
                Ok(())
            }
            News::Search(event) => self.event(job, event),
            News::Progress(Progress::Done(done)) => {
                let name = done.checked_sub(1).and_then(|last| bench::POSITIONS.get(last));
                let name = name.map_or("", |(name, _)| name);
                self.info(&format!("{done}/{} {name}", bench::POSITIONS.len()))
            }
            _ => Ok(()),
        }
    }

    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()> {
        match error {
            // Its last event has reported it.
            CommandError::Crashed(_) => Ok(()),
            CommandError::UnknownWord(_) => self.info(&error.to_string()),
            CommandError::Option(_) | CommandError::LongLine { .. } => {
                self.info(&format!("warning: {error}"))
            }
            error => {
                self.info(&format!("error: {error}"))?;
                if part.text.split_whitespace().next() == Some("go") {
                    // A move of the old board might be taken for one of the new.
                    self.wire.line("bestmove 0000")?;
                }
                Ok(())
            }
        }
    }
}

/// The commands, for a person who speaks UCI by hand.
const HELP: &str = "uci isready ucinewgame setoption position go stop ponderhit debug quit; besides: d eval resolve \
    bench [DEPTH] perft N wait, and while no search runs moves, a FEN and what the prompt has, as `proof 3`. Started without `uci` the program has a prompt with a help of its own.";
