//! A proof as a picture: the board where it begins, and beside it the tree, a row for every answer.

use std::fmt::Write as _;

use super::super::html::pieces;
use super::export;
use super::rows;
use crate::chess::{Color, Position, Square};
use crate::ink::markup::escaped;
use crate::ink::{Layout, Settings};
use crate::layout::exhibit::Exhibit;

/// Rows that are shown: a picture is for what can be taken in at a glance.
const MOST_ROWS: usize = 150;

/// Lengths, in units of the picture.
const MARGIN: usize = 28;
const BOARD: usize = 360;
const ROW: usize = 24;
const DEEPER: usize = 22;
const LETTER: usize = 8;

pub(super) fn text(exhibit: &Exhibit) -> String {
    let (head, rows) =
        rows::of(&exhibit.tree, &Settings { layout: Layout::Pretty, ..Settings::default() });
    let hidden = rows.len().saturating_sub(MOST_ROWS) + usize::from(exhibit.tree.cut);
    let left = MARGIN + BOARD + 2 * MARGIN;
    let top = MARGIN + 78;
    let mut tree = String::new();
    let mut remarks =
        head.remarks.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" · ");
    if !remarks.is_empty() && !head.mv.is_empty() {
        remarks.insert_str(0, "  ");
    }
    let mut widest = head.mv.chars().count() + remarks.chars().count();
    let _ = write!(
        tree,
        r#"<text x="{left}" y="{}" xml:space="preserve"><tspan class="key">{}</tspan><tspan class="soft">{}</tspan></text>"#,
        top + 16,
        escaped(&head.mv),
        escaped(&remarks),
    );
    let shown = rows.len().min(MOST_ROWS);
    // Where the twig of the row before ends, on every level.
    let mut twigs: Vec<usize> = Vec::new();
    for (place, row) in rows.iter().take(MOST_ROWS).enumerate() {
        let (x, y) = (left + DEEPER * (row.depth + 1), top + 16 + ROW * (place + 1));
        twigs.truncate(row.depth + 1);
        let from = twigs.get(row.depth).copied().unwrap_or(y - ROW + 5);
        twigs.resize(row.depth + 1, y - 5);
        twigs[row.depth] = y - 5;
        let replies = row.defences.join(", ");
        let remarks: Vec<&str> = row.remarks.iter().map(|(_, text)| text.as_str()).collect();
        let remarks = remarks.join(", ");
        let class = if row.mates { "mate" } else { "answer" };
        let length = replies.chars().count() + row.answer.len() + remarks.chars().count() + 10;
        widest = widest.max(length + row.depth * DEEPER / LETTER);
        let _ = write!(
            tree,
            r#"<path d="M{} {from}V{}h10" class="twig"/><text x="{x}" y="{y}" xml:space="preserve">{} <tspan class="soft">→ {}</tspan><tspan class="{class}">{}</tspan><tspan class="soft">  {}</tspan></text>"#,
            x - 16,
            y - 5,
            escaped(&replies),
            escaped(&row.number),
            escaped(&row.answer),
            escaped(&remarks),
        );
    }
    if hidden > 0 {
        let y = top + 16 + ROW * (shown + 1);
        let _ = write!(
            tree,
            r#"<text x="{left}" y="{y}" class="soft">… and more: the .html form unfolds all of it</text>"#
        );
    }
    let below = top + 16 + ROW * (shown + 1 + usize::from(hidden > 0));
    let height = (top + BOARD).max(below) + MARGIN;
    let width = left + (widest.max(34) + 3) * LETTER + MARGIN;
    page(exhibit, width, height, top, &tree)
}

fn page(exhibit: &Exhibit, width: usize, height: usize, top: usize, tree: &str) -> String {
    let root = exhibit.proof.root();
    let turn = format!("{} to move", root.turn());
    let title = export::title(exhibit);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">
<title>{title}</title>
<desc>{fen}</desc>
<style>{STYLE}</style>
<defs>{men}</defs>
<rect width="{width}" height="{height}" class="paper"/>
<text x="{MARGIN}" y="{y}" class="title">{title}</text>
<text x="{MARGIN}" y="{below}" class="soft">{known} · {turn}</text>
{board}
{tree}
</svg>
"#,
        title = escaped(&title),
        fen = escaped(&root.to_fen()),
        men = pieces::symbols(),
        y = MARGIN + 22,
        below = MARGIN + 48,
        known = escaped(&export::known(exhibit)),
        board = board(root, exhibit.proof.attacker(), MARGIN, top),
    )
}

const STYLE: &str = "text{font:15px system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif;fill:#23262b}\
.paper{fill:#fffefb}.title{font-size:23px;font-weight:650}.soft{fill:#656b75}.key,.answer{font-weight:650}\
.mate{font-weight:650;fill:#a8432c}.twig{fill:none;stroke:#cfccc4}.light{fill:#e6e9ee}.dark{fill:#8ea2b8}.at{font-size:10px;fill:#656b75}";

/// The board from the attacker's side, a piece's symbol on each square.
fn board(position: &Position, bottom: Color, left: usize, top: usize) -> String {
    const SQUARE: usize = BOARD / 8;
    let mut text = String::new();
    for square in Square::ALL {
        let (file, rank) = (square.file().index(), square.rank().index());
        let (column, row) = match bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        let (x, y) = (left + column * SQUARE, top + row * SQUARE);
        let ground = if (file + rank) % 2 == 1 { "light" } else { "dark" };
        let _ = write!(
            text,
            r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" class="{ground}"/>"#
        );
        if let Some(man) = position.at(square) {
            let name = pieces::name(man.color, man.piece);
            let _ = write!(
                text,
                r##"<use href="#{name}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"##
            );
        }
        if row == 7 {
            let (x, y) = (x + SQUARE / 2, y + SQUARE + 14);
            let _ = write!(
                text,
                r#"<text x="{x}" y="{y}" class="at" text-anchor="middle">{}</text>"#,
                square.file().letter()
            );
        }
        if column == 0 {
            let (x, y) = (left - 8, y + SQUARE / 2 + 4);
            let _ = write!(
                text,
                r#"<text x="{x}" y="{y}" class="at" text-anchor="end">{}</text>"#,
                square.rank().letter()
            );
        }
    }
    text
}
