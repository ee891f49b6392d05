//! Stand-in until the rows of an analysis in the background land.
use super::settings::Settings;
use super::text::Page;
use super::{outcome, search_table};
use crate::chess::Position;
use crate::engine::Event;
/// Rows.
#[derive(Debug)]
pub struct BackgroundRows {
    root: Position,
}
impl BackgroundRows {
    /// For a search from this position.
    pub fn new(root: Position) -> BackgroundRows {
        BackgroundRows { root }
    }
    /// What to print.
    pub fn event(&mut self, event: &Event, settings: &Settings) -> Option<Page> {
        let _ = search_table::plain_score;
        match event {
            Event::Finished(finished) => Some(outcome::view(&self.root, finished, settings)),
            _ => None,
        }
    }
}
