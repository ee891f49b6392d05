//! Every extension: the table of named rules and how they combine.
//!
//! A rule is a row: a name, a doc line, a weight in the params and a pure function of the facts of one move. To add one,
//! write its function and its row. A weight of zero switches a rule off. The rules and their first amounts are those of
//! Jonathan Kreuzer's Slow Chess Blitz WV ("Extensions Used, Detailed Description"); the singular extension (Anantharaman,
//! Campbell and Hsu 1988) is EXchess's and Expositor's.
//!
//! If several fire for one move, only the largest counts. The fraction stays in the depth and is carried down the line.
//! Every explosion ends: a line may only be given so much (its budget), every move takes a ply, and beyond a cap on ply the
//! main search never goes on.

use super::order::NodeKind;
use super::params::Params;
use super::trace::KeepOn;
use crate::chess::attacks;
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{Bitboard, Color, File, Move, Piece, Position, Rank, Square};
use crate::units::Depth;

/// A rule that can make the search look deeper below a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rule {
    /// `check`: the side to move is in check.
    Check,
    /// `pawn-to-seventh`: a pawn arrives on its seventh rank.
    PawnSeventh,
    /// `pawn-to-sixth`: a pawn arrives on its sixth rank, the opponent has at most one piece, the square ahead is empty and no enemy pawn guards it.
    PawnSixth,
    /// `single-reply`: in check with exactly one legal move.
    SingleReply,
    /// `two-replies`: in check with exactly two legal moves.
    TwoReplies,
    /// `mate-threat`: the side to move would be mated next move if it passed.
    MateThreat,
    /// `recapture`: takes back on the square where a piece of similar value was just taken.
    Recapture,
    /// `pawn-ending`: a capture that answers a capture and leaves no pieces.
    PawnEnding,
    /// `king-attack`: a sacrifice beside the king, or a queen that takes every square from a king on the edge.
    KingAttack,
    /// `singular`: every other move falls far short of the table's.
    Singular,
}

impl Rule {
    /// How many there are.
    pub const COUNT: usize = 10;

    /// All rules, in the order of the table.
    pub const ALL: [Rule; Rule::COUNT] = [
        Rule::Check,
        Rule::PawnSeventh,
        Rule::PawnSixth,
        Rule::SingleReply,
        Rule::TwoReplies,
        Rule::MateThreat,
        Rule::Recapture,
        Rule::PawnEnding,
        Rule::KingAttack,
        Rule::Singular,
    ];

    /// The name that `set extension.NAME` and the ledger use.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Check => "check",
            Rule::PawnSeventh => "pawn-to-seventh",
            Rule::PawnSixth => "pawn-to-sixth",
            Rule::SingleReply => "single-reply",
            Rule::TwoReplies => "two-replies",
            Rule::MateThreat => "mate-threat",
            Rule::Recapture => "recapture",
            Rule::PawnEnding => "pawn-ending",
            Rule::KingAttack => "king-attack",
            Rule::Singular => "singular",
        }
    }

    /// When it fires, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Rule::Check => "the side to move is in check",
            Rule::PawnSeventh => "a pawn arrives on its seventh rank",
            Rule::PawnSixth => {
                "a pawn arrives on its sixth rank, the opponent has at most one piece, the square ahead is empty and no enemy pawn guards it"
            }
            Rule::SingleReply => "in check with exactly one legal move",
            Rule::TwoReplies => "in check with exactly two legal moves",
            Rule::MateThreat => "the side to move would be mated next move if it passed",
            Rule::Recapture => {
                "takes back on the square where a piece of similar value was just taken"
            }
            Rule::PawnEnding => "a capture that answers a capture and leaves no pieces",
            Rule::KingAttack => {
                "a sacrifice beside the king, or a queen that takes every square from a king on the edge"
            }
            Rule::Singular => "every other move falls far short of the table's",
        }
    }

    /// 0 for the first row.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What the rules may know of one move.
pub struct Facts<'a> {
    /// The position it is played in.
    pub parent: &'a Position,
    /// The position it leads to.
    pub child: &'a Position,
    /// The move.
    pub mv: Move,
    /// The move before it, if there was one (a pass is none).
    pub last: Option<LastMove>,
    /// How many legal replies to the check there are; 0 if there is no check, or nobody counted.
    pub replies: u64,
    /// Whether the side to move would be mated if it passed.
    pub mate_threat: bool,
    /// Whether a search without the move fell far short of it.
    pub singular: bool,
}

/// What is remembered of the move before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastMove {
    /// The move.
    pub mv: Move,
    /// What moved.
    pub piece: Piece,
    /// What it took.
    pub victim: Option<Piece>,
}

/// An extension: the rule that counts and what it adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extension {
    /// The rule.
    pub rule: Rule,
    /// What it adds.
    pub amount: Depth,
}

/// The largest extension that fires for a move at a node of this kind.
#[inline]
pub fn largest(params: &Params, kind: NodeKind, facts: &Facts<'_>) -> Option<Extension> {
    let mut best: Option<Extension> = None;
    for rule in Rule::ALL {
        let weight = params.extensions.of(rule, kind);
        // Looking at a rule costs time: only where it could count.
        if weight > best.map_or(Depth::ZERO, |best| best.amount) && rule.fires(facts) {
            let amount = rule.amount(weight, facts);
            if best.is_none_or(|best| amount > best.amount) {
                best = Some(Extension { rule, amount });
            }
        }
    }
    best
}

/// Every rule that fires, with what it would add; for `explain`.
pub fn all(params: &Params, kind: NodeKind, facts: &Facts<'_>) -> Vec<(Rule, Depth)> {
    Rule::ALL
        .into_iter()
        .filter(|rule| params.extensions.is_on(*rule) && rule.fires(facts))
        .map(|rule| (rule, rule.amount(params.extensions.of(rule, kind), facts)))
        .collect()
}

impl Rule {
    fn fires(self, facts: &Facts<'_>) -> bool {
        match self {
            Rule::Check => facts.child.in_check(),
            Rule::PawnSeventh => is_pawn_to_seventh(facts),
            Rule::PawnSixth => is_pawn_to_sixth(facts),
            Rule::SingleReply => facts.replies == 1,
            Rule::TwoReplies => facts.replies == 2,
            Rule::MateThreat => facts.mate_threat,
            Rule::Singular => facts.singular,
            Rule::Recapture => is_recapture(facts),
            Rule::PawnEnding => is_into_pawn_ending(facts),
            Rule::KingAttack => is_sacrifice_beside_king(facts) || is_queen_cage(facts),
        }
    }

    /// A recapture out of check gets a quarter: the check was extended already.
    fn amount(self, weight: Depth, facts: &Facts<'_>) -> Depth {
        if self == Rule::Recapture && facts.parent.in_check() {
            weight.min(Depth::QUARTER)
        } else {
            weight
        }
    }
}

fn pawn_arrives_on(facts: &Facts<'_>, rank: Rank) -> bool {
    facts.mv.to().relative_rank(facts.parent.turn()) == rank
        && facts.parent.moved(facts.mv) == Piece::Pawn
}

fn is_pawn_to_seventh(facts: &Facts<'_>) -> bool {
    pawn_arrives_on(facts, Rank::Seventh)
}

fn is_pawn_to_sixth(facts: &Facts<'_>) -> bool {
    if !pawn_arrives_on(facts, Rank::Sixth) {
        return false;
    }
    let (us, to) = (facts.parent.turn(), facts.mv.to());
    let pieces =
        facts.child.color(!us) - facts.child.pieces(Piece::Pawn) - facts.child.pieces(Piece::King);
    let ahead = Bitboard::of(to).forward(us);
    !pieces.many()
        && !facts.child.occupied().meets(ahead)
        && !attacks::pawn_attacks(us, to).meets(facts.child.colored_pieces(!us, Piece::Pawn))
}

/// Rook for rook, bishop for knight; pawns are no pieces.
fn is_even_trade(piece: Piece, victim: Piece) -> bool {
    piece != Piece::Pawn
        && victim != Piece::Pawn
        && (EXCHANGE_VALUE[piece] - EXCHANGE_VALUE[victim]).abs() < EXCHANGE_VALUE[Piece::Pawn]
}

fn is_recapture(facts: &Facts<'_>) -> bool {
    facts.last.is_some_and(|last| {
        last.mv.to() == facts.mv.to()
            && facts.parent.is_capture(facts.mv)
            && last.victim.is_some_and(|victim| is_even_trade(last.piece, victim))
    })
}

fn is_into_pawn_ending(facts: &Facts<'_>) -> bool {
    facts.parent.is_capture(facts.mv)
        && facts.last.is_some_and(|last| last.victim.is_some())
        && Color::ALL.into_iter().all(|color| !facts.child.has_non_pawn_material(color))
}

/// The classic sacrifice: a bishop or knight takes a pawn beside the king and can be taken for it, with the queen still
/// there to follow.
fn is_sacrifice_beside_king(facts: &Facts<'_>) -> bool {
    let us = facts.parent.turn();
    matches!(facts.parent.moved(facts.mv), Piece::Bishop | Piece::Knight)
        && facts.parent.captured(facts.mv) == Some(Piece::Pawn)
        && attacks::king_attacks(facts.parent.king(!us)).has(facts.mv.to())
        && facts.parent.colored_pieces(us, Piece::Queen).any()
        && !facts.parent.see_at_least(facts.mv, 0)
}

/// A queen move that takes every free square from a king on the edge.
fn is_queen_cage(facts: &Facts<'_>) -> bool {
    if facts.parent.moved(facts.mv) != Piece::Queen {
        return false;
    }
    let us = facts.parent.turn();
    let king = facts.child.king(!us);
    if !edge().has(king) || facts.child.is_attacked(facts.mv.to(), !us, facts.child.occupied()) {
        return false;
    }
    let free = attacks::king_attacks(king) - facts.child.color(!us);
    let through = facts.child.occupied().without(king);
    (free - attacks::queen_attacks(facts.mv.to(), through)).is_empty()
}

fn edge() -> Bitboard {
    Bitboard::rank(Rank::First)
        | Bitboard::rank(Rank::Eighth)
        | Bitboard::file(File::A)
        | Bitboard::file(File::H)
}

/// Whether the enemy queen could step beside the king of the side to move, on the edge of the board, and mate: the one mate
/// threat that is looked for just before quiescing.
pub fn is_queen_touch_threat(position: &Position) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let king = position.king(us);
    if !edge().has(king) {
        return false;
    }
    let occupied = position.occupied();
    let beside = attacks::king_attacks(king) - position.color(them);
    for from in position.colored_pieces(them, Piece::Queen) {
        for to in attacks::queen_attacks(from, occupied) & beside {
            let after = occupied.without(from).with(to);
            let around = position.attackers_to(to, after).without(from);
            let is_safe = (around & position.color(us)) == Bitboard::of(king)
                && around.meets(position.color(them));
            if is_safe && king_is_caged(position, king, to, after) {
                return true;
            }
        }
    }
    false
}

/// Whether the king has no square left once a protected queen stands beside it.
fn king_is_caged(position: &Position, king: Square, queen: Square, after: Bitboard) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let through = after.without(king);
    let covered = attacks::queen_attacks(queen, through);
    (attacks::king_attacks(king) - position.color(us) - covered)
        .without(queen)
        .into_iter()
        .all(|square| position.is_attacked(square, them, through))
}

/// What the way to a node says about going on there.
pub struct Approach {
    /// The rule that extended the move that led there.
    pub extended_by: Option<Rule>,
    /// How many replies to check the mover had; 0 if it was in no check.
    pub replies: u64,
    /// Whether the line is no longer than the nominal depth.
    pub within_depth: bool,
}

/// Whether the main search goes on though less than a ply is left: Slow Chess's four cases, each belonging to a rule and
/// switched off with it.
pub fn keeps_on(params: &Params, position: &Position, way: &Approach) -> Option<KeepOn> {
    let is_on = |rule| params.extensions.is_on(rule);
    if position.in_check() {
        return is_on(Rule::Check).then_some(KeepOn::InCheck);
    }
    if let Some(Rule::PawnSeventh | Rule::PawnSixth) = way.extended_by {
        return Some(KeepOn::PawnPush);
    }
    match way.replies {
        1 if is_on(Rule::SingleReply) => Some(KeepOn::SingleReply),
        2 if is_on(Rule::TwoReplies) && way.within_depth => Some(KeepOn::TwoReplies),
        _ => None,
    }
}
