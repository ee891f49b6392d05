//! One side of a game: a searcher with a table of its own, on the thread that plays the game.
//!
//! Every game begins with empty memory, so that it follows from its number and the settings alone.

use std::sync::{Arc, Mutex};

use crate::chess::{Color, Game};
use crate::control::lock::Unpoisoned;
use crate::control::{Clock, Limits, StopFlag};
use crate::engine::Options;
use crate::engine::evaluator::{EngineEvaluator, evaluator};
use crate::eval::Evaluator;
use crate::search::trace::NoTrace;
use crate::search::{Counters, Finished, Params, Searcher, Shared, Table, Task};
use crate::tools::tool::ToolError;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no memory for a table of {mebibytes} MiB a side; a smaller Hash or fewer jobs may do"
)]
pub struct NoTable {
    pub mebibytes: usize,
}

impl From<NoTable> for ToolError {
    fn from(error: NoTable) -> ToolError {
        ToolError::Memory(error.to_string())
    }
}

pub(crate) struct SelfPlayer<E = EngineEvaluator> {
    options: Options,
    params: Arc<Params>,
    stop: StopFlag,
    table: Arc<Table>,
    evaluator: fn(&Options) -> E,
    searcher: Searcher<E, NoTrace>,
}

pub(crate) struct Thought {
    pub finished: Finished,
    pub clock: Clock,
}

impl SelfPlayer {
    pub(crate) fn new(options: &Options, stop: &StopFlag) -> Result<SelfPlayer, NoTable> {
        SelfPlayer::with_evaluator(options, stop, evaluator)
    }
}

impl<E: Evaluator> SelfPlayer<E> {
    /// One that evaluates by whatever is made for it.
    pub(crate) fn with_evaluator(
        options: &Options,
        stop: &StopFlag,
        evaluator: fn(&Options) -> E,
    ) -> Result<SelfPlayer<E>, NoTable> {
        let mebibytes = options.hash;
        let table = Arc::new(Table::new(mebibytes).map_err(|_| NoTable { mebibytes })?);
        let params = Arc::new(options.params.clone());
        let searcher = Searcher::new(shared(&params, &table, stop), 0, evaluator(options), NoTrace);
        let (options, stop) = (options.clone(), stop.clone());
        Ok(SelfPlayer { options, params, stop, table, evaluator, searcher })
    }

    pub(crate) fn evaluator(&mut self) -> &mut E {
        self.searcher.evaluator()
    }

    pub(crate) fn new_game(&mut self) {
        self.table.forget();
        let shared = shared(&self.params, &self.table, &self.stop);
        self.searcher = Searcher::new(shared, 0, (self.evaluator)(&self.options), NoTrace);
    }

    pub(crate) fn think(&mut self, game: &Game, limits: Limits, turn: Color) -> Thought {
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
