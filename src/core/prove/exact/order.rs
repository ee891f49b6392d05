//! Move ordering: moves that settled similar positions, checks, and moves that restrict the king.
//!
//! The order changes the time of an answer, never the answer.

use crate::chess::{LegalMove, Move, Position, Square};

#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub mv: Move,
    pub score: i32,
}

/// Killer replies: replies of the defender that refuted an attack lately, by the attacker's moves left.
pub(super) struct SavingReplies {
    recent: Vec<Recent>,
    /// The latest against a move between two squares.
    against: Vec<Option<Move>>,
}

const RECENT: usize = 2;

type Recent = [Option<Move>; RECENT];

fn remember(recent: &mut Recent, mv: Move) {
    if recent[0] != Some(mv) {
        *recent = [Some(mv), recent[0]];
    }
}

/// Number of distinct lengths; longer ones share the last.
const LENGTHS: usize = 8;

fn row(left: u16) -> usize {
    usize::from(left).min(LENGTHS - 1)
}

fn squares(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

impl SavingReplies {
    pub(super) fn new() -> SavingReplies {
        SavingReplies { recent: vec![[None; RECENT]; LENGTHS], against: vec![None; LENGTHS * 4096] }
    }

    /// Replies worth trying first after the attacker's move `last`.
    #[inline]
    pub(super) fn promising(&self, left: u16, last: Option<Move>) -> [Option<Move>; RECENT + 1] {
        let answer = last.and_then(|last| self.against[row(left) * 4096 + squares(last)]);
        let [first, second] = self.recent[row(left)];
        [answer, first, second]
    }

    #[inline]
    pub(super) fn latest(&self, left: u16) -> Option<Move> {
        self.recent[row(left)][0]
    }

    #[inline]
    pub(super) fn learn(&mut self, left: u16, last: Option<Move>, reply: Move) {
        if let Some(last) = last {
            self.against[row(left) * 4096 + squares(last)] = Some(reply);
        }
        remember(&mut self.recent[row(left)], reply);
    }
}

/// Killer moves of the attacker: those that mated lately, by moves left.
pub(super) struct RecentMates(Vec<Recent>);

impl RecentMates {
    pub(super) fn new() -> RecentMates {
        RecentMates(vec![[None; RECENT]; LENGTHS])
    }

    #[inline]
    pub(super) fn learn(&mut self, left: u16, mv: Move) {
        remember(&mut self.0[row(left)], mv);
    }

    #[inline]
    pub(super) fn score(
        &self,
        position: &Position,
        left: u16,
        king: Square,
        legal: &LegalMove,
    ) -> i32 {
        let mv = legal.mv;
        let recent = &self.0[row(left)];
        let mut score = 0;
        if recent[0] == Some(mv) {
            score += 3_000;
        } else if recent[1] == Some(mv) {
            score += 2_000;
        }
        if legal.check.any() {
            score += 1_000;
        }
        if position.is_capture(mv) {
            score += 100;
        }
        score - 20 * i32::from(mv.to().distance(king))
    }
}

#[inline]
pub(super) fn reply_score(position: &Position, legal: &LegalMove) -> i32 {
    let mut score = 0;
    if legal.check.any() {
        score += 1_000;
    }
    if let Some(victim) = position.captured(legal.mv) {
        score += 100 + 50 * victim as i32;
    }
    if position.moved(legal.mv) == crate::chess::Piece::King {
        score += 80;
    }
    score
}
