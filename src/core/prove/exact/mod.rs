//! The exhaustive solver of short mates: returns the length of the shortest mate, or that there is none within a number of moves.
//!
//! Both answers are certain. Every length is searched in turn, at every node (as in Chest; Marxen and others), so the first mate
//! found is the shortest, and no stored result depends on the path. The rules are those of problems: neither the fifty-move rule
//! nor repetition counts.
//!
//! The search is in `search.rs`, move ordering in `order.rs`, the table in `table.rs`, the shortcut with two moves left in
//! `answer.rs`; all first moves that mate, tries, set play and threats in `keys.rs`; strategies in `strategy.rs`. Long mates are
//! not for this solver. Stalemates, selfmates and reflexmates differ from mates in the [`Aim`], which is tested at the leaves;
//! help play and series are solved in `help.rs`, each length separately.

mod answer;
mod help;
mod keys;
mod order;
mod search;
mod strategy;
mod table;

use crate::chess::Position;
use crate::control::{StopFlag, Stopped};
use crate::proof::{Aim, StrategyStep};

pub use keys::{SetLine, Try};
pub(crate) use table::LONGEST;
pub use table::NoMemory;

use order::{Ranked, RecentMates, SavingReplies};
use table::ExactTable;

pub struct Exact {
    table: ExactTable,
    refutations: SavingReplies,
    keys: RecentMates,
    aim: Aim,
    /// Pending moves of all nodes on the path from the root.
    ranked: Vec<Ranked>,
    stop: StopFlag,
    nodes: u64,
    limit: Option<u64>,
    last_node: u64,
}

impl Exact {
    pub fn new(mebibytes: usize) -> Result<Exact, NoMemory> {
        Ok(Exact {
            table: ExactTable::new(mebibytes)?,
            refutations: SavingReplies::new(),
            keys: RecentMates::new(),
            aim: Aim::MATE,
            ranked: Vec::new(),
            stop: StopFlag::new(),
            nodes: 0,
            limit: None,
            last_node: u64::MAX,
        })
    }

    /// Forgets everything, so that the same question takes the same way again.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.refutations = SavingReplies::new();
        self.keys = RecentMates::new();
    }

    /// Sets the aim of the next questions. Clears the table if the aim changes.
    pub(crate) fn aim_at(&mut self, aim: Aim) -> &mut Exact {
        if self.aim != aim {
            // Clearing a table would touch all of its memory; a new one is zeroed by the system.
            if self.nodes > 0 {
                self.clear();
            }
            self.aim = aim;
        }
        self
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lets the next question end after this many nodes, as if it had been stopped.
    pub(crate) fn limit_next(&mut self, nodes: Option<u64>) -> &mut Exact {
        self.limit = nodes;
        self
    }

    fn begin(&mut self, stop: &StopFlag) -> Result<(), Stopped> {
        // Clones share a counter: one for each short question would make threads wait for one another.
        if !self.stop.is_same(stop) {
            self.stop = stop.clone();
        }
        self.ranked.clear();
        self.last_node =
            self.limit.take().map_or(u64::MAX, |limit| self.nodes.saturating_add(limit));
        if stop.is_raised() { Err(Stopped) } else { Ok(()) }
    }

    /// Returns the length of the shortest mate by the side to move, if it is at most `most`. `None`: there is certainly no mate
    /// within `most` moves; the search goes no further than [`LONGEST`].
    pub(crate) fn mate_in(
        &mut self,
        position: &Position,
        most: u16,
        stop: &StopFlag,
    ) -> Result<Option<u16>, Stopped> {
        Ok(self.mating_step(position, most, stop)?.map(|step| step.mate))
    }

    /// The same, with the move that begins it.
    pub(crate) fn mating_step(
        &mut self,
        position: &Position,
        most: u16,
        stop: &StopFlag,
    ) -> Result<Option<StrategyStep>, Stopped> {
        self.begin(stop)?;
        if !self.aim.is_possible(position, position.turn()) {
            return Ok(None);
        }
        self.attack(position, most.min(LONGEST))
    }

    /// Returns the most moves that the side to move can last against a shortest mate, if at most `most`: zero for checkmate.
    /// `None`: it is certainly not mated within `most` moves.
    pub fn mated_in(
        &mut self,
        position: &Position,
        most: u16,
        stop: &StopFlag,
    ) -> Result<Option<u16>, Stopped> {
        self.begin(stop)?;
        self.mated_within(position, most)
    }

    fn mated_within(&mut self, position: &Position, most: u16) -> Result<Option<u16>, Stopped> {
        let possible = self.aim.is_possible(position, !position.turn());
        let won = self.aim.is_won(position);
        if !possible || !(won || position.has_legal_move()) {
            return Ok(won.then_some(0));
        }
        for length in 0..=most.min(LONGEST) {
            if self.defend(position, length, None)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
