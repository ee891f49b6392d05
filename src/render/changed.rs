//! The position changed: silence, as the prompt shows who moves, unless there is something to know.

use super::board;
use crate::ink::{Answer, Line, Page, Role, Settings};
use crate::shell::reply::Changed;

impl Answer for Changed {
    const TYPE: &str = "position";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = notes(&self.notes, settings);
        if let Some(standing) = board::standing(self.status.0, self.fen.0.turn()) {
            page.wrapped(standing, settings, 2);
        }
        page
    }
}

pub fn notes(notes: &[String], settings: &Settings) -> Page {
    let mut page = Page::new();
    for note in notes {
        let line = Line::of(Role::Caution, "note: ").with(Role::Plain, note.as_str());
        page.wrapped(line, settings, 6);
    }
    page
}
