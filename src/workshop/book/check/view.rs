//! What `book check` shows, and its line of JSON.

use serde::Serialize;
use serde_json::Value;

use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tool::{ToolAnswer, members};

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookCheck {
    pub name: String,
    #[serde(rename = "moves")]
    pub entries: usize,
    pub positions: usize,
    /// Entries that can be reached from the start position, each of them legal.
    pub reached: usize,
    /// How its lines were scored; `None` for a book without lines.
    pub lines: Option<LineScores>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LineScores {
    pub lines: usize,
    /// How many were searched: fewer if it was stopped.
    pub scored: usize,
    /// Rows that say of themselves that they are sound, and end more than [`super::SOUND`] ahead for a side, gambits aside; with the
    /// score as the side to move sees it.
    pub doubtful: Vec<DoubtfulLine>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DoubtfulLine {
    pub row: String,
    pub cp: i32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BooksCheckedAnswer {
    pub books: Vec<BookCheck>,
}

impl ToolAnswer for BooksCheckedAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("book-checked", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        self.books.iter().for_each(|check| page.append(checked(check, settings)));
        page
    }
}

fn checked(check: &BookCheck, settings: &Settings) -> Page {
    let mut facts = vec![
        Line::of(Role::Strong, check.name.as_str()),
        Line::plain(counted(check.entries, "move")),
        Line::plain(counted(check.positions, "position")),
        Line::plain(format!("{} legal from the start position on", check.reached)),
    ];
    if let Some(lines) = &check.lines {
        facts.push(Line::plain(format!(
            "{} of {} scored",
            lines.scored,
            counted(lines.lines, "line")
        )));
        facts.push(match lines.doubtful.len() {
            0 => Line::of(Role::Good, "all as sound as they say"),
            doubtful => Line::of(Role::Bad, format!("{doubtful} end worse than they say")),
        });
    }
    let mut page = Page::of_facts(facts, settings);
    for doubtful in check.lines.iter().flat_map(|lines| &lines.doubtful) {
        let line = Line::of(Role::Bad, format!(" {:+} for the side to move  ", doubtful.cp));
        page.wrapped(line.with(Role::Plain, doubtful.row.as_str()), settings, 2);
    }
    page
}
