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
    /// The first row is the header.
    headed: bool,
    rows: Vec<Vec<Line>>,
}

const GAP: usize = 2;

impl TextTable {
    pub fn new(columns: &[Align]) -> TextTable {
        TextTable { columns: columns.to_vec(), indent: 0, headed: false, rows: Vec::new() }
    }

    /// Builds a table from its column headers, separated by `|`; a trailing `>` aligns its column right.
    pub fn headed(heads: &str) -> TextTable {
        let side = |head: &str| if head.ends_with('>') { Align::Right } else { Align::Left };
        let mut table = TextTable::new(&heads.split('|').map(side).collect::<Vec<Align>>());
        table.head(&heads.split('|').map(|head| head.trim_end_matches('>')).collect::<Vec<&str>>());
        table.indented(1)
    }

    /// Drops all columns but the first `columns`, also of later rows.
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

    /// Adds the column headers, before any row.
    pub fn head(&mut self, names: &[&str]) {
        self.headed = true;
        self.row(names.iter().map(|name| Line::of(Role::Dim, *name)).collect());
    }

    pub fn row(&mut self, mut cells: Vec<Line>) {
        cells.truncate(self.columns.len());
        self.rows.push(cells);
    }

    /// Returns the width of each column but the last, and the offset of the last.
    fn widths(&self) -> (Vec<usize>, usize) {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|n| {
                self.rows.iter().filter_map(|row| row.get(n)).map(Line::width).max().unwrap_or(0)
            })
            .collect();
        let before_last = widths.iter().rev().skip(1).map(|width| width + GAP).sum::<usize>();
        (widths, self.indent + before_last)
    }

    /// Lays out the table. With a width, a last column of text is wrapped to it, or moved to lines of its own if too little room
    /// is left.
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
                    // On lines of its own the column needs no header.
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
