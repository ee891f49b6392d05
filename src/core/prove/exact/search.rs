//! The search itself: attacker's and defender's nodes, iteratively deepened at every one of the attacker's.
//!
//! A question is a position and a number of moves, and the answer depends on nothing else: a node that failed for `n` moves has
//! failed on every path. A repetition cannot help the attacker, since the same position is then searched with fewer moves left.

use super::Exact;
use super::answer::RelaxedReply;
use super::order::{Ranked, reply_score};
use super::table::Fact;
use crate::chess::{Key, Move, Position, mate_in_one};
use crate::control::Stopped;
use crate::proof::stipulation::{Finish, Genre};
use crate::proof::{Aim, StrategyStep};

/// Distinguishes the defender's nodes from the attacker's in the table: both sides may attack.
const DEFENDING: Key = 0xD1B5_4A32_D192_ED03;

const WATCH_EVERY: u64 = 1_024;

impl Exact {
    /// Counts a node and looks at the flag now and then.
    #[inline(always)]
    pub(super) fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCH_EVERY) { self.watch() } else { Ok(()) }
    }

    #[cold]
    fn watch(&self) -> Result<(), Stopped> {
        self.table.count_lookups(WATCH_EVERY);
        if self.stop.is_raised() || self.nodes >= self.last_node { Err(Stopped) } else { Ok(()) }
    }

    /// The attacker's move that mates within `left`, with the exact length; `None` if there is none, proved.
    pub(super) fn attack(
        &mut self,
        position: &Position,
        left: u16,
    ) -> Result<Option<StrategyStep>, Stopped> {
        if left <= 1 {
            self.tick()?;
            let mate = if left == 1 { self.last_move(position) } else { None };
            return Ok(mate.map(|mv| StrategyStep { mv, mate: 1 }));
        }
        self.tick()?;
        let key = position.key();
        let mut fact = self.table.get(key);
        if let (Some(mate), Some(mv)) = (fact.proved, fact.best)
            && mate <= left
        {
            return Ok(Some(StrategyStep { mv, mate }));
        }
        if fact.refuted >= left {
            return Ok(None);
        }
        let before = self.nodes;
        let found = self.attack_deeper(position, left, &mut fact)?;
        if let Some(step) = found {
            fact.proved = Some(step.mate);
            fact.best = Some(step.mv);
        }
        self.table.put(key, fact, self.nodes - before);
        Ok(found)
    }

    #[inline(always)]
    fn last_move(&self, position: &Position) -> Option<Move> {
        if self.aim == Aim::MATE { mate_in_one(position) } else { self.last_of_all(position) }
    }

    #[inline(never)]
    fn last_of_all(&self, position: &Position) -> Option<Move> {
        if self.aim.is_missed(position) {
            return None;
        }
        let moves = position.legal_moves();
        let stalemates = self.aim == Aim { finish: Finish::Stalemate, genre: Genre::Direct };
        let mut moves = moves.iter().filter(|legal| !stalemates || !legal.check.any());
        moves.find(|legal| self.aim.is_won(&position.play(legal.mv))).map(|legal| legal.mv)
    }

    /// Returns whether the aim can still be forced in `left` moves from this position, after a reply of the defender.
    #[inline(always)]
    pub(super) fn is_answered(&mut self, after: &Position, left: u16) -> Result<bool, Stopped> {
        Ok(self.aim.is_lost(after) || self.attack(after, left)?.is_some())
    }

    /// Asks for a mate in one, two and so on up to `left`.
    fn attack_deeper(
        &mut self,
        position: &Position,
        left: u16,
        fact: &mut Fact,
    ) -> Result<Option<StrategyStep>, Stopped> {
        if fact.refuted == 0 {
            if self.aim.is_missed(position) {
                fact.refuted = super::table::LONGEST;
                return Ok(None);
            }
            if let Some(mv) = self.last_move(position) {
                return Ok(Some(StrategyStep { mv, mate: 1 }));
            }
            fact.refuted = 1;
        }
        let base = self.rank_attack(position, left);
        let mut found = None;
        while found.is_none() && fact.refuted < left {
            let length = fact.refuted + 1;
            found = if length == 2 && self.aim == Aim::MATE {
                self.first_of_two(position, base)?
            } else {
                self.first_of_many(position, base, length)?
            };
            match found {
                Some(mv) => self.keys.learn(length, mv),
                None => fact.refuted = length,
            }
        }
        self.ranked.truncate(base);
        Ok(found.map(|mv| StrategyStep { mv, mate: fact.refuted + 1 }))
    }

    /// Of the moves on the stack from `base` on, the first that leads to mate in `length`.
    fn first_of_many(
        &mut self,
        position: &Position,
        base: usize,
        length: u16,
    ) -> Result<Option<Move>, Stopped> {
        for i in base..self.ranked.len() {
            let mv = self.ranked[i].mv;
            if self.defend(&position.play(mv), length - 1, Some(mv))? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The same for a mate in two: what refuted one move is held against the others before they are made.
    #[inline(never)]
    fn first_of_two(&mut self, position: &Position, base: usize) -> Result<Option<Move>, Stopped> {
        let (mut answer, mut looked_at): (Option<RelaxedReply>, [Option<Move>; 2]) =
            (None, [None; 2]);
        for i in base..self.ranked.len() {
            let mv = self.ranked[i].mv;
            if answer.as_ref().is_some_and(|answer| answer.holds_against(position, mv)) {
                continue;
            }
            if self.defend(&position.play(mv), 1, Some(mv))? {
                return Ok(Some(mv));
            }
            let reply = self.refutations.latest(1);
            if answer.is_none() && !looked_at.contains(&reply) {
                looked_at = [reply, looked_at[0]];
                answer = reply.and_then(|reply| RelaxedReply::new(position, reply));
            }
        }
        Ok(None)
    }

    /// Puts the attacker's moves on the stack, the most promising first. Where they begin.
    #[inline(never)]
    fn rank_attack(&mut self, position: &Position, left: u16) -> usize {
        let base = self.ranked.len();
        let king = position.king(!position.turn());
        for legal in position.legal_moves() {
            let score = self.keys.score(position, left, king, &legal);
            self.ranked.push(Ranked { mv: legal.mv, score });
        }
        self.ranked[base..].sort_by_key(|ranked| -ranked.score);
        base
    }

    /// Returns whether every reply is mated within `left` more moves of the attacker, who has just played `last`.
    pub(super) fn defend(
        &mut self,
        position: &Position,
        left: u16,
        last: Option<Move>,
    ) -> Result<bool, Stopped> {
        self.tick()?;
        if left <= 1 {
            return Ok(if left == 1 {
                self.defend_once(position, last)
            } else {
                self.aim.is_won(position)
            });
        }
        let key = position.key() ^ DEFENDING;
        let mut fact = self.table.get(key);
        if fact.proved.is_some_and(|mate| mate <= left) {
            return Ok(true);
        }
        if fact.refuted >= left {
            return Ok(false);
        }
        let before = self.nodes;
        let refutation = if self.aim.is_reflex() && self.aim.is_won(position) {
            None
        } else {
            self.refutation(position, left, last, fact.best)?
        };
        match refutation {
            None => {
                if !self.aim.is_won(position) && !position.has_legal_move() {
                    // The game ends without the aim, at any length.
                    fact.refuted = super::table::LONGEST;
                } else {
                    fact.proved = Some(left);
                }
            }
            Some(reply) => {
                fact.refuted = left;
                fact.best = Some(reply);
                self.refutations.learn(left, last, reply);
            }
        }
        self.table.put(key, fact, self.nodes - before);
        Ok(fact.proved == Some(left))
    }

    /// A reply after which there is no mate within `left` moves; `None` if there is no such reply.
    fn refutation(
        &mut self,
        position: &Position,
        left: u16,
        last: Option<Move>,
        known: Option<Move>,
    ) -> Result<Option<Move>, Stopped> {
        if left == 2 {
            // So near the leaves a look at every reply costs more than a wrong guess.
            let [a, b, c] = self.refutations.promising(left, last);
            let guesses = [known, a, b, c];
            for (i, &guess) in guesses.iter().enumerate() {
                let Some(mv) = guess else { continue };
                if !guesses[..i].contains(&guess)
                    && position.is_legal(mv)
                    && !self.is_answered(&position.play(mv), left)?
                {
                    return Ok(guess);
                }
            }
        }
        let base = self.rank_replies(position, left, last, known);
        let mut found = None;
        for i in base..self.ranked.len() {
            let mv = self.ranked[i].mv;
            if !self.is_answered(&position.play(mv), left)? {
                found = Some(mv);
                break;
            }
        }
        self.ranked.truncate(base);
        Ok(found)
    }

    #[inline(never)]
    fn rank_replies(
        &mut self,
        position: &Position,
        left: u16,
        last: Option<Move>,
        known: Option<Move>,
    ) -> usize {
        let base = self.ranked.len();
        let promising = self.refutations.promising(left, last);
        for legal in position.legal_moves() {
            let mv = legal.mv;
            let mut score = reply_score(position, &legal);
            let refuted = self.table.get(position.play(mv).key()).refuted;
            if refuted >= left {
                // It is known to save the defender: nothing else need be looked at.
                self.ranked.truncate(base);
                self.ranked.push(Ranked { mv, score });
                return base;
            }
            if known == Some(mv) {
                score += 50_000;
            }
            if let Some(at) = promising.iter().position(|&promising| promising == Some(mv)) {
                score += 10_000 - 2_000 * at as i32;
            }
            self.ranked.push(Ranked { mv, score });
        }
        self.ranked[base..].sort_by_key(|ranked| -ranked.score);
        base
    }

    /// Returns whether every reply is mated at once. Kept out of [`Exact::defend`], whose frame would hold its list of moves.
    #[inline(never)]
    fn defend_once(&mut self, position: &Position, last: Option<Move>) -> bool {
        if self.aim.is_reflex() && self.aim.is_won(position) {
            return true;
        }
        let promising = self.refutations.promising(1, last);
        for (i, reply) in promising.iter().enumerate() {
            let Some(reply) = *reply else { continue };
            if promising[..i].contains(&Some(reply)) || !position.is_legal(reply) {
                continue;
            }
            if !self.is_answered_at_once(&position.play(reply)) {
                self.refutations.learn(1, last, reply);
                return false;
            }
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return self.aim.is_won(position);
        }
        // A check that the attacker cannot answer with mate refutes most often.
        for checks in [true, false] {
            for legal in &replies {
                if legal.check.any() != checks || promising.contains(&Some(legal.mv)) {
                    continue;
                }
                if !self.is_answered_at_once(&position.play(legal.mv)) {
                    self.refutations.learn(1, last, legal.mv);
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn is_answered_at_once(&self, after: &Position) -> bool {
        self.aim.is_lost(after) || self.last_move(after).is_some()
    }
}
