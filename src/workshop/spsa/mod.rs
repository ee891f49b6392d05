//! `spsa`: tunes numbers of the search by games and by solving positions, in rounds, with a checkpoint after each.

mod plan;
mod target;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::str::FromStr;

use crate::arguments::{number, path};
use anyhow::Context;
use clap::Args;
use plan::{SpsaNumber, SpsaPlan, SpsaTrial};
use quarterply::control::quantity;
use quarterply::engine::Options;
use quarterply::files;
use quarterply::store::MadeOf;
use quarterply::store::codec::FileKind;
use target::SuiteTarget;

use crate::desk::Desk;
use crate::selfplay::{GameArguments, MatchPlan, duels};
use crate::state;

/// Both sides of a pair have the numbers pushed, one side the one way, the other the opposite, and each moves a little to the
/// better side.
#[derive(Args, Debug)]
pub struct Spsa {
    /// What is tuned, with its range, and how far it is pushed at the end: razoring.margin=100..400/20
    #[arg(value_name = "NAME=LOW..HIGH[/STEP]", required = true)]
    ranges: Vec<SpsaNumber>,
    /// Keeps how far it is after every eight pairs; the same command resumes from it
    #[arg(long, value_name = "FILE", value_parser = path)]
    to: PathBuf,
    /// How many pairs of games
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::<u32>(1..=u64::from(u32::MAX / 2)))]
    pairs: u32,
    /// Both sides of each pair also try eight positions of this suite, with 20,000 nodes for each
    #[arg(long, value_name = "FILE.epd", value_parser = path)]
    suite: Option<PathBuf>,
    #[command(flatten)]
    how: GameArguments,
}

impl Spsa {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let base = self.how.players.options()?;
        let seed = self.how.players.seed.seed;
        let numbers = self.ranges.iter().map(|range| range.beginning(&base));
        let numbers = numbers.collect::<anyhow::Result<_>>()?;
        let spsa = SpsaPlan { numbers, trials: self.pairs, seed };
        let games = self.how.plan(vec![base.clone()], 0);
        let suite = self.suite.as_ref().map(|path| SuiteTarget::read(path, seed));
        let suite = suite.transpose()?;
        let settings = self.made_of(&spsa, &games)?;
        let place = (&desk.files, &*self.to);
        let saved = state::resume(FileKind::Tuning, place, &settings)?;
        let mut state = saved.unwrap_or_else(|| spsa.begin());
        loop {
            desk.done(u64::from(state.trials), u64::from(self.pairs), "pairs");
            let round = spsa.next_round(&state);
            if round.is_empty() {
                break;
            }
            let sides = round.iter().map(|trial| self.sides(&base, trial));
            let sides: Vec<[Options; 2]> = sides.collect::<anyhow::Result<_>>()?;
            let Some(mut results) = duels(&games, &sides, state.trials, &desk.stop)? else { break };
            if let Some(suite) = &suite {
                let balances = suite.measure(&round, &sides, games.jobs, &desk.stop);
                let Some(balances) = balances else { break };
                results.iter_mut().zip(balances).for_each(|(result, balance)| *result += balance);
            }
            spsa.learn(&mut state, &round, &results);
            state::save(FileKind::Tuning, place, &settings, &state)?;
        }
        desk.say(format_args!(
            "{} pairs of {}, kept in {}",
            state.trials,
            self.pairs,
            self.to.display()
        ))?;
        for (SpsaNumber { name, start, .. }, value) in spsa.numbers.iter().zip(&state.values) {
            let rounded = value.round();
            desk.say(format_args!("set {name} {rounded}    # {value:.2}, before {start}"))?;
        }
        Ok(())
    }

    fn made_of(&self, spsa: &SpsaPlan, games: &MatchPlan) -> anyhow::Result<MadeOf> {
        let mut made_of = games.made_of(files::work_of_this_version("spsa"));
        if let Some(path) = &self.suite {
            made_of = made_of.and_file("suite", path)?;
        }
        let made_of = made_of.and("trials", spsa.trials);
        Ok(spsa.numbers.iter().fold(made_of, |made_of, number| {
            let SpsaNumber { name, start, low, high, step } = number;
            made_of.and(format!("tuned {name}"), format_args!("{low}..{high}/{step} from {start}"))
        }))
    }

    fn sides(&self, base: &Options, trial: &SpsaTrial) -> anyhow::Result<[Options; 2]> {
        let with = |values: &[i64]| -> anyhow::Result<Options> {
            let mut options = base.clone();
            for (range, value) in self.ranges.iter().zip(values) {
                options.set(&range.name, &value.to_string())?;
            }
            Ok(options)
        };
        Ok([with(&trial.plus)?, with(&trial.minus)?])
    }
}

impl FromStr for SpsaNumber {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<SpsaNumber, &'static str> {
        let read = || {
            let (name, range) = text.split_once('=')?;
            let (ends, step) = match range.split_once('/') {
                Some((ends, step)) => (ends, Some(step)),
                None => (range, None),
            };
            // All numbers fit into 32 bits, and results into 64.
            let (low, high) = ends.split_once("..")?;
            let (low, high): (i32, i32) = (low.parse().ok()?, high.parse().ok()?);
            let (low, high) = (low < high).then_some((i64::from(low), i64::from(high)))?;
            let most = (high - low) as f64;
            let step = match step {
                // The default is a twentieth of the range; less than half of one would have no effect.
                None => (most / 20.0).max(0.5),
                Some(text) => quantity::decimal(text).filter(|&step| step > 0.0 && step <= most)?,
            };
            Some(SpsaNumber { name: name.to_owned(), start: low, low, high, step })
        };
        read()
            .ok_or("what is tuned has a range and may have a step, as razoring.margin=100..400/20")
    }
}

impl SpsaNumber {
    /// Returns the number with its present value, which must be within its range.
    fn beginning(&self, base: &Options) -> anyhow::Result<SpsaNumber> {
        let &SpsaNumber { ref name, low, high, .. } = self;
        // Also reports an unknown name.
        for value in [low, high] {
            base.clone().set(name, &value.to_string())?;
        }
        let now = base.get(name).unwrap_or_default();
        let start = now.parse::<i64>().ok().filter(|now| (low..=high).contains(now));
        let start = start.with_context(|| {
            format!("{name} is {now} now, and must be a whole number from {low} to {high}")
        })?;
        Ok(SpsaNumber { start, ..self.clone() })
    }
}
