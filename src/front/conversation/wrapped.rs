//! Commands around other commands: `time` measures one, `picture` draws its answer.
//!
//! The wrapped command is executed as usual. Its answer is drawn instead of shown, or the board if it has none; its time is
//! printed after the answer.

use std::time::Instant;

use crate::chess::Position;
use crate::commands::display::show::BoardAnswer;
use crate::commands::search::search_table;
use crate::commands::session::save::{SavedAnswer, SavedContent};
use crate::engine::Event;
use crate::ink::answer::{Answer, Done};
use crate::ink::svg;
use crate::ink::{ColorDepth, Settings, Style, Theme};
use crate::shell::session::{News, PictureRequest, Preferences};
use crate::shell::{CommandError, Reply, Session};

const COLUMNS: usize = 112;

#[derive(Debug, Default)]
pub(super) struct Wrapped {
    /// Start time, if the elapsed time is printed.
    pub(super) since: Option<Instant>,
    pub(super) picture: Option<PictureRequest>,
    search: Option<(Position, Vec<Event>)>,
}

impl Wrapped {
    pub(super) fn observe(&mut self, news: &News) {
        match (news, &mut self.search) {
            _ if self.picture.is_none() => {}
            (News::SearchBegins(begun), search) => *search = Some((begun.root, Vec::new())),
            (News::Search(event), Some((_, events))) => events.push(event.clone()),
            _ => {}
        }
    }

    pub(super) fn answer(
        &mut self,
        reply: Reply,
        session: &mut Session,
    ) -> Result<Reply, CommandError> {
        let Some(PictureRequest { path, files, paper, title }) = self.picture.take() else {
            return Ok(reply);
        };
        let theme = paper.or(session.settings.preferences.theme).unwrap_or(Theme::Dark);
        let style = Style::new(ColorDepth::True, theme);
        let settings = Settings {
            pretty: true,
            style,
            width: Some(COLUMNS),
            chess960: session.is_chess960(),
            ..preferred(&session.settings.preferences)
        };
        let page = match &self.search {
            Some((root, events)) if reply.of::<Done>().is_some() => {
                search_table::page(root, events, &settings)
            }
            _ => reply.page(&settings),
        };
        let shows_nothing = page.lines().iter().all(|line| line.is_empty());
        let page =
            if shows_nothing { BoardAnswer::of(session, false).page(&settings) } else { page };
        let svg = svg::picture(&page, theme, &title);
        session.files.written.of_command(files).make(&path, svg.as_bytes())?;
        Ok(SavedAnswer::new(path, SavedContent::Picture).into())
    }
}

pub(crate) fn preferred(preferences: &Preferences) -> Settings {
    Settings {
        ascii: preferences.ascii,
        pieces: preferences.pieces,
        board: preferences.board,
        view: preferences.pov,
        letters: preferences.letters,
        moves: preferences.moves,
        spoken: preferences.spoken,
        ..Settings::default()
    }
}
