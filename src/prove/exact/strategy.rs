//! From answers to evidence: the whole tree of a shortest mate, for `proof/` to check.

use super::Exact;
use super::table::LONGEST;
use crate::chess::{Color, Position};
use crate::control::{StopFlag, Stopped};
use crate::proof::{Strategy, StrategyStep};

impl Exact {
    /// How the attacker mates within `most` moves whatever the defender plays: shortest mates everywhere. `None` says that
    /// there is no mate within `most`, or that there is nothing to play: checkmate already.
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

    /// A position of the attacker, and everything after it.
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
        for legal in position.legal_moves() {
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
