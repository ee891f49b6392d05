//! Searching, and telling about the last search or the one under way.

use std::time::Instant;

use super::job::{Heard, JobId, JobMessage, Purpose, SearchJob, SessionJob, Work};
use super::news::Begun;
use super::{CommandError, Effect, News, Session};
use crate::chess::{Game, Move, Step};
use crate::control::Limits;
use crate::engine::strength::Strength;
use crate::engine::{Engine, Event, Job};
use crate::search::{Finished, Iteration, Params, Report};
use crate::shell::command::{ExcludeUse, Go, PvUse, RunMode};
use crate::shell::reply::{ExplainReply, HintReply, PvReply, Reply, StatusReply};
use crate::units::Score;

#[derive(Clone, Debug)]
pub struct Analysis {
    pub game: Game,
    /// What it was asked to keep to.
    pub limits: Limits,
    pub params: Params,
    pub finished: Finished,
}

pub(super) struct NewSearch {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) lines: Option<usize>,
    pub(super) purpose: Purpose,
    pub(super) background: bool,
}

/// The search under way in a word, for the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glimpse {
    pub depth: u32,
    /// Its score, White's view; `None` before the first.
    pub score: Option<Score>,
    pub follows: bool,
}

impl Session {
    pub(super) fn go(&mut self, go: Go) -> Result<Effect, CommandError> {
        let Go { mut limits, lines, mode } = go;
        let mut endless = limits.infinite;
        if mode != RunMode::Protocol {
            self.require_move()?;
            if !limits.is_bounded() && !limits.infinite {
                let lists = (limits.search_moves, limits.excluded_moves);
                limits = self.preferences.go_default.value.clone();
                (limits.search_moves, limits.excluded_moves) = lists;
            }
            self.require_candidates(&limits)?;
            // A caller waits for the end here, so the search ends when there is nothing more to find.
            endless = std::mem::take(&mut limits.infinite);
        }
        let game = self.game().clone();
        if mode == RunMode::Protocol {
            self.gui_clock.asked(&game, &mut limits, Instant::now());
        }
        let background = mode != RunMode::Foreground;
        let new = NewSearch { game, limits, lines, purpose: Purpose::Go, background };
        let (job, news) = self.start_search(new);
        if let Some(SessionJob { work: Work::Search { search, .. }, .. }) = self.jobs.last_mut() {
            search.limits.infinite = endless;
        }
        Ok(Effect::Running { job, news: Some(Box::new(news)) })
    }

    /// `threat`: what the opponent would play if it were to move.
    pub(super) fn threat(&mut self, limits: Limits) -> Result<Effect, CommandError> {
        let mut game = self.game().clone();
        game.step(Step::Pass)?;
        if !game.position().has_legal_move() {
            return Err(CommandError::NoThreat { color: game.position().turn() });
        }
        let limits = match limits.is_bounded() {
            true => limits,
            false => Limits::movetime(THREAT),
        };
        let purpose = Purpose::Threat;
        let new = NewSearch { game, limits, lines: None, purpose, background: false };
        let (job, news) = self.start_search(new);
        Ok(Effect::Running { job, news: Some(Box::new(news)) })
    }

    /// `analyze`: from here on the position on the board is searched whenever nothing else needs the engine.
    pub(super) fn analyze(&mut self, on: bool) -> Reply {
        if on {
            self.force();
        }
        if !on && self.follows {
            let following = self.following();
            following.into_iter().for_each(|job| self.stop(job));
        }
        self.follows = on;
        Reply::Done
    }

    /// Begins what `analyze` or a game asks for, if it is to begin: on another position the old search is dropped.
    pub fn follow(&mut self) -> Option<(JobId, News)> {
        if self.plays() {
            return self.think();
        }
        if !self.follows || !self.position().has_legal_move() {
            return None;
        }
        match self.jobs.iter().find(|job| !matches!(job.work, Work::Task { .. })) {
            None => {}
            Some(SessionJob { work: Work::Search { search, .. }, .. })
                if search.purpose == Purpose::Follow && !is_same(&search.game, self.game()) => {}
            Some(_) => return None,
        }
        let mut excluded_moves = self.excluded_here();
        if excluded_moves.len() >= self.position().legal_count() as usize {
            // Nothing would be left to search.
            excluded_moves.clear();
        }
        let limits = Limits { infinite: true, excluded_moves, ..Limits::default() };
        let (game, purpose) = (self.game().clone(), Purpose::Follow);
        Some(self.start_search(NewSearch { game, limits, lines: None, purpose, background: true }))
    }

    /// `exclude`, `include`: which root moves `analyze` leaves out, until the position changes.
    pub(super) fn exclude(&mut self, usage: ExcludeUse) -> Reply {
        let legal = self.position().legal_moves().into_iter().map(|legal| legal.mv);
        let mut moves = self.excluded_here();
        match usage {
            ExcludeUse::Exclude(mv) if !moves.contains(&mv) => moves.push(mv),
            ExcludeUse::Exclude(_) => {}
            ExcludeUse::Include(mv) => moves.retain(|&excluded| excluded != mv),
            ExcludeUse::ExcludeAll => moves = legal.collect(),
            ExcludeUse::IncludeAll => moves.clear(),
        }
        self.excluded = (self.position().key(), moves);
        self.suspend_following();
        Reply::Done
    }

    /// The root moves left out here.
    fn excluded_here(&self) -> Vec<Move> {
        let (key, moves) = &self.excluded;
        let position = self.position();
        if *key != position.key() { Vec::new() } else { moves.clone() }
    }

    fn following(&self) -> Option<JobId> {
        self.search_for(Purpose::Follow).map(|(job, _)| job)
    }

    /// Whether the only thing that rests on the engine is the search that follows the board, which gives way to anything.
    pub fn gives_way(&self) -> bool {
        self.engine_job().is_some() && self.engine_job() == self.following()
    }

    /// The search that follows the board ends unheard, until it may begin again.
    pub fn suspend_following(&mut self) {
        if let Some(job) = self.following() {
            self.stop(job);
            self.abandon(job);
        }
    }

    pub fn stop_following(&mut self) {
        self.follows = false;
    }

    /// Begins a search. What rests on the engine is dropped.
    pub(super) fn start_search(&mut self, new: NewSearch) -> (JobId, News) {
        let id = self.next_job();
        self.jobs.retain(|job| matches!(job.work, Work::Task { .. }));
        let NewSearch { game, limits, lines, purpose, background } = new;
        let strength = self.strength_for(purpose, &limits, lines);
        let order = Job { game: game.clone(), limits: limits.clone(), multi_pv: lines, strength };
        let begun = Begun {
            root: *game.position(),
            lines: lines.unwrap_or(self.engine.options().multi_pv),
            strength: strength.map(|strength| strength.elo),
            chess960: self.engine.options().chess960 || game.start().is_chess960(),
            background,
            plays: matches!(purpose, Purpose::Play | Purpose::Ponder),
            ponders: purpose == Purpose::Ponder,
        };
        let params = self.engine.options().params.clone();
        let sink = self.sink(id, JobMessage::Search);
        let control = self.engine.start_into(order, sink);
        let search = Box::new(SearchJob {
            game,
            limits,
            params,
            since: Instant::now(),
            purpose,
            begun,
            last: None,
        });
        let work = Work::Search { control, search };
        self.jobs.push(SessionJob { background, ..SessionJob::new(id, work) });
        (id, News::SearchBegins(begun))
    }

    /// How strongly the engine is to play; `None` where it is to find the best: in an analysis.
    fn strength_for(
        &self,
        purpose: Purpose,
        limits: &Limits,
        lines: Option<usize>,
    ) -> Option<Strength> {
        let is_game = match purpose {
            Purpose::Play | Purpose::Ponder => true,
            Purpose::Go => lines.is_none() && Strength::suits(limits),
            Purpose::Follow | Purpose::Threat => false,
        };
        self.engine.options().strength().filter(|_| is_game)
    }

    pub(super) fn search_said(&mut self, place: usize, event: Event) -> Vec<Heard> {
        let Work::Search { search, .. } = &mut self.jobs[place].work else { return Vec::new() };
        if let Event::Report(Report::Finished(iteration)) = &event {
            search.last = Some(iteration.clone());
        }
        if !event.is_last() {
            return vec![Heard::News(self.jobs[place].id, News::Search(event))];
        }
        let SessionJob { id, work, .. } = self.jobs.remove(place);
        let Work::Search { search, .. } = work else { return Vec::new() };
        let finished = match &event {
            Event::Crashed(message) => Err(CommandError::Crashed(message.clone())),
            Event::Finished(finished) => Ok((**finished).clone()),
            _ => return Vec::new(),
        };
        let mut told = vec![Heard::News(id, News::Search(event))];
        let SearchJob { game, limits, params, purpose, .. } = *search;
        if purpose == Purpose::Go {
            self.gui_clock.answered(Instant::now());
        }
        if let (Purpose::Play, Ok(finished)) = (purpose, &finished) {
            told.extend(self.thought(id, &game, finished));
        }
        let done = finished.map(|finished| {
            if !matches!(purpose, Purpose::Threat | Purpose::Ponder) {
                self.analysis = Some(Analysis { game, limits, params, finished });
            }
            Box::new(Reply::SearchEnded)
        });
        told.push(Heard::Done(done));
        told
    }

    /// The game and the last finished iteration of the search under way, else of the last one.
    fn latest(&self) -> Option<(&Game, &Iteration)> {
        let mut searches = self.searches();
        let running = searches.find_map(|(_, search)| Some((&search.game, search.last.as_ref()?)));
        let last = self.analysis.as_ref();
        running.or_else(|| last.map(|last| (&last.game, &last.finished.iteration)))
    }

    pub fn glimpse(&self) -> Option<Glimpse> {
        let (_, search) = self.searches().find(|(job, _)| job.background)?;
        let turn = search.game.position().turn();
        let line = search.last.as_ref().and_then(|last| last.lines.first());
        Some(Glimpse {
            depth: search.last.as_ref().map_or(0, |last| last.depth),
            score: line.map(|line| line.score.for_white(turn).score()),
            follows: search.purpose == Purpose::Follow,
        })
    }

    /// `hint`: the best move that is known here.
    pub(super) fn hint(&self) -> Result<Reply, CommandError> {
        let (game, iteration) = self.latest().ok_or(CommandError::NoAnalysis)?;
        let line = iteration.lines.first().ok_or(CommandError::NoAnalysis)?;
        let (root, board) = (*game.position(), *self.position());
        let played = played_of(&root, &line.pv, &board).ok_or(CommandError::OtherPosition)?;
        let mv = *line.pv.get(played).ok_or(CommandError::LineEnds)?;
        Ok(Reply::Hint(HintReply { position: board, mv }))
    }

    pub(super) fn status(&self) -> Reply {
        let of = |search: &SearchJob| (*search.game.position(), search.last.clone());
        let search = self.searches().map(|(_, search)| of(search)).next();
        Reply::Status(Box::new(StatusReply {
            search,
            others: self.jobs.len() - self.searches().count(),
            follows: self.follows,
        }))
    }

    pub(super) fn pv(&mut self, usage: PvUse) -> Result<Reply, CommandError> {
        let (game, iteration) = self.latest().ok_or(CommandError::NoAnalysis)?;
        let root = *game.position();
        let pv = iteration.lines.first().map_or(&[][..], |line| &line.pv);
        let board = match usage {
            PvUse::Show => None,
            PvUse::Board(count) => {
                Some(pv.iter().take(count).fold(root, |position, &mv| position.play(mv)))
            }
            PvUse::Play(count) => {
                let played = played_of(&root, pv, self.position());
                let played = played.ok_or(CommandError::OtherPosition)?;
                let moves: Vec<Move> = pv.iter().skip(played).take(count).copied().collect();
                if moves.is_empty() {
                    return Err(CommandError::LineEnds);
                }
                for mv in moves {
                    self.timeline.step(Step::Move(mv))?;
                }
                return Ok(self.changed(Vec::new()));
            }
        };
        let reply = PvReply { root, depth: iteration.depth, lines: iteration.lines.clone(), board };
        Ok(Reply::Pv(Box::new(reply)))
    }

    pub(super) fn explain(&mut self, mv: Option<Move>) -> Result<Effect, CommandError> {
        self.require_move()?;
        let analysis = self.analysis.as_ref().ok_or(CommandError::NoAnalysis)?;
        if analysis.game.position().key() != self.position().key() {
            return Err(CommandError::OtherPosition);
        }
        let best = analysis.finished.best.ok_or(CommandError::NoAnalysis)?;
        let mv = mv.unwrap_or(best);
        let position = *analysis.game.position();
        let depth = analysis.finished.iteration.depth.max(1);
        let limits = Limits {
            search_moves: analysis.limits.search_moves.clone(),
            excluded_moves: analysis.limits.excluded_moves.clone(),
            ..Limits::depth(depth)
        };
        let order = Job { game: analysis.game.clone(), limits, multi_pv: Some(1), strength: None };
        let said = analysis.finished.iteration.lines.first().cloned();
        let (params, options) = (analysis.params.clone(), self.engine.options().clone());
        let params_changed = params != options.params;
        self.start_task(move |context| {
            context.tell(News::Explaining);
            let engine = Engine::with(options);
            let explanation = engine.explain(&order, &params, mv, &context.stop)?;
            let reply = ExplainReply { position, explanation, said, params_changed };
            Ok(Reply::Explained(Box::new(reply)).into())
        })
    }

    pub(super) fn require_move(&self) -> Result<(), CommandError> {
        let position = self.position();
        if position.has_legal_move() {
            return Ok(());
        }
        let standing = if position.in_check() { "checkmate" } else { "stalemate" };
        Err(CommandError::NoMove { color: position.turn(), standing })
    }

    /// The lists of moves must leave one.
    fn require_candidates(&self, limits: &Limits) -> Result<(), CommandError> {
        let excluded = &limits.excluded_moves;
        let candidates = match &limits.search_moves[..] {
            [] => self.position().legal_moves().into_iter().map(|legal| legal.mv).collect(),
            only => only.to_vec(),
        };
        if candidates.iter().all(|mv| excluded.contains(mv)) {
            return Err(CommandError::AllExcepted);
        }
        Ok(())
    }
}

/// What `threat` takes unless it is said otherwise.
const THREAT: std::time::Duration = std::time::Duration::from_secs(1);

/// Whether two games have come to the same position by the same moves.
pub(super) fn is_same(one: &Game, other: &Game) -> bool {
    one.start() == other.start() && one.played() == other.played()
}

/// How many moves of a line have been played, if the board is on it.
fn played_of(
    root: &crate::chess::Position,
    line: &[Move],
    board: &crate::chess::Position,
) -> Option<usize> {
    let mut position = *root;
    for (played, &mv) in line.iter().enumerate() {
        if position == *board {
            return Some(played);
        }
        position = position.play(mv);
    }
    (position == *board).then_some(line.len())
}
