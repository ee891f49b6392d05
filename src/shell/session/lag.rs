//! Lag: what a move costs on the clock of whoever keeps it, beyond what the engine took.
//!
//! EXchess measured it in every game and kept an average; so does this. What is not ours cannot be thought away, so it is
//! taken off the clock before a move is planned.

use std::time::Duration;

/// One move's lag counts for so much of the average: one part in so many.
const PARTS: u32 = 8;

/// More than this is no lag but a pause.
const MOST: Duration = Duration::from_secs(2);

/// The lag of a game, averaged over its last moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lag {
    average: Duration,
    /// What the clock should say when it is told next.
    expected: Option<Duration>,
}

impl Lag {
    /// The engine has moved: its clock was told to have so much left, and it took so long.
    pub(super) fn moved(&mut self, left: Duration, took: Duration, increment: Duration) {
        self.expected = Some(left.saturating_sub(took) + increment);
    }

    /// The engine's clock is told again.
    pub(super) fn told(&mut self, left: Duration) {
        let Some(expected) = self.expected.take() else { return };
        let lag = expected.saturating_sub(left);
        if lag <= MOST {
            self.average = (self.average * (PARTS - 1) + lag) / PARTS;
        }
    }

    /// What a move is expected to cost beside its thinking.
    pub(super) fn average(&self) -> Duration {
        self.average
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_follows_what_is_measured() {
        let millis = Duration::from_millis;
        let mut lag = Lag::default();
        let mut clock = millis(60_000);
        lag.told(clock);
        assert_eq!(lag.average(), Duration::ZERO, "nothing was expected yet");
        for _ in 0..100 {
            lag.moved(clock, millis(100), millis(50));
            clock = clock - millis(100) + millis(50) - millis(30);
            lag.told(clock);
        }
        assert!((millis(29)..=millis(30)).contains(&lag.average()), "{:?}", lag.average());
        let before = lag;
        lag.moved(clock, millis(100), Duration::ZERO);
        lag.told(clock - millis(60_000).min(clock));
        assert_eq!(lag.average(), before.average(), "a pause is no lag");
        lag.moved(clock, millis(100), Duration::ZERO);
        lag.told(clock + millis(5_000));
        assert!(lag.average() < before.average(), "time that was added is none either");
    }
}
