//! What `book check` shows, and its line of JSON.

use serde::Serialize;
use serde_json::Value;

use super::BookCheck;
use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tool::{ToolAnswer, members};

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
