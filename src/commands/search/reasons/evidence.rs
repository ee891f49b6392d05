//! The searches and proofs that sentences rest on. Each search is made with a tenth of the nodes (a fifth, to compare moves) and
//! then with all: what the longer one takes back is not said.
//!
//! The values of two moves come from searches of the positions after them, each from an empty table. So the comparison is the same
//! whichever of the two is asked about, and a move that only repeats the position before it is worth what its side had.

use super::scale;
use crate::chess::{Move, Position};
use crate::commands::search::judge::{JudgedMove, MoveEvidence, MoveJudge};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::oracle::tables::TableSet;
use crate::prove::ProofTask;
use crate::shell::CommandError;

/// Nodes of the longer search, as a multiple of those of the shorter.
const TIMES: u64 = 10;

/// Nodes of the searches that compare two moves, as a multiple of those of the others, unless the shorter ones differ by far
/// more than the margin: what is picked for its size shrinks.
const COMPARE: u64 = 2;

/// Nodes of the longer of these searches, as a multiple of those of the shorter. With ten, fewer moves were as good as another,
/// since the shorter searches were too short to agree.
const COMPARE_TIMES: u64 = 5;

/// Divisor of the nodes for proving a mate that no search announces.
const GLANCE: u64 = 4;

/// The results of a shorter and of a longer search with the same question, view of the side to move.
pub(in crate::commands) type Pair = [JudgedMove; 2];

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

    /// Returns the pair of the better move.
    pub(super) fn of_better(self) -> MovePair {
        match self.other {
            Some(other) if points(&other) > points(&self.ours) => {
                MovePair { mv: other[1].line[0], ours: other, other: Some(self.ours), ..self }
            }
            other => MovePair { other, ..self },
        }
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

    /// Searches a position with a tenth of the nodes and with all; `None` if stopped, or if `goes_on` is false for the result of
    /// the shorter search.
    pub(super) fn twice(
        &mut self,
        position: &Position,
        goes_on: impl Fn(&JudgedMove) -> bool,
    ) -> Result<Option<Pair>, CommandError> {
        let nodes = self.judge.nodes;
        let first = self.judge.search(position, Limits::nodes((nodes / TIMES).max(1)))?;
        let Some(first) = first.filter(goes_on) else { return Ok(None) };
        let last = self.judge.search(position, Limits::nodes(nodes.max(1)))?;
        Ok(last.filter(|_| !self.judge.stop.is_raised()).map(|last| [first, last]))
    }

    /// Searches the position after a move, from an empty table; `None` if stopped.
    fn afresh(
        &mut self,
        before: &Position,
        mv: Move,
        nodes: u64,
    ) -> Result<Option<JudgedMove>, CommandError> {
        self.judge.forget();
        let found = self.judge.search_move(before, mv, Limits::nodes(nodes.max(1)))?;
        Ok(found.filter(|_| !self.judge.stop.is_raised()))
    }

    /// Values a move by a shorter and a longer search, each from an empty table; `None` if stopped.
    pub(in crate::commands) fn value(
        &mut self,
        before: &Position,
        mv: Move,
    ) -> Result<Option<Pair>, CommandError> {
        let nodes = self.judge.nodes.saturating_mul(COMPARE);
        let Some(first) = self.afresh(before, mv, nodes / COMPARE_TIMES)? else { return Ok(None) };
        let last = self.afresh(before, mv, nodes)?;
        Ok(last.map(|last| [first, last]))
    }

    /// Values a move, and the best other one; `None` if stopped.
    pub(super) fn pair(
        &mut self,
        before: &Position,
        mv: Move,
    ) -> Result<Option<MovePair>, CommandError> {
        let (usual, most) = (self.judge.nodes, self.judge.nodes.saturating_mul(COMPARE));
        let is_clear = |one: &JudgedMove, other: &JudgedMove| {
            scale::is_clear(before, one.evidence.points() - other.evidence.points())
        };
        if before.legal_count() == 1 {
            let ours = self.value(before, mv)?;
            return Ok(ours.map(|ours| MovePair { before: *before, mv, ours, other: None }));
        }
        let Some(ours) = self.afresh(before, mv, most / COMPARE_TIMES)? else { return Ok(None) };
        let others = |nodes: u64| Limits {
            excluded_moves: vec![mv],
            nodes: Some(nodes.max(1)),
            ..Limits::default()
        };
        let Some(rival) = self.judge.search(before, others(most / COMPARE_TIMES))? else {
            return Ok(None);
        };
        let nodes = if is_clear(&rival, &ours) { usual } else { most };
        let Some(rival) = self.judge.search(before, others(nodes))? else { return Ok(None) };
        let rival = rival.line[0];
        let Some(other) = self.afresh(before, rival, most / COMPARE_TIMES)? else {
            return Ok(None);
        };
        let nodes = match is_clear(&ours, &other) || is_clear(&other, &ours) {
            true => usual,
            false => most,
        };
        let Some(last) = self.afresh(before, mv, nodes)? else { return Ok(None) };
        let Some(other_last) = self.afresh(before, rival, nodes)? else { return Ok(None) };
        let (ours, other) = ([ours, last], [other, other_last]);
        let points = |judged: &JudgedMove| judged.evidence.points();
        let seen = self.seen.iter().filter(|seen| seen.line[0] != mv);
        let seen = seen.max_by(|one, two| points(one).total_cmp(&points(two)));
        let better = |found| match seen {
            Some(seen) if points(seen) > points(&found) => seen.clone(),
            _ => found,
        };
        Ok(Some(MovePair { before: *before, mv, ours, other: Some(other.map(better)) }))
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

    /// Searches one move with all nodes.
    pub(super) fn once(
        &mut self,
        before: &Position,
        mv: Move,
    ) -> Result<Option<JudgedMove>, CommandError> {
        self.judge.search_move(before, mv, Limits::nodes(self.judge.nodes))
    }
}
