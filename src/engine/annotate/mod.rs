//! Annotating: a game is searched move by move, and what was given away, and what could have been won, is written into it.
//!
//! Every position is searched from nothing, so that with a limit of nodes the same is found on every machine, however many
//! positions are searched at a time, and whatever was found before (`finding.rs`) need not be found again. Where a move
//! seems to give something away, the position after the better move is searched as well: only what both searches agree on
//! counts. Where a mate was there to be given, the prover is asked, and what is told is a proof that `proof/` accepted. What a
//! move is called and how well was played is `accuracy.rs`, how it is written into the record `write.rs`.

mod accuracy;
mod finding;
mod review;
mod write;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use accuracy::Judgement;
pub use finding::{BadFinding, Findings, GameFinding, MateProof, PlaceSearch, Question};
pub use review::{AnnotatedGame, MoveReview, SideReview};

use super::share::share;
use super::solve::SolveError;
use super::suite::finish;
use super::{Engine, Job, Options};
use crate::chess::game::Status;
use crate::chess::pgn::PgnGame;
use crate::chess::{Color, Game, Step};
use crate::control::{Limits, StopFlag};
use crate::oracle::Endgames;
use crate::proof::Rules;
use crate::prove::prover::Prover;
use crate::prove::task::{Goal, Restriction, Task};
use crate::units::{Score, expected_score};

/// How often it is looked what was found.
const POLL: Duration = Duration::from_millis(2);

/// MiB of the prover's arena, whatever the options say: what is proved is to be the same everywhere.
const ARENA: usize = 32;

/// So far ahead that the prover is asked though the search announces nothing …
const WINNING: Score = Score::cp(500);

/// … with this share of its nodes.
const GLANCE: u64 = 10;

/// What is looked for, and how hard.
#[derive(Clone, PartialEq, Debug)]
pub struct AnnotateOptions {
    /// Of the search in each position.
    pub limits: Limits,
    /// Only this side's moves are judged; both are evaluated.
    pub side: Option<Color>,
    /// What a move may give away, in points, before it is called an inaccuracy; a mistake gives away twice as much, a
    /// blunder three times.
    pub margin: f64,
    /// Nodes for each question to the prover; zero asks none.
    pub proof_nodes: u64,
    /// Positions searched at a time.
    pub jobs: usize,
}

impl Default for AnnotateOptions {
    fn default() -> AnnotateOptions {
        AnnotateOptions {
            limits: Limits::nodes(100_000),
            side: None,
            margin: 0.05,
            proof_nodes: 1_000_000,
            jobs: 1,
        }
    }
}

/// Hears of what was found: of which question, at which ply.
pub type Listener<'a> = dyn FnMut(Question, usize, &GameFinding) + 'a;

/// Annotates games, one after the other.
pub struct Annotator {
    wanted: AnnotateOptions,
    engines: Vec<Mutex<Engine>>,
    prover: Option<Prover>,
}

impl Annotator {
    /// With these options of the engine, one thread a search.
    ///
    /// # Errors
    /// If there is no memory for the prover.
    pub fn new(options: &Options, wanted: AnnotateOptions) -> Result<Annotator, SolveError> {
        let hash = table_for(&wanted.limits, options.hash());
        let options = options.without_lookup().alone(hash, false);
        let engine = |_| Mutex::new(Engine::with(options.clone()));
        let engines = (0..wanted.jobs.max(1)).map(engine).collect();
        let prover = match wanted.proof_nodes {
            0 => None,
            _ => {
                let mut prover = Prover::new(ARENA, 1).map_err(SolveError::new)?;
                prover.consult(Arc::new(Endgames::new()));
                Some(prover)
            }
        };
        Ok(Annotator { wanted, engines, prover })
    }

    /// Annotates the main line of a game. What is `known` is not looked for again. `None` if it was told to stop; `tell` has
    /// heard by then of everything that was found.
    ///
    /// # Errors
    /// If a search crashed.
    pub fn annotate(
        &mut self,
        record: &PgnGame,
        mut known: Findings,
        stop: &StopFlag,
        tell: &mut Listener<'_>,
    ) -> Result<Option<AnnotatedGame>, SolveError> {
        let game = main_line(record);
        let places = (0..=game.ply()).map(|ply| (Question::Place, ply, at(&game, ply)));
        self.search(places.collect(), &mut known, stop, tell)?;
        if stop.is_raised() {
            return Ok(None);
        }
        let better = self.better(&game, &known);
        self.search(better, &mut known, stop, tell)?;
        self.prove(&game, &mut known, stop, tell);
        if stop.is_raised() {
            return Ok(None);
        }
        let mut annotated = AnnotatedGame::new(record, &game, &known, &self.wanted);
        write::write(&mut annotated);
        Ok(Some(annotated))
    }

    /// Searches the places that are not known yet, several at a time.
    fn search(
        &self,
        places: Vec<(Question, usize, Game)>,
        known: &mut Findings,
        stop: &StopFlag,
        tell: &mut Listener<'_>,
    ) -> Result<(), SolveError> {
        let unknown: Vec<(Question, usize, Game)> = places
            .into_iter()
            .filter(|(question, ply, _)| !known.contains_key(&(*question, *ply)))
            .collect();
        let found: Mutex<Vec<(usize, PlaceSearch)>> = Mutex::default();
        let crashed = AtomicBool::new(false);
        let mut hand_on = || {
            let new = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
            for (index, mut search) in new {
                let (question, ply, game): &(Question, usize, Game) = &unknown[index];
                // All lines are told from the place itself.
                if let (Question::Better, Some(&Step::Move(better))) =
                    (question, game.played().last())
                {
                    search.pv.insert(0, better);
                }
                let finding = GameFinding::Searched(search);
                tell(*question, *ply, &finding);
                known.insert((*question, *ply), finding);
            }
        };
        let work = |worker: usize, index: usize| {
            if stop.is_raised() || crashed.load(Ordering::Relaxed) {
                return;
            }
            let mut engine = self.engines[worker].lock().unwrap_or_else(PoisonError::into_inner);
            match searched(&mut engine, &unknown[index].2, &self.wanted.limits, stop) {
                Some(search) if !stop.is_raised() => {
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((index, search));
                }
                Some(_) => {}
                None => crashed.store(true, Ordering::Relaxed),
            }
        };
        share(unknown.len(), self.engines.len(), (POLL, &mut hand_on), &work);
        hand_on();
        match crashed.into_inner() && !stop.is_raised() {
            true => Err(SolveError::new("a search ended by a mistake of the program")),
            false => Ok(()),
        }
    }

    /// The positions after moves that seem to be better than what was played.
    fn better(&self, game: &Game, known: &Findings) -> Vec<(Question, usize, Game)> {
        let mut asked = Vec::new();
        for (ply, step) in game.played().iter().enumerate() {
            let Some(best) = review::best_at(known, ply) else { continue };
            let loss = review::first_loss(known, ply).unwrap_or_default();
            if *step != Step::Move(best) && loss >= self.wanted.margin {
                let mut better = at(game, ply);
                if better.play(best).is_ok() {
                    asked.push((Question::Better, ply, better));
                }
            }
        }
        asked
    }

    /// Has the mates proved that could have been given, as far as the search or the score makes them likely.
    fn prove(
        &mut self,
        game: &Game,
        known: &mut Findings,
        stop: &StopFlag,
        tell: &mut Listener<'_>,
    ) {
        let Some(prover) = &mut self.prover else { return };
        let limits = (self.wanted.proof_nodes, self.wanted.margin);
        for ply in 0..=game.ply() {
            let Some(nodes) = likely_mate(known, ply, limits) else { continue };
            if stop.is_raised() {
                return;
            }
            if known.contains_key(&(Question::Mate, ply)) {
                continue;
            }
            let place = at(game, ply);
            let task = Task {
                root: *place.position(),
                attacker: place.position().turn(),
                goal: Goal::Any,
                restriction: Restriction::default(),
                rules: Rules::Game,
                history: place.history_keys().to_vec(),
                nodes: Some(nodes),
            };
            prover.clear();
            let outcome = prover.prove(&task, stop, &mut |_| {});
            // What was cut short has not had its chance.
            if stop.is_raised() {
                return;
            }
            let shortest = outcome.is_shortest();
            let finding = GameFinding::Mate(
                outcome.proof.map(|proof| Box::new(MateProof { proof, shortest })),
            );
            tell(Question::Mate, ply, &finding);
            known.insert((Question::Mate, ply), finding);
        }
    }
}

/// MiB for the table of each search: what its nodes can fill, for every search asks the system for a new one.
fn table_for(limits: &Limits, most: usize) -> usize {
    const BYTES_OF_A_NODE: u64 = 64;
    let needed = limits.nodes.map(|nodes| (nodes.saturating_mul(BYTES_OF_A_NODE) >> 20) + 1);
    needed.and_then(|needed| usize::try_from(needed).ok()).map_or(most, |needed| needed.min(most))
}

/// How many nodes it is worth to ask whether the side to move could have mated, if it is worth any: it seems so and it did
/// not, or the other side let it come to that.
fn likely_mate(known: &Findings, ply: usize, (all, margin): (u64, f64)) -> Option<u64> {
    let here = review::score_at(known, ply)?;
    let after = review::score_at(known, ply + 1);
    let before = ply.checked_sub(1).and_then(|before| review::score_at(known, before));
    let missed = after.is_some_and(|after| !after.is_loss());
    let allowed = before.is_some_and(|before| expected_score(before) >= margin);
    match here {
        here if here.is_win() && (missed || allowed) => Some(all),
        here if here >= WINNING && missed => Some((all / GLANCE).max(1)),
        _ => None,
    }
}

/// What a search finds where the game stands; the rules know it where the game is over. `None` if it crashed.
fn searched(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    stop: &StopFlag,
) -> Option<PlaceSearch> {
    if let Status::Over(ending) = game.status() {
        let score = if ending.winner().is_some() { Score::mated_at(0) } else { Score::DRAW };
        return Some(PlaceSearch { score, ..PlaceSearch::default() });
    }
    let (game, limits) = (game.clone(), limits.clone());
    let job = Job { game, limits, multi_pv: Some(1), strength: None };
    let iteration = finish(engine, job, stop)?.iteration;
    let (depth, nodes) = (iteration.depth, iteration.progress.nodes);
    let line = iteration.lines.into_iter().next()?;
    Some(PlaceSearch { score: line.score, depth, nodes, pv: line.pv })
}

/// The game of the main line, played to its end.
pub fn main_line(record: &PgnGame) -> Game {
    let mut tree = record.tree.clone();
    tree.goto_main_end();
    tree.game().clone()
}

/// The game as it stood after so many plies.
fn at(game: &Game, ply: usize) -> Game {
    let mut game = game.clone();
    game.goto(ply);
    game
}

#[cfg(test)]
mod tests;
