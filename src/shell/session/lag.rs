//! Lag: the time that a move costs on the clock besides the engine's own time.
//!
//! A running average over the game, as in EXchess. It is subtracted from the clock, and from the increment, before time is
//! allotted to a move.

use std::time::{Duration, Instant};

use crate::chess::{Game, Key};
use crate::control::{Limits, SideClock};

/// Weight of one move's lag in the average: 1 / PARTS.
const PARTS: u32 = 8;

/// A larger difference is a pause, not lag.
const MOST: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lag {
    pub average: Duration,
    /// The expected clock at the next report.
    expected: Option<Duration>,
}

impl Lag {
    /// The engine has moved: its clock had `left` before the move, which took `took`.
    pub fn moved(&mut self, left: Duration, took: Duration, increment: Duration) {
        self.expected = Some(left.saturating_sub(took).saturating_add(increment));
    }

    /// The engine's clock was reported.
    pub fn reported(&mut self, left: Duration) {
        let Some(expected) = self.expected.take() else { return };
        let lag = expected.saturating_sub(left);
        if lag <= MOST {
            self.average = (self.average * (PARTS - 1) + lag) / PARTS;
        }
    }

    /// Returns the clock minus the expected lag.
    pub fn without_lag(&self, clock: SideClock) -> SideClock {
        SideClock {
            remaining: clock.remaining.saturating_sub(self.average),
            increment: clock.increment.saturating_sub(self.average),
        }
    }
}

/// The engine's clock as a GUI sends it with each `go`; the lag is measured from move to move.
#[derive(Default)]
pub struct GuiClock {
    pub lag: Lag,
    /// The last search, if its result is a move of a game.
    asked: Option<AskedMove>,
}

struct AskedMove {
    at: Instant,
    clock: SideClock,
    /// First position of the game, and number of plies played.
    start: Key,
    ply: usize,
}

impl GuiClock {
    /// Records a `go`, and subtracts the expected lag from its clock.
    pub fn asked(&mut self, game: &Game, limits: &mut Limits, now: Instant) {
        let before = self.asked.take();
        let Some(reported) = &mut limits.clock[game.position().turn()] else { return };
        let (start, ply) = (game.start().key(), game.ply());
        if before.is_some_and(|before| before.start == start && before.ply + 2 == ply) {
            self.lag.reported(reported.remaining);
        } else {
            // The next clock belongs to another game or to a later move.
            self.lag.expected = None;
        }
        // While the engine pondered the time was not its own.
        self.asked =
            (!limits.ponder).then_some(AskedMove { at: now, clock: *reported, start, ply });
        *reported = self.lag.without_lag(*reported);
    }

    /// The search has ended and its move is sent.
    pub fn answered(&mut self, now: Instant) {
        if let Some(asked) = &self.asked {
            let SideClock { remaining, increment } = asked.clock;
            self.lag.moved(remaining, now.saturating_duration_since(asked.at), increment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{ByColor, notation};

    #[test]
    fn what_a_gui_takes_of_each_move_is_learnt_from_what_it_tells() {
        let millis = Duration::from_millis;
        let (mut game, mut clock) = (Game::default(), GuiClock::default());
        let mut now = Instant::now();
        let mut left = millis(10_000);
        let mut planned = SideClock::default();
        let mut ask = |game: &Game, clock: &mut GuiClock, left: Duration| {
            let side = SideClock { remaining: left, increment: millis(20) };
            let mut limits = Limits { clock: ByColor::new(Some(side), None), ..Limits::default() };
            clock.asked(game, &mut limits, now);
            now += millis(100);
            clock.answered(now);
            limits.clock.0[0].unwrap()
        };
        for text in ["g1f3 g8f6 f3g1 f6g8"].repeat(8).join(" ").split(' ') {
            if game.ply().is_multiple_of(2) {
                planned = ask(&game, &mut clock, left);
                // The move took 100 ms, the transmission 8 ms.
                left = left - millis(108) + millis(20);
            }
            let mv = notation::parse_uci(game.position(), text).unwrap();
            game.play(mv).unwrap();
        }
        let lag = millis(20) - planned.increment;
        assert!((millis(6)..=millis(8)).contains(&lag), "{lag:?}");
        // Another position is not a move of this game, whatever its clock.
        ask(&Game::default(), &mut clock, millis(9_000));
        assert_eq!(ask(&game, &mut clock, millis(5_000)).increment, planned.increment);
    }

    #[test]
    fn the_average_follows_what_is_measured() {
        let millis = Duration::from_millis;
        let mut lag = Lag::default();
        let mut clock = millis(60_000);
        lag.reported(clock);
        assert_eq!(lag.average, Duration::ZERO, "nothing was expected yet");
        for _ in 0..100 {
            lag.moved(clock, millis(100), millis(50));
            clock = clock - millis(100) + millis(50) - millis(30);
            lag.reported(clock);
        }
        assert!((millis(29)..=millis(30)).contains(&lag.average), "{:?}", lag.average);
        let before = lag;
        lag.moved(clock, millis(100), Duration::ZERO);
        lag.reported(clock - millis(60_000).min(clock));
        assert_eq!(lag.average, before.average, "a pause is no lag");
        lag.moved(clock, millis(100), Duration::ZERO);
        lag.reported(clock + millis(5_000));
        assert!(lag.average < before.average, "time that was added is none either");
    }
}
