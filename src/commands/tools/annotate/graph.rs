//! The graph of a game's score, as text and as SVG. The values are White's expected points, so that differences show where they
//! matter.

use std::fmt::Write as _;

use super::{AnnotatedGame, Judgement};
use crate::chess::Color;
use crate::ink::markup::escaped;
use crate::ink::{Line, Page, Role, Settings};

const ROWS: usize = 8;

const WIDEST: usize = 120;

const LABEL: usize = 5;

/// Draws the graph as text; above the middle White is better.
pub(super) fn text(game: &AnnotatedGame, settings: &Settings) -> Page {
    let expected = game.expected();
    let mut page = Page::new();
    // A short graph says nothing, and one that stays in the middle has empty rows only.
    let is_flat = expected.iter().all(|points| (points - 0.5).abs() < 1.0 / ROWS as f64);
    if is_flat || expected.len() < 3 {
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

/// Returns one value per column: each ply has its own if there is room, else several share one.
fn columns(expected: &[f64], room: usize) -> Vec<f64> {
    let count = expected.len().min(room);
    let part = |column: usize| column * expected.len() / count;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    (0..count).map(|column| mean(&expected[part(column)..part(column + 1)])).collect()
}

/// Draws a cell of two half rows, filled between the middle and the value.
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
        // The first value is from before the first move.
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

/// Width of the curve, in SVG units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 160.0;

/// Returns the curve of a game in a box of 720 to 160; White's share is light and at the bottom, as on a board.
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
