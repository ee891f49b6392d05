//! Scales the planned time of a search by the results of its iterations.
//!
//! Three factors, multiplied: how long the best move has been best, how much of the effort went below it, and whether its score
//! falls. They scale the plan of `control/clock.rs`, which alone reads the time; the numbers are in `params.rs`, rows TIME_….

use super::params;
use crate::chess::Move;
use crate::units::Score;

#[derive(Default)]
pub(super) struct Timing {
    best: Option<Move>,
    /// Iterations since the best move last changed.
    stable: usize,
    /// A mean of the scores, the last ones most; `None` before the first and where it was a mate.
    mean: Option<i32>,
    /// Per cent of the plan, for the scores.
    falling: i32,
    /// The same for the moves.
    stability: i32,
}

impl Timing {
    pub(super) fn iteration(&mut self, best: Move, score: Score) {
        self.stable = if self.best == Some(best) { self.stable + 1 } else { 0 };
        self.best = Some(best);
        let steps = params::TIME_STABLE;
        self.stability = steps[self.stable.min(steps.len() - 1)];
        let value = (!score.is_decisive()).then(|| score.raw());
        let drop = value.zip(self.mean).map_or(0, |(value, mean)| mean - value);
        let (least, most) = params::TIME_FALLING_RANGE;
        self.falling = (100 + drop * params::TIME_FALLING).clamp(least, most);
        self.mean = value.map(|value| self.mean.map_or(value, |mean| (2 * mean + value) / 3));
    }

    /// Share of the planned time that is enough, in per cent; `effort`: per cent of the last iteration's nodes below the best
    /// move.
    pub(super) fn percent(&self, effort: i32) -> u32 {
        let effort = (params::TIME_EFFORT_BASE - effort).max(0) * params::TIME_EFFORT_SLOPE / 100;
        (self.stability * self.falling / 100 * effort / 100).max(params::TIME_LEAST) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    const MOVES: [Move; 2] =
        [Move::normal(Square::E2, Square::E4), Move::normal(Square::D2, Square::D4)];

    /// Per cent after iterations with these moves and scores.
    fn percent(iterations: &[(usize, i32)], effort: i32) -> u32 {
        let mut timing = Timing::default();
        for &(mv, score) in iterations {
            timing.iteration(MOVES[mv], Score::cp(score));
        }
        timing.percent(effort)
    }

    #[test]
    fn the_longer_a_move_is_best_the_sooner_it_is_played() {
        let steady: Vec<u32> = (1..8).map(|count| percent(&vec![(0, 20); count], 60)).collect();
        assert!(steady.is_sorted_by(|before, after| before >= after), "{steady:?}");
        assert!(steady[0] > 2 * steady[6]);
        let changed = percent(&[(0, 20), (0, 20), (0, 20), (1, 20)], 60);
        assert_eq!(changed, steady[0]);
    }

    #[test]
    fn the_more_effort_went_below_it_the_sooner() {
        let of = |effort| percent(&[(0, 20); 6], effort);
        assert!(of(30) > of(60) && of(60) > of(90) && of(90) > of(99));
        // A clear move takes well under the plan, a doubtful one well over it.
        assert!(of(95) < 80 && of(30) > 140, "{} {}", of(95), of(30));
    }

    #[test]
    fn a_falling_score_asks_for_more_time_and_a_rising_one_for_a_little_less() {
        let at = |last| percent(&[(0, 20), (0, 20), (0, 20), (0, last)], 60);
        assert!(at(-20) > at(20) && at(20) > at(60));
        assert!(at(-3_000) < 2 * at(20) && at(3_000) * 2 > at(20), "within bounds");
        let mut timing = Timing::default();
        timing.iteration(MOVES[0], Score::cp(20));
        timing.iteration(MOVES[0], Score::mated_at(4));
        timing.iteration(MOVES[0], Score::cp(20));
        assert_eq!(timing.falling, 100, "a mate is no centipawns");
    }
}
