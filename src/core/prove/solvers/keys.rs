//! All first moves that mate, each with its proof.

use super::{Solvers, counted_from, most};
use crate::chess::{Move, Position};
use crate::control::StopFlag;
use crate::proof::{Aim, Proof, Strategy, StrategyStep};
use crate::prove::NoMemory;
use crate::prove::task::{Ended, Outcome, ProofTask, ProverNews, Restriction};

/// Maximum number of moves for which all keys are found by brute force.
const SHORT: u16 = 6;

#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// The keys, the shortest mate first.
    pub keys: Vec<MateKey>,
    /// Undecided moves.
    pub open: Vec<Move>,
    /// Why moves are undecided; [`Ended::Settled`] if none are.
    pub ended: Ended,
    /// Without restrictions there is no mate in at most this many moves; 0 if unknown.
    pub none_in: u16,
    pub nodes: u64,
}

#[derive(Clone, Debug)]
pub struct MateKey {
    pub mv: Move,
    /// Moves to mate, this one counted.
    pub mate: u16,
    /// Whether a shorter mate by this key is ruled out.
    pub shortest: bool,
    /// The mate of the side to move after it; `None` where it is mate already.
    pub proof: Option<Proof>,
}

impl Keys {
    /// Returns the proofs from the task's root that `verify` accepts under the task's rules, the shortest first.
    pub(crate) fn proofs(&self, task: &ProofTask) -> impl Iterator<Item = Proof> {
        self.keys.iter().filter_map(|key| key.checked(task))
    }

    /// The result for the mate itself: its proof begins with the shortest key.
    pub fn outcome(&self, task: &ProofTask) -> Outcome {
        let proof = self.proofs(task).next();
        let ended = match task.restriction == Restriction::default() {
            _ if !self.open.is_empty() => self.ended,
            true => Ended::Settled,
            false => Ended::Exhausted,
        };
        Outcome::of(proof, self.none_in, ended, self.nodes)
    }
}

impl MateKey {
    /// Returns the proof from the task's root, if `verify` accepts it under the task's rules.
    pub(super) fn checked(&self, task: &ProofTask) -> Option<Proof> {
        let mut strategy = Strategy::new(task.root, task.attacker).with_aim(task.aim);
        strategy.insert(&task.root, StrategyStep { mv: self.mv, mate: self.mate });
        if let Some(proof) = &self.proof {
            proof.strategy().walk(|position, step| {
                strategy.insert(position, step);
                true
            });
        }
        task.checked(&strategy)
    }
}

impl Solvers {
    /// Asks of every move whether it mates, or of these if there are any. The side to move is the attacker.
    pub fn keys(
        &mut self,
        task: &ProofTask,
        among: &[Move],
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Keys, NoMemory> {
        let most = most(task.goal);
        let (root, legal) = (&task.root, task.root.legal_moves());
        let admitted = legal.iter().filter(|legal| {
            task.restriction.admits(root, legal) && task.restriction.leaves(root, legal.mv)
        });
        let asked = |mv: &Move| among.is_empty() || among.contains(mv);
        let moves: Vec<Move> = admitted.map(|legal| legal.mv).filter(asked).collect();
        let plain = task.restriction == Restriction::default() && task.nodes.is_none();
        let is_problem = task.aim != Aim::MATE || !root.has_kings();
        let mut keys = if among.is_empty() && plain && most <= SHORT || is_problem {
            self.short_keys(task, most, moves, stop, tell)?
        } else {
            self.long_keys(task, most, moves, stop, tell)?
        };
        if among.is_empty() && task.aim == Aim::MATE {
            self.known.learn(task, &keys.outcome(task));
        }
        keys.none_in = keys.none_in.max(self.known.refuted(task));
        Ok(keys)
    }

    /// All keys by brute force, one length after the other: shorter results are kept if it is stopped.
    fn short_keys(
        &mut self,
        task: &ProofTask,
        most: u16,
        moves: Vec<Move>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Keys, NoMemory> {
        let exact = self.exact(task.aim)?;
        let before = exact.nodes();
        let mut found = Vec::new();
        let mut none_in = 0;
        let mut all = true;
        for length in 1..=most {
            let left = task.nodes.map(|nodes| nodes.saturating_sub(exact.nodes() - before));
            let Ok(keys) = exact.limit_next(left).keys(&task.root, length, stop) else {
                all = false;
                break;
            };
            if keys.is_empty() {
                none_in = length;
            }
            found = keys;
        }
        let mut keys = Keys { none_in, ..Keys::default() };
        let mut denied = Vec::new();
        for key in &found {
            let after = task.root.play(key.mv);
            let strategy = exact.strategy(&after, task.attacker, key.mate, stop).ok().flatten();
            let after = after_move(task, after, key.mate);
            let proof = strategy.and_then(|strategy| after.checked(&strategy));
            if proof.is_some() || key.mate == 1 {
                keys.keys.push(MateKey { mv: key.mv, mate: key.mate, shortest: true, proof });
            } else {
                denied.push(key.mv);
            }
        }
        keys.nodes = exact.nodes() - before;
        // Stopped, or the rules of games save the defender from this mate, though perhaps not from another.
        if !denied.is_empty() {
            let others = self.long_keys(task, most, denied, stop, tell)?;
            if all {
                let shortest = keys.keys.first().map_or(most, |key| key.mate - 1);
                keys.none_in = shortest.min(others.none_in);
            }
            keys.keys.extend(others.keys);
            keys.keys.sort_by_key(|key| key.mate);
            (keys.open, keys.ended) = (others.open, others.ended);
            keys.nodes += others.nodes;
        }
        if !all {
            let known = |mv: &Move| found.iter().any(|key| key.mv == *mv);
            keys.open.extend(moves.into_iter().filter(|mv| !known(mv)));
            keys.ended = if stop.is_raised() { Ended::Stopped } else { Ended::Nodes };
        }
        Ok(keys)
    }

    /// All keys, by proving each move in turn. Moves that a restriction excludes are not refuted.
    fn long_keys(
        &mut self,
        task: &ProofTask,
        most: u16,
        moves: Vec<Move>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Keys, NoMemory> {
        let restricted = task.restriction != Restriction::default();
        let none_in = if restricted { 0 } else { most };
        let mut found = Keys { none_in, ..Keys::default() };
        let mut left = moves.len() as u64;
        for mv in moves {
            if stop.is_raised() {
                found.none_in = 0;
                found.open.push(mv);
                found.ended = Ended::Stopped;
                continue;
            }
            let after = task.root.play(mv);
            if !after.has_legal_move() {
                if after.in_check() {
                    found.none_in = 0;
                    found.keys.push(MateKey { mv, mate: 1, shortest: true, proof: None });
                }
                continue;
            }
            let nodes = task.nodes.map(|nodes| nodes.saturating_sub(found.nodes) / left.max(1));
            left -= 1;
            let task = ProofTask { nodes, ..after_move(task, after, most.saturating_sub(1)) };
            let mut tell = counted_from(found.nodes, tell);
            // A mate after some first move was not asked for.
            let outcome = self.prove(&task, stop, &mut |news| {
                if let ProverNews::Status(_) = news {
                    tell(news);
                }
            })?;
            found.nodes += outcome.nodes;
            // The mate after this move is one shorter than with it.
            found.none_in = found.none_in.min(outcome.refuted.saturating_add(1));
            let shortest = outcome.is_shortest();
            match outcome.proof {
                Some(proof) => {
                    let mate = proof.mate() + 1;
                    found.keys.push(MateKey { mv, mate, shortest, proof: Some(proof) });
                }
                None if outcome.refuted.saturating_add(1) >= most => {}
                None if restricted && outcome.ended == Ended::Exhausted => {}
                None => {
                    found.open.push(mv);
                    found.ended = outcome.ended;
                }
            }
        }
        found.keys.sort_by_key(|key| key.mate);
        Ok(found)
    }
}

fn after_move(task: &ProofTask, after: Position, most: u16) -> ProofTask {
    let mut history = task.history.clone();
    history.push(task.root.key());
    ProofTask { root: after, history, ..task.clone() }.within(most)
}
