//! Extracts a strategy from a settled root: a move for every position that the defender can reach.
//!
//! The table has facts, not moves, and may have evicted some; missing ones are proved again, which is fast because the length is
//! known. Endgame tables provide the rest where they apply. Distances are those promised to each position, so they decrease with
//! every move; `proof/` checks that and recomputes the longest lines.

use super::search::Search;
use crate::chess::{Color, Move, Position};
use crate::proof::{Strategy, StrategyStep};

impl Search<'_> {
    /// The strategy of a proved mate within a number of moves; `None` if interrupted.
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
            // The table has evicted the fact, or never had it: prove it again, and it is there for the next query.
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
