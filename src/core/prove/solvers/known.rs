//! Results proved since the last new game: mates, and lengths up to which there is no mate. A question that a known mate answers
//! needs no search, and new results are merged with known ones, so that a repeated question never gets a weaker answer.
//!
//! A proof covers every position that it leads to, so the next position of the game is known as well. It is checked again from
//! there, by the rules of the question.
//!
//! Tools use a snapshot taken at their start, so that their results do not depend on concurrent work. Their proofs are added to
//! the session's mates at the end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::chess::{ByColor, Color, Position};
use crate::control::lock::Unpoisoned;
use crate::proof::position_id::PositionMap;
use crate::proof::{Aim, PositionId, Proof, Refutation, Rules};
use crate::prove::parts::PartAnswers;
use crate::prove::task::{Outcome, ProofTask, Restriction};

/// Positions of all proofs that are kept, about 20 MiB, and replies of all refutations.
const MOST: usize = 500_000;

/// Maximum number of positions with a known lower bound, about 1 MiB; beyond it all are cleared.
const MOST_REFUTED: usize = 20_000;

/// Plies without capture or pawn move up to which no draw can be claimed, not even with a move.
const LAST_UNCLAIMED: u16 = 98;

/// A mate that is known, and the length up to which it is known that there is no shorter one.
#[derive(Clone, Debug)]
pub struct KnownMate {
    pub proof: Proof,
    pub refuted: u16,
}

#[derive(Clone, Default, Debug)]
struct Known {
    /// The latest first.
    proofs: VecDeque<Arc<Proof>>,
    /// Number of moves in which each side does not mate by the rules of problems, and so by all rules.
    refuted: PositionMap<ByColor<u16>>,
    /// Certificates of refutations, the latest first.
    refutations: VecDeque<Arc<Refutation>>,
    /// Joined from parts that were asked elsewhere.
    answers: Arc<PartAnswers>,
}

impl Known {
    fn refuted(&self, root: &Position, attacker: Color) -> u16 {
        self.refuted.get(&PositionId::of(root)).map_or(0, |known| known[attacker])
    }

    /// Keeps a proof instead of an earlier one of the same question, unless that is shorter. The oldest leave where there is no room.
    fn keep(&mut self, proof: Arc<Proof>) {
        let asked = |proof: &Proof| (*proof.root(), proof.attacker(), proof.rules());
        let is_same = |known: &Arc<Proof>| asked(known) == asked(&proof);
        let shorter = |known: &Arc<Proof>| is_same(known) && known.mate() < proof.mate();
        if self.proofs.iter().any(shorter) {
            return;
        }
        self.proofs.retain(|known| !is_same(known));
        self.proofs.push_front(proof);
        drop_oldest(&mut self.proofs, Proof::positions);
    }

    fn certify(&mut self, refutation: &Refutation) {
        let (root, attacker, moves) =
            (*refutation.root(), refutation.attacker(), refutation.moves());
        self.refute(PositionId::of(&root), attacker, moves);
        let is_same =
            |known: &Arc<Refutation>| *known.root() == root && known.attacker() == attacker;
        if !self.refutations.iter().any(|known| is_same(known) && known.moves() >= moves) {
            self.refutations.retain(|known| !is_same(known));
            self.refutations.push_front(Arc::new(refutation.clone()));
            drop_oldest(&mut self.refutations, Refutation::replies);
        }
    }

    fn refute(&mut self, root: PositionId, attacker: Color, moves: u16) {
        if moves == 0 {
            return;
        }
        if self.refuted.len() >= MOST_REFUTED && !self.refuted.contains_key(&root) {
            self.refuted.clear();
        }
        let known = &mut self.refuted.entry(root).or_default()[attacker];
        *known = moves.max(*known);
    }
}

fn drop_oldest<T>(kept: &mut VecDeque<Arc<T>>, size: fn(&T) -> usize) {
    while kept.iter().map(|known| size(known)).sum::<usize>() > MOST {
        kept.pop_back();
    }
}

/// The known results; shared by an engine and its solvers.
#[derive(Default, Debug)]
pub struct KnownMates(Mutex<Known>);

impl KnownMates {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unpoisoned()
    }

    /// Keeps a proof of which it is known that there is no mate in `refuted` moves by its rules. Returns in how many there is known to be
    /// none.
    pub fn keep(&self, proof: &Proof, refuted: u16) -> u16 {
        self.add((proof.root(), proof.attacker(), proof.rules()), Some(proof), refuted)
    }

    /// Keeps a certificate that was verified by the rules of problems, and adds it to answers to parts. Returns whether it says anything
    /// new to those; `None` if they have no room for it.
    pub fn join(
        &self,
        answers: &mut PartAnswers,
        (proof, refutation): &(Option<Proof>, Option<Refutation>),
    ) -> Option<bool> {
        let mut is_new = false;
        if let Some(proof) = proof {
            self.keep(proof, 0);
            is_new |= answers.prove(proof)?;
        }
        if let Some(refutation) = refutation {
            let root = refutation.root();
            is_new |=
                root.turn() == refutation.attacker() && answers.refute(root, refutation.moves());
            self.known().certify(refutation);
        }
        Some(is_new)
    }

    /// Takes verified certificates from a file, the latest first.
    pub fn take(&self, certificates: &[(Option<Proof>, Option<Refutation>)]) {
        let mut answers = Arc::unwrap_or_clone(std::mem::take(&mut self.known().answers));
        for certificate in certificates.iter().rev() {
            // What the answers have no room for is not known to them.
            let _ = self.join(&mut answers, certificate);
        }
        self.keep_answers(answers);
    }

    /// Stores the result of a question.
    pub fn learn(&self, task: &ProofTask, outcome: &Outcome) {
        if task.aim == Aim::MATE {
            let question = (&task.root, task.attacker, task.rules);
            self.add(question, outcome.proof.as_ref(), outcome.refuted);
        }
    }

    fn add(
        &self,
        (root, attacker, rules): (&Position, Color, Rules),
        proof: Option<&Proof>,
        refuted: u16,
    ) -> u16 {
        let mut known = self.known();
        if let Some(proof) = proof.filter(|proof| proof.positions() <= MOST) {
            known.keep(Arc::new(proof.clone()));
        }
        let moves = of_problems(root, rules, refuted);
        known.refute(PositionId::of(root), attacker, moves);
        known.refuted(root, attacker).max(refuted)
    }

    /// The moves in which it is known that there is no mate of the question's side.
    pub(crate) fn refuted(&self, task: &ProofTask) -> u16 {
        if task.aim == Aim::MATE { self.known().refuted(&task.root, task.attacker) } else { 0 }
    }

    /// Merges the result of a question with the known ones: the shorter mate, the longer refutation.
    #[must_use]
    pub fn joined(&self, task: &ProofTask, mut outcome: Outcome) -> Outcome {
        let proof = self.answer(task).map(|known| known.proof);
        outcome.join(task.goal, proof, self.refuted(task));
        outcome
    }

    pub(crate) fn forget(&self) {
        *self.known() = Known::default();
    }

    /// The answers to parts of questions.
    pub fn answers(&self) -> Arc<PartAnswers> {
        Arc::clone(&self.known().answers)
    }

    /// Keeps answers to parts of questions instead of those before.
    pub fn keep_answers(&self, answers: PartAnswers) {
        self.known().answers = Arc::new(answers);
    }

    /// Returns a copy of the current results. Later additions to either do not affect the other.
    #[must_use]
    pub fn snapshot(&self) -> KnownMates {
        KnownMates(Mutex::new(self.known().clone()))
    }

    /// Adds the results that were added to a copy since it was taken.
    pub fn adopt(&self, copy: &KnownMates) {
        let found = copy.known().clone();
        let mut known = self.known();
        let own = known.proofs.clone();
        let is_new = |proof: &&Arc<Proof>| !own.iter().any(|own| Arc::ptr_eq(own, proof));
        found.proofs.iter().rev().filter(is_new).for_each(|proof| known.keep(Arc::clone(proof)));
        for (&root, refuted) in &found.refuted {
            Color::ALL.into_iter().for_each(|side| known.refute(root, side, refuted[side]));
        }
    }

    /// Returns the latest proofs, and then the smallest refutations, that have at most `positions` positions together. Larger ones are
    /// skipped.
    pub fn latest(&self, mut positions: usize) -> (Vec<Arc<Proof>>, Vec<Arc<Refutation>>) {
        let known = self.known();
        let mut fits = |size: usize| {
            let is_room = size <= positions;
            positions -= if is_room { size } else { 0 };
            is_room
        };
        let proofs = known.proofs.iter().filter(|proof| fits(proof.positions())).cloned().collect();
        let mut refutations: Vec<Arc<Refutation>> = known.refutations.iter().cloned().collect();
        refutations.sort_by_key(|known| known.replies());
        refutations.retain(|known| fits(known.replies()));
        (proofs, refutations)
    }

    /// Returns the shortest mate that is known of the question's side from its position, if every move may be played.
    pub fn answer(&self, task: &ProofTask) -> Option<KnownMate> {
        if task.restriction != Restriction::default() || task.aim != Aim::MATE {
            return None;
        }
        let known = self.known();
        let of_side = known.proofs.iter().filter(|proof| proof.attacker() == task.attacker);
        let leading = of_side.filter_map(|proof| Some((proof.distance(&task.root)?, proof)));
        let mut leading: Vec<(u16, &Arc<Proof>)> = leading.collect();
        leading.sort_by_key(|(distance, _)| *distance);
        // The rules of games may save the defender from a short one, and not from a longer one.
        let checked =
            |(_, proof): &(u16, &Arc<Proof>)| task.checked(&proof.strategy().rooted_at(task.root));
        let proof = leading.iter().find_map(checked)?;
        Some(KnownMate { proof, refuted: known.refuted(&task.root, task.attacker) })
    }
}

/// The number of moves without a mate by the rules of problems, given `refuted` by these rules. While no draw can be claimed, the
/// rules of games deny no mate.
fn of_problems(root: &Position, rules: Rules, refuted: u16) -> u16 {
    match rules {
        Rules::Problem => refuted,
        Rules::Game => refuted.min(LAST_UNCLAIMED.saturating_sub(root.halfmoves()) / 2),
    }
}
