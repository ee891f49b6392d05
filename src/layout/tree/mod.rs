//! A proof laid out for reading: what threatens, what the defender can do about it, and how each defence is answered.
//!
//! Everything shown comes from a checked [`Proof`]; only where an answer mates at once may another mating move stand in
//! its place, so that defences fall into few groups. What a proof does not say (what would have happened if the defender
//! passed, which other moves mate as soon) is asked of an [`Adviser`]. Nothing is laid out that is not to be shown: a
//! tree of a large proof costs as much as its open part. How it looks is `render/proof/`'s.

use std::collections::BTreeMap;

use super::summary::{MateSummary, summary};
use crate::chess::{Color, Move, Position, notation};
use crate::proof::{Aim, Proof, StrategyStep};

/// A source of short mates, for what a proof does not say.
pub trait Adviser {
    /// Every move that mates within `most` moves, this one counted, with the number it needs; none if there are none, and
    /// `None` if that is too long a question or there was no time.
    fn mates(&mut self, position: &Position, most: u16) -> Option<Vec<(Move, u16)>>;
}

/// An adviser that knows mates in one and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct AtOnce;

impl Adviser for AtOnce {
    fn mates(&mut self, position: &Position, most: u16) -> Option<Vec<(Move, u16)>> {
        (most == 1).then(|| mating_moves(position, Aim::MATE).map(|mv| (mv, 1)).collect())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// So many moves of either side.
    pub plies: u16,
    /// So many defences; what is beyond stays folded.
    pub defences: usize,
}

impl Default for Extent {
    /// The first move, the replies to it, and the answers.
    fn default() -> Extent {
        Extent { plies: 3, defences: 2_000 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTree {
    pub start: Position,
    pub attacker: Color,
    pub mate: u16,
    /// Of a long mate from the root.
    pub summary: Option<MateSummary>,
    pub trunk: Trunk,
    /// Whether something stayed folded because there was too much of it.
    pub cut: bool,
}

/// The first node of a tree: a move of the attacker, or the defender's replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trunk {
    Attack(Box<Attack>),
    Defence(Box<Defence>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub mv: Move,
    /// Moves to mate, this one counted.
    pub mate: u16,
    pub duals: Vec<Move>,
    pub play: Continuation,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Continuation {
    Mate,
    /// So many replies, none of which is laid out.
    Folded(usize),
    Open(Box<Defence>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// Where: the defender is to move.
    pub position: Position,
    pub threat: Threat,
    /// The replies by the answer they get, the hardest to mate first.
    pub groups: Vec<DefenceGroup>,
    /// Replies that reach the attacker's aim: in a selfmate, the mating moves of the defender.
    pub ends: Vec<Move>,
}

impl Defence {
    pub fn replies(&self) -> usize {
        self.ends.len() + self.groups.iter().map(|group| group.defences.len()).sum::<usize>()
    }
}

/// What would happen if the defender did nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threat {
    /// The defender is in check and has to do something.
    Check,
    Mate {
        /// By any of these moves, the shortest mates.
        moves: Vec<Move>,
        mate: u16,
    },
    /// Nothing: what loses is having to move.
    Zugzwang,
    Unknown,
}

impl Threat {
    /// Returns whether a move carries out the threat: one of the threatened moves, in no more moves than threatened.
    fn has(&self, mv: Move, mate: u16) -> bool {
        matches!(self, Threat::Mate { moves, mate: most } if mate <= *most && moves.contains(&mv))
    }
}

/// Replies with the same answer, the same duals, and the same play as far as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefenceGroup {
    pub defences: Vec<Move>,
    /// The answer, and what follows the first of the replies.
    pub answer: Attack,
    /// Whether the answer is what was threatened: these replies do not meet the threat.
    pub is_threat: bool,
    /// Whether mate comes sooner than after the best defence.
    pub is_short: bool,
}

pub fn tree(proof: &Proof, extent: Extent, adviser: &mut dyn Adviser) -> ProofTree {
    ProofTree { summary: summary(proof), ..tree_from(proof, proof.root(), extent, adviser) }
}

/// Lays out what a proof says from one of its positions on; the defender's are those after one of its moves. Of a
/// position that it does not know there is nothing to lay out, and the tree is empty.
pub fn tree_from(
    proof: &Proof,
    start: &Position,
    extent: Extent,
    adviser: &mut dyn Adviser,
) -> ProofTree {
    let mut layout = TreeBuilder::new(proof, extent.defences, adviser);
    let (mate, trunk) = match proof.strategy().step(start) {
        Some(step) if start.turn() == proof.attacker() => {
            let duals = layout.duals(start, step);
            let attack = Attack { duals, ..layout.attack(start, step, extent.plies) };
            (step.mate, Trunk::Attack(Box::new(attack)))
        }
        _ => {
            let mate = proof.distance(start).unwrap_or(0);
            (mate, Trunk::Defence(Box::new(layout.defence(start, mate, extent.plies))))
        }
    };
    let cut = layout.cut;
    ProofTree { start: *start, attacker: proof.attacker(), mate, summary: None, trunk, cut }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AnsweredReply {
    pub(super) mv: Move,
    pub(super) after: Position,
    pub(super) answer: StrategyStep,
}

pub(super) struct TreeBuilder<'a> {
    proof: &'a Proof,
    adviser: &'a mut dyn Adviser,
    room: usize,
    cut: bool,
}

impl<'a> TreeBuilder<'a> {
    /// With room for so many defences.
    pub(super) fn new(
        proof: &'a Proof,
        room: usize,
        adviser: &'a mut dyn Adviser,
    ) -> TreeBuilder<'a> {
        TreeBuilder { proof, adviser, room, cut: false }
    }

    fn aim(&self) -> Aim {
        self.proof.strategy().aim()
    }

    /// A move of the attacker and what follows in so many plies, this one counted.
    fn attack(&mut self, position: &Position, step: StrategyStep, plies: u16) -> Attack {
        let next = position.play(step.mv);
        let replies = next.legal_count() as usize;
        let play = if replies == 0 {
            Continuation::Mate
        } else if plies <= 1 {
            Continuation::Folded(replies)
        } else if replies > self.room {
            self.cut = true;
            Continuation::Folded(replies)
        } else {
            self.room -= replies;
            Continuation::Open(Box::new(self.defence(&next, step.mate - 1, plies - 1)))
        };
        Attack { mv: step.mv, mate: step.mate, duals: Vec::new(), play }
    }

    /// The replies here, where `mate` moves of the attacker are left, and so many plies are to be shown.
    fn defence(&mut self, position: &Position, mate: u16, plies: u16) -> Defence {
        let threat = self.threat(position, mate);
        let mut groups: Vec<(String, DefenceGroup)> = Vec::new();
        let mut replies = self.replies(position, &threat);
        // The best defences first, so that if there is too much, the longest line is laid out to its end.
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.answer.mate));
        for reply in replies {
            let answer = self.answer(&reply, &threat, plies.saturating_sub(1));
            let text = spelled(&reply.after, &answer);
            let alike = |(known, group): &&mut (String, DefenceGroup)| {
                *known == text && group.answer.mv == answer.mv
            };
            if let Some((_, group)) = groups.iter_mut().find(alike) {
                group.defences.push(reply.mv);
                continue;
            }
            let (is_threat, is_short) = (threat.has(answer.mv, answer.mate), answer.mate < mate);
            groups.push((
                text,
                DefenceGroup { defences: vec![reply.mv], answer, is_threat, is_short },
            ));
        }
        let mut groups: Vec<DefenceGroup> = groups.into_iter().map(|(_, group)| group).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.answer.mate), group.is_threat));
        let mut ends = Vec::new();
        if self.aim().own {
            let reached = |&mv: &Move| self.aim().is_lost(&position.play(mv));
            ends.extend(position.moves().filter(reached));
            ends.sort_by_cached_key(|&mv| notation::san(position, mv));
        }
        Defence { position: *position, threat, groups, ends }
    }

    /// The answer to a reply, with its duals. After a reply that does not meet the threat, only moves that were threatened
    /// count as duals.
    fn answer(&mut self, reply: &AnsweredReply, threat: &Threat, plies: u16) -> Attack {
        let answer = self.attack(&reply.after, reply.answer, plies);
        let mut duals = self.duals(&reply.after, reply.answer);
        if threat.has(answer.mv, answer.mate) {
            duals.retain(|&mv| threat.has(mv, answer.mate));
        }
        Attack { duals, ..answer }
    }

    /// What the attacker would do if the defender passed here, with `mate` moves left.
    pub(super) fn threat(&mut self, position: &Position, mate: u16) -> Threat {
        let Some(passed) = position.pass() else { return Threat::Check };
        for most in 1..=mate {
            let Some(found) = self.adviser.mates(&passed, most) else { return Threat::Unknown };
            if !found.is_empty() {
                let moves = found.into_iter().map(|(mv, _)| mv).collect();
                return Threat::Mate { moves, mate: most };
            }
        }
        Threat::Zugzwang
    }

    pub(super) fn duals(&mut self, position: &Position, step: StrategyStep) -> Vec<Move> {
        let mut found: Vec<Move> = if step.mate == 1 {
            mating_moves(position, self.aim()).collect()
        } else {
            let found = self.adviser.mates(position, step.mate).unwrap_or_default();
            found.into_iter().map(|(mv, _)| mv).collect()
        };
        found.retain(|&mv| mv != step.mv);
        found
    }

    /// Every reply with its answer, in the order of the alphabet. Where several moves mate at once, one is chosen that was
    /// threatened, or else that answers most of the replies.
    pub(super) fn replies(&mut self, position: &Position, threat: &Threat) -> Vec<AnsweredReply> {
        let mut replies: Vec<(AnsweredReply, Vec<(String, Move)>)> = Vec::new();
        let mut answered: BTreeMap<String, usize> = BTreeMap::new();
        for mv in position.moves() {
            let after = position.play(mv);
            let Some(answer) = self.proof.strategy().step(&after) else { continue };
            let mut mating = Vec::new();
            if answer.mate == 1 {
                mating.extend(
                    mating_moves(&after, self.aim()).map(|mv| (notation::san(&after, mv), mv)),
                );
            }
            for (san, _) in &mating {
                *answered.entry(san.clone()).or_default() += 1;
            }
            replies.push((AnsweredReply { mv, after, answer }, mating));
        }
        let settled = replies.into_iter().map(|(mut reply, mating)| {
            let own = reply.answer.mv;
            let best = mating.into_iter().max_by_key(|(san, mv)| {
                (threat.has(*mv, 1), answered[san], *mv == own, std::cmp::Reverse(*mv))
            });
            reply.answer.mv = best.map_or(own, |(_, mv)| mv);
            reply
        });
        let mut settled: Vec<AnsweredReply> = settled.collect();
        settled.sort_by_cached_key(|reply| notation::san(position, reply.mv));
        settled
    }
}

fn mating_moves(position: &Position, aim: Aim) -> impl Iterator<Item = Move> {
    let position = *position;
    position
        .legal_moves()
        .into_iter()
        .filter(move |legal| legal.check.any() || aim != Aim::MATE)
        .map(|legal| legal.mv)
        .filter(move |&mv| aim.is_won(&position.play(mv)))
}

/// What a reader sees of an answer and what follows: answers that are spelled alike can share a row.
fn spelled(position: &Position, attack: &Attack) -> String {
    let mut text = notation::san(position, attack.mv);
    for &mv in &attack.duals {
        text.push_str(" or ");
        text.push_str(&notation::san(position, mv));
    }
    match &attack.play {
        Continuation::Mate => {}
        Continuation::Folded(_) => text.push_str(&format!(" {}", attack.mate)),
        Continuation::Open(defence) => {
            text.push_str(" (");
            for group in &defence.groups {
                for &mv in &group.defences {
                    text.push_str(&notation::san(&defence.position, mv));
                    text.push(' ');
                }
                let after = defence.position.play(group.defences[0]);
                text.push_str(&spelled(&after, &group.answer));
                text.push(';');
            }
            for &mv in &defence.ends {
                text.push_str(&notation::san(&defence.position, mv));
                text.push(';');
            }
            text.push(')');
        }
    }
    text
}

#[cfg(test)]
mod tests;
