//! What people read beside UCI's lines: the table of a search, `show`, `eval` and `resolve`, drawn on standard error. That is
//! done where standard error is a terminal and standard output is none, or where the setting `terminal.errors` says so.

use std::io::{BufWriter, Write};

use super::super::screen::{self, Appearance};
use super::super::terminal::{self, Streams};
use crate::commands::display::eval::EvalAnswer;
use crate::commands::display::show::BoardAnswer;
use crate::commands::search::resolve::ResolveAnswer;
use crate::front::human::Human;
use crate::ink::{Settings, Style, paint};
use crate::shell::session::{Begun, JobId, News};
use crate::shell::{Reply, Session};

pub(super) struct Beside {
    look: Appearance,
    streams: Streams,
    /// Nothing once it cannot be written any more: a GUI keeps its engine all the same.
    out: Option<BufWriter<Box<dyn Write + Send>>>,
    human: Human,
    settings: Settings,
}

impl Beside {
    pub(super) fn new(look: Appearance, streams: Streams, out: Box<dyn Write + Send>) -> Beside {
        let (out, human) = (Some(BufWriter::new(out)), Human::default());
        Beside { look, streams, out, human, settings: Settings::default() }
    }

    /// Draws as the settings of the session say from here on.
    pub(super) fn heed(&mut self, session: &Session) {
        let Streams { output, error, capable, .. } = self.streams;
        let preferences = &session.settings.preferences;
        let found = error && capable && !output;
        let pretty = screen::is_terminal(found, preferences.terminal_errors);
        if !pretty {
            self.settings = Settings::default();
            return;
        }
        let width = terminal::error_width();
        let settings = screen::settings(self.look, pretty, width, preferences);
        // A row that is rewritten would be torn by UCI's lines on the same terminal.
        let style = if output { Style::default() } else { settings.style };
        self.settings = Settings { style, chess960: session.is_chess960(), ..settings };
    }

    pub(super) fn reply(&mut self, reply: &Reply) {
        let is_drawn = reply.of::<BoardAnswer>().is_some()
            || reply.of::<EvalAnswer>().is_some()
            || reply.of::<ResolveAnswer>().is_some();
        if is_drawn {
            self.draw(|_, out, settings| paint::page(out, &reply.page(settings), settings));
        }
    }

    pub(super) fn news(&mut self, job: JobId, news: &News) {
        match news {
            // Nobody types below it.
            News::SearchBegins(begun) => {
                let begins = News::SearchBegins(Begun { background: false, ..*begun });
                self.draw(|human, out, settings| human.news(out, job, &begins, settings));
            }
            News::Search(_) => {
                self.draw(|human, out, settings| human.news(out, job, news, settings));
            }
            _ => {}
        }
    }

    fn draw(
        &mut self,
        draw: impl FnOnce(&mut Human, &mut dyn Write, &Settings) -> std::io::Result<()>,
    ) {
        let Some(out) = self.out.as_mut().filter(|_| self.settings.pretty) else { return };
        let drawn = draw(&mut self.human, out, &self.settings).and_then(|()| out.flush());
        if drawn.is_err() {
            self.out = None;
        }
    }
}
