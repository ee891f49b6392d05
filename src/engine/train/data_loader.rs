//! Positions as samples, batch after batch: read in stretches, each stretch shuffled anew in every epoch.
//!
//! What comes when follows from the seed, the epoch and the file alone, so learning can go on from any batch. The last
//! positions of the file, which is shuffled, are held out: nothing is learned from them.

use super::expectation::{SCALE, expectation};
use super::model::TrainingSample;
use crate::chess::{Color, Piece, Square};
use crate::engine::random::Random;
use crate::eval::network::shape::{Viewpoint, head_for};
use crate::store::positions::{MOST_MEN, PositionFile, PositionsError, TrainingPosition};

/// Batches that are shuffled together.
const STRETCH: u64 = 64;

/// The most positions that are held out.
const MOST_HELD_OUT: u64 = 100_000;

/// Of how many positions one is held out, if there are few.
const HELD_OUT: u64 = 20;

/// Positions of a file, in the order in which they are learned from.
pub(super) struct DataLoader {
    file: PositionFile,
    seed: u64,
    batch: u64,
    /// Positions to learn from: those behind them are held out.
    learned: u64,
    result_share: f64,
    /// The stretch that is in memory, by epoch and number, in its order.
    stretch: Option<((u64, u64), Vec<TrainingPosition>)>,
}

impl DataLoader {
    /// Positions of a file, in batches of so many; the target's share of the result is from 0 to 1.
    pub fn new(file: PositionFile, batch: usize, seed: u64, result_share: f64) -> DataLoader {
        let count = file.header().count();
        let learned = count - (count / HELD_OUT).min(MOST_HELD_OUT);
        // A batch is never larger than what there is.
        let batch = (batch as u64).min(learned).max(1);
        DataLoader { file, seed, batch, learned, result_share, stretch: None }
    }

    /// Positions to learn from, and held out.
    pub fn counts(&self) -> (u64, u64) {
        (self.learned, self.file.header().count() - self.learned)
    }

    /// Batches in an epoch; what does not fill one is left over, each time something else.
    pub fn batches(&self) -> u64 {
        self.learned / self.batch
    }

    /// Positions in a batch.
    pub fn batch_size(&self) -> u64 {
        self.batch
    }

    /// What was held out.
    pub fn held_out(&mut self) -> Result<Vec<TrainingSample>, PositionsError> {
        Ok(self.held_out_positions()?.iter().map(|position| self.sample(position)).collect())
    }

    /// The positions that were held out.
    pub fn held_out_positions(&mut self) -> Result<Vec<TrainingPosition>, PositionsError> {
        let (learned, held_out) = self.counts();
        self.file.read(learned, held_out as usize)
    }

    /// The samples of a batch, counted from the beginning of all epochs.
    pub fn batch(&mut self, step: u64) -> Result<Vec<TrainingSample>, PositionsError> {
        let (epoch, batch) = (step / self.batches(), step % self.batches());
        let (number, at) = (batch / STRETCH, (batch % STRETCH) as usize);
        let size = self.batch as usize;
        if self.stretch.as_ref().is_none_or(|(which, _)| *which != (epoch, number)) {
            let length = STRETCH * self.batch;
            // The last stretch reaches to the end: so the leftovers take their turns.
            let is_last = (number + 1) * STRETCH >= self.batches();
            let first = number * length;
            let length = if is_last { self.learned - first } else { length };
            let mut positions = self.file.read(first, length as usize)?;
            let mut random = Random::new(self.seed, epoch << 32 | number);
            for at in (1..positions.len()).rev() {
                positions.swap(at, random.below(at + 1));
            }
            self.stretch = Some(((epoch, number), positions));
        }
        let Some((_, positions)) = &self.stretch else { return Ok(Vec::new()) };
        let part = &positions[at * size..(at + 1) * size];
        Ok(part.iter().map(|position| self.sample(position)).collect())
    }

    fn sample(&self, position: &TrainingPosition) -> TrainingSample {
        let sign = if position.turn() == Color::White { 1.0 } else { -1.0 };
        let promised = expectation(sign * f64::from(position.centipawns()) / SCALE);
        let target = match position.halves().map(|halves| f64::from(halves) / 2.0) {
            Some(white) => {
                let result = if position.turn() == Color::White { white } else { 1.0 - white };
                self.result_share * result + (1.0 - self.result_share) * promised
            }
            None => promised,
        };
        TrainingSample { target: target as f32, ..inputs_of(position) }
    }
}

/// A sample without its target.
pub(super) fn inputs_of(position: &TrainingPosition) -> TrainingSample {
    let mut kings = [Square::A1; 2];
    for (square, man) in position.men() {
        if man.piece == Piece::King {
            kings[man.color.index()] = square;
        }
    }
    let turn = position.turn();
    let views = [turn, !turn].map(|color| Viewpoint::at(color, kings[color.index()]));
    let mut inputs = [[0; MOST_MEN]; 2];
    for (at, (square, man)) in position.men().enumerate() {
        for (inputs, view) in inputs.iter_mut().zip(views) {
            inputs[at] = view.input(man.color, man.piece, square) as u16;
        }
    }
    let men = position.men_count();
    TrainingSample { inputs, men: men as usize, head: head_for(men), target: 0.5 }
}
