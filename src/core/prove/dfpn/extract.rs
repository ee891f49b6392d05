//! From a settled root to a strategy: which move to play in every position that the defender can reach.
//!
//! The table keeps facts, not moves, and may have given some of them up; whatever is missing is proved again, which is
//! quick because its length is known. Where endgame tables answer, the rest is drawn from them. Distances are those promised
//! to each position, so they fall with every move; `proof/` checks that, and counts the longest lines afresh.

use super::search::Search;
use crate::chess::{Color, Move, Position};
use crate::proof::{Strategy, StrategyStep};

impl Search<'_> {
    /// The strategy behind a mate within so many moves that was proved; `None` if it was halted on the way.
    pub(crate) fn strategy(
        &mut self,
        root: &Position,
        attacker: Color,
        moves: u8,
    ) -> Option<Strategy> {
        let mut strategy = Strategy::new(*root, attacker);
        let mut open = Vec::new();
        if root.turn() == attacker {
            open.push((*root, moves));
        } else {
            open.extend(root.legal_moves().iter().map(|legal| (root.play(legal.mv), moves)));
        }
        let stop = self.interrupts.stop;
        let endings = self.config.endings;
        let mut ended = Vec::new();
        while let Some((position, left)) = open.pop() {
            if strategy.step(&position).is_some_and(|step| step.mate <= u16::from(left)) {
                continue;
            }
            if let Some(endings) = endings
                && endings.recall(&position, stop).ok()?.is_some()
            {
                ended.push(position);
                continue;
            }
            let (mv, after) = self.mating_move(&position, left)?;
            strategy.insert(&position, StrategyStep { mv, mate: u16::from(after) + 1 });
            let next = position.play(mv);
            open.extend(next.legal_moves().iter().map(|legal| (next.play(legal.mv), after)));
        }
        if let Some(endings) = endings {
            endings.endgames.complete(&mut strategy, &ended, stop).ok()?;
        }
        Some(strategy)
    }

    /// A move that mates within `left`, and the moves it takes after that one.
    fn mating_move(&mut self, position: &Position, left: u8) -> Option<(Move, u8)> {
        if let Some(mv) = self.config.restriction.mate_in_one(position) {
            return Some((mv, 0));
        }
        loop {
            if let Some(known) = self.known_mate(position, left) {
                return Some(known);
            }
            // The table gave the fact up, or never had it: what is proved again stands there when it is asked for.
            if !self.settle(position, true, left).numbers.is_proved() {
                return None;
            }
        }
    }

    fn known_mate(&self, position: &Position, left: u8) -> Option<(Move, u8)> {
        let restriction = self.config.restriction;
        let proved = position.legal_moves().into_iter().filter_map(|legal| {
            if !restriction.admits(position, &legal) || !restriction.leaves(position, legal.mv) {
                return None;
            }
            let next = position.play(legal.mv);
            if next.is_checkmate() {
                return Some((0, legal.mv));
            }
            let known = self.table.get(self.key(&next), left - 1, 0).proved?;
            (known < left).then_some((known, legal.mv))
        });
        proved.min().map(|(length, mv)| (mv, length))
    }
}
