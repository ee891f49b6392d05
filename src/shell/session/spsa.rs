//! `tune spsa`: parameters of the search tuned by games, round by round, kept after each.

use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::selfplay::{base_of, plan};
use super::{CommandError, Effect, News, Session};
use crate::engine::Options;
use crate::engine::selfplay::{MatchPlan, Sides, duels};
use crate::engine::spsa::{SpsaNumber, SpsaPlan, SpsaState, SpsaTrial};
use crate::shell::reply::Reply;
use crate::shell::selfplay::{SpsaRange, SpsaReply, SpsaRequest, SpsaRow};
use crate::store::tuning::SavedTuning;

/// Pairs of games if nothing is said.
const TRIALS: u32 = 1_000;

/// Trials from the same numbers: so many can be played side by side whatever the jobs, which change nothing.
const ROUND: u32 = 8;

impl Session {
    pub(super) fn spsa(&mut self, request: SpsaRequest) -> Result<Effect, CommandError> {
        let base = base_of(self.engine.options())?;
        let numbers = numbers(&base, &request)?;
        self.start_task(move |context| {
            let plan = plan(&request.games, Sides::Alone(Box::new(base.clone())))?;
            let trials = request.games.games.unwrap_or(TRIALS);
            let spsa =
                SpsaPlan { numbers, trials, round: ROUND, rate: request.rate, seed: plan.seed };
            tune(&request, &Tuning { base, plan, spsa }, context)
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
struct Tuning {
    base: Options,
    plan: MatchPlan,
    spsa: SpsaPlan,
}

impl Tuning {
    /// Everything that its course follows from.
    fn settings(&self, request: &SpsaRequest) -> String {
        let numbers = request.numbers.iter().zip(&self.spsa.numbers);
        let numbers: Vec<String> = numbers
            .map(|(range, number)| {
                let (name, low, high) = (&range.name, range.low, range.high);
                format!("{name}={low}..{high}/{} from {}", number.step, number.start)
            })
            .collect();
        let (trials, rate) = (self.spsa.trials, self.spsa.rate);
        format!("{}; {trials} trials; rate {rate}; {}", numbers.join(", "), self.plan)
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
    let settings = tuning.settings(request);
    let mut state = match SavedTuning::read(&request.to)? {
        None => spsa.begin(),
        Some(saved) if saved.settings == settings => {
            SpsaState { trials: saved.trials, values: saved.values }
        }
        Some(saved) => {
            let (path, there) = (request.to.clone(), saved.settings);
            return Err(CommandError::OtherTuning { path, there, asked: settings });
        }
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
        let written_by = format!("quarterply {}", env!("CARGO_PKG_VERSION"));
        let (settings, values) = (settings.clone(), state.values.clone());
        SavedTuning { written_by, settings, trials: state.trials, values }.write(&request.to)?;
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
