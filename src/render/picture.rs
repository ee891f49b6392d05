//! A page as a picture: what a terminal would show, as one self-contained SVG file.
//!
//! Every span stands in a grid of cells, fitted to its columns, so that tables stay aligned whatever font draws them; colours
//! are those of the palette, and the squares of a board are drawn beneath their pieces. Nothing is fetched from anywhere.

use std::fmt::Write as _;

use super::palette::{self, Hue};
use super::style::{Role, Theme};
use super::text::{Line, Page, without_controls};
use unicode_width::UnicodeWidthStr;

/// A cell of the grid, in units of the picture.
const CELL_WIDTH: f64 = 8.4;
const CELL_HEIGHT: f64 = 19.0;
/// From the top of a cell to the line that letters stand on.
const BASELINE: f64 = 14.0;
/// Around the page.
const MARGIN: f64 = 16.0;

const STYLE: &str = "text{font:14px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}.b{font-weight:700}";

/// A page as an SVG file, in the colours of a theme. The title is what a reader who cannot see the picture is told.
pub fn svg(page: &Page, theme: Theme, title: &str) -> String {
    let columns = page.lines().iter().map(Line::width).max().unwrap_or(0);
    let width = columns as f64 * CELL_WIDTH + 2.0 * MARGIN;
    let height = page.lines().len() as f64 * CELL_HEIGHT + 2.0 * MARGIN;
    let title = escaped(title);
    let mut picture = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" aria-label="{title}">
<title>{title}</title>
<style>{STYLE}</style>
<rect width="100%" height="100%" rx="8" fill="{}"/>
"#,
        hex(paper(theme))
    );
    for (row, line) in page.lines().iter().enumerate() {
        draw(&mut picture, line, MARGIN + row as f64 * CELL_HEIGHT, theme);
    }
    picture.push_str("</svg>\n");
    picture
}

fn draw(picture: &mut String, line: &Line, top: f64, theme: Theme) {
    let mut column = 0;
    for span in line.spans() {
        let width = span.text.width();
        if let Some(ground) = span.ground {
            let _ = write!(
                picture,
                r#"<rect x="{:.1}" y="{top:.1}" width="{:.1}" height="{CELL_HEIGHT:.1}" fill="{}"/>"#,
                x(column),
                width as f64 * CELL_WIDTH,
                hex(palette::ground(ground).rgb)
            );
        }
        let text = span.text.trim_start_matches(' ');
        let blanks = span.text.len() - text.len();
        let text = without_controls(text.trim_end_matches(' '));
        if !text.is_empty() {
            let (color, bold) = ink(span.role, theme);
            let _ = write!(
                picture,
                r#"<text x="{:.1}" y="{:.1}" textLength="{:.1}" lengthAdjust="spacingAndGlyphs" fill="{}"{}>{}</text>"#,
                x(column + blanks),
                top + BASELINE,
                text.width() as f64 * CELL_WIDTH,
                hex(color),
                if bold { r#" class="b""# } else { "" },
                escaped(&text)
            );
        }
        column += width;
    }
    picture.push('\n');
}

/// Where a column begins.
fn x(column: usize) -> f64 {
    MARGIN + column as f64 * CELL_WIDTH
}

/// What the page is drawn on.
const fn paper(theme: Theme) -> (u8, u8, u8) {
    match theme {
        Theme::Dark => (0x1B, 0x1D, 0x22),
        Theme::Light | Theme::Mono => (0xFD, 0xFC, 0xFA),
    }
}

/// The colour of a role, and whether it is heavier than the rest.
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

/// Text as it may stand in an element or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::style::Ground;

    #[test]
    fn spans_stand_in_their_columns_on_their_squares() {
        let mut line = Line::of(Role::Dim, " 8 ");
        line.push_on(Ground::Check, Role::BlackMan, " k ");
        let picture = svg(&Page::of(line.with(Role::Good, "a<b & \"c\"")), Theme::Dark, "a & b");
        assert!(picture.starts_with("<svg xmlns="), "{picture}");
        assert!(picture.contains(r#"x="24.4" y="30.0" textLength="8.4""#), "{picture}");
        assert!(
            picture.contains(
                r##"<rect x="41.2" y="16.0" width="25.2" height="19.0" fill="#8c2020"/>"##
            )
        );
        assert!(picture.contains(">a&lt;b &amp; &quot;c&quot;</text>"), "{picture}");
        assert!(picture.contains("<title>a &amp; b</title>"));
    }

    #[test]
    fn themes_differ_in_paper_and_ink() {
        let page = Page::of(Line::plain("text"));
        let [dark, light] = [Theme::Dark, Theme::Light].map(|theme| svg(&page, theme, "text"));
        assert!(dark.contains("#1b1d22") && light.contains("#fdfcfa"));
        assert_ne!(dark, light);
    }
}
