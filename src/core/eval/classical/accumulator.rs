//! The running sum of an evaluation, White's weights minus Black's; each weight is reported to the trace.

use super::features::{FeatureGroup, WEIGHTS};
use crate::chess::{ByColor, Color};
use crate::eval::pair::Pair;
use crate::eval::trace::Trace;

pub(super) struct Accumulator<'t, T> {
    /// White's weights minus Black's.
    pub sum: Pair,
    pub trace: &'t mut T,
}

impl<'t, T: Trace> Accumulator<'t, T> {
    pub(super) fn new(trace: &'t mut T) -> Accumulator<'t, T> {
        Accumulator { sum: Pair::ZERO, trace }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, weight: usize) {
        self.trace.weigh(color, weight, 1);
        self.add_value(color, WEIGHTS[weight]);
    }

    #[inline(always)]
    pub(super) fn add_times(&mut self, color: Color, weight: usize, count: u32) {
        self.trace.weigh(color, weight, count as i32);
        self.add_value(color, WEIGHTS[weight] * count as i32);
    }

    /// Adds centipawns that are no weight, for a side.
    #[inline(always)]
    pub(super) fn add_value(&mut self, color: Color, value: Pair) {
        match color {
            Color::White => self.sum += value,
            Color::Black => self.sum -= value,
        }
    }

    /// Adds a group's weights for both sides, each as often as `counts` says.
    #[inline(always)]
    pub(super) fn add_group<const N: usize>(
        &mut self,
        group: FeatureGroup,
        counts: ByColor<[u32; N]>,
    ) {
        let ByColor([white, black]) = counts;
        for (index, &weight) in group.weights().iter().take(N).enumerate() {
            self.trace.weigh(Color::White, group.at(index), white[index] as i32);
            self.trace.weigh(Color::Black, group.at(index), black[index] as i32);
            self.sum += weight * (white[index] as i32 - black[index] as i32);
        }
    }
}
