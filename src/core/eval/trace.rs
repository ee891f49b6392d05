//! Traces of an evaluation: how often each weight counted, and for which side.
//!
//! An evaluation is written once, generic over [`Trace`]. The search runs it with [`NoCoefficients`], which compiles to nothing;
//! the report and the workshop's `learn` run the same code with [`Coefficients`].

use super::pair::Pair;
use crate::chess::{ByColor, Color};

/// Receives every weight that an evaluation uses.
pub(crate) trait Trace {
    /// Whether it records: then cached results must be computed again.
    const RECORDS: bool;

    fn weigh(&mut self, color: Color, weight: usize, count: i32);
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NoCoefficients;

impl Trace for NoCoefficients {
    const RECORDS: bool = false;

    #[inline(always)]
    fn weigh(&mut self, _: Color, _: usize, _: i32) {}
}

/// Counts of each weight, White's and Black's share apart.
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

    /// The sum of a run of weights, the first numbered `start`, for a side.
    pub(crate) fn sum(&self, color: Color, start: usize, weights: &[Pair]) -> Pair {
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
