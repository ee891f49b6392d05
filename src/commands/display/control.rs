//! `show control`: how often each side attacks each square.

use std::cmp::Ordering;

use crate::chess::{Bitboard, Color, Position, Square};
use crate::commands::prelude::*;
use crate::ink::board;
use crate::ink::json::Fen;
use crate::ink::movetext;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ControlAnswer {
    fen: Fen,
    #[serde(skip)]
    flipped: bool,
    squares: Vec<ControlledSquare>,
}

/// How many pieces attack a square.
// Pins and the side to move are ignored.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "controlled-square"))]
struct ControlledSquare {
    square: String,
    white: u32,
    black: u32,
}

impl ControlAnswer {
    pub fn of(position: &Position, flipped: bool) -> ControlAnswer {
        let squares = Square::ALL.into_iter().map(|square| {
            let all = position.attackers_to(square, position.occupied());
            let [white, black] = Color::ALL.map(|color| (all & position.color(color)).len());
            ControlledSquare { square: square.to_string(), white, black }
        });
        ControlAnswer { fen: Fen(*position), flipped, squares: squares.collect() }
    }
}

impl Answer for ControlAnswer {
    const TYPE: &str = "control";

    /// Draws the numbers of White's and Black's attackers of each square, in the colour of the side with more.
    fn page(&self, settings: &Settings) -> Page {
        // Columns per square; two digits and a colon need three.
        let wide = if settings.width.is_some_and(|width| width < 5 * 8 + 5) { 4 } else { 5 };
        let mut page =
            board::grid(&self.fen.0, Bitboard::EMPTY, self.flipped, (wide, 1), |square, _| {
                let ControlledSquare { white, black, .. } = &self.squares[square.index()];
                let role = match white.cmp(black) {
                    Ordering::Greater => movetext::side_role(Color::White),
                    Ordering::Less => movetext::side_role(Color::Black),
                    Ordering::Equal => Role::Plain,
                };
                match white + black {
                    0 => (Role::Dim, settings.signs().dash.to_owned()),
                    _ => (role, format!("{white}:{black}")),
                }
            });
        page.push(Line::of(Role::Dim, " White's attackers : Black's"));
        page
    }
}
