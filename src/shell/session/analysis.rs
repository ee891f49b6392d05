//! Results of searches, and how a search starts and ends, also for `analyze`.

use std::sync::Arc;
use std::time::Instant;

use super::job::{JobId, Jobs, Purpose, SearchJob, SessionJob, Work};
use super::lag::GuiClock;
use super::news::Begun;
use super::{CommandError, News, Session};
use crate::chess::{Game, Key, Move, Position};
use crate::control::Limits;
use crate::engine::{Event, Job, Strength};
use crate::ink::answer::Done;
use crate::search::{Finished, Iteration, Params};
use crate::shell::second::Second;

#[derive(Clone, Debug)]
pub struct Analysis {
    pub game: Game,
    pub limits: Limits,
    pub params: Params,
    pub finished: Finished,
}

#[derive(Default)]
pub struct AnalysisState {
    pub last: Option<Analysis>,
    /// `analyze` is on: the board is searched whenever nothing else needs the engine.
    pub follows: bool,
    /// Root moves that `analyze` excludes, and the position.
    excluded: (Key, Vec<Move>),
    /// The engine's clock in a game that a GUI manages.
    pub gui_clock: GuiClock,
    pub second: Option<Arc<Second>>,
}

impl AnalysisState {
    pub fn exclude(&mut self, position: Key, moves: Vec<Move>) {
        self.excluded = (position, moves);
    }

    pub fn excluded_at(&self, position: Key) -> Vec<Move> {
        let (key, moves) = &self.excluded;
        if *key == position { moves.clone() } else { Vec::new() }
    }

    /// Forgets the excluded moves of any other position.
    pub fn retain_excluded(&mut self, position: Key) {
        if self.excluded.0 != position {
            self.excluded.1.clear();
        }
    }

    /// Returns the game and the last finished iteration of the current full-strength search, else of the last one.
    pub fn latest<'a>(&'a self, jobs: &'a Jobs) -> Option<(&'a Game, &'a Iteration)> {
        // The pondered position is not on the board yet.
        let is_on_board = |job: &SearchJob| !job.limited && job.purpose != Purpose::Ponder;
        let mut searches = jobs.searches().filter(|(_, job)| is_on_board(job));
        let running = searches.find_map(|(_, search)| Some((&search.game, search.last.as_ref()?)));
        let last = self.last.as_ref();
        running.or_else(|| last.map(|last| (&last.game, &last.finished.iteration)))
    }
}

pub struct NewSearch {
    pub game: Game,
    pub limits: Limits,
    pub lines: Option<usize>,
    /// Only the engine's own moves in a game are limited, and a GUI's `go` if it asks for that.
    pub strength: Option<Strength>,
    pub purpose: Purpose,
    pub background: bool,
}

impl Session {
    /// Starts the search for `analyze` or for a game if it is due; drops a search of another position.
    pub fn follow(&mut self) -> Option<(JobId, News)> {
        if self.opponent.plays() {
            return self.think();
        }
        if !self.analysis.follows {
            return None;
        }
        if self.timeline.refused || !self.position().has_legal_move() {
            self.jobs.suspend_following();
            return None;
        }
        match self.jobs.all().find(|job| !matches!(job.work, Work::Task { .. })) {
            None => {}
            Some(SessionJob { work: Work::Search { search, .. }, .. })
                if search.purpose == Purpose::Follow
                    && !is_same(&search.game, self.timeline.game()) => {}
            Some(_) => return None,
        }
        let mut excluded_moves = self.analysis.excluded_at(self.position().key());
        if excluded_moves.len() >= self.position().legal_count() as usize {
            // No move would be left to search.
            excluded_moves.clear();
        }
        let limits = Limits { excluded_moves, ..Limits::infinite() };
        let (game, purpose) = (self.timeline.game().clone(), Purpose::Follow);
        let new =
            NewSearch { game, limits, lines: None, strength: None, purpose, background: true };
        Some(self.start_search(new))
    }

    /// Starts a search; drops the job that uses the engine.
    pub fn start_search(&mut self, new: NewSearch) -> (JobId, News) {
        let id = self.jobs.next_id();
        self.jobs.drop_engine_jobs();
        let NewSearch { game, limits, lines, strength, purpose, background } = new;
        let order = Job { game: game.clone(), limits: limits.clone(), multi_pv: lines, strength };
        let last = self.timeline.game().last_with_position().map(|(_, step)| step);
        let begun = Begun {
            root: *game.position(),
            chess960: self.engine.options().chess960 || game.start().is_chess960(),
            background,
            plays: matches!(purpose, Purpose::Play | Purpose::Ponder),
            ponders: purpose == Purpose::Ponder,
            board_view: (purpose == Purpose::Follow)
                .then(|| self.board_view())
                .flatten()
                .map(|view| (view, last)),
        };
        let params = self.engine.options().params.clone();
        let inbox = self.jobs.inbox();
        let sink = move |event| inbox.put(id, News::Search(event));
        let control = self.engine.start_into(order, sink);
        let search = Box::new(SearchJob {
            game,
            limits,
            params,
            since: Instant::now(),
            purpose,
            limited: strength.is_some(),
            begun,
            last: None,
        });
        self.jobs.add(id, Work::Search { control, search });
        (id, News::SearchBegins(begun))
    }

    pub fn search_said(&mut self, id: JobId, event: Event) -> Vec<News> {
        let running = self.jobs.get_mut(id).map(|job| &mut job.work);
        let Some(Work::Search { search, .. }) = running else { return Vec::new() };
        if let Event::Iteration(iteration) = &event {
            search.last = Some(iteration.clone());
        }
        if !event.is_last() {
            return vec![News::Search(event)];
        }
        let ended = self.jobs.remove(id).map(|job| job.work);
        let Some(Work::Search { search, .. }) = ended else { return Vec::new() };
        let finished = match &event {
            Event::Crashed(message) => Err(CommandError::Crashed(message.clone())),
            Event::Finished(finished) => Ok((**finished).clone()),
            _ => return Vec::new(),
        };
        let mut told = vec![News::Search(event)];
        let SearchJob { game, limits, params, purpose, limited, .. } = *search;
        if purpose == Purpose::Go {
            self.analysis.gui_clock.answered(Instant::now());
        }
        if let (Purpose::Play, Ok(finished)) = (purpose, &finished) {
            told.extend(self.thought(&game, finished));
        }
        let done = finished.map(|finished| {
            // A search of limited strength is not an analysis.
            if !limited && !matches!(purpose, Purpose::Threat | Purpose::Ponder) {
                self.analysis.last = Some(Analysis { game, limits, params, finished });
            }
            // Its events have reported everything.
            Done.into()
        });
        told.push(News::Done(done));
        told
    }
}

/// Whether two games reached the same position by the same moves.
pub fn is_same(one: &Game, other: &Game) -> bool {
    one.start() == other.start() && one.played() == other.played()
}

/// Number of moves of `line` that have been played, if the board is on that line.
pub fn played_of(root: &Position, line: &[Move], board: &Position) -> Option<usize> {
    let mut position = *root;
    for (played, &mv) in line.iter().enumerate() {
        if position == *board {
            return Some(played);
        }
        position = position.play(mv);
    }
    (position == *board).then_some(line.len())
}
