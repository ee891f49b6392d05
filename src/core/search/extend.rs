//! Extensions: the table of named rules and their combination.
//!
//! A rule is a row of the table (a name, a pure function of the facts of one move, a line of help) and that function; its weights
//! are in the profiles. A weight of zero switches a rule off. The rules and their first amounts are those of Jonathan Kreuzer's
//! Slow Chess Blitz WV ("Extensions Used, Detailed Description"); the singular extension (Anantharaman, Campbell and Hsu 1988) is
//! EXchess's and Expositor's.
//!
//! If several rules fire for one move, only the largest counts; a singular move is extended for that alone. The fraction stays in
//! the depth and is carried down the line. All rules against none: +39 [+27, +50] Elo in 1,959 games at 2,000 nodes a move.
//! `search/README.md` has the gain of each rule in games and on mates, and what did not pay; `extensions` shows the gains at the
//! prompt.
//!
//! Every explosion ends: extensions of a line are limited (its budget), more so for moves that are not forced; every move takes a
//! ply, and the main search stops at a cap on ply.

use super::rule_names::{self, MOST_NAMES};
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{Bitboard, Color, File, Move, Piece, Position, Rank, Square, attacks};
use crate::units::{Depth, NodeKind};

macro_rules! rules {
    ($($rule:ident = $name:literal $(as $conditions:literal)?, $fires:expr, $summary:literal;)* ; $($typed:ident)*) => {
        /// A rule that can make the search look deeper below a move.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Rule {
            $(#[doc = concat!("`", $name, "`: ", $summary, ".")] $rule,)*
            $(#[doc = "A rule that somebody typed."] $typed,)*
        }

        impl Rule {
            /// The built-in rules.
            pub const ALL: [Rule; Rule::COUNT] = [$(Rule::$rule,)*];

            /// The slots of typed rules.
            pub const TYPED: [Rule; MOST_NAMES] = [$(Rule::$typed,)*];

            /// Built-in rules and slots.
            pub const EVERY: [Rule; Rule::SLOTS] = [$(Rule::$rule,)* $(Rule::$typed,)*];

            pub const COUNT: usize = [$($name,)*].len();

            /// The name that `set extension.NAME` and the ledger use.
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                    typed => rule_names::of(typed.index() - Rule::COUNT),
                }
            }

            /// When it fires, in a line.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Rule::$rule => $summary,)*
                    _ => "a rule of your own fires",
                }
            }

            /// The same in the grammar of typed rules, where that can express it.
            pub(crate) const fn conditions(self) -> Option<&'static str> {
                match self {
                    $($(Rule::$rule => Some($conditions),)?)*
                    _ => None,
                }
            }
        }

        /// Calls `offer` for each rule and its condition, in the order of the table. Unrolled, since it runs for every move.
        #[inline(always)]
        fn each_rule(mut offer: impl FnMut(Rule, fn(&Facts<'_>) -> bool)) {
            $(offer(Rule::$rule, $fires);)*
        }
    };
}

rules! {
    Check = "check" as "gives check", |facts| facts.child.in_check(), "the side to move is in check";
    PawnSeventh = "pawn-to-seventh" as "P to 7", |facts| pawn_arrives_on(facts, Rank::Seventh), "a pawn arrives on its seventh rank";
    PawnSixth = "pawn-to-sixth", is_pawn_to_sixth, "a pawn arrives on its sixth rank, the opponent has at most one piece, the square ahead is empty and no enemy pawn guards it";
    SingleReply = "single-reply", |facts| facts.replies == 1, "in check with exactly one legal move";
    TwoReplies = "two-replies", |facts| facts.replies == 2, "in check with exactly two legal moves";
    MateThreat = "mate-threat", |facts| facts.mate_threat, "the side to move would be mated next move if it passed";
    Recapture = "recapture", is_recapture, "takes back on the square where a piece of similar value was just taken";
    PawnEnding = "pawn-ending", is_into_pawn_ending, "takes the last piece right after the opponent took a piece";
    KingAttack = "king-attack", |facts| is_sacrifice_beside_king(facts) || is_queen_cage(facts), "a sacrifice beside the king, or a queen that takes the last free squares from a king on the edge";
    Singular = "singular", |facts| facts.singular.is_some(), "every other move falls far short of the table's";
    ;
    Typed1 Typed2 Typed3 Typed4 Typed5 Typed6 Typed7 Typed8 Typed9 Typed10 Typed11 Typed12 Typed13 Typed14 Typed15 Typed16
}

impl Rule {
    /// Built-in rules and the slots of typed ones.
    pub(crate) const SLOTS: usize = Rule::COUNT + MOST_NAMES;

    pub const fn index(self) -> usize {
        self as usize
    }

    /// The amount of an extension. A recapture out of check gets a quarter: the check was extended already. A move that is
    /// singular by far gets it twice or three times.
    fn amount(self, weight: Depth, facts: &Facts<'_>) -> Depth {
        match self {
            Rule::Recapture if facts.parent.in_check() => weight.min(Depth::QUARTER),
            Rule::Singular => weight.times(facts.singular.map_or(1, |singular| singular as i32)),
            _ => weight,
        }
    }
}

/// The most quarters that one rule may add: beyond that, a line of two moves could grow the search.
pub(crate) const MOST_QUARTERS: i32 = 8;

/// The weight of each extension rule at each kind of node. Zero switches a rule off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extensions([[Depth; 3]; Rule::COUNT]);

impl Extensions {
    pub(crate) const NONE: Extensions = Extensions([[Depth::ZERO; 3]; Rule::COUNT]);

    /// The same, with a rule's weights in quarters of a ply at Pv, Cut and All nodes.
    pub(crate) const fn with(mut self, rule: Rule, quarters: [i32; 3]) -> Extensions {
        let [pv, cut, all] = quarters;
        self.0[rule.index()] = [Depth::quarters(pv), Depth::quarters(cut), Depth::quarters(all)];
        self
    }

    /// The same, with a rule's weight in quarters of a ply equal at all nodes.
    pub(crate) const fn with_all(self, rule: Rule, quarters: i32) -> Extensions {
        self.with(rule, [quarters; 3])
    }

    #[inline(always)]
    pub const fn of(&self, rule: Rule, kind: NodeKind) -> Depth {
        self.0[rule.index()][kind as usize]
    }

    pub(crate) const fn is_on(&self, rule: Rule) -> bool {
        let row = &self.0[rule.index()];
        row[0].raw() != 0 || row[1].raw() != 0 || row[2].raw() != 0
    }

    pub fn any(&self) -> bool {
        Rule::ALL.into_iter().any(|rule| self.is_on(rule))
    }

    /// A rule's weights in quarters for Pv, Cut and All nodes.
    pub(crate) fn get(&self, rule: Rule) -> [i32; 3] {
        self.0[rule.index()].map(Depth::in_quarters)
    }
}

/// Facts about one move, for the rules.
pub(crate) struct Facts<'a> {
    pub parent: &'a Position,
    pub child: &'a Position,
    pub mv: Move,
    /// The move before it, if there was one (a pass is none).
    pub last: Option<LastMove>,
    /// Number of legal replies to the check, including the move; 0 without a check, or if not counted.
    pub replies: u64,
    /// Whether the side to move would be mated if it passed.
    pub mate_threat: bool,
    /// Result of the search without the move, if it fell far short.
    pub singular: Option<Singular>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Singular {
    Once = 1,
    /// So far that the extension counts twice.
    Twice,
    Thrice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastMove {
    pub mv: Move,
    pub piece: Piece,
    pub victim: Option<Piece>,
}

impl LastMove {
    /// Returns whether the move neither captures nor promotes.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.victim.is_none() && self.mv.promoted().is_none()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extension {
    pub rule: Rule,
    pub amount: Depth,
}

/// The extension of a move at a node of this kind: if it is singular that, otherwise the largest that fires.
#[inline]
pub(crate) fn largest(
    extensions: &Extensions,
    kind: NodeKind,
    facts: &Facts<'_>,
) -> Option<Extension> {
    // A search has decided it: no rule of thumb is applied.
    let singular = extensions.of(Rule::Singular, kind);
    if facts.singular.is_some() && singular > Depth::ZERO {
        let amount = Rule::Singular.amount(singular, facts);
        return Some(Extension { rule: Rule::Singular, amount });
    }
    let mut best: Option<Extension> = None;
    each_rule(|rule, fires| {
        let weight = extensions.of(rule, kind);
        // Looking at a rule costs time: only where it could count.
        if weight > best.map_or(Depth::ZERO, |best| best.amount) && fires(facts) {
            let amount = rule.amount(weight, facts);
            if best.is_none_or(|best| amount > best.amount) {
                best = Some(Extension { rule, amount });
            }
        }
    });
    best
}

/// Returns whether a move is forced: one of at most two replies to a check.
pub(crate) const fn is_forced(replies: u64) -> bool {
    matches!(replies, 1 | 2)
}

/// Every rule that fires, with what it would add; for `explain`.
pub(crate) fn all(
    extensions: &Extensions,
    kind: NodeKind,
    facts: &Facts<'_>,
) -> Vec<(Rule, Depth)> {
    let mut all = Vec::new();
    each_rule(|rule, fires| {
        if extensions.is_on(rule) && fires(facts) {
            all.push((rule, rule.amount(extensions.of(rule, kind), facts)));
        }
    });
    all
}

fn pawn_arrives_on(facts: &Facts<'_>, rank: Rank) -> bool {
    facts.mv.to().relative_rank(facts.parent.turn()) == rank
        && facts.parent.moved(facts.mv) == Piece::Pawn
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

/// Pawns are no pieces: neither may the one taken be a pawn, nor the one taken before it.
fn is_into_pawn_ending(facts: &Facts<'_>) -> bool {
    let is_piece = |victim: Option<Piece>| victim.is_some_and(|piece| piece != Piece::Pawn);
    is_piece(facts.parent.captured(facts.mv))
        && is_piece(facts.last.and_then(|last| last.victim))
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

fn is_on_edge(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
        || matches!(square.file(), File::A | File::H)
}

/// A queen move after which the queen controls every free square around a king on the edge that had somewhere to go.
fn is_queen_cage(facts: &Facts<'_>) -> bool {
    if facts.parent.moved(facts.mv) != Piece::Queen {
        return false;
    }
    let us = facts.parent.turn();
    let king = facts.child.king(!us);
    if !is_on_edge(king) || facts.child.is_attacked(facts.mv.to(), !us, facts.child.occupied()) {
        return false;
    }
    let free = attacks::king_attacks(king) - facts.child.color(!us);
    let through = |position: &Position| position.occupied().without(king);
    let before = through(facts.parent);
    (free - attacks::queen_attacks(facts.mv.to(), through(facts.child))).is_empty()
        && !free.into_iter().all(|square| facts.parent.is_attacked(square, us, before))
}

/// Why the main search continues with less than a ply left (Slow Chess's four cases).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeepOn {
    /// (a) The side to move is in check.
    InCheck,
    /// (b) The last move was an extended pawn push.
    PawnPush,
    /// (c) The last move was the single reply to a check.
    SingleReply,
    /// (d) It was one of two replies, and the line is not extended past its depth.
    TwoReplies,
}
