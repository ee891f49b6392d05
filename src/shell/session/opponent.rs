//! The engine as an opponent: which side it plays, at which level, and whose clock runs.
//!
//! Nothing here waits: [`Session::follow`] begins a search when it is the engine's turn, and its end is a move. At the
//! prompt both clocks are kept here; a program that keeps them says before each move what is left.
//!
//! [`Session::follow`]: super::Session::follow

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::job::{Heard, JobId, Purpose, SearchJob, Work};
use super::lag::Lag;
use super::news::EngineMove;
use super::search::{NewSearch, is_same};
use super::{News, Session};
use crate::chess::game::{Game, GameResult, Status, Step};
use crate::chess::game_tree::Stepped;
use crate::chess::{ByColor, Color, Move};
use crate::control::{Limits, SideClock};
use crate::engine::Strength;
use crate::search::Finished;
use crate::shell::opponent::{GivenStrength, Level};

#[derive(Debug, Default)]
pub struct Opponent {
    /// The side it plays; none in `force`.
    pub side: Option<Color>,
    /// Clocks, draws and results are decided here, not by a GUI.
    pub referee: bool,
    pub level: Level,
    /// Named for the game being played, with which it ends; `None`: as the options say.
    pub strength: Option<GivenStrength>,
    pub clocks: ByColor<Option<Duration>>,
    pub turn_began: Option<Instant>,
    /// The timer that reports when the side to move runs out of time runs until this is dropped.
    pub flag: Option<Sender<()>>,
    pub ponders: bool,
    /// The reply to its last move to ponder on, until that begins.
    expected: Option<Move>,
    /// The last report of the engine's clock, and when it came.
    pub told: Option<(Instant, Duration)>,
    pub lag: Lag,
    /// The scores of its moves in this game, its own view.
    pub scores: Vec<i32>,
    /// Headers that were written for a game, not by the user.
    named: Vec<(&'static str, String)>,
    /// The last game has ended so, and no move was made since.
    pub over: Option<GameResult>,
    /// Another position came on the board during a game, which was not reported yet.
    pub left: bool,
}

impl Session {
    pub fn begin_play(&mut self, side: Color, referee: bool) {
        self.suspend_following();
        self.follows = false;
        self.opponent.side = Some(side);
        self.opponent.referee = referee;
        self.opponent.over = None;
        if referee {
            self.name_players();
        }
        if self.opponent.clocks.0.iter().all(Option::is_none) {
            self.opponent.clocks = fresh_clocks(&self.opponent.level);
        }
        self.start_clock(self.position().turn());
    }

    /// Adds names, date, rating and time control to the headers. Those that were so added before are written anew, since the
    /// sides may have changed; others stay.
    pub fn name_players(&mut self) {
        let Some(side) = self.opponent.side else { return };
        let elo = self.play_strength().map(|strength| strength.elo.points());
        let today = chrono::Local::now().format("%Y.%m.%d").to_string();
        let control = self.opponent.level.control.map(|control| {
            let moves =
                if control.moves > 0 { format!("{}/", control.moves) } else { String::new() };
            let (base, added) = (control.base.as_secs_f64(), control.increment.as_secs_f64());
            let added = if added > 0.0 { format!("+{added}") } else { String::new() };
            format!("{moves}{base}{added}")
        });
        let level = self.opponent.level.to_string();
        let tags = [
            ("Date", Some(today)),
            (side.name(), Some("Quarterply".to_owned())),
            ((!side).name(), Some(self.preferences.player.clone())),
            (
                if side == Color::White { "WhiteElo" } else { "BlackElo" },
                elo.map(|elo| elo.to_string()),
            ),
            ("TimeControl", control),
            ("Level", Some(level).filter(|_| self.opponent.level.control.is_none())),
        ];
        let record = &mut self.timeline.now.record;
        for (name, value) in std::mem::take(&mut self.opponent.named) {
            if record.tag(name) == Some(value.as_str()) {
                record.set_tag(name, "");
            }
        }
        for (name, value) in tags {
            if let (Some(value), None) = (value, record.tag(name)) {
                record.set_tag(name, &value);
                self.opponent.named.push((name, value));
            }
        }
    }

    /// What is left on the clocks now: that of the side to move runs.
    pub fn clocks_now(&self) -> ByColor<Option<Duration>> {
        let mut clocks = self.opponent.clocks;
        if let (Some(began), Some(left)) =
            (self.opponent.turn_began.filter(|_| self.plays()), &mut clocks[self.position().turn()])
        {
            *left = left.saturating_sub(began.elapsed());
        }
        clocks
    }

    pub fn set_level(&mut self, level: Level) {
        self.opponent.level = level;
        self.opponent.clocks = fresh_clocks(&level);
    }

    /// The engine plays neither side any more; a move it is thinking about is not made.
    pub fn force(&mut self) {
        self.opponent.side = None;
        self.opponent.strength = None;
        self.opponent.flag = None;
        self.drop_thinking();
    }

    pub fn drop_thinking(&mut self) {
        if let Some(job) = self.playing() {
            self.abandon(job);
        }
    }

    /// The search whose end is a move.
    pub fn playing(&self) -> Option<JobId> {
        let plays = self.search_for(Purpose::Play).or_else(|| self.search_for(Purpose::Ponder));
        plays.map(|(job, _)| job)
    }

    pub fn plays(&self) -> bool {
        self.opponent.side.is_some()
    }

    /// Returns how strongly the engine plays; `None` for full strength.
    pub fn play_strength(&self) -> Option<Strength> {
        let options = self.engine.options();
        match self.opponent.strength {
            Some(GivenStrength::Full) => None,
            Some(GivenStrength::Elo(elo)) => Some(Strength { elo, seed: options.strength_seed }),
            None => options.strength(),
        }
    }

    /// Returns whether the engine has thought about a move of a game for a second and only time ends that: `quit` then does
    /// not wait any longer.
    pub fn thinks_long(&self) -> bool {
        self.thinking().is_some_and(|search| {
            let limits = &search.limits;
            let by_time = limits.depth.is_none() && limits.nodes.is_none();
            by_time && search.since.elapsed() >= LONG
        })
    }

    pub fn thinking(&self) -> Option<&SearchJob> {
        self.search_for(Purpose::Play).map(|(_, search)| search)
    }

    /// Begins to think if it is the engine's turn, or on the opponent's time if it may.
    pub fn think(&mut self) -> Option<(JobId, News)> {
        let side = self.opponent.side?;
        if self.end_by_rules() {
            return None;
        }
        let turn = self.position().turn();
        let expected = self.opponent.expected.take();
        if let Some(id) = self.playing() {
            if let Some(news) = self.ponder_hits(id) {
                return Some((id, news));
            }
            let waits = self.search_for(Purpose::Ponder).is_some_and(|(_, search)| {
                let before = search.game.played().split_last().map(|(_, before)| before);
                turn != side && before == Some(self.game().played())
            });
            if waits || self.thinking().is_some_and(|search| is_same(&search.game, self.game())) {
                return None;
            }
            self.abandon(id);
        }
        if self.engine_job().is_some() {
            return None;
        }
        if turn != side {
            return self.ponder_on(expected?);
        }
        let limits = self.play_limits(turn, self.game());
        let game = self.game().clone();
        Some(self.begin_thinking(game, limits, Purpose::Play))
    }

    /// Ends the game against the engine if the rules do; returns whether they did.
    pub fn end_by_rules(&mut self) -> bool {
        let result = result_by_rules(self.game()).filter(|_| self.plays());
        result.map(|result| self.end_play(result)).is_some()
    }

    fn begin_thinking(&mut self, game: Game, limits: Limits, purpose: Purpose) -> (JobId, News) {
        let strength = self.play_strength();
        let (lines, background) = (Some(1), true);
        self.start_search(NewSearch { game, limits, lines, strength, purpose, background })
    }

    /// If the board is where the engine thought it would be, its thinking counts from now on: the search begins anew, as
    /// far as others are concerned.
    fn ponder_hits(&mut self, id: JobId) -> Option<News> {
        let board = *self.position();
        for job in &mut self.jobs {
            let Work::Search { control, search } = &mut job.work else { continue };
            let ponders = search.purpose == Purpose::Ponder;
            if job.id == id && ponders && *search.game.position() == board {
                search.purpose = Purpose::Play;
                search.begun.ponders = false;
                control.ponderhit();
                return Some(News::SearchBegins(search.begun));
            }
        }
        None
    }

    fn play_limits(&self, turn: Color, game: &Game) -> Limits {
        let Level { control, movetime, depth, nodes } = self.opponent.level;
        let mut limits = Limits { movetime, depth, nodes, ..Limits::default() };
        if movetime.is_none()
            && let Some(control) = control
        {
            let moves = control.moves;
            limits.moves_to_go = (moves > 0).then(|| moves - (game.ply() as u32 / 2) % moves);
            for color in Color::ALL {
                let left = self.opponent.clocks[color];
                let increment = control.increment;
                limits.clock[color] = left.map(|remaining| SideClock { remaining, increment });
            }
            limits.clock[turn] = limits.clock[turn].or(limits.clock[!turn]);
            if let Some(clock) = &mut limits.clock[turn] {
                *clock = self.opponent.lag.taken_off(*clock);
            }
        }
        if !limits.is_bounded() {
            limits.movetime = Some(USUAL);
        }
        limits
    }

    /// The engine has thought in `job` about `game`: it moves, if that is still the game on the board.
    pub fn thought(&mut self, job: JobId, game: &Game, finished: &Finished) -> Vec<Heard> {
        if !is_same(game, self.game()) {
            return Vec::new();
        }
        let before = *self.position();
        let Some(mv) = finished.best.filter(|&mv| before.is_legal(mv)) else { return Vec::new() };
        if let Some(end) = self.flag_falls() {
            return vec![Heard::News(job, News::PlayEnded(end))];
        }
        self.opponent.scores.extend(finished.iteration.lines.first().map(|line| line.score.raw()));
        if let Some(end) = self.engine_resigns() {
            return vec![Heard::News(job, News::PlayEnded(end))];
        }
        if let (Some((at, left)), Some(control)) =
            (self.opponent.told.take(), self.opponent.level.control)
        {
            self.opponent.lag.moved(left, at.elapsed(), control.increment);
        }
        match self.timeline.step(Step::Move(mv)) {
            Ok(Stepped::Varied) => self.timeline.promote(),
            Ok(_) => {}
            Err(_) => return Vec::new(),
        }
        self.move_made(before.turn());
        let status = self.game().status();
        let told = EngineMove {
            before,
            mv,
            status,
            chess960: self.is_chess960(),
            clocks: self.opponent.clocks,
            board_view: self.board_view(),
        };
        if let Some(result) = result_by_rules(self.game()) {
            self.end_play(result);
        } else if self.opponent.ponders {
            // Not begun here: the next command may need the engine.
            self.opponent.expected = finished.ponder();
        }
        vec![Heard::News(job, News::EngineMoved(Box::new(told)))]
    }

    fn ponder_on(&mut self, answer: Move) -> Option<(JobId, News)> {
        let mut game = self.game().clone();
        if game.play(answer).is_err() || !game.position().has_legal_move() {
            return None;
        }
        let limits = Limits { ponder: true, ..self.play_limits(game.position().turn(), &game) };
        Some(self.begin_thinking(game, limits, Purpose::Ponder))
    }

    /// Switches the clocks after a move: the increment is added, and the other clock starts.
    pub fn move_made(&mut self, mover: Color) {
        let began = self.opponent.turn_began;
        if let (Some(began), Some(control)) = (began, self.opponent.level.control)
            && self.opponent.side.is_some()
            && let Some(left) = &mut self.opponent.clocks[mover]
        {
            *left = left.saturating_sub(began.elapsed()) + control.increment;
            let made = (self.timeline.game().ply() as u32).div_ceil(2);
            if control.moves > 0 && made.is_multiple_of(control.moves) {
                *left += control.base;
            }
        }
        self.start_clock(!mover);
    }
}

fn result_by_rules(game: &Game) -> Option<GameResult> {
    match game.status() {
        Status::Over(ending) => Some(ending.result()),
        Status::Ongoing | Status::Claimable(_) => None,
    }
}

/// A move takes so long where nothing is said about time.
const USUAL: Duration = Duration::from_secs(5);

/// How long `quit` waits for a move that only time ends.
const LONG: Duration = Duration::from_secs(1);

pub fn fresh_clocks(level: &Level) -> ByColor<Option<Duration>> {
    // A clock that starts at zero has the increment for its first move.
    let base = level.control.map(|control| match control.base {
        Duration::ZERO => control.increment,
        base => base,
    });
    ByColor([base, base])
}
