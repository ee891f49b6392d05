//! Loads positions as samples, in batches: read in stretches, each shuffled anew in every epoch.
//!
//! A residual network needs the classical evaluation of all positions, which is computed once at the beginning.
//!
//! The order depends on the seed, the epoch and the file alone, so training can resume at any batch. The last positions of the
//! file come from separate games and are held out for validation.

use super::model::{SCALE, TrainingSample, expectation};
use super::parallel::parallel;
use crate::positions::{MOST_MEN, PositionFile, TrainingPosition};
use anyhow::{Context, ensure};
use quarterply::chess::{Color, Piece, SplitMix, Square};
use quarterply::control::StopFlag;
use quarterply::eval::network::NetworkRole;
use quarterply::eval::network::shape::{Viewpoint, head_for};
use quarterply::eval::{ClassicalEvaluator, Evaluator};

/// Positions shuffled together, rounded to whole batches.
const STRETCH: u64 = 1 << 20;

const JUDGED: u64 = 1 << 18;
const JUDGED_TOGETHER: usize = 1 << 12;

/// Maximum number of held-out positions used for validation.
const MOST_HELD_OUT: u64 = 100_000;

/// A position with its classical evaluation in centipawns for the side to move, or 0 if not needed.
pub type LearnedPosition = (TrainingPosition, i16);

/// Positions of a file in training order.
pub struct DataLoader {
    file: PositionFile,
    seed: u64,
    /// Positions per batch.
    pub batch: u64,
    role: NetworkRole,
    /// Classical evaluation in centipawns of all positions, or of the held-out ones at the end.
    classical: Vec<i16>,
    /// The stretch in memory, by epoch and number, in its order.
    stretch: Option<((u64, u64), Vec<LearnedPosition>)>,
}

impl DataLoader {
    pub fn new(file: PositionFile, batch: usize, seed: u64, role: NetworkRole) -> DataLoader {
        // A batch is at most as large as the file.
        let batch = (batch as u64).min(file.header.learned()).max(1);
        DataLoader { file, seed, batch, role, classical: Vec::new(), stretch: None }
    }

    /// Computes the classical evaluation on several threads: of the held-out positions, or of all for a residual network.
    pub fn judge_classically(&mut self, jobs: usize, stop: &StopFlag) -> anyhow::Result<()> {
        let count = self.file.header.count();
        let mut first = match self.role {
            NetworkRole::Value => self.file.header.learned(),
            NetworkRole::Residual => 0,
        };
        self.classical = Vec::with_capacity((count - first) as usize);
        while first < count {
            ensure!(!stop.is_raised(), "stopped");
            let positions = self.file.read(first, JUDGED.min(count - first) as usize)?;
            let judged: Vec<Vec<_>> =
                parallel(jobs, positions.chunks(JUDGED_TOGETHER), |positions| {
                    values(positions).collect()
                });
            for value in judged.into_iter().flatten() {
                first += 1;
                self.classical.push(
                    value.with_context(|| format!("position {first} cannot be played from"))?,
                );
            }
        }
        Ok(())
    }

    /// Reads positions with their classical evaluation, if it was computed.
    fn read(&mut self, first: u64, count: usize) -> anyhow::Result<Vec<LearnedPosition>> {
        let positions = self.file.read(first, count)?;
        let unknown = self.file.header.count() as usize - self.classical.len();
        let value = |at: usize| at.checked_sub(unknown).map_or(0, |at| self.classical[at]);
        Ok((first as usize..).zip(positions).map(|(at, position)| (position, value(at))).collect())
    }

    /// Batches per epoch; the remainder is left out, a different one each time.
    pub fn batches(&self) -> u64 {
        self.file.header.learned() / self.batch
    }

    pub fn held_out(&mut self) -> anyhow::Result<Vec<LearnedPosition>> {
        let held_out = self.file.header.held_out().min(MOST_HELD_OUT);
        self.read(self.file.header.learned(), held_out as usize)
    }

    /// Returns a batch, counted from the beginning of all epochs.
    pub fn batch(&mut self, step: u64) -> anyhow::Result<&[LearnedPosition]> {
        let (epoch, batch) = (step / self.batches(), step % self.batches());
        let together = (STRETCH / self.batch).max(1);
        let (number, at) = (batch / together, (batch % together) as usize);
        let size = self.batch as usize;
        if self.stretch.as_ref().is_none_or(|(which, _)| *which != (epoch, number)) {
            let length = together * self.batch;
            // The last stretch extends to the end, so that the remainder varies.
            let is_last = (number + 1) * together >= self.batches();
            let first = number * length;
            let length = if is_last { self.file.header.learned() - first } else { length };
            let mut positions = self.read(first, length as usize)?;
            let mut random = SplitMix::stream(self.seed, epoch << 32 | number);
            for at in (1..positions.len()).rev() {
                positions.swap(at, random.below(at + 1));
            }
            self.stretch = Some(((epoch, number), positions));
        }
        let Some((_, positions)) = &self.stretch else { return Ok(&[]) };
        Ok(&positions[at * size..(at + 1) * size])
    }
}

/// Classical evaluation of positions for the side to move; `None` for an illegal position.
fn values(positions: &[TrainingPosition]) -> impl Iterator<Item = Option<i16>> {
    let mut classical = ClassicalEvaluator::new();
    positions.iter().map(move |position| {
        let board = position.to_position()?;
        let most = i32::from(i16::MAX);
        Some(classical.evaluate(&board, 0).score.raw().clamp(-most, most) as i16)
    })
}

pub fn sample(role: NetworkRole, (position, classical): &LearnedPosition) -> TrainingSample {
    let classical = match role {
        NetworkRole::Value => 0.0,
        NetworkRole::Residual => (f64::from(*classical) / SCALE) as f32,
    };
    TrainingSample { target: target(position) as f32, classical, ..inputs_of(position) }
}

/// Target for the side to move, from 0 to 1.
pub fn target(position: &TrainingPosition) -> f64 {
    let sign = if position.turn == Color::White { 1.0 } else { -1.0 };
    expectation(sign * f64::from(position.centipawns) / SCALE)
}

pub fn inputs_of(position: &TrainingPosition) -> TrainingSample {
    let mut kings = [Square::A1; 2];
    for (square, man) in position.men() {
        if man.piece == Piece::King {
            kings[man.color.index()] = square;
        }
    }
    let turn = position.turn;
    let views = [turn, !turn].map(|color| Viewpoint::at(color, kings[color.index()]));
    let mut inputs = [[0; MOST_MEN]; 2];
    for (at, (square, man)) in position.men().enumerate() {
        for (inputs, view) in inputs.iter_mut().zip(views) {
            inputs[at] = view.input(man.color, man.piece, square) as u16;
        }
    }
    let men = position.men_count();
    TrainingSample { inputs, men: men as usize, head: head_for(men), target: 0.5, classical: 0.0 }
}
