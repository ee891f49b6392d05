//! A proof as a tree: the threat, the defences against it, and the answer to each.
//!
//! Everything comes from a checked [`Proof`]; only where an answer mates at once may another mating move replace it, so that
//! there are few groups of defences. Other facts (the threat if the defender passed, other moves that mate as soon) come from an
//! [`Adviser`]. Only the visible part is laid out, so the cost of a large proof's tree is that of its open part. Drawing it is up
//! to the program.
//!
//! A mate may have thousands of moves, so nothing nests: the defences of a tree are in one list, and there is no recursion.

use std::collections::{BTreeMap, HashMap};
use std::ops::Index;

use super::summary::{MateSummary, summary};
use crate::chess::{Color, Move, MoveList, Position, notation};
use crate::proof::{Aim, Proof, StrategyStep};

/// A source of short mates that are not in the proof.
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
    /// Maximum number of moves of either side.
    pub plies: u16,
    /// Maximum number of defences; further ones stay folded.
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
    /// Each behind those that follow its answers: the first one of the tree is the last.
    pub(crate) defences: Vec<Defence>,
    /// Whether something stayed folded for lack of room.
    pub cut: bool,
}

/// The place of a defence in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefenceId(usize);

impl Index<DefenceId> for ProofTree {
    type Output = Defence;

    fn index(&self, id: DefenceId) -> &Defence {
        &self.defences[id.0]
    }
}

/// Defences in a tree that have the same answer, or the end of those of one position.
#[derive(Clone, Copy, Debug)]
pub struct TreeVisit<'a> {
    /// Zero for replies to the first move.
    pub depth: usize,
    pub defence: &'a Defence,
    /// `None` behind the last group.
    pub group: Option<&'a DefenceGroup>,
}

impl ProofTree {
    /// Every group of defences, followed by what comes after its answer.
    pub fn walk(&self) -> impl Iterator<Item = TreeVisit<'_>> {
        let first = match &self.trunk {
            Trunk::Attack(attack) => attack.play.opened(),
            Trunk::Defence(id) => Some(*id),
        };
        let mut path = Vec::from_iter(first.map(|id| (&self[id], self[id].groups.iter())));
        std::iter::from_fn(move || {
            let depth = path.len().checked_sub(1)?;
            let (defence, groups) = path.last_mut()?;
            let (defence, group) = (*defence, groups.next());
            match group.map(|group| group.answer.play.opened()) {
                Some(Some(id)) => path.push((&self[id], self[id].groups.iter())),
                Some(None) => {}
                None => {
                    path.pop();
                }
            }
            Some(TreeVisit { depth, defence, group })
        })
    }
}

/// The first node of a tree: a move of the attacker, or the defender's replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trunk {
    Attack(Attack),
    Defence(DefenceId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub mv: Move,
    /// Moves to mate, this one counted.
    pub mate: u16,
    pub duals: Vec<Move>,
    pub play: Continuation,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuation {
    Mate,
    /// Number of replies, none of which is laid out.
    Folded(usize),
    Open(DefenceId),
}

impl Continuation {
    pub const fn opened(self) -> Option<DefenceId> {
        match self {
            Continuation::Open(id) => Some(id),
            Continuation::Mate | Continuation::Folded(_) => None,
        }
    }
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

/// The continuation if the defender passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threat {
    /// The defender is in check and has to do something.
    Check,
    Mate {
        /// By any of these moves, the shortest mates.
        moves: Vec<Move>,
        mate: u16,
    },
    /// No threat: the defender loses by the obligation to move.
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
    /// Whether the answer is the threatened one: these replies do not meet the threat.
    pub is_threat: bool,
    /// Whether mate comes sooner than after the best defence.
    pub is_short: bool,
}

pub fn tree(proof: &Proof, extent: Extent, adviser: &mut dyn Adviser) -> ProofTree {
    ProofTree { summary: summary(proof), ..tree_from(proof, proof.root(), extent, adviser) }
}

/// Lays out a proof from one of its positions; those of the defender are the ones after the attacker's moves. The tree of an
/// unknown position is empty.
pub(crate) fn tree_from(
    proof: &Proof,
    start: &Position,
    extent: Extent,
    adviser: &mut dyn Adviser,
) -> ProofTree {
    let mut layout = TreeBuilder::new(proof, extent.defences, adviser);
    let (mate, trunk) = match proof.strategy().step(start) {
        Some(step) if start.turn() == proof.attacker() => {
            let duals = layout.duals(start, step);
            let play = layout.ends(start, step, extent.plies).unwrap_or_else(|| {
                let replies = Replies::to(start, step, extent.plies);
                Continuation::Open(layout.defences_after(replies))
            });
            (step.mate, Trunk::Attack(Attack { mv: step.mv, mate: step.mate, duals, play }))
        }
        _ => {
            let mate = proof.distance(start).unwrap_or(0);
            let replies = Replies { position: *start, mate, plies: extent.plies };
            (mate, Trunk::Defence(layout.defences_after(replies)))
        }
    };
    let TreeBuilder { defences, cut, .. } = layout;
    let (start, attacker) = (*start, proof.attacker());
    ProofTree { start, attacker, mate, summary: None, trunk, defences, cut }
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
    defences: Vec<Defence>,
    /// Shape of each of them as a number: equal shapes look equal to a reader.
    shapes: Vec<usize>,
    numbers: HashMap<String, usize>,
}

/// Replies waiting to be laid out: `mate` is the number of attacker's moves left, `plies` the number of plies to show.
struct Replies {
    position: Position,
    mate: u16,
    plies: u16,
}

impl Replies {
    /// The replies to a move of the attacker; `plies` includes that move.
    fn to(position: &Position, step: StrategyStep, plies: u16) -> Replies {
        Replies { position: position.play(step.mv), mate: step.mate - 1, plies: plies - 1 }
    }
}

/// A defence that is being laid out.
struct OpenDefence {
    replies: Replies,
    threat: Threat,
    /// Unanswered replies, the next one last.
    unanswered: Vec<AnsweredReply>,
    /// Each with what a reader sees of its answer.
    groups: Vec<(String, DefenceGroup)>,
    /// Number of defences laid out before those that follow the next reply.
    before: usize,
}

impl<'a> TreeBuilder<'a> {
    /// Creates a layout with room for this many defences.
    pub(super) fn new(
        proof: &'a Proof,
        room: usize,
        adviser: &'a mut dyn Adviser,
    ) -> TreeBuilder<'a> {
        let (defences, shapes, numbers) = (Vec::new(), Vec::new(), HashMap::new());
        TreeBuilder { proof, adviser, room, cut: false, defences, shapes, numbers }
    }

    fn aim(&self) -> Aim {
        self.proof.strategy().aim()
    }

    /// The play after a move of the attacker within `plies`, that move included; `None` if there is room to lay out the replies.
    fn ends(
        &mut self,
        position: &Position,
        step: StrategyStep,
        plies: u16,
    ) -> Option<Continuation> {
        let replies = self.aim().replies(&position.play(step.mv)).len();
        if replies == 0 {
            return Some(Continuation::Mate);
        }
        let fits = replies <= self.room;
        self.cut |= plies > 1 && !fits;
        if plies <= 1 || !fits {
            return Some(Continuation::Folded(replies));
        }
        self.room -= replies;
        None
    }

    /// Lays out replies and all that follows them.
    fn defences_after(&mut self, replies: Replies) -> DefenceId {
        let mut path = vec![self.open(replies)];
        // The play after the answer to the next reply.
        let mut play = None;
        loop {
            let last = path.len() - 1;
            let here = &mut path[last];
            let Some(&AnsweredReply { after, answer, .. }) = here.unanswered.last() else {
                let id = self.close(path.remove(last));
                if path.is_empty() {
                    return id;
                }
                play = Some(Continuation::Open(id));
                continue;
            };
            let plies = here.replies.plies.saturating_sub(1);
            if let Some(play) = play.take().or_else(|| self.ends(&after, answer, plies)) {
                self.answer(here, play);
            } else {
                here.before = self.defences.len();
                path.push(self.open(Replies::to(&after, answer, plies)));
            }
        }
    }

    fn open(&mut self, replies: Replies) -> OpenDefence {
        let threat = self.threat(&replies.position, replies.mate);
        let mut unanswered = self.replies(&replies.position, &threat);
        // The best defences first, so that if there is too much, the longest line is laid out to its end.
        unanswered.sort_by_key(|reply| std::cmp::Reverse(reply.answer.mate));
        unanswered.reverse();
        OpenDefence { replies, threat, unanswered, groups: Vec::new(), before: 0 }
    }

    /// Answers the next reply, and puts it to those that are answered alike. After a reply that does not meet the threat, only moves that
    /// were threatened count as duals.
    fn answer(&mut self, here: &mut OpenDefence, play: Continuation) {
        let Some(reply) = here.unanswered.pop() else { return };
        let (StrategyStep { mv, mate }, threat) = (reply.answer, &here.threat);
        let mut duals = self.duals(&reply.after, reply.answer);
        let is_threat = threat.has(mv, mate);
        if is_threat {
            duals.retain(|&mv| threat.has(mv, mate));
        }
        let answer = Attack { mv, mate, duals, play };
        let text = self.spelled(&reply.after, &answer);
        let alike = |(known, group): &&mut (String, DefenceGroup)| {
            *known == text && group.answer.mv == answer.mv
        };
        if let Some((_, group)) = here.groups.iter_mut().find(alike) {
            group.defences.push(reply.mv);
            // The continuation is already laid out.
            if play.opened().is_some() {
                self.defences.truncate(here.before);
                self.shapes.truncate(here.before);
            }
            return;
        }
        let (defences, is_short) = (vec![reply.mv], mate < here.replies.mate);
        here.groups.push((text, DefenceGroup { defences, answer, is_threat, is_short }));
    }

    /// Ends a defence whose replies all have their answers.
    fn close(&mut self, here: OpenDefence) -> DefenceId {
        let OpenDefence { replies: Replies { position, .. }, threat, groups, .. } = here;
        let mut groups: Vec<DefenceGroup> = groups.into_iter().map(|(_, group)| group).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.answer.mate), group.is_threat));
        let mut ends = Vec::new();
        let aim = self.aim();
        if aim.is_own() {
            let reached = |&mv: &Move| aim.is_lost(&position.play(mv));
            ends.extend(position.moves().filter(reached));
            ends.sort_by_cached_key(|&mv| notation::san(&position, mv));
        }
        let mut text = String::new();
        for group in &groups {
            for &mv in &group.defences {
                text.push_str(&notation::san(&position, mv));
                text.push(' ');
            }
            let after = position.play(group.defences[0]);
            text.push_str(&self.spelled(&after, &group.answer));
            text.push(';');
        }
        for &mv in &ends {
            text.push_str(&notation::san(&position, mv));
            text.push(';');
        }
        let known = self.numbers.len();
        self.shapes.push(*self.numbers.entry(text).or_insert(known));
        self.defences.push(Defence { position, threat, groups, ends });
        DefenceId(self.defences.len() - 1)
    }

    /// The text of an answer and its continuation: equal texts can share a row.
    fn spelled(&self, position: &Position, attack: &Attack) -> String {
        let mut text = notation::san(position, attack.mv);
        for &mv in &attack.duals {
            text.push_str(" or ");
            text.push_str(&notation::san(position, mv));
        }
        match attack.play {
            Continuation::Mate => {}
            Continuation::Folded(_) => text.push_str(&format!(" {}", attack.mate)),
            Continuation::Open(DefenceId(place)) => {
                text.push_str(&format!(" ({})", self.shapes[place]));
            }
        }
        text
    }

    /// The attacker's threat if the defender passed here, with `mate` moves left.
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
        for mv in self.aim().replies(position).into_iter().map(|legal| legal.mv) {
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
    let moves = if aim.is_missed(&position) { MoveList::new() } else { position.legal_moves() };
    moves
        .into_iter()
        .filter(move |legal| legal.check.any() || aim != Aim::MATE)
        .map(|legal| legal.mv)
        .filter(move |&mv| aim.is_won(&position.play(mv)))
}

#[cfg(test)]
mod tests;
