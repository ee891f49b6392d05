//! Where a typed rule can change a search: nowhere that another rule adds as much whenever it fires, since the largest counts.
//!
//! This follows from the conditions alone. Every move that they can tell apart is tried, with no more of the named conditions
//! than the rule asks for and the move implies. Conditions are never negated, so a rule that covers such a move covers it
//! wherever more of them hold.

use std::collections::BTreeSet;

use super::extend::{Extensions, Rule};
use super::typed_rules::{
    Conditions, GIVES_CHECK, MoveOutline, NEAR_KING, PASSED, RuleText, TypedRule, TypedRules,
};
use crate::chess::{Bitboard, Color, Piece, Rank, Square, attacks};
use crate::units::{Depth, NodeKind};

/// Where a typed rule can change a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Whether it can add more than the other rules, at PV, cut and all nodes.
    pub kinds: [bool; 3],
    /// The rules that add as much at the nodes where it has a weight and cannot, each once. Empty if no move meets its conditions.
    pub covered_by: Vec<Rule>,
}

impl TypedRules {
    /// Returns where one of these rules can change a search, given the weights of the built-in ones.
    pub fn reach(&self, extensions: &Extensions, typed: &TypedRule) -> Reach {
        let others = self.iter().filter(|other| other.rule != typed.rule);
        let others = others.map(|other| (other.rule, other.conditions));
        let others: Vec<(Rule, Conditions)> = built_in(extensions).chain(others).collect();
        let (rule, mut covered_by) = (&typed.conditions, Vec::new());
        let kinds = NodeKind::ALL.map(|kind| {
            let weight = rule.weights[kind as usize];
            let covering = |(mv, certain): (MoveOutline, u8)| {
                let covers = |(_, other): &&(Rule, Conditions)| {
                    other.weights[kind as usize] >= weight
                        && other.named & !(rule.named | certain) == 0
                        && other.fit(&mv)
                };
                others.iter().find(covers).map(|(rule, _)| *rule)
            };
            let covers: Option<BTreeSet<Rule>> = moves_of(rule).map(covering).collect();
            let can_matter = weight > Depth::ZERO && covers.is_none();
            covered_by.extend(covers.filter(|_| weight > Depth::ZERO).into_iter().flatten());
            can_matter
        });
        covered_by.sort();
        covered_by.dedup();
        Reach { kinds, covered_by }
    }
}

/// The built-in rules that the grammar can express, with their weights.
fn built_in(extensions: &Extensions) -> impl Iterator<Item = (Rule, Conditions)> {
    Rule::ALL.into_iter().filter_map(|rule| {
        let mut text = RuleText::read(&format!("it {} 0", rule.conditions()?)).ok()?;
        text.conditions.weights = NodeKind::ALL.map(|kind| extensions.of(rule, kind));
        Some((rule, text.conditions))
    })
}

/// The moves for which a rule can fire, with the named conditions that hold for each without being asked for. No move that can
/// be played is left out; some of these cannot, which makes the reach of a rule larger, never smaller.
fn moves_of(rule: &Conditions) -> impl Iterator<Item = (MoveOutline, u8)> {
    let men = Color::ALL.into_iter().flat_map(|us| Piece::ALL.map(|piece| (us, piece)));
    let men = men.flat_map(|(us, piece)| Square::ALL.map(|from| (us, piece, from)));
    let moves = men.flat_map(|(us, piece, from)| {
        let victims = [None].into_iter().chain(Piece::ALL.map(Some));
        victims.flat_map(move |victim| {
            let squares = destinations(us, piece, from).into_iter();
            squares.map(move |to| MoveOutline { us, piece, from, to, victim })
        })
    });
    moves.filter(|mv| rule.fit(mv)).filter_map(|mv| {
        let (rank, is_pawn) = (mv.to.relative_rank(mv.us), mv.piece == Piece::Pawn);
        let may_pass = is_pawn && rank != Rank::Eighth;
        let is_possible = mv.victim != Some(Piece::King)
            && (!is_pawn || mv.victim.is_some() == (mv.from.file() != mv.to.file()))
            && (rule.named & PASSED == 0 || may_pass);
        // Beside a king, a queen gives check from every side. The king itself comes there only by castling.
        let beside = attacks::king_attacks(mv.to);
        let checks = rule.named & NEAR_KING != 0
            && mv.piece != Piece::King
            && (beside - attacks::attacks(mv.piece, mv.us, mv.to, Bitboard::EMPTY)).is_empty();
        let passes = may_pass && rank == Rank::Seventh;
        let certain = if checks { GIVES_CHECK } else { 0 } | if passes { PASSED } else { 0 };
        is_possible.then_some((mv, certain))
    })
}

/// The squares that a piece can go to on some board; for castling, that of the rook.
fn destinations(us: Color, piece: Piece, from: Square) -> Bitboard {
    let ahead = Bitboard::of(from).forward(us);
    let more = match (piece, from.relative_rank(us)) {
        (Piece::Pawn, Rank::Second) => ahead | ahead.forward(us),
        (Piece::Pawn, _) => ahead,
        (Piece::King, Rank::First) => Bitboard::rank(from.rank()).without(from),
        _ => Bitboard::EMPTY,
    };
    attacks::attacks(piece, us, from, Bitboard::EMPTY) | more
}
