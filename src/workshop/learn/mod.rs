//! `learn`: weights of the classical evaluation learn from games as they are played, or from files of games.

use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use quarterply::chess::GameResult;
use quarterply::chess::pgn::PgnReader;
use quarterply::control::Limits;
use quarterply::store::MadeOf;
use quarterply::store::learned_weights::LearnedWeights;
use quarterply::tools::annotate::main_line;
use quarterply::tools::learn::{LearnedGame, TdLeaf, TdLeafOptions};
use quarterply::tools::tool::arguments::{number, path};
use quarterply::tools::tool::files::{WRITTEN_BY, name_of};

use crate::desk::Desk;
use crate::players::limited;
use crate::records::{GameRecord, Records};
use crate::selfplay::{GameArguments, Standing, play};

const AT_ONCE: usize = 8;

const USUAL: u64 = 1_000;

/// Each position is searched, and what the evaluation says at the end of the principal variation learns from what it says
/// later and from the result.
#[derive(Args, Debug)]
pub struct Learn {
    /// Games of selfplay (.qpr) or in PGN; if none are named, games are played with the weights as they are
    #[arg(value_name = "FILE", value_parser = path)]
    files: Vec<PathBuf>,
    /// The weights, which the next run continues from
    #[arg(long, value_name = "FILE.qpw", value_parser = path)]
    to: PathBuf,
    /// Takes the last lesson back
    #[arg(long, conflicts_with = "files")]
    undo: bool,
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
        if self.undo {
            let mut weights = LearnedWeights::resume(&desk.files, &self.to, WRITTEN_BY)?;
            let lesson = weights.undo().context("no lesson is left that can be taken back")?;
            weights.save(&desk.files, &self.to)?;
            return Ok(
                desk.say(format_args!("taken back: {} games of {}", lesson.games, lesson.source))?
            );
        }
        let options = self.how.players.options()?;
        let limits = self.how.players.limits().unwrap_or(Limits::nodes(USUAL));
        let made_of = limited(options.made_of("", MadeOf::work("learn")), &limits);
        let made_of = made_of.and("lambda", self.lambda).and("rate", self.rate);
        let mut weights = LearnedWeights::resume(&desk.files, &self.to, WRITTEN_BY)?;
        // Another run continues with other games.
        let known = weights.lessons().iter().map(|lesson| lesson.games).sum();
        let names: Vec<String> = self.files.iter().map(|path| name_of(path)).collect();
        let source =
            if names.is_empty() { "games against itself".to_owned() } else { names.join(", ") };
        weights.begin_lesson(source, made_of.to_string());
        let how = TdLeafOptions {
            lambda: f64::from(self.lambda) / 100.0,
            rate: f64::from(self.rate),
            limits: limits.clone(),
            jobs: self.how.players.jobs.jobs,
        };
        let learner = TdLeaf::new(&options, how, weights.values());
        let mut course =
            Course { desk, path: &self.to, weights, learner, waiting: Vec::new(), error: 0.0 };
        if self.files.is_empty() {
            self.play(&mut course, &limits, known)?;
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
        let lesson = course.weights.lessons().last().context("no lesson was begun")?;
        ensure!(lesson.games > 0, "there is no game to learn from");
        desk.say(format_args!(
            "{}: {} games, {} positions, error {:.6}",
            self.to.display(),
            lesson.games,
            lesson.positions,
            course.error / lesson.positions.max(1) as f64
        ))?;
        Ok(())
    }

    /// Plays games with the weights as they are, a few at a time, and learns from each of these.
    fn play(&self, course: &mut Course<'_>, limits: &Limits, known: u32) -> anyhow::Result<()> {
        for first in (0..self.games).step_by(AT_ONCE) {
            let last = (first + AT_ONCE as u32).min(self.games);
            let mut plan = self.how.plan(vec![course.learner.player()], known + last);
            plan.limits = limits.clone();
            let mut standing = Standing::new(false);
            standing.games = known + first;
            play(&plan, standing, &course.desk.stop, &mut |record, _| {
                course.waiting.push(learned(record));
                ControlFlow::Continue(())
            })?;
            if course.waiting.len() < (last - first) as usize {
                course.waiting.clear();
                break;
            }
            course.learn()?;
            course.desk.done(u64::from(last), u64::from(self.games), "");
        }
        Ok(())
    }
}

struct Course<'a> {
    desk: &'a Desk,
    path: &'a Path,
    weights: LearnedWeights,
    learner: TdLeaf,
    waiting: Vec<LearnedGame>,
    /// The sum over positions.
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
        self.error += step.error * step.positions as f64;
        self.weights.learn(&self.learner.values, step.games, step.positions);
        Ok(self.weights.save(&self.desk.files, self.path)?)
    }
}

/// A game of self-play, without its opening.
fn learned(record: &GameRecord) -> LearnedGame {
    let skip = record.plies.iter().take_while(|ply| ply.score.is_none()).count();
    // A record that was played or read has no illegal move.
    let game = record.game().unwrap_or_default();
    LearnedGame { game, result: record.result, skip }
}
