//! A proof as a graph: every position with the attacker to move once, even if several lines lead to it.
//!
//! A tree repeats shared positions, so interactive files have the graph. Positions nearer to the root come first; if there are
//! too many, distant ones are left out, but never those of the longest line. Mates in one are not nodes: they are stored with the
//! reply that allows them.

use std::collections::VecDeque;

use super::tree::{Adviser, Threat, TreeBuilder};
use crate::chess::{Move, Position};
use crate::proof::position_id::{PositionMap, PositionSet};
use crate::proof::{PositionId, Proof, StrategyStep};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) nodes: usize,
    /// Maximum number of replies of all nodes together.
    pub(crate) replies: usize,
}

impl Default for Bounds {
    /// A size that browsers show easily: a few megabytes.
    fn default() -> Bounds {
        Bounds { nodes: 5_000, replies: 120_000 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofGraph {
    /// The first one is the root; others follow those that lead to them.
    pub nodes: Vec<ProofNode>,
    /// Replies whose answers are named, while what comes after is left out.
    pub left_out: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    pub position: Position,
    /// The attacker's move; `None` only at a root where the defender is to move.
    pub mv: Option<Move>,
    /// Moves to mate, this one counted.
    pub mate: u16,
    /// Other moves that mate as soon.
    pub duals: Vec<Move>,
    pub threat: Threat,
    /// The replies, the hardest to mate first, and of those the longest line's. None after a mating move.
    pub branches: Vec<ReplyBranch>,
}

impl ProofNode {
    pub fn after(&self) -> Position {
        self.mv.map_or(self.position, |mv| self.position.play(mv))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplyBranch {
    pub mv: Move,
    pub answer: ReplyAnswer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyAnswer {
    Mate(Move, Vec<Move>),
    Node(usize),
    /// This move, but there was no room for what follows.
    LeftOut(StrategyStep),
}

pub(crate) fn graph(proof: &Proof, bounds: Bounds, adviser: &mut dyn Adviser) -> ProofGraph {
    let mut growth = Growth {
        layout: TreeBuilder::new(proof, 0, adviser),
        bounds,
        nodes: Vec::new(),
        numbers: PositionMap::default(),
        waiting: VecDeque::new(),
        longest: PositionSet::default(),
        replies: 0,
        left_out: 0,
    };
    let root = proof.root();
    let mut position = *root;
    for &mv in proof.line() {
        position = position.play(mv);
        growth.longest.insert(PositionId::of(&position));
    }
    let step = proof.strategy().step(root).filter(|_| root.turn() == proof.attacker());
    growth.add(root, step.map(|step| step.mv), proof.mate());
    while let Some(number) = growth.waiting.pop_front() {
        growth.expand(number);
    }
    let Growth { nodes, left_out, .. } = growth;
    ProofGraph { nodes, left_out }
}

struct Growth<'a> {
    layout: TreeBuilder<'a>,
    bounds: Bounds,
    nodes: Vec<ProofNode>,
    numbers: PositionMap<usize>,
    waiting: VecDeque<usize>,
    longest: PositionSet,
    replies: usize,
    left_out: usize,
}

impl Growth<'_> {
    fn add(&mut self, position: &Position, mv: Option<Move>, mate: u16) -> usize {
        let number = self.nodes.len();
        let duals =
            mv.map(|mv| self.layout.duals(position, StrategyStep { mv, mate })).unwrap_or_default();
        let (position, branches) = (*position, Vec::new());
        self.nodes.push(ProofNode { position, mv, mate, duals, threat: Threat::Unknown, branches });
        self.numbers.insert(PositionId::of(&position), number);
        self.waiting.push_back(number);
        self.replies += self.nodes[number].after().legal_count() as usize;
        number
    }

    fn expand(&mut self, number: usize) {
        let node = &self.nodes[number];
        let (after, mate) = (node.after(), node.mate - u16::from(node.mv.is_some()));
        if !after.has_legal_move() {
            return;
        }
        let threat = self.layout.threat(&after, mate);
        let mut replies = self.layout.replies(&after, &threat);
        replies.sort_by_key(|reply| {
            let is_longest = self.longest.contains(&PositionId::of(&reply.after));
            (std::cmp::Reverse(reply.answer.mate), !is_longest)
        });
        let mut branches = Vec::with_capacity(replies.len());
        for reply in replies {
            let (position, step) = (reply.after, reply.answer);
            let place = PositionId::of(&position);
            let known = self.numbers.get(&place).copied();
            let is_full =
                self.nodes.len() >= self.bounds.nodes || self.replies >= self.bounds.replies;
            let is_full = is_full && !self.longest.contains(&place);
            let answer = match known {
                _ if step.mate == 1 => {
                    ReplyAnswer::Mate(step.mv, self.layout.duals(&position, step))
                }
                Some(number) => ReplyAnswer::Node(number),
                None if is_full => {
                    self.left_out += 1;
                    ReplyAnswer::LeftOut(step)
                }
                None => ReplyAnswer::Node(self.add(&position, Some(step.mv), step.mate)),
            };
            branches.push(ReplyBranch { mv: reply.mv, answer });
        }
        let node = &mut self.nodes[number];
        (node.threat, node.branches) = (threat, branches);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::layout::tree::AtOnce;
    use crate::proof::{Rules, brute, verify};

    fn made(fen: &str, most: u16, bounds: Bounds) -> (Proof, ProofGraph) {
        let proof = verify(&brute::mate(fen, most), Rules::Problem).unwrap();
        let graph = graph(&proof, bounds, &mut AtOnce);
        (proof, graph)
    }

    /// Checks that every branch leads to its position.
    fn check(graph: &ProofGraph) {
        for node in &graph.nodes {
            let after = node.after();
            assert_eq!(node.branches.len() as u64, after.legal_count());
            for branch in &node.branches {
                let position = after.play(branch.mv);
                match &branch.answer {
                    ReplyAnswer::Mate(mv, others) => {
                        for &mv in others.iter().chain([mv]) {
                            assert!(position.play(mv).is_checkmate());
                        }
                    }
                    ReplyAnswer::Node(number) => {
                        let next = &graph.nodes[*number];
                        assert_eq!(PositionId::of(&next.position), PositionId::of(&position));
                        assert!(next.mate < node.mate);
                    }
                    ReplyAnswer::LeftOut(step) => assert!(position.is_legal(step.mv)),
                }
            }
        }
    }

    #[test]
    fn every_position_stands_once() {
        let fen = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1";
        let (proof, graph) = made(fen, 9, Bounds::default());
        check(&graph);
        assert_eq!(graph.left_out, 0);
        let mut longer = 0;
        proof.strategy().walk(|_, step| {
            longer += usize::from(step.mate > 1);
            true
        });
        assert_eq!(graph.nodes.len(), longer);
        let (_, small) = made(fen, 9, Bounds { nodes: 40, replies: 10_000 });
        check(&small);
        let places = |graph: &ProofGraph| -> Vec<PositionId> {
            graph.nodes.iter().take(40).map(|node| PositionId::of(&node.position)).collect()
        };
        assert_eq!(places(&small), places(&graph), "those nearest to the root are kept");
        assert!((40..48).contains(&small.nodes.len()) && small.left_out > 0);
        // The longest line is whole: the first branch everywhere.
        let (mut at, mut moves) = (0, 1);
        while let Some(ReplyBranch { answer: ReplyAnswer::Node(next), .. }) =
            small.nodes[at].branches.first()
        {
            (at, moves) = (*next, moves + 1);
        }
        assert!(matches!(small.nodes[at].branches[0].answer, ReplyAnswer::Mate(..)));
        assert_eq!(moves + 1, proof.mate());
    }

    #[test]
    fn mates_in_one_and_defenders_to_move_are_graphs_too() {
        let (_, graph) = made("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, Bounds::default());
        assert!(graph.nodes.len() == 1 && graph.nodes[0].branches.is_empty());
        let proof = brute::mated("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", 3);
        let proof = verify(&proof, Rules::Problem).unwrap();
        let graph = super::graph(&proof, Bounds::default(), &mut AtOnce);
        check_first(&graph);
    }

    fn check_first(graph: &ProofGraph) {
        let first = &graph.nodes[0];
        assert_eq!((first.mv, first.mate), (None, 3));
        assert_eq!(first.branches.len() as u64, first.position.legal_count());
    }
}
