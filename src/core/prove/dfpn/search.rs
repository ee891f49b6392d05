//! The search: depth-first proof-number search for a mate within a given number of moves.
//!
//! 1. A node is a position and the moves the attacker has left. It is *settled* by facts of the table, or when the last
//!    move is spent.
//! 2. Visited, it lists its children and looks each up; a child never seen gets an estimate, and what the estimate finds
//!    settled is a fact.
//! 3. With two moves left the exhaustive solver settles the attacker's node: it refutes most moves without making them.
//! 4. The attacker's proof number is that of the child easiest to prove, the disproof number a sum; the defender's the
//!    other way round.
//! 5. The attacker's quiet moves are one child, cheap to prove, until it is the easiest; only then are they looked at.
//! 6. Without a bound a position is one node; one that repeats on the way down is refuted there, and only there, so
//!    such a refutation is never a fact.
//! 7. The search goes down into the easiest child until that is no longer the easiest (with some slack), then comes
//!    back, and ends at the root when the root is settled.
//!
//! The look-up of a child is in `look.rs`, the table in `table.rs`, the estimate of an unknown node in `estimate.rs`, the mate
//! found in `extract.rs`.

use super::estimate::DISPROOF;
use super::numbers::{INFINITE, LONGEST, NodeVerdict, Numbers, Sum, stretched};
use super::table::DfpnTable;
use super::virtual_numbers::{ATTACK_PART, REPLY_PART};
use crate::chess::{CheckSquares, Color, Key, Kind, Move, MoveList, Position};
use crate::control::StopFlag;
use crate::prove::endings::Endings;
use crate::prove::exact::Exact;
use crate::prove::task::Restriction;

#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    verdict: NodeVerdict,
    /// The number of quiet moves, not yet looked at, that this child represents; zero for a single move.
    unseen: u32,
}

impl Child {
    fn new(mv: Move, verdict: NodeVerdict) -> Child {
        Child { mv, verdict, unseen: 0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AttackStage {
    All,
    Checks,
    Quiets,
}

/// The thresholds of df-pn: a node is searched until one of its numbers reaches its threshold.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Thresholds {
    pub(super) const NONE: Thresholds = Thresholds { proof: INFINITE, disproof: INFINITE };

    fn are_reached(self, numbers: Numbers) -> bool {
        numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }
}

pub(crate) struct Glance<'a> {
    pub(crate) nodes: u64,
    pub(crate) root: Numbers,
    pub(crate) line: &'a [Move],
}

#[derive(Clone, Copy)]
pub(crate) struct SearchConfig<'a> {
    /// Seed of the thread: zero for the first.
    pub(crate) seed: u64,
    pub(crate) restriction: Restriction,
    /// Whether the fifty-move rule can matter: then the clock is part of a position's key.
    pub(crate) clocked: bool,
    pub(crate) endings: Option<Endings<'a>>,
    /// Whether the length is unbounded: mates are found, nothing is refuted.
    pub(crate) unbounded: bool,
    /// Whether other threads search the same root: then virtual numbers are used.
    pub(crate) together: bool,
    /// Positions to look at before it halts.
    pub(crate) budget: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Interrupts<'a> {
    /// Raised by the user.
    pub(crate) stop: &'a StopFlag,
    /// Another thread has the answer.
    pub(crate) quit: &'a StopFlag,
}

pub(crate) struct Search<'a> {
    pub(super) table: &'a DfpnTable,
    pub(super) interrupts: Interrupts<'a>,
    pub(crate) config: SearchConfig<'a>,
    pub(super) black: bool,
    pub(crate) nodes: u64,
    watch: &'a mut dyn FnMut(Glance<'_>),
    root: Numbers,
    next_watch: u64,
    pub(super) halted: bool,
    children: Vec<Child>,
    line: Vec<Move>,
    /// The attacker's nodes from the root to here.
    pub(super) path: Vec<Key>,
    /// The exhaustive solver for nodes with two moves left. `None` if this search has other rules, or if memory is short: then
    /// such nodes are searched like all others.
    exact: Option<Exact>,
}

/// Nodes between two looks at the stop flag and the budget: some tenths of a millisecond.
const WATCH_EVERY: u64 = 4_096;

/// Divisor of a weak sum: at a quiet node of the defender all proof numbers but the largest are divided by it, because
/// most replies are answered alike.
const ALIKE: u32 = 3;

/// The same where the defender is in check: replies to a check differ more.
const ALIKE_CHECKED: u32 = 2;

/// The same for the disproof numbers at a node of the attacker, as in weak proof-number search (Ueda and others, 2008).
const REFUTED_ALIKE: u32 = 4;

/// Proof number of the quiet moves of a node as long as none of them was looked at.
const LATE: u32 = 24;

/// By how many hundredths the second best may be exceeded before the search turns to it.
const SLACK: u32 = 12;

/// MiB for the table of the exhaustive solver.
const EXACT_TABLE: usize = 1;

/// The longest line of the attacker's moves that is looked at without a bound.
pub(super) const DEEPEST: usize = LONGEST as usize - 10;

impl<'a> Search<'a> {
    pub(crate) fn new(
        table: &'a DfpnTable,
        interrupts: Interrupts<'a>,
        config: SearchConfig<'a>,
        watch: &'a mut dyn FnMut(Glance<'_>),
    ) -> Search<'a> {
        let exact =
            !config.clocked && !config.unbounded && config.restriction == Restriction::default();
        Search {
            table,
            interrupts,
            config,
            black: false,
            nodes: 0,
            watch,
            root: Numbers::open(1, 1),
            next_watch: WATCH_EVERY.min(config.budget),
            halted: false,
            // Room for the deepest line there is; it is touched only as far as it is used.
            children: Vec::with_capacity(1 << 16),
            line: Vec::with_capacity(2 * usize::from(LONGEST)),
            path: Vec::new(),
            exact: exact.then(|| Exact::new(EXACT_TABLE).ok()).flatten(),
        }
    }

    /// Searches for a mate within `left` moves; the numbers are open if the budget or the flag ended it.
    pub(crate) fn settle(&mut self, root: &Position, attacking: bool, left: u8) -> NodeVerdict {
        self.halted = false;
        self.black = (root.turn() == Color::Black) == attacking;
        self.line.clear();
        self.path.clear();
        self.children.clear();
        let guess = self.estimate(root, attacking, left);
        if guess.numbers.is_settled() {
            guess
        } else if attacking {
            self.attack(root, left, Thresholds::NONE)
        } else {
            self.defend(root, left, Thresholds::NONE)
        }
    }

    #[inline(always)]
    fn is_halted(&mut self) -> bool {
        if self.nodes >= self.next_watch {
            self.next_watch = self.nodes + WATCH_EVERY;
            (self.watch)(Glance { nodes: self.nodes, root: self.root, line: &self.line });
            let Interrupts { stop, quit } = self.interrupts;
            self.halted = quit.is_raised() || stop.is_raised() || self.nodes >= self.config.budget;
        }
        self.halted
    }

    /// A node with the attacker to move, who cannot mate at once and has at least two moves left.
    fn attack(&mut self, position: &Position, left: u8, limit: Thresholds) -> NodeVerdict {
        let begun = self.nodes;
        let first = self.children.len();
        let key = self.key(position);
        if left == 2
            && let Some(verdict) = self.mate_in_two(position)
        {
            self.keep(key, left, verdict, begun);
            return verdict;
        }
        self.path.push(key);
        let verdict = match self.list_attacks(position, left) {
            Some(length) => NodeVerdict::proved(length + 1),
            None => self.best_attack(position, key, left, limit, first),
        };
        self.path.pop();
        self.children.truncate(first);
        self.keep(key, left, verdict, begun);
        verdict
    }

    /// Returns the exhaustive solver's verdict on a node with two moves left, and stores the fact of the move that mates.
    fn mate_in_two(&mut self, position: &Position) -> Option<NodeVerdict> {
        let exact = self.exact.as_mut()?;
        let before = exact.nodes();
        let answer = exact.mating_step(position, 2, self.interrupts.stop);
        self.nodes += exact.nodes() - before;
        let Ok(step) = answer else {
            self.halted = true;
            return None;
        };
        let Some(step) = step else { return Some(NodeVerdict::refuted(2)) };
        let length = step.mate as u8;
        self.table.put_proved(self.key(&position.play(step.mv)), length - 1, 0);
        Some(NodeVerdict::proved(length))
    }

    fn keep(&mut self, key: Key, left: u8, verdict: NodeVerdict, begun: u64) {
        let spent = self.nodes - begun;
        if verdict.numbers.is_proved() {
            self.table.put_proved(key, verdict.length, spent);
        } else if verdict.numbers.is_refuted() && self.config.unbounded {
            // It may rest on a repetition, which another way to the position need not meet.
            self.table.put(key, left, Numbers::open(Numbers::MOST, 1), spent);
        } else if verdict.numbers.is_refuted() {
            self.table.put_refuted(key, verdict.length, spent);
        } else {
            self.table.put(key, left, verdict.numbers, spent);
        }
    }

    /// Lists the attacker's checks, with the quiet moves as one child, or all moves where there is no check. `Some` if one is known
    /// to mate, with the moves it takes after that one.
    fn list_attacks(&mut self, position: &Position, left: u8) -> Option<u8> {
        let mut moves = MoveList::new();
        position.generate(Kind::All, &CheckSquares::new(position), &mut moves);
        self.prefetch(position, &moves);
        let checks = moves.iter().filter(|legal| legal.check.any()).count();
        if self.config.restriction.checks_only {
            return self.look_at(&moves, AttackStage::Checks, position, left);
        }
        if checks == 0 {
            return self.look_at(&moves, AttackStage::All, position, left);
        }
        let mate = self.look_at(&moves, AttackStage::Checks, position, left);
        if mate.is_none() && checks < moves.len() {
            let verdict = NodeVerdict::open(Numbers::open(LATE, DISPROOF.1));
            let unseen = (moves.len() - checks) as u32;
            self.children.push(Child { mv: moves[0].mv, verdict, unseen });
        }
        mate
    }

    /// Puts the quiet moves of a node in the place of the child that stood for them.
    fn list_quiets(&mut self, child: usize, position: &Position, left: u8) -> Option<u8> {
        self.children.swap_remove(child);
        let mut moves = MoveList::new();
        position.generate(Kind::All, &CheckSquares::new(position), &mut moves);
        self.look_at(&moves, AttackStage::Quiets, position, left)
    }

    /// Looks at the attacker's moves of a stage, and lists them. `Some` if one is known to mate, with the moves it takes after it.
    fn look_at(
        &mut self,
        moves: &MoveList,
        stage: AttackStage,
        position: &Position,
        left: u8,
    ) -> Option<u8> {
        for legal in moves {
            if stage != AttackStage::All && (stage == AttackStage::Checks) != legal.check.any()
                || !self.config.restriction.admits(position, legal)
                || !self.config.restriction.leaves(position, legal.mv)
            {
                continue;
            }
            let verdict = self.look(position, legal.mv, false, left - 1);
            if verdict.numbers.is_proved() {
                return Some(verdict.length);
            }
            self.children.push(Child::new(legal.mv, verdict));
        }
        None
    }

    /// Returns the attacker's moves left after a reply; without a bound they never run out.
    fn moves_after_reply(&self, left: u8) -> u8 {
        if self.config.unbounded { LONGEST } else { left }
    }

    /// Searches the easiest of the listed moves until a threshold is reached.
    fn best_attack(
        &mut self,
        position: &Position,
        key: Key,
        left: u8,
        limit: Thresholds,
        first: usize,
    ) -> NodeVerdict {
        loop {
            let sum = self.attackers_numbers(first, key);
            let Some(best) = sum.best else { return NodeVerdict::refuted(1 + sum.length) };
            if self.line.is_empty() {
                self.root = sum.numbers;
            }
            if limit.are_reached(sum.numbers) || self.is_halted() {
                return NodeVerdict::open(sum.numbers);
            }
            let child = self.children[best];
            if child.unseen > 0 {
                match self.list_quiets(best, position, left) {
                    Some(length) => return NodeVerdict::proved(1 + length),
                    None => continue,
                }
            }
            let limit = Thresholds {
                proof: limit.proof.min(stretched(sum.second, SLACK)),
                disproof: sum.room(limit.disproof, child.verdict.numbers.disproof, REFUTED_ALIKE),
            };
            self.enter(key, child.mv);
            let verdict = self.defend(&position.play(child.mv), left - 1, limit);
            self.leave(key, child.mv);
            self.children[best].verdict = verdict;
            if verdict.numbers.is_proved() {
                if verdict.length < LONGEST {
                    return NodeVerdict::proved(1 + verdict.length);
                }
                self.children[best].verdict = NodeVerdict::refuted(LONGEST);
            }
        }
    }

    #[inline(always)]
    fn with_virtual(&self, number: u32, key: Key, mv: Move, parts: u32) -> u32 {
        let virtuals = &self.table.virtuals;
        if self.config.together { virtuals.add_to(number, key, mv, parts) } else { number }
    }

    fn enter(&mut self, key: Key, mv: Move) {
        self.line.push(mv);
        if self.config.together {
            self.table.virtuals.enter(key, mv);
        }
    }

    fn leave(&mut self, key: Key, mv: Move) {
        self.line.pop();
        if self.config.together {
            self.table.virtuals.leave(key, mv);
        }
    }

    /// Returns the least proof number and the weak sum of the disproof numbers.
    fn attackers_numbers(&self, first: usize, key: Key) -> Sum {
        let mut sum = Sum::new();
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let numbers = child.verdict.numbers;
            if numbers.is_refuted() {
                sum.length = sum.length.min(child.verdict.length);
                continue;
            }
            let moves = child.unseen.max(1);
            sum.total = sum.total.saturating_add(numbers.disproof.saturating_mul(moves));
            sum.most = sum.most.max(numbers.disproof);
            sum.consider(index, self.with_virtual(numbers.proof, key, child.mv, ATTACK_PART));
        }
        sum.length = sum.length.min(LONGEST - 1);
        let others = (sum.total - sum.most) / REFUTED_ALIKE;
        sum.numbers = Numbers::open(sum.least, sum.most.saturating_add(others));
        sum
    }

    /// A node with the defender to move, who has a reply; the attacker has at least two moves left after it.
    fn defend(&mut self, position: &Position, left: u8, limit: Thresholds) -> NodeVerdict {
        let begun = self.nodes;
        let first = self.children.len();
        let key = self.key(position);
        let verdict = match self.list_replies(position, left) {
            Some(length) => NodeVerdict::refuted(length),
            None => self.best_reply(position, key, left, limit, first),
        };
        self.children.truncate(first);
        self.keep(key, left, verdict, begun);
        verdict
    }

    /// Lists the replies. `Some` if one is known to save the defender, with the moves it does so for.
    fn list_replies(&mut self, position: &Position, left: u8) -> Option<u8> {
        let mut moves = MoveList::new();
        position.generate(Kind::All, &CheckSquares::new(position), &mut moves);
        self.prefetch(position, &moves);
        for legal in &moves {
            let verdict = self.look(position, legal.mv, true, self.moves_after_reply(left));
            if verdict.numbers.is_refuted() {
                return Some(verdict.length);
            }
            self.children.push(Child::new(legal.mv, verdict));
        }
        None
    }

    /// Searches the reply that is easiest to find salvation in until a threshold is reached.
    fn best_reply(
        &mut self,
        position: &Position,
        key: Key,
        left: u8,
        limit: Thresholds,
        first: usize,
    ) -> NodeVerdict {
        let alike = if position.in_check() { ALIKE_CHECKED } else { ALIKE };
        loop {
            let sum = self.defenders_numbers(first, alike, key);
            let Some(best) = sum.best else { return NodeVerdict::proved(sum.length) };
            if self.line.is_empty() {
                self.root = sum.numbers;
            }
            if limit.are_reached(sum.numbers) || self.is_halted() {
                return NodeVerdict::open(sum.numbers);
            }
            let child = self.children[best];
            let limit = Thresholds {
                proof: sum.room(limit.proof, child.verdict.numbers.proof, alike),
                disproof: limit.disproof.min(stretched(sum.second, SLACK)),
            };
            self.enter(key, child.mv);
            let verdict =
                self.attack(&position.play(child.mv), self.moves_after_reply(left), limit);
            self.leave(key, child.mv);
            self.children[best].verdict = verdict;
            if verdict.numbers.is_refuted() {
                return NodeVerdict::refuted(verdict.length);
            }
        }
    }

    /// The least disproof number, and the proof numbers taken together.
    fn defenders_numbers(&self, first: usize, alike: u32, key: Key) -> Sum {
        let mut sum = Sum::new();
        sum.length = 0;
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let numbers = child.verdict.numbers;
            if numbers.is_proved() {
                sum.length = sum.length.max(child.verdict.length);
                continue;
            }
            sum.total = sum.total.saturating_add(numbers.proof);
            sum.most = sum.most.max(numbers.proof);
            sum.consider(index, self.with_virtual(numbers.disproof, key, child.mv, REPLY_PART));
        }
        let others = (sum.total - sum.most) / alike;
        sum.numbers = Numbers::open(sum.most.saturating_add(others), sum.least);
        sum
    }
}
