//! `moves --order`: the moves as a search would try them, beside the order in which they are generated.

use crate::chess::{Move, Position, Square, Step};
use crate::commands::prelude::*;
use crate::engine::questions::OrderedMove;
use crate::ink::json::{PlayedMove, PlayedStep};
use crate::ink::movetext;

#[derive(Debug)]
pub(super) struct Order;

impl Act for Order {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let position = *session.position();
        Ok(OrderAnswer {
            position,
            generated: position.legal_moves().into_iter().map(|legal| legal.mv).collect(),
            searched: session.engine.move_order(&position, captured_on(session)),
            profile: session.engine.options().profile.name,
            chess960: session.is_chess960(),
        }
        .into())
    }
}

/// Where the last move captured, if it did.
fn captured_on(session: &Session) -> Option<Square> {
    let PlayedStep { before, step: Step::Move(mv), .. } = session.last()? else { return None };
    before.captured(mv).map(|_| mv.to())
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "OrderForm")]
#[schemars(with = "OrderForm")]
pub struct OrderAnswer {
    pub position: Position,
    pub generated: Vec<Move>,
    /// As the move picker hands them out under the profile in force. The histories are those of a search that has not begun.
    pub searched: Vec<OrderedMove>,
    pub profile: &'static str,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

#[derive(Serialize, JsonSchema)]
struct OrderForm {
    profile: &'static str,
    generated: Vec<PlayedMove>,
    searched: Vec<PlayedMove>,
    /// Where the move picker takes each of the moves searched from.
    stages: Vec<StageForm>,
    /// The move from the transposition table, if there is one.
    table: Option<PlayedMove>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "stage")]
struct StageForm {
    stage: &'static str,
    score: Option<i32>,
}

impl From<OrderAnswer> for OrderForm {
    fn from(answer: OrderAnswer) -> OrderForm {
        let OrderAnswer { position, generated, searched, profile, chess960 } = answer;
        let played = |mv| PlayedMove { before: position, mv, chess960 };
        OrderForm {
            profile,
            generated: generated.into_iter().map(played).collect(),
            searched: searched.iter().map(|ordered| played(ordered.mv)).collect(),
            stages: searched
                .iter()
                .map(|ordered| StageForm { stage: ordered.stage, score: ordered.score })
                .collect(),
            table: searched
                .iter()
                .find(|ordered| ordered.stage == "table")
                .map(|ordered| played(ordered.mv)),
        }
    }
}

impl Answer for OrderAnswer {
    const TYPE: &str = "move-order";

    /// The order of the search with the stage and score of each move, and where there is room the other order.
    fn page(&self, settings: &Settings) -> Page {
        let wide = !settings.narrower_than(64);
        let columns = if wide { 6 } else { 4 };
        let heads = ">|searched|stage|score>|generated|moved>";
        let mut table = TextTable::headed(heads).at_most(columns).indented(0);
        for (place, (&generated, searched)) in self.generated.iter().zip(&self.searched).enumerate()
        {
            let before = self.generated.iter().position(|&mv| mv == searched.mv);
            let moved = before.map_or(0, |before| before as i64 - place as i64);
            let moved = if moved == 0 { String::new() } else { format!("{moved:+}") };
            table.row(vec![
                Line::of(Role::Dim, (place + 1).to_string()),
                movetext::san(&self.position, searched.mv),
                Line::of(Role::Dim, searched.stage),
                Line::plain(searched.score.map_or_else(String::new, |score| score.to_string())),
                movetext::san(&self.position, generated),
                Line::of(Role::Dim, moved),
            ]);
        }
        let mut page = table.page(settings.width);
        page.push(Line::of(Role::Dim, format!("profile {}", self.profile)));
        page
    }
}
