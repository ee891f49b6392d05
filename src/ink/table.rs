//! Columns of lines, aligned.

use super::style::Role;
use super::text::{Line, Page};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Left,
    Right,
}

#[derive(Clone, Debug)]
pub struct TextTable {
    columns: Vec<Align>,
    indent: usize,
    /// The first row holds the names of the columns.
    headed: bool,
    rows: Vec<Vec<Line>>,
}

const GAP: usize = 2;

impl TextTable {
    pub fn new(columns: &[Align]) -> TextTable {
        TextTable { columns: columns.to_vec(), indent: 0, headed: false, rows: Vec::new() }
    }

    /// Builds a table from the heads of its columns, with `|` between them; `>` behind one leans its column to the right.
    pub fn headed(heads: &str) -> TextTable {
        let side = |head: &str| if head.ends_with('>') { Align::Right } else { Align::Left };
        let mut table = TextTable::new(&heads.split('|').map(side).collect::<Vec<Align>>());
        table.head(&heads.split('|').map(|head| head.trim_end_matches('>')).collect::<Vec<&str>>());
        table.indented(1)
    }

    /// Leaves out all but the first columns, also of the rows to come.
    #[must_use]
    pub fn at_most(mut self, columns: usize) -> TextTable {
        self.columns.truncate(columns);
        self.rows.iter_mut().for_each(|row| row.truncate(columns));
        self
    }

    #[must_use]
    pub fn indented(self, indent: usize) -> TextTable {
        TextTable { indent, ..self }
    }

    /// Adds the names of the columns; called before any row.
    pub fn head(&mut self, names: &[&str]) {
        self.headed = true;
        self.row(names.iter().map(|name| Line::of(Role::Dim, *name)).collect());
    }

    pub fn row(&mut self, mut cells: Vec<Line>) {
        cells.truncate(self.columns.len());
        self.rows.push(cells);
    }

    /// The width of each column but the last, and where the last begins.
    fn widths(&self) -> (Vec<usize>, usize) {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|n| {
                self.rows.iter().filter_map(|row| row.get(n)).map(Line::width).max().unwrap_or(0)
            })
            .collect();
        let before_last = widths.iter().rev().skip(1).map(|width| width + GAP).sum::<usize>();
        (widths, self.indent + before_last)
    }

    /// Laid out. If a width is given, a last column of words is broken to it, or, where that would leave it too little
    /// room, moved to lines of its own.
    pub fn page(self, width: Option<usize>) -> Page {
        const LEAST: usize = 16;
        let (widths, last_begins) = self.widths();
        let last = self.columns.len() - 1;
        let wraps = self.columns[last] == Align::Left;
        let below = width.is_some_and(|width| width < last_begins + LEAST) && wraps;
        let mut page = Page::new();
        for (place, row) in self.rows.into_iter().enumerate() {
            let mut line = Line::plain(" ".repeat(self.indent));
            let mut tail = Vec::new();
            for (n, cell) in row.into_iter().enumerate() {
                let cell = match self.columns[n] {
                    Align::Right => cell.right_aligned(widths[n]),
                    Align::Left if n == last => cell,
                    Align::Left => cell.padded(widths[n]),
                };
                if n == last && wraps {
                    let indent = if below { self.indent + 2 * GAP } else { last_begins };
                    let room = width.map_or(usize::MAX, |width| width.saturating_sub(indent));
                    let mut pieces = cell.wrapped(room.max(LEAST), 0).into_iter();
                    if !below {
                        line.push(Role::Plain, " ".repeat(GAP * usize::from(n > 0)));
                        line = line.and(pieces.next().unwrap_or_default());
                    }
                    // Below, the name of the column would stand above nothing.
                    let named = below && self.headed && place == 0;
                    tail = pieces
                        .filter(|piece| !piece.is_empty() && !named)
                        .map(|piece| Line::plain(" ".repeat(indent)).and(piece))
                        .collect();
                } else {
                    line.push(Role::Plain, " ".repeat(GAP * usize::from(n > 0)));
                    line = line.and(cell);
                }
            }
            page.push(line);
            tail.into_iter().for_each(|line| page.push(line));
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TextTable {
        let mut table = TextTable::new(&[Align::Left, Align::Right, Align::Left]).indented(1);
        for (name, number, words) in
            [("check", "4", "the side to move is in check"), ("recapture", "¾", "takes back")]
        {
            table.row(vec![Line::plain(name), Line::plain(number), Line::plain(words)]);
        }
        table
    }

    fn texts(page: &Page) -> Vec<String> {
        page.lines().iter().map(|line| line.text().trim_end().to_owned()).collect()
    }

    #[test]
    fn columns_are_aligned() {
        assert_eq!(
            texts(&table().page(None)),
            [" check      4  the side to move is in check", " recapture  ¾  takes back"]
        );
    }

    #[test]
    fn the_last_column_is_wrapped_or_moved_below() {
        assert_eq!(
            texts(&table().page(Some(34)))[..2],
            [" check      4  the side to move is", "               in check"]
        );
        assert_eq!(
            texts(&table().page(Some(24))),
            [
                " check      4",
                "     the side to move is",
                "     in check",
                " recapture  ¾",
                "     takes back"
            ]
        );
    }
}
