//! The mates proved since the last new game: a question that one of them answers needs no search.
//!
//! A proof answers for every position that it leads to, so the next position of the game is known as well. Each is checked
//! again from there, by the rules of the question.
//!
//! Tools ask a snapshot taken when they begin, so that their answers do not depend on what else runs. What they prove is added
//! to the session's mates when they are done.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::control::lock::Unpoisoned;
use crate::proof::{Proof, Rules};
use crate::prove::task::{ProofTask, Restriction};

/// Positions of all proofs that are kept, about 20 MiB.
const MOST: usize = 500_000;

/// A mate that is known, and the length up to which it is known that there is no shorter one.
#[derive(Clone, Debug)]
pub struct KnownMate {
    pub proof: Proof,
    pub refuted: u16,
}

/// Proofs, the latest first; shared by an engine and its solvers, wherever they work.
#[derive(Default, Debug)]
pub struct KnownMates(Mutex<VecDeque<Arc<KnownMate>>>);

impl KnownMates {
    fn proofs(&self) -> MutexGuard<'_, VecDeque<Arc<KnownMate>>> {
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
        proofs.push_front(Arc::new(KnownMate { proof: proof.clone(), refuted }));
        while proofs.iter().map(|known| known.proof.positions()).sum::<usize>() > MOST {
            proofs.pop_back();
        }
    }

    pub fn forget(&self) {
        self.proofs().clear();
    }

    /// Returns a copy of the mates known now. What is added to either later does not change the other.
    #[must_use]
    pub fn snapshot(&self) -> KnownMates {
        KnownMates(Mutex::new(self.proofs().clone()))
    }

    /// Adds the mates that were added to a copy since it was taken.
    pub fn adopt(&self, copy: &KnownMates) {
        let found = copy.proofs().clone();
        let known = self.proofs().clone();
        for mate in
            found.iter().rev().filter(|mate| !known.iter().any(|own| Arc::ptr_eq(own, mate)))
        {
            self.keep(&mate.proof, mate.refuted);
        }
    }

    /// Returns the latest proofs that have at most `positions` positions together. Larger ones are skipped.
    pub fn latest(&self, mut positions: usize) -> Vec<Proof> {
        let mut proofs = Vec::new();
        for known in self.proofs().iter() {
            if known.proof.positions() <= positions {
                positions -= known.proof.positions();
                proofs.push(known.proof.clone());
            }
        }
        proofs
    }

    /// Returns the shortest mate that is known of the question's side from its position, if every move may be played.
    pub fn answer(&self, task: &ProofTask) -> Option<KnownMate> {
        if task.restriction != Restriction::default() {
            return None;
        }
        let proofs = self.proofs();
        let of_side = proofs.iter().filter(|known| known.proof.attacker() == task.attacker);
        let leading = of_side.filter_map(|known| Some((known.proof.distance(&task.root)?, known)));
        // Of equally short ones prefer the one for this very position: only it says whether a shorter mate was refuted.
        let (_, known) = leading
            .min_by_key(|(distance, known)| (*distance, *known.proof.root() != task.root))?;
        let KnownMate { proof, refuted } = &**known;
        let refuted = if *proof.root() == task.root { *refuted } else { 0 };
        let proof = task.checked(&proof.strategy().rooted_at(task.root))?;
        Some(KnownMate { proof, refuted })
    }
}
