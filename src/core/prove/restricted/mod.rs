//! Retrograde analysis of restricted graphs, for long mates by manoeuvre, where a tree would be endless but a graph is small.
//!
//! All positions that the attacker can reach against any defence with moves that a filter admits are collected and solved from
//! mate backwards (`graph.rs`, `retrograde.rs`). The result is a mate of the shortest length within the filter; the absence of a
//! mate proves nothing. Filters are tried from tight to loose (`filter.rs`) with increasing room. Users switch this off under the
//! name `nets`.

mod filter;
mod graph;
mod retrograde;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};

use self::filter::MoveFilter;
use self::graph::{BYTES, RestrictedGraph};
use self::retrograde::Distances;
use super::endings::Endings;
use super::task::ProofTask;
use crate::chess::Position;
use crate::control::{StopFlag, Stopped};
use crate::oracle::endgame::NoStrategy;
use crate::proof::{Strategy, StrategyStep};

/// Number of positions in the first round, and its growth per round.
const FIRST_ROUND: usize = 1 << 13;
const GROWTH: usize = 4;

#[derive(Debug)]
pub(crate) enum Attempt {
    Mate(Box<Strategy>),
    Nothing,
    /// There is no other filter to try.
    Exhausted,
}

/// The filters still to be tried for one task, with ever more room.
#[derive(Clone, Debug)]
pub(crate) struct NetRounds {
    /// Maximum number of positions.
    most: usize,
    room: usize,
    waiting: VecDeque<MoveFilter>,
    /// Filters whose graphs had no room, for the next round.
    cut: VecDeque<MoveFilter>,
    /// Positions collected since that was asked last, in all graphs.
    pub(crate) nodes: u64,
}

impl NetRounds {
    /// All filters, with graphs that take at most `mebibytes` MiB each.
    pub(crate) fn new(mebibytes: usize) -> NetRounds {
        let most = (mebibytes << 20) / BYTES;
        let waiting = MoveFilter::LADDER.into();
        NetRounds { most, room: FIRST_ROUND.min(most), waiting, cut: VecDeque::new(), nodes: 0 }
    }

    /// The next filter; none if every one was tried with all the room there is.
    fn next_filter(&mut self) -> Option<MoveFilter> {
        if self.waiting.is_empty() && self.room < self.most {
            self.waiting = std::mem::take(&mut self.cut);
            self.room = self.room.saturating_mul(GROWTH).min(self.most);
        }
        self.waiting.pop_front()
    }

    /// Tries the next filter, with a graph of at most `left` positions. A filter that was interrupted, or had less room than the
    /// round gives, is tried again by the next call.
    pub(crate) fn next(
        &mut self,
        task: &ProofTask,
        endings: Option<Endings<'_>>,
        left: u64,
        stop: &StopFlag,
    ) -> Result<Attempt, Stopped> {
        if !task.root.has_legal_move() {
            return Ok(Attempt::Exhausted);
        }
        let Some(filter) = self.next_filter() else { return Ok(Attempt::Exhausted) };
        let room = usize::try_from(left).map_or(self.room, |left| left.min(self.room));
        let mut graph = RestrictedGraph::new(task, filter, room, endings, stop);
        let tried = self.solve(&mut graph);
        match tried {
            Ok((_, true)) => {}
            Ok(_) if room == self.room => self.cut.push_back(filter),
            _ => self.waiting.push_front(filter),
        }
        let strategy = tried?.0;
        Ok(strategy.map_or(Attempt::Nothing, |strategy| Attempt::Mate(Box::new(strategy))))
    }

    /// The strategy that a graph holds, and whether all of the graph is there.
    fn solve(
        &mut self,
        graph: &mut RestrictedGraph<'_>,
    ) -> Result<(Option<Strategy>, bool), Stopped> {
        let complete = graph.grow()?;
        self.nodes += graph.nodes.len() as u64;
        let distances = Distances::in_graph(graph)?;
        let strategy = if distances.of(0).is_some() { strategy(graph, &distances)? } else { None };
        Ok((strategy, complete))
    }
}

fn strategy(
    graph: &RestrictedGraph<'_>,
    distances: &Distances,
) -> Result<Option<Strategy>, Stopped> {
    let &ProofTask { root, attacker, .. } = graph.task;
    let mut strategy = Strategy::new(root, attacker);
    let mut seen = HashSet::new();
    let mut waiting = if root.turn() == attacker {
        vec![root]
    } else {
        root.legal_moves().into_iter().map(|legal| root.play(legal.mv)).collect()
    };
    let mut ended = Vec::new();
    while let Some(position) = waiting.pop() {
        if !seen.insert(position.key()) {
            continue;
        }
        if graph.known(&position)?.is_some() {
            ended.push(position);
            continue;
        }
        let Some(step) = step(graph, distances, &position) else { return Ok(None) };
        strategy.insert(&position, step);
        let after = position.play(step.mv);
        waiting.extend(after.legal_moves().into_iter().map(|reply| after.play(reply.mv)));
    }
    let Some(endings) = graph.endings else { return Ok(Some(strategy)) };
    match endings.endgames.complete(&mut strategy, &ended, graph.stop) {
        Err(NoStrategy::Stopped) => Err(Stopped),
        Err(_) => Ok(None),
        Ok(()) => Ok(Some(strategy)),
    }
}

/// A move that mates as fast as the graph knows.
fn step(
    graph: &RestrictedGraph<'_>,
    distances: &Distances,
    position: &Position,
) -> Option<StrategyStep> {
    let restriction = &graph.task.restriction;
    if let Some(mv) = restriction.mate_in_one(position) {
        return Some(StrategyStep { mv, mate: 1 });
    }
    let steps = position.legal_moves().into_iter().filter_map(|legal| {
        if !restriction.admits(position, &legal) {
            return None;
        }
        let after = graph.find(position.play(legal.mv).key())?;
        Some(StrategyStep { mv: legal.mv, mate: distances.of(after)? + 1 })
    });
    steps.min_by_key(|step| step.mate)
}
