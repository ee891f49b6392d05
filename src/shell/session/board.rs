//! The game on the board, and what is said when it changes.

use super::{Session, Sheet};
use crate::ink::json::{Fen, PlayedStep, Standing};
use crate::shell::reply::Changed;

impl Session {
    /// Puts another game on the board. One against the engine ends.
    pub fn begin(&mut self, sheet: Sheet) {
        self.leave_play();
        self.timeline.begin(sheet);
    }

    /// The position now, and what there is to know about it.
    pub fn changed(&mut self, mut notes: Vec<String>) -> Changed {
        notes.extend(self.note_of_play(false));
        let (fen, status) = (Fen(*self.position()), Standing(self.game().status()));
        Changed { fen, status, notes, last: self.last() }
    }

    /// The last step of the game, if there is one.
    pub fn last(&self) -> Option<PlayedStep> {
        let chess960 = self.is_chess960();
        let last = self.game().steps().last();
        last.map(|(before, step)| PlayedStep { before, step, chess960 })
    }
}
