//! Games against the engine. Nothing here blocks: [`Session::follow`] starts a search when it is the engine's turn; the search
//! ends with a move. A game ends only through [`Session::end_play`], which stops the engine and writes the result into the game.
//!
//! [`Session::follow`]: super::Session::follow
//! [`Session::end_play`]: super::Session::end_play

use super::analysis::{NewSearch, is_same};
use super::job::{JobId, Purpose};
use super::news::EngineMove;
use super::{News, Session};
use crate::chess::Color;
use crate::chess::game::{Game, GameResult, Status, Step};
use crate::chess::game_tree::Stepped;
use crate::control::Limits;
use crate::search::Finished;
use crate::shell::level::PlayEnd;

impl Session {
    pub fn begin_play(&mut self, side: Color, referee: bool) {
        self.jobs.suspend_following();
        self.analysis.follows = false;
        self.opponent.begin(side, referee);
        if referee {
            self.name_players();
        }
        let turn = self.position().turn();
        self.opponent.start_clock(turn, &mut self.jobs);
    }

    pub fn name_players(&mut self) {
        let record = &mut self.timeline.now.record;
        let player = &self.settings.preferences.player;
        self.opponent.name_players(record, player, self.engine.options());
    }

    /// Ends the game against the engine with a result and stops the engine.
    pub fn end_play(&mut self, result: GameResult) {
        if !self.opponent.plays() {
            return;
        }
        self.opponent.end(result, &mut self.jobs);
        self.timeline.now.record.result = result;
        if result != GameResult::Unknown {
            // A failure to write the book must not prevent the next game; `book` reports it.
            let _ = self.engine.game_ended(result);
        }
    }

    pub fn end_play_by(&mut self, end: PlayEnd) -> PlayEnd {
        self.end_play(end.result());
        end
    }

    /// Ends the game if the time of the side to move has run out.
    pub fn flag_falls(&mut self) -> Option<PlayEnd> {
        let end = self.opponent.flag_fallen(self.position())?;
        Some(self.end_play_by(end))
    }

    /// Ends the game against the engine if the rules do; returns whether they did.
    pub fn end_by_rules(&mut self) -> bool {
        let result = result_by_rules(self.timeline.game()).filter(|_| self.opponent.plays());
        result.map(|result| self.end_play(result)).is_some()
    }

    /// Starts a search if it is the engine's turn, or pondering if that is on.
    pub fn think(&mut self) -> Option<(JobId, News)> {
        let side = self.opponent.side?;
        if self.end_by_rules() {
            return None;
        }
        let (turn, board) = (self.position().turn(), self.timeline.game());
        let expected = self.opponent.expected.take();
        if let Some(id) = self.jobs.playing() {
            if let Some(news) = self.jobs.ponder_hits(id, board.position()) {
                return Some((id, news));
            }
            let waits = self.jobs.search_for(Purpose::Ponder).is_some_and(|(_, search)| {
                let before = search.game.played().split_last().map(|(_, before)| before);
                turn != side && before == Some(board.played())
            });
            let thinks = |search: &super::job::SearchJob| is_same(&search.game, board);
            if waits || self.jobs.thinking().is_some_and(thinks) {
                return None;
            }
            self.jobs.abandon(id);
        }
        if self.jobs.engine_job().is_some() {
            return None;
        }
        let mut game = board.clone();
        let ponder = turn != side;
        if ponder && (game.play(expected?).is_err() || !game.position().has_legal_move()) {
            return None;
        }
        let limits = Limits { ponder, ..self.opponent.play_limits(&game) };
        let strength = self.opponent.play_strength(self.engine.options());
        let purpose = if ponder { Purpose::Ponder } else { Purpose::Play };
        let (lines, background) = (Some(1), true);
        Some(self.start_search(NewSearch { game, limits, lines, strength, purpose, background }))
    }

    /// The search of `game` has ended: the engine moves if that game is still on the board.
    pub fn thought(&mut self, game: &Game, finished: &Finished) -> Option<News> {
        if !is_same(game, self.timeline.game()) {
            return None;
        }
        let before = *self.position();
        let mv = finished.best.filter(|&mv| before.is_legal(mv))?;
        if let Some(end) = self.flag_falls() {
            return Some(News::PlayEnded(end));
        }
        self.opponent.scores.extend(finished.iteration.lines.first().map(|line| line.score.raw()));
        if let Some(end) = self.opponent.resignation().filter(|_| self.engine.options().resign) {
            return Some(News::PlayEnded(self.end_play_by(end)));
        }
        self.opponent.clock_stopped();
        match self.timeline.step(Step::Move(mv)) {
            Ok(Stepped::Varied) => self.timeline.promote(),
            Ok(_) => {}
            Err(_) => return None,
        }
        self.opponent.move_made(before.turn(), self.timeline.game(), &mut self.jobs);
        let status = self.timeline.game().status();
        let told = EngineMove {
            before,
            mv,
            status,
            chess960: self.is_chess960(),
            clocks: self.opponent.clocks(),
            board_view: self.board_view(),
            opening: self.opening(),
        };
        if let Some(result) = result_by_rules(self.timeline.game()) {
            self.end_play(result);
        } else if self.opponent.ponders {
            // Pondering does not start here: the next command may need the engine.
            self.opponent.expected = finished.ponder();
        }
        Some(News::EngineMoved(Box::new(told)))
    }
}

fn result_by_rules(game: &Game) -> Option<GameResult> {
    match game.status() {
        Status::Over(ending) => Some(ending.result()),
        Status::Ongoing | Status::Claimable(_) => None,
    }
}
