//! Judges answers to problems.
//!
//! If a mate is claimed, a move is right if it is proved to mate as soon. Otherwise the solution's move is right, and any other
//! that the engine of reasons values as highly, with few and with many nodes. Nodes are the only limit.

use serde::Serialize;

use crate::chess::{Move, Position};
use crate::commands::mates::puzzle::{Puzzle, mate_of};
use crate::commands::search::judge::JudgedMove;
use crate::commands::search::reasons::{Reasoner, Sentence};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::oracle::tables::TableSet;
use crate::prove::{Outcome, ProofTask};
use crate::settings::named;
use crate::shell::CommandError;

/// Nodes of the second round of searches: with the third round a judged move takes well under a second.
pub const DRILL_NODES: u64 = 40_000;

/// Minimum loss of a wrong move, in expected points; that of `sound`.
const WORSE: f64 = 0.2;

/// Nodes of a proof, as a multiple of those of a search.
const PROOF: u64 = 5;

/// Maximum plies shown of a refutation by search.
const PLIES: usize = 6;

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
    #[cfg_attr(test, derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum DrillVerdict {
        Right = "right",
        /// It mates, but later than is claimed.
        Slower = "slower",
        Wrong = "wrong",
        /// Undecided within the nodes.
        Undecided = "undecided",
        #[serde(rename = "given up")]
        GivenUp = "given up",
        Skipped = "skipped",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub position: Position,
    /// Maximum length of the mate, in moves; `None` if no mate is claimed.
    pub mate: Option<u16>,
    /// The moves of the solution; empty if none are given.
    pub best: Vec<Move>,
    pub avoid: Vec<Move>,
    pub line: Vec<Move>,
}

impl Question {
    pub fn of(puzzle: &Puzzle) -> Question {
        let goal = &puzzle.item.goal;
        let line = puzzle.line();
        let best = if goal.best.is_empty() { &line[..line.len().min(1)] } else { &goal.best[..] };
        let mate = puzzle.claimed_mate().map(|moves| moves.unsigned_abs() as u16);
        Question {
            position: puzzle.item.position,
            mate,
            best: best.to_vec(),
            avoid: goal.avoid.clone(),
            line: line.to_vec(),
        }
    }

    /// Returns the reply and the question after a move; `behind`: the solution after that move.
    fn after(&self, mv: Move, behind: &[Move]) -> Option<(Move, Question)> {
        let (&reply, line) = behind.split_first()?;
        let question = Question {
            position: self.position.play(mv).play(reply),
            mate: self.mate.map(|moves| moves.saturating_sub(1)),
            best: vec![*line.first()?],
            avoid: Vec::new(),
            line: line.to_vec(),
        };
        Some((reply, question))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct DrillMark {
    pub verdict: DrillVerdict,
    /// The evidence: the mate of a slower move, or the search of a move outside the solution.
    pub worth: Option<JudgedMove>,
    pub line: Vec<Move>,
    /// The question after a right move and the reply; `None` at the end of the solution.
    pub next: Option<Question>,
    /// Why the solution is right, or what a wrong move loses.
    pub reasons: Vec<Sentence>,
}

impl DrillMark {
    /// The mark of a problem that was left without an answer.
    pub fn left(verdict: DrillVerdict) -> DrillMark {
        DrillMark { verdict, worth: None, line: Vec::new(), next: None, reasons: Vec::new() }
    }

    fn of(verdict: DrillVerdict, mv: Move) -> DrillMark {
        DrillMark { line: vec![mv], ..DrillMark::left(verdict) }
    }

    fn right(mv: Move, next: Option<(Move, Question)>) -> DrillMark {
        let line = [mv].into_iter().chain(next.as_ref().map(|(reply, _)| *reply)).collect();
        let next = next.map(|(_, question)| question);
        DrillMark { line, next, ..DrillMark::of(DrillVerdict::Right, mv) }
    }
}

pub struct DrillJudge {
    reasoner: Reasoner,
    nodes: u64,
}

impl DrillJudge {
    pub fn new(options: &Options, nodes: u64, tables: &TableSet) -> DrillJudge {
        DrillJudge { reasoner: Reasoner::new(options, nodes, tables), nodes }
    }

    pub fn begin(&mut self, stop: &StopFlag) {
        self.reasoner.judge.begin(stop);
    }

    pub fn is_stopped(&self) -> bool {
        self.reasoner.judge.stop.is_raised()
    }

    pub fn mark(&mut self, question: &Question, mv: Move) -> Result<DrillMark, CommandError> {
        let after = question.position.play(mv);
        if after.is_checkmate() {
            return Ok(DrillMark::right(mv, None));
        }
        let behind = question.line.split_first().filter(|(first, _)| **first == mv);
        if let Some(next) = behind.and_then(|(_, behind)| question.after(mv, behind)) {
            return Ok(DrillMark::right(mv, Some(next)));
        }
        match question.mate {
            Some(most) => self.mark_mate(question, mv, most.saturating_sub(1)),
            None if question.best.contains(&mv) => Ok(DrillMark::right(mv, None)),
            None => self.mark_other(question, mv),
        }
    }

    fn mark_mate(
        &mut self,
        question: &Question,
        mv: Move,
        left: u16,
    ) -> Result<DrillMark, CommandError> {
        let (before, attacker) = (question.position, question.position.turn());
        let after = before.play(mv);
        let (mut is_refuted, has_reply) = (true, after.has_legal_move());
        if left > 0 && has_reply {
            let outcome = self.prove(ProofTask::any(after, attacker).within(left))?;
            if let Some(proof) = outcome.proof {
                return Ok(DrillMark::right(mv, question.after(mv, proof.line())));
            }
            is_refuted = outcome.refuted >= left;
        }
        if question.best.contains(&mv) {
            return Ok(DrillMark::right(mv, None));
        }
        if !is_refuted {
            return Ok(DrillMark::of(DrillVerdict::Undecided, mv));
        }
        let wrong = DrillMark::of(DrillVerdict::Wrong, mv);
        if !has_reply {
            return Ok(wrong);
        }
        if let Some(slower) = self.reasoner.judge.mate(&before, Some(mv), self.nodes)? {
            return Ok(DrillMark { verdict: DrillVerdict::Slower, worth: Some(slower), ..wrong });
        }
        let reply = self.reasoner.judge.saving_reply(&after, attacker, left)?;
        Ok(DrillMark { line: [vec![mv], reply].concat(), ..wrong })
    }

    fn mark_other(&mut self, question: &Question, mv: Move) -> Result<DrillMark, CommandError> {
        let Question { position, best, avoid, .. } = question;
        let mut rivals = best.clone();
        if rivals.is_empty() {
            let excluded_moves = [&avoid[..], &[mv]].concat();
            let others = Limits { excluded_moves, ..Limits::nodes(self.nodes) };
            let found = self.reasoner.judge.search(position, others)?;
            rivals.extend(found.map(|found| found.line[0]));
        }
        let Some([first, worth]) = self.reasoner.value(position, mv)? else {
            return Ok(DrillMark::of(DrillVerdict::Undecided, mv));
        };
        let mut is_worse = [false; 2];
        for rival in rivals {
            let known = self.reasoner.value(position, rival)?;
            for (round, (known, ours)) in known.iter().flatten().zip([&first, &worth]).enumerate() {
                is_worse[round] |= known.evidence.points() - ours.evidence.points() >= WORSE;
            }
        }
        let verdict = match is_worse {
            _ if avoid.contains(&mv) || is_worse == [true; 2] => DrillVerdict::Wrong,
            [false, false] => DrillVerdict::Right,
            _ => DrillVerdict::Undecided,
        };
        let worth = JudgedMove { line: worth.line.into_iter().take(PLIES).collect(), ..worth };
        Ok(DrillMark { worth: Some(worth), ..DrillMark::of(verdict, mv) })
    }

    /// Says what a move is for, or of a wrong one only what it loses: the question stays.
    pub fn reasons(
        &mut self,
        position: &Position,
        mv: Move,
        is_wrong: bool,
    ) -> Result<Vec<Sentence>, CommandError> {
        let stop = self.reasoner.judge.stop.clone();
        let mut said = self.reasoner.sentences(position, mv, &stop)?;
        said.retain(|sentence| !is_wrong || sentence.is_refutation());
        Ok(said)
    }

    /// Proves with more nodes than a search or a refutation has.
    fn prove(&mut self, task: ProofTask) -> Result<Outcome, CommandError> {
        let nodes = Some(self.nodes.saturating_mul(PROOF));
        self.reasoner.judge.prove(ProofTask { nodes, ..task })
    }

    /// Returns the rest of the solution as far as it is known or can be proved.
    pub fn solution(&mut self, question: &Question) -> Result<Vec<Move>, CommandError> {
        let Question { position, mate, line, avoid, .. } = question;
        let Some(most) = *mate else {
            if !line.is_empty() {
                return Ok(line.clone());
            }
            let limits = Limits { excluded_moves: avoid.clone(), ..Limits::nodes(self.nodes) };
            let found = self.reasoner.judge.search(position, limits)?;
            return Ok(found.into_iter().flat_map(|found| found.line).take(1).collect());
        };
        if mate_of(*position, line).is_some() {
            return Ok(line.clone());
        }
        let first = line.first().copied();
        let root = first.map_or(*position, |mv| position.play(mv));
        let most = most.saturating_sub(u16::from(first.is_some()));
        if most == 0 || !root.has_legal_move() {
            return Ok(line.clone());
        }
        let proof = self.prove(ProofTask::any(root, position.turn()).within(most))?.proof;
        Ok(proof.map_or_else(
            || line.clone(),
            |proof| first.into_iter().chain(proof.line().iter().copied()).collect(),
        ))
    }
}
