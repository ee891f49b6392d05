//! Questions that are answered at once: the evaluation of a position, its quiescence search, the reasons for a search depth.
//!
//! They use the current options and leave the table and everything learned alone.

use super::book::BookPage;
use super::evaluator::evaluator;
use super::{Engine, EngineError, Job, Options, guard};
use crate::chess::{Game, Move, Position, Square, Step};
use crate::control::{Clock, Limits, StopFlag};
use crate::eval::EvalReport;
use crate::search::explain::{Explanation, explain};
use crate::search::history::{History, QuietKeys};
use crate::search::picker::{MovePicker, MoveSet};
use crate::search::quiescence_tree::{TreeBudget, quiescence_tree};
use crate::search::table::Entry;
use crate::search::trace::ResolveNode;
use crate::search::{Params, Shared, Table, Task};
use crate::units::Score;

/// MiB for the table of a search that is done only to be explained.
const TABLE: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderedMove {
    pub mv: Move,
    pub stage: &'static str,
    /// Score within its stage, in the stage's unit.
    pub score: Option<i32>,
}

/// MiB for the table of the searches that score the moves of a book.
const BOOK_TABLE: usize = 4;

impl BookPage {
    /// Searches every move for `nodes` nodes; `tell` receives the number of moves done. A stop leaves the others unscored.
    pub fn score(
        &mut self,
        game: &Game,
        (options, nodes): (&Options, u64),
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize),
    ) {
        let mut engine = Engine::with(options.without_lookup().alone(BOOK_TABLE, false));
        for (index, row) in self.moves.iter_mut().enumerate() {
            if stop.is_raised() {
                return;
            }
            row.score = score_after(&mut engine, game, row.found.mv, nodes);
            tell(index + 1);
        }
    }
}

/// The score of a move, as the side that makes it sees it, by a search that knows nothing of others; none if the game is over
/// then, or the search broke off.
fn score_after(engine: &mut Engine, game: &Game, mv: Move, nodes: u64) -> Option<Score> {
    let mut after = game.clone();
    after.step(Step::Move(mv)).ok()?;
    engine.new_game();
    let job = Job { multi_pv: Some(1), ..Job::new(after, Limits::nodes(nodes)) };
    let finished = engine.start(job).join().ok()?;
    Some(-finished.iteration.lines.first()?.score)
}

impl Engine {
    #[doc(hidden)]
    pub fn known(&self, position: &Position) -> Option<Entry> {
        self.table.as_ref()?.probe(position.key())
    }

    /// Returns the legal moves in the order of the current profile, with the table's move and empty histories. `captured_on`:
    /// destination of the last move, if it captured.
    #[doc(hidden)]
    pub fn move_order(&self, position: &Position, captured_on: Option<Square>) -> Vec<OrderedMove> {
        let table = self.known(position).and_then(|entry| entry.mv);
        let policy = self.options().params.policy;
        let mut picker =
            MovePicker::new(position, MoveSet::All, table, [None; 3]).ordered(policy, captured_on);
        let (history, keys) = (History::default(), QuietKeys::new(position, [None; 3]));
        let next = || {
            let mv = picker.next(position, &history, &keys)?.mv;
            let (stage, score) = picker.origin(mv);
            Some(OrderedMove { mv, stage, score })
        };
        std::iter::from_fn(next).collect()
    }

    /// Evaluates a position statically, term by term.
    ///
    /// ```
    /// use quarterply_core::chess::Position;
    /// use quarterply_core::engine::Engine;
    /// use quarterply_core::units::{Score, WhiteScore};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/PPP5/4K3 b - - 0 1".parse()?;
    /// let report = Engine::new().evaluate(&position);
    /// assert!(report.score > WhiteScore::from_score(Score::cp(100)));
    /// # Ok::<(), quarterply_core::chess::SetupError>(())
    /// ```
    pub fn evaluate(&self, position: &Position) -> EvalReport {
        self.evaluations()(position)
    }

    /// Returns a function that does this for many positions, on any thread.
    #[doc(hidden)]
    pub fn evaluations(&self) -> impl FnMut(&Position) -> EvalReport + Send + use<> {
        let mut evaluator = evaluator(self.options()).evaluator;
        move |position| evaluator.report(position)
    }

    /// The tree of the quiescence search, within a budget. Raising `stop` ends it.
    #[doc(hidden)]
    pub fn resolve(
        &self,
        position: &Position,
        budget: TreeBudget,
        stop: &StopFlag,
    ) -> Result<ResolveNode, EngineError> {
        let options = self.options();
        let params = &options.params;
        // The search needs more stack than the caller may have.
        let work = || quiescence_tree(position, params, evaluator(options), budget, stop);
        Ok(guard::run("resolve", work)??)
    }

    /// Repeats a search with `params` on one thread, from an empty table, and returns what was decided along the line of the
    /// root move `mv`. If that mates or gains much, searches again without each extension rule of the line. Raising `stop` ends
    /// it early.
    ///
    /// # Errors
    /// If the job leaves the move out, if it ended before the move was looked at, or could not be done.
    #[doc(hidden)]
    pub fn explain(
        &self,
        job: &Job,
        params: &Params,
        mv: Move,
        stop: &StopFlag,
    ) -> Result<Explanation, EngineError> {
        if !job.limits.admits(mv) {
            return Err(EngineError::LeftOut);
        }
        if stop.is_raised() {
            return Err(EngineError::Stopped);
        }
        let (options, turn) = (self.options(), job.game.position().turn());
        let clock = Clock::start(&job.limits, turn, options.move_overhead());
        let task = Task::new(&job.game, job.limits.clone(), clock);
        let search = |params: &Params, limits: Limits| {
            let shared = Shared::new(Table::new(TABLE)?, params, stop);
            // The search needs more stack than the caller may have.
            let task = Task { limits, ..task.clone() };
            guard::run("explain", || explain(&task, &shared, evaluator(options), mv))?
                .map_err(|_| EngineError::Stopped)
        };
        let mut explanation = search(params, job.limits.clone())?;
        let Some(depth) = explanation.found_at else { return Ok(explanation) };
        let limits = Limits { depth: Some(depth), ..job.limits.clone() };
        // If it is stopped now, what was found so far is the answer.
        let again = |params: &Params| match search(params, limits.clone()) {
            Ok(_) | Err(EngineError::Stopped) if stop.is_raised() => Ok(None),
            found => found.map(Some),
        };
        let Some(found) = again(params)? else { return Ok(explanation) };
        for rule in found.rules() {
            let mut without = params.clone();
            without.switch_off(rule);
            match again(&without)? {
                Some(without) => explanation.compare(rule, &without),
                None => break,
            }
        }
        Ok(explanation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::search::Rule;

    #[test]
    fn a_move_is_explained_even_if_it_is_not_the_best() {
        let position = Position::start();
        let job = Job::new(Game::new(position), Limits::depth(4));
        for text in ["e4", "a3"] {
            let mv = parse_move(&position, text).unwrap();
            let explained =
                Engine::new().explain(&job, &Params::default(), mv, &StopFlag::new()).unwrap();
            assert_eq!((explained.mv, explained.moves.len()), (mv, 20));
        }
    }

    /// A mate in four: seen at some depth, and not at that depth without the extension of checks.
    #[test]
    fn the_extension_that_found_a_mate_is_named() {
        let position: Position = "8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1".parse().unwrap();
        let job = Job::new(Game::new(position), Limits::depth(12));
        let (engine, params, stop) = (Engine::new(), Params::default(), StopFlag::new());
        let mv = parse_move(&position, "Rxb7+").unwrap();
        let explained = engine.explain(&job, &params, mv, &stop).unwrap();
        let found_at = explained.found_at.unwrap();
        let missed: Vec<Rule> =
            explained.found_by.iter().filter(|by| by.missed).map(|by| by.rule).collect();
        assert!(found_at < 12 && missed.contains(&Rule::Check), "{explained:?}");
        let shallow = Job { limits: Limits::depth(found_at), ..job.clone() };
        let mut without = params.clone();
        without.extensions = without.extensions.with(Rule::Check, [0; 3]);
        let seen = |params| engine.explain(&shallow, params, mv, &stop).unwrap().score.is_win();
        assert_eq!((seen(&params), seen(&without)), (true, false));
    }

    #[test]
    fn a_raised_flag_ends_an_explanation() {
        let position = Position::start();
        let job = Job::new(Game::new(position), Limits::default());
        let stop = StopFlag::new();
        stop.raise();
        let mv = parse_move(&position, "a3").unwrap();
        let explained = Engine::new().explain(&job, &Params::default(), mv, &stop);
        assert_eq!(explained, Err(EngineError::Stopped));
    }
}
