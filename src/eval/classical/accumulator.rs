//! The running sum of an evaluation, White's weights minus Black's, with the trace told of each.

use super::features::COUNT;
use crate::chess::Color;
use crate::eval::pair::Pair;
use crate::eval::trace::Trace;

/// White minus Black so far.
pub(super) struct Accumulator<'t, T> {
    /// White's weights minus Black's.
    pub(super) sum: Pair,
    pub(super) weights: &'t [Pair; COUNT],
    pub(super) trace: &'t mut T,
}

impl<'t, T: Trace> Accumulator<'t, T> {
    pub(super) fn new(weights: &'t [Pair; COUNT], trace: &'t mut T) -> Accumulator<'t, T> {
        Accumulator { sum: Pair::ZERO, weights, trace }
    }

    /// A weight counts once for a side.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, weight: usize) {
        self.trace.weigh(color, weight, 1);
        match color {
            Color::White => self.sum += self.weights[weight],
            Color::Black => self.sum -= self.weights[weight],
        }
    }

    /// A weight counts so many times for a side.
    #[inline(always)]
    pub(super) fn add_times(&mut self, color: Color, weight: usize, count: u32) {
        self.trace.weigh(color, weight, count as i32);
        let value = self.weights[weight] * count as i32;
        match color {
            Color::White => self.sum += value,
            Color::Black => self.sum -= value,
        }
    }
}
