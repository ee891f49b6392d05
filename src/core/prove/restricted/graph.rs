//! The positions of a restricted graph and the moves between them, found breadth first from the root.
//!
//! All memory is allocated at the beginning; a full graph stops growing, and further positions count as escapes. Positions are
//! identified by their keys: a strategy from the graph is checked by `proof/` anyway.

use std::collections::VecDeque;

use super::filter::MoveFilter;
use crate::chess::{Key, Piece, Position};
use crate::control::{StopFlag, Stopped};
use crate::oracle::EndgameValue;
use crate::prove::endings::Endings;
use crate::prove::task::ProofTask;

/// Edges, and positions still to be looked at, that there is room for: the first for each position, the second for so
/// many of them. Both are seldom what fills a graph.
const EDGES: usize = 8;
const SHARE_OPEN: usize = 2;

/// Bytes for each position of a graph, all that `retrograde.rs` needs among them.
pub(super) const BYTES: usize = size_of::<GraphNode>()
    + 2 * size_of::<u32>()
    + 2 * EDGES * size_of::<u32>()
    + 2 * size_of::<u32>()
    + 2 * size_of::<u16>()
    + size_of::<OpenPosition>().div_ceil(SHARE_OPEN);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeRole {
    /// The attacker is to move; mate in this many moves, or zero if unknown.
    Attacker(u16),
    /// The defender moves, and all its moves are in the graph.
    Defender,
    /// The defender moves, and not all its moves are known.
    Escape,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct GraphNode {
    key: Key,
    first: u32,
    count: u16,
    pub(super) role: NodeRole,
}

type OpenPosition = (u32, Position);

/// Positions still to be looked at, those first that the defender reaches through the fewest choices: a step costs one more
/// than the defender has replies.
#[derive(Default)]
pub(super) struct Queue {
    by_cost: Vec<VecDeque<OpenPosition>>,
    /// The cost of the position that was handed out last.
    cost: usize,
    /// Cost of a step from there.
    ahead: usize,
    count: usize,
}

impl Queue {
    fn push(&mut self, open: OpenPosition) {
        let cost = self.cost + self.ahead;
        self.by_cost.resize_with(self.by_cost.len().max(cost + 1), VecDeque::new);
        self.by_cost[cost].push_back(open);
        self.count += 1;
    }

    fn pop(&mut self) -> Option<OpenPosition> {
        while let Some(queue) = self.by_cost.get_mut(self.cost) {
            if let Some(open) = queue.pop_front() {
                self.count -= 1;
                return Some(open);
            }
            *queue = VecDeque::new();
            self.cost += 1;
        }
        None
    }
}

pub(super) struct RestrictedGraph<'a> {
    pub(super) task: &'a ProofTask,
    filter: MoveFilter,
    pub(super) endings: Option<Endings<'a>>,
    pub(super) stop: &'a StopFlag,
    pub(super) nodes: Vec<GraphNode>,
    pub(super) edges: Vec<u32>,
    slots: Vec<u32>,
    open: Queue,
    most: usize,
    full: bool,
}

const FREE: u32 = u32::MAX;

impl<'a> RestrictedGraph<'a> {
    pub(super) fn new(
        task: &'a ProofTask,
        filter: MoveFilter,
        most: usize,
        endings: Option<Endings<'a>>,
        stop: &'a StopFlag,
    ) -> RestrictedGraph<'a> {
        RestrictedGraph {
            task,
            filter: filter.tightened(task.restriction.king_moves),
            endings,
            stop,
            nodes: Vec::with_capacity(most),
            edges: Vec::with_capacity(most * EDGES),
            slots: vec![FREE; (most * 2).next_power_of_two() / 2 * 2],
            open: Queue::default(),
            most,
            full: false,
        }
    }

    /// Grows from the root until nothing is left to look at, or there is no more room. Whether all of the graph is there.
    pub(super) fn grow(&mut self) -> Result<bool, Stopped> {
        let root = &self.task.root;
        if root.turn() == self.task.attacker {
            self.enter(root)?;
        } else {
            self.reply(root, root.key())?;
        }
        while let Some((node, position)) = self.open.pop() {
            if self.stop.is_raised() {
                return Err(Stopped);
            }
            self.expand(node, &position)?;
            if self.full {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn find(&self, key: Key) -> Option<u32> {
        let mut slot = self.slot(key);
        while self.slots[slot] != FREE {
            let node = self.slots[slot];
            if self.nodes[node as usize].key == key {
                return Some(node);
            }
            slot = self.after(slot);
        }
        None
    }

    pub(super) fn children(&self, node: usize) -> &[u32] {
        let GraphNode { first, count, .. } = self.nodes[node];
        &self.edges[first as usize..first as usize + usize::from(count)]
    }

    fn expand(&mut self, node: u32, position: &Position) -> Result<(), Stopped> {
        let mut children: Vec<u32> = Vec::with_capacity(64);
        for legal in position.legal_moves() {
            if !self.filter.admits(position, &legal)
                || !self.task.restriction.admits(position, &legal)
            {
                continue;
            }
            let after = position.play(legal.mv);
            let key = after.key();
            let child = match self.find(key) {
                Some(known) => Some(known),
                None => self.reply(&after, key)?,
            };
            if self.full {
                return Ok(());
            }
            children.extend(child);
        }
        self.set_children(node, &children);
        Ok(())
    }

    /// Takes up a position with the defender to move and all that it can play, if it belongs to the graph.
    fn reply(&mut self, after: &Position, key: Key) -> Result<Option<u32>, Stopped> {
        let replies = after.legal_moves();
        let is_root = self.nodes.is_empty();
        if replies.is_empty() && !after.in_check()
            || !is_root && !self.filter.leaves(after, &replies)
        {
            return Ok(None);
        }
        let mut next: Vec<Position> = Vec::with_capacity(replies.len());
        for reply in &replies {
            let position = after.play(reply.mv);
            if !is_root && self.is_hopeless(&position) {
                return Ok(None);
            }
            next.push(position);
        }
        self.open.ahead = 1 + next.len();
        let Some(node) = self.add(key, NodeRole::Escape) else { return Ok(None) };
        let mut children: Vec<u32> = Vec::with_capacity(next.len());
        for position in &next {
            match self.enter(position)? {
                Some(child) => children.push(child),
                None => return Ok(None),
            }
        }
        if self.set_children(node, &children) {
            self.nodes[node as usize].role = NodeRole::Defender;
        }
        Ok(Some(node))
    }

    /// Takes up a position with the attacker to move; `None` if there is no room.
    fn enter(&mut self, position: &Position) -> Result<Option<u32>, Stopped> {
        let key = position.key();
        if let Some(known) = self.find(key) {
            return Ok(Some(known));
        }
        let (role, settled) = match self.known(position)? {
            Some(EndgameValue::Mates(moves)) => (NodeRole::Attacker(moves), true),
            Some(_) => (NodeRole::Attacker(0), true),
            None if self.task.restriction.mate_in_one(position).is_some() => {
                (NodeRole::Attacker(1), true)
            }
            None => (NodeRole::Attacker(0), false),
        };
        let node = self.add(key, role);
        if let Some(node) = node
            && !settled
        {
            if self.open.count == self.most / SHARE_OPEN {
                self.full = true;
                return Ok(None);
            }
            self.open.push((node, *position));
        }
        Ok(node)
    }

    /// The tables' value of a position with the attacker to move, if they are used.
    pub(super) fn known(&self, position: &Position) -> Result<Option<EndgameValue>, Stopped> {
        let endings = self.endings.filter(|it| it.asks(position) && self.has_hope(position));
        endings.map_or(Ok(None), |endings| endings.probe(position, self.stop))
    }

    /// Returns whether the attacker has no mating material.
    fn is_hopeless(&self, position: &Position) -> bool {
        position.color(self.task.attacker)
            == position.colored_pieces(self.task.attacker, Piece::King)
            || position.is_insufficient()
    }

    /// Returns whether tables are worth making for an ending: the attacker has enough, and more than the defender.
    fn has_hope(&self, position: &Position) -> bool {
        let men = |color, piece| position.colored_pieces(color, piece).len();
        let minors = |color| men(color, Piece::Knight) + men(color, Piece::Bishop);
        let heavy = |color| 5 * men(color, Piece::Rook) + 9 * men(color, Piece::Queen);
        let (us, them) = (self.task.attacker, !self.task.attacker);
        let pawns = men(us, Piece::Pawn);
        heavy(us) + 3 * minors(us) > heavy(them) + 3 * minors(them)
            && (heavy(us) > 0 || minors(us) > 1)
            || pawns > 0 && heavy(us) + minors(us) >= heavy(them) + minors(them)
    }

    fn add(&mut self, key: Key, role: NodeRole) -> Option<u32> {
        if self.nodes.len() == self.most {
            self.full = true;
            return None;
        }
        let mut slot = self.slot(key);
        while self.slots[slot] != FREE {
            slot = self.after(slot);
        }
        let node = self.nodes.len() as u32;
        self.slots[slot] = node;
        self.nodes.push(GraphNode { key, first: 0, count: 0, role });
        Some(node)
    }

    /// Writes down what can be reached from a node; whether there was room for it.
    fn set_children(&mut self, node: u32, children: &[u32]) -> bool {
        if self.edges.len() + children.len() > self.most * EDGES {
            self.full = true;
            return false;
        }
        let first = self.edges.len() as u32;
        self.edges.extend_from_slice(children);
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first, children.len() as u16);
        true
    }

    fn slot(&self, key: Key) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}
