//! One player of a self-play game: a searcher with its own table, on the game's thread.
//!
//! Every game begins with empty memory, so that it depends only on its number and the settings.

use super::evaluator::{EngineEvaluator, evaluator};
use super::{OptionError, Options};
use crate::chess::{Color, Game};
use crate::control::{Clock, Limits, StopFlag};
use crate::eval::Evaluator;
use crate::search::trace::NoTrace;
use crate::search::{Finished, Searcher, Shared, Table, Task};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no memory for a table of {mebibytes} MiB a side; a smaller Hash or fewer jobs may do"
)]
pub struct NoTable {
    pub(crate) mebibytes: usize,
}

/// Default size of each player's table, in MiB.
const TABLE: &str = "8";

/// Returns the current options adapted to self-play: one thread, a small table, no books and no tables at the root.
pub fn player_options(now: &Options) -> Result<Options, OptionError> {
    let mut options = now.without_lookup();
    options.set("Hash", TABLE)?;
    options.set("Threads", "1")?;
    Ok(options)
}

pub struct SelfPlayer<E: Evaluator = EngineEvaluator> {
    options: Options,
    shared: Shared,
    searcher: Searcher<E, NoTrace>,
}

impl SelfPlayer {
    pub fn new(options: &Options, stop: &StopFlag) -> Result<SelfPlayer, NoTable> {
        SelfPlayer::with_evaluator(options, stop, evaluator(options))
    }
}

impl<E: Evaluator> SelfPlayer<E> {
    pub fn with_evaluator(
        options: &Options,
        stop: &StopFlag,
        evaluator: E,
    ) -> Result<SelfPlayer<E>, NoTable> {
        let mebibytes = options.hash;
        let table = Table::new(mebibytes).map_err(|_| NoTable { mebibytes })?;
        let (options, shared) = (options.clone(), Shared::new(table, &options.params, stop));
        let searcher = Searcher::new(shared.clone(), 0, evaluator, NoTrace);
        Ok(SelfPlayer { options, shared, searcher })
    }

    pub fn evaluator(&mut self) -> &mut E {
        &mut self.searcher.evaluator
    }

    pub fn new_game(&mut self) {
        self.shared.table.forget();
        self.searcher.forget();
    }

    /// Forgets the searched positions, and keeps what was learned of moves, which is slow to clear.
    pub fn new_position(&mut self) {
        self.shared.table.forget();
    }

    pub fn think(&mut self, game: &Game, limits: Limits, turn: Color) -> Finished {
        self.shared.table.begin_search();
        let clock = Clock::start(&limits, turn, self.options.move_overhead());
        let task = Task::new(game, limits, clock);
        self.searcher.run(&task, &mut |_| {})
    }
}
