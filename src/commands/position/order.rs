//! `moves --order`: the legal moves in the order of the search and in that of generation.

use crate::chess::{Square, Step};
use crate::commands::prelude::*;
use crate::engine::OrderedMove;
use crate::ink::json::{PlayedMove, PlayedStep};
use crate::ink::movetext;

pub(super) fn act(session: &mut Session) -> Acted {
    let (before, chess960) = (*session.position(), session.is_chess960());
    let played = |mv| PlayedMove { before, mv, chess960 };
    let searched = session.engine.move_order(&before, captured_on(session));
    let table = searched.iter().find(|ordered| ordered.stage == "table");
    Ok(OrderAnswer {
        profile: session.engine.options().profile.name,
        generated: before.legal_moves().iter().map(|legal| played(legal.mv)).collect(),
        searched: searched.iter().map(|ordered| played(ordered.mv)).collect(),
        stages: searched
            .iter()
            .map(|&OrderedMove { stage, score, .. }| Stage { stage, score })
            .collect(),
        table: table.map(|ordered| played(ordered.mv)),
    }
    .into())
}

/// Returns the target square of the last move, if it was a capture.
fn captured_on(session: &Session) -> Option<Square> {
    let PlayedStep { before, step: Step::Move(mv), .. } =
        session.timeline.last(session.is_chess960())?
    else {
        return None;
    };
    before.captured(mv).map(|_| mv.to())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OrderAnswer {
    pub profile: &'static str,
    pub generated: Vec<PlayedMove>,
    // In the order of the move picker under the current profile, with empty history tables.
    pub searched: Vec<PlayedMove>,
    /// Where the move picker takes each of the moves searched from.
    pub stages: Vec<Stage>,
    /// The move from the transposition table, if there is one.
    pub table: Option<PlayedMove>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "stage"))]
pub struct Stage {
    pub stage: &'static str,
    pub score: Option<i32>,
}

impl Answer for OrderAnswer {
    const TYPE: &str = "move-order";

    /// Draws the order of the search with the stage and score of each move; the order of generation is added if there is room.
    fn page(&self, settings: &Settings) -> Page {
        let wide = !settings.narrower_than(64);
        let columns = if wide { 6 } else { 4 };
        let heads = ">|searched|stage|score>|generated|moved>";
        let mut table = TextTable::headed(heads).at_most(columns).indented(0);
        let rows = self.generated.iter().zip(&self.searched).zip(&self.stages);
        for (place, ((generated, searched), Stage { stage, score })) in rows.enumerate() {
            let before = self.generated.iter().position(|played| played == searched);
            let moved = before.map_or(0, |before| before as i64 - place as i64);
            let moved = if moved == 0 { String::new() } else { format!("{moved:+}") };
            table.row(vec![
                Line::of(Role::Dim, (place + 1).to_string()),
                movetext::san(&searched.before, searched.mv, settings),
                Line::of(Role::Dim, *stage),
                Line::plain(score.map_or_else(String::new, |score| score.to_string())),
                movetext::san(&generated.before, generated.mv, settings),
                Line::of(Role::Dim, moved),
            ]);
        }
        let mut page = table.page(settings.width);
        page.push(Line::of(Role::Dim, format!("profile {}", self.profile)));
        page
    }
}
