//! How a match is played: several games at a time, told in their order.

use std::ops::ControlFlow;

use super::game::MatchBoard;
use super::match_plan::MatchPlan;
use super::opening::Deck;
use super::player::NoTable;
use super::standing::Standing;
use crate::control::StopFlag;
use crate::store::records::GameRecord;
use crate::workshop::batch::{Batch, JobFlags};

#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    pub standing: Standing,
    /// What the test says, if it was asked and is sure.
    pub decision: Option<bool>,
    pub stopped: bool,
}

/// Plays the games that are left behind those that `standing` has counted. `tell` hears of each as its turn comes, and may
/// break off.
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
        let batch = Batch { pieces: standing.games..plan.games, jobs: plan.jobs, stop };
        let begin = |flags: &JobFlags| MatchBoard::new(plan, &plan.sides, &deck, flags);
        batch.run(begin, MatchBoard::play, &mut |record| {
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
