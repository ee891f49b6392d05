//! The open interval in which a search has to return the exact value.

use super::{Bound, Score};
use crate::chess::operators::operators;

/// `alpha < value < beta`: outside it, a bound is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// Score that the side to move already has.
    pub alpha: Score,
    /// Score that the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub(crate) const FULL: Window =
        Window { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The window between two scores.
    pub(crate) const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The null window above `alpha`: is the value better?
    pub(crate) fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The null window below `beta`: is the value as good?
    pub(crate) fn null_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Returns whether the window is wider than a null window.
    pub(crate) fn is_open(self) -> bool {
        self.beta.raw() - self.alpha.raw() > 1
    }

    /// The bound of a score that a fail-soft search returned for this window.
    pub(crate) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Returns whether the window is empty.
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

operators! {
    /// The same window for the other side.
    Window: Neg neg (one) Window { alpha: -one.beta, beta: -one.alpha };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_outside_of_a_window_is_a_bound() {
        let window = Window::new(Score::cp(-20), Score::cp(30));
        assert_eq!(window.bound(Score::cp(45)), Bound::Lower);
        assert_eq!(-window, Window::new(Score::cp(-30), Score::cp(20)));
        assert!(window.is_open() && !Window::null_above(Score::DRAW).is_open());
    }
}
