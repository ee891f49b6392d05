//! How games are played, several at a time and told in their order: those of a match, and pairs between changing sides,
//! which a tuner asks for.

use std::ops::ControlFlow;

use super::game::MatchBoard;
use super::match_plan::{MatchPlan, Sides};
use super::opening::Deck;
use super::standing::Standing;
use crate::chess::GameResult;
use crate::control::StopFlag;
use crate::engine::self_player::NoTable;
use crate::store::records::GameRecord;
use crate::tools::batch::{Batch, JobFlags, break_if};

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
            break_if(broken_off || decision.is_some())
        })?;
    }
    let stopped =
        broken_off || stop.is_stopped() && decision.is_none() && standing.games < plan.games;
    Ok(MatchResult { standing, decision, stopped })
}

/// Plays a pair of games for each couple of sides, the pairs numbered from `first` on, and says for each what the first side
/// made of it, from −1 (both lost) to 1. `None` if it was stopped. Sides and number of games of the plan do not count.
pub fn duels(
    plan: &MatchPlan,
    couples: &[Sides],
    first: u32,
    stop: &StopFlag,
) -> Result<Option<Vec<f64>>, NoTable> {
    let deck = Deck::new(&plan.openings, plan.seed);
    let mut results = Vec::with_capacity(couples.len());
    Batch::of(couples.len(), plan.jobs, stop).run(
        |flags| Ok(flags.clone()),
        |flags: &mut JobFlags, number| {
            let mut board = MatchBoard::new(plan, &couples[number as usize], &deck, flags)?;
            let mut sum = 0.0;
            // Game 2n has the first side with White, game 2n + 1 with Black.
            for (game, sign) in [(0, 0.5), (1, -0.5)] {
                let Some(record) = board.play(2 * (first + number) + game)? else {
                    return Ok(None);
                };
                sum += match record.result {
                    GameResult::WhiteWins => sign,
                    GameResult::BlackWins => -sign,
                    GameResult::Draw | GameResult::Unknown => 0.0,
                };
            }
            Ok(Some(sum))
        },
        &mut |result| {
            results.push(result);
            ControlFlow::Continue(())
        },
    )?;
    Ok((results.len() == couples.len()).then_some(results))
}
