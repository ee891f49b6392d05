//! Commands about other commands: `time` says how long one took, `picture` draws what it answers.
//!
//! What is wrapped is done like any other command. Its answer is drawn instead of shown, its time told behind the answer.

use std::time::Instant;

use crate::chess::Position;
use crate::commands::session::save::{SavedAnswer, SavedContent};
use crate::commands::tools::time::Took;
use crate::engine::Event;
use crate::ink::json::Milliseconds;
use crate::ink::{ColorDepth, Layout, Settings, Style, Theme};
use crate::render::{picture, search_table};
use crate::shell::reply::SearchEnded;
use crate::shell::session::{BoardSize, News, Preferences};
use crate::shell::sitting::{Paper, PictureRequest};
use crate::shell::{CommandError, Reply, Session};

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
    /// Its time is wanted.
    pub(super) fn time(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// A picture of its answer is wanted.
    pub(super) fn draw(&mut self, request: PictureRequest) {
        self.drawing = Some(Box::new(PictureJob { request, search: None }));
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
        self.since.map(|since| Took { time_ms: Milliseconds(since.elapsed()) }.into())
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
        let page = match &self.search {
            Some((root, events)) if reply.of::<SearchEnded>().is_some() => {
                search_table::page(root, events, &settings)
            }
            _ => reply.page(&settings),
        };
        if page.lines().iter().all(|line| line.is_empty()) {
            let why = "there is nothing to draw: the command shows nothing of its own";
            return Err(CommandError::refused(why));
        }
        session.write_file(&path, picture::svg(&page, theme, &title).as_bytes(), force)?;
        Ok(SavedAnswer::new(path, SavedContent::Picture).into())
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
