//! A strategy: for every position with the attacker to move that can be reached while following it, one move and the
//! number of moves to mate that it promises. Whether it keeps the promise is `verify.rs`'s to say.

use std::collections::{HashMap, HashSet};

use super::place::Place;
use crate::chess::{Color, Move, Position};

/// What the attacker plays in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Moves to mate, this one counted: 1 says that it mates.
    pub mate: u16,
}

/// A claim: the attacker mates from the root by playing these moves.
#[derive(Clone, Debug)]
pub struct Strategy {
    root: Position,
    attacker: Color,
    steps: HashMap<Place, Step>,
}

impl Strategy {
    /// Without any steps yet.
    pub fn new(root: Position, attacker: Color) -> Strategy {
        Strategy { root, attacker, steps: HashMap::new() }
    }

    /// Where it begins. Either side may be to move.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Who mates.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// What it says to play here; `None` if it knows nothing of the position.
    pub fn step(&self, position: &Position) -> Option<Step> {
        self.steps.get(&Place::of(position)).copied()
    }

    /// Writes down what to play here, in place of what was there.
    pub fn insert(&mut self, position: &Position, step: Step) {
        self.steps.insert(Place::of(position), step);
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it knows no position.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Visits every position that can be reached by following it and has a step, each once, those nearer to the root
    /// first. Ends early if the visitor says so.
    pub fn walk(&self, mut visit: impl FnMut(&Position, Step) -> bool) {
        let mut seen = HashSet::new();
        let mut level = if self.root.turn() == self.attacker {
            vec![self.root]
        } else {
            replies(&self.root).collect()
        };
        while !level.is_empty() {
            let mut next = Vec::new();
            for position in level {
                let Some(step) = self.step(&position) else { continue };
                if !seen.insert(Place::of(&position)) {
                    continue;
                }
                if !visit(&position, step) {
                    return;
                }
                if position.is_legal(step.mv) {
                    next.extend(replies(&position.play(step.mv)));
                }
            }
            level = next;
        }
    }

    /// Leaves out every position that cannot be reached.
    #[must_use]
    pub fn pruned(&self) -> Strategy {
        let mut kept = Strategy::new(self.root, self.attacker);
        self.walk(|position, step| {
            kept.insert(position, step);
            true
        });
        kept
    }
}

fn replies(position: &Position) -> impl Iterator<Item = Position> {
    let position = *position;
    position.legal_moves().into_iter().map(move |legal| position.play(legal.mv))
}
