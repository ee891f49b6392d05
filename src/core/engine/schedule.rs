//! Time sharing between search and prover.
//!
//! The search begins. After its first iteration the prover gets a short turn on the mates of the side to move, which solves most
//! problems. The search then runs for a while, and its score decides which side may be mating; the prover and the search take
//! turns on that side's mates until the prover's share is used up. The share is larger if the score is that of a decided game,
//! and it is one of the elapsed time, since a stop may come at any time. After that the search is alone, until its score gives
//! the prover a larger share. Once a mate is proved, most of the time is for shorter ones.
//!
//! All of this is one decision at the end of a turn, [`Schedule::next`]. Nothing here reads a clock: the caller passes the time
//! since the start of the search.

use std::time::Duration;

use crate::chess::{ByColor, Color};
use crate::control::Limits;
use crate::units::{Score, ScoreKind};

/// From this score on, in centipawns, a mate of the side ahead is likely enough for a large share.
const DECIDED: i32 = 800;
/// From this score on one side is ahead.
const AHEAD: i32 = 250;

/// Searches shorter than this have no time to spare.
const LEAST: Duration = Duration::from_millis(100);

/// Length of the prover's turn, in turns of the search.
const PROVER_SLICES: u32 = 6;

/// The same once a mate is proved.
const SHORTENING_SLICES: u32 = 30;

/// The prover's share of time, including its first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Share {
    total: Duration,
    /// Of the time that has passed.
    percent: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shares {
    first_look: Duration,
    stretch: Duration,
    /// The prover's share where the score speaks for a mate, where one side is ahead, and elsewhere.
    decided: Share,
    ahead: Share,
    open: Share,
    slice: Duration,
}

impl Shares {
    /// Returns the shares for a search with these limits and a hard limit of `time`; `None` for games on a clock and for
    /// searches limited by nodes or depth, which run without a prover. `time` is `movetime` without the overhead: of 60 ms
    /// the default overhead leaves 30, so that a share of the 60 would be twice as large as it should be.
    fn of(limits: &Limits, time: Option<Duration>) -> Option<Shares> {
        let analysis = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.mate.is_none()
            && limits.clock.0.iter().all(Option::is_none)
            && !limits.ponder
            && limits.search_moves.is_empty()
            && limits.excluded_moves.is_empty();
        if !analysis {
            return None;
        }
        let millis = Duration::from_millis;
        let share = |total, percent| Share { total, percent };
        match time {
            Some(time) if time >= LEAST => Some(Shares {
                first_look: (time / 40).min(millis(50)),
                stretch: (time / 10).min(millis(500)),
                decided: share(time * 64 / 100, 65),
                ahead: share(time * 8 / 100, 12),
                open: share(time * 4 / 100, 6),
                slice: (time / 50).clamp(millis(7), millis(30)),
            }),
            Some(_) => None,
            None if limits.infinite => Some(Shares {
                first_look: millis(50),
                stretch: millis(200),
                decided: share(millis(5_000), 65),
                ahead: share(millis(1_000), 30),
                open: share(millis(500), 20),
                slice: millis(30),
            }),
            None => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Schedule {
    shares: Shares,
    us: Color,
    /// The side whose mates the prover looks for while the search pauses; `None` in the search's turns.
    pub(super) attacker: Option<Color>,
    since: Duration,
    /// When this turn ends; `None` where something else ends it.
    pub(super) due: Option<Duration>,
    /// Time of the prover's finished turns.
    prover_had: Duration,
    proved: Option<Color>,
    /// The prover is done with this side's mates.
    settled: ByColor<bool>,
    search_ended: bool,
}

impl Schedule {
    /// Returns the schedule of a search with these limits and a hard limit of `time`; `None` if it runs without a prover.
    pub(super) fn for_limits(
        limits: &Limits,
        time: Option<Duration>,
        us: Color,
    ) -> Option<Schedule> {
        Some(Schedule {
            shares: Shares::of(limits, time)?,
            us,
            attacker: None,
            since: Duration::ZERO,
            due: None,
            prover_had: Duration::ZERO,
            proved: None,
            settled: ByColor::new(false, false),
            search_ended: false,
        })
    }

    pub(super) fn prover_time(&self, now: Duration) -> Duration {
        let this = self.attacker.map_or(Duration::ZERO, |_| now.saturating_sub(self.since));
        self.prover_had + this
    }

    /// Ends this turn if it is over. `score`: the last one of the search, for the side to move.
    pub(super) fn advance(&mut self, now: Duration, score: Score) {
        if self.due.is_some_and(|due| now >= due) {
            let next = self.next(now, score);
            self.prover_had = self.prover_time(now);
            self.since = now;
            (self.attacker, self.due) = next;
        }
    }

    /// Returns whose turn is next, and its end; the search's turn has none once the prover's share is used up.
    fn next(&self, now: Duration, score: Score) -> (Option<Color>, Option<Duration>) {
        let Shares { first_look, stretch, slice, .. } = self.shares;
        let had = self.prover_time(now);
        if self.attacker.is_some() && !self.search_ended {
            let is_first = self.prover_had.is_zero() && self.proved.is_none();
            return (None, Some(now + if is_first { stretch } else { slice }));
        }
        let (attacker, length, from) = match self.proved {
            Some(attacker) => (attacker, slice * SHORTENING_SLICES, now),
            None if had.is_zero() => (self.us, first_look, now),
            None => {
                let (attacker, share) = self.likely_attacker(score);
                let length = share.total.saturating_sub(had).min(slice * PROVER_SLICES);
                (attacker, length, (had + length) * 100 / share.percent - length)
            }
        };
        if self.settled[attacker] || length.is_zero() {
            (None, None)
        } else if from > now && !self.search_ended {
            (None, Some(from))
        } else {
            (Some(attacker), Some(now + length))
        }
    }

    /// Ends this turn at the next [`Schedule::advance`].
    fn end_turn(&mut self) {
        self.due = Some(Duration::ZERO);
    }

    pub(super) fn iteration(&mut self) {
        if self.due.is_none() {
            self.end_turn();
        }
    }

    /// The search has ended; its result is held back.
    pub(super) fn search_ended(&mut self) {
        self.search_ended = true;
        if self.attacker.is_none() {
            self.end_turn();
        }
    }

    pub(super) fn proved(&mut self, attacker: Color) {
        if self.proved.replace(attacker).is_none() && self.attacker.is_none() {
            self.end_turn();
        }
    }

    /// The prover has come to an end with this side's mates, or cannot go on.
    pub(super) fn settled(&mut self, attacker: Color) {
        self.settled[attacker] = true;
        if self.attacker == Some(attacker) {
            self.end_turn();
        }
    }

    pub(super) fn give_up(&mut self) {
        self.settled = ByColor::new(true, true);
        self.end_turn();
    }

    /// The side whose mates are looked for at this score, and the share of time for it.
    fn likely_attacker(&self, score: Score) -> (Color, Share) {
        let (for_us, value) = match score.kind() {
            ScoreKind::Mates(_) => (true, DECIDED),
            ScoreKind::Mated(_) => (false, DECIDED),
            ScoreKind::Centipawns(value) => (value > -AHEAD, value.abs()),
        };
        let share = match value {
            DECIDED.. => self.shares.decided,
            AHEAD.. => self.shares.ahead,
            _ => self.shares.open,
        };
        (if for_us { self.us } else { !self.us }, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// The plan of a search that may take so long.
    fn schedule(time: Duration) -> Schedule {
        Schedule::for_limits(&Limits::movetime(time), Some(time), Color::White).unwrap()
    }

    fn second() -> Schedule {
        schedule(millis(1_000))
    }

    #[test]
    fn only_an_analysis_has_time_to_share() {
        let of = |limits: &Limits| Shares::of(limits, limits.movetime);
        let second = Limits::movetime(millis(1_000));
        assert!(of(&second).is_some());
        assert!(of(&Limits::infinite()).is_some());
        assert_eq!(of(&Limits::depth(9)), None);
        assert_eq!(of(&Limits::nodes(9)), None);
        assert_eq!(of(&Limits { mate: Some(3), ..second.clone() }), None);
        assert_eq!(of(&Limits::movetime(millis(9))), None);
        assert!(of(&second).unwrap().decided.total < millis(1_000), "the search gets the rest");
    }

    /// Half of a second is overhead: the other half is shared.
    #[test]
    fn shares_are_of_the_time_that_the_search_has() {
        let limits = Limits::movetime(millis(1_000));
        let half = Shares::of(&limits, Some(millis(500)));
        assert_eq!(half, Shares::of(&Limits::movetime(millis(500)), Some(millis(500))));
    }

    #[test]
    fn the_score_says_whose_mate_to_look_for() {
        let schedule = second();
        let Shares { decided, ahead, open, .. } = schedule.shares;
        let likely = |score| schedule.likely_attacker(score);
        assert_eq!(likely(Score::cp(900)), (Color::White, decided));
        assert_eq!(likely(Score::cp(-300)), (Color::Black, ahead));
        assert_eq!(likely(Score::mated_at(6)), (Color::Black, decided));
        assert_eq!(likely(Score::cp(-20)), (Color::White, open));
    }

    /// Has the search finish its first iteration and the schedule act on it.
    fn begin(schedule: &mut Schedule, now: Duration, score: Score) {
        schedule.iteration();
        schedule.advance(now, score);
    }

    /// Lets a plan run to the end of its second, with the search always at this score: the prover's time, and the longest
    /// turn of either.
    fn run(score: Score) -> (Duration, Duration) {
        let mut schedule = second();
        let mut now = millis(1);
        begin(&mut schedule, now, score);
        let mut longest = Duration::ZERO;
        while let Some(due) = schedule.due.filter(|&due| due < millis(1_000)) {
            longest = longest.max(due - now);
            now = due;
            schedule.advance(now, score);
        }
        (schedule.prover_time(millis(1_000)), longest)
    }

    #[test]
    fn the_prover_has_its_share_and_neither_waits_long() {
        let (decided, longest) = run(Score::cp(900));
        assert!(decided <= millis(640) && decided >= millis(600), "{decided:?}");
        assert_eq!(longest, millis(120));
        assert_eq!(run(Score::cp(400)).0, millis(80));
        assert_eq!(run(Score::cp(0)).0, millis(40));
    }

    #[test]
    fn whenever_a_stop_comes_the_prover_had_no_more_than_its_share() {
        let endless = Limits::infinite();
        let endless = Schedule::for_limits(&endless, None, Color::White).unwrap();
        for plan in [schedule(millis(10_000)), endless] {
            let Shares { decided, ahead, open, .. } = plan.shares;
            for (score, share) in [(0, open), (400, ahead), (-900, decided)] {
                let (score, mut schedule) = (Score::cp(score), plan.clone());
                begin(&mut schedule, millis(1), score);
                let mut turns = 0;
                while let Some(due) = schedule.due.filter(|&due| due < millis(10_000)) {
                    let had = schedule.prover_time(due);
                    // The first look is short, and before the first stretch there is nothing to take a share of.
                    let most =
                        (due * share.percent / 100).max(millis(50)) + Duration::from_micros(1);
                    assert!(had <= most, "{share:?}: {had:?} of {due:?}");
                    schedule.advance(due, score);
                    turns += 1;
                }
                assert!(turns > 5);
            }
        }
    }

    /// A mate that comes into sight late is looked for late.
    #[test]
    fn a_score_that_rises_gives_the_prover_a_larger_share() {
        let mut schedule = second();
        begin(&mut schedule, millis(1), Score::DRAW);
        while let Some(due) = schedule.due {
            schedule.advance(due, Score::DRAW);
        }
        begin(&mut schedule, millis(800), Score::DRAW);
        assert_eq!((schedule.attacker, schedule.due), (None, None));
        begin(&mut schedule, millis(801), Score::cp(-900));
        assert_eq!(schedule.attacker, Some(Color::Black));
    }

    #[test]
    fn a_proved_mate_leaves_the_search_a_thirtieth() {
        let mut schedule = second();
        begin(&mut schedule, millis(1), Score::DRAW);
        schedule.proved(Color::White);
        assert_eq!(schedule.attacker, Some(Color::White));
        let mut now = millis(1);
        while now < millis(900) {
            now = schedule.due.unwrap();
            schedule.advance(now, Score::DRAW);
        }
        let search = (now - schedule.prover_time(now)).as_millis();
        assert!((20..=45).contains(&search), "{search} of {now:?}");
        schedule.settled(Color::White);
        schedule.advance(schedule.due.unwrap(), Score::DRAW);
        assert_eq!((schedule.attacker, schedule.due), (None, None));
    }

    #[test]
    fn a_side_that_is_settled_is_not_asked_about_again() {
        let mut schedule = second();
        begin(&mut schedule, millis(1), Score::DRAW);
        schedule.settled(Color::White);
        schedule.advance(millis(2), Score::DRAW);
        assert_eq!((schedule.attacker, schedule.due), (None, Some(millis(102))));
        let mut other = schedule.clone();
        schedule.advance(millis(102), Score::cp(900));
        assert_eq!((schedule.attacker, schedule.due), (None, None));
        other.advance(millis(102), Score::cp(-900));
        assert_eq!(other.attacker, Some(Color::Black));
    }

    #[test]
    fn where_the_search_has_ended_the_prover_gets_all_its_turns() {
        let mut schedule = second();
        begin(&mut schedule, millis(1), Score::DRAW);
        schedule.search_ended();
        let mut turns = 0;
        while let Some(due) = schedule.due {
            assert_eq!(schedule.attacker, Some(Color::White));
            schedule.advance(due, Score::cp(900));
            turns += 1;
        }
        assert!(turns > 2 && schedule.attacker.is_none());
    }
}
