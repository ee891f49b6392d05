//! A lesson: games that are played or read, a few at a time, and learned from.

use std::io::BufReader;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::td_leaf::{LAMBDA, TdLeaf, TdLeafOptions, TdLeafStep};
use super::view::{WeightsAnswer, WeightsLearned};
use crate::chess::pgn::PgnReader;
use crate::chess::{Game, GameResult};
use crate::control::Limits;
use crate::engine::Options;
use crate::engine::self_player::player_options;
use crate::store::learned_weights::LearnedWeights;
use crate::store::records::{EndCause, GameRecord, RecordedPly, Records};
use crate::store::{FileError, MadeOf, StoreError};
use crate::tools::annotate::main_line;
use crate::tools::selfplay::{self, MatchPlan, OpeningChoice, OpeningSource, Sides, Standing};
use crate::tools::tool::files::{WRITTEN_BY, name_of, open};
use crate::tools::tool::{ToolContext, ToolDone, ToolError, ToolResult, ToolWork};

const AT_ONCE: usize = 8;

/// Nodes of a search of a game that was played at the prompt.
const AT_THE_BOARD: u64 = 2_000;

/// How far weights go for a game at the prompt, in centipawns: one game is all there is.
const RATE_AT_THE_BOARD: f64 = 10.0;

#[derive(Clone, PartialEq, Debug)]
pub enum LearnGames {
    /// As many as this, played for it.
    Played(u32),
    /// Those of these files: records of self-play, or PGN.
    Of(Vec<PathBuf>),
    This(Box<GameRecord>),
}

#[derive(Clone, Debug)]
pub struct LessonPlan {
    pub games: LearnGames,
    pub path: PathBuf,
    /// How; jobs are games at a time.
    pub how: TdLeafOptions,
    pub openings: OpeningChoice,
    /// Other seeds give other games.
    pub seed: u64,
    /// What is set, for players.
    pub options: Options,
}

impl LessonPlan {
    pub fn of_game(game: &Game, result: GameResult, options: &Options) -> ToolResult<LessonPlan> {
        let limits = Limits::nodes(AT_THE_BOARD);
        Ok(LessonPlan {
            games: LearnGames::This(Box::new(record_of(game, result))),
            path: weights_path(options, None)?,
            how: TdLeafOptions { lambda: LAMBDA, rate: RATE_AT_THE_BOARD, limits, jobs: 1 },
            openings: OpeningChoice::Made(OpeningSource::Book),
            seed: 1,
            options: player_options(options)?,
        })
    }

    /// Returns everything that it follows from but files and the weights it begins with.
    fn made_of(&self) -> ToolResult<MadeOf> {
        let how = &self.how;
        let made_of = self.options.made_of("", MadeOf::work("learn"));
        let made_of = made_of
            .and("lambda", how.lambda)
            .and("rate", how.rate)
            .and("limits", selfplay::limits_of(&how.limits));
        match &self.games {
            LearnGames::Played(_) => {
                Ok(made_of.and("openings", self.openings.source()?).and("seed", self.seed))
            }
            LearnGames::Of(_) | LearnGames::This(_) => Ok(made_of),
        }
    }

    /// Adds the files that the games are read from, by what they hold.
    fn with_files(&self, made_of: MadeOf) -> Result<MadeOf, FileError> {
        let LearnGames::Of(files) = &self.games else { return Ok(made_of) };
        (1..).zip(files).try_fold(made_of, |made_of, (number, path)| {
            made_of.and_file(&format!("games {number}"), path)
        })
    }

    pub fn work(self) -> ToolResult<ToolWork> {
        Ok(ToolWork::resuming(self.made_of()?, move |context, made_of| {
            // Read here, so that an error is shown also after a game at the prompt.
            let weights = LearnedWeights::resume(context.files, &self.path, WRITTEN_BY)?;
            LessonCourse::new(&self, (weights, self.with_files(made_of)?), context).run()
        }))
    }
}

struct LessonCourse<'a> {
    plan: &'a LessonPlan,
    context: &'a ToolContext<'a>,
    weights: LearnedWeights,
    learner: TdLeaf,
    /// What was learned so far; the error is the sum over positions.
    step: TdLeafStep,
    passed_over: u32,
    begun: Instant,
}

impl<'a> LessonCourse<'a> {
    fn new(
        plan: &'a LessonPlan,
        (mut weights, made_of): (LearnedWeights, MadeOf),
        context: &'a ToolContext<'a>,
    ) -> LessonCourse<'a> {
        let source = match &plan.games {
            LearnGames::Played(_) => "games against itself".to_owned(),
            LearnGames::Of(files) => {
                files.iter().map(|path| name_of(path)).collect::<Vec<_>>().join(", ")
            }
            LearnGames::This(_) => "a game at the prompt".to_owned(),
        };
        weights.begin_lesson(source, made_of.to_string());
        let learner = TdLeaf::new(&plan.options, plan.how.clone(), weights.values());
        let (step, begun) = (TdLeafStep::default(), Instant::now());
        LessonCourse { plan, context, weights, learner, step, passed_over: 0, begun }
    }

    fn run(mut self) -> ToolResult {
        match &self.plan.games {
            LearnGames::Played(games) => self.play(*games)?,
            LearnGames::Of(files) => self.files(files)?,
            LearnGames::This(record) => {
                self.learn(std::slice::from_ref(record))?;
            }
        }
        if self.step.games == 0 {
            return Err(self.nothing_learned());
        }
        let of = match &self.plan.games {
            LearnGames::Played(games) => *games,
            _ => self.step.games,
        };
        let LessonCourse { plan, weights, step, passed_over, begun, .. } = self;
        let TdLeafStep { games, positions, error } = step;
        let learned = WeightsLearned {
            games,
            positions,
            error: error / (positions as f64).max(1.0),
            stopped: games < of,
            passed_over,
            elapsed: begun.elapsed(),
            of,
        };
        let path = plan.path.clone();
        let changed = vec![path.clone()];
        let answer = WeightsAnswer {
            learned: Some(learned),
            ..WeightsAnswer::new(path, &weights, &plan.options, true)
        };
        Ok(ToolDone { changed, ..answer.into() })
    }

    fn nothing_learned(&self) -> ToolError {
        match &self.plan.games {
            LearnGames::Of(files) if !self.context.stop.is_raised() => {
                let passed_over = self.passed_over;
                let why = "are damaged or have no result";
                let path = files.first().unwrap_or(&self.plan.path);
                let message = format!("there is no game to learn from; {passed_over} {why}");
                ToolError::content(path, message)
            }
            _ => StoreError::Stopped.into(),
        }
    }

    /// Plays games with the weights as they are, a few at a time, and learns from each of these.
    fn play(&mut self, games: u32) -> ToolResult<()> {
        let openings = self.plan.openings.source()?;
        self.context.begin("learn", games as usize);
        // Another run continues with other games.
        let known: u32 = self.weights.lessons().iter().map(|lesson| lesson.games).sum();
        for first in (0..games).step_by(AT_ONCE) {
            let last = (first + AT_ONCE as u32).min(games);
            let played = self.some_games(known + first..known + last, &openings)?;
            if played.len() < (last - first) as usize || !self.learn(&played)? {
                break;
            }
            self.context.done(last as usize);
        }
        Ok(())
    }

    fn some_games(
        &self,
        numbers: Range<u32>,
        openings: &OpeningSource,
    ) -> ToolResult<Vec<GameRecord>> {
        let how = &self.plan.how;
        let plan = MatchPlan {
            sides: Sides::Alone(Box::new(self.learner.player())),
            games: numbers.end,
            limits: how.limits.clone(),
            clock: None,
            openings: openings.clone(),
            seed: self.plan.seed,
            // Games are played to their end: what is given up is never learned.
            adjudication: Default::default(),
            sprt: None,
            jobs: how.jobs,
        };
        let mut standing = Standing::new(false);
        standing.games = numbers.start;
        let mut played = Vec::new();
        selfplay::play(&plan, standing, self.context.stop, &mut |record, _| {
            played.push(record.clone());
            ControlFlow::Continue(())
        })?;
        Ok(played)
    }

    fn files(&mut self, files: &[PathBuf]) -> ToolResult<()> {
        let mut waiting = Vec::new();
        for path in files {
            let is_records = path.extension().is_some_and(|end| end == "qpr");
            let goes_on = if is_records {
                self.records(path, &mut waiting)?
            } else {
                self.pgn(path, &mut waiting)?
            };
            if !goes_on {
                return Ok(());
            }
        }
        // A lesson without a game is none.
        if !waiting.is_empty() {
            self.learn(&waiting)?;
        }
        Ok(())
    }

    fn records(&mut self, path: &Path, waiting: &mut Vec<GameRecord>) -> ToolResult<bool> {
        let fault = |error| ToolError::content(path, error);
        for record in Records::open(path).map_err(fault)? {
            waiting.push(record.map_err(fault)?);
            if waiting.len() == AT_ONCE && !self.learn(&std::mem::take(waiting))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn pgn(&mut self, path: &Path, waiting: &mut Vec<GameRecord>) -> ToolResult<bool> {
        let mut reader = PgnReader::new(BufReader::new(open(path)?));
        let failed = |error: std::io::Error| ToolError::content(path, error);
        while let Some(record) = reader.record().map_err(failed)? {
            let reading = record.read();
            let result = reading.game.result();
            if reading.fault.is_some() || result == GameResult::Unknown {
                self.passed_over += 1;
                continue;
            }
            waiting.push(record_of(&main_line(&reading.game), result));
            if waiting.len() == AT_ONCE && !self.learn(&std::mem::take(waiting))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Learns from some games and writes the weights down; `false` if a stop was asked for.
    fn learn(&mut self, games: &[GameRecord]) -> ToolResult<bool> {
        let learned = self.learner.learn(games, self.context.stop)?;
        let Some(step) = learned else { return Ok(false) };
        self.step.games += step.games;
        self.step.positions += step.positions;
        self.step.error += step.error * step.positions as f64;
        self.weights.learn(self.learner.values(), step.games, step.positions);
        self.weights.save(self.context.files, &self.plan.path)?;
        Ok(!self.context.stop.is_raised())
    }
}

fn record_of(game: &Game, result: GameResult) -> GameRecord {
    // A passed move is none that was played.
    let moves = game.played().iter().map_while(|step| step.mv());
    let plies = moves.map(|mv| RecordedPly { mv, score: None }).collect();
    let start = *game.start();
    GameRecord { number: 0, start, plies, result, cause: EndCause::Agreed }
}

/// Returns the file that was named, or that of the option.
pub(super) fn weights_path(options: &Options, named: Option<&PathBuf>) -> ToolResult<PathBuf> {
    let usual = &options.weights_file.text;
    let usual = || (!usual.is_empty()).then(|| PathBuf::from(usual));
    named.cloned().or_else(usual).ok_or_else(|| {
        let message = "which weights? name their file with --to FILE.qpw, or set WeightsFile";
        ToolError::Refused(message.to_owned())
    })
}
