//! Spaced repetition: FSRS-5 with its default weights and a desired retention of 90 %.
//!
//! Formulas: "The Algorithm" in the wiki of open-spaced-repetition/fsrs4anki. The form of cards in files and the order of intervals
//! are those of the crate rs-fsrs 1.2 without short-term steps, which would repeat solved problems within minutes.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// The default weights, without the two of short-term steps.
const WEIGHTS: [f64; 17] = [
    0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824, 1.9813,
    0.0953, 0.2975, 2.2042, 0.2407, 2.9466,
];

const DECAY: f64 = -0.5;
const FACTOR: f64 = 19.0 / 81.0;
const RETENTION: f64 = 0.9;
const LONGEST_INTERVAL: f64 = 36_500.0;

/// The numbers are those of FSRS, where 4 is `Easy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrillRating {
    Missed = 1,
    Hinted = 2,
    Solved = 3,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Card {
    pub due: Timestamp,
    /// Days until retrievability falls to 90 %.
    stability: f64,
    /// From 1 to 10.
    difficulty: f64,
    elapsed_days: i64,
    scheduled_days: i64,
    pub reps: i32,
    pub lapses: i32,
    state: State,
    pub last_review: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum State {
    #[default]
    New,
    Learning,
    Review,
    Relearning,
}

impl Card {
    pub fn reviewed(&self, rating: DrillRating, now: Timestamp) -> Card {
        let is_new = self.state == State::New;
        let elapsed_days =
            if is_new { 0 } else { now.duration_since(self.last_review).as_hours() / 24 };
        let stability = |rating: DrillRating| {
            if is_new {
                return WEIGHTS[rating as usize - 1];
            }
            let retrievability = (1.0 + FACTOR * elapsed_days as f64 / self.stability).powf(DECAY);
            match rating {
                DrillRating::Missed => self.stability_forgotten(retrievability),
                DrillRating::Hinted => self.stability_recalled(retrievability, WEIGHTS[15]),
                DrillRating::Solved => self.stability_recalled(retrievability, 1.0),
            }
        };
        let [missed, hinted, solved] =
            [DrillRating::Missed, DrillRating::Hinted, DrillRating::Solved]
                .map(|rating| interval(stability(rating)));
        let missed = missed.min(hinted);
        let hinted = hinted.max(missed + 1.0);
        let days = match rating {
            DrillRating::Missed => missed,
            DrillRating::Hinted => hinted,
            DrillRating::Solved => solved.max(hinted + 1.0),
        };
        let difficulty =
            if is_new { first_difficulty(rating as i32) } else { self.next_difficulty(rating) };
        Card {
            due: now
                .saturating_add(SignedDuration::from_hours(days as i64 * 24))
                .unwrap_or(Timestamp::MAX),
            stability: stability(rating),
            difficulty,
            elapsed_days,
            scheduled_days: days as i64,
            reps: self.reps + 1,
            lapses: self.lapses + i32::from(!is_new && rating == DrillRating::Missed),
            state: State::Review,
            last_review: now,
        }
    }

    fn next_difficulty(&self, rating: DrillRating) -> f64 {
        let next = WEIGHTS[6].mul_add(-f64::from(rating as i32 - 3), self.difficulty);
        WEIGHTS[7].mul_add(first_difficulty(4), (1.0 - WEIGHTS[7]) * next).clamp(1.0, 10.0)
    }

    fn stability_recalled(&self, retrievability: f64, modifier: f64) -> f64 {
        let growth = WEIGHTS[8].exp()
            * (11.0 - self.difficulty)
            * self.stability.powf(-WEIGHTS[9])
            * ((1.0 - retrievability) * WEIGHTS[10]).exp_m1();
        self.stability * growth.mul_add(modifier, 1.0)
    }

    fn stability_forgotten(&self, retrievability: f64) -> f64 {
        WEIGHTS[11]
            * self.difficulty.powf(-WEIGHTS[12])
            * ((self.stability + 1.0).powf(WEIGHTS[13]) - 1.0)
            * ((1.0 - retrievability) * WEIGHTS[14]).exp()
    }
}

fn first_difficulty(rating: i32) -> f64 {
    (WEIGHTS[4] - (WEIGHTS[5] * f64::from(rating - 1)).exp() + 1.0).clamp(1.0, 10.0)
}

/// Days until retrievability falls to the desired retention.
fn interval(stability: f64) -> f64 {
    let days = stability / FACTOR * (RETENTION.powf(1.0 / DECAY) - 1.0);
    days.round().clamp(1.0, LONGEST_INTERVAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DrillRating::{Hinted, Missed, Solved};

    fn noon(day: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours((20_000 + day) * 24 + 12)
    }

    /// Due dates from rs-fsrs 1.2.1 with `enable_short_term: false`: rating, day of the answer, day when it is due.
    const REVIEWS: [&[(DrillRating, i64, i64)]; 4] = [
        &[
            (Solved, 0, 3),
            (Solved, 3, 14),
            (Solved, 14, 50),
            (Missed, 50, 54),
            (Solved, 53, 62),
            (Hinted, 60, 72),
            (Solved, 75, 104),
            (Solved, 400, 603),
        ],
        &[
            (Missed, 0, 1),
            (Missed, 1, 2),
            (Missed, 2, 3),
            (Missed, 3, 4),
            (Solved, 4, 7),
            (Solved, 4, 7),
            (Solved, 1_000, 1_010),
        ],
        &[
            (Hinted, 0, 2),
            (Hinted, 2, 4),
            (Hinted, 5, 9),
            (Hinted, 9, 14),
            (Missed, 30, 32),
            (Hinted, 31, 33),
        ],
        &[(Solved, 0, 3), (Solved, 100_000, 100_147)],
    ];

    /// The last card of each sequence, as rs-fsrs writes it.
    const LAST: [&str; 3] = [
        r#"{"due":"2026-05-30T12:00:00Z","stability":203.14278848588876,"difficulty":7.888680958180387,"elapsed_days":325,"scheduled_days":203,"reps":8,"lapses":1,"state":"Review","last_review":"2025-11-08T12:00:00Z"}"#,
        r#"{"due":"2027-07-11T12:00:00Z","stability":9.601428757097377,"difficulty":9.539404577136187,"elapsed_days":996,"scheduled_days":10,"reps":7,"lapses":3,"state":"Review","last_review":"2027-07-01T12:00:00Z"}"#,
        r#"{"due":"2024-11-06T12:00:00Z","stability":2.243309689297811,"difficulty":10.0,"elapsed_days":1,"scheduled_days":2,"reps":6,"lapses":1,"state":"Review","last_review":"2024-11-04T12:00:00Z"}"#,
    ];

    #[test]
    fn problems_are_due_on_the_days_of_rs_fsrs() {
        for (number, reviews) in REVIEWS.into_iter().enumerate() {
            let mut card = Card::default();
            for &(rating, day, due) in reviews {
                card = card.reviewed(rating, noon(day));
                assert_eq!(
                    card.due.as_second() / 86_400 - 20_000,
                    due,
                    "{number}, day {day}: {card:?}"
                );
            }
            let Some(last) = LAST.get(number) else { continue };
            let last: Card = serde_json::from_str(last).unwrap();
            for (found, expected) in
                [(card.stability, last.stability), (card.difficulty, last.difficulty)]
            {
                assert!((found - expected).abs() < 1e-9, "{number}: {found} {expected}");
            }
            let Card { stability, difficulty, .. } = last;
            assert_eq!(Card { stability, difficulty, ..card }, last);
        }
    }

    #[test]
    fn cards_are_written_as_rs_fsrs_writes_them() {
        let now = Timestamp::new(1_700_000_000, 123_456_789).unwrap();
        let written = serde_json::to_string(&Card::default().reviewed(Missed, now)).unwrap();
        assert_eq!(
            written,
            r#"{"due":"2023-11-15T22:13:20.123456789Z","stability":0.4072,"difficulty":7.2102,"elapsed_days":0,"scheduled_days":1,"reps":1,"lapses":0,"state":"Review","last_review":"2023-11-14T22:13:20.123456789Z"}"#
        );
    }
}
