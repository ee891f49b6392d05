//! `tune spsa`: parameters of the search tuned by games, and by positions to be solved, round by round, kept after each.

mod plan;
mod target;
#[cfg(test)]
mod tests;
pub mod view;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use plan::{SpsaNumber, SpsaPlan, SpsaState, SpsaTrial};
use target::{SuiteArguments, SuiteTarget};
use view::{SpsaAnswer, SpsaRow};

use crate::control::{StopFlag, quantity};
use crate::engine::Options;
use crate::engine::self_player::player_options;
use crate::store::MadeOf;
use crate::store::state::WorkState;
use crate::store::tuning::SavedTuning;
use crate::tools::selfplay::arguments::{GameArguments, GameWords};
use crate::tools::selfplay::{MatchPlan, Sides, duels};
use crate::tools::tool::arguments::{WordFault, path, texts};
use crate::tools::tool::files::WRITTEN_BY;
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// Pairs of games if no number is given.
const TRIALS: u32 = 1_000;

/// Trials from the same numbers, which can be played side by side; jobs do not change it.
const ROUND: u32 = 8;

/// The arguments of `tune spsa`.
#[derive(clap::Args, Clone, Debug)]
pub struct TuneSpsa {
    /// Parameters, each with its range; how many pairs of games, and the limits of each move as for selfplay
    #[arg(value_name = "NAME=LOW..HIGH[/STEP]… [PAIRS] [LIMITS]")]
    words: Vec<String>,
    /// Keeps how far it is after every eight pairs; the same command resumes from it
    #[arg(long, value_name = "FILE", value_parser = path)]
    to: PathBuf,
    /// How far a number goes at the end for a trial that was won, as a share of its step
    #[arg(long, value_name = "SHARE", default_value = "0.02", value_parser = share)]
    rate: f64,
    #[command(flatten)]
    suite: SuiteArguments,
    #[command(flatten)]
    how: GameArguments,
}

impl Tool for TuneSpsa {
    const TEXT: ToolText = tool_text!("tune spsa", "NAME=LOW..HIGH[/STEP] … --to FILE [PAIRS] [LIMITS] [--suite FILE [--worth ELO]] [OPTIONS] [--force]":
        "tune parameters of the search by games of the program against itself",
        details: "Plays pairs of games (1000) with the parameters pushed one way against the other, and moves each a little to the better side. \
                  With a suite both sides of a pair also try eight of its positions, with 20,000 nodes for each, and solving more of them \
                  counts as well. The words of games are those of selfplay. The lines to `set` are shown at the end.",
        examples: &[("tune spsa razoring.margin=100..400 4000 nodes 5k --openings random --jobs 2 --to razor.spsa", "by four thousand pairs"),
            ("tune spsa extension.check.cut=0..6/1 4000 soft 1000 --suite positions/ladder.epd --to check.spsa", "by games and by what is solved")]);

    fn check(&self) -> Result<(), WordFault> {
        self.wanted().map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let tuning = self.tuning(desk.options)?;
        Ok(ToolWork::resuming(tuning.made_of()?, move |context, made_of| {
            tuning.run(&self.to, &made_of, context)
        }))
    }
}

impl TuneSpsa {
    fn wanted(&self) -> Result<SpsaWords, WordFault> {
        SpsaWords::read(&texts(&self.words))
    }

    /// Returns what is tuned, each number with its present value, which must be within its range.
    fn numbers(ranges: &[SpsaRange], base: &Options) -> ToolResult<Vec<SpsaNumber>> {
        let number = |SpsaRange { name, low, high, step }: &SpsaRange| {
            // Also says what is wrong with a name that there is not.
            for value in [low, high] {
                base.clone().set(name, &value.to_string())?;
            }
            let now = base.get(name).unwrap_or_default();
            let start = now.parse::<i64>().ok().filter(|now| (low..=high).contains(&now));
            let start = start.ok_or_else(|| {
                let wanted = "what is tuned must be a whole number from";
                ToolError::Refused(format!("{name} is {now} now, and {wanted} {low} to {high}"))
            })?;
            let [start, low, high] = [start, *low, *high].map(|value| value as f64);
            Ok(SpsaNumber { start, low, high, step: *step })
        };
        ranges.iter().map(number).collect()
    }

    fn tuning(&self, now: &Options) -> ToolResult<Tuning> {
        let base = player_options(now)?;
        let SpsaWords { ranges, games } = self.wanted()?;
        let numbers = TuneSpsa::numbers(&ranges, &base)?;
        let games = self.how.plan(&games, Sides::Alone(Box::new(base.clone())), TRIALS)?;
        let (trials, rate, seed) = (games.games, self.rate, games.seed);
        let spsa = SpsaPlan { numbers, trials, round: ROUND, rate, seed };
        let suite = self.suite.target(seed)?;
        Ok(Tuning { base, games, suite, spsa, ranges })
    }
}

/// A tuning with everything that its course follows from.
struct Tuning {
    base: Options,
    games: MatchPlan,
    suite: Option<SuiteTarget>,
    spsa: SpsaPlan,
    ranges: Vec<SpsaRange>,
}

impl Tuning {
    fn made_of(&self) -> ToolResult<MadeOf> {
        let made_of = self.games.made_of(MadeOf::work("tune spsa"));
        let made_of = match &self.suite {
            None => made_of,
            Some(suite) => suite.made_of(made_of)?,
        };
        let made_of = made_of.and("trials", self.spsa.trials).and("rate", self.spsa.rate);
        let numbers = self.ranges.iter().zip(&self.spsa.numbers);
        Ok(numbers.fold(made_of, |made_of, (range, number)| {
            let SpsaNumber { start, low, high, step } = number;
            let tuned = format_args!("{low}..{high}/{step} from {start}");
            made_of.and(format!("tuned {}", range.name), tuned)
        }))
    }

    fn sides(&self, trial: &SpsaTrial) -> ToolResult<[Options; 2]> {
        let with = |values: &[i64]| -> ToolResult<Options> {
            let mut options = self.base.clone();
            for (range, value) in self.ranges.iter().zip(values) {
                options.set(&range.name, &value.to_string())?;
            }
            Ok(options)
        };
        Ok([with(&trial.plus)?, with(&trial.minus)?])
    }

    /// Returns the result of each trial of a round; `before` is the number of trials before it. `None` if it was stopped.
    fn measure(
        &self,
        round: &[SpsaTrial],
        before: u32,
        stop: &StopFlag,
    ) -> ToolResult<Option<Vec<f64>>> {
        let sides = round.iter().map(|trial| self.sides(trial));
        let sides: Vec<[Options; 2]> = sides.collect::<ToolResult<_>>()?;
        let couples = sides.iter().cloned().map(|sides| Sides::Against(Box::new(sides)));
        let couples: Vec<Sides> = couples.collect();
        let Some(mut results) = duels(&self.games, &couples, before, stop)? else {
            return Ok(None);
        };
        if let Some(suite) = &self.suite {
            let Some(balances) = suite.measure(round, &sides, self.games.jobs, stop) else {
                return Ok(None);
            };
            results.iter_mut().zip(balances).for_each(|(result, balance)| *result += balance);
        }
        Ok(Some(results))
    }

    fn run(&self, to: &Path, made_of: &MadeOf, context: &ToolContext<'_>) -> ToolResult {
        let begun = Instant::now();
        let spsa = &self.spsa;
        let mut state = match SavedTuning::resume(context.files, to, made_of)? {
            None => spsa.begin(),
            Some(saved) => SpsaState { trials: saved.trials, values: saved.values },
        };
        context.begin("tune spsa", spsa.trials as usize);
        let mut stopped = false;
        loop {
            context.done(state.trials as usize);
            let round = spsa.next_round(&state);
            if round.is_empty() {
                break;
            }
            let Some(results) = self.measure(&round, state.trials, context.stop)? else {
                stopped = true;
                break;
            };
            spsa.learn(&mut state, &round, &results);
            let (written_by, settings) = (WRITTEN_BY.to_owned(), made_of.to_string());
            let (trials, values) = (state.trials, state.values.clone());
            SavedTuning { written_by, settings, trials, values }.save(context.files, to)?;
        }
        let rows = self.ranges.iter().zip(&spsa.numbers).zip(&state.values);
        let rows = rows.map(|((range, number), &value)| SpsaRow {
            name: range.name.clone(),
            before: number.start as i64,
            value,
            rounded: value.round() as i64,
        });
        let (pairs, of, numbers) = (state.trials, spsa.trials, rows.collect());
        let (path, elapsed) = (to.to_owned(), begun.elapsed());
        Ok(SpsaAnswer { pairs, of, numbers, stopped, path, elapsed }.into())
    }
}

/// A parameter to be tuned.
#[derive(Clone, PartialEq, Debug)]
struct SpsaRange {
    name: String,
    /// The least that it may be.
    low: i64,
    high: i64,
    /// How far it is pushed at the end.
    step: f64,
}

impl SpsaRange {
    /// Reads `100..400` or `100..400/20` behind a name: what a parameter may be, and how far it is pushed at the end.
    fn read(name: &str, range: &str) -> Option<SpsaRange> {
        let (ends, step) =
            range.split_once('/').map_or((range, None), |(ends, step)| (ends, Some(step)));
        // No parameter needs more than 32 bits, and what is worked out from these fits into 64.
        let (low, high) = ends.split_once("..")?;
        let (low, high): (i32, i32) = (low.parse().ok()?, high.parse().ok()?);
        let (low, high) = (low < high).then_some((i64::from(low), i64::from(high)))?;
        let most = (high - low) as f64;
        let step = match step {
            // A twentieth of the range is usual; less than half of one would not be felt.
            None => (most / 20.0).max(0.5),
            Some(text) => quantity::decimal(text).filter(|&step| step > 0.0 && step <= most)?,
        };
        Some(SpsaRange { name: name.to_owned(), low, high, step })
    }
}

/// The words of `tune spsa`: what is tuned, and what is said of the games.
#[derive(Clone, Debug)]
struct SpsaWords {
    ranges: Vec<SpsaRange>,
    games: GameWords,
}

impl SpsaWords {
    fn read(words: &[&str]) -> Result<SpsaWords, WordFault> {
        let (ranges, others): (Vec<&str>, Vec<&str>) =
            words.iter().partition(|word| word.contains('='));
        let range = |word: &str| {
            let right =
                "what is tuned has a range and may have a step, as razoring.margin=100..400/20";
            let read = word.split_once('=').and_then(|(name, range)| SpsaRange::read(name, range));
            read.ok_or_else(|| (word.to_owned(), right.to_owned()))
        };
        let ranges: Vec<SpsaRange> = ranges.into_iter().map(range).collect::<Result<_, _>>()?;
        if ranges.is_empty() {
            let why = "missing: what is to be tuned, as razoring.margin=100..400";
            return Err((String::new(), why.to_owned()));
        }
        Ok(SpsaWords { ranges, games: GameWords::read(&others)? })
    }
}

/// Reads a number above 0 and at most 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    number.ok_or_else(|| "a number above 0, 1 at most, is wanted, as 0.02".to_owned())
}
