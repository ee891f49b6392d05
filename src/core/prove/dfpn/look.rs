//! Values of a child without a visit: facts and numbers of the table, endgame tables, a first estimate.

use super::estimate;
use super::numbers::{LONGEST, NodeVerdict};
use super::search::{DEEPEST, Search, SearchConfig};
use super::table::{DfpnTable, TableFacts};
use crate::chess::{Color, Key, Move, MoveList, Position};
use crate::oracle::EndgameValue;
use crate::proof::Proof;
use crate::prove::task::Restriction;

/// An unvisited node borrows the numbers of the same position with at most this many moves more left.
const BORROW: u8 = 2;

/// Table key of a position without clock and restriction, by whether Black attacks.
#[inline(always)]
fn key_for(black: bool, key: Key) -> Key {
    if black { key ^ 0x9E37_79B9_7F4A_7C15 } else { key }
}

/// What checked mates say of the positions that they lead to, to be used wherever a search reaches them.
#[derive(Clone, Default, Debug)]
pub struct MateFacts(Vec<(Key, u8)>);

impl MateFacts {
    /// Nodes that a fact counts for where entries compete for room.
    const WORTH: u64 = 1_000;

    /// Adds the positions of a mate.
    pub fn add(&mut self, proof: &Proof) {
        let key = |position: &Position| key_for(proof.attacker() == Color::Black, position.key());
        proof.strategy().walk(|position, step| {
            if let Some(mate) = u8::try_from(step.mate).ok().filter(|&mate| mate <= LONGEST) {
                self.0.push((key(position), mate));
                self.0.push((key(&position.play(step.mv)), mate - 1));
            }
            true
        });
    }

    pub(crate) fn write_to(&self, table: &DfpnTable) {
        self.0.iter().for_each(|&(key, mate)| table.put_proved(key, mate, MateFacts::WORTH));
    }
}

/// Plies after which the defender may claim a draw.
const FIFTY: u16 = 100;

impl Search<'_> {
    /// Table key of a position: the two attackers, restricted searches and clocks must not share facts.
    #[inline(always)]
    pub(crate) fn key(&self, position: &Position) -> Key {
        let mut key = self.table_key(position.key());
        if self.config.clocked {
            key ^= u64::from(position.halfmoves() + 1).wrapping_mul(0xA076_1D64_78BD_642F);
        }
        key
    }

    /// Returns the table key of a position with Zobrist key `key`, its clock left out.
    #[inline(always)]
    fn table_key(&self, key: Key) -> Key {
        let mut key = key_for(self.black, key);
        if self.config.restriction != Restriction::default() {
            key ^= self.config.restriction.mark();
        }
        key
    }

    /// Prefetches the table entries of the positions after `moves`, so that the cache misses overlap. Keys that contain the
    /// clock are not guessed.
    #[inline(always)]
    pub(super) fn prefetch(&self, position: &Position, moves: &MoveList) {
        if self.config.clocked {
            return;
        }
        for legal in moves {
            self.table.prefetch(self.table_key(position.likely_key_after(legal.mv)));
        }
    }

    /// Returns the verdict on the position after `mv` without visiting it. `attacking`: the attacker is to move there.
    #[inline]
    pub(super) fn look(
        &mut self,
        before: &Position,
        mv: Move,
        attacking: bool,
        left: u8,
    ) -> NodeVerdict {
        self.nodes += 1;
        // Most children are in the table, and for most moves the key is enough to find them.
        let plain = before.plain_key_after(mv).filter(|_| !self.config.clocked);
        let (key, played) = match plain {
            Some(key) => (self.table_key(key), None),
            None => {
                let position = before.play(mv);
                (self.key(&position), Some(position))
            }
        };
        self.recall(key, attacking, left).unwrap_or_else(|| {
            let position = played.unwrap_or_else(|| before.play(mv));
            self.judge(&position, attacking, key, left)
        })
    }

    /// Returns the verdict of the table, or a refutation if the position repeats; `None` if neither applies.
    #[inline(always)]
    fn recall(&self, key: Key, attacking: bool, left: u8) -> Option<NodeVerdict> {
        if attacking && self.config.unbounded && self.repeats(key) {
            return Some(NodeVerdict::refuted(LONGEST));
        }
        let known = self.table.get(key, left, BORROW);
        settled(known, left).or_else(|| {
            // With at most two moves left the estimate is better than borrowed numbers.
            let numbers = known.numbers.or(known.borrowed.filter(|_| left > 2));
            numbers.map(NodeVerdict::open)
        })
    }

    /// Returns the verdict of an endgame table, or else a first estimate, on a position that is not in the table.
    #[inline]
    fn judge(&mut self, position: &Position, attacking: bool, key: Key, left: u8) -> NodeVerdict {
        if let Some(verdict) = self.ending(position, attacking, key, left) {
            return verdict;
        }
        let guess = self.estimate(position, attacking, left);
        // Mate on the hundredth ply comes before the claim of a draw.
        let is_mated = !attacking && guess == NodeVerdict::proved(0);
        if self.config.clocked && position.halfmoves() >= FIFTY && !is_mated {
            return NodeVerdict::refuted(LONGEST);
        }
        // Written down where it may save work.
        if guess.numbers.is_proved() {
            self.table.put_proved(key, guess.length, 0);
        } else if !guess.numbers.is_refuted() {
            self.table.put(key, left, guess.numbers, 0);
        }
        guess
    }

    #[inline]
    pub(super) fn estimate(
        &mut self,
        position: &Position,
        attacking: bool,
        left: u8,
    ) -> NodeVerdict {
        let SearchConfig { seed, restriction, clocked, .. } = self.config;
        if attacking {
            return estimate::after_reply(position, left, (seed, &restriction));
        }
        let verdict = estimate::after_attack(position, left, (seed, &restriction), &mut self.nodes);
        // A reply on the hundredth ply claims the draw before it is mated.
        let claims = || {
            let replies = position.legal_moves();
            replies.iter().any(|reply| position.play(reply.mv).halfmoves() >= FIFTY)
        };
        if clocked && verdict == NodeVerdict::proved(1) && claims() {
            return NodeVerdict::refuted(LONGEST);
        }
        verdict
    }

    /// Returns whether an attacker's position is already on the path from the root, or too deep.
    #[inline]
    fn repeats(&self, key: Key) -> bool {
        self.path.len() > DEEPEST || self.path.contains(&key)
    }

    /// Values of endgame tables, as facts. Not used under the rules of games or in narrower searches.
    #[inline]
    fn ending(
        &mut self,
        position: &Position,
        attacking: bool,
        key: Key,
        left: u8,
    ) -> Option<NodeVerdict> {
        let endings = self.config.endings.filter(|_| !self.halted)?;
        let Ok(known) = endings.probe(position, self.interrupts.stop) else {
            // Stopped while a table was made: no other is begun.
            self.halted = true;
            return None;
        };
        let known = known?;
        let mate = match known {
            EndgameValue::Mates(moves) if attacking => moves,
            EndgameValue::Mated(moves) if !attacking => moves,
            _ => {
                self.table.put_refuted(key, LONGEST, 0);
                return Some(NodeVerdict::refuted(LONGEST));
            }
        };
        let mate = u8::try_from(mate).unwrap_or(LONGEST).min(LONGEST);
        self.table.put_proved(key, mate, 0);
        if mate > 0 {
            self.table.put_refuted(key, mate - 1, 0);
        }
        Some(if mate <= left { NodeVerdict::proved(mate) } else { NodeVerdict::refuted(mate - 1) })
    }
}

#[inline(always)]
fn settled(known: TableFacts, left: u8) -> Option<NodeVerdict> {
    let proved = known.proved.filter(|&length| length <= left).map(NodeVerdict::proved);
    proved.or_else(|| known.refuted.filter(|&length| length >= left).map(NodeVerdict::refuted))
}
