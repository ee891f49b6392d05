//! One flag that every long loop looks at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search that was told to stop returns instead of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A flag shared by the one who stops and those who work. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is down.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Tells everybody to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the flag down again.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[inline(always)]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
