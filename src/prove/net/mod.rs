//! Nets: for long mates by manoeuvre, where a tree would be endless and a graph is small.
//!
//! All positions are collected that the attacker can reach with moves that a filter admits, whatever the defender does, and
//! solved from mate backwards (`graph.rs`, `retrograde.rs`). What comes out is a mate, and its length the shortest within the
//! filter; that there is none says nothing. Filters are tried from tight to loose (`filter.rs`) with ever more room.

mod filter;
mod graph;
mod retrograde;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};

use self::filter::Filter;
use self::graph::{BYTES, Graph};
use self::retrograde::Distances;
use super::mate_in_one::mate_in_one;
use super::task::Restriction;
use crate::chess::{Color, Position};
use crate::control::StopFlag;
use crate::control::stop::Stopped;
use crate::oracle::{EndgameValue, Endgames};
use crate::proof::{Step, Strategy};

/// Room for so many positions in the first round, and how much more in each round after it.
const FIRST_ROUND: usize = 1 << 13;
const GROWTH: usize = 4;

/// What one net came to.
#[derive(Debug)]
pub enum Catch {
    /// A mate.
    Mate(Box<Strategy>),
    /// None in this net.
    Nothing,
    /// There is no other net to try.
    Exhausted,
}

/// The nets for one position, tried one after the other.
pub struct Nets<'a> {
    root: Position,
    attacker: Color,
    restriction: Filter,
    endgames: Option<&'a Endgames>,
    /// Room for so many positions at most.
    most: usize,
    /// Room in this round.
    room: usize,
    /// Filters still to be tried in this round.
    waiting: VecDeque<Filter>,
    /// Filters whose nets had no room, for the next round.
    cut: VecDeque<Filter>,
    nodes: u64,
}

impl<'a> Nets<'a> {
    /// Nets within so many MiB; with tables, endings of up to four men are known in them.
    pub fn new(
        root: &Position,
        attacker: Color,
        restriction: Restriction,
        mebibytes: usize,
        endgames: Option<&'a Endgames>,
    ) -> Nets<'a> {
        let restriction = Filter {
            king_moves: restriction.king_moves.map_or(usize::MAX, usize::from),
            quiet_replies: if restriction.checks_only { 0 } else { usize::MAX },
            ..Filter::NONE
        };
        Nets {
            root: *root,
            attacker,
            restriction,
            endgames,
            most: (mebibytes << 20) / BYTES,
            room: FIRST_ROUND,
            waiting: Filter::LADDER.into(),
            cut: VecDeque::new(),
            nodes: 0,
        }
    }

    /// Positions collected so far, in all nets.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tries one more net.
    ///
    /// # Errors
    /// [`Stopped`] if the flag was raised.
    pub fn next(&mut self, stop: &StopFlag) -> Result<Catch, Stopped> {
        if !self.root.has_legal_move() {
            return Ok(Catch::Exhausted);
        }
        if self.waiting.is_empty() {
            self.waiting = std::mem::take(&mut self.cut);
            self.room *= GROWTH;
        }
        let Some(filter) = self.waiting.pop_front().filter(|_| self.room <= self.most) else {
            return Ok(Catch::Exhausted);
        };
        let restricted = filter.and(self.restriction);
        let mut graph = Graph::new(self.attacker, restricted, self.room, self.endgames, stop);
        let complete = graph.grow(&self.root)?;
        self.nodes += graph.nodes.len() as u64;
        if !complete {
            self.cut.push_back(filter);
        }
        let distances = Distances::in_graph(&graph, stop)?;
        if distances.of(0).is_none() {
            return Ok(Catch::Nothing);
        }
        let draw = Draw { nets: self, graph: &graph, distances: &distances, stop };
        Ok(draw.strategy()?.map_or(Catch::Nothing, |strategy| Catch::Mate(Box::new(strategy))))
    }
}

/// Tries nets until one holds a mate, or there is no room for a larger one.
///
/// # Errors
/// [`Stopped`] if the flag was raised before.
pub fn solve(nets: &mut Nets<'_>, stop: &StopFlag) -> Result<Option<Strategy>, Stopped> {
    loop {
        match nets.next(stop)? {
            Catch::Mate(strategy) => return Ok(Some(*strategy)),
            Catch::Nothing => {}
            Catch::Exhausted => return Ok(None),
        }
    }
}

/// Draws a strategy from a net.
struct Draw<'a> {
    nets: &'a Nets<'a>,
    graph: &'a Graph<'a>,
    distances: &'a Distances,
    stop: &'a StopFlag,
}

impl Draw<'_> {
    fn strategy(&self) -> Result<Option<Strategy>, Stopped> {
        let (root, attacker) = (self.nets.root, self.nets.attacker);
        let mut strategy = Strategy::new(root, attacker);
        let mut seen = HashSet::new();
        let mut waiting = if root.turn() == attacker {
            vec![root]
        } else {
            root.legal_moves().into_iter().map(|legal| root.play(legal.mv)).collect()
        };
        while let Some(position) = waiting.pop() {
            if !seen.insert(position.key()) {
                continue;
            }
            let Some(step) = self.step(&position)? else { return Ok(None) };
            strategy.insert(&position, step);
            let after = position.play(step.mv);
            waiting.extend(after.legal_moves().into_iter().map(|reply| after.play(reply.mv)));
        }
        Ok(Some(strategy))
    }

    /// A move that mates as fast as the net knows.
    fn step(&self, position: &Position) -> Result<Option<Step>, Stopped> {
        let distance = self.graph.find(position.key()).and_then(|node| self.distances.of(node));
        let mut best: Option<Step> = None;
        if let Some(mv) = mate_in_one(position) {
            return Ok(Some(Step { mv, mate: 1 }));
        }
        for legal in position.legal_moves() {
            let after = position.play(legal.mv);
            let known = self.graph.find(after.key()).and_then(|node| self.distances.of(node));
            let known = match known {
                Some(known) => Some(known),
                None => self.in_tables(&after)?,
            };
            if let Some(moves) = known
                && best.is_none_or(|step| moves + 1 < step.mate)
            {
                best = Some(Step { mv: legal.mv, mate: moves + 1 });
            }
            if best.is_some_and(|step| Some(step.mate) == distance) {
                break;
            }
        }
        Ok(best)
    }

    fn in_tables(&self, after: &Position) -> Result<Option<u16>, Stopped> {
        let Some(endgames) = self.nets.endgames else { return Ok(None) };
        match endgames.probe(after, self.stop)? {
            Some(EndgameValue::Mated(moves)) => Ok(Some(moves)),
            _ => Ok(None),
        }
    }
}
