//! Endgame tables of five men: made, and held against themselves, against each other and against searches.

pub mod check;
pub mod make;

use serde::{Serialize, Serializer};

use crate::chess::{ByColor, Color};
use crate::ink::{Line, Role};
use crate::oracle::endgame::TableMaterial;

/// Why nothing can be made or checked without a folder.
const NO_FOLDER: &str =
    "no folder keeps tables of five men: name one first, as in `set TablePath ~/tables`";

/// Reads the men of a table, as `KRPKR`.
fn material(text: &str) -> Result<TableMaterial, String> {
    TableMaterial::parse(text).map_err(|error| error.to_string())
}

fn longest(moves: ByColor<u16>) -> [Line; 2] {
    Color::ALL.map(|color| match moves[color] {
        0 => Line::of(Role::Dim, format!("{color} never mates")),
        moves => Line::plain(format!("{color} mates in {moves}")),
    })
}

/// Serializes what is known of both sides: White's, then Black's.
fn both_sides<S: Serializer>(known: &ByColor<u16>, to: S) -> Result<S::Ok, S::Error> {
    Color::ALL.map(|color| known[color]).serialize(to)
}
