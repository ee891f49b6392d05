//! Where answers go: a renderer and the two output streams, data on one, complaints on the other.

use std::env;
use std::io::{self, BufWriter, Write};

use super::driver::Origin;
use super::progress::Progress;
use super::terminal::{self, Streams};
use crate::render::error::{self, Complaint};
use crate::render::human::Human;
use crate::render::json::Json;
use crate::render::{
    ColorChoice, ColorDepth, Layout, PieceStyle, Settings, Style, Theme, View, paint,
};
use crate::shell::session::{
    ColorSetting, News, PieceSetting, PointOfView, Preferences, ThemeSetting,
};
use crate::shell::{CommandError, Reply};

/// How answers are to be shown, as the command line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether to colour.
    pub color: ColorChoice,
    /// Nothing but ASCII.
    pub ascii: bool,
    /// JSON Lines instead of text.
    pub json: bool,
}

/// What shows answers.
enum Renderer {
    Human(Human),
    Json(Json),
}

/// The output streams and what draws on them.
pub struct Screen {
    look: Look,
    streams: Streams,
    renderer: Renderer,
    settings: Settings,
    error_style: Style,
    preferences: Preferences,
    progress: Progress,
    out: Box<dyn Write + Send>,
    error: Box<dyn Write + Send>,
}

impl Screen {
    /// The standard streams.
    pub fn standard(look: Look, streams: Streams) -> Screen {
        let out = Box::new(BufWriter::new(io::stdout()));
        Screen::new(look, streams, out, Box::new(io::stderr()))
    }

    /// Any streams.
    pub fn new(
        look: Look,
        streams: Streams,
        out: Box<dyn Write + Send>,
        error: Box<dyn Write + Send>,
    ) -> Screen {
        let preferences = Preferences::default();
        let settings = settings(look, streams, &preferences);
        let renderer = if look.json {
            Renderer::Json(Json::new())
        } else {
            Renderer::Human(Human::new(settings))
        };
        let error_style = style(look, streams.error && streams.capable, &preferences);
        let progress = Progress::new(streams.error && streams.capable && !look.json, look.ascii);
        Screen { look, streams, renderer, settings, error_style, preferences, progress, out, error }
    }

    /// How things are drawn now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Draws as the settings of the prompt say from here on, castling as in Chess960 or not.
    pub fn heed(&mut self, preferences: &Preferences, chess960: bool) {
        if *preferences == self.preferences && chess960 == self.settings.chess960 {
            return;
        }
        self.preferences = preferences.clone();
        self.settings.chess960 = chess960;
        self.refresh();
        self.error_style =
            style(self.look, self.streams.error && self.streams.capable, preferences);
        if let Renderer::Json(json) = &mut self.renderer {
            json.set_chess960(chess960);
        }
    }

    /// Takes the terminal's width again: it may have been changed.
    pub fn refresh(&mut self) {
        let chess960 = self.settings.chess960;
        self.settings =
            Settings { chess960, ..settings(self.look, self.streams, &self.preferences) };
        if let Renderer::Human(human) = &mut self.renderer {
            human.set(self.settings);
        }
    }

    /// Shows an answer.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        self.progress.end();
        match &mut self.renderer {
            Renderer::Human(human) => human.reply(&mut self.out, reply)?,
            Renderer::Json(json) => json.reply(&mut self.out, reply)?,
        }
        self.out.flush()
    }

    /// Shows what a running command tells.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn news(&mut self, news: &News<'_>) -> io::Result<()> {
        self.progress.news(news);
        if matches!(news, News::Search(_) | News::Proof(_)) {
            // A row that is to be rewritten must fit the window as it is now.
            self.refresh();
        }
        let (renderer, out) = (&mut self.renderer, &mut self.out);
        self.progress.aside(|| {
            match renderer {
                Renderer::Human(human) => human.news(&mut *out, news)?,
                Renderer::Json(json) => json.news(&mut *out, news)?,
            }
            out.flush()
        })
    }

    /// Shows a command before it is done.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn echo(&mut self, line: &str) -> io::Result<()> {
        if self.look.json {
            return Ok(());
        }
        writeln!(self.out, "> {}", line.trim())?;
        self.out.flush()
    }

    /// Tells what went wrong: at the prompt with the line and a caret, in a script with the file and the number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn complain(
        &mut self,
        origin: &Origin,
        line: &str,
        error: &CommandError,
    ) -> io::Result<()> {
        self.progress.end();
        self.out.flush()?;
        let message = error.to_string();
        let place = match origin {
            Origin::Prompt => None,
            Origin::Script { name, line } => Some(format!("{name}:{line}")),
        };
        let span = match error {
            CommandError::Parse(fault) if place.is_none() => fault.span.clone(),
            _ => None,
        };
        let complaint = Complaint { place: place.as_deref(), message: &message, line, span };
        let width = if self.streams.error { terminal::width() } else { None };
        let settings = Settings { style: self.error_style, width, ..self.settings };
        paint::page(&mut self.error, &error::view(&complaint, &settings), &settings)?;
        self.error.flush()?;
        if let Renderer::Json(json) = &self.renderer {
            let (source, number) = match origin {
                Origin::Prompt => ("prompt", 1),
                Origin::Script { name, line } => (name.as_str(), *line),
            };
            json.error(&mut self.out, source, number, error)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Says why the program ends, and with which status.
    pub fn last_words(&mut self, error: &anyhow::Error) -> u8 {
        // If not even this can be said, the status still does.
        let _ = writeln!(self.error, "error: {error:#}");
        1
    }

    /// Prints a line for people, as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}

/// How to draw on standard output.
fn settings(look: Look, streams: Streams, preferences: &Preferences) -> Settings {
    let pretty = streams.output && streams.capable;
    let figures = preferences.pieces == PieceSetting::Figures;
    Settings {
        layout: if pretty { Layout::Pretty } else { Layout::Plain },
        style: style(look, pretty, preferences),
        ascii: look.ascii || preferences.ascii,
        width: if pretty { terminal::width() } else { None },
        pieces: if figures { PieceStyle::Figures } else { PieceStyle::Letters },
        view: if preferences.pov == PointOfView::White { View::White } else { View::SideToMove },
        chess960: false,
    }
}

/// How to colour a stream.
fn style(look: Look, terminal: bool, preferences: &Preferences) -> Style {
    let variable = |name: &str| env::var(name).ok();
    let usual = ColorDepth::resolve(look.color, terminal, variable);
    let depth = match preferences.color {
        ColorSetting::Auto => usual,
        ColorSetting::Off => ColorDepth::None,
        ColorSetting::Sixteen => ColorDepth::Sixteen,
        ColorSetting::TwoHundredFiftySix => ColorDepth::TwoHundredFiftySix,
        ColorSetting::True => ColorDepth::True,
    };
    let theme = match preferences.theme {
        ThemeSetting::Auto => Theme::from_environment(variable),
        ThemeSetting::Dark => Theme::Dark,
        ThemeSetting::Light => Theme::Light,
        ThemeSetting::Mono => Theme::Mono,
    };
    Style::new(depth, theme)
}
