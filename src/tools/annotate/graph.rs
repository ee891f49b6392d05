//! The score of a game as a graph: as text, and as a picture. What is drawn are White's expected points, so that a pawn counts
//! where it decides something and all that is won looks alike.

use std::fmt::Write as _;

use super::item::AnnotatedItem;
use super::{AnnotatedGame, Judgement};
use crate::chess::Color;
use crate::ink::markup::escaped;
use crate::ink::{Line, Page, Role, Settings};

const ROWS: usize = 8;

/// Columns of the graph where nothing limits it.
const WIDEST: usize = 120;

const LABEL: usize = 5;

/// The graph as text: above the middle White is better.
pub(super) fn text(game: &AnnotatedGame, settings: &Settings) -> Page {
    let expected = game.expected();
    let mut page = Page::new();
    if expected.len() < 3 {
        return page;
    }
    let room = settings.width.unwrap_or(WIDEST).min(WIDEST).saturating_sub(LABEL);
    let columns = columns(&expected, room.max(8));
    for row in 0..ROWS {
        let label = match row {
            0 => "1-0",
            _ if row == ROWS - 1 => "0-1",
            _ => "",
        };
        let drawn: String = columns.iter().map(|&points| cell(points, row, settings)).collect();
        let role = if row < ROWS / 2 { Role::White } else { Role::Black };
        let label = Line::of(Role::Dim, format!(" {label:<width$}", width = LABEL - 1));
        page.push(label.with(role, drawn.trim_end()));
    }
    page.push(Line::of(Role::Dim, axis(game, &expected, columns.len())));
    page
}

/// One value for each column: every ply has one where there is room, else several share one.
fn columns(expected: &[f64], room: usize) -> Vec<f64> {
    let count = expected.len().min(room);
    let part = |column: usize| column * expected.len() / count;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    (0..count).map(|column| mean(&expected[part(column)..part(column + 1)])).collect()
}

/// A cell is two halves high; those between the middle and the value are filled.
fn cell(points: f64, row: usize, settings: &Settings) -> char {
    let height = 2 * ROWS as i32;
    let value = (points * f64::from(height)).round() as i32;
    let filled = |half: i32| {
        let middle = height / 2;
        if value >= middle {
            (middle..value).contains(&half)
        } else {
            (value..middle).contains(&half)
        }
    };
    let top = height - 1 - 2 * row as i32;
    match (filled(top), filled(top - 1), settings.ascii) {
        (false, false, _) => ' ',
        (_, _, true) => '#',
        (true, true, false) => '█',
        (true, false, false) => '▀',
        (false, true, false) => '▄',
    }
}

fn axis(game: &AnnotatedGame, expected: &[f64], columns: usize) -> String {
    let mut axis = " ".repeat(LABEL);
    for column in 0..columns {
        // The first value stands before the first move.
        let ply = column * expected.len() / columns;
        let Some(review) = ply.checked_sub(1).and_then(|ply| game.moves.get(ply)) else { continue };
        let number = review.before.fullmoves();
        let wanted = review.before.turn() == Color::White && (number % 10 == 0 || ply == 1);
        let at = LABEL + column;
        if wanted && axis.len() <= at {
            axis.push_str(&" ".repeat(at - axis.len()));
            let _ = write!(axis, "{number} ");
        }
    }
    axis.trim_end().to_owned()
}

/// Of the picture, in its units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 160.0;
const GAP: f64 = 34.0;

/// The graphs of games, one below the other. Colours follow what the reader prefers.
pub(super) fn svg(items: &[AnnotatedItem]) -> String {
    let height = items.len() as f64 * (HEIGHT + GAP) + 12.0;
    let mut picture = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" aria-label="White's expected points, move by move">
<style>
:root {{ --paper: #fffefb; --ink: #23262b; --soft: #656b75; --white: #d8dce2; --black: #4a525e; --line: #a9a59a; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #1e2126; --ink: #e4e6ea; --soft: #9aa2ae; --white: #c7cfd9; --black: #0b0c0e; --line: #5b626d; }} }}
text {{ font: 13px system-ui, sans-serif; fill: var(--ink); }} .s {{ fill: var(--soft); font-size: 11px; }}
</style>
<rect width="100%" height="100%" rx="8" fill="var(--paper)"/>
"##,
        width = WIDTH + 2.0 * 16.0,
    );
    for (place, item) in items.iter().enumerate() {
        let top = place as f64 * (HEIGHT + GAP) + GAP;
        let title =
            escaped(&format!("{} – {}  {}", item.title.white, item.title.black, item.title.result));
        // Writing to a String cannot fail.
        let _ = write!(
            picture,
            "<text x=\"16\" y=\"{:.0}\">{title}</text>\n<g transform=\"translate(16 {top:.0})\">{}</g>\n",
            top - 10.0,
            curve(&item.game)
        );
    }
    picture.push_str("</svg>\n");
    picture
}

/// The curve of a game in a box of 720 to 160: what White can expect is light and stands below, as on a board.
pub fn curve(game: &AnnotatedGame) -> String {
    let expected = game.expected();
    let step = WIDTH / (expected.len().max(2) - 1) as f64;
    let x = |ply: usize| ply as f64 * step;
    let y = |points: f64| HEIGHT * (1.0 - points);
    let mut line = String::new();
    for (ply, &points) in expected.iter().enumerate() {
        let _ = write!(line, "{}{:.1} {:.1}", if ply == 0 { "M" } else { "L" }, x(ply), y(points));
    }
    let mut text = format!(
        r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--black)"/><path d="{line}L{WIDTH} {HEIGHT}L0 {HEIGHT}Z" fill="var(--white)"/><path d="M0 {middle}H{WIDTH}" stroke="var(--line)" stroke-dasharray="3 4"/>"##,
        middle = HEIGHT / 2.0,
    );
    for (ply, review) in game.moves.iter().enumerate() {
        let color = match review.judgement {
            Some(Judgement::Blunder) => "#d64541",
            Some(Judgement::Mistake) => "#e08a1e",
            Some(Judgement::Inaccuracy) => "#d9c23c",
            None => continue,
        };
        let _ = write!(
            text,
            r##"<circle cx="{:.1}" cy="{:.1}" r="4.5" fill="{color}" stroke="#23262b"><title>{}: {}</title></circle>"##,
            x(ply + 1),
            y(expected[ply + 1]),
            escaped(&review.name()),
            review.judgement.map_or("", Judgement::name)
        );
    }
    text
}
