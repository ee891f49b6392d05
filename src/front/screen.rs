//! The dialects of people and of JSON: typed commands, answers drawn or as one JSON object a line.
//!
//! Data is written to one of the two output streams, errors to the other. While a line is edited, both are printed above it.

use std::borrow::Cow;
use std::env;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::time::Duration;

use terminal_colorsaurus::QueryOptions;

use super::conversation::preferred;
use super::dialect::{Dialect, Origin, Part, PromptText, Urgent};
use super::journal::Journal;
use super::pager;
use super::progress::ProgressBar;
use super::repl::prompt;
use super::terminal::{self, Streams};
use crate::chess::foreign::readable;
use crate::commands::display::live_board::BoardInSight;
use crate::commands::{self, grammar};
use crate::front::human::Human;
use crate::front::json::Json;
use crate::ink::complaint;
use crate::ink::{Answer, ColorDepth, Page, Settings, Style, Theme, paint};
use crate::shell::session::{BoardDisplay, JobId, News, Preferences, TerminalSetting};
use crate::shell::{CommandError, ParseError, Reply, Request, Session};

/// Timeout for the terminal's answer, which may come over a network. Only a terminal that never answers uses all of it.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Appearance {
    /// Colour on or off; `None` depends on the terminal.
    pub color: Option<bool>,
    pub ascii: bool,
    pub json: bool,
    /// The terminal's background (red, green, blue), if it was queried and answered.
    pub background: Option<(u8, u8, u8)>,
}

pub struct Screen {
    look: Appearance,
    pub streams: Streams,
    human: Human,
    /// JSON Lines instead of drawing.
    json: Option<Json>,
    pub settings: Settings,
    error_style: Style,
    preferences: Preferences,
    /// Lines are edited at a prompt.
    prompts: bool,
    progress: ProgressBar,
    /// The current command was typed at the prompt.
    typed: bool,
    /// The last reply said where the board is.
    told: bool,
    journal: Journal,
    /// Draws for the log, in plain text.
    plain: Human,
    out: Outlet,
    error: Outlet,
}

/// A stream, or the area above the line being typed.
struct Outlet {
    stream: Box<dyn Write + Send>,
    above: Option<(Sender<String>, Vec<u8>)>,
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.above {
            Some((_, held)) => held.write(bytes),
            None => self.stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.above {
            Some((_, held)) if held.is_empty() => Ok(()),
            Some((above, held)) => {
                let text = String::from_utf8_lossy(&std::mem::take(held)).into_owned();
                above.send(text).map_err(|_| io::ErrorKind::BrokenPipe.into())
            }
            None => self.stream.flush(),
        }
    }
}

impl Screen {
    pub fn new(
        look: Appearance,
        streams: Streams,
        out: Box<dyn Write + Send>,
        error: Box<dyn Write + Send>,
    ) -> Screen {
        let preferences = Preferences::default();
        let pretty = is_terminal(streams.output && streams.capable, preferences.terminal);
        let on_terminal = streams.error && streams.capable;
        Screen {
            look,
            streams,
            human: Human::default(),
            json: look.json.then(Json::default),
            settings: settings(look, pretty, width(pretty), &preferences),
            error_style: style(look, on_terminal, &preferences),
            preferences,
            prompts: false,
            progress: ProgressBar::new(on_terminal && !look.json, look.ascii),
            typed: false,
            told: false,
            journal: Journal::default(),
            plain: Human::default(),
            out: Outlet { stream: out, above: None },
            error: Outlet { stream: error, above: None },
        }
    }

    /// A prompt opens. Queries the terminal's background, if colours depend on it and the terminal understands escapes: no other
    /// reader of the terminal may be active.
    pub fn open_prompt(&mut self) {
        let Streams { input, output, capable, .. } = self.streams;
        let is_colored = self.settings.style.is_on() && self.preferences.theme.is_none();
        if input && output && capable && is_colored {
            let mut query = QueryOptions::default();
            query.timeout = PATIENCE;
            // Without an answer the default is dark.
            let answer = terminal_colorsaurus::background_color(query).ok();
            self.look.background = answer.map(|color| color.scale_to_8bit());
        }
        self.prompts = true;
        self.restyle(self.settings.chess960);
    }

    /// Shows an answer, with a pager if it is longer than the window and the user is at a prompt.
    fn answer(&mut self, reply: &Reply) -> io::Result<()> {
        let pages = self.typed && self.preferences.pager && self.settings.is_pretty();
        let read_by_somebody = pages && self.streams.input && self.out.above.is_none();
        let page = reply.page(&self.settings);
        if page.lines().is_empty() {
            return Ok(());
        }
        self.human.leave();
        if read_by_somebody && terminal::rows().is_some_and(|rows| page.lines().len() >= rows) {
            let mut painted = Vec::new();
            paint::page(&mut painted, &page, &self.settings)?;
            self.out.flush()?;
            if pager::show(&painted)? {
                return Ok(());
            }
        }
        paint::page(&mut self.out, &page, &self.settings)
    }

    /// Applies the preferences and the background, and the notation of castling.
    fn restyle(&mut self, chess960: bool) {
        let (look, preferences) = (self.look, &self.preferences);
        let Streams { output, error, capable, .. } = self.streams;
        let pretty = is_terminal(output && capable, preferences.terminal);
        let settings = settings(look, pretty, width(pretty), preferences);
        self.settings = Settings { chess960, ..settings };
        let pretty = is_terminal(error && capable, preferences.terminal_errors);
        self.error_style = style(look, pretty, preferences);
        if let Some(json) = &mut self.json {
            json.set_chess960(chess960);
        }
        self.fit();
    }

    /// Reads the terminal's size again: the window may have changed.
    fn fit(&mut self) {
        let rows = terminal::rows();
        self.human.fit(rows);
        self.settings.width = width(self.settings.is_pretty());
        let least = match self.preferences.display {
            BoardDisplay::Auto => 20,
            // A board, a line below it, and the prompt.
            BoardDisplay::On => 14,
            BoardDisplay::Off => usize::MAX,
        };
        let is_drawn = self.prompts && self.json.is_none() && self.settings.can_rewrite();
        self.settings.sight = rows.filter(|&rows| is_drawn && rows >= least);
        if self.settings.sight.is_none() {
            self.human.hide();
        }
    }

    /// Shows the board of the session with a page below it; `anew`: also if it is the one drawn last.
    fn show(&mut self, session: &Session, page: Page, anew: bool) -> io::Result<()> {
        let (Some(rows), Some(view)) = (self.settings.sight, session.board_view()) else {
            return paint::page(&mut self.out, &page, &self.settings);
        };
        let last = session.timeline.last(false).map(|last| last.step);
        let board = BoardInSight { position: *session.position(), last, flipped: view.flipped };
        if !anew && (view.followed || self.human.shows(&board)) {
            return Ok(());
        }
        let window = (rows, &self.settings);
        self.human.change(&mut self.out, (board, view.followed), page, window)
    }

    pub fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}

impl Dialect for Screen {
    fn parts(&self, line: &str) -> Vec<String> {
        // A game over several lines is one command.
        if line.contains('\n') {
            return vec![line.to_owned()];
        }
        grammar::split(line).into_iter().map(|(_, part)| part.to_owned()).collect()
    }

    fn read(&mut self, text: &str, session: &Session) -> Result<Request, CommandError> {
        match session.settings.aliases.expand(text) {
            Cow::Borrowed(_) => Ok(grammar::parse(text, session.position())?),
            // Text that was not typed has no place to point at.
            Cow::Owned(text) => Ok(grammar::parse(&text, session.position())
                .map_err(|error| ParseError { span: None, ..error })?),
        }
    }

    fn urgent(&self, text: &str) -> Option<Urgent> {
        let word = text.split_whitespace().next()?.to_lowercase();
        match commands::find(&word)?.name {
            "stop" => Some(Urgent::Stop),
            "now" => Some(Urgent::Move),
            "quit" => Some(Urgent::Quit),
            _ => None,
        }
    }

    fn is_protocol(&self) -> bool {
        false
    }

    fn observe(&mut self, part: &Part, echo: bool) -> io::Result<()> {
        self.journal.heard(part.text.trim());
        self.typed = matches!(part.origin, Origin::Prompt);
        if !echo || self.look.json || part.text.trim().is_empty() {
            return Ok(());
        }
        writeln!(self.out, "> {}", readable(part.text.trim()))?;
        self.out.flush()
    }

    fn refresh(&mut self, session: &mut Session) -> io::Result<()> {
        let chess960 = session.is_chess960();
        if session.settings.preferences != self.preferences || chess960 != self.settings.chess960 {
            self.preferences.clone_from(&session.settings.preferences);
            self.restyle(chess960);
        }
        match self.journal.follow(session) {
            Ok(()) => Ok(()),
            Err(error) => self.failed(&Part::default(), &error),
        }
    }

    fn reply(&mut self, reply: &Reply, session: &Session) -> io::Result<()> {
        self.progress.end();
        let plain = Settings::default();
        if self.journal.is_open() {
            paint::page(&mut self.journal, &reply.page(&plain), &plain)?;
        }
        let in_sight = self.typed && self.settings.sight.is_some() && reply.is_in_sight();
        self.told = !in_sight && reply.is_in_sight();
        match &self.json {
            None if in_sight => self.show(session, reply.page(&self.settings), true)?,
            None => self.answer(reply)?,
            Some(json) => json.reply(&mut self.out, reply)?,
        }
        self.out.flush()
    }

    fn news(&mut self, job: JobId, news: &News) -> io::Result<()> {
        self.progress.news(news);
        if matches!(news, News::Search(_) | News::Proof(..) | News::ProofEnds) {
            // A row that will be rewritten must fit the current window.
            self.fit();
        }
        if self.journal.is_open() {
            self.plain.news(&mut self.journal, job, news, &Settings::default())?;
        }
        let Screen { human, json, settings, out, .. } = self;
        self.progress.aside(|| {
            match json {
                None => human.news(&mut *out, job, news, settings)?,
                Some(json) => json.news(&mut *out, job, news)?,
            }
            out.flush()
        })
    }

    /// Reports an error: at the prompt with the line and a caret, in a script with file and line number.
    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()> {
        let Part { origin, text: line } = part;
        self.progress.end();
        self.out.flush()?;
        let message = error.text(self.settings.spoken);
        self.journal.said(&format!("error: {message}"));
        let place = match origin {
            Origin::Prompt => String::new(),
            Origin::Script { name, line } => format!("{name}:{line}: "),
        };
        let at = match error {
            CommandError::Parse(fault) if place.is_empty() => fault.span.clone(),
            _ => None,
        };
        let at = at.map(|span| (line.as_str(), span));
        let width = width(self.streams.error);
        let settings = Settings { style: self.error_style, width, ..self.settings };
        let page = complaint::view(&place, &message, at, &settings);
        // What is wrong with a line is no longer of interest after the next one that changes the board.
        let counted = place.is_empty() && self.streams.error;
        self.human.printed(counted.then(|| page.lines().len()));
        paint::page(&mut self.error, &page, &settings)?;
        self.error.flush()?;
        if let Some(json) = &self.json {
            let (source, number) = match origin {
                Origin::Prompt => ("prompt", 1),
                Origin::Script { name, line } => (name.as_str(), *line),
            };
            json.error(&mut self.out, source, number, error)?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn prompt(&mut self, session: &Session) -> Option<PromptText> {
        self.fit();
        Some(prompt::text(session, session.jobs.glimpse(session.position()), &self.settings))
    }

    fn before_prompt(&mut self, session: &Session) -> io::Result<()> {
        self.fit();
        if self.settings.sight.is_some() {
            let told = std::mem::take(&mut self.told);
            let below = if told { Page::new() } else { session.here().page(&self.settings) };
            self.show(session, below, false)?;
        }
        self.out.flush()
    }

    fn line_typed(&mut self, rows: Option<usize>) {
        self.human.printed(rows);
    }

    fn ask(&mut self, session: &Session) -> io::Result<()> {
        let Streams { input, output, capable, .. } = self.streams;
        if input && output && !capable && self.json.is_none() {
            write!(self.out, "{}", prompt::text(session, None, &self.settings).plain)?;
        }
        self.out.flush()
    }

    fn print_above(&mut self, above: Option<Sender<String>>) {
        // The window may have changed while the line was edited.
        self.fit();
        let rows = above.as_ref().and_then(|_| terminal::rows());
        self.human.typed_below(rows);
        self.out.above = above.clone().map(|above| (above, Vec::new()));
        self.error.above = above.map(|above| (above, Vec::new()));
    }

    fn look_on(&mut self, on: bool) -> io::Result<()> {
        if self.json.is_none() {
            self.human.look_on(&mut self.out, on)?;
        }
        self.out.flush()
    }
}

pub(super) fn settings(
    look: Appearance,
    pretty: bool,
    width: Option<usize>,
    preferences: &Preferences,
) -> Settings {
    let usual = preferred(preferences);
    Settings {
        pretty,
        style: style(look, pretty, preferences),
        ascii: look.ascii || usual.ascii,
        width,
        ..usual
    }
}

fn width(terminal: bool) -> Option<usize> {
    terminal.then(terminal::width).flatten()
}

pub(super) fn is_terminal(found: bool, setting: TerminalSetting) -> bool {
    match setting {
        TerminalSetting::Auto => found,
        TerminalSetting::Yes => true,
        TerminalSetting::No => false,
    }
}

fn style(look: Appearance, terminal: bool, preferences: &Preferences) -> Style {
    let variable = |name: &str| env::var(name).ok();
    let usual = || ColorDepth::resolve(look.color, terminal, variable);
    let depth = preferences.color.unwrap_or_else(usual);
    let theme = || Theme::resolve(look.background, variable);
    Style::new(depth, preferences.theme.unwrap_or_else(theme))
}
