//! Output for people beside UCI: the table of a search, `show`, `eval` and `resolve`, drawn on standard error if that is a
//! terminal and standard output is not, or if the setting `terminal.errors` is on.

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

pub(super) struct HumanOutput {
    look: Appearance,
    streams: Streams,
    /// `None` after a write error: the GUI must keep its engine.
    out: Option<BufWriter<Box<dyn Write + Send>>>,
    human: Human,
    settings: Settings,
}

impl HumanOutput {
    pub(super) fn new(
        look: Appearance,
        streams: Streams,
        out: Box<dyn Write + Send>,
    ) -> HumanOutput {
        let (out, human) = (Some(BufWriter::new(out)), Human::default());
        HumanOutput { look, streams, out, human, settings: Settings::default() }
    }

    /// Applies the settings of the session.
    pub(super) fn refresh(&mut self, session: &Session) {
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
        // UCI's lines on the same terminal would break a row that is rewritten.
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
            // No line is typed below it.
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
