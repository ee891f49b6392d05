//! Selects training positions from games, and collects statistics about them.
//!
//! A position is taken if it was searched and is quiet: not in check, best move neither capture nor promotion. Skipped are the
//! first plies, which come from random openings, and decided positions. The target is the score of that search combined with
//! later ones (`lambda_return.rs`), and the result of the game. `records/` reads the games, `positions/` shuffles the positions.

use std::fmt;
use std::io::{self, BufRead};

use anyhow::Context;
use quarterply::chess::{Move, Position, SplitMix};
use quarterply::units::{Score, WhiteScore};

use super::Data;
use super::lambda_return::{lambda_returns, score};
use crate::positions::{Shuffle, TrainingPosition, from_quick};
use crate::records::GameRecord;
use crate::train::{SCALE, expectation};

/// Why a searched position is skipped; also the index of its counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOutCause {
    Opening,
    Check,
    /// The best move is a capture or a promotion.
    Noisy,
    Decided,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatasetCounts {
    pub games: u64,
    /// Number of skipped positions by [`LeftOutCause`].
    pub left_out: [u64; 4],
    pub duplicates: u64,
    pub taken: u64,
    /// Number of positions from held-out games.
    pub held_out: u64,
}

impl fmt::Display for DatasetCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DatasetCounts { games, left_out, duplicates, taken, held_out } = self;
        let [opening, check, noisy, decided] = left_out;
        write!(
            f,
            "{taken} positions of {games} games, {held_out} of them held out; left out {opening} of the opening, {check} in \
             check, {noisy} captures or promotions, {decided} decided, {duplicates} twice"
        )
    }
}

/// One in this many games is held out.
const HELD_OUT: u64 = 20;

#[derive(Debug)]
pub struct DatasetBuilder {
    pub options: Data,
    pub learned: Shuffle,
    /// Positions of held-out games, shuffled separately.
    pub held_out: Shuffle,
    pub counts: DatasetCounts,
}

impl DatasetBuilder {
    /// Adds the positions of a game. The first of every [`HELD_OUT`] games is held out entirely: positions of one game are too
    /// similar to validate each other.
    pub fn game(&mut self, record: &GameRecord) -> io::Result<()> {
        let is_held_out = self.counts.games.is_multiple_of(HELD_OUT);
        self.counts.games += 1;
        let opening = record.plies.iter().take_while(|ply| ply.score.is_none()).count();
        let searched: Vec<_> = record.searched().collect();
        let expected = searched.iter().map(|(position, _, score)| {
            expectation(f64::from(score.for_white(position.turn()).score().raw()) / SCALE)
        });
        let (expected, lambda) =
            (expected.collect::<Vec<_>>(), f64::from(self.options.lambda) / 100.0);
        let returns = lambda_returns(&expected, record.result.points(), lambda);
        for (at, ((position, mv, own), target)) in searched.into_iter().zip(returns).enumerate() {
            let ply = (opening + at).min(usize::from(u16::MAX)) as u16;
            if let Some(cause) = self.fault(&position, mv, own, ply) {
                self.leave_out(cause);
                continue;
            }
            let target = WhiteScore::from_score(Score::from_raw(score(target, self.options.most)));
            if let Some(taken) = TrainingPosition::new(&position, target, record.result, ply) {
                self.put(&taken, is_held_out)?;
            }
        }
        Ok(())
    }

    /// Adds a position selected elsewhere, possibly held out.
    pub fn position(&mut self, position: TrainingPosition, is_held_out: bool) -> io::Result<()> {
        if i32::from(position.centipawns).abs() >= self.options.most {
            self.leave_out(LeftOutCause::Decided);
            return Ok(());
        }
        self.put(&position, is_held_out)
    }

    pub fn stray(&mut self, position: TrainingPosition) -> io::Result<()> {
        self.position(position, position.key().is_multiple_of(HELD_OUT))
    }

    fn leave_out(&mut self, cause: LeftOutCause) {
        self.counts.left_out[cause as usize] += 1;
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

    /// Writes all positions, shuffled and without duplicates, those held out last; returns their statistics.
    pub fn deal(
        self,
        take: &mut dyn FnMut(&TrainingPosition) -> io::Result<()>,
    ) -> io::Result<DatasetCounts> {
        let mut counts = self.counts;
        let mut random = SplitMix::stream(self.options.players.seed.seed, 0);
        let mut learned = 0;
        for shuffle in [self.learned, self.held_out] {
            learned = counts.taken;
            let mut random = |below| random.below(below);
            counts.duplicates += shuffle.deal(&mut random, &mut |position| {
                counts.taken += 1;
                take(position)
            })?;
        }
        counts.held_out = counts.taken - learned;
        Ok(counts)
    }
}

pub fn quick_lines(reader: impl BufRead) -> impl Iterator<Item = anyhow::Result<TrainingPosition>> {
    let lines = (1..).zip(reader.lines());
    lines
        .filter(|(_, text)| text.as_ref().map_or(true, |text| !text.trim().is_empty()))
        .map(|(number, text)| from_quick(text?.trim()).with_context(|| format!("line {number}")))
}
