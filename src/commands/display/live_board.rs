//! The live board of `analyze`: board and lines in one block above the prompt.

use std::io::{self, Write};
use std::time::Duration;

use crate::chess::{Position, Step};
use crate::engine::Event;
use crate::ink::live_block::LiveBlock;
use crate::ink::number::{short, time_with_unit};
use crate::ink::settings::BoardSize;
use crate::ink::{Line, Page, Role, Settings, board, movetext};
use crate::search::Iteration;

/// Columns of the board, including its edges and the gap after it.
const BOARD: usize = 32;

/// Minimum columns for lines next to the board; in narrower windows they go below it.
const LINES: usize = 36;

const REDRAW: Duration = Duration::from_millis(100);

/// The board as it is drawn in sight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardInSight {
    pub position: Position,
    pub last: Option<Step>,
    pub flipped: bool,
}

impl BoardInSight {
    /// Draws the board with a page below it, in a window of `rows` rows with the prompt.
    pub fn above(&self, below: Page, rows: usize, settings: &Settings) -> Page {
        let room = rows.saturating_sub(below.lines().len() + 2);
        let mut page = self.squares(settings);
        if page.lines().len() > room {
            page = self.squares(&Settings { board: BoardSize::Normal, ..*settings });
        }
        page.append(below);
        page
    }

    fn squares(&self, settings: &Settings) -> Page {
        board::squares(&self.position, self.last, self.flipped, settings)
    }
}

#[derive(Debug)]
pub struct LiveBoard {
    pub board: BoardInSight,
    found: Option<Iteration>,
}

impl LiveBoard {
    pub fn new(board: BoardInSight) -> LiveBoard {
        LiveBoard { board, found: None }
    }

    /// Draws an event into the block, in a window of `rows` rows; returns `false` if the caller has to print it.
    pub fn event(
        &mut self,
        (out, block): (&mut dyn Write, &mut LiveBlock),
        event: &Event,
        (rows, settings): (usize, &Settings),
    ) -> io::Result<bool> {
        match event {
            Event::Iteration(iteration) => self.found = Some(iteration.clone()),
            Event::Heartbeat(progress) => match &mut self.found {
                Some(found) => found.progress = *progress,
                None => return Ok(true),
            },
            Event::Bound(_) | Event::RootMove { .. } => return Ok(true),
            _ => {
                self.draw((out, block), rows, settings)?;
                block.leave();
                return Ok(false);
            }
        }
        if block.is_fresh(REDRAW) { Ok(true) } else { self.draw((out, block), rows, settings) }
    }

    fn draw(
        &self,
        (out, block): (&mut dyn Write, &mut LiveBlock),
        rows: usize,
        settings: &Settings,
    ) -> io::Result<bool> {
        let Some(found) = &self.found else { return Ok(true) };
        // The prompt and the row below it.
        let rows = rows.saturating_sub(2);
        match self::block(&self.board, found, (rows, settings)) {
            Some(page) => block.draw(out, &page, settings).map(|()| true),
            None => Ok(false),
        }
    }
}

/// Draws the block in at most `rows` rows; `None` if even the lines do not fit.
pub fn block(
    board: &BoardInSight,
    iteration: &Iteration,
    (rows, settings): (usize, &Settings),
) -> Option<Page> {
    let root = &board.position;
    let board = board.squares(&Settings { board: BoardSize::Normal, ..*settings });
    let width = settings.width.unwrap_or(80).saturating_sub(1);
    let count = iteration.lines.len();
    let beside = width >= BOARD + LINES && count < board.lines().len() - 1;
    if beside && board.lines().len() <= rows {
        let each = (board.lines().len() - 2) / count.max(1);
        let mut right = Page::of(Line::new());
        right.append(lines(root, iteration, (width - BOARD, each.clamp(1, 3)), settings));
        return Some(board.beside(right, BOARD - 29));
    }
    let below = lines(root, iteration, (width, 1), settings);
    if board.lines().len() + below.lines().len() <= rows {
        let mut page = board;
        page.append(below);
        return Some(page);
    }
    (below.lines().len() <= rows).then_some(below)
}

/// Draws a heading, and each line in at most `rows` rows of `width` columns.
fn lines(
    root: &Position,
    iteration: &Iteration,
    (width, rows): (usize, usize),
    settings: &Settings,
) -> Page {
    let progress = &iteration.progress;
    let head = [
        format!("depth {}/{}", iteration.depth, iteration.seldepth.max(iteration.depth)),
        time_with_unit(progress.elapsed),
        format!("{} nodes", short(progress.nodes)),
    ];
    let head = settings.facts(head.map(|text| Line::of(Role::Dim, text)));
    let dot = settings.signs().dot;
    let stop = ["`stop` ends it", "`stop`"].map(|stop| Line::of(Role::Dim, format!("{dot}{stop}")));
    let stop = stop.into_iter().find(|stop| head.width() + stop.width() <= width);
    let head = stop.map_or(head.clone(), |stop| head.and(stop));
    let mut page = Page::of(head.cut(width, settings.signs().ellipsis));
    for found in &iteration.lines {
        let score = settings.bounded(found.score, found.bound, root.turn());
        let moves = movetext::line(root, &found.pv, settings);
        let line = score.right_aligned(SCORE).with(Role::Plain, "  ").and(moves);
        let mut broken = line.wrapped(width, SCORE + 2).into_iter();
        let mut shown: Vec<Line> = broken.by_ref().take(rows).collect();
        if broken.next().is_some()
            && let Some(end) = shown.pop()
        {
            let mark = settings.signs().ellipsis;
            shown.push(end.with(Role::Dim, format!(" {mark}")).cut(width, mark));
        }
        shown.into_iter().for_each(|line| page.push(line));
    }
    page
}

const SCORE: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::ink::{ColorDepth, Style, Theme};
    use crate::search::ScoredLine;
    use crate::units::{Bound, Score};

    #[test]
    fn no_row_is_as_wide_as_the_window_and_no_block_higher() {
        let root = Position::start();
        let mut pv = Vec::new();
        let mut position = root;
        for word in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O".split(' ') {
            let mv = parse_move(&position, word).unwrap();
            pv.push(mv);
            position = position.play(mv);
        }
        let style = Style::new(ColorDepth::True, Theme::Dark);
        let board = BoardInSight { position: root, last: None, flipped: false };
        for count in [1, 3, 8, 20] {
            let line = ScoredLine { score: Score::cp(31), bound: Bound::Exact, pv: pv.clone() };
            let iteration = Iteration { lines: vec![line; count], ..Iteration::default() };
            for width in [20, 40, 60, 68, 80, 120] {
                for rows in [3, 12, 18, 40] {
                    let settings = Settings { style, width: Some(width), ..Settings::default() };
                    let how = (rows, &settings);
                    match block(&board, &iteration, how) {
                        Some(page) => {
                            assert!(page.lines().len() <= rows, "{count} {width} {rows}");
                            // The board itself is 29 columns wide.
                            let is_board = rows >= 12 && width < 30;
                            assert!(is_board || page.width() < width, "{count} {width} {rows}");
                        }
                        None => assert!(count + 1 > rows, "{count} {width} {rows}"),
                    }
                }
            }
        }
    }
}
