//! What `book check` shows, and its line of JSON.

use serde::Serialize;
use serde_json::Value;

use super::BookCheck;
use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tool::{ToolAnswer, members};

#[derive(Clone, PartialEq, Debug)]
pub struct BooksCheckedAnswer(pub Vec<BookCheck>);

#[derive(Serialize)]
struct BooksCheckedLine<'a> {
    books: Vec<BookLine<'a>>,
}

#[derive(Serialize)]
struct BookLine<'a> {
    name: &'a str,
    moves: usize,
    positions: usize,
    reached: usize,
    lines: Option<BookLinesLine<'a>>,
}

#[derive(Serialize)]
struct BookLinesLine<'a> {
    lines: usize,
    scored: usize,
    doubtful: Vec<DoubtfulLine<'a>>,
}

#[derive(Serialize)]
struct DoubtfulLine<'a> {
    row: &'a str,
    cp: i32,
}

impl ToolAnswer for BooksCheckedAnswer {
    fn line(&self) -> (&'static str, Value) {
        let books = self.0.iter().map(|check| BookLine {
            name: &check.name,
            moves: check.entries,
            positions: check.positions,
            reached: check.reached,
            lines: check.lines.as_ref().map(|lines| BookLinesLine {
                lines: lines.lines,
                scored: lines.scored,
                doubtful: lines
                    .doubtful
                    .iter()
                    .map(|(row, score)| DoubtfulLine { row, cp: score.raw() })
                    .collect(),
            }),
        });
        ("book-checked", members(&BooksCheckedLine { books: books.collect() }))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        self.0.iter().for_each(|check| page.append(checked(check, settings)));
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
    for (row, score) in check.lines.iter().flat_map(|lines| &lines.doubtful) {
        let line = Line::of(Role::Bad, format!(" {:+} for the side to move  ", score.raw()));
        page.wrapped(line.with(Role::Plain, row.as_str()), settings, 2);
    }
    page
}
