//! Strategies of the exhaustive solver: the whole tree of a shortest mate, for `proof/` to check.

use super::Exact;
use super::table::LONGEST;
use crate::chess::{Color, Position};
use crate::control::{StopFlag, Stopped};
use crate::proof::{Refutation, SavingReply, Strategy, StrategyStep};

impl Exact {
    /// The strategy of a mate within `most` moves, with shortest mates everywhere. `None` if there is no mate within `most`, or
    /// the position is already checkmate.
    pub fn strategy(
        &mut self,
        position: &Position,
        attacker: Color,
        most: u16,
        stop: &StopFlag,
    ) -> Result<Option<Strategy>, Stopped> {
        self.begin(stop)?;
        let mut strategy = Strategy::new(*position, attacker).with_aim(self.aim);
        if position.turn() == attacker {
            if !self.aim.is_possible(position, attacker) {
                return Ok(None);
            }
            let Some(step) = self.attack(position, most.min(LONGEST))? else { return Ok(None) };
            self.write_down(&mut strategy, position, step)?;
        } else {
            match self.mated_within(position, most)? {
                None | Some(0) => return Ok(None),
                Some(length) => self.write_replies(&mut strategy, position, length)?,
            }
        }
        Ok(Some(strategy))
    }

    /// Returns the replies that hold off a mate for `moves` moves; `None` if there is such a mate.
    pub(crate) fn refutation_of(
        &mut self,
        position: &Position,
        attacker: Color,
        moves: u16,
        stop: &StopFlag,
    ) -> Result<Option<Refutation>, Stopped> {
        self.begin(stop)?;
        let mut refutation = Refutation::new(*position, attacker, moves);
        let holds = if moves == 0 {
            true
        } else if position.turn() == attacker {
            self.attack(position, moves)?.is_none()
                && self.write_saving_replies(&mut refutation, position, moves)?
        } else {
            self.write_saving_reply(&mut refutation, position, moves)?
        };
        Ok(holds.then_some(refutation))
    }

    /// Adds a reply to every move of the attacker, who has `left` moves.
    fn write_saving_replies(
        &mut self,
        refutation: &mut Refutation,
        position: &Position,
        left: u16,
    ) -> Result<bool, Stopped> {
        if left < 2 {
            return Ok(true);
        }
        for legal in position.legal_moves() {
            let after = position.play(legal.mv);
            if after.has_legal_move() && !self.write_saving_reply(refutation, &after, left - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn write_saving_reply(
        &mut self,
        refutation: &mut Refutation,
        position: &Position,
        left: u16,
    ) -> Result<bool, Stopped> {
        if refutation.reply(position).is_some_and(|reply| reply.none_in >= left) {
            return Ok(true);
        }
        for legal in position.legal_moves() {
            let next = position.play(legal.mv);
            if self.attack(&next, left)?.is_none() {
                refutation.insert(position, SavingReply { mv: legal.mv, none_in: left });
                return self.write_saving_replies(refutation, &next, left);
            }
        }
        Ok(false)
    }

    fn write_down(
        &mut self,
        strategy: &mut Strategy,
        position: &Position,
        step: StrategyStep,
    ) -> Result<(), Stopped> {
        strategy.insert(position, step);
        if step.mate == 1 {
            return Ok(());
        }
        self.write_replies(strategy, &position.play(step.mv), step.mate - 1)
    }

    fn write_replies(
        &mut self,
        strategy: &mut Strategy,
        position: &Position,
        left: u16,
    ) -> Result<(), Stopped> {
        for legal in self.aim.replies(position) {
            let next = position.play(legal.mv);
            if strategy.step(&next).is_some() {
                continue;
            }
            // Proved before; asked again it is at least as good as proved.
            if let Some(step) = self.attack(&next, left)? {
                self.write_down(strategy, &next, step)?;
            }
        }
        Ok(())
    }
}
