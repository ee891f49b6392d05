//! The moves of a picker with their scores, and the selection of the best remaining one.
//!
//! A move's score and its index make one number, its rank. The largest rank gives the best move, and a processor finds it several
//! ranks at a time.

use arrayvec::ArrayVec;

use crate::chess::moves::MAX_MOVES;
use crate::chess::{LegalMove, MoveList};

/// Ranks are compared in groups of this size; behind the last move there are enough of [`NO_RANK`] to fill a group.
const GROUP: usize = 8;
const NO_RANK: i32 = i32::MIN;

/// Number of indices in a rank.
const INDICES: i32 = 512;
const _: () = assert!(MAX_MOVES < INDICES as usize);

/// Scores are less than this, either way.
pub(super) const SCORE_BOUND: i32 = i32::MAX / INDICES;

/// The rank of a score at an index: of equal scores the first is the largest.
#[inline(always)]
fn rank(score: i32, index: usize) -> i32 {
    debug_assert!(score.abs() < SCORE_BOUND);
    score * INDICES + (INDICES - 1 - index as i32)
}

#[derive(Default)]
pub(super) struct ScoredMoves {
    moves: MoveList,
    ranks: ArrayVec<i32, { MAX_MOVES + GROUP }>,
}

impl ScoredMoves {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Appends the moves that `generate` adds to the list, each with its score.
    #[inline(always)]
    pub(super) fn extend(
        &mut self,
        generate: impl FnOnce(&mut MoveList),
        score: impl Fn(&LegalMove) -> i32,
    ) {
        let start = self.moves.len();
        generate(&mut self.moves);
        self.ranks.truncate(start);
        let new = self.moves[start..].iter().enumerate();
        self.ranks.extend(new.map(|(index, legal)| rank(score(legal), start + index)));
        self.ranks.extend([NO_RANK; GROUP]);
    }

    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> LegalMove {
        self.moves[index]
    }

    #[inline(always)]
    pub(super) fn score(&self, index: usize) -> i32 {
        self.ranks[index].div_euclid(INDICES)
    }

    #[inline(always)]
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        let (score, other_score) = (self.score(one), self.score(other));
        self.ranks[one] = rank(other_score, one);
        self.ranks[other] = rank(score, other);
        self.moves.swap(one, other);
    }

    /// Swaps the best of the moves from `start` on to `start`, the first of equals; returns it.
    #[inline(always)]
    pub(super) fn select(&mut self, start: usize) -> Option<LegalMove> {
        let rest = self.moves.len().checked_sub(start).filter(|&rest| rest > 0)?;
        let ranks = &self.ranks[start..start + rest.next_multiple_of(GROUP)];
        let top = ranks.iter().fold(NO_RANK, |top, &rank| top.max(rank));
        let best = (INDICES - 1 - top.rem_euclid(INDICES)) as usize;
        self.swap(start, best);
        Some(self.moves[start])
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::chess::{Check, Move, SplitMix, Square};

    /// The moves of a straight selection: the first of the largest scores is swapped to the front.
    fn selected(mut scored: Vec<(Move, i32)>) -> Vec<(Move, i32)> {
        for start in 0..scored.len() {
            let rest = start..scored.len();
            let best = rest.rev().max_by_key(|&index| scored[index].1).unwrap();
            scored.swap(start, best);
        }
        scored
    }

    #[test]
    fn moves_come_as_from_a_selection_one_by_one() {
        let mut chance = SplitMix::new(7);
        let mut random = |bound: u64| chance.next() % bound;
        for round in 0..500 {
            let mut list = ScoredMoves::default();
            let mut plain = Vec::new();
            // Two batches, as of captures and quiet moves; many scores are equal, some at the bounds.
            for _ in 0..2 {
                let start = plain.len();
                let count = random(if round % 50 == 0 { 200 } else { 20 });
                for _ in 0..count {
                    let [from, to] = [0, 1].map(|base| Square::new((base + 2 * random(32)) as u8));
                    let score = match random(8) {
                        0 => SCORE_BOUND - 1,
                        1 => 1 - SCORE_BOUND,
                        _ => random(9) as i32 - 4,
                    };
                    plain.push((Move::normal(from, to), score));
                }
                // Each score is asked for once and in order.
                let (scores, next) = (plain[start..].to_vec(), Cell::new(0));
                list.extend(
                    |moves| {
                        let check = Check::default();
                        moves.extend(scores.iter().map(|&(mv, _)| LegalMove { mv, check }));
                    },
                    |_| scores[next.replace(next.get() + 1)].1,
                );
                let expected = selected(plain[start..].to_vec());
                for (index, &(mv, score)) in (start..).zip(&expected) {
                    assert_eq!(list.select(index).map(|legal| legal.mv), Some(mv));
                    assert_eq!((list.at(index).mv, list.score(index)), (mv, score));
                }
                plain.splice(start.., expected);
                assert_eq!((list.len(), list.select(plain.len())), (plain.len(), None));
            }
        }
    }
}
