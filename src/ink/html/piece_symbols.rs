//! Pieces of pictures, drawn for Quarterply: outlines on squares of 45 units, a common foot, and inner lines.

use crate::chess::{Color, Piece};

/// The foot of every piece.
const FOOT: &str =
    "M11.5 39v-2.4c0-1.300 1-2.300 2.300-2.300h17.400c1.300 0 2.300 1 2.300 2.300V39z";

/// An outline and the lines inside it.
const fn shape(piece: Piece) -> (&'static str, &'static str) {
    match piece {
        Piece::Pawn => (
            "M15.400 34.300c2.500-2.700 4-6.200 4.400-10.300h5.400c.4 4.100 1.900 7.600 4.400 10.300z M17.200 \
             22.500a5.300 1.700 0 1 1 10.600 0a5.300 1.700 0 1 1-10.600 0z M17.300 16a5.200 5.200 0 1 1 \
             10.400 0a5.200 5.200 0 1 1-10.400 0z",
            "",
        ),
        Piece::Knight => (
            "M14 34.300c.1-5.600 5.300-7.300 6.200-12.400c-2.200 1.900-4 1.600-5.500 3.200c-.8.9-1.200 \
             2.400-2.700 2.500c-1.700.1-3-1.700-2.700-3.300c.5-2.300 3.300-4.700 4.300-7.400c.7-1.900.8-3.300 \
             2.300-4.800L16.700 7c1.700.6 3.100 1.600 4 2.800c.3-1.200.9-2.300 1.700-3.100c.9.9 1.500 2.100 \
             1.800 3.300C30 12 32.800 18.800 31.600 34.300z",
            "M24.500 13.200c4 3.600 4.800 10.400 3.900 17.600 M16.300 16.400l1.700-.9",
        ),
        Piece::Bishop => (
            "M22.500 9.700c5.300 4 7.600 8.200 6.600 12.200c-.5 2-1.500 3.300-2.900 \
             4.300h-7.400c-1.400-1-2.400-2.300-2.900-4.300c-1-4 1.300-8.200 6.600-12.200z M18.600 \
             28.100h7.800c.3 2.500 1.600 4.600 3.700 6.200H14.900c2.100-1.600 3.400-3.700 3.700-6.200z M17 \
             27.100a1 1 0 0 1 1-1h9a1 1 0 0 1 0 2h-9a1 1 0 0 1-1-1z M20.400 7.900a2.100 2.100 0 1 1 4.200 \
             0a2.100 2.100 0 1 1-4.200 0z",
            "M22.500 14.500v7 M19.200 18h6.600",
        ),
        Piece::Rook => (
            "M15 34.300l1.400-15.300h12.200L30 34.300z M13.200 19v-9.200c0-.5.3-.8.8-.8h3.200c.5 0 \
             .8.3.8.8v2.700h2.700V9.800c0-.5.3-.8.8-.8h2c.5 0 .8.3.8.8v2.700H27V9.800c0-.5.3-.8.8-.8H31c.5 0 \
             .8.3.8.8V19z",
            "M15.900 24.500h13.200",
        ),
        Piece::Queen => (
            "M14.600 30.200L10.200 15.800l6.500 6.200l1.300-9.800l4.500 8.600l4.500-8.600l1.300 \
             9.800l6.500-6.200l-4.400 14.400z M14.600 30.200h15.800l.9 4.100H13.700z M7.900 14.300a2.100 \
             2.100 0 1 1 4.200 0a2.100 2.100 0 1 1-4.200 0z M15.700 10.400a2.100 2.100 0 1 1 4.200 0a2.100 \
             2.100 0 1 1-4.200 0z M25.100 10.400a2.100 2.100 0 1 1 4.200 0a2.100 2.100 0 1 1-4.200 0z M32.900 \
             14.300a2.100 2.100 0 1 1 4.200 0a2.100 2.100 0 1 1-4.200 0z",
            "M15.500 30.200h14",
        ),
        Piece::King => (
            "M21.200 5.500h2.600v2.700h2.700v2.500h-2.700v4.100h-2.600v-4.100h-2.700V8.200h2.700z M22.500 \
             20.400c1-3.300 3.600-5.300 6.800-5.300c3.600 0 6.200 2.500 6.200 6c0 4.100-3.700 6.400-4.600 \
             10.100H14.100c-.9-3.700-4.600-6-4.600-10.100c0-3.500 2.600-6 6.200-6c3.200 0 5.800 2 6.800 \
             5.300z M14.100 31.200h16.800l.6 3.100h-18z",
            "M22.500 20.400v10.300 M14.500 31.200h16",
        ),
    }
}

/// Fill, outline and inner lines.
const fn inks(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["#fdfcf8", "#1f2226", "#1f2226"],
        Color::Black => ["#2a2e35", "#14161a", "#c9d1dc"],
    }
}

/// The name of a piece's symbol: `wk`, `bp`.
pub fn name(color: Color, piece: Piece) -> String {
    format!("{}{}", color.letter(), piece.letter().to_ascii_lowercase())
}

pub fn symbols() -> String {
    let pieces = Color::ALL.into_iter().flat_map(|color| Piece::ALL.map(|piece| (color, piece)));
    pieces.map(|(color, piece)| symbol(color, piece)).collect()
}

/// Returns a piece as a symbol that a picture can use by its [`name`].
pub fn symbol(color: Color, piece: Piece) -> String {
    let ((outline, lines), [fill, edge, inner]) = (shape(piece), inks(color));
    let name = name(color, piece);
    format!(
        r#"<symbol id="{name}" viewBox="0 0 45 45"><path d="{outline}{FOOT}" fill="{fill}" stroke="{edge}" stroke-width="1.3" stroke-linejoin="round"/><path d="{lines}" fill="none" stroke="{inner}" stroke-width="1.3" stroke-linecap="round"/></symbol>"#
    )
}
