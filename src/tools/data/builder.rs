//! From games to positions that a network can learn from: which are taken, and what is known of all of them together.
//!
//! Taken is what was searched and is quiet: not in check, the best move no capture and no promotion. Left out are the first
//! plies, which openings at random have made alike, and what is decided. The target of learning is the score of that search
//! with those of later ones (`lambda_return.rs`), and the result of the game. Reading games, and shuffling what was taken, is
//! for `store/` to do.

use std::io::{self, BufRead};

use super::lambda_return::lambda_returns;
use super::statistics::{DatasetStatistics, LeftOutCause};
use crate::tools::relabel::RelabeledPiece;

use crate::chess::lines::Lines;
use crate::chess::{Move, Position};
use crate::engine::random::Random;
use crate::store::positions::{QuickFault, Shuffle, TrainingPosition, from_quick};
use crate::store::records::GameRecord;
use crate::units::Score;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatasetOptions {
    /// Plies of a game that are left out, those of its opening among them.
    pub skip: u16,
    /// Centipawns from which on a position is decided.
    pub most: i32,
    /// How much of a position's score is what the game says later, in percent: the λ of the λ-return.
    pub lambda: u32,
    /// What the order follows from.
    pub seed: u64,
}

impl Default for DatasetOptions {
    fn default() -> DatasetOptions {
        DatasetOptions { skip: 10, most: 2_000, lambda: 70, seed: 1 }
    }
}

/// Of how many games one is held out.
const HELD_OUT: u64 = 20;

#[derive(Debug)]
pub struct DatasetBuilder {
    options: DatasetOptions,
    learned: Shuffle,
    /// Positions of games that nothing is learned from.
    held_out: Shuffle,
    pub statistics: DatasetStatistics,
}

impl DatasetBuilder {
    /// With nothing taken so far; what is held out is shuffled by itself.
    pub fn new(options: DatasetOptions, learned: Shuffle, held_out: Shuffle) -> DatasetBuilder {
        DatasetBuilder { options, learned, held_out, statistics: DatasetStatistics::default() }
    }

    /// Takes what there is in a game. Of the first of every [`HELD_OUT`] everything is held out: positions of a game are too
    /// much alike for some to tell how well the others were learned.
    pub fn game(&mut self, record: &GameRecord) -> io::Result<()> {
        let is_held_out = self.statistics.games.iter().sum::<u64>().is_multiple_of(HELD_OUT);
        self.statistics.game(record.result);
        let opening = record.plies.iter().take_while(|ply| ply.score.is_none()).count();
        let searched: Vec<_> = record.searched().collect();
        let scores = searched.iter().map(|(position, _, score)| score.for_white(position.turn()));
        let returns = lambda_returns(scores, record.result, self.options.lambda, self.options.most);
        for (at, ((position, mv, score), target)) in searched.into_iter().zip(returns).enumerate() {
            let ply = (opening + at).min(usize::from(u16::MAX)) as u16;
            match self.fault(&position, mv, score, ply) {
                Some(cause) => self.statistics.leave_out(cause),
                None => {
                    let taken = TrainingPosition::new(&position, target, record.result, ply);
                    if let Some(taken) = taken {
                        self.put(&taken, is_held_out)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes a position that was chosen before, and perhaps held out.
    pub fn position(&mut self, position: &TrainingPosition, is_held_out: bool) -> io::Result<()> {
        if i32::from(position.centipawns()).abs() >= self.options.most {
            self.statistics.leave_out(LeftOutCause::Decided);
            return Ok(());
        }
        self.put(position, is_held_out)
    }

    /// Takes a position whose game is unknown.
    pub fn stray(&mut self, position: &TrainingPosition) -> io::Result<()> {
        self.position(position, position.key().is_multiple_of(HELD_OUT))
    }

    /// Takes what was searched anew.
    pub fn piece(&mut self, piece: &RelabeledPiece, is_held_out: bool) -> io::Result<()> {
        for (sum, count) in self.statistics.left_out.iter_mut().zip(piece.left_out) {
            *sum += count;
        }
        piece.positions.iter().try_for_each(|position| self.put(position, is_held_out))
    }

    fn put(&mut self, position: &TrainingPosition, is_held_out: bool) -> io::Result<()> {
        if is_held_out { self.held_out.put(position) } else { self.learned.put(position) }
    }

    fn fault(&self, position: &Position, mv: Move, score: Score, ply: u16) -> Option<LeftOutCause> {
        if ply < self.options.skip {
            Some(LeftOutCause::Opening)
        } else if position.in_check() {
            Some(LeftOutCause::Check)
        } else if score.is_mate() || score.raw().abs() >= self.options.most {
            Some(LeftOutCause::Decided)
        } else if position.is_noisy(mv) {
            Some(LeftOutCause::Noisy)
        } else {
            None
        }
    }

    /// Hands out what was taken, shuffled and each position once, what is held out behind all else; says what is known of
    /// all of it.
    ///
    /// # Errors
    /// Whatever `take` says, or that what was written down cannot be read.
    pub fn deal(
        self,
        take: &mut dyn FnMut(&TrainingPosition) -> io::Result<()>,
    ) -> io::Result<DatasetStatistics> {
        let mut statistics = self.statistics;
        let mut random = Random::new(self.options.seed, 0);
        let mut learned = 0;
        for shuffle in [self.learned, self.held_out] {
            learned = statistics.taken;
            let mut random = |below| random.below(below);
            statistics.duplicates += shuffle.deal(&mut random, &mut |position| {
                statistics.take(position);
                take(position)
            })?;
        }
        statistics.held_out = statistics.taken - learned;
        Ok(statistics)
    }
}

/// A line of Expositor's form that is none.
#[derive(Debug, thiserror::Error)]
pub enum QuickLineError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("line {line}: {fault}")]
    Line { line: usize, fault: QuickFault },
}

/// Reads lines of Expositor's form. One of any length is no position, and does not fill the memory.
pub fn quick_lines(
    reader: impl BufRead,
) -> impl Iterator<Item = Result<TrainingPosition, QuickLineError>> {
    let mut lines = Lines::new(reader);
    std::iter::from_fn(move || lines.next().transpose()).filter_map(|read| {
        let (line, text) = match read {
            Ok(read) => read,
            Err(error) => return Some(Err(error.into())),
        };
        let text = text.trim();
        let read = from_quick(text);
        (!text.is_empty()).then(|| read.map_err(|fault| QuickLineError::Line { line, fault }))
    })
}
