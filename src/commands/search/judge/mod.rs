//! Judges single moves by proof, endgame tables or search, as positions without history unless a game is set.
//!
//! Nodes are the only limit, so that results are the same on every machine.

mod judged_move;

use std::sync::Arc;

pub use judged_move::{JudgedMove, MoveEvidence};

use crate::chess::game::{Ending, Status};
use crate::chess::{Color, Game, Move, Position};
use crate::commands::tools::suite::finish;
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Options};
use crate::oracle::tables::{TableMove, TableSet};
use crate::proof::{Proof, Rules, verify};
use crate::prove::solvers::{Keys, KnownMates, Solvers};
use crate::prove::{Outcome, ProofTask};
use crate::search::ScoredLine;
use crate::shell::CommandError;
use crate::units::Score;

/// MiB of the hash table, independent of the options, so that verdicts are the same on every machine.
const TABLE: usize = 16;

/// MiB of the prover's arena.
const ARENA: usize = 32;

/// Nodes of the second, confirming search, as a multiple of those of the first.
pub(in crate::commands) const CONFIRM: u64 = 8;

/// Nodes of a third search, if the first two disagree, as a multiple of those of the second.
pub(in crate::commands) const DECIDE: u64 = 4;

/// Maximum plies of a tablebase line without a known distance to mate.
const TABLE_LINE: usize = 12;

/// A search, a prover and endgame tables, for one question at a time.
pub(in crate::commands) struct MoveJudge {
    engine: Engine,
    solvers: Solvers,
    /// Mates proved before the first question.
    known: KnownMates,
    /// These, and the mates proved by the last question.
    learned: Arc<KnownMates>,
    tables: TableSet,
    /// The game of the question: repetition and the fifty-move rule then count.
    pub game: Option<Game>,
    pub nodes: u64,
    /// Nodes since the counter was last cleared.
    pub spent: u64,
    pub stop: StopFlag,
}

impl MoveJudge {
    /// Creates a judge with these tables; its own endgame tables are always available.
    pub(in crate::commands) fn new(options: &Options, nodes: u64, tables: &TableSet) -> MoveJudge {
        let endgames = tables.own.clone().unwrap_or_default();
        let tables = TableSet { own: Some(Arc::clone(&endgames)), syzygy: tables.syzygy.clone() };
        MoveJudge {
            engine: Engine::with(options.without_lookup().alone(TABLE, false)),
            solvers: Solvers::new(ARENA, 1, endgames),
            known: KnownMates::default(),
            learned: Arc::default(),
            tables,
            game: None,
            nodes,
            spent: 0,
            stop: StopFlag::new(),
        }
    }

    /// Copies the mates proved in a session, for all later questions.
    pub(in crate::commands) fn import_mates(&mut self, session: &KnownMates) {
        self.known = session.snapshot();
    }

    /// Adds the mates proved by the last question to those of a session.
    pub(in crate::commands) fn export_mates(&self, session: &KnownMates) {
        session.adopt(&self.learned);
    }

    /// Prepares for a new question, which `stop` ends.
    pub(in crate::commands) fn begin(&mut self, stop: &StopFlag) {
        self.solvers.clear();
        self.learned = Arc::new(self.known.snapshot());
        self.solvers.share(Arc::clone(&self.learned));
        (self.spent, self.stop) = (0, stop.clone());
    }

    /// Empties the table of the searches, so that an answer does not depend on earlier questions.
    pub(in crate::commands) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Searches a position; `None` without a legal move, or if stopped before the first iteration ends.
    pub(in crate::commands) fn search(
        &mut self,
        position: &Position,
        limits: Limits,
    ) -> Result<Option<JudgedMove>, CommandError> {
        let found = self.searched(self.game_at(position), limits)?;
        Ok(found.map(|line| JudgedMove {
            before: *position,
            evidence: MoveEvidence::Search(line.score),
            line: line.pv,
        }))
    }

    /// Searches the position after a move: a repetition of the position before it is no draw yet. `None` as of
    /// [`MoveJudge::search`].
    pub(in crate::commands) fn search_move(
        &mut self,
        before: &Position,
        mv: Move,
        limits: Limits,
    ) -> Result<Option<JudgedMove>, CommandError> {
        let mut game = self.game_at(before);
        game.play(mv)?;
        let (score, behind) = match game.status() {
            Status::Ongoing => match self.searched(game, limits)? {
                Some(line) => ((-line.score).from_node(1), line.pv),
                None => return Ok(None),
            },
            Status::Over(Ending::Checkmate { .. }) => (Score::mates_at(1), Vec::new()),
            Status::Over(_) | Status::Claimable(_) => (Score::DRAW, Vec::new()),
        };
        let line = [vec![mv], behind].concat();
        Ok(Some(JudgedMove { before: *before, evidence: MoveEvidence::Search(score), line }))
    }

    /// Returns the game of the question if it is at this position, else one that begins there.
    fn game_at(&self, position: &Position) -> Game {
        let of_game = self.game.as_ref().filter(|game| game.position() == position);
        of_game.cloned().unwrap_or_else(|| Game::new(*position))
    }

    fn searched(&mut self, game: Game, limits: Limits) -> Result<Option<ScoredLine>, CommandError> {
        let finished = finish(&mut self.engine, game, limits, &self.stop);
        let crashed = || CommandError::refused("a search ended with an internal error".to_owned());
        let iteration = finished.ok_or_else(crashed)?.iteration;
        self.spent += iteration.progress.nodes;
        Ok(iteration.lines.into_iter().next().filter(|line| !line.pv.is_empty()))
    }

    /// Returns the mating side's move with its proof: `first` if given, else the best move.
    pub(in crate::commands) fn mate(
        &mut self,
        before: &Position,
        first: Option<Move>,
        nodes: u64,
    ) -> Result<Option<JudgedMove>, CommandError> {
        let root = first.map_or(*before, |mv| before.play(mv));
        let mut task = ProofTask { nodes: Some(nodes), ..ProofTask::any(root, before.turn()) };
        if !root.has_legal_move() {
            let mates = first.filter(|_| root.in_check());
            return Ok(mates.map(|mv| JudgedMove::mating(before, 1, vec![mv])));
        }
        let mut proof = self.prove(task.clone())?.proof;
        let ends_in_draw = |proof: &Proof| verify(proof.strategy(), Rules::Game).is_err();
        if self.game.is_some() && proof.as_ref().is_some_and(ends_in_draw) {
            task.rules = Rules::Game;
            proof = self.prove(task)?.proof;
        }
        Ok(proof.map(|proof| {
            let line = first.into_iter().chain(proof.line().iter().copied()).collect();
            JudgedMove::mating(before, proof.mate() + u16::from(first.is_some()), line)
        }))
    }

    /// Proves a mate announced by the search or a table; if that fails, the announcement remains the evidence.
    pub(in crate::commands) fn proved(
        &mut self,
        judged: JudgedMove,
    ) -> Result<JudgedMove, CommandError> {
        if !judged.evidence.mates() || matches!(judged.evidence, MoveEvidence::Mate(_)) {
            return Ok(judged);
        }
        let proved = self.mate(&judged.before, Some(judged.line[0]), self.nodes)?;
        Ok(proved.unwrap_or(judged))
    }

    /// Returns a move of the defender that avoids mate in `most` moves; empty if no such move is proved.
    pub(in crate::commands) fn saving_reply(
        &mut self,
        position: &Position,
        attacker: Color,
        most: u16,
    ) -> Result<Vec<Move>, CommandError> {
        for reply in position.legal_moves() {
            let task = ProofTask::any(position.play(reply.mv), attacker).within(most);
            if most == 0 || self.prove(task)?.refuted >= most {
                return Ok(vec![reply.mv]);
            }
        }
        Ok(Vec::new())
    }

    /// Runs the prover, with the judge's node limit if the task has none.
    pub(in crate::commands) fn prove(&mut self, task: ProofTask) -> Result<Outcome, CommandError> {
        let task = ProofTask { nodes: task.nodes.or(Some(self.nodes)), ..task };
        let outcome = self.solvers.prove(&task, &self.stop, &mut |_| {})?;
        self.spent += outcome.nodes;
        Ok(outcome)
    }

    /// Returns every move that mates in at most `most` moves, with its proof.
    pub(in crate::commands) fn keys(
        &mut self,
        position: &Position,
        most: u16,
    ) -> Result<Keys, CommandError> {
        let task = ProofTask { nodes: Some(self.nodes), ..ProofTask::new(*position) }.within(most);
        let keys = self.solvers.keys(&task, &[], &self.stop, &mut |_| {})?;
        self.spent += keys.nodes;
        Ok(keys)
    }

    /// Returns every move with its tablebase value, best first; `None` if no table covers the position.
    pub(in crate::commands) fn probe_tables(&self, position: &Position) -> Option<Vec<TableMove>> {
        self.tables.moves(position, &self.stop).ok().flatten()
    }

    /// Returns a move with its tablebase value and line, up to mate where the distance to mate is known.
    pub(in crate::commands) fn by_table(&self, before: &Position, found: &TableMove) -> JudgedMove {
        let (mut line, mut position) = (vec![found.mv], before.play(found.mv));
        while let Some(best) = self.probe_tables(&position).and_then(|moves| moves.first().copied())
            && (best.value.mate.is_some() || line.len() < TABLE_LINE)
        {
            line.push(best.mv);
            position = position.play(best.mv);
        }
        JudgedMove { before: *before, evidence: MoveEvidence::Table(found.value), line }
    }
}
