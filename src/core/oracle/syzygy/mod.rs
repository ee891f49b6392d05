//! Syzygy tablebases: win, draw or loss of a position with few men (WDL), and how far it is to the next capture or pawn move
//! (DTZ).
//!
//! `files` reads them with the feature `syzygy`; without it, `absent` refuses them. The tables include the fifty-move rule but not
//! castling, so positions with castling rights are not covered. Moves are ranked in [`tables`](super::tables).

use crate::chess::Position;

#[cfg(not(feature = "syzygy"))]
mod absent;
#[cfg(feature = "syzygy")]
mod files;

#[cfg(not(feature = "syzygy"))]
pub use absent::SyzygyTables;
#[cfg(feature = "syzygy")]
pub use files::SyzygyTables;

impl SyzygyTables {
    pub(crate) fn parts_folders(letter: char) -> bool {
        letter == ';' || cfg!(unix) && letter == ':'
    }

    /// Returns whether a position has few enough men, and no castling rights.
    pub(crate) fn covers(&self, position: &Position) -> bool {
        position.occupied().len() <= self.men() && position.castling().is_empty()
    }
}
