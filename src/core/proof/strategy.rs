//! A strategy: for every reachable position with the attacker to move, a move and the promised number of moves to mate. `verify/`
//! checks the promises.

use super::position_id::{PositionId, PositionMap, PositionSet};
use super::stipulation::Aim;
use crate::chess::{Color, Move, Position};

/// A move of a strategy, and the moves to mate that it promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyStep {
    /// The move.
    pub mv: Move,
    /// Moves to mate, including this one: 1 mates.
    pub mate: u16,
}

/// A claim: the attacker mates from the root by playing these moves.
#[derive(Clone, Debug)]
pub struct Strategy {
    root: Position,
    attacker: Color,
    aim: Aim,
    steps: PositionMap<StrategyStep>,
}

impl Strategy {
    /// Creates an empty strategy with the aim of mate.
    pub fn new(root: Position, attacker: Color) -> Strategy {
        Strategy { root, attacker, aim: Aim::MATE, steps: PositionMap::default() }
    }

    /// Returns the strategy with another aim.
    #[must_use]
    pub(crate) fn with_aim(self, aim: Aim) -> Strategy {
        Strategy { aim, ..self }
    }

    /// The root. Either side may be to move.
    pub(crate) fn root(&self) -> &Position {
        &self.root
    }

    /// The side that mates.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Returns the aim.
    pub(crate) fn aim(&self) -> Aim {
        self.aim
    }

    /// Returns the same claim with other steps.
    pub(crate) fn with_steps(&self, steps: PositionMap<StrategyStep>) -> Strategy {
        Strategy { steps, ..*self }
    }

    /// The step of a position; `None` if it is not in the strategy.
    #[doc(hidden)]
    pub fn step(&self, position: &Position) -> Option<StrategyStep> {
        self.steps.get(&PositionId::of(position)).copied()
    }

    /// All steps.
    pub(crate) fn steps(&self) -> &PositionMap<StrategyStep> {
        &self.steps
    }

    /// The step of a position, by its identity.
    pub(super) fn step_at(&self, id: PositionId) -> Option<StrategyStep> {
        self.steps.get(&id).copied()
    }

    /// Writes down what to play here, instead of what was there.
    #[doc(hidden)]
    pub fn insert(&mut self, position: &Position, step: StrategyStep) {
        self.steps.insert(PositionId::of(position), step);
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    /// Visits every reachable position with a step, each once, those nearer to the root first, until `visit` returns false.
    #[doc(hidden)]
    pub fn walk(&self, visit: impl FnMut(&Position, StrategyStep) -> bool) {
        self.walk_from(&self.root, visit);
    }

    fn walk_from(&self, root: &Position, mut visit: impl FnMut(&Position, StrategyStep) -> bool) {
        let mut seen = PositionSet::default();
        let mut level = Vec::new();
        if root.turn() == self.attacker {
            seen.insert(PositionId::of(root));
            level.push(*root);
        } else {
            self.enter_replies(root, &mut seen, &mut level);
        }
        while !level.is_empty() {
            let mut next = Vec::new();
            for position in level {
                let Some(step) = self.step(&position) else { continue };
                if !visit(&position, step) {
                    return;
                }
                if position.is_legal(step.mv) {
                    self.enter_replies(&position.play(step.mv), &mut seen, &mut next);
                }
            }
            level = next;
        }
    }

    /// Adds the positions after every reply that are not visited yet.
    fn enter_replies(
        &self,
        position: &Position,
        seen: &mut PositionSet,
        level: &mut Vec<Position>,
    ) {
        for mv in position.moves() {
            let after = position.play(mv);
            if seen.insert(PositionId::of(&after)) {
                level.push(after);
            }
        }
    }

    /// Returns the part of the strategy below another position, the new root.
    #[must_use]
    #[doc(hidden)]
    pub fn rooted_at(&self, root: Position) -> Strategy {
        let mut kept = Strategy::new(root, self.attacker).with_aim(self.aim);
        self.walk_from(&root, |position, step| {
            kept.insert(position, step);
            true
        });
        kept
    }
}
