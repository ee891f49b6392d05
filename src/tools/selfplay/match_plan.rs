//! A match as it is asked for: who plays, how many games, with which limits, and when they end.

use super::adjudicate::{Adjudication, Agreement};
use super::opening::OpeningSource;
use super::standing::Sprt;
use crate::control::{Limits, SideClock};
use crate::engine::Options;
use crate::store::MadeOf;

#[derive(Clone, Debug)]
pub enum Sides {
    /// One, both colours, with one memory.
    Alone(Box<Options>),
    /// Two, each opening twice with colours changed; the first one's results are told.
    Against(Box<[Options; 2]>),
}

impl Sides {
    pub fn is_match(&self) -> bool {
        matches!(self, Sides::Against(_))
    }
}

#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Who plays. Of the options count those of the search, `Hash` (each side's own) and `MoveOverhead`.
    pub sides: Sides,
    pub games: u32,
    pub limits: Limits,
    pub clock: Option<SideClock>,
    pub openings: OpeningSource,
    /// Other seeds give other openings.
    pub seed: u64,
    /// When games are given up.
    pub adjudication: Adjudication,
    /// When the match is decided before all games are played.
    pub sprt: Option<Sprt>,
    pub jobs: usize,
}

impl MatchPlan {
    /// Adds everything that a single game follows from.
    pub fn made_of(&self, made_of: MadeOf) -> MadeOf {
        let made_of = match &self.sides {
            Sides::Alone(options) => options.made_of("", made_of),
            Sides::Against(both) => both[1].made_of("b: ", both[0].made_of("a: ", made_of)),
        };
        let clock = self.clock.map(|clock| {
            let [base, more] = [clock.remaining, clock.increment].map(|time| time.as_secs_f64());
            format!("{base}+{more}")
        });
        let Adjudication { resign, draw, draw_from, longest } = self.adjudication;
        let agreed = |agreed: Agreement| format!("{},{}", agreed.score, agreed.plies);
        made_of
            .and("limits", limits_of(&self.limits))
            .and_if("clock", clock)
            .and("openings", &self.openings)
            .and("seed", self.seed)
            .and_if("resign", resign.map(agreed))
            .and_if("draw", draw.map(|draw| format!("{},{draw_from}", agreed(draw))))
            .and("longest", longest)
    }
}

/// The limits of a move that do not depend on time.
pub fn limits_of(limits: &Limits) -> String {
    let depth = limits.depth.map(u64::from);
    let parts = [("nodes", limits.nodes), ("soft", limits.soft_nodes), ("depth", depth)];
    let said = parts.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?)));
    said.collect::<Vec<String>>().join(", ")
}
