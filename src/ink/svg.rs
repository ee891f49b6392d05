//! Renders a page as a picture: the output of a terminal as one self-contained SVG file.
//!
//! Every span is placed in a grid of cells and fitted to its columns, so that tables stay aligned in any font. Boards have the
//! pieces and colours of the HTML pages (`html/mod.rs`).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::board;
use super::color::Hue;
use super::html::{self, piece_symbols};
use super::text::{Line, Page, Span, without_controls};
use super::{Ground, Role, Theme, palette};
use crate::chess::{Color, Piece};
use unicode_width::UnicodeWidthStr;

/// A cell of the grid, in units of the picture.
const CELL_WIDTH: f64 = 8.4;
const CELL_HEIGHT: f64 = 19.0;
/// From the top of a cell to the baseline.
const BASELINE: f64 = 14.0;
const MARGIN: f64 = 16.0;
/// Columns of a square that is one line high; the line is as high as the square is wide.
const SQUARE: usize = 3;

const STYLE: &str = "text{font:14px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}.b{font-weight:700}";

struct PlacedLine<'a> {
    line: &'a Line,
    top: f64,
    height: f64,
}

/// Renders a page as an SVG file in the colours of a theme. `title` is the alternative text.
pub fn picture(page: &Page, theme: Theme, title: &str) -> String {
    let width = page.width() as f64 * CELL_WIDTH + 2.0 * MARGIN;
    let mut bottom = MARGIN;
    let place = |line| {
        let placed = PlacedLine { line, top: bottom, height: height(line) };
        bottom += placed.height;
        placed
    };
    let lines: Vec<PlacedLine<'_>> = page.lines().iter().map(place).collect();
    let height = bottom + MARGIN;
    let title = escaped(title);
    let mut picture = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" aria-label="{title}">
<title>{title}</title>
<style>{STYLE}</style>
<rect width="100%" height="100%" rx="8" fill="{}"/>
"#,
        hex(paper(theme))
    );
    let (mut symbols, mut men) = (BTreeMap::new(), String::new());
    for row in 0..lines.len() {
        for (column, span) in spans(lines[row].line) {
            match man(span) {
                Some((color, piece)) => {
                    let name = piece_symbols::name(color, piece);
                    place_man(&mut men, &name, (&lines, row), (column, span));
                    symbols.insert(name, piece_symbols::symbol(color, piece));
                    draw_ground(&mut picture, &lines[row], (column, span), theme);
                }
                None => draw(&mut picture, &lines[row], (column, span), theme),
            }
        }
        picture.push('\n');
    }
    if !men.is_empty() {
        let symbols: String = symbols.into_values().collect();
        let _ = write!(picture, "<defs>{symbols}</defs>\n{men}\n");
    }
    picture.push_str("</svg>\n");
    picture
}

fn spans(line: &Line) -> impl Iterator<Item = (usize, &Span)> {
    line.spans().iter().scan(0, |column, span| {
        let begin = *column;
        *column += span.text.width();
        Some((begin, span))
    })
}

fn height(line: &Line) -> f64 {
    let has_squares =
        line.spans().iter().any(|span| span.ground.is_some() && span.text.width() == SQUARE);
    if has_squares { SQUARE as f64 * CELL_WIDTH } else { CELL_HEIGHT }
}

fn man(span: &Span) -> Option<(Color, Piece)> {
    span.ground?;
    board::piece_of(&span.text, span.role)
}

/// Centres a piece in its square, which may have empty lines above and below the line of the piece.
fn place_man(
    men: &mut String,
    name: &str,
    (lines, row): (&[PlacedLine<'_>], usize),
    (column, span): (usize, &Span),
) {
    let width = span.text.width();
    let is_blank = |line: &PlacedLine<'_>| {
        let beside = spans(line.line).find(|&(begin, _)| begin == column);
        beside.is_some_and(|(_, beside)| {
            beside.ground == span.ground
                && beside.text.width() == width
                && beside.text.trim().is_empty()
        })
    };
    let above = lines[..row].iter().rev().take_while(|line| is_blank(line)).count();
    let below = lines[row + 1..].iter().take_while(|line| is_blank(line)).count();
    let PlacedLine { top, height, .. } = lines[row];
    let high = height * (1 + 2 * above.min(below)) as f64;
    let wide = width as f64 * CELL_WIDTH;
    let size = high.min(wide);
    let _ = write!(
        men,
        r##"<use href="#{name}" x="{:.1}" y="{:.1}" width="{size:.1}" height="{size:.1}"/>"##,
        x(column) + (wide - size) / 2.0,
        top + (height - size) / 2.0,
    );
}

fn draw_ground(
    picture: &mut String,
    line: &PlacedLine<'_>,
    (column, span): (usize, &Span),
    theme: Theme,
) {
    let Some(ground) = span.ground else { return };
    let (square, mark) = square_colors(ground, theme);
    for (fill, opacity) in [(Some(square), ""), (mark, r#" opacity=".5""#)] {
        let Some(fill) = fill else { continue };
        let _ = write!(
            picture,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{fill}"{opacity}/>"#,
            x(column),
            line.top,
            span.text.width() as f64 * CELL_WIDTH,
            line.height,
        );
    }
}

fn square_colors(ground: Ground, theme: Theme) -> (&'static str, Option<&'static str>) {
    let color = |name| html::color(name, theme);
    match ground {
        Ground::Light => (color("light"), None),
        Ground::Dark => (color("dark"), None),
        Ground::LastLight => (color("light"), Some(color("last"))),
        Ground::LastDark => (color("dark"), Some(color("last"))),
        Ground::Check => (color("check"), None),
    }
}

fn draw(picture: &mut String, line: &PlacedLine<'_>, (column, span): (usize, &Span), theme: Theme) {
    draw_ground(picture, line, (column, span), theme);
    let text = span.text.trim_start_matches(' ');
    let blanks = span.text.len() - text.len();
    let text = without_controls(text.trim_end_matches(' '));
    if text.is_empty() {
        return;
    }
    let (color, bold) = ink(span.role, theme);
    // Squares have their own colours, on which text colours of the theme would be unreadable.
    let color = span.ground.map_or_else(|| hex(color), |_| ON_SQUARES.to_owned());
    let _ = write!(
        picture,
        r#"<text x="{:.1}" y="{:.1}" textLength="{:.1}" lengthAdjust="spacingAndGlyphs" fill="{color}"{}>{}</text>"#,
        x(column + blanks),
        line.top + (line.height - CELL_HEIGHT) / 2.0 + BASELINE,
        text.width() as f64 * CELL_WIDTH,
        if bold { r#" class="b""# } else { "" },
        escaped(&text)
    );
}

const ON_SQUARES: &str = "#14161a";

fn x(column: usize) -> f64 {
    MARGIN + column as f64 * CELL_WIDTH
}

const fn paper(theme: Theme) -> (u8, u8, u8) {
    match theme {
        Theme::Dark => (0x1B, 0x1D, 0x22),
        Theme::Light | Theme::Mono => (0xFD, 0xFC, 0xFA),
    }
}

/// Returns the colour of a role, and whether it is bold.
fn ink(role: Role, theme: Theme) -> ((u8, u8, u8), bool) {
    let look = palette::look(role, theme);
    let plain = match theme {
        Theme::Dark => (0xE4, 0xE6, 0xEA),
        Theme::Light | Theme::Mono => (0x1F, 0x22, 0x28),
    };
    (look.hue.map_or(plain, |Hue { rgb, .. }| rgb), look.bold)
}

fn hex((red, green, blue): (u8, u8, u8)) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_stand_in_their_columns_on_their_squares() {
        let mut line = Line::of(Role::Dim, " 8 ");
        line.push_on(Ground::Check, Role::BlackMan, " k ");
        let picture =
            picture(&Page::of(line.with(Role::Good, "a<b & \"c\"")), Theme::Dark, "a & b");
        assert!(picture.starts_with("<svg xmlns="), "{picture}");
        assert!(picture.contains(r#"x="24.4" y="33.1" textLength="8.4""#), "{picture}");
        assert!(
            picture.contains(
                r##"<rect x="41.2" y="16.0" width="25.2" height="25.2" fill="#e0605b"/>"##
            )
        );
        let men = r##"<use href="#bk" x="41.2" y="16.0" width="25.2" height="25.2"/>"##;
        assert!(picture.contains(men) && picture.contains(r#"<symbol id="bk""#), "{picture}");
        assert!(picture.contains(">a&lt;b &amp; &quot;c&quot;</text>"), "{picture}");
        assert!(picture.contains("<title>a &amp; b</title>"));
    }

    #[test]
    fn themes_differ_in_paper_and_ink() {
        let page = Page::of(Line::plain("text"));
        let [dark, light] = [Theme::Dark, Theme::Light].map(|theme| picture(&page, theme, "text"));
        assert!(dark.contains("#1b1d22") && light.contains("#fdfcfa"));
        assert_ne!(dark, light);
    }
}
