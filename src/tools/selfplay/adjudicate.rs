//! When a game is over: by the rules, or because both sides have said long enough how it will end.

use crate::chess::game::{Claim, Ending, GameResult, Status};
use crate::chess::{Color, Game};
use crate::store::records::EndCause;
use crate::units::Score;

pub(super) const MOST_PLIES: u64 = 10_000;

/// Both sides' scores agree for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// Centipawns: at least so many ahead, or at most so many apart.
    pub score: i32,
    /// For so many plies, one after the other.
    pub plies: u32,
}

/// When a game is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Won, when both say that the same side is so far ahead.
    pub resign: Option<Agreement>,
    /// Drawn, when both say that the game is even.
    pub draw: Option<Agreement>,
    /// But not as a draw before so many plies.
    pub draw_from: u32,
    /// A draw, whatever they say.
    pub longest: u32,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { resign: None, draw: None, draw_from: 80, longest: 600 }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Trail {
    rules: Adjudication,
    /// Plies in a row for which each colour was far ahead, and for which neither was.
    ahead: [u32; 2],
    level: u32,
}

impl Trail {
    pub(super) fn new(rules: Adjudication) -> Trail {
        Trail { rules, ahead: [0; 2], level: 0 }
    }

    /// Whoever is to move says this.
    pub(super) fn note(&mut self, turn: Color, score: Score) {
        let white = if turn == Color::White { score } else { -score };
        if let Some(resign) = self.rules.resign {
            let goes_on = |yes: bool, so_far: u32| if yes { so_far + 1 } else { 0 };
            self.ahead[0] = goes_on(white.raw() >= resign.score, self.ahead[0]);
            self.ahead[1] = goes_on(white.raw() <= -resign.score, self.ahead[1]);
        }
        if let Some(draw) = self.rules.draw {
            self.level = if white.raw().abs() <= draw.score { self.level + 1 } else { 0 };
        }
    }

    /// How the game has ended, if it has. Draws that a player may claim are claimed.
    pub(super) fn end(&self, game: &Game) -> Option<(GameResult, EndCause)> {
        match game.status() {
            Status::Ongoing => self.agreed(game.ply()),
            Status::Claimable(claim) => Some((
                GameResult::Draw,
                match claim {
                    Claim::ThreefoldRepetition => EndCause::Repetition,
                    Claim::FiftyMoves => EndCause::FiftyMoves,
                },
            )),
            Status::Over(ending) => Some((
                ending.result(),
                match ending {
                    Ending::Checkmate { .. } => EndCause::Checkmate,
                    Ending::Stalemate => EndCause::Stalemate,
                    Ending::InsufficientMaterial => EndCause::Material,
                    Ending::FivefoldRepetition => EndCause::Repetition,
                    Ending::SeventyFiveMoves => EndCause::FiftyMoves,
                },
            )),
        }
    }

    fn agreed(&self, ply: usize) -> Option<(GameResult, EndCause)> {
        let rules = &self.rules;
        if let Some(resign) = rules.resign {
            let won = [GameResult::WhiteWins, GameResult::BlackWins];
            let ahead = self.ahead.iter().position(|&plies| plies >= resign.plies);
            if let Some(color) = ahead {
                return Some((won[color], EndCause::Resigned));
            }
        }
        if rules.draw.is_some_and(|draw| self.level >= draw.plies)
            && ply >= rules.draw_from as usize
        {
            return Some((GameResult::Draw, EndCause::Agreed));
        }
        (ply >= rules.longest as usize).then_some((GameResult::Draw, EndCause::Length))
    }
}
