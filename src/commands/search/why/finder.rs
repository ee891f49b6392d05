//! Finds the reasons for and against a move: searches the move, all others, and the position after it if the opponent passes;
//! then again with `CONFIRM` times the nodes. A reason must exceed the margin in both rounds; if they disagree about what the
//! move gives away, a third round decides. Tables and previous results of the session count in every round. A missed or allowed
//! mate is reported whatever the margin.

use super::view::MoveReasons;
use crate::chess::{Move, Position};
use crate::commands::search::judge::reason::{self, ComparedLines, Reason};
use crate::commands::search::judge::{CONFIRM, DECIDE, JudgedMove, MoveEvidence, MoveJudge};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::ink::json::{Count, Fen, PlayedMove};
use crate::oracle::tables::TableSet;
use crate::prove::ProofTask;
use crate::shell::CommandError;

/// Divisor of the nodes for proving a mate that no search announces.
const GLANCE: u64 = 4;

pub struct ReasonFinder {
    pub(super) judge: MoveJudge,
    /// Previous results of the session for moves of the position.
    pub(super) seen: Vec<JudgedMove>,
    /// Minimum difference between two moves to be a reason, in expected points.
    margin: f64,
}

/// The results of one round of searches, view of the mover.
struct ReasonRound {
    ours: JudgedMove,
    other: Option<JudgedMove>,
    /// The mover's best move if the opponent passes.
    threat: Option<JudgedMove>,
}

/// The claims of one round about the move, compared with the best other one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct ReasonClaims {
    only: bool,
    worse: bool,
    gives_win: bool,
    misses: bool,
    allows: bool,
}

impl ReasonRound {
    fn ahead(&self) -> f64 {
        self.ours.evidence.points()
            - self.other.as_ref().map_or(0.0, |other| other.evidence.points())
    }

    /// Returns the gain of the threat over the better of the move and all others: a pass that only undoes a mistake threatens
    /// nothing.
    fn threat_gain(&self) -> f64 {
        let points = |judged: &JudgedMove| judged.evidence.points();
        let had = self.other.as_ref().map_or(0.0, points).max(points(&self.ours));
        self.threat.as_ref().map_or(0.0, points) - had
    }

    /// Returns whether there is a threat after a pass: a mate that neither the move nor another has, or a gain of at least
    /// `margin` points.
    fn threatens(&self, margin: f64) -> bool {
        let has_mate = |judged: &JudgedMove| judged.evidence.mates();
        let mates = self.threat.as_ref().is_some_and(has_mate)
            && !has_mate(&self.ours)
            && !self.other.as_ref().is_some_and(has_mate);
        // A gain from escaping a mate is no threat.
        mates || self.threat_gain() >= margin && !self.claims(margin).allows
    }

    fn lines(&self) -> ComparedLines {
        let better = self.other.as_ref().map(|other| other.line.clone()).unwrap_or_default();
        ComparedLines { ours: self.ours.line.clone(), better }
    }

    fn claims(&self, margin: f64) -> ReasonClaims {
        let Some(other) = &self.other else { return ReasonClaims::default() };
        let (ours, ahead) = (self.ours.evidence, self.ahead());
        let gives_win = reason::gives_win(other.evidence.points(), -ahead);
        // If the mate comes from a table, the win is reported.
        let is_looked_up = matches!(other.evidence, MoveEvidence::Table(_));
        ReasonClaims {
            only: ahead >= margin,
            worse: ahead <= -margin || gives_win,
            gives_win,
            misses: other.evidence.mates() && !ours.mates() && !is_looked_up,
            allows: ours.is_mated() && !other.evidence.is_mated(),
        }
    }
}

impl ReasonClaims {
    const fn both(self, other: ReasonClaims) -> ReasonClaims {
        ReasonClaims {
            only: self.only && other.only,
            worse: self.worse && other.worse,
            gives_win: self.gives_win && other.gives_win,
            misses: self.misses && other.misses,
            allows: self.allows && other.allows,
        }
    }
}

impl ReasonFinder {
    pub fn new(options: &Options, (nodes, margin): (u64, f64), tables: &TableSet) -> ReasonFinder {
        ReasonFinder { judge: MoveJudge::new(options, nodes, tables), seen: Vec::new(), margin }
    }

    /// Returns the best move seen before, else that of a search; `None` if stopped.
    pub fn best(
        &mut self,
        before: &Position,
        stop: &StopFlag,
    ) -> Result<Option<Move>, CommandError> {
        if let Some(seen) = self.seen.first() {
            return Ok(Some(seen.line[0]));
        }
        self.judge.begin(stop);
        let found = self.judge.search(before, Limits::nodes(self.judge.nodes))?;
        Ok(found.filter(|_| !stop.is_raised()).map(|found| found.line[0]))
    }

    /// Finds the reasons for and against a legal move; `None` if stopped.
    pub fn reasons(
        &mut self,
        before: &Position,
        mv: Move,
        stop: &StopFlag,
    ) -> Result<Option<MoveReasons>, CommandError> {
        self.judge.begin(stop);
        let (nodes, margin) = (self.judge.nodes, self.margin);
        let Some(mut first) = self.round(before, mv, (nodes / CONFIRM).max(1), true)? else {
            return Ok(None);
        };
        let Some(mut last) = self.round(before, mv, nodes, true)? else { return Ok(None) };
        let gain = first.threat_gain().min(last.threat_gain());
        let is_threat = first.threatens(margin) && last.threatens(margin);
        let threat = last.threat.take().filter(|_| is_threat);
        if first.claims(margin) != last.claims(margin) {
            let third = self.round(before, mv, nodes.saturating_mul(DECIDE), false)?;
            let Some(third) = third else { return Ok(None) };
            first = std::mem::replace(&mut last, third);
        }
        let claims = first.claims(margin).both(last.claims(margin));
        // Report the smaller of both rounds' differences.
        let (ahead, behind) =
            (first.ahead().min(last.ahead()), (-first.ahead()).min(-last.ahead()));
        let rounds = [first.lines(), last.lines()];
        let worth = self.judge.proved(last.ours)?;
        let other = last.other.map(|other| self.judge.proved(other)).transpose()?;
        let (worth, missed) = self.missed(worth, other.as_ref().filter(|_| claims.misses))?;
        let allowed = match &other {
            Some(other) if !worth.evidence.mates() => self.allowed(&worth, other, claims.allows)?,
            _ => None,
        };
        let (misses, is_mate) = (missed.is_some(), missed.is_some() || allowed.is_some());
        let mates = Some(&worth).filter(|worth| matches!(worth.evidence, MoveEvidence::Mate(_)));
        let mut reasons: Vec<Reason> = [
            missed.map(Reason::Misses),
            allowed.map(Reason::Allows),
            mates.cloned().map(Reason::Mates),
        ]
        .into_iter()
        .flatten()
        .collect();
        match other {
            None => reasons.push(Reason::OnlyLegal(*before)),
            Some(other) if claims.only => reasons.push(Reason::Only(other, ahead)),
            Some(better) if claims.worse && !worth.evidence.mates() => {
                let is_mate = is_mate || better.evidence.mates() || worth.evidence.is_mated();
                if !misses {
                    reasons.push(Reason::Worse(better, behind));
                }
                reasons.extend(reason::loss(before, &rounds, is_mate));
            }
            Some(_) => {}
        }
        if let Some(threat) = threat.filter(|_| !is_mate) {
            reasons.push(Reason::Threatens(self.judge.proved(threat)?, gain));
        }
        let mv = PlayedMove { before: *before, mv, chess960: before.is_chess960() };
        let (fen, nodes) = (Fen(*before), Count(self.judge.spent));
        let found = MoveReasons { mv, fen, worth, reasons, nodes, margin };
        Ok((!stop.is_raised()).then_some(found))
    }

    /// Judges the move and all others, and the position after it with the mover to move again.
    fn round(
        &mut self,
        before: &Position,
        mv: Move,
        nodes: u64,
        asks_threat: bool,
    ) -> Result<Option<ReasonRound>, CommandError> {
        let limits = Limits::nodes(nodes);
        let is_ours = |judged: &JudgedMove| judged.line[0] == mv;
        let (ours, other) = match self.judge.probe_tables(before) {
            Some(known) => {
                let mut judged = known.iter().map(|found| self.judge.by_table(before, found));
                let other = judged.clone().find(|judged| !is_ours(judged));
                (judged.find(is_ours), other)
            }
            None => {
                let ours = Limits { search_moves: vec![mv], ..limits.clone() };
                let ours = self.judge.search(before, ours)?;
                let others = Limits { excluded_moves: vec![mv], ..limits.clone() };
                let other = match before.legal_count() {
                    1 => None,
                    _ => self.judge.search(before, others)?,
                };
                let points = |judged: &JudgedMove| judged.evidence.points();
                let seen = self.seen.iter().filter(|judged| judged.line[0] != mv).cloned();
                let best = other.into_iter().chain(seen);
                (ours, best.max_by(|one, two| points(one).total_cmp(&points(two))))
            }
        };
        let Some(ours) = ours else { return Ok(None) };
        let passed = before.play(mv).pass().filter(Position::has_legal_move);
        let threat = match passed.filter(|_| asks_threat && !can_take_back(before, &ours)) {
            Some(passed) => self.judge.search(&passed, limits)?,
            None => None,
        };
        Ok((!self.judge.stop.is_raised()).then_some(ReasonRound { ours, other, threat }))
    }

    /// Returns the worth of the move and the mate that it misses: found by the searches (`seen`), or by a proof with few nodes.
    fn missed(
        &mut self,
        worth: JudgedMove,
        seen: Option<&JudgedMove>,
    ) -> Result<(JudgedMove, Option<JudgedMove>), CommandError> {
        let (before, mv, nodes) = (worth.before, worth.line[0], self.judge.nodes);
        if worth.evidence.mates() {
            return Ok((worth, None));
        }
        let found = match seen {
            Some(seen) => Some(seen.clone()),
            None => self.judge.mate(&before, None, nodes / GLANCE)?,
        };
        let Some(found) = found else { return Ok((worth, None)) };
        match self.judge.mate(&before, Some(mv), nodes)? {
            Some(mates) => Ok((mates, None)),
            None => Ok((worth, Some(found).filter(|found| found.line[0] != mv))),
        }
    }

    /// Returns the mate that the move allows: found by the searches (`seen`), or by a proof with few nodes. `None` if every move
    /// is mated as soon.
    fn allowed(
        &mut self,
        worth: &JudgedMove,
        other: &JudgedMove,
        seen: bool,
    ) -> Result<Option<JudgedMove>, CommandError> {
        let (before, after) = (worth.before, worth.before.play(worth.line[0]));
        let nodes = self.judge.nodes;
        if !after.has_legal_move() {
            return Ok(None);
        }
        let asked = if worth.evidence.is_mated() { nodes } else { nodes / GLANCE };
        if let Some(found) = self.judge.mate(&after, None, asked)?
            && let MoveEvidence::Mate(moves) = found.evidence
        {
            let anyway = ProofTask::any(before, after.turn()).within(moves);
            let anyway = self.judge.prove(anyway)?;
            // If another move is mated later, the move does allow this mate.
            let is_later = matches!(other.evidence, MoveEvidence::Search(score)
                if score.mate_ply().is_some_and(|ply| ply > 2 * usize::from(moves)));
            let is_sure = anyway.refuted >= moves || !other.evidence.is_mated() || is_later;
            return Ok(Some(found).filter(|_| is_sure && anyway.proof.is_none()));
        }
        let MoveEvidence::Search(score) = worth.evidence else { return Ok(None) };
        let evidence = MoveEvidence::Search((-score).from_node(1));
        let line = worth.line[1..].to_vec();
        Ok(seen.then_some(JudgedMove { before: after, evidence, line }))
    }
}

/// Returns whether a capture can be answered by a recapture: keeping the captured piece after a pass is no threat.
fn can_take_back(before: &Position, ours: &JudgedMove) -> bool {
    let mv = ours.line[0];
    let after = before.play(mv);
    let takes_back = |reply: Move| reply.to() == mv.to() || ours.line.get(1) == Some(&reply);
    before.captured(mv).is_some()
        && after.moves().into_iter().any(|reply| takes_back(reply) && after.is_capture(reply))
}
