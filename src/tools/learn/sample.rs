//! What the evaluation sees in positions: the few weights that count, and how often.
//!
//! Positions whose outcome the evaluation knows, or where a side is in check, teach its weights nothing and are left out.

use crate::chess::{ByColor, Color, Position};
use crate::eval::classical::features::{COUNT, GROUPS, Shape};
use crate::eval::classical::{ClassicalEvaluator, FULL_PHASE, FULL_SCALE, fifty_move_scale};
use crate::eval::trace::Coefficients;

#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureCount {
    pub(super) weight: u16,
    pub(super) count: i16,
}

/// What is known of one position besides its entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    start: u32,
    /// How many entries of White minus Black there are, then of the danger for White's king and for Black's.
    lengths: [u16; 3],
    /// The share of the middle game's value that counts, 0 to 1.
    pub(super) middle: f32,
    /// The share of the endgame's value that counts, 0 to 1.
    pub(super) end: f32,
    /// What should have been expected for White, 0 to 1.
    pub(super) target: f32,
}

/// The entries of one sample, by what they mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'a> {
    /// Weights that count for themselves, White minus Black.
    pub(super) linear: &'a [FeatureCount],
    /// Weights of the danger for each side's king.
    pub(super) danger: ByColor<&'a [FeatureCount]>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) samples: Vec<Sample>,
    entries: Vec<FeatureCount>,
}

impl Samples {
    pub(super) fn entries(&self, sample: &Sample) -> Entries<'_> {
        let rest = &self.entries[sample.start as usize..];
        let (linear, rest) = rest.split_at(sample.lengths[0].into());
        let (white, rest) = rest.split_at(sample.lengths[1].into());
        let black = &rest[..sample.lengths[2].into()];
        Entries { linear, danger: ByColor::new(white, black) }
    }
}

/// Evaluates positions and writes down what counted.
pub(super) struct Witness {
    evaluator: ClassicalEvaluator,
    counts: Coefficients,
    is_danger: Vec<bool>,
}

impl Witness {
    pub(super) fn new() -> Witness {
        let shapes = GROUPS
            .iter()
            .flat_map(|group| std::iter::repeat_n(group.shape == Shape::Danger, group.len));
        Witness {
            evaluator: ClassicalEvaluator::new(),
            counts: Coefficients::new(COUNT),
            is_danger: shapes.collect(),
        }
    }

    /// Takes a position, if it can teach something.
    pub(super) fn add(&mut self, position: &Position, samples: &mut Samples) {
        self.counts.clear();
        let verdict = self.evaluator.judge(position.placement(), position.turn(), &mut self.counts);
        if verdict.known.is_some() || position.in_check() {
            return;
        }
        let start = samples.entries.len();
        let before = |samples: &Samples| samples.entries.len();
        let mut lengths = [0; 3];
        let mut from = start;
        for (length, part) in lengths.iter_mut().zip([None, Some(Color::White), Some(Color::Black)])
        {
            self.write(part, &mut samples.entries);
            *length = (before(samples) - from) as u16;
            from = before(samples);
        }
        let middle = verdict.phase as f32 / FULL_PHASE as f32;
        let left = fifty_move_scale(position.halfmoves()) as f32 / FULL_SCALE as f32;
        samples.samples.push(Sample {
            start: start as u32,
            lengths,
            middle: middle * left,
            end: left * (1.0 - middle) * verdict.scale as f32 / FULL_SCALE as f32,
            target: 0.5,
        });
    }

    /// Writes down the linear part, or the danger for one king.
    fn write(&self, king: Option<Color>, entries: &mut Vec<FeatureCount>) {
        for (weight, (counts, &is_danger)) in
            self.counts.counts().iter().zip(&self.is_danger).enumerate()
        {
            let count = match king {
                None if !is_danger => counts[Color::White] - counts[Color::Black],
                Some(color) if is_danger => counts[color],
                _ => 0,
            };
            if count != 0 {
                entries.push(FeatureCount { weight: weight as u16, count: count as i16 });
            }
        }
    }
}
