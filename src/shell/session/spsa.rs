//! `tune spsa`: parameters of the search tuned by games, round by round, kept after each.

use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::selfplay::plan;
use super::{CommandError, Effect, News, Session};
use crate::engine::Options;
use crate::shell::reply::Reply;
use crate::shell::selfplay::{SpsaRange, SpsaReply, SpsaRequest, SpsaRow};
use crate::store::MadeOf;
use crate::store::tuning::SavedTuning;
use crate::workshop::selfplay::player_options;
use crate::workshop::selfplay::{MatchPlan, Sides, duels};
use crate::workshop::spsa::{SpsaNumber, SpsaPlan, SpsaState, SpsaTrial};
use crate::workshop::tool::files::WRITTEN_BY;

/// Pairs of games if nothing is said.
const TRIALS: u32 = 1_000;

/// Trials from the same numbers: so many can be played side by side whatever the jobs, which change nothing.
const ROUND: u32 = 8;

impl Session {
    pub(super) fn spsa(&mut self, request: SpsaRequest) -> Result<Effect, CommandError> {
        let base = player_options(self.engine.options())?;
        let numbers = numbers(&base, &request)?;
        self.start_task(move |context| {
            tune(&request, &Tuning::new(&request, base, numbers)?, context)
        })
    }
}

/// What is tuned: where each number stands now, which must be within its range.
fn numbers(base: &Options, request: &SpsaRequest) -> Result<Vec<SpsaNumber>, CommandError> {
    let number = |range: &SpsaRange| -> Result<SpsaNumber, CommandError> {
        // Also says what is wrong with a name that there is not.
        for value in [range.low, range.high] {
            base.clone().set(&range.name, &value.to_string())?;
        }
        let now = base.get(&range.name).unwrap_or_default();
        let start = now.parse::<i64>().ok().filter(|now| (range.low..=range.high).contains(now));
        let start = start.ok_or_else(|| CommandError::NotTunable {
            name: range.name.clone(),
            now,
            range: format!("{} to {}", range.low, range.high),
        })?;
        let [start, low, high] = [start, range.low, range.high].map(|value| value as f64);
        Ok(SpsaNumber { start, low, high, step: range.step })
    };
    request.numbers.iter().map(number).collect()
}

/// A tuning with all that it rests on.
pub(super) struct Tuning {
    base: Options,
    plan: MatchPlan,
    spsa: SpsaPlan,
}

impl Tuning {
    pub(super) fn new(
        request: &SpsaRequest,
        base: Options,
        numbers: Vec<SpsaNumber>,
    ) -> Result<Tuning, CommandError> {
        let plan = plan(&request.games, Sides::Alone(Box::new(base.clone())))?;
        let trials = request.games.games.unwrap_or(TRIALS);
        let (round, rate, seed) = (ROUND, request.rate, plan.seed);
        Ok(Tuning { base, plan, spsa: SpsaPlan { numbers, trials, round, rate, seed } })
    }

    /// Everything that its course follows from.
    pub(super) fn made_of(&self, request: &SpsaRequest) -> MadeOf {
        let made_of = self.plan.made_of(MadeOf::work("tune spsa"));
        let made_of = made_of.and("trials", self.spsa.trials).and("rate", self.spsa.rate);
        let numbers = request.numbers.iter().zip(&self.spsa.numbers);
        numbers.fold(made_of, |made_of, (range, number)| {
            let SpsaNumber { start, low, high, step } = number;
            let tuned = format_args!("{low}..{high}/{step} from {start}");
            made_of.and(format!("tuned {}", range.name), tuned)
        })
    }

    /// Both sides of a trial.
    fn sides(&self, request: &SpsaRequest, trial: &SpsaTrial) -> Result<Sides, CommandError> {
        let with = |values: &[i64]| -> Result<Options, CommandError> {
            let mut options = self.base.clone();
            for (range, value) in request.numbers.iter().zip(values) {
                options.set(&range.name, &value.to_string())?;
            }
            Ok(options)
        };
        Ok(Sides::Against(Box::new([with(&trial.plus)?, with(&trial.minus)?])))
    }
}

fn tune(
    request: &SpsaRequest,
    tuning: &Tuning,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    let spsa = &tuning.spsa;
    let made_of = tuning.made_of(request);
    let mut state = match SavedTuning::read(&context.files, &request.to, &made_of)? {
        None => spsa.begin(),
        Some(saved) => SpsaState { trials: saved.trials, values: saved.values },
    };
    let what = "tune spsa".to_owned();
    context.tell(News::ItemsBegin { what, items: spsa.trials as usize });
    let mut stopped = false;
    loop {
        context.tell(News::ItemsDone(state.trials as usize));
        let round = spsa.next_round(&state);
        if round.is_empty() {
            break;
        }
        let couples = round.iter().map(|trial| tuning.sides(request, trial));
        let couples: Vec<Sides> = couples.collect::<Result<_, _>>()?;
        let results = duels(&tuning.plan, &couples, state.trials, &context.stop)
            .map_err(|error| CommandError::Memory(error.to_string()))?;
        let Some(results) = results else {
            stopped = true;
            break;
        };
        spsa.learn(&mut state, &round, &results);
        let (written_by, settings) = (WRITTEN_BY.to_owned(), made_of.to_string());
        let (trials, values) = (state.trials, state.values.clone());
        let saved = SavedTuning { written_by, settings, trials, values };
        saved.write(&context.files, &request.to)?;
    }
    let rows = request.numbers.iter().zip(&spsa.numbers).zip(&state.values);
    let rows = rows.map(|((range, number), &value)| SpsaRow {
        name: range.name.clone(),
        before: number.start as i64,
        value,
    });
    let (of, path, elapsed) = (spsa.trials, request.to.clone(), begun.elapsed());
    let (trials, rows) = (state.trials, rows.collect());
    Ok(Reply::Spsa(Box::new(SpsaReply { rows, trials, of, stopped, path, elapsed })).into())
}
