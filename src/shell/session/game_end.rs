//! How a game against the engine ends: draws, resignations, flags, and another position on the board.
//!
//! There is one way out, [`Session::end_play`]: the engine stops, and the result is written into the game. A GUI that keeps
//! the game itself (xboard) decides on draws and flags, and reports the result.
//!
//! [`Session::end_play`]: super::Session::end_play

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::job::JobMessage;
use super::{CommandError, Session};
use crate::chess::game::{GameResult, Status};
use crate::chess::{ByColor, Color};
use crate::shell::opponent::PlayEnd;

/// No draw is agreed to before this move …
const DRAW_FROM_MOVE: u32 = 20;

/// … nor before the engine's scores were this many times in a row …
const EVEN_SCORES: usize = 5;

/// … at most this high, in centipawns.
const EVEN: i32 = 20;

/// The engine resigns after this many scores in a row …
const LOST_SCORES: usize = 4;

/// … at most this high, in centipawns, the last of them no higher than the first.
const LOST: i32 = -1_000;

impl Session {
    /// Ends the game against the engine with a result; the engine makes no more moves.
    pub fn end_play(&mut self, result: GameResult) {
        if !self.plays() {
            return;
        }
        self.force();
        self.opponent.over = self.opponent.referee.then_some(result);
        self.opponent.clocks = ByColor::default();
        self.timeline.now.record.result = result;
        if result != GameResult::Unknown {
            // A file that cannot be written does not keep the user from the next game; `book` reports it.
            let _ = self.engine.game_ended(result);
        }
    }

    pub fn end_play_by(&mut self, end: PlayEnd) -> PlayEnd {
        self.end_play(end.result());
        end
    }

    /// Whether the engine agrees to a draw, or it can be claimed.
    pub fn agrees_to_draw(&self) -> bool {
        let scores = &self.opponent.scores;
        let is_even = scores.len() >= EVEN_SCORES
            && scores.iter().rev().take(EVEN_SCORES).all(|&score| score <= EVEN);
        let opening_is_over = u32::from(self.position().fullmoves()) >= DRAW_FROM_MOVE;
        matches!(self.game().status(), Status::Claimable(_)) || (opening_is_over && is_even)
    }

    pub fn engine_resigns(&mut self) -> Option<PlayEnd> {
        let side = self.opponent.side?;
        let scores = &self.opponent.scores;
        let recent = scores.get(scores.len().checked_sub(LOST_SCORES)?..)?;
        let is_lost = recent.iter().all(|&score| score <= LOST) && recent.last() <= recent.first();
        (is_lost && self.engine.options().resign).then(|| self.end_play_by(PlayEnd::Resigned(side)))
    }

    pub fn start_clock(&mut self, turn: Color) {
        self.opponent.turn_began = Some(Instant::now());
        self.opponent.flag = None;
        if self.enforces_clock()
            && let Some(left) = self.opponent.clocks[turn]
        {
            let (inbox, timer) = (self.inbox.clone(), self.next_job());
            let fell = move || inbox.put(timer, JobMessage::FlagFell);
            self.opponent.flag = when_over(left, fell);
        }
    }

    fn enforces_clock(&self) -> bool {
        let level = self.opponent.level;
        self.plays() && self.opponent.referee && level.control.is_some() && level.movetime.is_none()
    }

    /// Ends the game if the time of the side to move has run out.
    pub fn flag_falls(&mut self) -> Option<PlayEnd> {
        if !self.enforces_clock() {
            return None;
        }
        let loser = self.position().turn();
        let (began, left) = (self.opponent.turn_began?, self.opponent.clocks[loser]?);
        if began.elapsed() < left {
            return None;
        }
        // A lone king cannot mate: FIDE 6.9.
        let drawn = self.position().color(!loser).count() == 1;
        Some(self.end_play_by(PlayEnd::FlagFell { loser, drawn }))
    }

    /// Another game comes on the board: the one against the engine is not played on there.
    pub fn leave_play(&mut self) {
        self.opponent.over = None;
        if self.plays() && self.opponent.referee {
            self.force();
            self.opponent.left = true;
        }
    }

    /// What there is to say, once, about a game that has ended.
    pub fn note_of_play(&mut self, moved: bool) -> Option<String> {
        if std::mem::take(&mut self.opponent.left) {
            let left = "this ends the game against the engine (`play` begins one from here)";
            return Some(left.to_owned());
        }
        let result = self.opponent.over.take_if(|_| moved)?;
        Some(format!(
            "the game has ended {result}; the engine does not answer (`play` goes on from here)"
        ))
    }

    /// Takes back the user's last `moves` moves with the engine's answers, as far as there are any; the user is to move.
    pub fn take_back(&mut self, moves: usize) -> Result<(), CommandError> {
        let (ply, is_users) =
            (self.game().ply(), self.opponent.side != Some(self.position().turn()));
        let answered = usize::from(is_users);
        let moves = moves.min((ply + 1 - answered) / 2);
        if moves == 0 {
            return Err(CommandError::refused("there is nothing to take back"));
        }
        self.drop_thinking();
        self.timeline.take_back(ply + 1 - answered - 2 * moves);
        self.opponent.scores.truncate(self.opponent.scores.len().saturating_sub(moves));
        self.start_clock(self.position().turn());
        Ok(())
    }
}

/// Calls `fell` after `left`, on a thread that ends as soon as what is returned is dropped: when a move is made, or the game
/// ends. `None` if the system has no thread for it: the flag is then noticed with the next move.
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
