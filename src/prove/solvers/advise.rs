//! What somebody who lays out a proof wants to know of short mates, as far as it costs little.

use crate::chess::{Move, Position};
use crate::control::StopFlag;
use crate::layout::tree::Adviser;
use crate::proof::Aim;
use crate::prove::NoMemory;
use crate::prove::exact::Exact;

/// Longer threats and duals are not looked for.
const LONGEST: u16 = 3;

/// Nodes for all questions together: a second or two.
const BUDGET: u64 = 3_000_000;

/// MiB of its table.
const TABLE: usize = 8;

/// Knows short mates until it has looked at enough positions.
pub struct ShortMates {
    exact: Exact,
    stop: StopFlag,
    gave_up: bool,
}

impl ShortMates {
    /// Raising `stop` makes it know nothing any more.
    pub fn new(stop: &StopFlag) -> Result<ShortMates, NoMemory> {
        Ok(ShortMates { exact: Exact::new(TABLE)?, stop: stop.clone(), gave_up: false })
    }

    /// Whether a question was skipped because it was too long.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Returns the same for questions about another aim than mate.
    #[must_use]
    pub fn about(mut self, aim: Aim) -> ShortMates {
        self.exact.aim_at(aim);
        self
    }
}

impl Adviser for ShortMates {
    fn mates(&mut self, position: &Position, most: u16) -> Option<Vec<(Move, u16)>> {
        let keys = if most > LONGEST || self.exact.nodes() >= BUDGET {
            None
        } else {
            self.exact.keys(position, most, &self.stop).ok()
        };
        self.gave_up |= keys.is_none();
        Some(keys?.into_iter().map(|key| (key.mv, key.mate)).collect())
    }
}
