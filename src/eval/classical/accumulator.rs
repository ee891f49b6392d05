//! The running sum of an evaluation, White's weights minus Black's, with the trace told of each.

use super::features::WEIGHTS;
use crate::chess::Color;
use crate::eval::pair::Pair;
use crate::eval::trace::Trace;

/// White minus Black so far.
pub(super) struct Accumulator<'t, T> {
    /// White's weights minus Black's.
    pub(super) sum: Pair,
    /// Watches every weight.
    pub(super) trace: &'t mut T,
}

impl<'t, T: Trace> Accumulator<'t, T> {
    /// Nothing weighed yet.
    pub(super) fn new(trace: &'t mut T) -> Accumulator<'t, T> {
        Accumulator { sum: Pair::ZERO, trace }
    }

    /// A weight counts once for a side.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, weight: usize) {
        self.trace.weigh(color, weight, 1);
        match color {
            Color::White => self.sum += WEIGHTS[weight],
            Color::Black => self.sum -= WEIGHTS[weight],
        }
    }

    /// A weight counts so many times for a side.
    #[inline(always)]
    pub(super) fn add_times(&mut self, color: Color, weight: usize, count: u32) {
        self.trace.weigh(color, weight, count as i32);
        let value = WEIGHTS[weight] * count as i32;
        match color {
            Color::White => self.sum += value,
            Color::Black => self.sum -= value,
        }
    }
}
