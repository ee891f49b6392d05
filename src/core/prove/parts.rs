//! A question about a mate in parts: first moves times replies, and deeper where a part was left open. The parts can be asked
//! anywhere; their answers are joined here.
//!
//! This is proof-number search whose leaves are jobs (Wu and others, "Job-Level Proof-Number Search for Connect6", 2010). Of an
//! answer only what was checked is believed. A claim that there is no mate decides what is asked next, and nothing else.

use std::collections::{HashSet, VecDeque};

use super::dfpn::{LONGEST, Numbers, after_attack};
use super::task::{Goal, ProofTask, Restriction};
use crate::chess::{Move, Position, mate_in_one};
use crate::proof::position_id::{PositionMap, PositionSet};
use crate::proof::{PositionId, Proof, Strategy, StrategyStep};

/// Maximum number of positions with a move that are kept, about 200 MiB.
const MOST_STEPS: usize = 2_000_000;

/// A question of its own: the side to move is to mate within some moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub root: Position,
    /// The moves that lead there.
    pub place: Vec<Move>,
    /// The most moves of the mate.
    pub moves: u16,
    /// Nodes of those who claim that there is none.
    pub nodes: u64,
}

/// What others say without a certificate: in how many moves there is no mate.
#[derive(Clone, Copy, Debug)]
struct Claim {
    least: u16,
    most: u16,
    nodes: u64,
}

/// Answers about positions in which the side to move is to mate.
#[derive(Clone, Default, Debug)]
pub struct PartAnswers {
    /// From checked strategies, the shortest mates.
    steps: PositionMap<StrategyStep>,
    /// No mate in this many moves, checked.
    refuted: PositionMap<u16>,
    claims: PositionMap<Claim>,
    /// Positions on the way to one that was asked about.
    divided: PositionSet,
}

impl PartAnswers {
    /// Adds a checked mate. Returns whether it says anything new; `None` if there is no room for it.
    pub fn prove(&mut self, proof: &Proof) -> Option<bool> {
        if self.steps.len() + proof.positions() > MOST_STEPS {
            return None;
        }
        let mut is_new = false;
        for (&id, &step) in proof.strategy().steps() {
            let known = self.steps.get(&id).is_some_and(|known| known.mate <= step.mate);
            if !known {
                self.steps.insert(id, step);
            }
            is_new |= !known;
        }
        Some(is_new)
    }

    /// Adds a checked refutation.
    pub fn refute(&mut self, root: &Position, moves: u16) -> bool {
        let known = self.refuted.entry(PositionId::of(root)).or_default();
        let is_new = moves > *known;
        *known = moves.max(*known);
        is_new
    }

    /// Notes that no mate was found, and the number of moves in which there is said to be none.
    pub fn claim(&mut self, root: &Position, moves: u16, nodes: u64) -> bool {
        let new = Claim { least: moves, most: moves, nodes };
        let known = self.claims.entry(PositionId::of(root)).or_insert(Claim { most: 0, ..new });
        let is_new = moves > known.most || moves < known.least || nodes > known.nodes;
        known.nodes = if moves < known.most { known.nodes } else { nodes.max(known.nodes) };
        (known.least, known.most) = (known.least.min(moves), known.most.max(moves));
        is_new
    }

    /// Notes the moves that led to a part, so that the positions between are divided, too.
    pub fn divide(&mut self, root: &Position, place: &[Move]) {
        let mut position = *root;
        for &mv in place {
            self.divided.insert(PositionId::of(&position));
            position = position.play(mv);
        }
    }

    /// Returns the strategy of the shortest mate that the answers together have.
    pub fn strategy(&self, task: &ProofTask) -> Option<Strategy> {
        let graph = Graph::new(self, task, true);
        graph.mate(&graph.top)?;
        let mut steps = self.steps.clone();
        for node in &graph.nodes {
            let Some((mv, mate)) = graph.step(node) else { continue };
            if steps.get(&node.id).is_none_or(|step| step.mate > mate) {
                steps.insert(node.id, StrategyStep { mv, mate });
            }
        }
        let whole = Strategy::new(task.root, task.attacker).with_steps(steps);
        Some(whole.rooted_at(task.root))
    }

    /// Returns in how many moves there is no mate: as checked, and as claimed.
    pub fn refuted(&self, task: &ProofTask) -> (u16, u16) {
        let graph = Graph::new(self, task, true);
        let most = |of| graph.most(&graph.top, of);
        (most(|node: &Node| node.refuted), most(|node: &Node| node.claimed))
    }

    /// Returns what is open, at most `most` parts, the cheapest to refute first. Claims are asked about again where nothing else
    /// is left.
    pub fn open(&self, task: &ProofTask, most: usize) -> Vec<Part> {
        let parts = Graph::new(self, task, true).take_all(most);
        if !parts.is_empty() {
            return parts;
        }
        Graph::new(self, task, false).take_all(most)
    }

    /// Returns what has to be refuted for there to be no mate within the moves of the task: of each first move one reply, where
    /// there are claims the one that took the fewest nodes.
    pub fn unchecked(&self, task: &ProofTask) -> Vec<Part> {
        let graph = Graph::new(self, task, true);
        let (mut seen, mut parts) = (HashSet::new(), Vec::new());
        graph.rest_on(&graph.top, moves_of(task), &mut seen, &mut parts);
        parts
    }
}

fn moves_of(task: &ProofTask) -> u16 {
    match task.goal {
        Goal::Within(moves) => moves.max(1),
        Goal::Any | Goal::Shortest => u16::from(LONGEST),
    }
}

/// A position with the attacker to move, once however it is reached.
struct Node {
    id: PositionId,
    /// The most moves that the attacker has there.
    left: u16,
    mate: Option<u16>,
    /// The move that mates at once.
    mates: Option<Move>,
    refuted: u16,
    /// The same, with the claims of others.
    claimed: u16,
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
struct Branch {
    mv: Option<Move>,
    replies: Vec<usize>,
    taken: u32,
}

/// What the answers say about a task: a graph, since moves transpose.
struct Graph<'a> {
    answers: &'a PartAnswers,
    root: Position,
    /// Whether parts are closed by claims.
    trusts: bool,
    /// Those with more moves left come first.
    nodes: Vec<Node>,
    known: PositionMap<usize>,
    /// Positions to be divided.
    waiting: VecDeque<(Position, usize)>,
    /// The defender to move, or the root as the only reply.
    top: Branch,
}

impl Graph<'_> {
    fn new<'a>(answers: &'a PartAnswers, task: &ProofTask, trusts: bool) -> Graph<'a> {
        let top = Branch { mv: None, replies: Vec::new(), taken: 0 };
        let (known, waiting, root) = (PositionMap::default(), VecDeque::new(), task.root);
        let mut graph = Graph { answers, root, trusts, nodes: Vec::new(), known, waiting, top };
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
            let is_left = claim.is_some_and(|claim| was_left(claim) < left);
            if is_root || is_left || answers.divided.contains(&id) {
                self.waiting.push_back((*position, at));
            }
            node.numbers = estimate(position, left);
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

    fn mate(&self, branch: &Branch) -> Option<u16> {
        let mates = branch.replies.iter().map(|&reply| self.nodes[reply].mate);
        mates.reduce(|a, b| Some(a?.max(b?)))?
    }

    /// What holds after the best reply.
    fn most(&self, branch: &Branch, of: fn(&Node) -> u16) -> u16 {
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
    fn step(&self, node: &Node) -> Option<(Move, u16)> {
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
                let harder = |number: u32| number.saturating_mul(HARDER);
                Numbers::open(harder(proof), harder(disproof))
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
    fn take_all(mut self, most: usize) -> Vec<Part> {
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
        path.push(at);
        let left = node.left - 1;
        let node = &self.nodes[at];
        let number = |branch: &Branch| {
            let numbers = self.after(branch, left);
            let number = u64::from(numbers.proof) * u64::from(4 + branch.taken);
            (!numbers.is_settled()).then_some(number)
        };
        let numbers = node.branches.iter().map(number).enumerate();
        let mut order: Vec<(u64, usize)> =
            numbers.filter_map(|(branch, number)| Some((number?, branch))).collect();
        order.sort_unstable();
        for (_, branch) in order {
            let replies = self.nodes[at].branches[branch].replies.clone();
            let found = self.take_reply(&replies, left, path);
            if found.is_some() {
                self.nodes[at].taken += 1;
                self.nodes[at].branches[branch].taken += 1;
                path.pop();
                return found;
            }
        }
        path.pop();
        self.nodes[at].is_empty = true;
        None
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
    fn rest_on(
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

/// A position that was left open is as many times harder than its moves look.
const HARDER: u32 = 3;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Rules, verify};

    /// Mate in three by 1.Rd3.
    const THREE: &str = "8/8/2KP4/p3P2r/1p2N3/6R1/PPP1R3/7k w - - 0 1";

    fn task(moves: u16) -> ProofTask {
        ProofTask::new(Position::from_fen(THREE).unwrap()).within(moves)
    }

    #[test]
    fn a_part_is_asked_once_and_its_moves_lead_there() {
        let (answers, whole) = (PartAnswers::default(), task(3));
        let parts = answers.open(&whole, usize::MAX);
        assert!(parts.len() > 100, "{}", parts.len());
        for part in &parts {
            let led = part.place.iter().fold(whole.root, |position, &mv| position.play(mv));
            assert_eq!((led, part.moves, part.place.len()), (part.root, 2, 2));
        }
        let ids: PositionSet = parts.iter().map(|part| PositionId::of(&part.root)).collect();
        assert_eq!(ids.len(), parts.len());
        assert_eq!(answers.open(&whole, 7).len(), 7);
        // Mates in one are seen at once.
        assert_eq!(answers.open(&task(2), 9), []);
    }

    #[test]
    fn claims_decide_what_is_asked_and_nothing_else() {
        let (mut answers, task) = (PartAnswers::default(), task(3));
        for part in answers.open(&task, usize::MAX) {
            answers.claim(&part.root, 2, 10);
        }
        let (refuted, claimed) = answers.refuted(&task);
        assert!((1..3).contains(&refuted) && claimed == 3);
        assert!(answers.strategy(&task).is_none());
        let rests = answers.unchecked(&task);
        assert!(!rests.is_empty() && rests.iter().all(|part| part.moves == 2));
        // They are asked again, as nothing else is left; one that is left open is divided.
        let again = answers.open(&task, usize::MAX);
        assert!(again.iter().any(|part| part.root == rests[0].root));
    }

    #[test]
    fn parts_that_are_proved_make_the_whole() {
        let (mut answers, task) = (PartAnswers::default(), task(3));
        let mut exact = crate::prove::Exact::new(1).unwrap();
        let stop = crate::control::StopFlag::new();
        for part in answers.open(&task, usize::MAX) {
            match exact.strategy(&part.root, task.attacker, part.moves, &stop).unwrap() {
                Some(strategy) => {
                    let proof = verify(&strategy, Rules::Problem).unwrap();
                    assert_eq!(answers.prove(&proof), Some(true));
                    assert_eq!(answers.prove(&proof), Some(false));
                }
                None => assert!(answers.refute(&part.root, part.moves)),
            }
        }
        let proof = task.checked(&answers.strategy(&task).unwrap()).unwrap();
        assert_eq!((proof.mate(), answers.refuted(&task.clone().within(2))), (3, (2, 2)));
        assert!(answers.open(&task, usize::MAX).is_empty());
    }
}
