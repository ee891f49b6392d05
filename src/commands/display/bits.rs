//! `show bits`: the bitboards of the position.

use serde_json::{Map, Value};

use crate::chess::{Bitboard, Color, File, Piece, Position, Rank, Square};
use crate::commands::prelude::*;
use crate::ink::answer::members;
use crate::ink::json::{Fen, HashKey};

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BitsAnswer {
    fen: Fen,
    /// The sets by name, in hexadecimal: a1 is the lowest bit.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, HashKey>"))]
    sets: Map<String, Value>,
}

impl BitsAnswer {
    pub fn of(position: &Position) -> BitsAnswer {
        let colors = Color::ALL.map(|color| (color.name().to_lowercase(), position.color(color)));
        let pieces = Piece::ALL.map(|piece| (piece.to_string(), position.pieces(piece)));
        let others = [("checkers", position.checkers()), ("pinned", position.pinned())];
        let others = others.map(|(name, set)| (name.to_owned(), set));
        let sets = colors.into_iter().chain(pieces).chain(others);
        let sets = sets.map(|(name, set)| (name, members(&HashKey(set.0))));
        BitsAnswer { fen: Fen(*position), sets: sets.collect() }
    }
}

impl Answer for BitsAnswer {
    const TYPE: &str = "bitboards";

    /// Draws each set with its number, the eighth rank on top.
    fn page(&self, settings: &Settings) -> Page {
        /// Columns of a set, including the gap after it.
        const WIDE: usize = 20;
        let position = &self.fen.0;
        let mut sets = vec![
            ("white".to_owned(), position.color(Color::White)),
            ("black".to_owned(), position.color(Color::Black)),
            ("occupied".to_owned(), position.occupied()),
        ];
        sets.extend(Piece::ALL.map(|piece| (format!("{piece}s"), position.pieces(piece))));
        sets.push(("checkers".to_owned(), position.checkers()));
        sets.push(("pinned".to_owned(), position.pinned()));
        let across = settings.width.map_or(4, |width| (width / WIDE).clamp(1, 6));
        let mut page = Page::new();
        for row in sets.chunks(across) {
            if !page.lines().is_empty() {
                page.space();
            }
            let blocks = row.iter().map(|(name, set)| bitboard(name, *set));
            let joined = blocks.reduce(|left, right| left.beside(right, WIDE - 16));
            page.append(joined.unwrap_or_default());
        }
        page
    }
}

fn bitboard(name: &str, set: Bitboard) -> Page {
    let mut page = Page::of(Line::of(Role::Strong, name).padded(16));
    page.push(Line::of(Role::Dim, format!("{:016x}", set.0)));
    for rank in Rank::ALL.into_iter().rev() {
        let mut line = Line::new();
        for file in File::ALL {
            let (role, sign) = if set.has(Square::at(file, rank)) {
                (Role::Accent, "X ")
            } else {
                (Role::Dim, "- ")
            };
            line.push(role, sign);
        }
        page.push(line);
    }
    page
}
