//! Annotates games: searches every position, and finds mistakes and missed mates.
//!
//! Every position is searched with an empty table, so that with a limit of nodes the result is the same on every machine and for
//! any number of jobs. A move that seems to be a mistake is one if the engine of reasons says so, which also gives the words. Likely
//! mates are given to the prover, whose proofs `proof/` verifies. `accuracy.rs` judges moves and games, `write.rs` writes the result
//! into the record.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::finding::{Findings, GameFinding, MateProof, PlaceSearch, Question};
use super::hindsight::{PlaceWorth, worths};
use super::options::{AnnotateOptions, searched_with};
use super::review::{AnnotatedGame, main_line};
use super::write;
use crate::chess::Game;
use crate::chess::game::Status;
use crate::chess::pgn::PgnGame;
use crate::commands::batch::{Batch, JobFlags};
use crate::commands::search::reasons::{NODES, Reasoner};
use crate::commands::tools::suite::finish;
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Options};
use crate::oracle::Endgames;
use crate::oracle::tables::TableSet;
use crate::proof::Rules;
use crate::prove::solvers::{KnownMate, KnownMates};
use crate::prove::{ProofTask, Prover};
use crate::shell::CommandError;
use crate::shell::second::Second;
use crate::units::{Score, expected_score};

/// MiB of the prover's arena. The options do not change it, so that proofs are the same on every machine.
const ARENA: usize = 32;

/// Minimum score at which the prover is asked although the search announces no mate …
const WINNING: Score = Score::cp(500);

/// … with the nodes divided by this.
const GLANCE: u64 = 10;

/// Shorter searches are confirmed with this multiple of their nodes instead of those of `why`.
const CONFIRM: u64 = 40;

/// Called with every answered question about a position.
pub(super) type Listener<'a> = dyn FnMut(Question, usize, &GameFinding) + 'a;

pub struct Annotator {
    wanted: AnnotateOptions,
    options: Options,
    prover: Option<Prover>,
    /// Mates proved earlier in the session.
    session: KnownMates,
    /// Decides about accused moves, and says why.
    reasoner: Reasoner,
    /// Another engine, which has to confirm mistakes.
    judge: Option<Arc<Second>>,
}

/// A question about the position after `ply` moves, and the position to search or prove for it.
struct AskedPlace {
    question: Question,
    ply: usize,
    game: Game,
    limits: Limits,
}

impl Annotator {
    /// Creates an annotator that knows the mates of the session; `judge`: another engine that has to confirm mistakes.
    pub fn new(
        options: &Options,
        wanted: AnnotateOptions,
        session: &KnownMates,
        judge: Option<Arc<Second>>,
    ) -> Result<Annotator, CommandError> {
        let prover = match wanted.proof_nodes {
            0 => None,
            _ => {
                let mut prover = Prover::new(ARENA, 1)?;
                prover.consult(Arc::new(Endgames::default()));
                Some(prover)
            }
        };
        let tables = TableSet { own: None, syzygy: None };
        let short = wanted.limits.nodes.map(|nodes| nodes.saturating_mul(CONFIRM));
        let nodes = short.map_or(NODES, |nodes| nodes.min(NODES));
        let mut reasoner = Reasoner::new(options, nodes, &tables);
        reasoner.judge.import_mates(session);
        let options = searched_with(options, &wanted.limits);
        Ok(Annotator { wanted, options, prover, session: session.snapshot(), reasoner, judge })
    }

    /// Annotates the main line of a game; `tell` gets all findings. `None` if stopped.
    pub fn annotate(
        &mut self,
        record: &PgnGame,
        stop: &StopFlag,
        tell: &mut Listener<'_>,
    ) -> Result<Option<AnnotatedGame>, CommandError> {
        let game = main_line(record);
        let Some(answers) = self.answers(&game, Findings::new(), stop, tell)? else {
            return Ok(None);
        };
        let mut annotated = AnnotatedGame::new(record, &game, &answers, &self.wanted);
        self.explain(&mut annotated, &game, stop)?;
        write::write(&mut annotated);
        Ok((!stop.is_raised()).then_some(annotated))
    }

    /// Asks the engine of reasons about every accused move, and the other engine about what that confirms.
    fn explain(
        &mut self,
        annotated: &mut AnnotatedGame,
        game: &Game,
        stop: &StopFlag,
    ) -> Result<(), CommandError> {
        let (margin, limits) = (self.wanted.margin, Limits::nodes(self.reasoner.judge.nodes));
        annotated.explain(margin, |ply, mv| {
            let asked = at(game, ply);
            let before = *asked.position();
            self.reasoner.judge.game = Some(asked);
            let mut opinion = self.reasoner.opinion(&before, mv, stop)?;
            if let (Some(judge), Some(found)) = (&self.judge, &mut opinion)
                && found.loss >= margin
                && disagrees(judge, (game, ply), found.loss, &limits, stop)?
            {
                found.loss = 0.0;
            }
            Ok(opinion)
        })
    }

    /// Answers the open questions about a game. Questions are asked in rounds, since each round depends on the answers before it.
    fn answers(
        &mut self,
        game: &Game,
        mut answers: Findings,
        stop: &StopFlag,
        tell: &mut Listener<'_>,
    ) -> Result<Option<Findings>, CommandError> {
        let unknown =
            (0..=game.ply()).filter(|&ply| !answers.contains_key(&(Question::Place, ply)));
        let place = |ply| {
            let limits = self.wanted.limits.clone();
            AskedPlace { question: Question::Place, ply, game: at(game, ply), limits }
        };
        let mut asked: Vec<AskedPlace> = unknown.map(place).collect();
        loop {
            self.answer(&asked, &mut answers, stop, tell)?;
            if stop.is_raised() {
                return Ok(None);
            }
            let worths = worths(&answers, game, self.wanted.margin);
            asked = self.contradicted(game, &worths);
            if asked.is_empty() {
                asked = self.likely_mates(game, (&answers, &worths));
            }
            if asked.is_empty() {
                return Ok(Some(answers));
            }
        }
    }

    fn answer(
        &mut self,
        asked: &[AskedPlace],
        answers: &mut Findings,
        stop: &StopFlag,
        tell: &mut Listener<'_>,
    ) -> Result<(), CommandError> {
        let (mates, searches): (Vec<_>, Vec<_>) =
            asked.iter().partition(|place| place.question == Question::Mate);
        let mut told = |place: &AskedPlace, finding: GameFinding| {
            tell(place.question, place.ply, &finding);
            answers.insert((place.question, place.ply), finding);
        };
        search(&searches, (&self.options, self.wanted.jobs), stop, &mut told)?;
        let Some(prover) = &mut self.prover else { return Ok(()) };
        for place in mates {
            let Some(finding) = prove((prover, &self.session), place, stop) else { break };
            told(place, finding);
        }
        Ok(())
    }

    /// Returns questions about the other moves where the search overrated the move that was played.
    fn contradicted(&self, game: &Game, worths: &[PlaceWorth]) -> Vec<AskedPlace> {
        let plies = (0..game.ply()).filter(|&ply| worths[ply].is_contradicted);
        let others = plies.filter_map(|ply| {
            let (question, game) = (Question::Others, at(game, ply));
            let excluded_moves = vec![worths[ply].best()?];
            let limits = Limits { excluded_moves, ..self.wanted.limits.clone() };
            Some(AskedPlace { question, ply, game, limits })
        });
        others.collect()
    }

    /// Returns the positions with a likely mate, according to the search or the score.
    fn likely_mates(
        &self,
        game: &Game,
        (answers, worths): (&Findings, &[PlaceWorth]),
    ) -> Vec<AskedPlace> {
        let wanted = (self.wanted.proof_nodes, self.wanted.margin);
        let unknown = (0..=game.ply()).filter(|&ply| !answers.contains_key(&(Question::Mate, ply)));
        let likely = unknown.filter_map(|ply| {
            let limits = Limits::nodes(likely_mate(worths, ply, wanted)?);
            Some(AskedPlace { question: Question::Mate, ply, game: at(game, ply), limits })
        });
        if self.prover.is_some() { likely.collect() } else { Vec::new() }
    }
}

/// Returns whether the other engine sees less than half of the loss of a move.
fn disagrees(
    judge: &Second,
    (game, ply): (&Game, usize),
    loss: f64,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<bool, CommandError> {
    let points = |ply| {
        let game = at(game, ply);
        if let Status::Over(ending) = game.status() {
            return Ok(Some(if ending.winner().is_some() { 0.0 } else { 0.5 }));
        }
        let voice = judge.ask(&game, (game.start().is_chess960(), true), limits, stop)?;
        Ok::<_, CommandError>(voice.line.map(|line| expected_score(line.score.0)))
    };
    let seen = points(ply)?.zip(points(ply + 1)?).map(|(before, after)| before + after - 1.0);
    Ok(seen.is_some_and(|seen| seen < loss / 2.0))
}

fn search(
    places: &[&AskedPlace],
    (options, jobs): (&Options, usize),
    stop: &StopFlag,
    told: &mut dyn FnMut(&AskedPlace, GameFinding),
) -> Result<(), CommandError> {
    let begin = |flags: &JobFlags| Ok((Engine::with(options.clone()), flags.clone()));
    let work = |(engine, flags): &mut (Engine, JobFlags), index: u32| {
        let place = places[index as usize];
        let searched = searched(engine, &place.game, &place.limits, &flags.quit);
        match searched {
            _ if flags.quit.is_stopped() => Ok(None),
            Some(search) => Ok(Some((place, search))),
            None => Err(CommandError::refused("a search ended with an internal error".to_owned())),
        }
    };
    Batch::of(places.len(), jobs, stop).run(begin, work, &mut |(place, search)| {
        told(place, GameFinding::Searched(search));
        ControlFlow::Continue(())
    })
}

/// Proves a mate. `None` if stopped, since an aborted proof decides nothing.
fn prove(
    (prover, session): (&mut Prover, &KnownMates),
    place: &AskedPlace,
    stop: &StopFlag,
) -> Option<GameFinding> {
    if stop.is_raised() {
        return None;
    }
    let position = *place.game.position();
    let history = place.game.history_keys().to_vec();
    let nodes = place.limits.nodes;
    let task = ProofTask { rules: Rules::Game, history, nodes, ..ProofTask::new(position) };
    if let Some(KnownMate { proof, refuted }) = session.answer(&task) {
        let shortest = refuted + 1 == proof.mate();
        return Some(GameFinding::Mate(Some(Box::new(MateProof { proof, shortest }))));
    }
    prover.clear();
    let outcome = session.joined(&task, prover.prove(&task, stop, &mut |_| {}));
    let shortest = outcome.is_shortest();
    let mate = outcome.proof.map(|proof| Box::new(MateProof { proof, shortest }));
    (!stop.is_raised()).then_some(GameFinding::Mate(mate))
}

/// Returns the nodes for proving a mate by the side to move, if one is likely: it seems possible and was not played, or the
/// opponent allowed it.
fn likely_mate(worths: &[PlaceWorth], ply: usize, (all, margin): (u64, f64)) -> Option<u64> {
    let score_at = |ply: usize| worths.get(ply).and_then(|worth| worth.score);
    let here = score_at(ply)?;
    let after = score_at(ply + 1);
    let before = ply.checked_sub(1).and_then(score_at);
    let missed = after.is_some_and(|after| !after.is_loss());
    let allowed = before.is_some_and(|before| expected_score(before) >= margin);
    match here {
        here if here.is_win() && (missed || allowed) => Some(all),
        here if here >= WINNING && missed => Some((all / GLANCE).max(1)),
        _ => None,
    }
}

/// Searches the current position of a game; if the game is over, returns its score by the rules. `None` if the search crashed.
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
    let iteration = finish(engine, game.clone(), limits.clone(), stop)?.iteration;
    let (depth, nodes) = (iteration.depth, iteration.progress.nodes);
    let line = iteration.lines.into_iter().next()?;
    Some(PlaceSearch { score: line.score, depth, nodes, pv: line.pv })
}

fn at(game: &Game, ply: usize) -> Game {
    let mut game = game.clone();
    game.goto(ply);
    game
}

#[cfg(test)]
mod tests;
