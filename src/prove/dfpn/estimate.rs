//! What a node that was never visited is expected to cost: the first proof and disproof numbers.
//!
//! Weights are in eighths of a leaf ([`UNIT`]). They were chosen by the nodes to proof over a sample of problems, all
//! together, and ideas can be switched off one at a time ([`Idea`]) to see what each is worth. What these functions find
//! settled (mates, stalemates, mates in two that a look at every reply decides) is settled for certain.

use super::numbers::{LONGEST, NodeVerdict, Numbers, UNIT};
use crate::chess::{Position, mate_in_one, mate_threat};
use crate::settings::named;

named! {
    /// The ideas of the prover, from whose names the argument of `solve --without`, its help and the table of ablations are made.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Idea {
        /// A quiet move that threatens mate in one counts only the replies that meet the threat.
        Threats = "threats",
        /// Quiet moves are harder to disprove than checks: the search stays with them longer.
        PatientDisproofs = "patience",
        /// Moves that leave the king more squares count for more.
        KingMobility = "mobility",
        /// Checks that can be answered by a capture count for more.
        Captures = "captures",
        /// Weak sums: replies to one move are mostly answered alike, attacks mostly refuted alike, so all but the hardest count a
        /// part only.
        Alike = "alike",
        /// An unvisited node takes the numbers of the same position with a few moves more left.
        Borrowing = "borrowing",
        /// Quiet moves are looked at only when every check is harder to prove than a quiet move may be.
        LateQuiets = "late",
        /// A search that leaves the length open: a position is one node, whatever is left of a bound.
        Unbounded = "unbounded",
        /// The second best may be outdone a little before the search turns to it.
        Slack = "slack",
        /// Estimates of nodes that were not visited are kept as well.
        KeptEstimates = "estimates",
        /// With two moves left the exhaustive solver decides.
        MateInTwo = "two",
        /// Nets are tried beside the search.
        Nets = "nets",
    }
}

/// The weights in force, in eighths of a leaf unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    /// A check: for its first reply, and for each more.
    check: (u32, u32),
    /// A quiet threat of mate: for each reply that meets it. `None`: threats are not looked for.
    threat: Option<u32>,
    /// Any other move: to begin with, and for each reply.
    quiet: (u32, u32),
    /// For each square that the king can go to, after a check, a threat and any other move: chasing a king is harder than
    /// shutting it in.
    king_square: (u32, u32, u32),
    capture: u32,
    /// Disproof numbers: of a check, of any other move.
    pub disproof: (u32, u32),
    /// Divisor of a weak sum: at a quiet node of the defender all proof numbers but the largest are divided by it, because
    /// most replies are answered alike.
    pub alike: u32,
    /// The same where the defender is in check: replies to a check differ more.
    pub alike_checked: u32,
    /// The same for the disproof numbers at a node of the attacker, as in weak proof-number search (Ueda and others, 2008).
    pub refuted_alike: u32,
    /// An unvisited node borrows the numbers of the same position with at most this many moves more left.
    pub borrow: u8,
    /// Proof number of the quiet moves of a node as long as none of them was looked at; zero looks at all moves at once.
    pub late: u32,
    /// By how many hundredths the second best may be outdone before the search turns to it.
    pub slack: u32,
    pub keep: bool,
    pub mate_in_two: bool,
    /// Two threads look at the same problem with slightly different eyes: which one this is.
    seed: u64,
}

impl Weights {
    /// All ideas but one in force.
    pub(crate) fn without(idea: Option<Idea>) -> Weights {
        let mut weights = Weights {
            check: (6, 8),
            threat: Some(8),
            quiet: (8, 4),
            king_square: (5, 5, 12),
            capture: 12,
            disproof: (UNIT, 2 * UNIT),
            alike: 3,
            alike_checked: 2,
            refuted_alike: 4,
            borrow: 2,
            late: 24,
            slack: 12,
            keep: true,
            mate_in_two: true,
            seed: 0,
        };
        match idea {
            None | Some(Idea::Nets | Idea::Unbounded) => {}
            Some(Idea::Threats) => weights.threat = None,
            Some(Idea::PatientDisproofs) => weights.disproof.1 = weights.disproof.0,
            Some(Idea::KingMobility) => weights.king_square = (0, 0, 0),
            Some(Idea::Captures) => weights.capture = 0,
            Some(Idea::Alike) => {
                (weights.alike, weights.alike_checked, weights.refuted_alike) = (1, 1, 1);
            }
            Some(Idea::Borrowing) => weights.borrow = 0,
            Some(Idea::LateQuiets) => weights.late = 0,
            Some(Idea::Slack) => weights.slack = 0,
            Some(Idea::KeptEstimates) => weights.keep = false,
            Some(Idea::MateInTwo) => weights.mate_in_two = false,
        }
        weights
    }

    /// The same, seen with the eyes of another thread.
    pub(crate) fn seeded(self, seed: u64) -> Weights {
        Weights { seed, ..self }
    }
}

/// The defender is to move, and the attacker has `left` moves after that. `looked` counts the positions looked at.
pub(super) fn after_attack(
    position: &Position,
    left: u8,
    weights: &Weights,
    looked: &mut u64,
) -> NodeVerdict {
    let replies = position.count_kinds();
    if replies.all == 0 {
        return if position.in_check() {
            NodeVerdict::proved(0)
        } else {
            NodeVerdict::refuted(LONGEST)
        };
    }
    match left {
        0 => return NodeVerdict::refuted(0),
        // The defender is lost exactly if every reply allows mate at once.
        1 if unmated_replies(position, looked, 1) == 0 => return NodeVerdict::proved(1),
        1 => return NodeVerdict::refuted(1),
        _ => {}
    }
    let (check, quiet) = weights.disproof;
    let (chased, threatened, free) = weights.king_square;
    if position.in_check() {
        if replies.all == 1 && unmated_replies(position, looked, 1) == 0 {
            return NodeVerdict::proved(1);
        }
        let (first, each) = weights.check;
        let proof = first
            + each * (replies.all - 1)
            + chased * replies.king
            + weights.capture * replies.captures;
        return noisy(proof, check, position, weights);
    }
    if let Some(each) = weights.threat
        && mate_threat(position)
    {
        let met = unmated_replies(position, looked, u32::MAX);
        if met == 0 {
            return NodeVerdict::proved(1);
        }
        let proof = each * met + threatened * replies.king;
        return noisy(proof, quiet, position, weights);
    }
    let (begin, each) = weights.quiet;
    let proof = begin + each * replies.all + free * replies.king;
    noisy(proof, quiet, position, weights)
}

/// The attacker is to move and has `left` moves.
pub(super) fn after_reply(position: &Position, left: u8, weights: &Weights) -> NodeVerdict {
    if mate_in_one(position).is_some() {
        return NodeVerdict::proved(1);
    }
    if left <= 1 {
        return NodeVerdict::refuted(1);
    }
    noisy(UNIT, UNIT, position, weights)
}

/// How many replies do not allow mate at once; counts no further than `enough`.
fn unmated_replies(position: &Position, looked: &mut u64, enough: u32) -> u32 {
    let mut met = 0;
    for reply in position.legal_moves() {
        *looked += 1;
        if mate_in_one(&position.play(reply.mv)).is_none() {
            met += 1;
            if met >= enough {
                break;
            }
        }
    }
    met
}

/// An open node with these numbers, for the second thread a little off.
fn noisy(proof: u32, disproof: u32, position: &Position, weights: &Weights) -> NodeVerdict {
    let off = if weights.seed == 0 {
        0
    } else {
        ((position.key() ^ weights.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 61) as u32
    };
    NodeVerdict::open(Numbers::open(proof + off, disproof))
}
