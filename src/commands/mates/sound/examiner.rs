//! Examines a puzzle: whether the claim is true, and whether each move of the solver is the only one that achieves it.
//!
//! If a mate is claimed, another move is a dual if it mates as soon, which the prover decides. Otherwise it is one if it is worth
//! as much: by endgame tables if they cover the position, else by two searches, one of the solver's moves and one of all others,
//! repeated with `CONFIRM` times the nodes; that another move is as good is confirmed with `DECIDE` times those. If two rounds
//! disagree, the verdict is open. A move to avoid (`am`) has to be worse than the best by a quarter of the margin. Every puzzle
//! starts with cleared tables and is limited by nodes, so that its certificate is the same on every machine.

use super::certificate::{Certificate, SolverMove, Soundness};
use crate::chess::{Move, Position};
use crate::commands::mates::puzzle::Puzzle;
use crate::commands::search::judge::{CONFIRM, DECIDE, JudgedMove, MoveEvidence, MoveJudge};
use crate::commands::tools::suite::SuiteItem;
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::ink::json::{PlayedMove, SanLine};
use crate::oracle::TableVerdict;
use crate::oracle::tables::{TableMove, TableSet};
use crate::prove::solvers::{Keys, KnownMates, MateKey};
use crate::prove::{Goal, Outcome, ProofTask};
use crate::shell::CommandError;

/// Longest mate, in moves, that is proved although endgame tables have it.
const PROVED: u16 = 6;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExamineOptions {
    /// Nodes of each proof, and of each confirming search.
    pub nodes: u64,
    /// Minimum lead of an only move over every other, in expected points; for puzzles without proof.
    pub margin: f64,
}

impl Default for ExamineOptions {
    fn default() -> ExamineOptions {
        ExamineOptions { nodes: 200_000, margin: 0.2 }
    }
}

pub struct Examiner {
    pub(super) judge: MoveJudge,
    wanted: ExamineOptions,
}

impl Examiner {
    /// Creates an examiner that knows the mates proved in a session.
    pub fn new(
        options: &Options,
        wanted: ExamineOptions,
        tables: &TableSet,
        known: &KnownMates,
    ) -> Examiner {
        let mut judge = MoveJudge::new(options, wanted.nodes, tables);
        judge.import_mates(known);
        Examiner { judge, wanted }
    }

    pub fn examine(
        &mut self,
        puzzle: &Puzzle,
        stop: &StopFlag,
    ) -> Result<Option<Certificate>, CommandError> {
        self.judge.begin(stop);
        let (root, claimed) = (puzzle.item.position, puzzle.claimed_mate());
        let is_mated = claimed.is_some_and(|moves| moves < 0);
        let attacker = if is_mated { !root.turn() } else { root.turn() };
        let claimed = claimed.map(|moves| u16::try_from(moves.unsigned_abs()).unwrap_or(u16::MAX));
        let certificate = Certificate::new(root, attacker, claimed);
        let (judge, wanted) = (&mut self.judge, self.wanted);
        let mut examination = Examination { judge, wanted, puzzle, certificate };
        examination.run()?;
        let Examination { mut certificate, .. } = examination;
        certificate.conclude(self.judge.spent);
        Ok((!stop.is_raised()).then_some(certificate))
    }
}

fn compare(worth: Option<&JudgedMove>, rival: Option<&JudgedMove>, margin: f64) -> Soundness {
    let Some(rival) = rival else { return Soundness::Sound };
    let points = |judged: &JudgedMove| judged.evidence.points();
    match worth.map_or(0.0, points) - points(rival) {
        ahead if ahead >= margin => Soundness::Sound,
        ahead if ahead <= -margin => Soundness::Wrong,
        _ => Soundness::Dual,
    }
}

/// Runs `ask` with an eighth of the nodes and with all; if no move is better than the others, also with `DECIDE` times the nodes.
/// Returns the last verdict with its evidence, and whether the previous verdict was the same.
fn rounds<T>(
    nodes: u64,
    mut ask: impl FnMut(u64) -> Result<(Soundness, T), CommandError>,
) -> Result<(bool, Soundness, T), CommandError> {
    let mut found = ask(nodes / CONFIRM)?;
    let mut agreed = true;
    for nodes in [nodes, nodes.saturating_mul(DECIDE)] {
        let next = ask(nodes)?;
        agreed = next.0 == found.0;
        found = next;
        if !agreed || found.0 == Soundness::Sound {
            break;
        }
    }
    Ok((agreed, found.0, found.1))
}

struct Examination<'a> {
    judge: &'a mut MoveJudge,
    wanted: ExamineOptions,
    puzzle: &'a Puzzle,
    certificate: Certificate,
}

impl Examination<'_> {
    fn run(&mut self) -> Result<(), CommandError> {
        let Puzzle { item, solution } = self.puzzle;
        let is_bare =
            solution.is_empty() && item.goal.best.is_empty() && item.goal.avoid.is_empty();
        if self.certificate.claimed.is_none() && !is_bare {
            return self.best_moves();
        }
        let outcome = self.shortest_mate(&item.position)?;
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

    /// Tries the claimed length first, and any length if that does not prove the shortest mate.
    fn shortest_mate(&mut self, position: &Position) -> Result<Outcome, CommandError> {
        let Some(claimed) = self.certificate.claimed else { return self.prove(position, None) };
        let within = self.prove(position, Some(claimed))?;
        if within.is_shortest() || self.judge.stop.is_raised() {
            return Ok(within);
        }
        let mut any = self.prove(position, None)?;
        any.join(Goal::Any, within.proof, within.refuted);
        Ok(any)
    }

    /// Sets the line that refutes the claimed length: a shorter mate, or a reply that escapes.
    fn refute_length(&mut self, claimed: u16, outcome: &Outcome) -> Result<(), CommandError> {
        let Puzzle { item, solution } = self.puzzle;
        let line = outcome.proof.as_ref().map(|proof| proof.line().to_vec()).unwrap_or_default();
        let is_shorter = self.certificate.mate.is_some_and(|mate| mate < claimed);
        let root = &item.position;
        let escape = match item.goal.best.first().or(solution.first()).or(line.first()) {
            _ if is_shorter => Vec::new(),
            _ if root.turn() != self.certificate.attacker => {
                self.judge.saving_reply(root, self.certificate.attacker, claimed)?
            }
            Some(&first) => self.escape(root, first, claimed)?,
            None => Vec::new(),
        };
        self.certificate.refutation.moves = if escape.is_empty() { line } else { escape };
        Ok(())
    }

    /// Checks every move of the attacker along the solution: no other may mate as soon. `usual`: the line of the proof.
    fn mating_moves(&mut self, mate: u16, usual: Vec<Move>) -> Result<(), CommandError> {
        let Puzzle { item, solution } = self.puzzle;
        let given = match (&solution[..], &item.goal.best[..]) {
            ([], []) => usual,
            ([], [first, ..]) => vec![*first],
            (line, _) => line.to_vec(),
        };
        let (mut position, mut left) = (item.position, mate);
        let mut line = given.into_iter();
        while left > 0 && !self.judge.stop.is_raised() {
            let attacks = position.turn() == self.certificate.attacker;
            if line.len() == 0 && attacks {
                // The given moves end before mate.
                let proof = self.prove(&position, Some(left))?.proof;
                line = proof.map(|proof| proof.line().to_vec()).unwrap_or_default().into_iter();
            }
            let Some(mv) = line.next() else { break };
            if attacks {
                let known = self.moves_that_mate(&position, left)?;
                let found = self.mating_move(&position, mv, left, &known)?;
                let also = self.other_first_moves(&position, mv, left, &known)?;
                let is_last = line.len() == 0;
                // After the end of the given solution, follow the proof.
                let behind = found.worth.as_ref().map(|worth| worth.line[1..].to_vec());
                if let Some(behind) =
                    behind.filter(|_| is_last && found.soundness != Soundness::Wrong)
                {
                    line = behind.into_iter();
                }
                self.certificate.moves.push(found);
                self.certificate.moves.extend(also);
                left -= 1;
            }
            position = position.play(mv);
        }
        Ok(())
    }

    /// Checks the other best moves of the first position and the moves to avoid. Returns the faulty ones.
    fn other_first_moves(
        &mut self,
        position: &Position,
        first: Move,
        left: u16,
        known: &(Vec<JudgedMove>, Vec<Move>),
    ) -> Result<Vec<SolverMove>, CommandError> {
        let SuiteItem { position: root, goal, .. } = &self.puzzle.item;
        let mut found = Vec::new();
        if position != root {
            return Ok(found);
        }
        let (mating, open) = known;
        let mate_by = |mv: Move| mating.iter().find(|judged| judged.line[0] == mv);
        for &mv in goal.best.iter().filter(|&&mv| mv != first && mate_by(mv).is_none()) {
            found.push(self.mating_move(position, mv, left, known)?);
        }
        for &mv in &goal.avoid {
            let soundness = match mate_by(mv) {
                Some(_) => Soundness::Wrong,
                None if open.contains(&mv) => Soundness::Open,
                None => continue,
            };
            let refutation = SanLine { root: *position, moves: Vec::new() };
            let (played, worth, rivals) =
                (self.played(position, mv), mate_by(mv).cloned(), Vec::new());
            found.push(SolverMove { played, soundness, avoided: true, worth, rivals, refutation });
        }
        Ok(found)
    }

    /// `known`: the result of [`Examination::moves_that_mate`] for the position.
    fn mating_move(
        &mut self,
        position: &Position,
        mv: Move,
        left: u16,
        (mating, open): &(Vec<JudgedMove>, Vec<Move>),
    ) -> Result<SolverMove, CommandError> {
        let is_first = self.certificate.moves.is_empty();
        let also = |other: Move| is_first && self.puzzle.item.goal.best.contains(&other);
        let (ours, others): (Vec<JudgedMove>, Vec<JudgedMove>) =
            mating.iter().cloned().partition(|judged| judged.line[0] == mv);
        let worth = ours.into_iter().next();
        let rivals: Vec<JudgedMove> =
            others.into_iter().filter(|judged| !also(judged.line[0])).collect();
        let soundness = match &worth {
            None if open.contains(&mv) => Soundness::Open,
            None => Soundness::Wrong,
            // By convention every mate is accepted as the last move.
            Some(_) if left == 1 && !is_first => Soundness::Sound,
            Some(_) if !rivals.is_empty() => Soundness::Dual,
            Some(_) if !open.is_empty() => Soundness::Open,
            Some(_) => Soundness::Sound,
        };
        let moves = match soundness {
            Soundness::Wrong => self.escape(position, mv, left)?,
            _ => Vec::new(),
        };
        let (played, refutation) = (self.played(position, mv), SanLine { root: *position, moves });
        Ok(SolverMove { played, soundness, avoided: false, worth, rivals, refutation })
    }

    fn played(&self, position: &Position, mv: Move) -> PlayedMove {
        PlayedMove { before: *position, mv, chess960: self.certificate.root.is_chess960() }
    }

    /// Returns the moves that mate in at most `most` moves, by endgame tables or by proof, and the undecided moves.
    fn moves_that_mate(
        &mut self,
        position: &Position,
        most: u16,
    ) -> Result<(Vec<JudgedMove>, Vec<Move>), CommandError> {
        // Proofs of long mates have thousands of positions, and every move would need one.
        let is_long = most > PROVED;
        let known = self.judge.probe_tables(position).filter(|_| is_long).unwrap_or_default();
        if known.iter().any(|found| found.value.mate.is_some()) {
            let wins = known.iter().filter(|found| found.value.verdict > TableVerdict::Draw);
            let mating = wins.filter(|found| found.value.mate.is_some_and(|mate| mate <= most));
            let judged = mating.map(|found| self.judge.by_table(position, found));
            return Ok((judged.collect(), Vec::new()));
        }
        let Keys { keys, open, .. } = self.judge.keys(position, most)?;
        let judged = keys.iter().map(|key: &MateKey| {
            let behind = key.proof.iter().flat_map(|proof| proof.line().iter().copied());
            JudgedMove {
                before: *position,
                evidence: MoveEvidence::Mate(key.mate),
                line: [key.mv].into_iter().chain(behind).collect(),
            }
        });
        Ok((judged.collect(), open))
    }

    /// Returns the move and a reply that avoids mate in time; empty if none is proved.
    fn escape(
        &mut self,
        position: &Position,
        mv: Move,
        left: u16,
    ) -> Result<Vec<Move>, CommandError> {
        let after = position.play(mv);
        if !after.has_legal_move() {
            return Ok(if after.in_check() { Vec::new() } else { vec![mv] });
        }
        let attacker = self.certificate.attacker;
        let reply = self.judge.saving_reply(&after, attacker, left - 1)?;
        Ok(if reply.is_empty() { reply } else { [vec![mv], reply].concat() })
    }

    /// Checks every move of the solver if no mate is claimed: no other may be worth as much.
    fn best_moves(&mut self) -> Result<(), CommandError> {
        let Puzzle { item, solution } = self.puzzle;
        let mut position = item.position;
        let mut line = solution.iter().copied();
        let mut allowed = self.first_moves(line.clone().next())?;
        let mut avoids = item.goal.best.is_empty() && !item.goal.avoid.is_empty();
        loop {
            if allowed.is_empty() || self.judge.stop.is_raised() {
                return Ok(());
            }
            let found = self.best_move(&position, &allowed, avoids)?;
            let Some(found) = found else { return Ok(()) };
            self.certificate.moves.push(found);
            avoids = false;
            let (Some(mv), Some(reply)) = (line.next(), line.next()) else { return Ok(()) };
            position = position.play(mv).play(reply);
            allowed = line.clone().next().into_iter().collect();
        }
    }

    /// Returns the first moves of the solution; if none is given, the best move of a search.
    fn first_moves(&mut self, given: Option<Move>) -> Result<Vec<Move>, CommandError> {
        let goal = &self.puzzle.item.goal;
        let root = self.puzzle.item.position;
        if !goal.best.is_empty() {
            return Ok(goal.best.clone());
        }
        if !goal.avoid.is_empty() {
            let legal = root.moves();
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

    /// Compares the best of the allowed moves with the best of all others; `None` if stopped. `avoids`: the others are the moves
    /// to avoid, which have to be bad.
    fn best_move(
        &mut self,
        position: &Position,
        allowed: &[Move],
        avoids: bool,
    ) -> Result<Option<SolverMove>, CommandError> {
        let margin = if avoids { self.wanted.margin / 4.0 } else { self.wanted.margin };
        let (worth, rivals, agreed) = match self.judge.probe_tables(position) {
            Some(known) => {
                let (worth, rivals) = self.by_tables(position, &known, (allowed, avoids));
                (worth, rivals, true)
            }
            None => {
                let (agreed, _, found) = rounds(self.wanted.nodes, |nodes| {
                    let (worth, rival) = self.by_search(position, allowed, nodes)?;
                    Ok((compare(worth.as_ref(), rival.as_ref(), margin), (worth, rival)))
                })?;
                let mut proved =
                    |judged: Option<_>| judged.map(|judged| self.judge.proved(judged)).transpose();
                let (worth, rival) = (proved(found.0)?, proved(found.1)?);
                (worth, rival.into_iter().collect(), agreed)
            }
        };
        let Some(worth) = worth.filter(|_| !self.judge.stop.is_raised()) else { return Ok(None) };
        let soundness = compare(Some(&worth), rivals.first(), margin);
        let soundness = match soundness {
            _ if !agreed => Soundness::Open,
            Soundness::Dual if avoids => Soundness::Wrong,
            found => found,
        };
        let (asked, mut against) = match rivals.first() {
            Some(avoided) if avoids => (avoided.clone(), vec![worth]),
            _ => (worth, rivals),
        };
        if soundness == Soundness::Sound {
            against.clear();
        }
        let played = self.played(position, asked.line[0]);
        let refutation = SanLine { root: *position, moves: Vec::new() };
        let (worth, rivals) = (Some(asked), against);
        Ok(Some(SolverMove { played, soundness, avoided: avoids, worth, rivals, refutation }))
    }

    /// Returns the best allowed move by endgame tables, and all others that are worth as much or more, or are to be avoided.
    fn by_tables(
        &self,
        position: &Position,
        known: &[TableMove],
        (allowed, avoids): (&[Move], bool),
    ) -> (Option<JudgedMove>, Vec<JudgedMove>) {
        let (ours, others): (Vec<&TableMove>, Vec<&TableMove>) =
            known.iter().partition(|found| allowed.contains(&found.mv));
        let verdict = |found: &TableMove| found.value.verdict;
        let worth = ours.first().map_or(TableVerdict::Loss, |found| verdict(found));
        let judged = |found: &TableMove| self.judge.by_table(position, found);
        let rivals = others.iter().filter(|found| avoids || verdict(found) >= worth);
        (ours.first().map(|found| judged(found)), rivals.map(|found| judged(found)).collect())
    }

    /// Searches the allowed moves, and the others; `None` if there are no others.
    fn by_search(
        &mut self,
        position: &Position,
        allowed: &[Move],
        nodes: u64,
    ) -> Result<(Option<JudgedMove>, Option<JudgedMove>), CommandError> {
        let nodes = Limits::nodes(nodes.max(1));
        let ours = Limits { search_moves: allowed.to_vec(), ..nodes.clone() };
        let worth = self.judge.search(position, ours)?;
        if allowed.len() >= position.legal_count() as usize {
            return Ok((worth, None));
        }
        let others = Limits { excluded_moves: allowed.to_vec(), ..nodes };
        Ok((worth, self.judge.search(position, others)?))
    }

    fn prove(&mut self, position: &Position, most: Option<u16>) -> Result<Outcome, CommandError> {
        let task = ProofTask::any(*position, self.certificate.attacker);
        self.judge.prove(match most {
            Some(most) => task.within(most),
            None => task,
        })
    }
}
