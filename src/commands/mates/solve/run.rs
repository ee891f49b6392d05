//! Runs `solve`: proves mates and searches everything else, several positions in parallel.
//!
//! Every reported mate was verified by `proof/`. Every position starts with cleared tables. With a limit of nodes the results are
//! the same on every machine and for any number of jobs; they are reported in file order. `commands/tools/suite/` measures the
//! search itself.

use std::collections::BTreeMap;
use std::ops::{AddAssign, ControlFlow};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::chess::Position;
use crate::commands::batch::{Batch, JobFlags};
use crate::commands::mates::puzzle::Puzzle;
use crate::commands::mates::sound::{ExamineOptions, Examiner};
use crate::commands::tools::suite::{
    self, Attempt, Posed, SuiteGoal, SuiteItem, SuiteRow, SuiteTotals,
};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Options};
use crate::ink::json::{Count, Milliseconds};
use crate::oracle::Endgames;
use crate::oracle::tables::TableSet;
use crate::prove::parts::MateFacts;
use crate::prove::solvers::{KnownMate, KnownMates, ProblemTask, SHORT, Solvers};
use crate::prove::{Ended, Outcome, ProofTask, ProverNews};
use crate::shell::CommandError;

/// Limits per position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// Whether to certify each solution, as `sound` does.
    pub sound: bool,
    /// Whether only a mate in at most the claimed number of moves is asked for, and certified.
    pub certificates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateTally {
    pub tried: usize,
    /// Some mate was found, and its proof verified.
    #[serde(rename = "verified")]
    pub found: usize,
    /// It is as short as the suite says, or shorter.
    pub best: usize,
    /// It was proved besides that there is none shorter.
    pub shortest: usize,
    pub nodes: Count,
    #[serde(rename = "time_ms")]
    pub time: Milliseconds,
}

impl AddAssign for MateTally {
    fn add_assign(&mut self, other: MateTally) {
        self.tried += other.tried;
        self.found += other.found;
        self.best += other.best;
        self.shortest += other.shortest;
        self.nodes.0 += other.nodes.0;
        self.time.0 += other.time.0;
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolveTotals {
    /// The time is that of the run.
    pub all: SuiteTotals,
    /// Mates by their length in the suite.
    pub mates: BTreeMap<u32, MateTally>,
}

impl SolveTotals {
    fn add(&mut self, goal: &SuiteGoal, row: &SuiteRow) {
        self.all.add(row);
        let Some(moves) = goal.mate else { return };
        let found = goal.mate_in(&row.answer);
        *self.mates.entry(moves.unsigned_abs()).or_default() += MateTally {
            tried: 1,
            found: usize::from(found.is_some()),
            best: usize::from(found.is_some_and(|found| found <= moves.unsigned_abs())),
            shortest: usize::from(found.is_some() && is_shortest(&row.answer)),
            nodes: Count(row.nodes),
            time: Milliseconds(row.elapsed),
        };
    }
}

pub(super) fn is_shortest(answer: &Attempt) -> bool {
    matches!(answer, Attempt::Prover(outcome) if outcome.is_shortest())
}

/// Tries every position, `jobs` in parallel; mates proved in the session need no search. `tell` gets the rows in the order of the
/// suite, each with its place from 0.
pub fn run(
    items: &[SuiteItem],
    options: &Options,
    effort: &Effort,
    (jobs, stop, session): (usize, &StopFlag, &KnownMates),
    tell: &mut dyn FnMut(usize, &SuiteRow),
) -> Result<SolveTotals, CommandError> {
    let begun = Instant::now();
    let endgames = Arc::new(Endgames::default());
    let mut totals = SolveTotals::default();
    let known = Arc::new(session.snapshot());
    let solver =
        || Solver { known: Arc::clone(&known), ..Solver::new(options, *effort, &endgames) };
    let begin = |flags: &JobFlags| Ok::<_, CommandError>((solver(), flags.clone()));
    let work = |(solver, flags): &mut (Solver, JobFlags), index: u32| {
        let index = index as usize;
        let row = solver.attempt(&items[index], &flags.quit)?;
        // An aborted attempt counts only if it succeeded.
        Ok(Some((row.solved || !flags.quit.is_stopped()).then_some((index, row))))
    };
    Batch::of(items.len(), jobs, stop).run(begin, work, &mut |done: Option<(
        usize,
        SuiteRow,
    )>| {
        if let Some((index, row)) = done {
            totals.add(&items[index].goal, &row);
            if let (Attempt::Prover(outcome), Some(moves)) = (&row.answer, items[index].goal.mate) {
                session.learn(&question(items[index].position, moves), outcome);
            }
            tell(index, &row);
        }
        ControlFlow::<()>::Continue(())
    })?;
    totals.all.elapsed = Milliseconds(begun.elapsed());
    totals.all.stopped = totals.all.positions < items.len();
    Ok(totals)
}

/// Returns the mate to prove, by the side to move or by the other.
fn question(root: Position, moves: i32) -> ProofTask {
    ProofTask::any(root, if moves > 0 { root.turn() } else { !root.turn() })
}

/// Nodes for a short claimed length before any other length is tried; at most half of all.
const SHORT_NODES: u64 = 100_000;

/// Moves beyond which any mate will do as an answer to a part.
const ANY: u16 = 100;

pub(crate) struct Solver {
    engine: Engine,
    solvers: Solvers,
    /// Mates that are known of parts of the questions.
    pub(super) facts: MateFacts,
    examiner: Option<Examiner>,
    /// Endgame tables shared by all jobs.
    endgames: Arc<Endgames>,
    known: Arc<KnownMates>,
    effort: Effort,
}

impl Solver {
    pub(crate) fn new(options: &Options, effort: Effort, endgames: &Arc<Endgames>) -> Solver {
        Solver {
            engine: Engine::with(options.without_lookup()),
            solvers: Solvers::new(options.hash, options.threads, Arc::clone(endgames)),
            facts: MateFacts::default(),
            examiner: None,
            endgames: Arc::clone(endgames),
            known: Arc::default(),
            effort,
        }
    }

    /// Tries a position with cleared tables.
    pub(crate) fn attempt(
        &mut self,
        item: &SuiteItem,
        stop: &StopFlag,
    ) -> Result<SuiteRow, CommandError> {
        if let Some(posed) = item.goal.problem {
            return self.solve(item, posed, stop);
        }
        let mut row = match item.goal.mate {
            Some(moves) => self.prove(item, moves, stop)?,
            None => {
                let Effort { time: movetime, nodes, .. } = self.effort;
                let limits = Limits { movetime, nodes, ..Limits::default() };
                suite::search(&mut self.engine, item, &limits, stop)
            }
        };
        if self.effort.sound {
            let certificate = self.examiner().examine(&Puzzle::of_item(item), stop)?;
            row.certificate = certificate.map(Box::new);
        }
        Ok(row)
    }

    fn examiner(&mut self) -> &mut Examiner {
        let (options, effort) = (self.engine.options(), self.effort);
        let usual = ExamineOptions::default();
        let wanted = ExamineOptions { nodes: effort.nodes.unwrap_or(usual.nodes), ..usual };
        let tables = TableSet { own: Some(Arc::clone(&self.endgames)), syzygy: None };
        let known = &self.known;
        self.examiner.get_or_insert_with(|| Examiner::new(options, wanted, &tables, known))
    }

    fn solve(
        &mut self,
        item: &SuiteItem,
        posed: Posed,
        stop: &StopFlag,
    ) -> Result<SuiteRow, CommandError> {
        let begun = Instant::now();
        let Posed { stipulation, intended, set_play, refutations, .. } = posed;
        let (root, Effort { time, nodes, .. }) = (item.position, self.effort);
        let problem = ProblemTask { root, stipulation, intended, set_play, refutations, nodes };
        let mut solvers = Solvers::new(self.engine.options().hash, 1, Arc::clone(&self.endgames));
        let flag = StopFlag::new();
        let solution = stop.during(time, || flag.raise(), || solvers.solve(&problem, &flag))?;
        let nodes = solution.nodes;
        Ok(SuiteRow::new(item, Attempt::Problem(Box::new(solution)), nodes, begun))
    }

    fn prove(
        &mut self,
        item: &SuiteItem,
        moves: i32,
        stop: &StopFlag,
    ) -> Result<SuiteRow, CommandError> {
        let begun = Instant::now();
        let task = ProofTask { nodes: self.effort.nodes, ..question(item.position, moves) };
        let is_short = |known: &KnownMate| u32::from(known.proof.mate()) <= moves.unsigned_abs();
        let outcome = match self.known.answer(&task).filter(is_short) {
            Some(KnownMate { proof, refuted }) => {
                Outcome::of(Some(proof), refuted, Ended::Settled, 0)
            }
            None => {
                let (time, flag) = (self.effort.time, StopFlag::new());
                let claimed = moves.unsigned_abs();
                let found =
                    stop.during(time, || flag.raise(), || self.look_for(&task, claimed, &flag))?;
                self.known.joined(&task, found)
            }
        };
        let nodes = outcome.nodes;
        Ok(SuiteRow::new(item, Attempt::Prover(Box::new(outcome)), nodes, begun))
    }

    /// Tries the claimed length first, if it is short, and then any length.
    fn look_for(
        &mut self,
        task: &ProofTask,
        moves: u32,
        flag: &StopFlag,
    ) -> Result<Outcome, CommandError> {
        if self.effort.certificates {
            return self.decide(task, moves, flag);
        }
        let (mut refuted, mut spent) = (0, 0);
        if moves <= u32::from(SHORT) {
            let nodes = task.nodes.map_or(SHORT_NODES, |nodes| SHORT_NODES.min(nodes / 2));
            let within = ProofTask { nodes: Some(nodes), ..task.clone() }.within(moves as u16);
            self.solvers.clear();
            let outcome = self.solvers.prove(&within, flag, &mut |_| {})?;
            if outcome.proof.is_some() {
                return Ok(outcome);
            }
            (refuted, spent) = (outcome.refuted, outcome.nodes);
        }
        let nodes = task.nodes.map(|nodes| nodes.saturating_sub(spent));
        let task = ProofTask { nodes, ..task.clone() };
        let outcome = self.solvers.prove_by_search(&task, flag)?;
        let (refuted, nodes) = (refuted.max(outcome.refuted), spent + outcome.nodes);
        Ok(Outcome { refuted, nodes, ..outcome })
    }

    /// Decides whether there is a mate within `moves`. So large a number that no search could refute it asks for any mate.
    fn decide(
        &mut self,
        task: &ProofTask,
        moves: u32,
        flag: &StopFlag,
    ) -> Result<Outcome, CommandError> {
        let moves = u16::try_from(moves).unwrap_or(u16::MAX);
        let task = if moves > ANY { task.clone() } else { task.clone().within(moves) };
        let mut enough = |news| match news {
            ProverNews::Proved(proof) if proof.mate() <= moves => flag.raise(),
            _ => {}
        };
        Ok(self.solvers.prove_part(&task, &self.facts, flag, &mut enough)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "\
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"searched\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - bm #2; id \"proved\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - dm 1; id \"too short\";\n\
        7k/R7/8/8/8/8/8/1R2K3 b - - bm #-1; id \"mated\";\n\
        7k/R7/8/8/8/8/8/1R2K3 b - - bm #1; id \"the other way round\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - dm 2; am Ra7 Rb7; id \"not these\";\n";

    fn solved(effort: Effort, jobs: usize) -> (Vec<SuiteRow>, SolveTotals) {
        let items = suite::read_file(SUITE.as_bytes()).unwrap().items;
        let mut options = Options::default();
        options.set("Hash", "1").unwrap();
        let mut rows = Vec::new();
        let each = (jobs, &StopFlag::new(), &KnownMates::default());
        let totals = run(&items, &options, &effort, each, &mut |_, row| rows.push(row.clone()));
        (rows, totals.unwrap())
    }

    #[test]
    fn mates_are_proved_and_the_rest_is_searched() {
        let effort = Effort { nodes: Some(20_000), ..Effort::default() };
        let (rows, totals) = solved(effort, 1);
        let solved: Vec<bool> = rows.iter().map(|row| row.solved).collect();
        assert_eq!(solved, [true, true, false, true, false, false]);
        let mates: Vec<Option<i32>> = rows.iter().map(|row| row.answer.mate()).collect();
        assert_eq!(mates, [Some(1), Some(2), Some(2), Some(-1), None, Some(2)]);
        assert!(is_shortest(&rows[1].answer) && !is_shortest(&rows[0].answer));
        let all = totals.all;
        assert_eq!((all.positions, all.solved, all.stopped), (6, 3, false));
        let two = totals.mates[&2];
        assert_eq!((two.tried, two.found, two.best, two.shortest), (2, 2, 2, 2));
        let one = totals.mates[&1];
        assert_eq!((one.tried, one.found, one.best, one.shortest), (3, 2, 1, 2));
    }

    #[test]
    fn the_moves_beside_a_stipulation_count() {
        let of = |moves: &str| {
            let record = format!("7k/8/8/8/8/8/R7/1R2K3 w - - stip \"#2\"; {moves}");
            let items = suite::read_file(record.as_bytes()).unwrap().items;
            let each = (1, &StopFlag::new(), &KnownMates::default());
            let options = Options::default().alone(1, false);
            run(&items, &options, &Effort::default(), each, &mut |_, _| {}).unwrap().all.solved
        };
        assert_eq!([of(""), of("bm Ra7;"), of("bm Ra7 Rb7; am Kd2;")], [1; 3]);
        assert_eq!([of("bm Kd2;"), of("am Rb7;")], [0; 2]);
    }

    #[test]
    fn a_short_mate_is_found_though_a_longer_one_is_easier() {
        let record = "8/5N2/6r1/7k/1P5N/5P2/KP1Q4/8 w - - bm #2;";
        let items = suite::read_file(record.as_bytes()).unwrap().items;
        let effort = Effort { nodes: Some(50_000), ..Effort::default() };
        let each = (1, &StopFlag::new(), &KnownMates::default());
        let options = Options::default().alone(1, false);
        let totals = run(&items, &options, &effort, each, &mut |_, _| {}).unwrap();
        assert_eq!((totals.all.solved, totals.mates[&2].shortest), (1, 1));
        assert!(totals.all.nodes.0 < 1_000, "{}", totals.all.nodes.0);
    }

    #[test]
    fn a_mate_that_the_session_knows_needs_no_search() {
        let record = "8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - bm #4;";
        let items = suite::read_file(record.as_bytes()).unwrap().items;
        let options = Options::default().alone(1, false);
        let solved = |session: &KnownMates, nodes| {
            let effort = Effort { nodes: Some(nodes), ..Effort::default() };
            let each = (1, &StopFlag::new(), session);
            let totals = run(&items, &options, &effort, each, &mut |_, _| {}).unwrap();
            (totals.all.solved, totals.all.nodes.0)
        };
        let session = KnownMates::default();
        assert_eq!(solved(&session, 1).0, 0);
        assert_eq!(solved(&session, 1_000_000).0, 1);
        assert_eq!(solved(&session, 1), (1, 0), "proved once, it is known");
    }

    #[test]
    fn jobs_change_neither_answers_nor_their_order() {
        let effort = Effort { nodes: Some(5_000), ..Effort::default() };
        let facts = |jobs| {
            let (rows, totals) = solved(effort, jobs);
            let rows = rows.iter().map(|row| (row.nodes, row.answer.best(), row.solved));
            (rows.collect::<Vec<_>>(), totals.all.nodes)
        };
        assert_eq!(facts(1), facts(3));
    }

    #[test]
    fn a_raised_flag_ends_it_before_anything_is_tried() {
        let items = suite::read_file(SUITE.as_bytes()).unwrap().items;
        let stop = StopFlag::new();
        stop.raise();
        let each = (2, &stop, &KnownMates::default());
        let totals =
            run(&items, &Options::default(), &Effort::default(), each, &mut |_, _| {}).unwrap();
        assert_eq!((totals.all.positions, totals.all.stopped), (0, true));
    }

    #[test]
    fn time_ends_a_position() {
        let hopeless = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm #9;";
        let items = suite::read_file(hopeless.as_bytes()).unwrap().items;
        let effort = Effort { time: Some(Duration::from_millis(20)), ..Effort::default() };
        let each = (1, &StopFlag::new(), &KnownMates::default());
        let totals = run(&items, &Options::default(), &effort, each, &mut |_, _| {}).unwrap();
        assert_eq!((totals.all.positions, totals.all.solved, totals.all.stopped), (1, 0, false));
    }
}
