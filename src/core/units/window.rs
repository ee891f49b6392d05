//! The open interval in which a search asks for the exact value.

use super::{Bound, Score};
use crate::chess::operators::operators;

/// `alpha < value < beta`: outside it, a bound is enough.
///
/// ```
/// use quarterply_core::units::{Bound, Score, Window};
///
/// let window = Window::new(Score::cp(-20), Score::cp(30));
/// assert_eq!(window.bound(Score::cp(45)), Bound::Lower);
/// assert_eq!(-window, Window::new(Score::cp(-30), Score::cp(20)));
/// assert!(window.is_open() && !Window::null_above(Score::DRAW).is_open());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: Score,
    /// What the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Window =
        Window { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The window between two scores.
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The null window above `alpha`: is the value better?
    pub fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The null window below `beta`: is the value as good?
    pub fn null_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Whether there is room for more than "yes" and "no".
    pub fn is_open(self) -> bool {
        self.beta.raw() - self.alpha.raw() > 1
    }

    /// What a score promises that a search within this window returned, failing soft.
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether nothing can lie in it.
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

operators! {
    /// The same window for the other side.
    Window: Neg neg (one) Window { alpha: -one.beta, beta: -one.alpha };
}
