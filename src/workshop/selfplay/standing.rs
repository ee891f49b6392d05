//! Statistics of a match: games and pairs, the difference in Elo, and the sequential test (SPRT).
//!
//! The two games of a pair share their opening with colours swapped, so their results are correlated: statistics are over pairs,
//! by their points (pentanomial), for the error bar and for the likelihoods alike. The likelihood ratio is that of the two most
//! likely distributions over the five outcomes whose means are the two hypotheses' (Van den Bergh, "The generalized SPRT", as in
//! fishtest).

use std::collections::BTreeMap;
use std::str::FromStr;

use quarterply::chess::Color;
use quarterply::ink::number::{counted, percent};

use crate::records::{EndCause, GameRecord};

/// Probability of each kind of error of the test.
const ERROR: f64 = 0.05;

/// Standard deviations that contain 95 % of a normal distribution.
const NINETY_FIVE: f64 = 1.959_964;

fn expectation(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A sequential test of two hypotheses about the difference in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Difference of the null hypothesis.
    pub elo0: f64,
    pub elo1: f64,
}

impl Sprt {
    /// Logarithm of the ratio at which the test ends, on either side.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// Result of the test so far: accepted, rejected, or `None`.
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

/// Number of pairs by the first side's points: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The frequency of each outcome, and its value as the score of one game. An outcome that did not occur counts as a
    /// thousandth of a pair, so that no probability is zero.
    fn shares(&self) -> [(f64, f64); 5] {
        let counts = self.0.map(|count| (count as f64).max(1e-3));
        let all: f64 = counts.iter().sum();
        std::array::from_fn(|at| (counts[at] / all, at as f64 / 4.0))
    }

    /// Mean score of a game and variance of a pair; `None` before the first pair.
    fn moments(&self) -> Option<(f64, f64)> {
        let all = self.pairs() as f64;
        let each = || self.0.iter().enumerate().map(|(at, &n)| (n as f64 / all, at as f64 / 4.0));
        let mean: f64 = each().map(|(share, score)| share * score).sum();
        let variance = each().map(|(share, score)| share * (score - mean).powi(2)).sum();
        (all > 0.0).then_some((mean, variance))
    }

    /// Difference in Elo and half of its 95 % interval; `None` before the first pair and if one side has all points, which fits
    /// any large difference.
    pub fn elo(&self) -> Option<(f64, f64)> {
        const EDGE: f64 = 1e-9;
        let (mean, variance) =
            self.moments().filter(|(mean, _)| (EDGE..1.0 - EDGE).contains(mean))?;
        let half = NINETY_FIVE * (variance / self.pairs() as f64).sqrt();
        let at = |score: f64| elo_of(score.clamp(EDGE, 1.0 - EDGE));
        Some((at(mean), (at(mean + half) - at(mean - half)) / 2.0))
    }

    /// Log-likelihood ratio of the second hypothesis to the first.
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

/// Finds the tilt: the distribution nearest to the observed one with this mean multiplies each frequency by 1 / (1 + tilt ·
/// (score − mean)).
fn tilt(shares: &[(f64, f64); 5], mean: f64) -> f64 {
    // Within these bounds all frequencies are positive, and the function is decreasing.
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
    /// Positions that were searched and have a score.
    pub searched: u64,
    is_match: bool,
    /// Twice the first side's points in the first game of a pair.
    half: usize,
}

impl Standing {
    /// Builds an empty standing, of one side against itself or of two.
    pub fn new(is_match: bool) -> Standing {
        Standing { is_match, ..Standing::default() }
    }

    pub fn add(&mut self, record: &GameRecord) {
        let won = (2.0 * record.result.points().unwrap_or(0.5)) as usize;
        let is_black = self.is_match && side_of(record.number, Color::White) == 1;
        let doubled = if is_black { 2 - won } else { won };
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

    /// Frequencies of the ends of games, and of searched positions.
    pub fn causes_in_words(&self) -> String {
        let causes = self.causes.iter().map(|(cause, games)| format!("{games} {}", cause.name()));
        let causes = causes.collect::<Vec<_>>().join(", ");
        format!("{causes}, {} of {} plies searched", self.searched, self.plies)
    }
}

/// Index of the side that plays a colour; alternates.
pub fn side_of(game: u32, color: Color) -> usize {
    (game as usize + color.index()) % 2
}
