//! What is known of many positions together: how many, of which phases, with which results and scores.

use crate::chess::GameResult;
use crate::eval::network::shape::{HEADS, head_for};
use crate::settings::named;
use crate::store::positions::TrainingPosition;

named! {
    /// Why a searched position is not learned from.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum LeftOutCause {
        /// It is one of the first of its game.
        Opening = "opening",
        Check = "in check",
        /// The best move takes something or promotes.
        Noisy = "capture or promotion",
        Decided = "decided",
    }
}

/// Bands of the histogram of scores: the outer ones are open.
pub(super) const BANDS: usize = 17;

/// Centipawns of a band; the middle one lies around zero.
pub(super) const BAND: i32 = 100;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatasetStatistics {
    /// Games that White won, drew and lost.
    pub games: [u64; 3],
    /// Searched positions that were left out, by [`LeftOutCause`].
    pub left_out: [u64; 4],
    /// Positions that were there before.
    pub duplicates: u64,
    pub taken: u64,
    /// Of them, those of games that nothing is learned from.
    pub held_out: u64,
    /// Of them, those that White went on to win, draw and lose.
    pub results: [u64; 3],
    /// Positions taken that no game was played from.
    pub unplayed: u64,
    /// By head of a network: few men first.
    pub phases: [u64; HEADS],
    /// By White's score, in bands of [`BAND`] from the lowest on.
    pub scores: [u64; BANDS],
}

impl DatasetStatistics {
    pub(super) fn game(&mut self, result: GameResult) {
        let at = match result {
            GameResult::WhiteWins => 0,
            GameResult::Draw | GameResult::Unknown => 1,
            GameResult::BlackWins => 2,
        };
        self.games[at] += 1;
    }

    pub(super) fn leave_out(&mut self, cause: LeftOutCause) {
        self.left_out[cause as usize] += 1;
    }

    pub(super) fn take(&mut self, position: &TrainingPosition) {
        self.taken += 1;
        match position.halves() {
            Some(halves) => self.results[usize::from(2 - halves.min(2))] += 1,
            None => self.unplayed += 1,
        }
        self.phases[head_for(position.men_count())] += 1;
        let band = (i32::from(position.centipawns()) + BAND / 2).div_euclid(BAND);
        let middle = BANDS as i32 / 2;
        self.scores[(band + middle).clamp(0, BANDS as i32 - 1) as usize] += 1;
    }
}
