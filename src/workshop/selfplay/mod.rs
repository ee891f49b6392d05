//! Self-play: games of one set of settings against another, or against itself, several at a time.
//!
//! Games are numbered, and each follows from its number, the settings and the seed alone (unless a clock is used): whichever
//! of the threads plays it, and whenever. They are told in the order of their numbers. So a run that was broken off goes on
//! with the number behind the last game told, and comes to the same. Writing the games down is for whoever is told.

mod adjudicate;
pub(super) mod crew;
mod duel;
mod game;
mod opening;
pub(super) mod player;
mod standing;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use adjudicate::{Adjudication, Agreement};
use crew::{CrewFlags, Shift};
pub use duel::duels;
use game::MatchBoard;
use opening::Deck;
pub use opening::OpeningSource;
pub use player::NoTable;
pub use standing::{PairCounts, Sprt, Standing, white_of};

use crate::control::{Limits, SideClock, StopFlag};
use crate::engine::{OptionError, Options};
use crate::store::MadeOf;
use crate::store::records::GameRecord;

/// Who plays.
#[derive(Clone, Debug)]
pub enum Sides {
    /// One, both colours, with one memory.
    Alone(Box<Options>),
    /// Two, each opening twice with colours changed; the first one's results are told.
    Against(Box<[Options; 2]>),
}

impl Sides {
    /// Whether there are two.
    pub fn is_match(&self) -> bool {
        matches!(self, Sides::Against(_))
    }
}

/// A match, or games for learning.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Who plays. Of the options count those of the search, `Hash` (each side's own) and `MoveOverhead`.
    pub sides: Sides,
    pub games: u32,
    /// The limits of each move.
    pub limits: Limits,
    /// The clock of each side.
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
            .and("limits", limits_of(&self.limits).trim_start_matches("; "))
            .and_if("clock", clock)
            .and("openings", &self.openings)
            .and("seed", self.seed)
            .and_if("resign", resign.map(agreed))
            .and_if("draw", draw.map(|draw| format!("{},{draw_from}", agreed(draw))))
            .and("longest", longest)
    }
}

/// The limits of a move that do not depend on time, each behind a semicolon.
pub fn limits_of(limits: &Limits) -> String {
    let depth = limits.depth.map(u64::from);
    let parts = [("nodes", limits.nodes), ("soft", limits.soft_nodes), ("depth", depth)];
    let said = parts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    said.map(|(name, value)| format!("; {name} {value}")).collect()
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    pub standing: Standing,
    /// What the test says, if it was asked and is sure.
    pub decision: Option<bool>,
    /// It was stopped before the end.
    pub stopped: bool,
}

/// Plays the games that are left behind those that `standing` has counted. `tell` hears of each as its turn comes, and may
/// break off.
///
/// # Errors
/// If there is no memory for the tables.
pub fn play(
    plan: &MatchPlan,
    mut standing: Standing,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&GameRecord, &Standing) -> ControlFlow<()>,
) -> Result<MatchResult, NoTable> {
    let decide = |standing: &Standing| plan.sprt.and_then(|test| test.decision(&standing.pairs));
    let mut decision = decide(&standing);
    let mut broken_off = false;
    if decision.is_none() {
        let deck = Deck::new(&plan.openings, plan.seed);
        let shift = Shift { pieces: standing.games..plan.games, jobs: plan.jobs, stop };
        let begin = |flags: &CrewFlags| MatchBoard::new(plan, &plan.sides, &deck, flags);
        crew::each(&shift, begin, MatchBoard::play, &mut |record| {
            standing.add(&record);
            decision = decide(&standing);
            broken_off = tell(&record, &standing).is_break();
            match broken_off || decision.is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
    }
    let stopped =
        broken_off || stop.is_stopped() && decision.is_none() && standing.games < plan.games;
    Ok(MatchResult { standing, decision, stopped })
}

/// MiB of each side's table if nothing is said.
const TABLE: &str = "8";

/// Returns what is set now, for one who plays games: one thread, a small table, no books and tables at the root.
///
/// # Errors
/// If the options do not take that.
pub fn player_options(now: &Options) -> Result<Options, OptionError> {
    let mut options = now.without_lookup();
    options.set("Hash", TABLE)?;
    options.set("Threads", "1")?;
    Ok(options)
}
