//! A question about a mate in parts: first moves times replies, and deeper where a part was left open. The parts can be asked
//! anywhere; their answers are joined here.
//!
//! This is proof-number search whose leaves are jobs (Wu and others, "Job-Level Proof-Number Search for Connect6", 2010). Of an
//! answer only what was checked is believed. A claim that there is no mate decides what is asked next, and nothing else.

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
        let tree = tree(self, task, true);
        tree.mate()?;
        let mut steps = self.steps.clone();
        for (reply, node) in &tree.replies {
            node.write(&reply.map_or(task.root, |mv| task.root.play(mv)), &mut steps);
        }
        let whole = Strategy::new(task.root, task.attacker).with_steps(steps);
        Some(whole.rooted_at(task.root))
    }

    /// Returns in how many moves there is no mate: as checked, and as claimed.
    pub fn refuted(&self, task: &ProofTask) -> (u16, u16) {
        let top = tree(self, task, true);
        (top.refuted(|node| node.refuted), top.refuted(|node| node.claimed))
    }

    /// Returns what is open, at most `most` parts, the cheapest to refute first. Claims are asked about again where nothing else
    /// is left.
    pub fn open(&self, task: &ProofTask, most: usize) -> Vec<Part> {
        let mut tree = tree(self, task, true);
        if tree.waiting == 0 && tree.mate().is_none() {
            tree = self::tree(self, task, false);
        }
        let mut parts: Vec<(u32, Part)> = Vec::new();
        let mut taken: PositionMap<usize> = PositionMap::default();
        while parts.len() < most && tree.waiting > 0 {
            let mut place = Vec::new();
            let Some((moves, disproof)) = tree.take(&mut place) else { break };
            let root = place.iter().fold(task.root, |position, &mv| position.play(mv));
            match taken.get(&PositionId::of(&root)) {
                Some(&at) => parts[at].1.moves = parts[at].1.moves.max(moves),
                None => {
                    taken.insert(PositionId::of(&root), parts.len());
                    parts.push((disproof, Part { root, place, moves, nodes: 0 }));
                }
            }
        }
        parts.sort_by_key(|(disproof, _)| *disproof);
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Returns what has to be refuted for there to be no mate within the moves of the task: of each first move one reply, where
    /// there are claims the one that took the fewest nodes.
    pub fn unchecked(&self, task: &ProofTask) -> Vec<Part> {
        let mut parts = Vec::new();
        let top = (&task.root, &mut Vec::new());
        tree(self, task, true).rest_on(top, moves_of(task), &mut parts);
        parts
    }
}

fn moves_of(task: &ProofTask) -> u16 {
    match task.goal {
        Goal::Within(moves) => moves.max(1),
        Goal::Any | Goal::Shortest => u16::from(LONGEST),
    }
}

/// The attacker to move.
struct Node {
    /// Moves that the attacker has.
    left: u16,
    mate: Option<u16>,
    refuted: u16,
    /// The same, with the claims of others.
    claimed: u16,
    /// Claimed of this very position, and the nodes it took.
    own: (u16, u64),
    numbers: Numbers,
    /// A branch for each move, if it is divided.
    branches: Vec<Branch>,
    /// Open parts below that were not taken yet, and those that were.
    waiting: u32,
    taken: u32,
}

/// A move of the attacker, and every reply.
struct Branch {
    mv: Option<Move>,
    replies: Vec<(Option<Move>, Node)>,
    numbers: Numbers,
    waiting: u32,
    taken: u32,
}

/// Builds what the answers say about a task: the defender to move, or the root as the only reply. `trusts`: whether parts are
/// closed by claims.
fn tree(answers: &PartAnswers, task: &ProofTask, trusts: bool) -> Branch {
    let (root, moves, grow) = (&task.root, moves_of(task), Grow { answers, trusts });
    let replies = if root.turn() == task.attacker {
        vec![(None, grow.node(root, moves, true))]
    } else {
        root.moves().map(|mv| (Some(mv), grow.node(&root.play(mv), moves, false))).collect()
    };
    Branch::new(None, replies)
}

struct Grow<'a> {
    answers: &'a PartAnswers,
    trusts: bool,
}

impl Grow<'_> {
    fn node(&self, position: &Position, left: u16, is_root: bool) -> Node {
        let (id, answers) = (PositionId::of(position), self.answers);
        let at_once = mate_in_one(position).is_some();
        let known = answers.steps.get(&id).map(|step| step.mate);
        let mate = if at_once { Some(1) } else { known };
        // A claim beside a mate that was checked is false from there on.
        let most = mate.map_or(u16::MAX, |mate| mate - 1);
        let refuted = answers.refuted.get(&id).copied().unwrap_or(0).max(1).min(most);
        let claim = answers.claims.get(&id);
        let own = claim.map_or((0, 0), |claim| (claim.most.min(most), claim.nodes));
        let (claimed, numbers, branches) = (refuted.max(own.0), Numbers::PROVED, Vec::new());
        let (waiting, taken) = (0, 0);
        let mut node =
            Node { left, mate, refuted, claimed, own, numbers, branches, waiting, taken };
        if !node.settle(self.trusts) {
            let was_left = |claim: &Claim| if self.trusts { claim.most } else { claim.least };
            let is_left = claim.is_some_and(|claim| was_left(claim) < left);
            if is_root || is_left || answers.divided.contains(&id) {
                self.divide(&mut node, position);
            } else {
                (node.numbers, node.waiting) = (estimate(position, left), 1);
            }
        }
        node
    }

    fn divide(&self, node: &mut Node, position: &Position) {
        for mv in position.moves() {
            let after = position.play(mv);
            let replies: Vec<_> = after
                .moves()
                .map(|reply| (Some(reply), self.node(&after.play(reply), node.left - 1, false)))
                .collect();
            // No move mates at once: without a reply it is stalemate.
            if !replies.is_empty() {
                node.branches.push(Branch::new(Some(mv), replies));
            }
        }
        let least = |of: fn(&Node) -> u16| {
            let refuted = node.branches.iter().map(|branch| branch.refuted(of));
            refuted.min().unwrap_or(u16::MAX).saturating_add(1)
        };
        let (refuted, claimed) = (least(|node| node.refuted), least(|node| node.claimed));
        let mates = node.branches.iter().filter_map(|branch| branch.mate().map(|mate| mate + 1));
        node.mate = node.mate.into_iter().chain(mates).min();
        let most = node.mate.map_or(u16::MAX, |mate| mate - 1);
        node.refuted = node.refuted.max(refuted).min(most);
        node.claimed = node.claimed.max(claimed).min(most);
        if !node.settle(self.trusts) {
            let numbers = || node.branches.iter().map(|branch| branch.numbers);
            let proof = numbers().map(|numbers| numbers.proof).min().unwrap_or(1);
            let disproof = numbers().fold(0, |sum, numbers| numbers.disproof.saturating_add(sum));
            let harder = |number: u32| number.saturating_mul(HARDER);
            node.numbers = Numbers::open(harder(proof), harder(disproof));
            node.waiting = node.branches.iter().map(|branch| branch.waiting).sum();
        }
    }
}

impl Node {
    /// Returns whether it is known whether there is a mate.
    fn settle(&mut self, trusts: bool) -> bool {
        let refuted = if trusts { self.claimed } else { self.refuted };
        let is_mate = self.mate.is_some_and(|mate| mate <= self.left);
        self.numbers = if is_mate { Numbers::PROVED } else { Numbers::REFUTED };
        is_mate || refuted >= self.left
    }

    /// Takes the part that decides most; returns its moves and what it seems to cost to refute it.
    fn take(&mut self, place: &mut Vec<Move>) -> Option<(u16, u32)> {
        (self.waiting, self.taken) = (self.waiting - 1, self.taken + 1);
        if self.branches.is_empty() {
            return Some((self.left, self.numbers.disproof));
        }
        // One below which parts were taken already seems a quarter harder, as between threads.
        let number =
            |branch: &&mut Branch| u64::from(branch.numbers.proof) * u64::from(4 + branch.taken);
        let branch = self.branches.iter_mut().filter(|branch| branch.waiting > 0);
        let branch = branch.min_by_key(number)?;
        place.extend(branch.mv);
        branch.take(place)
    }

    /// Adds the moves of the mate to the steps, if there is one.
    fn write(&self, position: &Position, steps: &mut PositionMap<StrategyStep>) {
        let (id, Some(mate)) = (PositionId::of(position), self.mate) else { return };
        if steps.get(&id).is_some_and(|step| step.mate <= mate) {
            return;
        }
        if let Some(mv) = mate_in_one(position) {
            steps.insert(id, StrategyStep { mv, mate: 1 });
            return;
        }
        let is_best = |branch: &&Branch| branch.mate().is_some_and(|after| after + 1 == mate);
        let Some(branch) = self.branches.iter().find(is_best) else { return };
        let Some(mv) = branch.mv else { return };
        steps.insert(id, StrategyStep { mv, mate });
        let after = position.play(mv);
        for (reply, node) in &branch.replies {
            node.write(&reply.map_or(after, |reply| after.play(reply)), steps);
        }
    }

    /// See [`PartAnswers::unchecked`].
    fn rest_on(
        &self,
        (position, place): (&Position, &mut Vec<Move>),
        moves: u16,
        parts: &mut Vec<Part>,
    ) {
        let (claimed, nodes) = self.own;
        if self.refuted >= moves {
            return;
        }
        if claimed >= moves || self.branches.is_empty() {
            let nodes = if claimed >= moves { nodes } else { 0 };
            parts.push(Part { root: *position, place: place.clone(), moves, nodes });
            return;
        }
        for branch in &self.branches {
            let Some(mv) = branch.mv else { continue };
            place.push(mv);
            branch.rest_on((&position.play(mv), place), moves - 1, parts);
            place.pop();
        }
    }
}

impl Branch {
    fn new(mv: Option<Move>, replies: Vec<(Option<Move>, Node)>) -> Branch {
        let numbers = || replies.iter().map(|(_, node)| node.numbers);
        let most = numbers().map(|numbers| numbers.proof).max().unwrap_or(0);
        let sum = numbers().fold(0, |sum: u32, numbers| sum.saturating_add(numbers.proof));
        let disproof = numbers().map(|numbers| numbers.disproof).min().unwrap_or(0);
        let numbers = match (most, disproof) {
            (0, _) => Numbers::PROVED,
            (_, 0) => Numbers::REFUTED,
            // What proves one reply often proves others.
            _ => Numbers::open(most + (sum - most) / ALIKE, disproof),
        };
        let waiting = replies.iter().map(|(_, node)| node.waiting).sum();
        let waiting = if numbers.is_settled() { 0 } else { waiting };
        Branch { mv, replies, numbers, waiting, taken: 0 }
    }

    fn mate(&self) -> Option<u16> {
        let mates = self.replies.iter().map(|(_, node)| node.mate);
        mates.reduce(|a, b| Some(a?.max(b?)))?
    }

    /// In how many more moves there is no mate after the best reply.
    fn refuted(&self, of: impl Fn(&Node) -> u16) -> u16 {
        self.replies.iter().map(|(_, node)| of(node)).max().unwrap_or(0)
    }

    fn take(&mut self, place: &mut Vec<Move>) -> Option<(u16, u32)> {
        (self.waiting, self.taken) = (self.waiting - 1, self.taken + 1);
        let number = |(_, node): &&mut (Option<Move>, Node)| {
            u64::from(node.numbers.disproof) * u64::from(2 + node.taken)
        };
        let node = self.replies.iter_mut().filter(|(_, node)| node.waiting > 0);
        let (reply, node) = node.min_by_key(number)?;
        place.extend(*reply);
        node.take(place)
    }

    fn rest_on(
        &self,
        (position, place): (&Position, &mut Vec<Move>),
        moves: u16,
        parts: &mut Vec<Part>,
    ) {
        let saves = |(_, node): &&(Option<Move>, Node)| node.mate.is_none_or(|mate| mate > moves);
        let cost = |(_, node): &&(Option<Move>, Node)| {
            let (claimed, nodes) = node.own;
            let doubts = (node.refuted < moves, node.claimed < moves, claimed < moves);
            (doubts, nodes, node.numbers.disproof)
        };
        let Some((reply, node)) = self.replies.iter().filter(saves).min_by_key(cost) else {
            return;
        };
        place.extend(*reply);
        node.rest_on((&reply.map_or(*position, |mv| position.play(mv)), place), moves, parts);
        place.truncate(place.len() - usize::from(reply.is_some()));
    }
}

/// A position that was left open is as many times harder than its moves look.
const HARDER: u32 = 3;

/// All replies but the hardest count one part in this many, as in the search itself.
const ALIKE: u32 = 3;

/// The numbers of a part that was never asked, from the look of each first move.
fn estimate(position: &Position, left: u16) -> Numbers {
    let left = u8::try_from(left - 1).unwrap_or(u8::MAX).min(LONGEST);
    let (mut proof, mut disproof) = (Numbers::MOST, 0_u32);
    for mv in position.moves() {
        let look = (0, &Restriction::default());
        let numbers = after_attack(&position.play(mv), left, look, &mut 0).numbers;
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
