//! From a position that may hold a mate to a problem: the shortest mate, proved, and its one key.

use std::sync::Arc;

use super::{FROM_A_GAME, MineOptions, Shelf};
use crate::chess::epd::{Epd, Operation};
use crate::chess::{Color, Move, Position, Setup, notation};
use crate::control::StopFlag;
use crate::engine::solve::SolveError;
use crate::oracle::Endgames;
use crate::proof::{Proof, Rules, verify};
use crate::prove::exact::Exact;
use crate::prove::prover::Prover;
use crate::prove::task::{Goal, Restriction, Task};

/// Up to this length everything is tried, move by move; longer mates are the prover's.
const SHORT: u16 = 3;

/// MiB for those, whatever the options say: the problems are to be the same everywhere.
const TABLE: usize = 4;

/// MiB for the prover.
const ARENA: usize = 32;

/// The share of the nodes that a position may cost in which nobody has seen a mate.
const GLANCE: u64 = 100;

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
    /// Solvers with tables of their own.
    ///
    /// # Errors
    /// If there is no memory for the tables.
    pub fn new(wanted: &MineOptions) -> Result<Prospector, SolveError> {
        let mut prover = Prover::new(ARENA, 1).map_err(SolveError::new)?;
        prover.consult(Arc::new(Endgames::new()));
        let exact = Exact::new(TABLE).map_err(SolveError::new)?;
        Ok(Prospector { exact, prover, wanted: *wanted })
    }

    /// The shortest mate from a position, proved. `promising`: there is one, as far as anybody knows.
    pub fn shortest(
        &mut self,
        position: &Position,
        promising: bool,
        stop: &StopFlag,
    ) -> Option<Proof> {
        let position = without_clocks(position)?;
        // What was learnt elsewhere would change what the nodes suffice for.
        self.exact.clear();
        let turn = position.turn();
        let most = SHORT.min(self.wanted.most);
        match self.exact.strategy(&position, turn, most, stop).ok()? {
            Some(strategy) => return verify(&strategy, Rules::Problem).ok(),
            None if self.wanted.most <= SHORT => return None,
            None => {}
        }
        let all = self.wanted.proof_nodes;
        let nodes = if promising { all } else { all / GLANCE };
        self.prover.clear();
        let task = task(&position, turn, Goal::Any, nodes);
        let outcome = self.prover.prove(&task, stop, &mut |_| {});
        outcome.proof.filter(|proof| outcome.refuted + 1 == proof.mate())
    }

    /// Of the mates of one game, those with one key that the shelf takes.
    pub fn choose(
        &mut self,
        proved: Vec<(String, Proof)>,
        shelf: &mut Shelf,
        stop: &StopFlag,
    ) -> Vec<Problem> {
        let mut problems: Vec<Problem> = Vec::new();
        for (name, proof) in proved {
            let mate = proof.mate();
            if problems.len() >= FROM_A_GAME {
                break;
            }
            if problems.iter().any(|taken| taken.mate == mate) || !shelf.wants(mate) {
                continue;
            }
            let problem = self.problem(name, &proof, stop);
            problems.extend(problem.filter(|problem| shelf.take(problem)));
        }
        problems
    }

    /// The problem, if its key is the only one.
    fn problem(&mut self, name: String, proof: &Proof, stop: &StopFlag) -> Option<Problem> {
        let (position, mate) = (*proof.root(), proof.mate());
        let key = proof.line().first().copied()?;
        self.exact.clear();
        self.prover.clear();
        let unique = if mate <= SHORT {
            self.exact.keys(&position, mate, stop).is_ok_and(|keys| keys.len() == 1)
        } else {
            self.is_only(&position, key, mate, stop)
        };
        let size = match proof.positions() {
            1 => "1 position".to_owned(),
            positions => format!("{positions} positions"),
        };
        let nature = nature(&position, key);
        let checked = format!("{nature}; shortest mate, unique key; proof of {size} verified");
        unique.then_some(Problem { position, key, mate, name, checked })
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
