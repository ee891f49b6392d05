//! `learn`: weights of the classical evaluation that learn from games, kept in a file of their own.

use std::io::BufReader;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::measure::{content, name_of, open};
use super::selfplay::openings;
use super::{CommandError, Effect, News, Session};
use crate::chess::Game;
use crate::chess::game::{GameResult, Step};
use crate::chess::pgn::PgnReader;
use crate::control::Limits;
use crate::engine::Options;
use crate::eval::classical::features::{GROUPS, WEIGHTS};
use crate::shell::learning::{
    LearnGames, LearnRequest, LearningReply, MovedWeight, WeightsDone, WeightsReply, WeightsUse,
};
use crate::shell::reply::Reply;
use crate::shell::selfplay::OpeningChoice;
use crate::store::learned_weights::LearnedWeights;
use crate::store::records::{EndCause, GameRecord, RecordedPly, Records};
use crate::store::{MadeOf, StoreError};
use crate::workshop::annotate::main_line;
use crate::workshop::learn::td_leaf::{LAMBDA, TdLeaf, TdLeafOptions, TdLeafStep};
use crate::workshop::selfplay::player_options;
use crate::workshop::selfplay::{self, MatchPlan, OpeningSource, Sides, Standing};
use crate::workshop::tool::files::WRITTEN_BY;

/// Games that are learned from at once.
const AT_ONCE: usize = 8;

/// Nodes of a search of a game that was played at the prompt.
const AT_THE_BOARD: u64 = 2_000;

/// How far weights go for a game at the prompt, in centipawns: one game is all there is.
const RATE_AT_THE_BOARD: f64 = 10.0;

/// The most moved weights that are told of, and the fewest centipawns that one of them has moved.
const MOVED: usize = 8;
const LEAST_MOVED: f64 = 0.05;

impl Session {
    pub(super) fn weights(&mut self, usage: WeightsUse) -> Result<Effect, CommandError> {
        match usage {
            WeightsUse::Learn(request) => self.learn(*request),
            WeightsUse::Show(path) => {
                let path = self.weights_path(path)?;
                let weights = LearnedWeights::load(&path)?;
                Ok(self.weights_reply(path, &weights, WeightsDone::Shown).into())
            }
            WeightsUse::Undo(path) => {
                let path = self.weights_path(path)?;
                let mut weights = LearnedWeights::load(&path)?;
                let lesson = weights.undo().ok_or_else(|| {
                    let message =
                        "there is no lesson left that can be taken back; `learn show` tells of all";
                    content(&path, message.to_owned())
                })?;
                weights.save(&self.files, &path)?;
                self.take_up(&path)?;
                Ok(self.weights_reply(path, &weights, WeightsDone::Undone(lesson)).into())
            }
        }
    }

    /// Evaluates by the weights in a file.
    pub(super) fn load_weights(&mut self, path: PathBuf) -> Result<Effect, CommandError> {
        let weights = LearnedWeights::load(&path)?;
        self.engine.set_option("WeightsFile", &path.to_string_lossy())?;
        self.engine.set_option("Evaluation", "learned")?;
        Ok(self.weights_reply(path, &weights, WeightsDone::Shown).into())
    }

    /// Learns from the game on the board, which has ended, if that is wanted.
    pub(super) fn learn_from_game(&mut self, result: GameResult) {
        if !self.engine.options().learn || result == GameResult::Unknown {
            return;
        }
        let record = of_game(self.game(), result);
        let limits = Limits::nodes(AT_THE_BOARD);
        let how = TdLeafOptions { lambda: LAMBDA, rate: RATE_AT_THE_BOARD, limits, jobs: 1 };
        let games = LearnGames::This(Box::new(record));
        let openings = OpeningChoice::Book;
        // Whoever plays a game is not kept from the next one by a file that cannot be read or written: the job tells.
        let _ = self.learn(LearnRequest { games, to: None, how, openings, seed: 1 });
    }

    fn learn(&mut self, request: LearnRequest) -> Result<Effect, CommandError> {
        let path = self.weights_path(request.to.clone())?;
        let base = player_options(self.engine.options())?;
        self.start_task(move |context| {
            // Read here, where somebody hears of it if the file is damaged: also after a game at the prompt.
            let weights = LearnedWeights::resume(&context.files, &path, WRITTEN_BY)?;
            WeightsCourse::new(&request, base, path, weights, context)?.run()
        })
    }

    /// The file that was named, or that of the option.
    fn weights_path(&self, named: Option<PathBuf>) -> Result<PathBuf, CommandError> {
        let usual = &self.engine.options().weights_file.text;
        named
            .or_else(|| (!usual.is_empty()).then(|| PathBuf::from(usual)))
            .ok_or(CommandError::NoWeightsFile)
    }

    /// If the weights of this file are loaded, those that it holds now are taken.
    pub(super) fn take_up(&mut self, path: &Path) -> Result<(), CommandError> {
        if Path::new(&self.engine.options().weights_file.text) == path {
            self.engine.set_option("WeightsFile", &path.to_string_lossy())?;
        }
        Ok(())
    }

    fn weights_reply(&self, path: PathBuf, weights: &LearnedWeights, done: WeightsDone) -> Reply {
        let in_use =
            self.engine.options().learned().map(|learned| **learned) == Some(weights.rounded());
        let lessons = weights.lessons().to_vec();
        let reply = WeightsReply { path, done, lessons, moved: moved(weights), in_use };
        Reply::Learning(LearningReply::Weights(Box::new(reply)))
    }
}

/// The weights that are farthest from the tuned ones.
fn moved(weights: &LearnedWeights) -> Vec<MovedWeight> {
    let names = GROUPS.iter().flat_map(|group| (0..group.len).map(move |at| (group.name, at)));
    let pairs = WEIGHTS.iter().zip(weights.values()).zip(names);
    let all = pairs.map(|((pair, &now), group)| MovedWeight {
        group,
        tuned: [pair.mg(), pair.eg()].map(f64::from),
        now,
    });
    let far = |weight: &MovedWeight| {
        let halves = weight.now.iter().zip(weight.tuned);
        halves.map(|(now, tuned)| (now - tuned).abs()).fold(0.0, f64::max)
    };
    let mut all: Vec<MovedWeight> = all.filter(|weight| far(weight) >= LEAST_MOVED).collect();
    all.sort_by(|a, b| far(b).total_cmp(&far(a)).then(a.group.cmp(&b.group)));
    all.truncate(MOVED);
    all
}

/// Everything that a lesson follows from but the weights it begins with.
pub(super) fn made_of(request: &LearnRequest, base: &Options) -> Result<MadeOf, CommandError> {
    let how = &request.how;
    let made_of = base.made_of("", MadeOf::work("learn"));
    let made_of = made_of
        .and("lambda", how.lambda)
        .and("rate", how.rate)
        .and("limits", selfplay::limits_of(&how.limits).trim_start_matches("; "));
    match &request.games {
        LearnGames::Played(_) => {
            let openings = openings(&request.openings)?;
            Ok(made_of.and("openings", openings).and("seed", request.seed))
        }
        LearnGames::Of(files) => {
            let numbered = files.iter().enumerate();
            let added = numbered.into_iter().try_fold(made_of, |made_of, (number, path)| {
                made_of.and_file(&format!("games {}", number + 1), path)
            });
            Ok(added.map_err(StoreError::from)?)
        }
        LearnGames::This(_) => Ok(made_of),
    }
}

/// A lesson under way.
struct WeightsCourse<'a> {
    request: &'a LearnRequest,
    context: &'a TaskContext,
    path: PathBuf,
    weights: LearnedWeights,
    learner: TdLeaf,
    /// What was learned so far; the error is the sum over positions.
    step: TdLeafStep,
    passed_over: u32,
    begun: Instant,
}

impl<'a> WeightsCourse<'a> {
    fn new(
        request: &'a LearnRequest,
        base: Options,
        path: PathBuf,
        mut weights: LearnedWeights,
        context: &'a TaskContext,
    ) -> Result<WeightsCourse<'a>, CommandError> {
        let source = match &request.games {
            LearnGames::Played(_) => "games against itself".to_owned(),
            LearnGames::Of(files) => {
                files.iter().map(|path| name_of(path)).collect::<Vec<_>>().join(", ")
            }
            LearnGames::This(_) => "a game at the prompt".to_owned(),
        };
        let how = &request.how;
        weights.begin_lesson(source, made_of(request, &base)?.to_string());
        let learner = TdLeaf::new(&base, how.clone(), weights.values());
        let (step, begun) = (TdLeafStep::default(), Instant::now());
        Ok(WeightsCourse { request, context, path, weights, learner, step, passed_over: 0, begun })
    }

    fn run(mut self) -> Result<Finding, CommandError> {
        match &self.request.games {
            LearnGames::Played(games) => self.play(*games)?,
            LearnGames::Of(files) => self.files(files)?,
            LearnGames::This(record) => {
                self.learn(std::slice::from_ref(record))?;
            }
        }
        if self.step.games == 0 {
            return Err(self.nothing_learned());
        }
        let games = match &self.request.games {
            LearnGames::Played(games) => *games,
            _ => self.step.games,
        };
        let WeightsCourse { path, weights, mut step, passed_over, begun, .. } = self;
        step.error /= (step.positions as f64).max(1.0);
        let done = WeightsDone::Learned { step, games, passed_over, elapsed: begun.elapsed() };
        Ok(Finding::new(move |session| {
            session.take_up(&path)?;
            Ok(session.weights_reply(path, &weights, done))
        }))
    }

    /// Why there is no lesson.
    fn nothing_learned(&self) -> CommandError {
        match &self.request.games {
            LearnGames::Of(files) if !self.context.stop.is_raised() => {
                let passed_over = self.passed_over;
                let why = "are damaged or have no result";
                let path = files.first().unwrap_or(&self.path);
                content(path, format!("there is no game to learn from; {passed_over} {why}"))
            }
            _ => StoreError::Stopped.into(),
        }
    }

    /// Plays games with the weights as they stand, a few at a time, and learns from each of these.
    fn play(&mut self, games: u32) -> Result<(), CommandError> {
        let request = self.request;
        let openings = openings(&request.openings)?;
        self.context.tell(News::ItemsBegin { what: "learn".to_owned(), items: games as usize });
        // Another run goes on with other games.
        let known: u32 = self.weights.lessons().iter().map(|lesson| lesson.games).sum();
        for first in (0..games).step_by(AT_ONCE) {
            let last = (first + AT_ONCE as u32).min(games);
            let played = self.some_games(known + first..known + last, &openings)?;
            if played.len() < (last - first) as usize || !self.learn(&played)? {
                break;
            }
            self.context.tell(News::ItemsDone(last as usize));
        }
        Ok(())
    }

    fn some_games(
        &self,
        numbers: Range<u32>,
        openings: &OpeningSource,
    ) -> Result<Vec<GameRecord>, CommandError> {
        let how = &self.request.how;
        let plan = MatchPlan {
            sides: Sides::Alone(Box::new(self.learner.player())),
            games: numbers.end,
            limits: how.limits.clone(),
            clock: None,
            openings: openings.clone(),
            seed: self.request.seed,
            // Games are played to their end: what is given up is never learned.
            adjudication: Default::default(),
            sprt: None,
            jobs: how.jobs,
        };
        let mut standing = Standing::new(false);
        standing.games = numbers.start;
        let mut played = Vec::new();
        selfplay::play(&plan, standing, &self.context.stop, &mut |record, _| {
            played.push(record.clone());
            ControlFlow::Continue(())
        })
        .map_err(|error| CommandError::Memory(error.to_string()))?;
        Ok(played)
    }

    /// Learns from games of files.
    fn files(&mut self, files: &[PathBuf]) -> Result<(), CommandError> {
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

    fn records(
        &mut self,
        path: &Path,
        waiting: &mut Vec<GameRecord>,
    ) -> Result<bool, CommandError> {
        let fault = |error: String| content(path, error);
        for record in Records::open(path).map_err(|error| fault(error.to_string()))? {
            waiting.push(record.map_err(|error| fault(error.to_string()))?);
            if waiting.len() == AT_ONCE && !self.learn(&std::mem::take(waiting))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn pgn(&mut self, path: &Path, waiting: &mut Vec<GameRecord>) -> Result<bool, CommandError> {
        let mut reader = PgnReader::new(BufReader::new(open(path)?));
        let failed = |error: std::io::Error| content(path, error.to_string());
        while let Some(record) = reader.record().map_err(failed)? {
            let reading = record.read();
            let result = reading.game.result();
            if reading.fault.is_some() || result == GameResult::Unknown {
                self.passed_over += 1;
                continue;
            }
            waiting.push(of_game(&main_line(&reading.game), result));
            if waiting.len() == AT_ONCE && !self.learn(&std::mem::take(waiting))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Learns from some games and writes down what came of it; `false` if it was told to stop.
    fn learn(&mut self, games: &[GameRecord]) -> Result<bool, CommandError> {
        let learned = self.learner.learn(games, &self.context.stop);
        let learned = learned.map_err(|error| CommandError::Memory(error.to_string()))?;
        let Some(step) = learned else { return Ok(false) };
        self.step.games += step.games;
        self.step.positions += step.positions;
        self.step.error += step.error * step.positions as f64;
        self.weights.learn(self.learner.values(), step.games, step.positions);
        self.weights.save(&self.context.files, &self.path)?;
        Ok(!self.context.stop.is_raised())
    }
}

/// A game as the learner takes it.
fn of_game(game: &Game, result: GameResult) -> GameRecord {
    let moves = game.played().iter().map_while(|step| match step {
        Step::Move(mv) => Some(RecordedPly { mv: *mv, score: None }),
        // A passed move is none that was played.
        Step::Pass => None,
    });
    let (plies, start) = (moves.collect(), *game.start());
    GameRecord { number: 0, start, plies, result, cause: EndCause::Agreed }
}
