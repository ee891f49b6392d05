//! `show control`: how often each side attacks each square.

use std::cmp::Ordering;

use crate::chess::{Bitboard, BySquare, Color, Position, Square};
use crate::commands::prelude::*;
use crate::ink::json::Fen;
use crate::ink::movetext;
use crate::render::board;

#[derive(Debug)]
pub(super) struct Control;

impl Act for Control {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let position = *session.position();
        let mut attackers = BySquare([[0; 2]; 64]);
        for square in Square::ALL {
            let all = position.attackers_to(square, position.occupied());
            for color in Color::ALL {
                attackers[square][color.index()] = (all & position.color(color)).len();
            }
        }
        Ok(ControlAnswer { position, flipped: session.flipped, attackers }.into())
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "ControlForm")]
#[schemars(with = "ControlForm")]
pub struct ControlAnswer {
    pub position: Position,
    pub flipped: bool,
    /// Pieces of White and of Black that attack each square, pins and whose turn it is left out of account.
    pub attackers: BySquare<[u32; 2]>,
}

#[derive(Serialize, JsonSchema)]
struct ControlForm {
    fen: Fen,
    squares: Vec<SquareForm>,
}

/// How many pieces attack a square.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "controlled-square")]
struct SquareForm {
    square: String,
    white: u32,
    black: u32,
}

impl From<ControlAnswer> for ControlForm {
    fn from(ControlAnswer { position, attackers, .. }: ControlAnswer) -> ControlForm {
        let squares = Square::ALL.into_iter().map(|square| {
            let [white, black] = attackers[square];
            SquareForm { square: square.to_string(), white, black }
        });
        ControlForm { fen: Fen(position), squares: squares.collect() }
    }
}

impl Answer for ControlAnswer {
    const TYPE: &str = "control";

    /// White's attackers and Black's on each square, in the colour of the side that has more.
    fn page(&self, settings: &Settings) -> Page {
        // Columns of a square; two digits and a colon need three.
        let wide = if settings.width.is_some_and(|width| width < 5 * 8 + 5) { 4 } else { 5 };
        let mut page =
            board::grid(&self.position, Bitboard::EMPTY, self.flipped, (wide, 1), |square, _| {
                let [white, black] = self.attackers[square];
                let role = match white.cmp(&black) {
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
