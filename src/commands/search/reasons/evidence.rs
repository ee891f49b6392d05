//! The searches and proofs that sentences rest on. Each search is made with a tenth of the nodes and then with all: what the
//! longer one takes back is not said.

use crate::chess::{Move, Position};
use crate::commands::search::judge::{JudgedMove, MoveEvidence, MoveJudge};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::oracle::tables::TableSet;
use crate::prove::ProofTask;
use crate::shell::CommandError;

/// Nodes of the longer search, as a multiple of those of the shorter.
const TIMES: u64 = 10;

/// Nodes of a third search of both moves, which decides about a fault or an only move, as a multiple of those of the second.
const DECIDE: u64 = 4;

/// Divisor of the nodes for proving a mate that no search announces.
const GLANCE: u64 = 4;

/// The results of a shorter and of a longer search with the same question, view of the side to move.
pub(super) type Pair = [JudgedMove; 2];

pub(in crate::commands) struct Reasoner {
    pub(in crate::commands) judge: MoveJudge,
    /// Previous results of the session for moves of the position.
    pub(in crate::commands) seen: Vec<JudgedMove>,
}

/// A move and the best other one.
pub(super) struct MovePair {
    pub before: Position,
    pub mv: Move,
    pub ours: Pair,
    /// `None` if there is no other legal move.
    pub other: Option<Pair>,
}

/// The proved or announced mates about a move.
pub(super) struct Mates {
    pub worth: JudgedMove,
    /// Another move mates.
    pub missed: Option<JudgedMove>,
    /// The opponent's mate, which another move avoids.
    pub allowed: Option<JudgedMove>,
}

impl MovePair {
    pub(super) fn after(&self) -> Position {
        self.before.play(self.mv)
    }

    pub(super) fn ours(&self) -> &JudgedMove {
        &self.ours[1]
    }
}

pub(super) fn lines(pair: &Pair) -> [&[Move]; 2] {
    pair.each_ref().map(|judged| &judged.line[..])
}

/// Returns the smaller of the expected points of both searches.
pub(super) fn points(pair: &Pair) -> f64 {
    pair[0].evidence.points().min(pair[1].evidence.points())
}

impl Reasoner {
    pub(in crate::commands) fn new(options: &Options, nodes: u64, tables: &TableSet) -> Reasoner {
        Reasoner { judge: MoveJudge::new(options, nodes, tables), seen: Vec::new() }
    }

    /// Prepares for a question that depends on nothing asked before; `stop` ends it.
    pub(super) fn begin(&mut self, stop: &StopFlag) {
        self.judge.begin(stop);
        self.judge.forget();
    }

    /// Searches a position twice; `None` if stopped, or if `goes_on` is false for the result of the shorter search.
    pub(super) fn twice(
        &mut self,
        position: &Position,
        limits: &Limits,
        goes_on: impl Fn(&JudgedMove) -> bool,
    ) -> Result<Option<Pair>, CommandError> {
        let nodes = self.judge.nodes;
        let within = |nodes: u64| Limits { nodes: Some(nodes.max(1)), ..limits.clone() };
        let Some(first) = self.judge.search(position, within(nodes / TIMES))? else {
            return Ok(None);
        };
        if !goes_on(&first) {
            return Ok(None);
        }
        let last = self.judge.search(position, within(nodes))?;
        Ok(last.filter(|_| !self.judge.stop.is_raised()).map(|last| [first, last]))
    }

    /// Searches a move, and all others; `None` if stopped.
    pub(super) fn pair(
        &mut self,
        before: &Position,
        mv: Move,
    ) -> Result<Option<MovePair>, CommandError> {
        let only = Limits { search_moves: vec![mv], ..Limits::default() };
        let Some(ours) = self.twice(before, &only, |_| true)? else { return Ok(None) };
        let others = Limits { excluded_moves: vec![mv], ..Limits::default() };
        let other = match before.legal_count() {
            1 => None,
            _ => match self.twice(before, &others, |_| true)? {
                None => return Ok(None),
                found => found,
            },
        };
        let points = |judged: &JudgedMove| judged.evidence.points();
        let seen: Vec<JudgedMove> =
            self.seen.iter().filter(|seen| seen.line[0] != mv).cloned().collect();
        let better = |found: JudgedMove| {
            let all = std::iter::once(found.clone()).chain(seen.iter().cloned());
            all.max_by(|one, two| points(one).total_cmp(&points(two))).unwrap_or(found)
        };
        let other = other.map(|pair| pair.map(better));
        Ok(Some(MovePair { before: *before, mv, ours, other }))
    }

    /// Searches both moves for longer: what was picked for its size is smaller at the next look. Returns `false` if stopped.
    pub(super) fn decide(&mut self, pair: &mut MovePair) -> Result<bool, CommandError> {
        let Some(other) = &mut pair.other else { return Ok(true) };
        let longer = Limits::nodes(self.judge.nodes.saturating_mul(DECIDE));
        let only = Limits { search_moves: vec![pair.mv], ..longer.clone() };
        let others = Limits { excluded_moves: vec![pair.mv], ..longer };
        for (judged, limits) in [(&mut pair.ours, only), (other, others)] {
            let Some(found) = self.judge.search(&pair.before, limits)? else { return Ok(false) };
            judged.swap(0, 1);
            judged[1] = found;
        }
        Ok(!self.judge.stop.is_raised())
    }

    /// Looks for mates, of the searches and by proofs with few nodes.
    pub(super) fn mates(&mut self, pair: &MovePair) -> Result<Mates, CommandError> {
        let worth = self.judge.proved(pair.ours().clone())?;
        let Some(other) = &pair.other else {
            return Ok(Mates { worth, missed: None, allowed: None });
        };
        let both = |is: fn(MoveEvidence) -> bool, one: &Pair, two: &Pair| {
            (0..2).all(|round| is(one[round].evidence) && !is(two[round].evidence))
        };
        let misses = both(MoveEvidence::mates, other, &pair.ours);
        let allows = both(MoveEvidence::is_mated, &pair.ours, other);
        let best = self.judge.proved(other[1].clone())?;
        let (worth, missed) = self.missed(worth, Some(&best).filter(|_| misses))?;
        let allowed = match worth.evidence.mates() {
            true => None,
            false => self.allowed(&worth, &best, allows)?,
        };
        Ok(Mates { worth, missed, allowed })
    }

    /// Returns the worth of the move and the mate that it misses: found by the searches (`seen`), or by a proof with few nodes.
    fn missed(
        &mut self,
        worth: JudgedMove,
        seen: Option<&JudgedMove>,
    ) -> Result<(JudgedMove, Option<JudgedMove>), CommandError> {
        let (before, mv, nodes) = (worth.before, worth.line[0], self.judge.nodes);
        if worth.evidence.mates() {
            return Ok((worth, None));
        }
        let found = match seen {
            Some(seen) => Some(seen.clone()),
            None => self.judge.mate(&before, None, nodes / GLANCE)?,
        };
        let Some(found) = found else { return Ok((worth, None)) };
        match self.judge.mate(&before, Some(mv), nodes)? {
            Some(mates) => Ok((mates, None)),
            None => Ok((worth, Some(found).filter(|found| found.line[0] != mv))),
        }
    }

    /// Returns the mate that the move allows: found by the searches (`seen`), or by a proof with few nodes. `None` if every move
    /// is mated as soon.
    fn allowed(
        &mut self,
        worth: &JudgedMove,
        other: &JudgedMove,
        seen: bool,
    ) -> Result<Option<JudgedMove>, CommandError> {
        let (before, after) = (worth.before, worth.before.play(worth.line[0]));
        let nodes = self.judge.nodes;
        if !after.has_legal_move() {
            return Ok(None);
        }
        let asked = if worth.evidence.is_mated() { nodes } else { nodes / GLANCE };
        if let Some(found) = self.judge.mate(&after, None, asked)?
            && let MoveEvidence::Mate(moves) = found.evidence
        {
            let anyway = ProofTask::any(before, after.turn()).within(moves);
            let anyway = self.judge.prove(anyway)?;
            // If another move is mated later, the move does allow this mate.
            let is_later = matches!(other.evidence, MoveEvidence::Search(score)
                if score.mate_ply().is_some_and(|ply| ply > 2 * usize::from(moves)));
            let is_sure = anyway.refuted >= moves || !other.evidence.is_mated() || is_later;
            return Ok(Some(found).filter(|_| is_sure && anyway.proof.is_none()));
        }
        let MoveEvidence::Search(score) = worth.evidence else { return Ok(None) };
        let evidence = MoveEvidence::Search((-score).from_node(1));
        let line = worth.line[1..].to_vec();
        Ok(seen.then_some(JudgedMove { before: after, evidence, line }))
    }

    /// Searches one move, or all but one, with all nodes.
    pub(super) fn once(
        &mut self,
        position: &Position,
        limits: Limits,
    ) -> Result<Option<JudgedMove>, CommandError> {
        self.judge.search(position, Limits { nodes: Some(self.judge.nodes), ..limits })
    }
}
