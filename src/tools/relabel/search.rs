//! Positions searched anew: those of a file, or those that searches of them evaluate.
//!
//! A search evaluates positions that are never played: positions where something was just lost. A network that has seen games alone
//! knows nothing of those. So some of the positions that a search asked its evaluation for are taken, each as likely as any
//! other, and searched by themselves. No game was played there, so there is no result; the search's score is all. As with
//! games, only quiet ones are kept: the best move is no capture and no promotion. With the static evaluation as the score (distillation:
//! a network learns what another one says) they are not searched, and unquiet ones are kept as well.
//!
//! Work is done in pieces of [`PIECE`] positions. What comes of a piece follows from its number, its positions and the
//! settings alone, whichever thread does it, and when.

use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::chess::{Game, Move, Position};
use crate::control::lock::Unpoisoned;
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::engine::evaluator::{EngineEvaluator, evaluator};
use crate::engine::random::Random;
use crate::engine::self_player::{NoTable, SelfPlayer};
use crate::eval::Evaluator;
use crate::store::MadeOf;
use crate::store::positions::{PositionFile, PositionsError, RECORD, TrainingPosition};
use crate::tools::batch::{Batch, JobFlags};
use crate::tools::data::LeftOutCause;
use crate::tools::selfplay;
use crate::units::Score;

pub const PIECE: usize = 256;

const DIGITS: [char; 16] =
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

#[derive(Clone, Debug)]
pub struct RelabelPlan {
    /// With what. The evaluation, the search's settings and `Hash` count.
    pub options: Options,
    pub limits: Limits,
    /// How many positions to take from the tree of each search; none for the positions themselves.
    pub tree: usize,
    /// Whether the score is that of the static evaluation, and not of a search.
    pub is_static: bool,
    /// Centipawns from which on a position is decided.
    pub most: i32,
    /// What is taken from a tree follows from it.
    pub seed: u64,
    pub jobs: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RelabeledPiece {
    /// Those that can be learned from, in their order.
    pub positions: Vec<TrainingPosition>,
    /// How many came to nothing, by [`LeftOutCause`].
    pub left_out: [u64; LeftOutCause::ALL.len()],
}

impl RelabeledPiece {
    fn add(&mut self, became: Result<TrainingPosition, LeftOutCause>) {
        match became {
            Ok(position) => self.positions.push(position),
            Err(cause) => self.left_out[cause as usize] += 1,
        }
    }

    /// As a line of a journal: what was left out, then the bytes of each position in hexadecimal digits.
    pub fn to_line(&self) -> String {
        let mut line: String = self.left_out.iter().map(|count| format!("{count} ")).collect();
        for byte in self.positions.iter().flat_map(TrainingPosition::to_bytes) {
            line.extend([byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]));
        }
        line
    }

    /// From such a line; `None` if it is none.
    pub fn from_line(line: &str) -> Option<RelabeledPiece> {
        let mut words = line.split(' ');
        let mut left_out = [0; LeftOutCause::ALL.len()];
        for count in &mut left_out {
            *count = words.next()?.parse().ok()?;
        }
        let (digits, rest) = words.next()?.as_bytes().as_chunks::<{ 2 * RECORD }>();
        let position = |digits: &[u8; 2 * RECORD]| {
            let mut bytes = [0; RECORD];
            for (byte, pair) in bytes.iter_mut().zip(digits.as_chunks::<2>().0) {
                let [high, low] = pair.map(|digit| char::from(digit).to_digit(16));
                *byte = (high? << 4 | low?) as u8;
            }
            TrainingPosition::from_bytes(&bytes)
        };
        let positions = digits.iter().map(position).collect::<Option<_>>()?;
        (rest.is_empty() && words.next().is_none())
            .then_some(RelabeledPiece { positions, left_out })
    }
}

impl RelabelPlan {
    /// Adds everything that what comes of a position follows from.
    pub fn made_of(&self, made_of: MadeOf) -> MadeOf {
        let RelabelPlan { options, limits, tree, is_static, most, seed, .. } = self;
        options
            .made_of("", made_of)
            .and("limits", selfplay::limits_of(limits))
            .and("tree", tree)
            .and_if("scores", is_static.then_some("static"))
            .and("most", most)
            .and("seed", seed)
    }
}

/// An evaluation that remembers some of the positions that it was asked for, each as likely as any other.
struct EvaluationSampler {
    evaluator: EngineEvaluator,
    random: Random,
    asked: usize,
    most: usize,
    kept: Vec<Position>,
}

impl EvaluationSampler {
    fn new(options: &Options) -> EvaluationSampler {
        let (random, evaluator) = (Random::new(0, 0), evaluator(options));
        EvaluationSampler { evaluator, random, asked: 0, most: 0, kept: Vec::new() }
    }

    /// Remembers so many of what it will be asked for, which ones follows from the chance given.
    fn begin(&mut self, most: usize, random: Random) {
        (self.random, self.asked, self.most) = (random, 0, most);
        self.kept.clear();
    }
}

impl Evaluator for EvaluationSampler {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        // Vitter's algorithm R: the place of one among all so far, if it is among the first.
        self.asked += 1;
        if self.kept.len() < self.most {
            self.kept.push(*position);
        } else if let Some(place) = self.kept.get_mut(self.random.below(self.asked)) {
            *place = *position;
        }
        self.evaluator.evaluate(position, ply)
    }
}

/// Who searches on a thread.
struct Relabeler<'a> {
    plan: &'a RelabelPlan,
    flags: JobFlags,
    player: SelfPlayer,
    /// Whose trees positions are taken from.
    sampler: SelfPlayer<EvaluationSampler>,
}

impl<'a> Relabeler<'a> {
    fn new(plan: &'a RelabelPlan, flags: &JobFlags) -> Result<Relabeler<'a>, NoTable> {
        let player = SelfPlayer::new(&plan.options, &flags.search)?;
        let sampler =
            SelfPlayer::with_evaluator(&plan.options, &flags.search, EvaluationSampler::new)?;
        Ok(Relabeler { plan, flags: flags.clone(), player, sampler })
    }

    /// What became of the positions of a piece, the first of which has this number; `None` if stopped.
    fn piece(&mut self, first: u64, positions: &[TrainingPosition]) -> Option<RelabeledPiece> {
        self.player.new_game();
        self.sampler.new_game();
        let mut piece = RelabeledPiece::default();
        for (number, start) in (first..).zip(positions) {
            if self.plan.tree == 0 {
                piece.add(self.anew(start));
            } else {
                for position in self.of_tree(start, number) {
                    piece.add(self.unplayed(position));
                }
            }
            if self.flags.quit.is_stopped() {
                return None;
            }
        }
        Some(piece)
    }

    fn anew(&mut self, start: &TrainingPosition) -> Result<TrainingPosition, LeftOutCause> {
        let position = start.to_position().ok_or(LeftOutCause::Decided)?;
        let (_, score) = self.judge(position)?;
        Ok(start.with_score(score.for_white(start.turn())))
    }

    /// Positions that a search of this one evaluates.
    fn of_tree(&mut self, start: &TrainingPosition, number: u64) -> Vec<Position> {
        let Some(position) = start.to_position() else { return Vec::new() };
        let random = Random::new(self.plan.seed, number);
        // What an earlier tree left in the table would not be evaluated again. Where nothing else is searched, emptying it
        // would take most of the time.
        if !self.plan.is_static {
            self.sampler.new_game();
        }
        self.sampler.evaluator().begin(self.plan.tree, random);
        self.flags.search.lower();
        let game = Game::new(position);
        self.sampler.think(&game, self.plan.limits.clone(), position.turn());
        std::mem::take(&mut self.sampler.evaluator().kept)
    }

    /// A position that was not played, with its score, if it is quiet.
    fn unplayed(&mut self, position: Position) -> Result<TrainingPosition, LeftOutCause> {
        if position.in_check() {
            return Err(LeftOutCause::Check);
        }
        let (mv, score) = self.judge(position)?;
        if mv.is_some_and(|mv| position.is_noisy(mv)) {
            return Err(LeftOutCause::Noisy);
        }
        let score = score.for_white(position.turn());
        TrainingPosition::unplayed(&position, score).ok_or(LeftOutCause::Decided)
    }

    /// The score and, if it is a search's, the best move, if the position is not decided.
    fn judge(&mut self, position: Position) -> Result<(Option<Move>, Score), LeftOutCause> {
        let is_open = |score: Score| !score.is_mate() && score.raw().abs() < self.plan.most;
        let found = if self.plan.is_static {
            (None, self.sampler.evaluator().evaluator.evaluate(&position, 0))
        } else {
            self.search(position).ok_or(LeftOutCause::Decided)?
        };
        if is_open(found.1) { Ok(found) } else { Err(LeftOutCause::Decided) }
    }

    /// The best move of a search and its score.
    fn search(&mut self, position: Position) -> Option<(Option<Move>, Score)> {
        self.flags.search.lower();
        let (game, limits) = (Game::new(position), self.plan.limits.clone());
        let thought = self.player.think(&game, limits, position.turn());
        let line = thought.finished.iteration.lines.first();
        Some((Some(thought.finished.best?), line?.score))
    }
}

/// Why positions were not searched anew.
#[derive(Debug, thiserror::Error)]
pub enum RelabelError {
    #[error(transparent)]
    Table(#[from] NoTable),
    #[error(transparent)]
    Positions(#[from] PositionsError),
}

pub fn piece_count(file: &PositionFile) -> u32 {
    file.header().count().div_ceil(PIECE as u64).min(u64::from(u32::MAX)) as u32
}

/// Searches the positions of a file anew, piece after piece from number `first` on; `tell` hears what became of each, in
/// order, and may break off.
pub fn relabel(
    plan: &RelabelPlan,
    file: PositionFile,
    first: u32,
    stop: &StopFlag,
    tell: &mut dyn FnMut(RelabeledPiece) -> ControlFlow<()>,
) -> Result<(), RelabelError> {
    let batch = Batch { pieces: first..piece_count(&file), jobs: plan.jobs, stop };
    let file = Mutex::new(file);
    let begin = |flags: &JobFlags| Ok(Relabeler::new(plan, flags)?);
    let work = |relabeler: &mut Relabeler<'_>, piece: u32| {
        let first = u64::from(piece) * PIECE as u64;
        // Whoever panicked while holding it left nothing half done: files are read from where they are told.
        let read = file.lock().unpoisoned().read(first, PIECE);
        Ok(relabeler.piece(first, &read?))
    };
    batch.run(begin, work, tell)
}
