//! The mates proved since the last new game: a question that one of them answers needs no search.
//!
//! A proof answers for every position that it leads to, so the next position of the game is known as well. Each is checked
//! again from there, by the rules of the question.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

use super::check::checked;
use crate::control::lock::Unpoisoned;
use crate::proof::{Proof, Rules};
use crate::prove::task::{ProofTask, Restriction};

/// Positions of all proofs that are kept, about 20 MiB.
const MOST: usize = 500_000;

/// A mate that is known, and the length up to which it is known that there is no shorter one.
#[derive(Clone)]
pub struct KnownMate {
    pub proof: Proof,
    pub refuted: u16,
}

/// Proofs, the latest first; shared by an engine and its solvers, wherever they work.
#[derive(Default)]
pub struct KnownMates(Mutex<VecDeque<KnownMate>>);

impl KnownMates {
    fn proofs(&self) -> MutexGuard<'_, VecDeque<KnownMate>> {
        self.0.lock().unpoisoned()
    }

    /// Keeps a proof instead of an earlier one of the same position. The oldest leave where there is no room.
    pub fn keep(&self, proof: &Proof, refuted: u16) {
        if proof.positions() > MOST {
            return;
        }
        let asked = |proof: &Proof| (*proof.root(), proof.attacker());
        // The rules of games may deny a mate that problems have; then there is one that is shorter.
        let refuted = if proof.rules() == Rules::Problem { refuted } else { 0 };
        let mut proofs = self.proofs();
        proofs.retain(|known| asked(&known.proof) != asked(proof));
        proofs.push_front(KnownMate { proof: proof.clone(), refuted });
        while proofs.iter().map(|known| known.proof.positions()).sum::<usize>() > MOST {
            proofs.pop_back();
        }
    }

    pub fn forget(&self) {
        self.proofs().clear();
    }

    /// Returns the shortest mate that is known of the question's side from its position, if every move may be played.
    pub fn answer(&self, task: &ProofTask) -> Option<KnownMate> {
        if task.restriction != Restriction::default() {
            return None;
        }
        let proofs = self.proofs();
        let of_side = proofs.iter().filter(|known| known.proof.attacker() == task.attacker);
        let leading = of_side.filter_map(|known| Some((known.proof.distance(&task.root)?, known)));
        let (_, KnownMate { proof, refuted }) = leading.min_by_key(|(distance, _)| *distance)?;
        let refuted = if *proof.root() == task.root { *refuted } else { 0 };
        let proof = checked(&proof.strategy().rooted_at(task.root), task)?;
        Some(KnownMate { proof, refuted })
    }
}
