//! What comes back about the parts of a mate: checked mates and refutations, and claims.

use super::super::dfpn::MateFacts;
use crate::chess::{Move, Position};
use crate::proof::position_id::{PositionMap, PositionSet};
use crate::proof::{PositionId, Proof, StrategyStep};

/// Maximum number of positions with a move that are kept, about 200 MiB.
const MOST_STEPS: usize = 2_000_000;

/// A question of its own: the side to move is to mate within some moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub root: Position,
    /// The moves that lead there.
    pub place: Vec<Move>,
    /// The most moves of the mate.
    pub moves: u16,
    /// Nodes of those who claim that there is none.
    pub nodes: u64,
}

/// What others say without a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The number of moves in which there is no mate: the least and the most that was said.
    pub least: u16,
    pub most: u16,
    pub nodes: u64,
    /// Proof and disproof number when `nodes` had left it open; zeros if unknown.
    pub numbers: [u32; 2],
}

/// Answers about positions in which the side to move is to mate.
#[derive(Clone, Default, Debug)]
pub struct PartAnswers {
    /// From checked strategies, the shortest mates.
    pub(super) steps: PositionMap<StrategyStep>,
    /// No mate in this many moves, checked.
    pub(super) refuted: PositionMap<u16>,
    pub(super) claims: PositionMap<Claim>,
    /// Positions on the way to one that was asked about.
    pub(super) divided: PositionSet,
    /// The same strategies, for searches.
    pub(crate) facts: MateFacts,
}

impl PartAnswers {
    /// Adds a checked mate. Returns whether it says anything new; `None` if there is no room for it.
    pub fn prove(&mut self, proof: &Proof) -> Option<bool> {
        if self.steps.len() + proof.positions() > MOST_STEPS {
            return None;
        }
        let mut is_new = false;
        for (&id, &step) in proof.strategy().steps() {
            let known = self.steps.get(&id).is_some_and(|known| known.mate <= step.mate);
            if !known {
                self.steps.insert(id, step);
            }
            is_new |= !known;
        }
        if is_new {
            self.facts.add(proof);
        }
        Some(is_new)
    }

    /// Adds a checked refutation.
    pub fn refute(&mut self, root: &Position, moves: u16) -> bool {
        let known = self.refuted.entry(PositionId::of(root)).or_default();
        let is_new = moves > *known;
        *known = moves.max(*known);
        is_new
    }

    /// Notes that no mate was found, and what is said about it.
    pub fn claim(&mut self, root: &Position, new: Claim) -> bool {
        let known = self.claims.entry(PositionId::of(root)).or_insert(Claim { most: 0, ..new });
        let is_new = new.most > known.most || new.least < known.least || new.nodes > known.nodes;
        if new.most >= known.most && new.nodes >= known.nodes {
            (known.nodes, known.numbers) = (new.nodes, new.numbers);
        }
        (known.least, known.most) = (known.least.min(new.least), known.most.max(new.most));
        is_new
    }

    /// Notes the moves that led to a part, so that the positions between are divided, too.
    pub fn divide(&mut self, root: &Position, place: &[Move]) {
        let mut position = *root;
        for &mv in place {
            self.divided.insert(PositionId::of(&position));
            position = position.play(mv);
        }
    }
}
