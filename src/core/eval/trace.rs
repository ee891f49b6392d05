//! Watching an evaluation at work: which weight counted how often, and for whom.
//!
//! An evaluation is written once, generic over [`Trace`]. The search runs it with [`NoCoefficients`], which compiles to nothing;
//! the report for people and the workshop's `learn` run the very same code with [`Coefficients`].

use super::pair::Pair;
use crate::chess::{ByColor, Color};

/// Told of every weight that an evaluation uses.
pub trait Trace {
    /// Whether anything is written down: what a cache would answer must then be computed again.
    const RECORDS: bool;

    fn weigh(&mut self, color: Color, weight: usize, count: i32);
}

#[derive(Clone, Copy, Debug)]
pub struct NoCoefficients;

impl Trace for NoCoefficients {
    const RECORDS: bool = false;

    #[inline(always)]
    fn weigh(&mut self, _: Color, _: usize, _: i32) {}
}

/// How often each weight counted, White's and Black's share apart.
#[derive(Clone, Debug)]
pub struct Coefficients {
    counts: Vec<ByColor<i32>>,
}

impl Coefficients {
    pub fn new(weights: usize) -> Coefficients {
        Coefficients { counts: vec![ByColor::default(); weights] }
    }

    pub fn clear(&mut self) {
        self.counts.fill(ByColor::default());
    }

    pub fn counts(&self) -> &[ByColor<i32>] {
        &self.counts
    }

    /// What a run of weights, the first numbered `start`, comes to for a side.
    pub fn sum(&self, color: Color, start: usize, weights: &[Pair]) -> Pair {
        let counts = &self.counts[start..start + weights.len()];
        counts
            .iter()
            .zip(weights)
            .fold(Pair::ZERO, |sum, (count, &weight)| sum + weight * count[color])
    }
}

impl Trace for Coefficients {
    const RECORDS: bool = true;

    fn weigh(&mut self, color: Color, weight: usize, count: i32) {
        self.counts[weight][color] += count;
    }
}
