//! Searching, and telling about the last search or the one under way.

use std::time::Instant;

use super::job::{Heard, JobId, Purpose, SearchJob, SessionJob, Work};
use super::news::Begun;
use super::{CommandError, News, Session};
use crate::chess::{Game, Move, Position};
use crate::control::Limits;
use crate::engine::strength::Strength;
use crate::engine::{Event, Job};
use crate::ink::answer::Done;
use crate::search::{Finished, Iteration, Params, Report};
use crate::units::Score;

#[derive(Clone, Debug)]
pub struct Analysis {
    pub game: Game,
    pub limits: Limits,
    pub params: Params,
    pub finished: Finished,
}

pub struct NewSearch {
    pub game: Game,
    pub limits: Limits,
    pub lines: Option<usize>,
    /// Only the engine's own moves in a game are limited, and a GUI's `go` where it asks for that.
    pub strength: Option<Strength>,
    pub purpose: Purpose,
    pub background: bool,
}

/// The search under way in a word, for the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glimpse {
    pub depth: u32,
    /// Its score, White's view; `None` before the first.
    pub score: Option<Score>,
}

impl Session {
    /// Begins what `analyze` or a game asks for, if it is to begin: on another position the old search is dropped.
    pub fn follow(&mut self) -> Option<(JobId, News)> {
        if self.plays() {
            return self.think();
        }
        if !self.follows {
            return None;
        }
        if self.timeline.refused || !self.position().has_legal_move() {
            self.suspend_following();
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
        let new =
            NewSearch { game, limits, lines: None, strength: None, purpose, background: true };
        Some(self.start_search(new))
    }

    pub fn excluded_here(&self) -> Vec<Move> {
        let (key, moves) = &self.excluded;
        let position = self.position();
        if *key != position.key() { Vec::new() } else { moves.clone() }
    }

    pub fn following(&self) -> Option<JobId> {
        self.search_for(Purpose::Follow).map(|(job, _)| job)
    }

    /// The search that follows the board ends unheard, until it may begin again.
    pub fn suspend_following(&mut self) {
        if let Some(job) = self.following() {
            self.abandon(job);
        }
    }

    /// Begins a search. What rests on the engine is dropped.
    pub fn start_search(&mut self, new: NewSearch) -> (JobId, News) {
        let id = self.next_job();
        self.jobs.retain(|job| matches!(job.work, Work::Task { .. }));
        let NewSearch { game, limits, lines, strength, purpose, background } = new;
        let order = Job { game: game.clone(), limits: limits.clone(), multi_pv: lines, strength };
        let begun = Begun {
            root: *game.position(),
            chess960: self.engine.options().chess960 || game.start().is_chess960(),
            background,
            plays: matches!(purpose, Purpose::Play | Purpose::Ponder),
            ponders: purpose == Purpose::Ponder,
            board_view: (purpose == Purpose::Follow)
                .then(|| self.board_view())
                .flatten()
                .map(|s| (s, self.last().map(|last| last.step))),
        };
        let params = self.engine.options().params.clone();
        let sink = self.sink(id, News::Search);
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
        let work = Work::Search { control, search };
        self.jobs.push(SessionJob { id, work, stopped: false });
        (id, News::SearchBegins(begun))
    }

    pub fn search_said(&mut self, place: usize, event: Event) -> Vec<Heard> {
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
        let SearchJob { game, limits, params, purpose, limited, .. } = *search;
        if purpose == Purpose::Go {
            self.gui_clock.answered(Instant::now());
        }
        if let (Purpose::Play, Ok(finished)) = (purpose, &finished) {
            told.extend(self.thought(id, &game, finished));
        }
        let done = finished.map(|finished| {
            // What a weaker player would do is no analysis.
            if !limited && !matches!(purpose, Purpose::Threat | Purpose::Ponder) {
                self.analysis = Some(Analysis { game, limits, params, finished });
            }
            // Its events have reported everything.
            Done.into()
        });
        told.push(Heard::Done(done));
        told
    }

    /// The game and the last finished iteration of the search under way at full strength, else of the last one.
    pub fn latest(&self) -> Option<(&Game, &Iteration)> {
        // The pondered position is not on the board yet.
        let is_on_board = |job: &SearchJob| !job.limited && job.purpose != Purpose::Ponder;
        let mut searches = self.searches().filter(|(_, job)| is_on_board(job));
        let running = searches.find_map(|(_, search)| Some((&search.game, search.last.as_ref()?)));
        let last = self.analysis.as_ref();
        running.or_else(|| last.map(|last| (&last.game, &last.finished.iteration)))
    }

    pub fn glimpse(&self) -> Option<Glimpse> {
        // Of another position nothing is said beside this one, nor of a search that was told to end.
        let shown = self.jobs.iter().filter(|job| !job.stopped).find_map(|job| match &job.work {
            Work::Search { search, .. } => Some(&**search),
            _ => None,
        });
        let is_here = |search: &&SearchJob| search.game.position() == self.position();
        let search = shown.filter(is_here).filter(|search| search.begun.background)?;
        let turn = search.game.position().turn();
        let line = search.last.as_ref().and_then(|last| last.lines.first());
        Some(Glimpse {
            depth: search.last.as_ref().map_or(0, |last| last.depth),
            score: line.map(|line| line.score.for_white(turn).score()),
        })
    }

    pub fn require_move(&self) -> Result<(), CommandError> {
        let position = self.position();
        if position.has_legal_move() {
            return Ok(());
        }
        let standing = if position.in_check() { "checkmate" } else { "stalemate" };
        let color = position.turn();
        Err(CommandError::refused(format!("{color} has no legal move here: {standing}")))
    }
}

/// Whether two games have come to the same position by the same moves.
pub fn is_same(one: &Game, other: &Game) -> bool {
    one.start() == other.start() && one.played() == other.played()
}

/// How many moves of a line have been played, if the board is on it.
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
