//! The engine as an opponent: its side, its level and the clocks.
//!
//! At the prompt both clocks are kept here; under a protocol the program sends the remaining times before each move. A GUI that
//! manages the game itself (xboard) also decides on draws and flags and reports the result.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::job::Jobs;
use super::lag::Lag;
use super::{CommandError, News, Timeline};
use crate::chess::game::{Game, GameResult, Status};
use crate::chess::pgn::PgnGame;
use crate::chess::{ByColor, Color, Move, Position};
use crate::control::{Limits, SideClock};
use crate::engine::{Options, Strength};
use crate::shell::level::{GivenStrength, Level, PlayEnd};

/// The engine agrees to a draw from this move on …
const DRAW_FROM_MOVE: u32 = 20;

/// … after this many scores in a row …
const EVEN_SCORES: usize = 5;

/// … of at most this size, in centipawns.
const EVEN: i32 = 20;

/// The engine resigns after this many scores in a row …
const LOST_SCORES: usize = 4;

/// … of at most this value, in centipawns, the last no higher than the first.
const LOST: i32 = -1_000;

#[derive(Debug, Default)]
pub struct Opponent {
    /// Side of the engine; `None` in `force`.
    pub side: Option<Color>,
    /// Side of the user in the game on the board, after its end, too.
    pub seat: Option<Color>,
    /// Clocks, draws and results are decided here, not by a GUI.
    pub referee: bool,
    pub level: Level,
    /// Strength set for this game only; `None` for the options.
    pub strength: Option<GivenStrength>,
    clocks: ByColor<Option<Duration>>,
    turn_began: Option<Instant>,
    /// Timer that reports when the side to move runs out of time; stops when this is dropped.
    flag: Option<Sender<()>>,
    pub ponders: bool,
    /// The expected reply to its last move, until the engine ponders on it.
    pub(super) expected: Option<Move>,
    /// Last report of the engine's clock, and its time of arrival.
    reported: Option<(Instant, Duration)>,
    pub lag: Lag,
    /// Scores of its moves in this game, from its own view.
    pub scores: Vec<i32>,
    /// Headers that the program added, not the user.
    named: Vec<(&'static str, String)>,
    /// Result of the last game, until the next move.
    over: Option<GameResult>,
    /// The board left the game, which was not reported yet.
    left: bool,
}

impl Opponent {
    pub fn plays(&self) -> bool {
        self.side.is_some()
    }

    /// Whether an empty line goes to the next move.
    pub fn goes_on(&self, game: &Game) -> bool {
        !self.plays() && !game.ahead().is_empty()
    }

    /// Starts to play a side; [`Opponent::start_clock`] starts its clock.
    pub fn begin(&mut self, side: Color, referee: bool) {
        (self.side, self.referee, self.over) = (Some(side), referee, None);
        self.seat = referee.then_some(!side);
        if self.clocks.0.iter().all(Option::is_none) {
            self.clocks = fresh_clocks(&self.level);
        }
    }

    /// Starts another game with full clocks and the same side and level.
    pub fn new_game(&mut self) {
        self.clocks = fresh_clocks(&self.level);
        self.scores.clear();
        (self.over, self.seat) = (None, self.seat.filter(|_| self.plays()));
    }

    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.clocks = fresh_clocks(&level);
    }

    /// Stops playing either side; a move in progress is dropped.
    pub fn force(&mut self, jobs: &mut Jobs) {
        self.side = None;
        self.strength = None;
        self.flag = None;
        jobs.drop_thinking();
    }

    /// Ends the game with a result; the engine makes no more moves.
    pub fn end(&mut self, result: GameResult, jobs: &mut Jobs) {
        self.force(jobs);
        self.over = self.referee.then_some(result);
        self.clocks = ByColor::default();
    }

    /// Another game is put on the board: the game against the engine ends.
    pub fn leave(&mut self, jobs: &mut Jobs) {
        (self.over, self.seat) = (None, None);
        if self.plays() && self.referee {
            self.force(jobs);
            self.left = true;
        }
    }

    /// Whether the board shows a game that ended, and no move was made since.
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Returns a note, once, about a game that ended.
    pub fn note(&mut self, moved: bool) -> Option<String> {
        if std::mem::take(&mut self.left) {
            let left = "this ends the game against the engine (`play` begins one from here)";
            return Some(left.to_owned());
        }
        let result = self.over.take_if(|_| moved)?;
        Some(format!(
            "the game has ended {result}; the engine does not answer (`play` goes on from here)"
        ))
    }

    /// Returns the playing strength; `None` for full strength.
    pub fn play_strength(&self, options: &Options) -> Option<Strength> {
        match self.strength {
            Some(GivenStrength::Full) => None,
            Some(GivenStrength::Elo(elo)) => Some(Strength { elo, seed: options.strength_seed }),
            None => options.strength(),
        }
    }

    /// Adds names, date, rating and time control to the headers. Replaces those that it added before, since the sides may have
    /// changed; keeps others.
    pub fn name_players(&mut self, record: &mut PgnGame, player: &str, options: &Options) {
        let Some(side) = self.side else { return };
        let elo = self.play_strength(options).map(|strength| strength.elo.points());
        let today = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        let control = self.level.control.map(|control| {
            let moves =
                if control.moves > 0 { format!("{}/", control.moves) } else { String::new() };
            let (base, added) = (control.base.as_secs_f64(), control.increment.as_secs_f64());
            let added = if added > 0.0 { format!("+{added}") } else { String::new() };
            format!("{moves}{base}{added}")
        });
        let level = self.level.to_string();
        let tags = [
            ("Date", Some(today)),
            (side.name(), Some("Quarterply".to_owned())),
            ((!side).name(), Some(player.to_owned())),
            (
                if side == Color::White { "WhiteElo" } else { "BlackElo" },
                elo.map(|elo| elo.to_string()),
            ),
            ("TimeControl", control),
            ("Level", Some(level).filter(|_| self.level.control.is_none())),
        ];
        for (name, value) in std::mem::take(&mut self.named) {
            if record.tag(name) == Some(value.as_str()) {
                record.set_tag(name, "");
            }
        }
        for (name, value) in tags {
            if let (Some(value), None) = (value, record.tag(name)) {
                record.set_tag(name, &value);
                self.named.push((name, value));
            }
        }
    }

    pub fn start_clock(&mut self, turn: Color, jobs: &mut Jobs) {
        self.turn_began = Some(Instant::now());
        self.flag = None;
        if self.enforces_clock()
            && let Some(left) = self.clocks[turn]
        {
            let (inbox, timer) = (jobs.inbox(), jobs.next_id());
            let fell = move || inbox.put(timer, News::FlagFell);
            self.flag = when_over(left, fell);
        }
    }

    /// Switches the clocks after a move and adds the increment.
    pub fn move_made(&mut self, mover: Color, game: &Game, jobs: &mut Jobs) {
        if let (Some(began), Some(control)) = (self.turn_began, self.level.control)
            && self.plays()
            && let Some(left) = &mut self.clocks[mover]
        {
            *left = left.saturating_sub(began.elapsed()) + control.increment;
            let made = (game.ply() as u32).div_ceil(2);
            if control.moves > 0 && made.is_multiple_of(control.moves) {
                *left += control.base;
            }
        }
        self.start_clock(!mover, jobs);
    }

    /// The program reported the engine's clock (`own`) or the opponent's.
    pub fn clock_reported(&mut self, own: bool, left: Duration, turn: Color) {
        let engine = self.side.unwrap_or(turn);
        self.clocks[if own { engine } else { !engine }] = Some(left);
        self.turn_began = None;
        if own {
            self.lag.reported(left);
            self.reported = Some((Instant::now(), left));
        }
    }

    /// The engine has found its move: its time is compared with the next report of its clock.
    pub fn clock_stopped(&mut self) {
        if let (Some((at, left)), Some(control)) = (self.reported.take(), self.level.control) {
            self.lag.moved(left, at.elapsed(), control.increment);
        }
    }

    pub fn clocks(&self) -> ByColor<Option<Duration>> {
        self.clocks
    }

    /// Returns the remaining times now; the clock of the side to move runs.
    pub fn clocks_now(&self, turn: Color) -> ByColor<Option<Duration>> {
        let mut clocks = self.clocks;
        if let (Some(began), Some(left)) =
            (self.turn_began.filter(|_| self.plays()), &mut clocks[turn])
        {
            *left = left.saturating_sub(began.elapsed());
        }
        clocks
    }

    fn enforces_clock(&self) -> bool {
        let level = self.level;
        self.plays() && self.referee && level.control.is_some() && level.movetime.is_none()
    }

    /// Returns the result if the side to move has run out of time.
    pub fn flag_fallen(&self, position: &Position) -> Option<PlayEnd> {
        if !self.enforces_clock() {
            return None;
        }
        let loser = position.turn();
        let (began, left) = (self.turn_began?, self.clocks[loser]?);
        if began.elapsed() < left {
            return None;
        }
        // A lone king cannot mate: FIDE 6.9.
        let drawn = position.color(!loser).count() == 1;
        Some(PlayEnd::FlagFell { loser, drawn })
    }

    /// Whether the engine agrees to a draw, or a draw can be claimed.
    pub fn agrees_to_draw(&self, game: &Game) -> bool {
        let scores = &self.scores;
        let is_even = scores.len() >= EVEN_SCORES
            && scores.iter().rev().take(EVEN_SCORES).all(|&score| score <= EVEN);
        let opening_is_over = u32::from(game.position().fullmoves()) >= DRAW_FROM_MOVE;
        matches!(game.status(), Status::Claimable(_)) || (opening_is_over && is_even)
    }

    /// Returns the result if the engine resigns.
    pub fn resignation(&self) -> Option<PlayEnd> {
        let side = self.side?;
        let recent = self.scores.get(self.scores.len().checked_sub(LOST_SCORES)?..)?;
        let is_lost = recent.iter().all(|&score| score <= LOST) && recent.last() <= recent.first();
        is_lost.then_some(PlayEnd::Resigned(side))
    }

    /// Takes back up to `moves` moves of the user with the engine's replies; the user is then to move.
    pub fn take_back(
        &mut self,
        moves: usize,
        timeline: &mut Timeline,
        jobs: &mut Jobs,
    ) -> Result<(), CommandError> {
        let (ply, turn) = (timeline.game().ply(), timeline.game().position().turn());
        let answered = usize::from(self.side != Some(turn));
        let moves = moves.min((ply + 1 - answered) / 2);
        if moves == 0 {
            return Err(CommandError::refused("there is nothing to take back"));
        }
        jobs.drop_thinking();
        timeline.take_back(ply + 1 - answered - 2 * moves);
        self.scores.truncate(self.scores.len().saturating_sub(moves));
        self.start_clock(timeline.game().position().turn(), jobs);
        Ok(())
    }

    pub fn play_limits(&self, game: &Game) -> Limits {
        let turn = game.position().turn();
        let Level { control, movetime, depth, nodes } = self.level;
        let mut limits = Limits { movetime, depth, nodes, ..Limits::default() };
        if movetime.is_none()
            && let Some(control) = control
        {
            let moves = control.moves;
            limits.moves_to_go = (moves > 0).then(|| moves - (game.ply() as u32 / 2) % moves);
            for color in Color::ALL {
                let left = self.clocks[color];
                let increment = control.increment;
                limits.clock[color] = left.map(|remaining| SideClock { remaining, increment });
            }
            limits.clock[turn] = limits.clock[turn].or(limits.clock[!turn]);
            if let Some(clock) = &mut limits.clock[turn] {
                *clock = self.lag.without_lag(*clock);
            }
        }
        if !limits.is_bounded() {
            limits.movetime = Some(USUAL);
        }
        limits
    }
}

/// Calls `fell` after `left`, on a thread that ends when the returned sender is dropped: when a move is made or the game ends.
/// `None` if the system has no thread for it: the flag is then noticed with the next move.
fn when_over(left: Duration, fell: impl FnOnce() + Send + 'static) -> Option<Sender<()>> {
    let (running, ended) = mpsc::channel();
    let wait = move || {
        if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
            fell();
        }
    };
    thread::Builder::new().name("flag".to_owned()).spawn(wait).ok()?;
    Some(running)
}

/// Time for a move without any limit.
const USUAL: Duration = Duration::from_secs(5);

fn fresh_clocks(level: &Level) -> ByColor<Option<Duration>> {
    // A clock that starts at zero gets the increment for its first move.
    let base = level.control.map(|control| match control.base {
        Duration::ZERO => control.increment,
        base => base,
    });
    ByColor([base, base])
}
