//! `learn`: trains the weights of the classical evaluation during self-play, or from files of games. It starts with the compiled
//! weights, and writes the table that replaces them.

mod fit;
mod table;
mod td_leaf;

use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::arguments::{number, path};
use anyhow::{Context, ensure};
use clap::Args;
use quarterply::chess::GameResult;
use quarterply::chess::pgn::PgnReader;
use quarterply::commands::batch::{Batch, JobFlags};
use quarterply::commands::tools::annotate::main_line;
use quarterply::control::Limits;
use quarterply::engine::{Options, SelfPlayer};

use fit::{Sample, Weight, Witness};
use td_leaf::LearnedGame;

use crate::desk::Desk;
use crate::records::{GameRecord, Records};
use crate::selfplay::{GameArguments, MatchPlan, Standing, play};
use crate::train::SCALE;

const AT_ONCE: usize = 8;

const USUAL: u64 = 1_000;

/// Skipped plies at the beginning of a game that was not searched during play: they are book moves.
const OPENING: usize = 8;

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
        let mut course = Course {
            desk,
            request: self,
            player,
            limits,
            values: table::tuned(),
            waiting: Vec::new(),
            games: 0,
            positions: 0,
            error: 0.0,
        };
        if self.files.is_empty() {
            self.play(&mut course)?;
        }
        for path in &self.files {
            let read = if path.extension().is_some_and(|end| end == "qpr") {
                Records::open(path).and_then(|mut records| {
                    records.try_for_each(|record| course.take(learned(&record?)))
                })
            } else {
                course.pgn(path)
            };
            read.with_context(|| path.display().to_string())?;
        }
        course.learn()?;
        let Course { games, positions, error, .. } = course;
        ensure!(games > 0, "there is no game to learn from");
        desk.say(format_args!(
            "{}: {games} games, {positions} positions, error {:.6}",
            self.to.display(),
            error / positions.max(1) as f64
        ))?;
        Ok(())
    }

    fn play(&self, course: &mut Course<'_>) -> anyhow::Result<()> {
        let plan = self.how.plan(vec![course.player.clone()], self.games);
        let (plan, desk) = (MatchPlan { limits: course.limits.clone(), ..plan }, course.desk);
        play(&plan, Standing::new(false), &desk.stop, &mut |record, standing| {
            desk.done(u64::from(standing.games), u64::from(plan.games), "");
            course.take(learned(record))
        })?;
        Ok(())
    }
}

struct Course<'a> {
    desk: &'a Desk,
    request: &'a Learn,
    /// Options of the searching player.
    player: Options,
    limits: Limits,
    /// Middle game and endgame value of every weight, in centipawns.
    values: Vec<Weight>,
    waiting: Vec<LearnedGame>,
    games: usize,
    positions: usize,
    /// Sum of the squared errors of the predictions, as a share of the point.
    error: f64,
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
            self.take(LearnedGame { game: main_line(&reading.game), result, skip: OPENING })?;
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

    /// Takes one step from all games that wait.
    fn learn(&mut self) -> anyhow::Result<()> {
        let games = std::mem::take(&mut self.waiting);
        if games.is_empty() {
            return Ok(());
        }
        let begin = |flags: &JobFlags| {
            SelfPlayer::new(&self.player, &flags.search).map(|player| (player, flags.clone()))
        };
        let work = |searcher: &mut (SelfPlayer, JobFlags), number: u32| {
            Ok(td_leaf::leaves(&games[number as usize], &self.limits, searcher))
        };
        let batch = Batch::of(games.len(), self.request.how.players.jobs.jobs, &self.desk.stop);
        let leaves = batch.all(begin, work)?.context("stopped; what was learned before is kept")?;
        let mut witness = Witness::new();
        let mut samples: Vec<Sample> = Vec::new();
        for (game, leaves) in games.iter().zip(&leaves) {
            samples.extend(td_leaf::samples(game, leaves, &self.values, &mut witness));
        }
        let (error, slope) = fit::loss(&self.values, &samples);
        // The mean gradient over all positions of a completely misjudged game is 1 / (2 · SCALE).
        let mean = (games.len() as f64) / samples.len().max(1) as f64;
        let far = f64::from(self.request.rate) * 2.0 * SCALE * mean;
        for (weight, slope) in self.values.iter_mut().zip(slope) {
            weight[0] -= far * slope[0];
            weight[1] -= far * slope[1];
        }
        self.games += games.len();
        self.positions += samples.len();
        self.error += error;
        let table = table::text(&self.values);
        Ok(self.desk.files.write(&self.request.to, table.as_bytes())?)
    }
}

/// Converts a game of self-play, skipping its opening.
fn learned(record: &GameRecord) -> LearnedGame {
    let skip = record.plies.iter().take_while(|ply| ply.score.is_none()).count();
    // A record that was played or read has no illegal move.
    let game = record.game().unwrap_or_default();
    LearnedGame { game, result: record.result, skip }
}
