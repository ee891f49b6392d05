//! The dialect of xboard: CECP, version 2, over standard input and output.
//!
//! The session manages the engine as an opponent (`shell/session/opponent.rs`); here is only the protocol: the grammar
//! (`grammar.rs`), the lines (`xboard_lines.rs`), the timing of the answer to a `ping`, and setting up positions piece by piece
//! (`edit.rs`).

mod edit;
pub mod grammar;
pub mod xboard_lines;

use std::collections::VecDeque;
use std::io;

use super::dialect::{Dialect, Part, Urgent};
use super::journal::Wire;
use super::uci::uci_lines::info_string;
use crate::commands::grammar::nothing;
use crate::commands::play::book::BookAnswer;
use crate::commands::play::opponent::{DrawAnswer, OpponentAnswer};
use crate::commands::protocol::ReadyAnswer;
use crate::commands::search::hint::HintAnswer;
use crate::commands::search::status::StatusAnswer;
use crate::engine::Event;
use crate::ink::Settings;
use crate::search::Progress;
use crate::shell::level::PlayEnd;
use crate::shell::reply::Changed;
use crate::shell::session::{Begun, JobId, JobState, News};
use crate::shell::terms::{Scheduling, free, sets};
use crate::shell::{CommandError, Reply, Request, Session};

#[derive(Default)]
pub struct Xboard {
    wire: Wire,
    posts: bool,
    pings: VecDeque<String>,
    /// The lines of `edit` so far.
    edit: Option<Vec<String>>,
    search: JobState<(Begun, Progress)>,
    chess960: bool,
}

impl Xboard {
    fn thinks(&self) -> bool {
        self.search.current().is_some_and(|(begun, _)| begun.plays && !begun.ponders)
    }

    fn remarks(&mut self, reply: &Reply) -> io::Result<()> {
        let settings = Settings { chess960: self.chess960, ..Settings::default() };
        let page = reply.page(&settings);
        page.lines()
            .iter()
            .try_for_each(|line| self.wire.line(format!("# {}", line.text()).trim_end()))
    }

    /// Sends free text, which clients never parse.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        let text = info_string(text).replacen("info string", "#", 1);
        self.wire.line(&text)
    }

    fn event(&mut self, job: JobId, event: &Event) -> io::Result<()> {
        let Some((begun, progress)) = self.search.of(job) else { return Ok(()) };
        match event {
            Event::Iteration(iteration) => {
                *progress = iteration.progress;
                let told = xboard_lines::thinking(iteration, begun.chess960);
                if self.posts { self.wire.lines(told) } else { Ok(()) }
            }
            Event::Heartbeat(now) => {
                *progress = *now;
                Ok(())
            }
            Event::Note(text) => self.remark(text),
            Event::Warning(text) => self.remark(&format!("warning: {text}")),
            Event::Finished(_) => {
                self.search.end();
                Ok(())
            }
            Event::Crashed(message) => {
                self.search.end();
                self.wire.line(&format!("tellusererror the search broke off: {message}"))
            }
            Event::Bound(_) | Event::RootMove { .. } | Event::Refuted { .. } => Ok(()),
        }
    }
}

impl Dialect for Xboard {
    fn read(&mut self, text: &str, session: &Session) -> Result<Request, CommandError> {
        let board = session.position();
        match (&self.edit, text.trim()) {
            (Some(edit), ".") => {
                let set_up = edit::set_up(edit, board).map_err(CommandError::NoSuchPosition)?;
                Ok(Request::new(
                    Box::new(|session| set_up.act(session)),
                    sets(Scheduling::Concurrent),
                ))
            }
            (Some(_), line) if self.urgent(line) != Some(Urgent::Quit) => Ok(nothing()),
            (_, line) => {
                let mut request = grammar::parse(line, board, session.is_chess960())?;
                // While the engine thinks about its move, a `ping` is answered after the move.
                if grammar::words(line).0 == "ping" && self.thinks() {
                    request.terms = free(Scheduling::After);
                }
                Ok(request)
            }
        }
    }

    fn urgent(&self, text: &str) -> Option<Urgent> {
        match text.trim() {
            "?" => Some(Urgent::Move),
            "quit" | "exit!" => Some(Urgent::Quit),
            _ => None,
        }
    }

    fn observe(&mut self, part: &Part, _: bool) -> io::Result<()> {
        self.wire.journal.heard(&part.text);
        let (word, rest) = grammar::words(&part.text);
        match (&mut self.edit, word) {
            (Some(_), ".") if rest.is_empty() => self.edit = None,
            (Some(edit), _) => edit.push(part.text.trim().to_owned()),
            (None, "edit") => self.edit = Some(Vec::new()),
            (None, "ping") => self.pings.push_back(rest.to_owned()),
            (None, "post" | "nopost") => self.posts = word == "post",
            (None, "protover") => self.wire.lines(xboard_lines::features())?,
            _ => {}
        }
        Ok(())
    }

    fn refresh(&mut self, session: &mut Session) -> io::Result<()> {
        self.chess960 = session.is_chess960();
        match self.wire.journal.follow(session) {
            Ok(()) => Ok(()),
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn reply(&mut self, reply: &Reply, session: &Session) -> io::Result<()> {
        if let Some(ReadyAnswer { message }) = reply.of() {
            if let Some(fault) = message {
                self.remark(fault)?;
            }
            let pong = self.pings.pop_front().map(|number| format!("pong {number}"));
            return self.wire.lines(pong);
        }
        if let Some(changed) = reply.of::<Changed>() {
            for note in &changed.notes {
                self.remark(note)?;
            }
            return self.wire.lines(changed.last.and(xboard_lines::result(changed.status.0)));
        }
        if let Some(HintAnswer { mv, .. }) = reply.of() {
            return self.wire.line(&format!("Hint: {}", xboard_lines::mv(mv.mv, self.chess960)));
        }
        if reply.of::<StatusAnswer>().is_some() {
            let search = self.search.current();
            let status =
                search.map(|(begun, progress)| xboard_lines::status(&begun.root, progress));
            return self.wire.lines(status);
        }
        if let Some(page) = reply.of::<BookAnswer>() {
            return self.wire.lines(xboard_lines::book(&page.position, &page.page));
        }
        if let Some(DrawAnswer { accepted }) = reply.of() {
            return if *accepted { self.wire.line("offer draw") } else { Ok(()) };
        }
        if let Some(OpponentAnswer { side, .. }) = reply.of() {
            // After the end of the game nothing else would answer a `go`.
            return self
                .wire
                .lines(side.and(xboard_lines::result(session.timeline.game().status())));
        }
        // Commands of people are answered as in a pipe.
        if reply.of::<PlayEnd>().is_some() { Ok(()) } else { self.remarks(reply) }
    }

    fn news(&mut self, job: JobId, news: &News) -> io::Result<()> {
        match news {
            News::SearchBegins(begun) => {
                self.search.begin(job, (*begun, Progress::default()));
                Ok(())
            }
            News::Search(event) => self.event(job, event),
            News::EngineMoved(moved) => {
                self.wire.line(&format!("move {}", xboard_lines::mv(moved.mv, moved.chess960)))?;
                self.wire.lines(xboard_lines::result(moved.status))
            }
            News::PlayEnded(PlayEnd::Resigned(_)) => self.wire.line("resign"),
            _ => Ok(()),
        }
    }

    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()> {
        let text = first_line(&part.text);
        match error {
            CommandError::Crashed(_) => Ok(()),
            CommandError::UnknownWord(_) => {
                self.wire.line(&format!("Error (unknown command): {text}"))
            }
            CommandError::NoSuchPosition(why) => {
                self.wire.line(&format!("tellusererror Illegal position: {}", first_line(why)))
            }
            CommandError::NoPosition => {
                self.wire.line(&format!("Illegal move (no position): {text}"))
            }
            CommandError::Parse(_) | CommandError::Step(_) => {
                let (why, mv) = (error.to_string(), text.trim_start_matches("usermove").trim());
                self.wire.line(&format!("Illegal move ({}): {mv}", first_line(&why)))
            }
            // A missing hint, or a draw offer without a game, gets no answer.
            CommandError::NoAnalysis
            | CommandError::OtherPosition
            | CommandError::LineEnds
            | CommandError::NoGame => Ok(()),
            error => self.wire.line(&format!("Error ({}): {text}", first_line(&error.to_string()))),
        }
    }
}

/// The text up to its first line end.
fn first_line(text: &str) -> String {
    text.split(char::is_control).next().unwrap_or_default().trim().to_owned()
}
