//! Time management: turns limits into a soft and a hard time span, without reading the time.
//!
//! New iterations begin until the soft span ends, scaled by the search's findings (`search/timing.rs`); at the hard one the
//! search stops in mid-iteration. An earlier plan, a forty-fifth of the clock, left a third of each second unused, because its
//! factors were mostly below one.

use std::time::Duration;

use super::limits::{Limits, SideClock};
use crate::chess::Color;

/// Divisor of the clock for one move without a known number of moves to go. With the factors and the end of the running iteration
/// a move takes about five quarters of its plan. Measured at 2+0.02 in games with Stockfish 15.1: with a forty-second and half of the
/// increment 850 ms were left at move 30 and 650 at move 50, where Stockfish had 280 and 80; with this 320 and 320.
const SHARE: u32 = 28;
/// Per cent of the increment that comes on top.
const INCREMENT: u32 = 80;
/// The last move before a time control may use the whole clock; each one in sight keeps some back for the moves that turn
/// out hard: per cent of an even share.
const EVEN_SHARE: u32 = 85;
/// Maximum time of a move, in multiples of its plan.
const MOST_TIMES: u32 = 5;
/// Maximum share of the clock for a move, in per cent.
const MOST_OF_CLOCK: u32 = 45;
/// Before the clock is filled again nothing is worth saving: per cent planned, and at most.
const LAST_MOVE: (u32, u32) = (75, 90);
/// With less than this many overheads on the clock a move uses only its increment, as a reserve against delays of a busy machine.
/// Without it the clock of a long game ran down to two overheads.
const RESERVE: u32 = 10;
/// The share of the increment that it takes then: per cent planned, and at most.
const OF_INCREMENT: (u32, u32) = (30, 100);
/// Number of future moves whose overhead is reserved, as far as the increment does not cover it.
const AHEAD: u32 = 20;
const LEAST: Duration = Duration::from_millis(1);

/// Two spans of time; without limits there is neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TimePlan {
    pub soft: Option<Duration>,
    pub hard: Option<Duration>,
}

fn percent(of: Duration, percent: u32) -> Duration {
    of.saturating_mul(percent) / 100
}

impl TimePlan {
    /// Computes the plan for the side to move. `overhead`: communication with the GUI, per move.
    pub(super) fn new(limits: &Limits, turn: Color, overhead: Duration) -> TimePlan {
        let mut plan = TimePlan::default();
        if let Some(time) = limits.movetime {
            plan.hard = Some(time.saturating_sub(overhead).max(LEAST));
        }
        if let Some(side) = limits.clock[turn] {
            let (soft, hard) = shares(side, limits.moves_to_go, overhead);
            let hard = hard.max(LEAST);
            plan.soft = Some(soft.clamp(LEAST, hard));
            plan.hard = Some(plan.hard.map_or(hard, |given| given.min(hard)));
        }
        plan
    }
}

fn shares(side: SideClock, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    let clock = side.remaining;
    let later = moves_to_go.unwrap_or(AHEAD).clamp(1, AHEAD) - 1;
    let unpaid = overhead.saturating_sub(side.increment).saturating_mul(later);
    // Without a control the number of moves is a guess: then reserve at most half the clock.
    let unpaid = if moves_to_go.is_some() { unpaid } else { unpaid.min(clock / 2) };
    let left = clock.saturating_sub(overhead.saturating_add(unpaid)).max(LEAST);
    if moves_to_go == Some(1) {
        let (soft, hard) = LAST_MOVE;
        return (percent(left, soft), percent(left, hard));
    }
    let even = left / SHARE;
    let share =
        moves_to_go.map_or(even, |moves| even.max(percent(left / moves.max(1), EVEN_SHARE)));
    let most = percent(left, MOST_OF_CLOCK);
    let soft = share.saturating_add(percent(side.increment, INCREMENT)).min(most);
    let hard = soft.saturating_mul(MOST_TIMES).min(most);
    if moves_to_go.is_none()
        && !side.increment.is_zero()
        && clock < overhead.saturating_mul(RESERVE)
    {
        let (planned, at_most) = OF_INCREMENT;
        let own = |share| percent(side.increment, share);
        return (soft.min(own(planned)), hard.min(own(at_most)));
    }
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::ByColor;

    const OVERHEAD: Duration = Duration::from_millis(10);

    const fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// White has so much left; Black has an hour, which must not matter.
    fn white(remaining: Duration, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let side =
            |remaining, increment| Some(SideClock { remaining, increment: millis(increment) });
        let clock = ByColor::new(side(remaining, increment), side(millis(3_600_000), 0));
        Limits { clock, moves_to_go, ..Limits::default() }
    }

    fn plan(limits: &Limits) -> (Option<u128>, Option<u128>) {
        let TimePlan { soft, hard } = TimePlan::new(limits, Color::White, OVERHEAD);
        (soft.map(|span| span.as_millis()), hard.map(|span| span.as_millis()))
    }

    #[test]
    fn a_time_for_the_move_is_kept_to_but_for_the_overhead() {
        assert_eq!(plan(&Limits::movetime(millis(500))), (None, Some(490)));
        assert_eq!(plan(&Limits::movetime(millis(3))), (None, Some(1)));
        assert_eq!(plan(&Limits::depth(9)), (None, None));
        let both = Limits { movetime: Some(millis(110)), ..white(millis(42_200), 0, None) };
        assert_eq!(plan(&both), (Some(1_500), Some(100)));
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_to_come() {
        // 42,000 ms, a twenty-eighth of it, and four fifths of the increment.
        let plain = plan(&white(millis(42_200), 0, None));
        assert_eq!(plain, (Some(1_500), Some(7_500)));
        assert_eq!(plan(&white(millis(42_010), 600, None)), (Some(1_980), Some(9_900)));
        // A control far away is as good as none; a near one lets a move have more.
        assert_eq!(plan(&white(millis(42_200), 0, Some(90))), plain);
        assert_eq!(plan(&white(millis(10_100), 0, Some(10))).0, Some(850));
        // Never more than the share of the clock, however large the increment.
        assert_eq!(plan(&white(millis(1_010), 60_000, None)), (Some(450), Some(450)));
        // Never zero.
        assert_eq!(plan(&white(Duration::ZERO, 0, None)), (Some(1), Some(1)));
    }

    #[test]
    fn the_last_move_before_the_control_may_use_nearly_all() {
        assert_eq!(plan(&white(millis(1_010), 0, Some(1))), (Some(750), Some(900)));
        assert_eq!(plan(&white(millis(1_020), 0, Some(2))).0, Some(425));
    }

    /// An overflowing clock gives a valid plan, with any overhead.
    #[test]
    fn no_clock_is_too_large_to_be_shared() {
        let times = [Duration::ZERO, millis(1), millis(u64::MAX), Duration::MAX];
        for remaining in times {
            for increment in times {
                for overhead in times {
                    for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
                        let side = Some(SideClock { remaining, increment });
                        let clock = ByColor::new(side, side);
                        let movetime = Some(remaining);
                        let limits = Limits { clock, moves_to_go, movetime, ..Limits::default() };
                        let TimePlan { soft, hard } =
                            TimePlan::new(&limits, Color::Black, overhead);
                        assert!(soft.is_some() && hard.is_some(), "{limits:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_increment_is_not_there_before_the_move() {
        for left in [Duration::ZERO, millis(1)] {
            assert_eq!(plan(&white(left, 6_000, None)), (Some(1), Some(1)));
        }
    }

    /// Plays a number of moves, each taking `used` of its plan and then the lag. Returns the final and the lowest clock. The
    /// clock is refilled at each control.
    fn play(
        clock: (u64, u64),
        control: Option<u32>,
        moves: u32,
        used: fn(&TimePlan) -> Duration,
    ) -> (Duration, Duration) {
        let lag = millis(8);
        let (time, increment) = (millis(clock.0), millis(clock.1));
        let (mut left, mut least) = (time, time);
        for number in 0..moves {
            let to_go = control.map(|moves| moves - number % moves);
            if number > 0 && to_go == control && control.is_some() {
                left += time;
            }
            let limits = white(left, clock.1, to_go);
            let plan = TimePlan::new(&limits, Color::White, OVERHEAD);
            left = left.checked_sub(used(&plan) + lag).expect("the flag has fallen");
            least = least.min(left);
            left += increment;
        }
        (left, least)
    }

    #[test]
    fn no_flag_falls_even_if_every_move_takes_the_most() {
        let most = |plan: &TimePlan| plan.hard.unwrap();
        for (clock, control) in [
            ((100, 10), None),
            ((1_000, 10), None),
            ((2_000, 20), None),
            ((60_000, 0), Some(40)),
            ((10_000, 0), Some(1)),
            ((10_000, 100), Some(2)),
            ((500, 5_000), None),
        ] {
            let (_, least) = play(clock, control, 300, most);
            assert!(least > Duration::ZERO, "{clock:?} {control:?}");
        }
    }

    #[test]
    fn a_long_game_keeps_a_reserve_for_a_busy_machine() {
        let usual = |plan: &TimePlan| (plan.soft.unwrap() * 2).min(plan.hard.unwrap());
        for clock in [(1_000, 20), (2_000, 30), (10_000, 100)] {
            let (left, least) = play(clock, None, 300, usual);
            assert!(least > OVERHEAD * RESERVE / 2, "{clock:?}: {least:?}");
            assert!(left < OVERHEAD * RESERVE * 4, "{clock:?}: {left:?} unused");
        }
    }

    #[test]
    fn a_game_of_ordinary_length_uses_most_of_its_clock() {
        // The usual effect of the factors and of finishing an iteration.
        let usual = |plan: &TimePlan| (plan.soft.unwrap() * 5 / 4).min(plan.hard.unwrap());
        for clock in [(1_000, 10), (2_000, 20), (60_000, 600)] {
            let (left, _) = play(clock, None, 50, usual);
            let share = left.as_millis() * 100 / u128::from(clock.0);
            assert!((1..=20).contains(&share), "{clock:?}: {share} % left");
        }
        let (left, _) = play((60_000, 0), Some(40), 40, usual);
        assert!(left < millis(20_000), "{left:?}");
    }
}
