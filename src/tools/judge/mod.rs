//! Judges single moves: searched, proved, looked up, each time from the position alone.
//!
//! `sound` and `why` use it. Nodes are the only limit, so that results are the same on every machine.

mod judged_move;
pub(super) mod reason;

use std::sync::Arc;

pub(super) use judged_move::{JudgedMove, MoveEvidence};

use crate::chess::{Game, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Options};
use crate::oracle::tables::{TableMove, TableSet};
use crate::prove::solvers::{Keys, KnownMates, Solvers};
use crate::prove::task::{Outcome, ProofTask};
use crate::tools::suite::finish;
use crate::tools::tool::{ToolError, ToolResult};

/// MiB of the table of the search. The options do not change it, so that verdicts are the same on every machine.
const TABLE: usize = 16;

/// MiB of the arena of the prover.
const ARENA: usize = 32;

/// Nodes of the second, confirming search, as a multiple of those of the first.
pub(super) const CONFIRM: u64 = 8;

/// Maximum plies of a tablebase line without a known distance to mate.
const TABLE_LINE: usize = 12;

/// A search, a prover and tables of endings, for one question at a time.
pub(super) struct MoveJudge {
    engine: Engine,
    solvers: Solvers,
    /// Mates that were proved before the first question.
    known: KnownMates,
    /// Those, and the ones that the last question proved.
    learned: Arc<KnownMates>,
    tables: TableSet,
    /// Nodes of each proof.
    pub nodes: u64,
    /// Nodes of all questions since it was cleared.
    pub spent: u64,
    pub stop: StopFlag,
}

impl MoveJudge {
    /// Creates a judge that asks these tables; it has tables of endings in any case.
    pub(super) fn new(options: &Options, nodes: u64, tables: &TableSet) -> MoveJudge {
        let endgames = tables.own.clone().unwrap_or_default();
        let tables = TableSet { own: Some(Arc::clone(&endgames)), syzygy: tables.syzygy.clone() };
        MoveJudge {
            engine: Engine::with(options.without_lookup().alone(TABLE, false)),
            solvers: Solvers::new(ARENA, 1, endgames),
            known: KnownMates::default(),
            learned: Arc::default(),
            tables,
            nodes,
            spent: 0,
            stop: StopFlag::new(),
        }
    }

    /// Copies the mates that a session has proved, for all later questions.
    pub(super) fn know(&mut self, sitting: &KnownMates) {
        self.known = sitting.snapshot();
    }

    /// Adds the mates that the last question proved to those of a session.
    pub(super) fn teach(&self, sitting: &KnownMates) {
        sitting.adopt(&self.learned);
    }

    /// Clears everything for a new question, which `stop` ends.
    pub(super) fn begin(&mut self, stop: &StopFlag) {
        self.solvers.clear();
        self.learned = Arc::new(self.known.snapshot());
        self.solvers.share(Arc::clone(&self.learned));
        (self.spent, self.stop) = (0, stop.clone());
    }

    /// Searches a position; `None` without a legal move, or if it was stopped before the first iteration.
    pub(super) fn search(
        &mut self,
        position: &Position,
        limits: Limits,
    ) -> ToolResult<Option<JudgedMove>> {
        let finished = finish(&mut self.engine, Game::new(*position), limits, &self.stop);
        let crashed = || ToolError::Refused("a search ended with an internal error".to_owned());
        let iteration = finished.ok_or_else(crashed)?.iteration;
        self.spent += iteration.progress.nodes;
        let line = iteration.lines.into_iter().next().filter(|line| !line.pv.is_empty());
        Ok(line.map(|line| JudgedMove {
            before: *position,
            evidence: MoveEvidence::Search(line.score),
            line: line.pv,
        }))
    }

    /// Proves a mate that the search announced; if that fails, the evidence remains the search.
    pub(super) fn proved(&mut self, judged: JudgedMove) -> ToolResult<JudgedMove> {
        let JudgedMove { before, evidence: MoveEvidence::Search(score), ref line } = judged else {
            return Ok(judged);
        };
        if !score.is_win() {
            return Ok(judged);
        }
        let (mv, after) = (line[0], before.play(line[0]));
        if !after.has_legal_move() {
            return Ok(JudgedMove { before, evidence: MoveEvidence::Mate(1), line: vec![mv] });
        }
        let task = ProofTask::any(after, before.turn());
        let Some(proof) = self.prove(task)?.proof else { return Ok(judged) };
        let line = [mv].into_iter().chain(proof.line().iter().copied()).collect();
        Ok(JudgedMove { before, evidence: MoveEvidence::Mate(proof.mate() + 1), line })
    }

    pub(super) fn prove(&mut self, task: ProofTask) -> ToolResult<Outcome> {
        let task = ProofTask { nodes: Some(self.nodes), ..task };
        let outcome = self.solvers.prove(&task, &self.stop, &mut |_| {})?;
        self.spent += outcome.nodes;
        Ok(outcome)
    }

    /// Returns every move that mates in at most `most` moves, with its proof.
    pub(super) fn keys(&mut self, position: &Position, most: u16) -> ToolResult<Keys> {
        let task = ProofTask { nodes: Some(self.nodes), ..ProofTask::new(*position) }.within(most);
        let keys = self.solvers.keys(&task, &[], &self.stop, &mut |_| {})?;
        self.spent += keys.nodes;
        Ok(keys)
    }

    /// Returns every move with its tablebase value, best first; `None` if no table covers the position.
    pub(super) fn looked_up(&self, position: &Position) -> Option<Vec<TableMove>> {
        self.tables.moves(position, &self.stop).ok().flatten()
    }

    /// Returns a move with its tablebase value and line, up to mate where the distance to mate is known.
    pub(super) fn by_table(&self, before: &Position, found: &TableMove) -> JudgedMove {
        let (mut line, mut position) = (vec![found.mv], before.play(found.mv));
        while let Some(best) = self.looked_up(&position).and_then(|moves| moves.first().copied())
            && (best.value.mate.is_some() || line.len() < TABLE_LINE)
        {
            line.push(best.mv);
            position = position.play(best.mv);
        }
        JudgedMove { before: *before, evidence: MoveEvidence::Table(found.value), line }
    }
}
