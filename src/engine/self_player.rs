//! One side of a game that the program plays against itself: a searcher with a table of its own, on the thread that plays
//! the game.
//!
//! Every game begins with empty memory, so that it follows from its number and the settings alone.

use std::sync::{Arc, Mutex};

use super::evaluator::{EngineEvaluator, evaluator};
use super::{OptionError, Options};
use crate::chess::{Color, Game};
use crate::control::lock::Unpoisoned;
use crate::control::{Clock, Limits, StopFlag};
use crate::search::trace::NoTrace;
use crate::search::{Counters, Finished, Params, Searcher, Shared, Table, Task};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no memory for a table of {mebibytes} MiB a side; a smaller Hash or fewer jobs may do"
)]
pub struct NoTable {
    pub mebibytes: usize,
}

/// MiB of each side's table if nothing is said.
const TABLE: &str = "8";

/// Returns what is set now, for one who plays games: one thread, a small table, no books and tables at the root.
pub fn player_options(now: &Options) -> Result<Options, OptionError> {
    let mut options = now.without_lookup();
    options.set("Hash", TABLE)?;
    options.set("Threads", "1")?;
    Ok(options)
}

pub struct SelfPlayer {
    options: Options,
    params: Arc<Params>,
    stop: StopFlag,
    table: Arc<Table>,
    searcher: Searcher<EngineEvaluator, NoTrace>,
}

pub struct Thought {
    pub finished: Finished,
    pub clock: Clock,
}

impl SelfPlayer {
    pub fn new(options: &Options, stop: &StopFlag) -> Result<SelfPlayer, NoTable> {
        let mebibytes = options.hash;
        let table = Arc::new(Table::new(mebibytes).map_err(|_| NoTable { mebibytes })?);
        let params = Arc::new(options.params.clone());
        let searcher = Searcher::new(shared(&params, &table, stop), 0, evaluator(options), NoTrace);
        let (options, stop) = (options.clone(), stop.clone());
        Ok(SelfPlayer { options, params, stop, table, searcher })
    }

    pub fn new_game(&mut self) {
        self.table.forget();
        let shared = shared(&self.params, &self.table, &self.stop);
        self.searcher = Searcher::new(shared, 0, evaluator(&self.options), NoTrace);
    }

    pub fn think(&mut self, game: &Game, limits: Limits, turn: Color) -> Thought {
        self.searcher.table().begin_search();
        let clock = Arc::new(Mutex::new(Clock::start(&limits, turn, self.options.move_overhead())));
        let task = Task {
            root: *game.position(),
            history: game.history_keys().to_vec(),
            limits,
            multi_pv: 1,
            clock: clock.clone(),
        };
        let finished = self.searcher.run(&task, &mut |_| {});
        let clock = clock.lock().unpoisoned().clone();
        Thought { finished, clock }
    }
}

fn shared(params: &Arc<Params>, table: &Arc<Table>, stop: &StopFlag) -> Shared {
    Shared {
        table: table.clone(),
        params: params.clone(),
        stop: stop.clone(),
        counters: Arc::new(Counters::new(1)),
        tables: None,
    }
}
