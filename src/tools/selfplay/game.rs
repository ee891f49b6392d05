//! Plays one game after the other at one board: by number, so that each is the same whoever plays it and when.

use super::adjudicate::Trail;
use super::opening::Deck;
use super::standing::side_of;
use super::{MatchPlan, Sides};
use crate::chess::{ByColor, Color, Game, GameResult, Move};
use crate::control::{Limits, SideClock};
use crate::engine::self_player::{NoTable, SelfPlayer};
use crate::store::records::{EndCause, GameRecord, RecordedPly};
use crate::tools::batch::JobFlags;
use crate::units::Score;

/// A board and who sits at it.
pub(super) struct MatchBoard<'a> {
    plan: &'a MatchPlan,
    deck: &'a Deck,
    /// One that plays both sides, or two.
    players: Vec<SelfPlayer>,
    flags: JobFlags,
}

enum TurnResult {
    Played(Move, Score),
    Overstepped,
    Stopped,
}

impl<'a> MatchBoard<'a> {
    /// A board with new players at it, who look at these flags.
    pub(super) fn new(
        plan: &'a MatchPlan,
        sides: &Sides,
        deck: &'a Deck,
        flags: &JobFlags,
    ) -> Result<MatchBoard<'a>, NoTable> {
        let player = |options| SelfPlayer::new(options, &flags.search);
        let players = match sides {
            Sides::Alone(options) => vec![player(options)?],
            Sides::Against(both) => both.iter().map(player).collect::<Result<_, _>>()?,
        };
        Ok(MatchBoard { plan, deck, players, flags: flags.clone() })
    }

    /// Plays a game; `None` if it was stopped.
    pub(super) fn play(&mut self, number: u32) -> Result<Option<GameRecord>, NoTable> {
        let is_match = self.players.len() > 1;
        let opening = if is_match { number / 2 } else { number };
        self.flags.search.lower();
        let judge = &mut self.players[0];
        let Some(mut game) =
            self.deck.deal(&self.plan.openings, opening, judge, &self.flags.quit)?
        else {
            return Ok(None);
        };
        for player in &mut self.players {
            player.new_game();
        }
        let mut plies: Vec<RecordedPly> = moves(&game);
        let mut trail = Trail::new(self.plan.adjudication);
        let mut clocks = ByColor::new(self.plan.clock, self.plan.clock);
        let (result, cause) = loop {
            if let Some(end) = trail.end(&game) {
                break end;
            }
            let turn = game.position().turn();
            let side = if is_match { side_of(number, turn) } else { 0 };
            match self.turn(&game, side, &mut clocks) {
                TurnResult::Stopped => return Ok(None),
                TurnResult::Overstepped => break (lost_by(turn), EndCause::Time),
                TurnResult::Played(mv, score) => {
                    if game.play(mv).is_err() {
                        return Ok(None);
                    }
                    trail.note(turn, score);
                    plies.push(RecordedPly { mv, score: Some(score) });
                }
            }
        };
        Ok(Some(GameRecord { number, start: *game.start(), plies, result, cause }))
    }

    fn turn(
        &mut self,
        game: &Game,
        side: usize,
        clocks: &mut ByColor<Option<SideClock>>,
    ) -> TurnResult {
        let turn = game.position().turn();
        let limits = Limits { clock: *clocks, ..self.plan.limits.clone() };
        self.flags.search.lower();
        if self.flags.quit.is_stopped() {
            return TurnResult::Stopped;
        }
        let thought = self.players[side].think(game, limits, turn);
        // What a search found that was cut short would make another game of it.
        if self.flags.quit.is_stopped() {
            return TurnResult::Stopped;
        }
        if let Some(clock) = &mut clocks[turn] {
            let Some(left) = clock.remaining.checked_sub(thought.clock.elapsed()) else {
                return TurnResult::Overstepped;
            };
            clock.remaining = left + clock.increment;
        }
        let line = thought.finished.iteration.lines.first();
        match (thought.finished.best, line) {
            (Some(mv), Some(line)) => TurnResult::Played(mv, line.score),
            // There is a move, for the game goes on; so there is a line.
            _ => TurnResult::Stopped,
        }
    }
}

/// The moves that led here; none was searched.
fn moves(game: &Game) -> Vec<RecordedPly> {
    let moves = game.played().iter().filter_map(|step| step.mv());
    moves.map(|mv| RecordedPly { mv, score: None }).collect()
}

fn lost_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::BlackWins,
        Color::Black => GameResult::WhiteWins,
    }
}
