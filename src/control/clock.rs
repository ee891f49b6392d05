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
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Clock {
    /// Starts now. `overhead` is what the way to the GUI and back costs.
    pub fn start(limits: &Limits, turn: Color, overhead: Duration) -> Clock {
        let mut clock = Clock { started: Instant::now(), soft: None, hard: None };
        if !limits.infinite && !limits.ponder {
            clock.set(limits, turn, overhead);
        }
        clock
    }

    /// A clock without limits.
    pub fn unlimited() -> Clock {
        Clock { started: Instant::now(), soft: None, hard: None }
    }

    /// The opponent played the expected move: the limits hold from now on.
    pub fn ponderhit(&mut self, limits: &Limits, turn: Color, overhead: Duration) {
        self.started = Instant::now();
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
            let soft = share.min(left * 2 / 5).max(LEAST);
            let hard = (soft * 4).min(left * 3 / 5).max(LEAST);
            let hard = if moves == 1 { left * 9 / 10 } else { hard };
            self.soft = Some(soft.min(hard));
            self.hard = Some(self.hard.map_or(hard, |given| given.min(hard)));
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
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
