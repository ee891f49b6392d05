//! Finds the reasons for and against a move: searches the move, all others, and the position after it if the opponent
//! passes; then again with `CONFIRM` times the nodes. A reason must exceed the margin in both rounds.

use super::view::MoveReasons;
use crate::chess::{Move, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::ink::json::{Count, Fen, PlayedMove};
use crate::oracle::tables::TableSet;
use crate::prove::task::ProofTask;
use crate::tools::judge::reason::{self, ComparedLines, Reason};
use crate::tools::judge::{CONFIRM, JudgedMove, MoveEvidence, MoveJudge};
use crate::tools::tool::ToolResult;
use crate::units::Score;

pub struct ReasonFinder {
    pub(super) judge: MoveJudge,
    /// Minimum difference between two moves, in expected points, to be a reason.
    margin: f64,
}

/// The results of one round of searches, view of the mover.
struct ReasonRound {
    ours: JudgedMove,
    /// The best of all other moves.
    other: Option<JudgedMove>,
    /// The mover's best move if the opponent passes.
    threat: Option<JudgedMove>,
}

/// The reasons that exceed the margin in one round.
#[derive(Clone, Copy)]
struct ReasonClaims {
    only: bool,
    worse: bool,
    threatens: bool,
    allows: bool,
}

fn announces(judged: &JudgedMove, what: fn(Score) -> bool) -> bool {
    matches!(judged.evidence, MoveEvidence::Search(score) if what(score))
}

impl ReasonRound {
    fn ahead(&self) -> f64 {
        self.ours.evidence.points()
            - self.other.as_ref().map_or(0.0, |other| other.evidence.points())
    }

    /// Returns the gain of the threat over the better of the move and all others: if a pass only undoes a mistake, nothing is threatened.
    fn threat_gain(&self) -> f64 {
        let points = |judged: &JudgedMove| judged.evidence.points();
        let had = self.other.as_ref().map_or(0.0, points).max(points(&self.ours));
        self.threat.as_ref().map_or(0.0, points) - had
    }

    /// Whether a mate is threatened that neither the move nor another announces.
    fn threatens_mate(&self) -> bool {
        let has_mate = |judged: Option<&JudgedMove>| {
            judged.is_some_and(|judged| announces(judged, Score::is_win))
        };
        has_mate(self.threat.as_ref())
            && !has_mate(Some(&self.ours))
            && !has_mate(self.other.as_ref())
    }

    /// Whether the move is mated, and another is not.
    fn allows_mate(&self) -> bool {
        let is_mated = |judged: &JudgedMove| announces(judged, Score::is_loss);
        is_mated(&self.ours) && !self.other.as_ref().is_some_and(is_mated)
    }

    fn lines(&self) -> ComparedLines {
        let better = self.other.as_ref().map(|other| other.line.clone()).unwrap_or_default();
        ComparedLines { ours: self.ours.line.clone(), better }
    }

    fn claims(&self, margin: f64) -> ReasonClaims {
        let (has_other, allows) = (self.other.is_some(), self.allows_mate());
        ReasonClaims {
            only: has_other && self.ahead() >= margin,
            worse: has_other && self.ahead() <= -margin,
            // What would be gained by not being mated is no threat.
            threatens: self.threat_gain() >= margin && !allows || self.threatens_mate(),
            allows,
        }
    }
}

impl ReasonClaims {
    const fn both(self, other: ReasonClaims) -> ReasonClaims {
        ReasonClaims {
            only: self.only && other.only,
            worse: self.worse && other.worse,
            threatens: self.threatens && other.threatens,
            allows: self.allows && other.allows,
        }
    }
}

impl ReasonFinder {
    pub fn new(options: &Options, (nodes, margin): (u64, f64), tables: &TableSet) -> ReasonFinder {
        ReasonFinder { judge: MoveJudge::new(options, nodes, tables), margin }
    }

    /// Finds the reasons for and against a legal move; `None` if it was stopped.
    pub fn reasons(
        &mut self,
        before: &Position,
        mv: Move,
        stop: &StopFlag,
    ) -> ToolResult<Option<MoveReasons>> {
        self.judge.begin(stop);
        let nodes = self.judge.nodes;
        let Some(first) = self.round(before, mv, (nodes / CONFIRM).max(1))? else {
            return Ok(None);
        };
        let Some(last) = self.round(before, mv, nodes)? else { return Ok(None) };
        let claims = first.claims(self.margin).both(last.claims(self.margin));
        // What is said is what both rounds found at least.
        let (ahead, behind) =
            (first.ahead().min(last.ahead()), (-first.ahead()).min(-last.ahead()));
        let gain = first.threat_gain().min(last.threat_gain());
        let rounds = [first.lines(), last.lines()];
        let ReasonRound { ours, other, threat } = last;
        let mut reasons = Vec::new();
        let worth = self.judge.proved(ours)?;
        if matches!(worth.evidence, MoveEvidence::Mate(_)) {
            reasons.push(Reason::Mates(worth.clone()));
        }
        match other.map(|other| self.judge.proved(other)).transpose()? {
            None => reasons.push(Reason::OnlyLegal(*before)),
            Some(other) if claims.only => reasons.push(Reason::Only(other, ahead)),
            Some(better) if claims.worse => {
                let why = self.against(before, &worth, claims.allows, &rounds)?;
                reasons.push(Reason::Worse(better, behind));
                reasons.extend(why);
            }
            Some(_) => {}
        }
        if let Some(threat) = threat.filter(|_| claims.threatens) {
            reasons.push(Reason::Threatens(self.judge.proved(threat)?, gain));
        }
        let mv = PlayedMove { before: *before, mv, chess960: before.is_chess960() };
        let (fen, nodes) = (Fen(*before), Count(self.judge.spent));
        let found = MoveReasons { mv, fen, worth, reasons, nodes };
        Ok((!stop.is_raised()).then_some(found))
    }

    /// Searches the move, all others, and the position after it with the mover to move again.
    fn round(
        &mut self,
        before: &Position,
        mv: Move,
        nodes: u64,
    ) -> ToolResult<Option<ReasonRound>> {
        let nodes = Limits::nodes(nodes);
        let ours = Limits { search_moves: vec![mv], ..nodes.clone() };
        let Some(ours) = self.judge.search(before, ours)? else { return Ok(None) };
        let others = Limits { excluded_moves: vec![mv], ..nodes.clone() };
        let other = match before.legal_count() {
            1 => None,
            _ => self.judge.search(before, others)?,
        };
        let passed = before.play(mv).pass().filter(Position::has_legal_move);
        let threat = match passed {
            Some(passed) => self.judge.search(&passed, nodes)?,
            None => None,
        };
        Ok((!self.judge.stop.is_raised()).then_some(ReasonRound { ours, other, threat }))
    }

    /// Returns the reason against a move: the mate it allows, or its loss against the better move.
    fn against(
        &mut self,
        before: &Position,
        ours: &JudgedMove,
        allows: bool,
        rounds: &[ComparedLines],
    ) -> ToolResult<Option<Reason>> {
        let after = before.play(ours.line[0]);
        match ours.evidence {
            MoveEvidence::Search(score) if allows => {
                let proof = self.judge.prove(ProofTask::new(after))?.proof;
                let mate = match proof {
                    Some(proof) => JudgedMove {
                        before: after,
                        evidence: MoveEvidence::Mate(proof.mate()),
                        line: proof.line().to_vec(),
                    },
                    None => JudgedMove {
                        before: after,
                        evidence: MoveEvidence::Search((-score).from_node(1)),
                        line: ours.line[1..].to_vec(),
                    },
                };
                Ok(Some(Reason::Allows(mate)))
            }
            _ => Ok(reason::loss(before, rounds)),
        }
    }
}
