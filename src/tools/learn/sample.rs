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

#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Weights that count for themselves, White minus Black.
    pub(super) linear: Vec<FeatureCount>,
    /// Weights of the danger for each side's king.
    pub(super) danger: ByColor<Vec<FeatureCount>>,
    /// The share of the middle game's value that counts, 0 to 1.
    pub(super) middle: f32,
    /// The share of the endgame's value that counts, 0 to 1.
    pub(super) end: f32,
    /// What should have been expected for White, 0 to 1.
    pub(super) target: f32,
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

    /// Returns what is seen in a position, if it can teach something.
    pub(super) fn sample(&mut self, position: &Position) -> Option<Sample> {
        self.counts.clear();
        let verdict = self.evaluator.judge(position.placement(), position.turn(), &mut self.counts);
        if verdict.known.is_some() || position.in_check() {
            return None;
        }
        let middle = verdict.phase as f32 / FULL_PHASE as f32;
        let left = fifty_move_scale(position.halfmoves()) as f32 / FULL_SCALE as f32;
        let danger = [Color::White, Color::Black].map(|king| self.part(Some(king)));
        Some(Sample {
            linear: self.part(None),
            danger: ByColor(danger),
            middle: middle * left,
            end: left * (1.0 - middle) * verdict.scale as f32 / FULL_SCALE as f32,
            target: 0.5,
        })
    }

    fn part(&self, king: Option<Color>) -> Vec<FeatureCount> {
        let all = self.counts.counts().iter().zip(&self.is_danger).enumerate();
        let counted = all.map(|(weight, (counts, &is_danger))| {
            let count = match king {
                None if !is_danger => counts[Color::White] - counts[Color::Black],
                Some(color) if is_danger => counts[color],
                _ => 0,
            };
            FeatureCount { weight: weight as u16, count: count as i16 }
        });
        counted.filter(|entry| entry.count != 0).collect()
    }
}
