//! Commands about other commands: `time` says how long one took, `picture` draws what it answers.
//!
//! What is wrapped is done like any other command. Its answer is drawn instead of shown, its time told behind the answer.

use std::time::Instant;

use crate::chess::Position;
use crate::engine::Event;
use crate::ink::{ColorDepth, Layout, Settings, Style, Theme};
use crate::render::{human, picture, search_table};
use crate::shell::reply::{SavedContent, SavedReply};
use crate::shell::session::{BoardSize, News, Preferences};
use crate::shell::sitting::{Paper, PictureRequest};
use crate::shell::{Command, CommandError, Reply, Session};

/// Columns of a picture.
const COLUMNS: usize = 112;

#[derive(Debug, Default)]
pub(super) struct Wrapped {
    /// When it began, if its time is printed.
    since: Option<Instant>,
    drawing: Option<Box<PictureJob>>,
}

#[derive(Debug)]
struct PictureJob {
    request: PictureRequest,
    search: Option<(Position, Vec<Event>)>,
}

impl Wrapped {
    pub(super) fn unwrap(command: Command) -> (Command, Wrapped) {
        let (mut command, mut wrapped) = (command, Wrapped::default());
        loop {
            command = match command {
                Command::Timed(inner) => {
                    wrapped.since.get_or_insert_with(Instant::now);
                    inner.command
                }
                Command::Picture(inner, request) => {
                    wrapped.drawing = Some(Box::new(PictureJob { request, search: None }));
                    inner.command
                }
                command => return (command, wrapped),
            };
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.since.is_none() && self.drawing.is_none()
    }

    pub(super) fn hear(&mut self, news: &News) {
        let Some(drawing) = &mut self.drawing else { return };
        match (news, &mut drawing.search) {
            (News::SearchBegins(begun), search) => *search = Some((begun.root, Vec::new())),
            (News::Search(event), Some((_, events))) => events.push(event.clone()),
            _ => {}
        }
    }

    /// What to say in place of an answer.
    pub(super) fn answer(
        &mut self,
        reply: Reply,
        session: &mut Session,
    ) -> Result<Reply, CommandError> {
        match self.drawing.take() {
            Some(drawing) => drawing.draw(&reply, session),
            None => Ok(reply),
        }
    }

    /// What to say behind the answer.
    pub(super) fn took(&self) -> Option<Reply> {
        self.since.map(|since| Reply::Took(since.elapsed()))
    }
}

impl PictureJob {
    fn draw(self, reply: &Reply, session: &mut Session) -> Result<Reply, CommandError> {
        let PictureRequest { path, force, paper, title } = self.request;
        let theme = match paper {
            Some(Paper::Light) => Theme::Light,
            Some(Paper::Dark) => Theme::Dark,
            None => session.preferences().theme.unwrap_or(Theme::Dark),
        };
        let style = Style::new(ColorDepth::True, theme);
        let settings = Settings {
            layout: Layout::Pretty,
            style,
            width: Some(COLUMNS),
            chess960: session.is_chess960(),
            ..preferred(session.preferences())
        };
        let page = match (reply, &self.search) {
            (Reply::SearchEnded, Some((root, events))) => {
                search_table::page(root, events, &settings)
            }
            _ => human::page(reply, &settings),
        };
        if page.lines().iter().all(|line| line.is_empty()) {
            return Err(CommandError::NothingToDraw);
        }
        session.write_file(&path, picture::svg(&page, theme, &title).as_bytes(), force)?;
        Ok(Reply::Saved(SavedReply { path, content: SavedContent::Picture }))
    }
}

pub(crate) fn preferred(preferences: &Preferences) -> Settings {
    Settings {
        ascii: preferences.ascii,
        pieces: preferences.pieces,
        big: preferences.board == BoardSize::Big,
        view: preferences.pov,
        letters: preferences.letters,
        moves: preferences.moves,
        ..Settings::default()
    }
}
