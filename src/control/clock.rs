//! The only file that asks what time it is in order to decide something.
//!
//! A clock turns limits into two moments: after the soft one no new iteration is begun, at the hard one the search
//! stops where it is. The formulas are the field's usual ones (reference: Weiss, Simbelmyne); worth tens of Elo in games
//! and nothing elsewhere.

use std::time::{Duration, Instant};

use super::limits::Limits;
use crate::chess::Color;

/// Time of one search.
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    /// Time for which the search stood aside, up to the last [`Clock::resume`].
    paused: Duration,
    paused_since: Option<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Clock {
    /// Starts now. `overhead` is what the way to the GUI and back costs.
    pub fn start(limits: &Limits, turn: Color, overhead: Duration) -> Clock {
        let mut clock = Clock::unlimited();
        if !limits.infinite && !limits.ponder {
            clock.set(limits, turn, overhead);
        }
        clock
    }

    /// A clock without limits.
    pub fn unlimited() -> Clock {
        Clock {
            started: Instant::now(),
            paused: Duration::ZERO,
            paused_since: None,
            soft: None,
            hard: None,
        }
    }

    /// The opponent played the expected move: the limits hold from now on.
    pub fn ponderhit(&mut self, limits: &Limits, turn: Color, overhead: Duration) {
        self.started = Instant::now();
        self.paused = Duration::ZERO;
        self.paused_since = self.paused_since.map(|_| self.started);
        self.set(limits, turn, overhead);
    }

    fn set(&mut self, limits: &Limits, turn: Color, overhead: Duration) {
        const LEAST: Duration = Duration::from_millis(1);
        if let Some(time) = limits.movetime {
            self.hard = Some(time.saturating_sub(overhead).max(LEAST));
        }
        if let Some(side) = limits.clock[turn] {
            let left = side.remaining.saturating_sub(overhead).max(LEAST);
            // Without a time control in sight, plan for some forty-five more moves; the increment comes with each.
            let moves = limits.moves_to_go.map_or(45, |moves| moves.clamp(1, 45));
            let share = left / moves + side.increment * 3 / 4;
            let (soft, hard) = if moves == 1 {
                // After this move the clock is filled again: what is saved now is lost.
                (left * 8 / 10, left * 9 / 10)
            } else {
                let soft = share.min(left * 2 / 5);
                (soft, (soft * 4).min(left * 3 / 5))
            };
            let hard = hard.max(LEAST);
            self.soft = Some(soft.max(LEAST).min(hard));
            self.hard = Some(self.hard.map_or(hard, |given| given.min(hard)));
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The search stands aside from now on. Its limits do not wait for it.
    pub fn pause(&mut self) {
        self.paused_since.get_or_insert_with(Instant::now);
    }

    /// The search goes on.
    pub fn resume(&mut self) {
        self.paused += self.paused_since.take().map_or(Duration::ZERO, |since| since.elapsed());
    }

    /// Time since the start in which the search did not stand aside.
    pub fn active(&self) -> Duration {
        let now = self.paused_since.map_or(Duration::ZERO, |since| since.elapsed());
        self.started.elapsed().saturating_sub(self.paused + now)
    }

    /// Time until the search stops where it is; `None` without a limit.
    pub fn until_hard(&self) -> Option<Duration> {
        Some(self.hard?.saturating_sub(self.started.elapsed()))
    }

    /// Time until the plan says to come to an end; `None` without a plan.
    pub fn left(&self) -> Option<Duration> {
        let end = self.soft.or(self.hard)?;
        Some(end.saturating_sub(self.started.elapsed()))
    }

    /// Whether to stop in mid-search.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
    }

    /// Whether to begin no further iteration. `percent` stretches or shrinks the plan: 100 leaves it as it is.
    pub fn is_enough(&self, percent: u32) -> bool {
        self.soft.is_some_and(|soft| self.started.elapsed() * 100 >= soft * percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::ByColor;
    use crate::control::SideClock;

    const OVERHEAD: Duration = Duration::from_millis(10);

    const fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// White has so much left; Black has an hour, which must not matter.
    fn white(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let side = |remaining, increment| {
            Some(SideClock { remaining: millis(remaining), increment: millis(increment) })
        };
        let clock = ByColor::new(side(remaining, increment), side(3_600_000, 0));
        Limits { clock, moves_to_go, ..Limits::default() }
    }

    /// The soft and the hard limit.
    fn plan(limits: &Limits) -> (Option<Duration>, Option<Duration>) {
        let clock = Clock::start(limits, Color::White, OVERHEAD);
        (clock.soft, clock.hard)
    }

    #[test]
    fn a_time_for_the_move_is_kept_to_but_for_the_overhead() {
        assert_eq!(plan(&Limits::movetime(millis(500))), (None, Some(millis(490))));
        assert_eq!(plan(&Limits::movetime(millis(3))), (None, Some(millis(1))));
        assert_eq!(plan(&Limits::depth(9)), (None, None));
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_to_come() {
        // 45,000 ms for 45 moves, and three quarters of the increment.
        assert_eq!(plan(&white(45_010, 0, None)), (Some(millis(1_000)), Some(millis(4_000))));
        assert_eq!(plan(&white(45_010, 400, None)), (Some(millis(1_300)), Some(millis(5_200))));
        assert_eq!(plan(&white(45_010, 0, Some(90))), plan(&white(45_010, 0, None)));
        assert_eq!(plan(&white(10_010, 0, Some(10))).0, Some(millis(1_000)));
        // Never more than three fifths of what is left, however large the increment.
        let (soft, hard) = plan(&white(1_010, 60_000, None));
        assert_eq!((soft, hard), (Some(millis(400)), Some(millis(600))));
        // And never nothing.
        assert_eq!(plan(&white(0, 0, None)), (Some(millis(1)), Some(millis(1))));
    }

    #[test]
    fn the_last_move_before_the_control_may_use_nearly_all() {
        let (soft, hard) = plan(&white(1_010, 0, Some(1)));
        assert_eq!((soft, hard), (Some(millis(800)), Some(millis(900))));
        let (next, _) = plan(&white(1_010, 0, Some(2)));
        assert_eq!(next, Some(millis(400)));
    }

    #[test]
    fn a_clock_and_a_time_for_the_move_hold_both() {
        let limits = Limits { movetime: Some(millis(110)), ..white(45_010, 0, None) };
        assert_eq!(plan(&limits), (Some(millis(1_000)), Some(millis(100))));
    }

    #[test]
    fn pondering_has_no_limits_before_the_hit() {
        let limits = Limits { ponder: true, ..white(45_010, 0, None) };
        let mut clock = Clock::start(&limits, Color::White, OVERHEAD);
        assert_eq!((clock.soft, clock.hard, clock.left()), (None, None, None));
        assert!(!clock.is_over() && !clock.is_enough(1));
        clock.ponderhit(&limits, Color::White, OVERHEAD);
        assert_eq!((clock.soft, clock.hard), (Some(millis(1_000)), Some(millis(4_000))));
        assert!(clock.left() <= Some(millis(1_000)) && clock.until_hard() > Some(millis(1_000)));
    }

    #[test]
    fn a_pause_is_no_time_of_the_search() {
        let mut clock = Clock::unlimited();
        clock.pause();
        let at = clock.active();
        std::thread::sleep(millis(3));
        clock.pause();
        assert!(clock.active() <= at + millis(1), "paused twice is paused once");
        clock.resume();
        clock.resume();
        assert!(clock.elapsed() >= clock.active() + millis(2));
    }
}
