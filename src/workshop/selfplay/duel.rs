//! Pairs of games between changing sides: what a tuner asks for.

use std::ops::ControlFlow;

use super::game::MatchBoard;
use super::opening::Deck;
use super::player::NoTable;
use super::{MatchPlan, Sides};
use crate::chess::GameResult;
use crate::control::StopFlag;
use crate::workshop::batch::{Batch, JobFlags};

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
