//! What the answers say about a question, as a graph of positions with the attacker to move, and the parts to ask about next.

use std::collections::{HashSet, VecDeque};

use super::answers::{Claim, Part, PartAnswers};
use crate::chess::{Move, Position, mate_in_one};
use crate::proof::PositionId;
use crate::proof::position_id::PositionMap;
use crate::prove::dfpn::{LONGEST, Numbers, after_attack};
use crate::prove::task::{Goal, ProofTask, Restriction};

pub(super) fn moves_of(task: &ProofTask) -> u16 {
    match task.goal {
        Goal::Within(moves) => moves.max(1),
        Goal::Any | Goal::Shortest => u16::from(LONGEST),
    }
}

/// A position with the attacker to move, once however it is reached.
pub(super) struct Node {
    pub(super) id: PositionId,
    /// The most moves that the attacker has there.
    left: u16,
    mate: Option<u16>,
    /// The move that mates at once.
    mates: Option<Move>,
    pub(super) refuted: u16,
    /// The same, with the claims of others.
    pub(super) claimed: u16,
    /// Claimed of this very position, and the nodes it took.
    own: (u16, u64),
    numbers: Numbers,
    /// A branch for each move, if it is divided.
    branches: Vec<Branch>,
    /// The position before, and the moves from there.
    from: Option<usize>,
    by: [Option<Move>; 2],
    /// Parts below that were taken, and whether all were.
    taken: u32,
    is_empty: bool,
}

impl Node {
    /// Whether the attacker mates within a number of moves; `None` if that is not known.
    fn answer(&self, moves: u16, trusts: bool) -> Option<bool> {
        let refuted = if trusts { self.claimed } else { self.refuted };
        let mates = self.mate.is_some_and(|mate| mate <= moves);
        (mates || refuted >= moves).then_some(mates)
    }
}

/// A move of the attacker, if it is not the root, and every reply.
pub(super) struct Branch {
    mv: Option<Move>,
    replies: Vec<usize>,
    taken: u32,
}

/// What the answers say about a task: a graph, since moves transpose.
pub(super) struct Graph<'a> {
    answers: &'a PartAnswers,
    root: Position,
    /// Whether parts are closed by claims.
    trusts: bool,
    /// The nodes of each part that is asked next.
    nodes_each: u64,
    /// Those with more moves left come first.
    pub(super) nodes: Vec<Node>,
    known: PositionMap<usize>,
    /// Positions to be divided.
    waiting: VecDeque<(Position, usize)>,
    /// The defender to move, or the root as the only reply.
    pub(super) top: Branch,
}

impl Graph<'_> {
    pub(super) fn new<'a>(
        answers: &'a PartAnswers,
        task: &ProofTask,
        (trusts, nodes_each): (bool, u64),
    ) -> Graph<'a> {
        let top = Branch { mv: None, replies: Vec::new(), taken: 0 };
        let (known, waiting, root) = (PositionMap::default(), VecDeque::new(), task.root);
        let nodes = Vec::new();
        let mut graph = Graph { answers, root, trusts, nodes_each, nodes, known, waiting, top };
        let moves = moves_of(task);
        graph.top.replies = if root.turn() == task.attacker {
            vec![graph.enter(&root, moves, (None, [None; 2]))]
        } else {
            let enter = |mv| graph.enter(&root.play(mv), moves, (None, [Some(mv), None]));
            root.moves().map(enter).collect()
        };
        while let Some((position, at)) = graph.waiting.pop_front() {
            graph.divide(&position, at);
        }
        while graph.conclude() {}
        for at in (0..graph.nodes.len()).rev() {
            graph.count(at);
        }
        graph
    }

    fn enter(
        &mut self,
        position: &Position,
        left: u16,
        (from, by): (Option<usize>, [Option<Move>; 2]),
    ) -> usize {
        let id = PositionId::of(position);
        if let Some(&at) = self.known.get(&id) {
            return at;
        }
        let answers = self.answers;
        let mates = mate_in_one(position);
        let known = answers.steps.get(&id).map(|step| step.mate);
        let mate = if mates.is_some() { Some(1) } else { known };
        // A claim beside a mate that was checked is false from there on.
        let most = mate.map_or(u16::MAX, |mate| mate - 1);
        let checked = answers.refuted.get(&id).copied().unwrap_or(0).max(1);
        // Who is mated or stalemated does not mate.
        let refuted = if position.has_legal_move() { checked.min(most) } else { u16::MAX };
        let claim = answers.claims.get(&id);
        let own = claim.map_or((0, 0), |claim| (claim.most.min(most), claim.nodes));
        let (claimed, numbers, branches) = (refuted.max(own.0), Numbers::PROVED, Vec::new());
        let (taken, is_empty, at) = (0, false, self.nodes.len());
        let mut node = Node {
            id,
            left,
            mate,
            mates,
            refuted,
            claimed,
            own,
            numbers,
            branches,
            from,
            by,
            taken,
            is_empty,
        };
        if node.answer(left, self.trusts).is_none() {
            let was_left = |claim: &Claim| if self.trusts { claim.most } else { claim.least };
            let is_root = *position == self.root;
            let in_vain = claim.filter(|claim| was_left(claim) < left).map(|claim| claim.nodes);
            let is_hard = in_vain.is_some_and(|nodes| nodes.saturating_mul(2) >= self.nodes_each);
            if is_root || is_hard || answers.divided.contains(&id) {
                self.waiting.push_back((*position, at));
            }
            let searched = claim.map(|claim| claim.numbers).filter(|said| !said.contains(&0));
            node.numbers = match searched {
                Some([proof, disproof]) => Numbers::open(proof, disproof),
                None => estimate(position, left).times(harder(in_vain.unwrap_or(0))),
            };
        }
        self.known.insert(id, at);
        self.nodes.push(node);
        at
    }

    fn divide(&mut self, position: &Position, at: usize) {
        let left = self.nodes[at].left;
        for mv in position.moves() {
            let after = position.play(mv);
            let enter = |reply| {
                self.enter(&after.play(reply), left - 1, (Some(at), [Some(mv), Some(reply)]))
            };
            let replies: Vec<usize> = after.moves().map(enter).collect();
            // No move mates at once: without a reply it is stalemate.
            if !replies.is_empty() {
                self.nodes[at].branches.push(Branch { mv: Some(mv), replies, taken: 0 });
            }
        }
        if self.nodes[at].branches.is_empty() {
            (self.nodes[at].refuted, self.nodes[at].claimed) = (left, left);
        }
    }

    pub(super) fn mate(&self, branch: &Branch) -> Option<u16> {
        let mates = branch.replies.iter().map(|&reply| self.nodes[reply].mate);
        mates.reduce(|a, b| Some(a?.max(b?)))?
    }

    /// What holds after the best reply.
    pub(super) fn most(&self, branch: &Branch, of: fn(&Node) -> u16) -> u16 {
        branch.replies.iter().map(|&reply| of(&self.nodes[reply])).max().unwrap_or(0)
    }

    /// Draws conclusions from the positions after a move; returns whether there were new ones.
    fn conclude(&mut self) -> bool {
        let mut is_new = false;
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            if node.branches.is_empty() {
                continue;
            }
            let mates = node.branches.iter().filter_map(|branch| Some(self.mate(branch)? + 1));
            let mate = node.mate.into_iter().chain(mates).min();
            let least = |of: fn(&Node) -> u16| {
                let after = node.branches.iter().map(|branch| self.most(branch, of));
                let held = after.min().unwrap_or(0).saturating_add(1);
                let most = mate.map_or(u16::MAX, |mate| mate - 1);
                held.min(node.left).max(of(node)).min(most)
            };
            let found = (mate, least(|node| node.refuted), least(|node| node.claimed));
            let node = &mut self.nodes[at];
            is_new |= found != (node.mate, node.refuted, node.claimed);
            (node.mate, node.refuted, node.claimed) = found;
        }
        is_new
    }

    /// The step of a mate that is not in the answers as it is.
    pub(super) fn step(&self, node: &Node) -> Option<(Move, u16)> {
        if let Some(mv) = node.mates {
            return Some((mv, 1));
        }
        let mate = node.mate?;
        let is_best = |branch: &&Branch| self.mate(branch).is_some_and(|after| after + 1 == mate);
        Some((node.branches.iter().find(is_best)?.mv?, mate))
    }

    /// Makes the numbers of a position from those after it. One that is nearer to the root keeps its estimate: it is the same
    /// position again.
    fn count(&mut self, at: usize) {
        let node = &self.nodes[at];
        let numbers = match node.answer(node.left, self.trusts) {
            Some(true) => Numbers::PROVED,
            Some(false) => Numbers::REFUTED,
            None if node.branches.is_empty() => return,
            None => {
                let numbers =
                    || node.branches.iter().map(|branch| self.after(branch, node.left - 1));
                let proof = numbers().map(|numbers| numbers.proof).min().unwrap_or(1);
                let sum = |sum: u32, numbers: Numbers| sum.saturating_add(numbers.disproof);
                let disproof = numbers().fold(0, sum);
                Numbers::open(proof, disproof).times(HARDER)
            }
        };
        self.nodes[at].numbers = numbers;
    }

    /// The numbers of a reply, after which the attacker has some moves left.
    fn of_reply(&self, reply: usize, left: u16) -> Numbers {
        let node = &self.nodes[reply];
        match node.answer(left, self.trusts) {
            Some(true) => Numbers::PROVED,
            Some(false) => Numbers::REFUTED,
            None => Numbers::open(node.numbers.proof, node.numbers.disproof),
        }
    }

    fn after(&self, branch: &Branch, left: u16) -> Numbers {
        let numbers = || branch.replies.iter().map(|&reply| self.of_reply(reply, left));
        let most = numbers().map(|numbers| numbers.proof).max().unwrap_or(0);
        let sum = numbers().fold(0, |sum: u32, numbers| sum.saturating_add(numbers.proof));
        let disproof = numbers().map(|numbers| numbers.disproof).min().unwrap_or(0);
        match (most, disproof) {
            (0, _) => Numbers::PROVED,
            (_, 0) => Numbers::REFUTED,
            // What proves one reply often proves others.
            _ => Numbers::open(most + (sum - most) / ALIKE, disproof),
        }
    }

    /// Takes the parts that decide most.
    pub(super) fn take_all(mut self, most: usize) -> Vec<Part> {
        let mut parts: Vec<(u32, Part)> = Vec::new();
        let (top, left) = (std::mem::take(&mut self.top.replies), self.nodes.first());
        let left = left.map_or(0, |node| node.left);
        while parts.len() < most {
            let found = self.take_reply(&top, left, &mut Vec::new());
            let Some((at, moves)) = found else { break };
            parts.push((self.nodes[at].numbers.disproof, self.part(at, moves, 0)));
        }
        parts.sort_by_key(|(disproof, _)| *disproof);
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Takes a part below one of these replies, the cheapest to refute first. One below which parts were taken already seems
    /// harder, as between threads.
    fn take_reply(
        &mut self,
        replies: &[usize],
        left: u16,
        path: &mut Vec<usize>,
    ) -> Option<(usize, u16)> {
        let open = |reply: &usize| self.nodes[*reply].answer(left, self.trusts).is_none();
        let mut replies: Vec<usize> = replies.iter().copied().filter(open).collect();
        replies.sort_by_key(|&reply| {
            let node = &self.nodes[reply];
            u64::from(node.numbers.disproof) * u64::from(2 + node.taken)
        });
        replies.into_iter().find_map(|reply| self.take(reply, left, path))
    }

    fn take(&mut self, at: usize, left: u16, path: &mut Vec<usize>) -> Option<(usize, u16)> {
        let node = &mut self.nodes[at];
        if node.is_empty || path.contains(&at) {
            return None;
        }
        let is_open = node.answer(node.left, self.trusts).is_none();
        if node.branches.is_empty() || !is_open {
            node.is_empty = true;
            return Some((at, if is_open { node.left } else { left }));
        }
        let left = node.left - 1;
        let node = &self.nodes[at];
        let numbers = |branch: &usize| self.after(&node.branches[*branch], left);
        let mut order: Vec<usize> = (0..node.branches.len()).collect();
        order.retain(|branch| !numbers(branch).is_settled());
        order.sort_by_cached_key(|branch| {
            u64::from(numbers(branch).proof) * u64::from(4 + node.branches[*branch].taken)
        });
        path.push(at);
        let found = order.into_iter().find_map(|branch| {
            let replies = self.nodes[at].branches[branch].replies.clone();
            Some((branch, self.take_reply(&replies, left, path)?))
        });
        path.pop();
        let node = &mut self.nodes[at];
        node.is_empty = found.is_none();
        let (branch, found) = found?;
        node.taken += 1;
        node.branches[branch].taken += 1;
        Some(found)
    }

    fn part(&self, at: usize, moves: u16, nodes: u64) -> Part {
        let (mut place, mut from) = (Vec::new(), Some(at));
        while let Some(at) = from {
            place.extend(self.nodes[at].by.into_iter().flatten().rev());
            from = self.nodes[at].from;
        }
        place.reverse();
        let root = place.iter().fold(self.root, |position, &mv| position.play(mv));
        Part { root, place, moves, nodes }
    }

    /// See [`PartAnswers::unchecked`].
    pub(super) fn rest_on(
        &self,
        branch: &Branch,
        moves: u16,
        seen: &mut HashSet<(usize, u16)>,
        parts: &mut Vec<Part>,
    ) {
        let saves = |reply: &&usize| self.nodes[**reply].mate.is_none_or(|mate| mate > moves);
        let cost = |reply: &&usize| {
            let node = &self.nodes[**reply];
            let (claimed, nodes) = node.own;
            let doubts = (node.refuted < moves, node.claimed < moves, claimed < moves);
            (doubts, nodes, node.numbers.disproof)
        };
        let Some(&at) = branch.replies.iter().filter(saves).min_by_key(cost) else { return };
        let node = &self.nodes[at];
        if node.refuted >= moves || !seen.insert((at, moves)) {
            return;
        }
        let (claimed, nodes) = node.own;
        if claimed >= moves || node.branches.is_empty() {
            let nodes = if claimed >= moves { nodes } else { 0 };
            parts.push(self.part(at, moves, nodes));
            return;
        }
        for branch in &node.branches {
            self.rest_on(branch, moves - 1, seen, parts);
        }
    }
}

/// A position that was divided is as many times harder than its moves look.
const HARDER: u32 = 3;

/// Nodes that leave a part open and make it look twice as hard; the square root of more counts.
const IN_VAIN: u64 = 10_000;

/// How many times harder than it looks a part is, if `in_vain` nodes have left it open.
fn harder(in_vain: u64) -> u32 {
    1 + u32::try_from((in_vain / IN_VAIN).isqrt()).unwrap_or(u32::MAX - 1)
}

/// All replies but the hardest count one part in this many, as in the search itself.
const ALIKE: u32 = 3;

/// What a quiet move seems to cost: a close look at each would take longer than the rest.
const QUIET: Numbers = Numbers { proof: 96, disproof: 16 };

/// The numbers of a part that was never asked, from the look of each first move.
fn estimate(position: &Position, left: u16) -> Numbers {
    let left = u8::try_from(left - 1).unwrap_or(u8::MAX).min(LONGEST);
    let (mut proof, mut disproof) = (QUIET.proof, 0_u32);
    for legal in position.legal_moves() {
        let look = (0, &Restriction::default());
        let numbers = match legal.check.any() {
            true => after_attack(&position.play(legal.mv), left, look, &mut 0).numbers,
            false => QUIET,
        };
        proof = proof.min(numbers.proof);
        disproof = disproof.saturating_add(numbers.disproof);
    }
    Numbers::open(proof, disproof)
}
