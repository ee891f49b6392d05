//! What a strategy is worth by the rules of a task.

use crate::chess::Position;
use crate::proof::{Proof, Rules, Strategy, verify};
use crate::prove::task::ProofTask;

pub(super) fn checked(strategy: &Strategy, task: &ProofTask) -> Option<Proof> {
    let proof = verify(strategy, task.rules).ok()?;
    (task.rules == Rules::Problem || !repeats(&proof, task)).then_some(proof)
}

/// Whether the strategy may lead to a position that has been on the board twice.
fn repeats(proof: &Proof, task: &ProofTask) -> bool {
    let known: Vec<_> = task.history.iter().copied().chain([task.root.key()]).collect();
    let twice = |position: &Position| {
        let key = position.key();
        known.iter().filter(|&&earlier| earlier == key).count() >= 2
    };
    let root = task.root.key();
    let mut found = false;
    proof.strategy().walk(|position, step| {
        let begins = position.key() == root;
        found = !begins && twice(position) || twice(&position.play(step.mv));
        !found
    });
    found
}
