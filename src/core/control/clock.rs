//! The clock of a search. No other file reads the time to decide something.
//!
//! A clock has the plan of a search (`time_plan.rs`) and the progress made. While the search ponders, the plan is not in force,
//! but its time counts: if the search has thought long enough when the expected move is played, it answers at once. The hard
//! limit is of the program's own time and counts from that move on.

use std::time::{Duration, Instant};

use super::limits::Limits;
use super::time_plan::TimePlan;
use crate::chess::Color;

#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    /// Time for which the search stood aside, up to the last [`Clock::resume`].
    paused: Duration,
    paused_since: Option<Instant>,
    plan: TimePlan,
    pondering: Pondering,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pondering {
    /// The time is the program's own. It began so long after the start.
    Over(Duration),
    /// The opponent thinks. `enough`: an iteration has ended after which no other would have been begun.
    Now { enough: bool },
}

impl Clock {
    /// Starts now. `overhead` is what the way to the GUI and back costs.
    pub fn start(limits: &Limits, turn: Color, overhead: Duration) -> Clock {
        let mut clock = Clock::unlimited();
        if !limits.infinite {
            clock.plan = TimePlan::new(limits, turn, overhead);
        }
        if limits.ponder {
            clock.pondering = Pondering::Now { enough: false };
        }
        clock
    }

    pub(crate) fn unlimited() -> Clock {
        Clock {
            started: Instant::now(),
            paused: Duration::ZERO,
            paused_since: None,
            plan: TimePlan::default(),
            pondering: Pondering::Over(Duration::ZERO),
        }
    }

    /// The opponent played the expected move: the plan is in force from now on. If the time until now was enough, so is the
    /// search.
    pub fn ponderhit(&mut self) {
        self.hit_at(self.elapsed());
    }

    fn hit_at(&mut self, elapsed: Duration) {
        if let Pondering::Now { enough } = self.pondering {
            self.pondering = Pondering::Over(elapsed);
            if enough {
                self.plan.hard = Some(Duration::ZERO);
            }
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Pauses the search. Its limits go on counting.
    pub(crate) fn pause(&mut self) {
        self.paused_since.get_or_insert_with(Instant::now);
    }

    pub(crate) fn resume(&mut self) {
        let pause = self.paused_since.take().map_or(Duration::ZERO, |since| since.elapsed());
        self.paused = self.paused.saturating_add(pause);
    }

    /// Time since the start without pauses.
    pub(crate) fn active(&self) -> Duration {
        let now = self.paused_since.map_or(Duration::ZERO, |since| since.elapsed());
        self.started.elapsed().saturating_sub(self.paused.saturating_add(now))
    }

    /// Time until the search stops where it is; `None` without a limit.
    pub fn until_hard(&self) -> Option<Duration> {
        self.until_hard_at(self.elapsed())
    }

    fn until_hard_at(&self, elapsed: Duration) -> Option<Duration> {
        let Pondering::Over(begun) = self.pondering else { return None };
        Some(begun.saturating_add(self.plan.hard?).saturating_sub(elapsed))
    }

    /// Time until the plan ends the search; `None` without a plan, and while it ponders.
    pub fn left(&self) -> Option<Duration> {
        let until_hard = self.until_hard();
        let Pondering::Over(_) = self.pondering else { return None };
        let until_soft = self.plan.soft.map(|soft| soft.saturating_sub(self.elapsed()));
        until_soft.into_iter().chain(until_hard).min()
    }

    /// Returns whether to stop in mid-search.
    pub fn is_over(&self) -> bool {
        self.until_hard().is_some_and(|left| left.is_zero())
    }

    /// Returns whether to begin no further iteration. `percent` scales the plan. While the search ponders the answer is no, but
    /// the real answer is stored for the ponderhit.
    pub fn is_enough(&mut self, percent: u32) -> bool {
        self.is_enough_at(self.elapsed(), percent)
    }

    fn is_enough_at(&mut self, elapsed: Duration, percent: u32) -> bool {
        let is_enough =
            |soft: Duration| elapsed.saturating_mul(100) >= soft.saturating_mul(percent);
        let now_enough = self.plan.soft.is_some_and(is_enough);
        match &mut self.pondering {
            Pondering::Over(_) => now_enough,
            Pondering::Now { enough } => {
                *enough = now_enough;
                false
            }
        }
    }

    /// Returns whether a game's clock applies.
    pub(crate) fn has_plan(&self) -> bool {
        self.plan.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::ByColor;
    use crate::control::SideClock;

    const fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// A clock of White with a planned second, at most five.
    fn pondering(ponder: bool) -> Clock {
        let side = SideClock { remaining: millis(28_000), increment: Duration::ZERO };
        let clock = ByColor::new(Some(side), None);
        let limits = Limits { ponder, clock, ..Limits::default() };
        Clock::start(&limits, Color::White, Duration::ZERO)
    }

    #[test]
    fn the_plan_is_stretched_and_the_hard_limit_is_not() {
        let mut clock = pondering(false);
        assert!(!clock.is_enough_at(millis(999), 100) && clock.is_enough_at(millis(1_000), 100));
        assert!(!clock.is_enough_at(millis(1_999), 200) && clock.is_enough_at(millis(500), 50));
        assert_eq!(clock.until_hard_at(millis(1_000)), Some(millis(4_000)));
        assert_eq!(clock.until_hard_at(millis(9_000)), Some(Duration::ZERO));
    }

    /// A level of a billion minutes made the search panic.
    #[test]
    fn no_time_is_too_long_to_be_told_from_enough() {
        let side = SideClock { remaining: Duration::MAX, increment: Duration::MAX };
        let clock = ByColor::new(Some(side), None);
        let mut clock =
            Clock::start(&Limits { clock, ..Limits::default() }, Color::White, Duration::ZERO);
        assert!(!clock.is_enough_at(millis(1), u32::MAX));
        clock.is_enough_at(Duration::MAX, u32::MAX);
        clock.pondering = Pondering::Over(Duration::MAX);
        assert_eq!(clock.until_hard_at(Duration::MAX), Some(Duration::ZERO));
    }

    #[test]
    fn pondering_has_no_limits_and_counts() {
        let mut clock = pondering(true);
        assert!(!clock.is_over() && clock.left().is_none() && clock.has_plan());
        assert!(!clock.is_enough_at(millis(3_600_000), 100));
        assert_eq!(clock.until_hard_at(millis(3_600_000)), None);
        // It was enough: the hit is the end.
        clock.hit_at(millis(3_600_000));
        assert_eq!(clock.until_hard_at(millis(3_600_000)), Some(Duration::ZERO));
    }

    #[test]
    fn a_hit_that_comes_early_leaves_the_rest_of_the_plan_and_all_of_the_limit() {
        let mut clock = pondering(true);
        assert!(!clock.is_enough_at(millis(700), 100));
        clock.hit_at(millis(800));
        assert!(!clock.is_enough_at(millis(900), 100) && clock.is_enough_at(millis(1_000), 100));
        assert_eq!(clock.until_hard_at(millis(800)), Some(millis(5_000)));
        // A second hit, or one without pondering, changes nothing.
        clock.hit_at(millis(900));
        assert_eq!(clock.until_hard_at(millis(900)), Some(millis(4_900)));
    }

    #[test]
    fn what_was_enough_need_not_be_after_another_iteration() {
        let mut clock = pondering(true);
        assert!(!clock.is_enough_at(millis(1_000), 80));
        assert!(!clock.is_enough_at(millis(1_100), 300));
        clock.hit_at(millis(1_200));
        assert_eq!(clock.until_hard_at(millis(1_200)), Some(millis(5_000)));
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
