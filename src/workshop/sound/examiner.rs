//! Examines a puzzle: whether what is claimed holds, and whether each move of the solver is the only one that does it.
//!
//! Where a mate is claimed, another move is a dual if it mates as soon, which the prover decides. Elsewhere it is one if it
//! is worth as much: by endgame tables if they cover the position, else by two searches, one of the solver's moves and one
//! of all others, and the same again with `CONFIRM` times the nodes. What the two rounds do not agree on stays open.
//! Every puzzle is examined from nothing, with nodes for limits, so that the same puzzle has the same certificate everywhere.

use super::certificate::{Certificate, SolverMove, Soundness};
use super::puzzle::Puzzle;
use crate::chess::{Move, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::engine::solvers::{Keys, MateKey};
use crate::oracle::TableVerdict;
use crate::oracle::tables::{TableMove, TableSet};
use crate::prove::task::{Outcome, Task};
use crate::workshop::judge::{JudgedMove, MoveEvidence, MoveJudge};
use crate::workshop::tool::ToolError;

/// How many times the nodes of the first search its verdict is confirmed with.
const CONFIRM: u64 = 8;

/// Up to so many moves a mate is proved even where tables of endings know it.
const PROVED: u16 = 6;

/// What each puzzle is given, and what makes a move the only one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExamineOptions {
    /// Nodes of each proof, and of each search that confirms.
    pub nodes: u64,
    /// Where nothing is proved: the points by which the only move is better than every other.
    pub margin: f64,
}

impl Default for ExamineOptions {
    fn default() -> ExamineOptions {
        ExamineOptions { nodes: 200_000, margin: 0.2 }
    }
}

/// Examines puzzles, one at a time.
pub struct Examiner {
    judge: MoveJudge,
    wanted: ExamineOptions,
}

impl Examiner {
    pub fn new(options: &Options, wanted: ExamineOptions, tables: &TableSet) -> Examiner {
        Examiner { judge: MoveJudge::new(options, wanted.nodes, tables), wanted }
    }

    /// Examines a puzzle. `None` if it was told to stop.
    pub fn examine(
        &mut self,
        puzzle: &Puzzle,
        stop: &StopFlag,
    ) -> Result<Option<Certificate>, ToolError> {
        self.judge.begin(stop);
        let (root, claimed) = (puzzle.item.position, puzzle.item.goal.mate);
        let is_mated = claimed.is_some_and(|moves| moves < 0);
        let attacker = if is_mated { !root.turn() } else { root.turn() };
        let claimed = claimed.map(|moves| moves.unsigned_abs() as u16);
        let certificate = Certificate::new(root, attacker, claimed);
        let (judge, wanted) = (&mut self.judge, self.wanted);
        let mut examination = Examination { judge, wanted, puzzle, certificate };
        examination.run()?;
        let Examination { mut certificate, .. } = examination;
        certificate.nodes = self.judge.spent;
        certificate.soundness = soundness(&certificate);
        Ok((!stop.is_raised()).then_some(certificate))
    }
}

/// Returns what the length and the moves come to together.
fn soundness(certificate: &Certificate) -> Soundness {
    let length = match certificate.has_claimed_length() {
        Some(true) => Soundness::Sound,
        Some(false) => Soundness::Wrong,
        None => Soundness::Open,
    };
    let worst = certificate.moves.iter().map(|found| found.soundness).max();
    length.max(worst.unwrap_or(Soundness::Open))
}

/// A puzzle under examination, and what is known of it.
struct Examination<'a> {
    judge: &'a mut MoveJudge,
    wanted: ExamineOptions,
    puzzle: &'a Puzzle,
    certificate: Certificate,
}

impl Examination<'_> {
    fn run(&mut self) -> Result<(), ToolError> {
        let Puzzle { item, solution } = self.puzzle;
        let is_bare =
            solution.is_empty() && item.goal.best.is_empty() && item.goal.avoid.is_empty();
        if self.certificate.claimed.is_none() && !is_bare {
            return self.best_moves();
        }
        let outcome = self.prove(&item.position, None)?;
        self.certificate.mate = outcome.proof.as_ref().map(|proof| proof.mate());
        self.certificate.none_in = outcome.refuted;
        match (self.certificate.claimed, self.certificate.has_claimed_length()) {
            (None, _) => match &outcome.proof {
                Some(proof) => self.mating_moves(proof.mate(), proof.line().to_vec()),
                None => self.best_moves(),
            },
            (Some(claimed), Some(true)) => {
                let line = outcome.proof.map(|proof| proof.line().to_vec()).unwrap_or_default();
                self.mating_moves(claimed, line)
            }
            (Some(claimed), Some(false)) => self.refute_length(claimed, &outcome),
            (Some(_), None) => Ok(()),
        }
    }

    /// Shows why the mate is not as long as is claimed: a shorter one, or a reply that escapes it.
    fn refute_length(&mut self, claimed: u16, outcome: &Outcome) -> Result<(), ToolError> {
        let Puzzle { item, solution } = self.puzzle;
        let line = outcome.proof.as_ref().map(|proof| proof.line().to_vec()).unwrap_or_default();
        let is_shorter = self.certificate.mate.is_some_and(|mate| mate < claimed);
        let root = &item.position;
        let escape = match item.goal.best.first().or(solution.first()).or(line.first()) {
            _ if is_shorter => Vec::new(),
            _ if root.turn() != self.certificate.attacker => self.saving_reply(root, claimed)?,
            Some(&first) => self.escape(root, first, claimed)?,
            None => Vec::new(),
        };
        self.certificate.refutation = if escape.is_empty() { line } else { escape };
        Ok(())
    }

    /// Checks every move of the attacker on the way to a mate: no other may mate as soon. `usual` is a line that mates.
    fn mating_moves(&mut self, mate: u16, usual: Vec<Move>) -> Result<(), ToolError> {
        let Puzzle { item, solution } = self.puzzle;
        let given = match (&solution[..], &item.goal.best[..]) {
            ([], []) => usual,
            ([], [first, ..]) => vec![*first],
            (line, _) => line.to_vec(),
        };
        let (mut position, mut left) = (item.position, mate);
        let mut line = given.into_iter();
        while let Some(mv) = line.next().filter(|_| left > 0 && !self.judge.stop.is_raised()) {
            if position.turn() == self.certificate.attacker {
                let found = self.mating_move(&position, mv, left)?;
                let is_last = line.len() == 0;
                // What is not said goes on as the proof does.
                let behind = found.worth.as_ref().map(|worth| worth.line[1..].to_vec());
                if let Some(behind) =
                    behind.filter(|_| is_last && found.soundness != Soundness::Wrong)
                {
                    line = behind.into_iter();
                }
                self.certificate.moves.push(found);
                left -= 1;
            }
            position = position.play(mv);
        }
        Ok(())
    }

    fn mating_move(
        &mut self,
        position: &Position,
        mv: Move,
        left: u16,
    ) -> Result<SolverMove, ToolError> {
        let (mating, open) = self.moves_that_mate(position, left)?;
        let is_first = self.certificate.moves.is_empty();
        let also = |other: Move| is_first && self.puzzle.item.goal.best.contains(&other);
        let (ours, others): (Vec<JudgedMove>, Vec<JudgedMove>) =
            mating.into_iter().partition(|judged| judged.line[0] == mv);
        let worth = ours.into_iter().next();
        let rivals: Vec<JudgedMove> =
            others.into_iter().filter(|judged| !also(judged.line[0])).collect();
        let soundness = match &worth {
            None if open.contains(&mv) => Soundness::Open,
            None => Soundness::Wrong,
            // The last move may be any that mates.
            Some(_) if left == 1 && !is_first => Soundness::Sound,
            Some(_) if !rivals.is_empty() => Soundness::Dual,
            Some(_) if !open.is_empty() => Soundness::Open,
            Some(_) => Soundness::Sound,
        };
        let refutation = match soundness {
            Soundness::Wrong => self.escape(position, mv, left)?,
            _ => Vec::new(),
        };
        Ok(SolverMove { position: *position, mv, soundness, worth, rivals, refutation })
    }

    /// Returns the moves that mate within `most` moves, by tables of endings or else proved, and those of which it is not known.
    fn moves_that_mate(
        &mut self,
        position: &Position,
        most: u16,
    ) -> Result<(Vec<JudgedMove>, Vec<Move>), ToolError> {
        // A proof of a long mate has thousands of positions, for each of the moves.
        let is_long = most > PROVED;
        let known = self.judge.looked_up(position).filter(|_| is_long).unwrap_or_default();
        if known.iter().any(|found| found.value.mate.is_some()) {
            let wins = known.iter().filter(|found| found.value.verdict > TableVerdict::Draw);
            let mating = wins.filter(|found| found.value.mate.is_some_and(|mate| mate <= most));
            let judged = mating.map(|found| JudgedMove {
                evidence: MoveEvidence::Table(found.value),
                line: self.judge.table_line(position, found.mv),
            });
            return Ok((judged.collect(), Vec::new()));
        }
        let Keys { keys, open, .. } = self.judge.keys(position, most)?;
        let judged = keys.iter().map(|key: &MateKey| {
            let behind = key.proof.iter().flat_map(|proof| proof.line().iter().copied());
            JudgedMove {
                evidence: MoveEvidence::Mate(key.mate),
                line: [key.mv].into_iter().chain(behind).collect(),
            }
        });
        Ok((judged.collect(), open))
    }

    /// Returns the move and a reply after which there is no mate in time; empty if none is proved to escape.
    fn escape(&mut self, position: &Position, mv: Move, left: u16) -> Result<Vec<Move>, ToolError> {
        let after = position.play(mv);
        if !after.has_legal_move() {
            return Ok(if after.in_check() { Vec::new() } else { vec![mv] });
        }
        let reply = self.saving_reply(&after, left - 1)?;
        Ok(if reply.is_empty() { reply } else { [vec![mv], reply].concat() })
    }

    /// Returns a move of the defender after which there is no mate in so many moves; empty if none is proved to escape it.
    fn saving_reply(&mut self, position: &Position, most: u16) -> Result<Vec<Move>, ToolError> {
        for reply in position.legal_moves() {
            let saved = position.play(reply.mv);
            if most == 0 || self.prove(&saved, Some(most))?.refuted >= most {
                return Ok(vec![reply.mv]);
            }
        }
        Ok(Vec::new())
    }

    /// Checks every move of the solver where no mate is claimed: none other may be worth as much.
    fn best_moves(&mut self) -> Result<(), ToolError> {
        let Puzzle { item, solution } = self.puzzle;
        let mut position = item.position;
        let mut line = solution.iter().copied();
        let mut allowed = self.first_moves(line.clone().next())?;
        loop {
            if allowed.is_empty() || self.judge.stop.is_raised() {
                return Ok(());
            }
            let Some(found) = self.best_move(&position, &allowed)? else { return Ok(()) };
            self.certificate.moves.push(found);
            let (Some(mv), Some(reply)) = (line.next(), line.next()) else { return Ok(()) };
            position = position.play(mv).play(reply);
            allowed = line.clone().next().into_iter().collect();
        }
    }

    /// Returns the moves that are said to solve it; where nothing is said, what a search plays.
    fn first_moves(&mut self, given: Option<Move>) -> Result<Vec<Move>, ToolError> {
        let goal = &self.puzzle.item.goal;
        let root = self.puzzle.item.position;
        if !goal.best.is_empty() {
            return Ok(goal.best.clone());
        }
        if !goal.avoid.is_empty() {
            let legal = root.legal_moves().into_iter().map(|legal| legal.mv);
            return Ok(legal.filter(|mv| !goal.avoid.contains(mv)).collect());
        }
        let best = match given {
            Some(mv) => Some(mv),
            None => {
                self.judge.search(&root, Limits::nodes(self.wanted.nodes))?.map(|best| best.line[0])
            }
        };
        Ok(best.into_iter().collect())
    }

    /// Judges the best of the allowed moves against the best of all others. `None` if it was told to stop.
    fn best_move(
        &mut self,
        position: &Position,
        allowed: &[Move],
    ) -> Result<Option<SolverMove>, ToolError> {
        let known = self.judge.looked_up(position);
        let (worth, rivals, agreed) = match known {
            Some(known) => {
                let (worth, rivals) = self.by_tables(position, &known, allowed);
                (worth, rivals, true)
            }
            None => {
                let all = self.wanted.nodes;
                let (worth, rival) = self.by_search(position, allowed, all / CONFIRM)?;
                let first = self.compare(worth.as_ref(), rival.as_ref());
                let (worth, rival) = self.by_search(position, allowed, all)?;
                let agreed = first == self.compare(worth.as_ref(), rival.as_ref());
                let worth = self.judge.proved(position, worth)?;
                let rival = self.judge.proved(position, rival)?;
                (worth, rival.into_iter().collect(), agreed)
            }
        };
        let Some(worth) = worth.filter(|_| !self.judge.stop.is_raised()) else { return Ok(None) };
        let soundness = self.compare(Some(&worth), rivals.first());
        let soundness = if agreed { soundness } else { Soundness::Open };
        let rivals = if soundness == Soundness::Sound { Vec::new() } else { rivals };
        let (mv, refutation) = (worth.line[0], Vec::new());
        let worth = Some(worth);
        Ok(Some(SolverMove { position: *position, mv, soundness, worth, rivals, refutation }))
    }

    /// Compares the solver's move with the best of the others by what they are worth.
    fn compare(&self, worth: Option<&JudgedMove>, rival: Option<&JudgedMove>) -> Soundness {
        let Some(rival) = rival else { return Soundness::Sound };
        let points = |judged: &JudgedMove| judged.evidence.points();
        let ahead = worth.map_or(0.0, points) - points(rival);
        let margin = self.wanted.margin;
        match ahead {
            ahead if ahead >= margin => Soundness::Sound,
            ahead if ahead <= -margin => Soundness::Wrong,
            _ => Soundness::Dual,
        }
    }

    /// Returns the best allowed move by endgame tables, and all others that are worth as much or more.
    fn by_tables(
        &self,
        position: &Position,
        known: &[TableMove],
        allowed: &[Move],
    ) -> (Option<JudgedMove>, Vec<JudgedMove>) {
        let (ours, others): (Vec<&TableMove>, Vec<&TableMove>) =
            known.iter().partition(|found| allowed.contains(&found.mv));
        let verdict = |found: &TableMove| found.value.verdict;
        let worth = ours.first().map_or(TableVerdict::Loss, |found| verdict(found));
        let judged = |found: &TableMove| JudgedMove {
            evidence: MoveEvidence::Table(found.value),
            line: self.judge.table_line(position, found.mv),
        };
        let rivals = others.iter().filter(|found| verdict(found) >= worth);
        (ours.first().map(|found| judged(found)), rivals.map(|found| judged(found)).collect())
    }

    /// Searches the allowed moves, and all others. The others are `None` if there are none.
    fn by_search(
        &mut self,
        position: &Position,
        allowed: &[Move],
        nodes: u64,
    ) -> Result<(Option<JudgedMove>, Option<JudgedMove>), ToolError> {
        let nodes = Limits::nodes(nodes.max(1));
        let ours = Limits { search_moves: allowed.to_vec(), ..nodes.clone() };
        let worth = self.judge.search(position, ours)?;
        if allowed.len() >= position.legal_count() as usize {
            return Ok((worth, None));
        }
        let others = Limits { excluded_moves: allowed.to_vec(), ..nodes };
        Ok((worth, self.judge.search(position, others)?))
    }

    fn prove(&mut self, position: &Position, most: Option<u16>) -> Result<Outcome, ToolError> {
        let task = Task::any(*position, self.certificate.attacker);
        self.judge.prove(match most {
            Some(most) => task.within(most),
            None => task,
        })
    }
}
