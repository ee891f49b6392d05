//! All keys of a mate, its tries and their refutations, and the set play.

use super::Exact;
use super::table::LONGEST;
use crate::chess::{Move, Position};
use crate::control::{StopFlag, Stopped};
use crate::proof::StrategyStep;
use crate::proof::stipulation::Genre;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    pub mv: Move,
    /// The replies that refute it, at least one.
    pub refutations: Vec<Move>,
}

/// A move of the defender, were it its turn, and what mates after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetLine {
    pub reply: Move,
    /// All mating moves after it; none if the reply saves the defender.
    pub answers: Vec<StrategyStep>,
    /// Whether the reply itself reaches the aim, as in a selfmate.
    pub ends: bool,
}

impl Exact {
    /// All first moves that mate within `most` moves, each with its exact length, the shortest first. In a problem the
    /// second and later ones are cooks; further down a solution they are duals.
    pub fn keys(
        &mut self,
        position: &Position,
        most: u16,
        stop: &StopFlag,
    ) -> Result<Vec<StrategyStep>, Stopped> {
        self.begin(stop)?;
        self.keys_within(position, most)
    }

    fn keys_within(
        &mut self,
        position: &Position,
        most: u16,
    ) -> Result<Vec<StrategyStep>, Stopped> {
        let mut keys = Vec::new();
        if !self.aim.is_possible(position, position.turn()) || self.aim.is_missed(position) {
            return Ok(keys);
        }
        let mut unsolved: Vec<Move> = position.legal_moves().iter().map(|legal| legal.mv).collect();
        for mate in 1..=most.min(LONGEST) {
            let mut rest = Vec::new();
            for mv in unsolved {
                if self.defend(&position.play(mv), mate - 1, Some(mv))? {
                    keys.push(StrategyStep { mv, mate });
                } else {
                    rest.push(mv);
                }
            }
            unsolved = rest;
            if unsolved.is_empty() {
                break;
            }
        }
        Ok(keys)
    }

    /// All first moves that would mate within `moves` if it were not for at most `refutations` replies, which may be the only
    /// ones, as Popeye counts them. Keys are no tries, nor are moves that leave no reply.
    pub(crate) fn tries(
        &mut self,
        position: &Position,
        moves: u16,
        refutations: usize,
        stop: &StopFlag,
    ) -> Result<Vec<Try>, Stopped> {
        self.begin(stop)?;
        let mut tries = Vec::new();
        let shortest = if self.aim.genre == Genre::Own { 1 } else { 2 };
        if moves < shortest || self.aim.is_missed(position) {
            return Ok(tries);
        }
        for legal in position.legal_moves() {
            let next = position.play(legal.mv);
            let replies = self.aim.replies(&next);
            let mut saving = Vec::new();
            for reply in &replies {
                if !self.is_answered(&next.play(reply.mv), moves.min(LONGEST) - 1)? {
                    saving.push(reply.mv);
                    if saving.len() > refutations {
                        break;
                    }
                }
            }
            if (1..=refutations).contains(&saving.len()) {
                tries.push(Try { mv: legal.mv, refutations: saving });
            }
        }
        Ok(tries)
    }

    /// The set play of a mate in `moves` with the attacker to move: what would follow each move of the defender, were it
    /// the defender's turn. `None` if that cannot be, because the attacker is in check.
    pub(crate) fn set_play(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopFlag,
    ) -> Result<Option<Vec<SetLine>>, Stopped> {
        self.begin(stop)?;
        let Some(passed) = position.pass() else { return Ok(None) };
        let mut lines = Vec::new();
        for legal in self.aim.replies(&passed) {
            let after = passed.play(legal.mv);
            let answers = self.keys_within(&after, moves.saturating_sub(1))?;
            lines.push(SetLine { reply: legal.mv, answers, ends: self.aim.is_lost(&after) });
        }
        Ok(Some(lines))
    }
}
