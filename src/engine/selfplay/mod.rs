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

use std::fmt;
use std::ops::ControlFlow;

pub use adjudicate::{Adjudication, Agreement};
use crew::{CrewFlags, Shift};
pub use duel::duels;
use game::MatchBoard;
use opening::Deck;
pub use opening::OpeningSource;
pub use player::NoTable;
pub use standing::{PairCounts, Sprt, Standing, white_of};

use super::{OptionId, Options};
use crate::control::{Limits, SideClock, StopFlag};
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
    /// How many games.
    pub games: u32,
    /// The limits of each move.
    pub limits: Limits,
    /// The clock of each side.
    pub clock: Option<SideClock>,
    /// Where games begin.
    pub openings: OpeningSource,
    /// Other seeds give other openings.
    pub seed: u64,
    /// When games are given up.
    pub adjudication: Adjudication,
    /// When the match is decided before all games are played.
    pub sprt: Option<Sprt>,
    /// Games at a time.
    pub jobs: usize,
}

/// Everything that a single game follows from: what a file of games says it was made with.
impl fmt::Display for MatchPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.sides {
            Sides::Alone(options) => write!(f, "alone: {}", settings(options))?,
            Sides::Against(both) => {
                write!(f, "a: {}; b: {}", settings(&both[0]), settings(&both[1]))?;
            }
        }
        f.write_str(&limits_of(&self.limits))?;
        if let Some(clock) = self.clock {
            let [base, more] = [clock.remaining, clock.increment].map(|time| time.as_secs_f64());
            write!(f, "; clock {base}+{more}")?;
        }
        write!(f, "; openings {}; seed {}", self.openings, self.seed)?;
        let Adjudication { resign, draw, draw_from, longest } = self.adjudication;
        if let Some(Agreement { score, plies }) = resign {
            write!(f, "; resign {score},{plies}")?;
        }
        if let Some(Agreement { score, plies }) = draw {
            write!(f, "; draw {score},{plies},{draw_from}")?;
        }
        write!(f, "; longest {longest}")
    }
}

/// The limits of a move that do not depend on time, each behind a semicolon.
pub fn limits_of(limits: &Limits) -> String {
    let depth = limits.depth.map(u64::from);
    let parts = [("nodes", limits.nodes), ("soft", limits.soft_nodes), ("depth", depth)];
    let said = parts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    said.map(|(name, value)| format!("; {name} {value}")).collect()
}

/// What one side plays with, as far as it is not the default.
pub(super) fn settings(options: &Options) -> String {
    let mut text = format!("Profile={} Hash={}", options.profile(), options.hash());
    if options.network().is_some() {
        text.push_str(" Evaluation=network");
        let file = options.show(OptionId::EvalFile);
        if !file.is_empty() {
            text.push_str(&format!(" EvalFile={file}"));
        }
    }
    if options.learned().is_some() {
        let file = options.show(OptionId::WeightsFile);
        text.push_str(&format!(" Evaluation=learned WeightsFile={file}"));
    }
    let usual = options.profile_params().entries();
    for (entry, usual) in options.param_entries().into_iter().zip(usual) {
        if entry.value != usual.value {
            text.push_str(&format!(" {}={}", entry.name, entry.value));
        }
    }
    text
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// How it stands.
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
