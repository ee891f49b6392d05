//! A mate of either side within a number of moves, for `go mate N` before the search.
//!
//! Short mates of both sides are found by brute force; longer ones by the prover, which alternates between the sides with
//! increasing nodes.

use super::{SHORT, Solvers, counted_from};
use crate::chess::{ByColor, Color, Game, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::eval::{ClassicalEvaluator, Evaluator};
use crate::proof::{Proof, Rules};
use crate::prove::NoMemory;
use crate::prove::task::{Ended, ProofTask, ProverNews};
use crate::units::Score;

/// Nodes of the prover's first turn at a side.
const FIRST_TURN: u64 = 20_000;

/// Moves that are tried by brute force for either side before the prover is used.
const BEFOREHAND: u16 = 2;

/// Centipawns that decide who is likely to be mated.
const MUCH: i32 = 300;

/// Nodes of the solvers for finding out which side is mated: a hundredth of a second.
const MATED_SIDE_NODES: u64 = 50_000;

/// Longest mate considered for it, in moves. So few nodes would not find longer ones.
const MATED_SIDE_MOST: u16 = 10;

/// Node limit for a search that is limited by depth alone, if that is too deep to try every length.
const OF_DEPTH: u64 = 1_000_000;

/// Limit of nodes for proving the other keys: a multiple of those of the first proof, and a minimum.
const OTHERS: u64 = 10;
const OTHERS_LEAST: u64 = 1_000_000;

#[derive(Clone)]
pub(crate) struct MateSearch {
    /// The task, for one of the sides.
    pub(crate) task: ProofTask,
    pub(crate) most: u16,
    pub(crate) moves: Vec<Move>,
    /// Maximum number of keys to prove, one a line (`MultiPV`).
    pub(crate) lines: usize,
}

#[derive(Default)]
pub(crate) struct MateFindings {
    pub(crate) proof: Option<Proof>,
    /// Proofs of the other keys, the shortest first; none is shorter than `proof`.
    pub(crate) others: Vec<Proof>,
    /// No mate in this many moves, for either side.
    pub(crate) refuted: ByColor<u16>,
    pub(crate) nodes: u64,
    /// Share of the prover's table in use, in thousandths.
    pub(crate) fill: u32,
}

impl MateFindings {
    pub(crate) fn is_shortest(&self) -> bool {
        let shortest = |proof: &Proof| self.refuted[proof.attacker()] + 1 >= proof.mate();
        self.proof.as_ref().is_some_and(shortest)
    }
}

impl MateSearch {
    /// Creates the search from a game's position; `None` if the limits request no mate, or there is no move.
    pub(crate) fn for_limits(game: &Game, limits: &Limits, lines: usize) -> Option<MateSearch> {
        // A mate in N is seen at a depth of 2N - 1.
        let most = limits.mate?.min(limits.depth.map_or(u32::MAX, |depth| depth.div_ceil(2)));
        let most = u16::try_from(most).unwrap_or(u16::MAX);
        let root = *game.position();
        if !root.has_legal_move() {
            return None;
        }
        let Limits { search_moves, excluded_moves, .. } = limits;
        let moves = if search_moves.is_empty() && excluded_moves.is_empty() {
            Vec::new()
        } else {
            let legal = root.legal_moves().into_iter().map(|legal| legal.mv);
            legal.filter(|&mv| limits.admits(mv)).collect()
        };
        let of_depth = limits.depth.filter(|_| most > SHORT).map(|_| OF_DEPTH);
        let nodes = [limits.nodes, limits.soft_nodes, of_depth].into_iter().flatten().min();
        let task = ProofTask::in_game(game).nodes(nodes);
        Some(MateSearch { task, most, moves, lines })
    }

    /// Returns the short search that finds out which side is mated, within `most` moves.
    pub(crate) fn of_either(root: Position, most: u16, rules: Rules) -> MateSearch {
        let task = ProofTask::new(root).rules(rules).nodes(MATED_SIDE_NODES);
        MateSearch { task, most: most.min(MATED_SIDE_MOST), moves: Vec::new(), lines: 1 }
    }

    /// Looks for a mate of either side until one is found, none can be, or there is no more to be spent.
    pub(crate) fn run(
        &self,
        solvers: &mut Solvers,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<MateFindings, NoMemory> {
        let found = MateFindings::default();
        let (is_too_large, denied) = (false, ByColor::default());
        let mut work = MateWork { asked: self, solvers, stop, tell, found, is_too_large, denied };
        let Some(proof) = work.both_sides()? else { return Ok(work.found) };
        let mut proofs = work.others(&proof)?;
        proofs.insert(0, proof);
        proofs.sort_by_key(Proof::mate);
        let others = proofs.split_off(1);
        Ok(MateFindings { proof: proofs.pop(), others, ..work.found })
    }
}

struct MateWork<'a> {
    asked: &'a MateSearch,
    solvers: &'a mut Solvers,
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(ProverNews),
    found: MateFindings,
    /// Whether endgame tables have a mate whose strategy is too large for a proof.
    is_too_large: bool,
    /// Sides whose mate was rejected by the rules of games. Asked again, the prover would find the same one.
    denied: ByColor<bool>,
}

impl MateWork<'_> {
    fn both_sides(&mut self) -> Result<Option<Proof>, NoMemory> {
        let asked = self.asked;
        let turn = asked.task.root.turn();
        // If some moves are excluded, neither side is certain to be mated.
        let sides = [Some(turn), Some(!turn).filter(|_| asked.moves.is_empty())];
        let short = if asked.most <= SHORT { asked.most } else { BEFOREHAND };
        for most in 1..=short {
            for attacker in sides.into_iter().flatten() {
                if let Some(proof) = self.ask(attacker, most, u64::MAX)? {
                    return Ok(Some(proof));
                }
            }
        }
        let others = self.share_of_other();
        let mut share = FIRST_TURN;
        while !self.is_over() && sides.iter().flatten().any(|&side| !self.is_refuted(side)) {
            for attacker in sides.into_iter().flatten() {
                let nodes = if attacker == turn { share } else { share / others };
                for most in bounds(asked.most) {
                    if let Some(proof) = self.ask(attacker, most, nodes)? {
                        return Ok(Some(proof));
                    }
                }
            }
            share = share.saturating_mul(2);
        }
        Ok(None)
    }

    /// Proves the other keys of the side to move, up to the number of lines.
    fn others(&mut self, first: &Proof) -> Result<Vec<Proof>, NoMemory> {
        let asked = self.asked;
        let (root, key) = (asked.task.root, first.line().first().copied());
        if asked.lines < 2 || first.attacker() != root.turn() {
            return Ok(Vec::new());
        }
        let spent = self.found.nodes;
        let nodes = match asked.task.nodes {
            Some(most) => Some(most.saturating_sub(spent)),
            None if asked.most <= SHORT => None,
            None => Some(spent.saturating_mul(OTHERS).max(OTHERS_LEAST)),
        };
        let legal = root.legal_moves().into_iter().map(|legal| legal.mv);
        let is_asked = |mv: &Move| asked.moves.is_empty() || asked.moves.contains(mv);
        let moves: Vec<Move> = legal.filter(|mv| Some(*mv) != key && is_asked(mv)).collect();
        if moves.is_empty() {
            return Ok(Vec::new());
        }
        let task = asked.task.clone().nodes(nodes).within(asked.most);
        let mut tell = counted_from(spent, self.tell);
        let keys = self.solvers.keys(&task, &moves, self.stop, &mut tell)?;
        self.found.nodes += keys.nodes;
        Ok(keys.proofs(&task).take(asked.lines - 1).collect())
    }

    /// Divisor of the nodes for the other side's mates: the better the side to move, the larger it is.
    fn share_of_other(&self) -> u64 {
        let score = ClassicalEvaluator::new().evaluate(&self.asked.task.root, 0).score;
        if score < -Score::cp(MUCH) {
            1
        } else if score < Score::cp(MUCH) {
            4
        } else {
            16
        }
    }

    fn is_refuted(&self, attacker: Color) -> bool {
        self.denied[attacker] || self.found.refuted[attacker] >= self.asked.most
    }

    fn is_over(&self) -> bool {
        self.is_too_large
            || self.stop.is_raised()
            || self.asked.task.nodes.is_some_and(|nodes| self.found.nodes >= nodes)
    }

    fn ask(&mut self, attacker: Color, most: u16, nodes: u64) -> Result<Option<Proof>, NoMemory> {
        if self.denied[attacker] || self.found.refuted[attacker] >= most || self.is_over() {
            return Ok(None);
        }
        let task = self.asked.task.clone();
        let left = task.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.found.nodes));
        let nodes = Some(nodes.min(left)).filter(|&nodes| nodes < u64::MAX);
        let task = task.attacker(attacker).nodes(nodes).within(most);
        let moves = &self.asked.moves;
        let mut tell = counted_from(self.found.nodes, self.tell);
        let outcome = if moves.is_empty() {
            self.solvers.prove(&task, self.stop, &mut tell)?
        } else {
            self.solvers.keys(&task, moves, self.stop, &mut tell)?.outcome(&task)
        };
        self.is_too_large |= outcome.ended == Ended::TooLarge;
        self.denied[attacker] |= outcome.ended == Ended::Exhausted && most == self.asked.most;
        self.found.nodes += outcome.nodes;
        let refuted = &mut self.found.refuted[attacker];
        *refuted = outcome.refuted.max(*refuted);
        Ok(outcome.proof)
    }
}

/// The lengths to ask about in turn: a mate of any length is found sooner if not all lengths are open at once.
fn bounds(most: u16) -> impl Iterator<Item = u16> {
    const USUAL: [u16; 3] = [8, 16, 30];
    let shorter = USUAL.into_iter().filter(move |_| most > USUAL[2]);
    shorter.chain([most])
}
