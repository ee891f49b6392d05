//! From a position that may hold a mate to a problem: the shortest mate, proved, and its one key.

use std::cmp::Reverse;
use std::sync::Arc;

use super::collection::ProblemCollection;
use super::finder::{FROM_A_GAME, ProblemFinder};
use super::games::{GamePosition, SearchVerdict};
use super::mined_game::MinedGame;
use super::options::MineOptions;
use super::problem::{KeyNature, Problem, ProblemClass, without_clocks};
use crate::chess::{Color, Move, Position};
use crate::control::StopFlag;
use crate::ink::number::counted;
use crate::oracle::Endgames;
use crate::proof::{Proof, Rules, verify};
use crate::prove::exact::Exact;
use crate::prove::prover::Prover;
use crate::prove::task::{Goal, ProofTask};
use crate::units::{Bound, Score, ScoreKind};
use crate::workshop::tool::ToolResult;

/// Up to this length everything is tried, move by move; longer mates are the prover's.
const SHORT: u16 = 3;

/// MiB for those. The options do not change it, so that the problems are the same on every machine.
const TABLE: usize = 4;

/// MiB for the prover.
const ARENA: usize = 32;

/// The share of the nodes that a position may cost in which nobody has seen a mate.
const GLANCE: u64 = 100;

/// So far ahead that the prover is asked though the search announces nothing.
const WINNING: Score = Score::cp(500);

/// Makes a prover that looks positions with few men up in endgame tables.
pub(super) fn prover() -> ToolResult<Prover> {
    let mut prover = Prover::new(ARENA, 1)?;
    prover.consult(Arc::new(Endgames::new()));
    Ok(prover)
}

pub(super) struct MateFinder {
    exact: Exact,
    prover: Prover,
    wanted: MineOptions,
}

impl MateFinder {
    pub(super) fn new(wanted: &MineOptions) -> ToolResult<MateFinder> {
        let exact = Exact::new(TABLE)?;
        Ok(MateFinder { exact, prover: prover()?, wanted: *wanted })
    }

    /// The mates of a game that there is room for, proved to be the shortest, the longest first. From the end of the game
    /// backwards: where there is a mate, there may have been a longer one two plies before.
    fn prove(
        &mut self,
        positions: &[GamePosition],
        collection: &ProblemCollection,
        asked: &mut usize,
        stop: &StopFlag,
    ) -> Vec<(String, Proof)> {
        let mut proved = Vec::new();
        let mut mated_at = None;
        for place in positions.iter().rev() {
            let Some(announced) = place.look.and_then(announced) else { continue };
            let promising = announced.is_some() || mated_at == Some(place.ply + 2);
            if stop.is_raised() {
                break;
            }
            if announced.is_some_and(|moves| moves < collection.shortest_wanted()) {
                mated_at = Some(place.ply);
                continue;
            }
            *asked += 1;
            let Some(proof) = self.shortest(&place.position, promising, stop) else { continue };
            mated_at = Some(place.ply);
            if collection.wants_mate(proof.mate()) {
                proved.push((place.name.clone(), proof));
            }
        }
        proved.sort_by_key(|(_, proof)| Reverse(proof.mate()));
        proved
    }

    /// The shortest mate from a position, proved. `promising`: there is one, as far as anybody knows.
    fn shortest(&mut self, position: &Position, promising: bool, stop: &StopFlag) -> Option<Proof> {
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

    /// Of the mates of one game, those with one key that the collection takes.
    fn choose(
        &mut self,
        proved: Vec<(String, Proof)>,
        collection: &mut ProblemCollection,
        stop: &StopFlag,
    ) -> Vec<Problem> {
        let mut problems: Vec<Problem> = Vec::new();
        for (name, proof) in proved {
            let mate = proof.mate();
            if problems.len() >= FROM_A_GAME {
                break;
            }
            let is_taken = problems.iter().any(|taken| taken.class.mate() == Some(mate));
            if is_taken || !collection.wants_mate(mate) {
                continue;
            }
            let problem = self.problem(name, &proof, stop);
            problems.extend(problem.filter(|problem| collection.take(problem)));
        }
        problems
    }

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
        let (nature, size) =
            (KeyNature::of(&position, key).name(), counted(proof.positions(), "position"));
        let checked = format!("{nature}; shortest mate, unique key; proof of {size} verified");
        let class = ProblemClass::Mate(mate);
        unique.then_some(Problem { position, key, class, name, checked })
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

impl ProblemFinder for MateFinder {
    fn problems(
        &mut self,
        positions: &[GamePosition],
        collection: &mut ProblemCollection,
        stop: &StopFlag,
    ) -> MinedGame {
        let mut asked = 0;
        let proved = self.prove(positions, collection, &mut asked, stop);
        MinedGame { asked, problems: self.choose(proved, collection, stop) }
    }
}

pub(super) fn task(root: &Position, attacker: Color, goal: Goal, nodes: u64) -> ProofTask {
    ProofTask { goal, nodes: Some(nodes), ..ProofTask::any(*root, attacker) }
}

/// Whether the solvers are asked about a position, and the moves to mate that the search announced there.
fn announced(look: SearchVerdict) -> Option<Option<u16>> {
    match look.score.kind() {
        ScoreKind::Mates(moves) if look.bound == Bound::Exact => {
            Some(Some(u16::try_from(moves).unwrap_or(u16::MAX)))
        }
        _ if look.score >= WINNING && look.bound != Bound::Upper => Some(None),
        _ => None,
    }
}
