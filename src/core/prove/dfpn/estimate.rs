//! Initial proof and disproof numbers of nodes that were never visited.
//!
//! Weights are in eighths of a leaf ([`UNIT`]), tuned together by the nodes to proof over a sample of problems; `prove/README.md`
//! has the gain of each. Results that these functions find settled (mates, stalemates, mates in two found by trying every reply)
//! are certain.

use super::numbers::{LONGEST, NodeVerdict, Numbers, UNIT};
use crate::chess::{Position, mate_threat};
use crate::prove::task::Restriction;

/// A check: for its first reply, and for each more.
pub(super) const CHECK: (u32, u32) = (6, 8);

/// A quiet threat of mate: for each reply that meets it.
pub(super) const THREAT: u32 = 8;

/// Any other move: to begin with, and for each reply.
pub(super) const QUIET: (u32, u32) = (8, 4);

/// For each square that the king can go to, after a check, a threat and any other move: chasing a king is harder than
/// shutting it in.
pub(super) const KING_SQUARE: (u32, u32, u32) = (5, 5, 12);

/// For each capture that answers a check.
pub(super) const CAPTURE: u32 = 12;

/// Disproof numbers of a check and of any other move: the search stays with quiet moves longer.
pub(super) const DISPROOF: (u32, u32) = (UNIT, 2 * UNIT);

/// Estimate with the defender to move and `left` moves of the attacker after that. `looked` counts the visited positions; `seed`
/// is that of the thread. The attacker makes only moves that the restriction admits.
pub(in crate::prove) fn after_attack(
    position: &Position,
    left: u8,
    (seed, restriction): (u64, &Restriction),
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
        1 if unmated_replies(position, restriction, looked, 1) == 0 => {
            return NodeVerdict::proved(1);
        }
        1 => return NodeVerdict::refuted(1),
        _ => {}
    }
    let (check, quiet) = DISPROOF;
    let (chased, threatened, free) = KING_SQUARE;
    if position.in_check() {
        if replies.all == 1 && unmated_replies(position, restriction, looked, 1) == 0 {
            return NodeVerdict::proved(1);
        }
        let (first, each) = CHECK;
        let proof =
            first + each * (replies.all - 1) + chased * replies.king + CAPTURE * replies.captures;
        return noisy(proof, check, position, seed);
    }
    if mate_threat(position) {
        let met = unmated_replies(position, restriction, looked, u32::MAX);
        if met == 0 {
            return NodeVerdict::proved(1);
        }
        let proof = THREAT * met + threatened * replies.king;
        return noisy(proof, quiet, position, seed);
    }
    let (begin, each) = QUIET;
    let proof = begin + each * replies.all + free * replies.king;
    noisy(proof, quiet, position, seed)
}

/// The attacker is to move and has `left` moves.
pub(super) fn after_reply(
    position: &Position,
    left: u8,
    (seed, restriction): (u64, &Restriction),
) -> NodeVerdict {
    if restriction.mate_in_one(position).is_some() {
        return NodeVerdict::proved(1);
    }
    if left <= 1 {
        return NodeVerdict::refuted(1);
    }
    noisy(UNIT, UNIT, position, seed)
}

/// Counts the replies that do not allow mate at once, up to `enough`.
fn unmated_replies(
    position: &Position,
    restriction: &Restriction,
    looked: &mut u64,
    enough: u32,
) -> u32 {
    let mut met = 0;
    for reply in position.legal_moves() {
        *looked += 1;
        if restriction.mate_in_one(&position.play(reply.mv)).is_none() {
            met += 1;
            if met >= enough {
                break;
            }
        }
    }
    met
}

/// An open node with these numbers, for every thread but the first a little off: all look at the same problem with slightly
/// different eyes.
fn noisy(proof: u32, disproof: u32, position: &Position, seed: u64) -> NodeVerdict {
    let off = if seed == 0 {
        0
    } else {
        ((position.key() ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 61) as u32
    };
    NodeVerdict::open(Numbers::open(proof + off, disproof))
}
