//! From a position that may hold a mate to a problem: the shortest mate, proved, and its one key.

use super::MineOptions;
use super::games::Spot;
use crate::chess::epd::{Epd, Operation};
use crate::chess::{Color, Move, Position, Setup, notation};
use crate::control::StopFlag;
use crate::engine::Options;
use crate::engine::solve::SolveError;
use crate::proof::{Proof, Rules, verify};
use crate::prove::exact::Exact;
use crate::prove::prover::Prover;
use crate::prove::task::{Goal, Restriction, Task};

/// Up to this length everything is tried, move by move; longer mates are the prover's.
const SHORT: u16 = 3;

/// MiB for those.
const TABLE: usize = 4;

/// The share of the nodes that a position may cost in which the search has seen no mate.
const GLANCE: u64 = 20;

/// A mate with one key.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position; its clocks say nothing.
    pub position: Position,
    /// The only first move that mates in so few moves.
    pub key: Move,
    /// How many.
    pub mate: u16,
    /// Where it comes from.
    pub name: String,
    /// What was checked, in words.
    pub checked: String,
}

impl Problem {
    /// As a record of a suite.
    pub fn record(&self) -> Epd {
        let mv = notation::san(&self.position, self.key);
        let operations = [
            ("bm", mv),
            ("dm", self.mate.to_string()),
            ("id", self.name.clone()),
            ("c0", self.checked.clone()),
        ];
        let operations =
            operations.into_iter().map(|(opcode, text)| Operation::new(opcode, [text])).collect();
        Epd { position: self.position, operations }
    }
}

/// Makes problems.
pub(super) struct Prospector {
    exact: Exact,
    prover: Prover,
    wanted: MineOptions,
}

impl Prospector {
    pub fn new(options: &Options, wanted: &MineOptions) -> Result<Prospector, SolveError> {
        Ok(Prospector {
            exact: Exact::new(TABLE).map_err(SolveError::new)?,
            prover: Prover::new(options.hash(), 1).map_err(SolveError::new)?,
            wanted: *wanted,
        })
    }

    /// The problem in a position, if there is one.
    pub fn examine(&mut self, spot: &Spot, stop: &StopFlag) -> Option<Problem> {
        let position = without_clocks(&spot.position)?;
        // What was learnt elsewhere would change what the nodes suffice for.
        self.exact.clear();
        self.prover.clear();
        let proof = self.shortest(&position, spot.mate.is_some(), stop)?;
        let mate = proof.mate();
        if !(self.wanted.least..=self.wanted.most).contains(&mate) {
            return None;
        }
        let key = proof.line().first().copied()?;
        let unique = if mate <= SHORT {
            self.exact.keys(&position, mate, stop).is_ok_and(|keys| keys.len() == 1)
        } else {
            self.is_only(&position, key, mate, stop)
        };
        if !unique {
            return None;
        }
        let checked = format!(
            "{}; shortest mate, unique key; proof of {} positions verified",
            nature(&position, key),
            proof.positions()
        );
        Some(Problem { position, key, mate, name: spot.name.clone(), checked })
    }

    /// The shortest mate, proved. `seen`: there is one, as far as the search knows.
    fn shortest(&mut self, position: &Position, seen: bool, stop: &StopFlag) -> Option<Proof> {
        let turn = position.turn();
        let most = SHORT.min(self.wanted.most);
        match self.exact.strategy(position, turn, most, stop).ok()? {
            Some(strategy) => return verify(&strategy, Rules::Problem).ok(),
            None if self.wanted.most <= SHORT => return None,
            None => {}
        }
        let nodes = if seen { self.wanted.proof_nodes } else { self.wanted.proof_nodes / GLANCE };
        let outcome = self.prover.prove(&task(position, turn, Goal::Any, nodes), stop, &mut |_| {});
        outcome.proof.filter(|proof| outcome.refuted + 1 == proof.mate())
    }

    /// Whether every other first move is proved to take longer.
    fn is_only(&mut self, position: &Position, key: Move, mate: u16, stop: &StopFlag) -> bool {
        let others = position.legal_moves().into_iter().filter(|legal| legal.mv != key);
        let mut left = self.wanted.proof_nodes;
        for legal in others {
            let after = position.play(legal.mv);
            if !after.has_legal_move() {
                // Not mate, or it would be the shortest.
                continue;
            }
            let task = task(&after, position.turn(), Goal::Within(mate - 1), left);
            let outcome = self.prover.prove(&task, stop, &mut |_| {});
            left = left.saturating_sub(outcome.nodes);
            if outcome.proof.is_some() || outcome.refuted + 1 < mate {
                return false;
            }
        }
        true
    }
}

fn task(root: &Position, attacker: Color, goal: Goal, nodes: u64) -> Task {
    Task {
        root: *root,
        attacker,
        goal,
        restriction: Restriction::default(),
        rules: Rules::Problem,
        history: Vec::new(),
        nodes: Some(nodes),
    }
}

/// The position as the first of a game: in a problem it does not count how long nothing was taken.
fn without_clocks(position: &Position) -> Option<Position> {
    let setup = Setup { halfmoves: 0, fullmoves: 1, ..Setup::from(position) };
    Position::try_from(setup).ok()
}

/// What kind of a move the key is.
fn nature(position: &Position, key: Move) -> &'static str {
    let checks = position.play(key).in_check();
    match (checks, position.is_capture(key)) {
        (true, true) => "check and capture",
        (true, false) => "check",
        (false, true) => "capture",
        (false, false) => "quiet key",
    }
}
