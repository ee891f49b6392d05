//! `learn`: trains the weights of the classical evaluation during self-play, or from files of games. It starts with the compiled
//! weights, and writes the table that replaces them.

mod fit;
mod table;
mod td_leaf;

use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::arguments::{number, path};
use anyhow::{Context, ensure};
use clap::Args;
pub use fit::SCALE;
use quarterply::chess::GameResult;
use quarterply::chess::pgn::PgnReader;
use quarterply::commands::tools::annotate::main_line;
use quarterply::control::Limits;
use td_leaf::{LearnedGame, TdLeaf, TdLeafOptions, TdLeafStep};

use crate::desk::Desk;
use crate::records::{GameRecord, Records};
use crate::selfplay::{GameArguments, MatchPlan, Standing, play};

const AT_ONCE: usize = 8;

const USUAL: u64 = 1_000;

/// Each position is searched with the compiled weights, and what the weights that learn say at the end of the principal variation
/// learns from what they say later and from the result.
#[derive(Args, Debug)]
pub struct Learn {
    /// Games of selfplay (.qpr) or in PGN; if none are named, games are played
    #[arg(value_name = "FILE", value_parser = path)]
    files: Vec<PathBuf>,
    /// The table of weights, in the form of src/core/eval/classical/weights.txt
    #[arg(long, value_name = "FILE.txt", value_parser = path)]
    to: PathBuf,
    /// How many games are played
    #[arg(long, value_name = "N", default_value = "100", value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    games: u32,
    /// How much a change n plies later counts: this, to the power of n
    #[arg(long, value_name = "PERCENT", default_value = "70", value_parser = number::<u32>(0..=100))]
    lambda: u32,
    /// How many centipawns a weight goes for a game misjudged altogether
    #[arg(long, value_name = "CP", default_value = "5", value_parser = number::<u32>(1..=1_000))]
    rate: u32,
    #[command(flatten)]
    how: GameArguments,
}

impl Learn {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let mut player = self.how.players.options()?;
        player.set("Evaluation", "classical")?;
        let limits = self.how.players.limits().unwrap_or(Limits::nodes(USUAL));
        desk.files.claim(&self.to, table::is_table)?;
        let how = TdLeafOptions {
            lambda: f64::from(self.lambda) / 100.0,
            rate: f64::from(self.rate),
            limits: limits.clone(),
            jobs: self.how.players.jobs.jobs,
        };
        let learner = TdLeaf::new(player, how, table::tuned());
        let mut course =
            Course { desk, to: &self.to, learner, waiting: Vec::new(), sum: TdLeafStep::default() };
        if self.files.is_empty() {
            self.play(&mut course, limits)?;
        }
        for path in &self.files {
            let named = || path.display().to_string();
            let is_records = path.extension().is_some_and(|end| end == "qpr");
            let read = match is_records {
                true => Records::open(path).and_then(|mut records| {
                    records.try_for_each(|record| course.take(learned(&record?)))
                }),
                false => course.pgn(path),
            };
            read.with_context(named)?;
        }
        course.learn()?;
        let TdLeafStep { games, positions, error } = course.sum;
        ensure!(games > 0, "there is no game to learn from");
        desk.say(format_args!(
            "{}: {games} games, {positions} positions, error {:.6}",
            self.to.display(),
            error / positions.max(1) as f64
        ))?;
        Ok(())
    }

    fn play(&self, course: &mut Course<'_>, limits: Limits) -> anyhow::Result<()> {
        let plan = self.how.plan(vec![course.learner.player.clone()], self.games);
        let (plan, desk) = (MatchPlan { limits, ..plan }, course.desk);
        let mut learning = Ok(());
        play(&plan, Standing::new(false), &desk.stop, &mut |record, standing| {
            learning = course.take(learned(record));
            desk.done(u64::from(standing.games), u64::from(plan.games), "");
            if learning.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        learning
    }
}

struct Course<'a> {
    desk: &'a Desk,
    to: &'a Path,
    learner: TdLeaf,
    waiting: Vec<LearnedGame>,
    /// Sum of all steps; the error is the sum over positions.
    sum: TdLeafStep,
}

impl Course<'_> {
    fn pgn(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut reader = PgnReader::new(BufReader::new(self.desk.open(path)?));
        let mut skipped = 0;
        while let Some(record) = reader.record()? {
            let reading = record.read();
            let result = reading.game.result();
            if reading.fault.is_some() || result == GameResult::Unknown {
                skipped += 1;
                continue;
            }
            self.take(LearnedGame::known(main_line(&reading.game), result))?;
        }
        if skipped > 0 {
            self.desk.say(format_args!("{skipped} games are damaged or have no result"))?;
        }
        Ok(())
    }

    fn take(&mut self, game: LearnedGame) -> anyhow::Result<()> {
        self.waiting.push(game);
        if self.waiting.len() == AT_ONCE { self.learn() } else { Ok(()) }
    }

    fn learn(&mut self) -> anyhow::Result<()> {
        let games = std::mem::take(&mut self.waiting);
        if games.is_empty() {
            return Ok(());
        }
        let step = self.learner.learn(&games, &self.desk.stop)?;
        let step = step.context("stopped; what was learned before is kept")?;
        self.sum.games += step.games;
        self.sum.positions += step.positions;
        self.sum.error += step.error * step.positions as f64;
        let table = table::text(&self.learner.values);
        Ok(self.desk.files.write(self.to, table.as_bytes())?)
    }
}

/// Converts a game of self-play, skipping its opening.
fn learned(record: &GameRecord) -> LearnedGame {
    let skip = record.plies.iter().take_while(|ply| ply.score.is_none()).count();
    // A record that was played or read has no illegal move.
    let game = record.game().unwrap_or_default();
    LearnedGame { game, result: record.result, skip }
}
