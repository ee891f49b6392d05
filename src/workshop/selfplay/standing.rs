//! How a match stands: games and pairs, the difference in Elo, and whether the question is answered (SPRT).
//!
//! The two games of a pair have the same opening with colours changed, so their results hang together: it is pairs that are
//! counted, by the points that they brought (pentanomial), for the error bar and for the likelihoods alike. The likelihood
//! ratio is that of the two most likely distributions over the five outcomes whose means are the two hypotheses'
//! (Van den Bergh, "The generalized SPRT", as fishtest uses it).

use std::collections::BTreeMap;
use std::str::FromStr;

use quarterply::chess::Color;
use quarterply::ink::number::{counted, percent};

use crate::records::{EndCause, GameRecord};

/// Each kind of error that the test may make, as a probability.
const ERROR: f64 = 0.05;

/// Standard deviations that hold 95 % of a normal distribution.
const NINETY_FIVE: f64 = 1.959_964;

fn expectation(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A sequential test: is the first side better by the second figure, or not even by the first?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo that is not worth having.
    pub elo0: f64,
    pub elo1: f64,
}

impl Sprt {
    /// The ratio (its logarithm) at which the test ends, on either side.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// What the pairs so far say: accepted, refused, or not known yet.
    pub fn decision(self, pairs: &PairCounts) -> Option<bool> {
        let ratio = pairs.likelihood_ratio(self);
        (ratio.abs() >= Sprt::bound()).then_some(ratio > 0.0)
    }
}

impl FromStr for Sprt {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Sprt, &'static str> {
        let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0);
        match text.split_once(',').map(|(low, high)| (number(low), number(high))) {
            Some((Some(elo0), Some(elo1))) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => Err("two differences in Elo are wanted, the smaller first, as 0,10 or -5,0"),
        }
    }
}

/// Pairs of games by the points that the first side made of both: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Their share of each outcome, and what the outcome is worth as a score of one game. An outcome that was not seen counts
    /// for a thousandth of a pair, so that nothing is held to be impossible.
    fn shares(&self) -> [(f64, f64); 5] {
        let counts = self.0.map(|count| (count as f64).max(1e-3));
        let all: f64 = counts.iter().sum();
        std::array::from_fn(|at| (counts[at] / all, at as f64 / 4.0))
    }

    /// The mean score of a game and the variance of a pair's; `None` before the first pair.
    fn moments(&self) -> Option<(f64, f64)> {
        let all = self.pairs() as f64;
        let each = || self.0.iter().enumerate().map(|(at, &n)| (n as f64 / all, at as f64 / 4.0));
        let mean: f64 = each().map(|(share, score)| share * score).sum();
        let variance = each().map(|(share, score)| share * (score - mean).powi(2)).sum();
        (all > 0.0).then_some((mean, variance))
    }

    /// The difference in Elo and the half of its 95 % interval; `None` before the first pair and where every point went one
    /// way, for no difference is too large then.
    pub fn elo(&self) -> Option<(f64, f64)> {
        const EDGE: f64 = 1e-9;
        let (mean, variance) =
            self.moments().filter(|(mean, _)| (EDGE..1.0 - EDGE).contains(mean))?;
        let half = NINETY_FIVE * (variance / self.pairs() as f64).sqrt();
        let at = |score: f64| elo_of(score.clamp(EDGE, 1.0 - EDGE));
        Some((at(mean), (at(mean + half) - at(mean - half)) / 2.0))
    }

    /// The logarithm of how much more likely the pairs are if the second hypothesis is true than if the first is.
    pub fn likelihood_ratio(&self, test: Sprt) -> f64 {
        let pairs = self.pairs() as f64;
        if pairs == 0.0 {
            return 0.0;
        }
        let shares = self.shares();
        let (low, high) = (expectation(test.elo0), expectation(test.elo1));
        let (tilt_low, tilt_high) = (tilt(&shares, low), tilt(&shares, high));
        let each = shares.iter().map(|(share, score)| {
            let under = |tilt: f64, mean: f64| (1.0 + tilt * (score - mean)).ln();
            share * (under(tilt_low, low) - under(tilt_high, high))
        });
        pairs * each.sum::<f64>()
    }
}

/// The distribution nearest to what was seen that has this mean gives each outcome its share over `1 + tilt · (score − mean)`:
/// finds the tilt.
fn tilt(shares: &[(f64, f64); 5], mean: f64) -> f64 {
    // Between these every outcome keeps a positive share; the slope falls all the way.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let slope = |tilt: f64| -> f64 {
        shares.iter().map(|(share, x)| share * (x - mean) / (1.0 + tilt * (x - mean))).sum()
    };
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    pub games: u32,
    /// Games that the first side won, drew and lost; White, if one side plays alone.
    pub results: [u32; 3],
    /// Pairs; none if one side plays alone.
    pub pairs: PairCounts,
    pub causes: BTreeMap<EndCause, u32>,
    pub plies: u64,
    /// Those of them that were searched: positions with a score.
    pub searched: u64,
    is_match: bool,
    /// Twice the points that the first side made in the first game of a pair.
    half: usize,
}

impl Standing {
    /// Nothing played yet, by one side against itself or by two.
    pub fn new(is_match: bool) -> Standing {
        Standing { is_match, ..Standing::default() }
    }

    pub fn add(&mut self, record: &GameRecord) {
        let first = if self.is_match { white_of(record.number) } else { 0 };
        let won = (2.0 * record.result.points().unwrap_or(0.5)) as usize;
        let doubled = if first == 0 { won } else { 2 - won };
        self.games += 1;
        self.results[2 - doubled] += 1;
        *self.causes.entry(record.cause).or_default() += 1;
        self.plies += record.plies.len() as u64;
        self.searched += record.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        if self.is_match && !record.number.is_multiple_of(2) {
            self.pairs.0[self.half + doubled] += 1;
        }
        self.half = doubled;
    }

    pub fn in_words(&self, sprt: Option<Sprt>) -> String {
        let [won, drawn, lost] = self.results;
        let score = percent(2 * u64::from(won) + u64::from(drawn), 2 * u64::from(self.games));
        let who = if self.is_match { "a" } else { "White" };
        let mut words = format!(
            "{}, {who} +{won} ={drawn} -{lost} {score}",
            counted(self.games as usize, "game")
        );
        if let Some((elo, error)) = self.pairs.elo() {
            words += &format!(", Elo {elo:+.1} ±{error:.1}, pairs {:?}", self.pairs.0);
        }
        if let Some(test) = sprt {
            let (ratio, bound) = (self.pairs.likelihood_ratio(test), Sprt::bound());
            let Sprt { elo0, elo1 } = test;
            words += &format!(", LLR {ratio:+.2} of {bound:.2} for {elo0} to {elo1}");
        }
        words
    }

    /// How games ended, and how much of them was searched.
    pub fn causes_in_words(&self) -> String {
        let causes = self.causes.iter().map(|(cause, games)| format!("{games} {}", cause.name()));
        let causes = causes.collect::<Vec<_>>().join(", ");
        format!("{causes}, {} of {} plies searched", self.searched, self.plies)
    }
}

/// The number of the side that has White in a game: they change after each.
fn white_of(game: u32) -> usize {
    (game % 2) as usize
}

pub fn side_of(game: u32, color: Color) -> usize {
    if color == Color::White { white_of(game) } else { 1 - white_of(game) }
}
