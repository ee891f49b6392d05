//! The prover: decides which lengths to search, in which order, and with how many nodes each.
//!
//! A mate of unknown length is searched without a bound, and with several bounds in turn: a narrow one finds short mates sooner,
//! a wide one finds those beyond it. The turns grow until a mate is found; then shorter mates are searched until there is none.
//! Every reported mate has been checked by `proof/`.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::NoMemory;
use super::dfpn::{
    DfpnTable, Glance, Interrupts, LONGEST, MateFacts, NodeVerdict, Numbers, Search, SearchConfig,
};
use super::endings::Endings;
use super::restricted::{Attempt, NetRounds};
use super::task::{Ended, Goal, Outcome, ProofTask, ProverNews, ProverStatus, Restriction};
use crate::chess::Position;
use crate::control::{StopFlag, Stopped, guard};
use crate::oracle::Endgames;
use crate::proof::{Proof, Rules};

/// In place of a bound: the length is left open.
const UNBOUNDED: u8 = LONGEST;

/// The bounds tried for a mate of unknown length, in moves, beside the search without a bound.
const LADDER: [u8; 6] = [4, 7, 11, 17, 30, 80];

/// Nodes for each bound in the first round; doubled with every round.
const FIRST_TURN: u64 = 40_000;

/// The first nodes of a search for any mate: without a bound, then within the moves of a short one, which the search without a
/// bound may pass by.
const BEGINNING: [(u8, u64); 2] = [(UNBOUNDED, 110_000), (7, 20_000)];

/// The share of the search without a bound in a round, in turns of one bound.
const UNBOUNDED_TURNS: u64 = 6;

/// The most nodes for drawing a strategy from the table after a search without a bound.
const EXTRACTION: u64 = 1_000_000;

/// Proves mates. Its arena is kept, so that a repeated question resumes where it stopped.
pub struct Prover {
    table: Arc<DfpnTable>,
    threads: usize,
    endgames: Option<Arc<Endgames>>,
    /// Restricted graphs that the last task left untried, if it was left open.
    nets: Option<(ProofTask, NetRounds)>,
    nodes: u64,
}

impl Prover {
    /// Creates a prover with an arena of fixed size and a number of threads.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Prover, NoMemory> {
        Ok(Prover {
            table: Arc::new(DfpnTable::new(mebibytes)?),
            threads: threads.max(1),
            endgames: None,
            nets: None,
            nodes: 0,
        })
    }

    /// Nodes spent so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn consult(&mut self, endgames: Arc<Endgames>) {
        self.endgames = Some(endgames);
    }

    fn endings(&self, root: &Position, nodes: u64) -> Option<Endings<'_>> {
        Endings::below(root, self.endgames.as_deref()?, nodes)
    }

    pub fn clear(&mut self) {
        self.table.clear();
        self.nets = None;
    }

    /// Uses checked mates wherever their positions are reached, until the arena is cleared.
    pub(crate) fn learn(&self, facts: &MateFacts) {
        facts.write_to(&self.table);
    }

    /// Works on a task until it is done, its nodes are spent or the flag is raised. A repeated task resumes.
    pub fn prove(
        &mut self,
        task: &ProofTask,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Outcome {
        let is_same = |asked: &ProofTask| *task == ProofTask { nodes: task.nodes, ..asked.clone() };
        let mut nets = self.nets.take().filter(|(asked, _)| is_same(asked)).map(|(_, nets)| nets);
        if let Some(nets) = &mut nets {
            nets.nodes = 0;
        }
        let mut work = ProofRun {
            prover: self,
            task,
            stop,
            tell,
            status: ProverStatus::default(),
            proof: None,
            exhausted: 0,
            rejected: false,
            spoiled: false,
            nets,
            nodes: 0,
            numbers: [0; 2],
        };
        let ended = work.carry_out();
        let (refuted, nodes, numbers) = (work.status.refuted, work.nodes, work.numbers);
        let outcome = Outcome { proof: work.proof, refuted, ended, nodes, numbers };
        if let (Some(nets), None) = (work.nets, &outcome.proof) {
            self.nets = Some((task.clone(), nets));
        }
        self.nodes += outcome.nodes;
        outcome
    }
}

struct ProofRun<'a> {
    prover: &'a Prover,
    task: &'a ProofTask,
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(ProverNews),
    status: ProverStatus,
    proof: Option<Proof>,
    /// There is no mate in this many moves under the task's restriction, against any play; for the status.
    exhausted: u16,
    /// A strategy was found that the check did not accept.
    rejected: bool,
    /// Whether the unbounded search found a mate that the rules of games do not accept. It would find the same again.
    spoiled: bool,
    /// Restricted graphs tried beside the search, once the easy mates are out of the question; those that the same task left untried
    /// before.
    nets: Option<NetRounds>,
    nodes: u64,
    /// See [`Outcome::numbers`].
    numbers: [u32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LengthAnswer {
    /// There is a mate, already reported.
    Mate,
    /// There is none that the restriction allows.
    None,
    /// It ended before anything was settled.
    Open,
}

impl ProofRun<'_> {
    fn carry_out(&mut self) -> Ended {
        if !self.task.root.has_legal_move() {
            return Ended::Settled;
        }
        if self.task.restriction.nets_only {
            return self.nets();
        }
        match self.task.goal {
            Goal::Within(moves) => match self.ask(most(moves), u64::MAX) {
                LengthAnswer::Mate => Ended::Settled,
                LengthAnswer::None => self.ended_without(),
                LengthAnswer::Open => self.why_open(),
            },
            Goal::Shortest => self.upward(),
            Goal::Any => match self.any() {
                Ended::Settled => self.narrow(),
                other => other,
            },
        }
    }

    /// Looks for some mate: without a bound, then with each bound in turn, with more nodes in every round. The search without a
    /// bound gets as many nodes as the others together: it finds most mates, and refutes none.
    fn any(&mut self) -> Ended {
        let open = self.task.restriction == Restriction::default();
        let mut turn = FIRST_TURN;
        if open
            && BEGINNING.iter().any(|&(bound, nodes)| self.ask(bound, nodes) == LengthAnswer::Mate)
        {
            return Ended::Settled;
        }
        loop {
            let mut tried = false;
            if open
                && !self.spoiled
                && self.ask(UNBOUNDED, turn * UNBOUNDED_TURNS) == LengthAnswer::Mate
            {
                return Ended::Settled;
            }
            if self.is_over() {
                return self.why_open();
            }
            for bound in LADDER {
                if u16::from(bound) <= self.exhausted {
                    continue;
                }
                tried = true;
                match self.ask(bound, turn) {
                    LengthAnswer::Mate => return Ended::Settled,
                    LengthAnswer::None => {}
                    LengthAnswer::Open if self.is_over() => return self.why_open(),
                    LengthAnswer::Open => {}
                }
            }
            if !tried {
                return self.ended_without();
            }
            turn *= 2;
        }
    }

    /// Shorter and shorter mates from above, longer and longer refutations from below, until they meet.
    fn narrow(&mut self) -> Ended {
        let mut turn = FIRST_TURN;
        while let Some(mate) = self.proof.as_ref().map(Proof::mate) {
            if mate <= self.status.refuted + 1 {
                return Ended::Settled;
            }
            if mate <= self.exhausted + 1 {
                return Ended::Exhausted;
            }
            for moves in [mate - 1, self.exhausted + 1] {
                match self.ask(most(moves), turn) {
                    // The question has changed.
                    LengthAnswer::Mate => break,
                    LengthAnswer::None => {}
                    LengthAnswer::Open if self.is_over() => return self.why_open(),
                    LengthAnswer::Open => {}
                }
            }
            turn = turn.saturating_mul(2);
        }
        Ended::Settled
    }

    /// One move, two moves, three: the first mate found is the shortest.
    fn upward(&mut self) -> Ended {
        for moves in 1..=LONGEST {
            if u16::from(moves) <= self.exhausted {
                continue;
            }
            match self.ask(moves, u64::MAX) {
                LengthAnswer::Mate => return Ended::Settled,
                LengthAnswer::None => {}
                LengthAnswer::Open => return self.why_open(),
            }
        }
        self.ended_without()
    }

    /// After a "no": final if every move was looked at.
    fn ended_without(&self) -> Ended {
        let restricted = self.task.restriction != Restriction::default();
        if restricted { Ended::Exhausted } else { Ended::Settled }
    }

    fn why_open(&self) -> Ended {
        match self.is_over() {
            _ if self.stop.is_raised() => Ended::Stopped,
            true => Ended::Nodes,
            false => Ended::Exhausted,
        }
    }

    fn is_over(&self) -> bool {
        self.stop.is_raised() || self.task.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Searches for a mate within `moves`, with at most `nodes` nodes.
    fn ask(&mut self, moves: u8, nodes: u64) -> LengthAnswer {
        let left = self.task.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        if left == 0 {
            return LengthAnswer::Open;
        }
        let end = self.nodes.saturating_add(nodes.min(left));
        let mut slice = FIRST_SLICE;
        let (verdict, proof) = loop {
            let (verdict, proof, netted) = self.search(moves, slice.min(end - self.nodes), end);
            if netted {
                return LengthAnswer::Mate;
            }
            let over = self.stop.is_raised() || self.nodes >= end;
            if verdict.numbers.is_settled() || over {
                break (verdict, proof);
            }
            self.prover.table.expand_if_crowded();
            slice = SLICE.min(slice * 2);
        };
        if let Some(proof) = proof {
            self.announce(proof);
            return LengthAnswer::Mate;
        }
        if self.is_unbounded(moves) || self.task.goal != Goal::Any {
            self.numbers = [verdict.numbers.proof, verdict.numbers.disproof];
        }
        if verdict.numbers.is_proved() && !self.stop.is_raised() {
            if self.is_unbounded(moves) && self.task.rules == Rules::Game {
                self.spoiled = true;
                return LengthAnswer::Open;
            }
            return self.distrust(moves, nodes);
        }
        if !verdict.numbers.is_refuted() || self.is_unbounded(moves) {
            return LengthAnswer::Open;
        }
        let none = u16::from(verdict.length.max(moves));
        self.exhausted = self.exhausted.max(none);
        if self.task.restriction == Restriction::default() && none > self.status.refuted {
            self.status.refuted = none;
            (self.tell)(ProverNews::Refuted(none));
        }
        LengthAnswer::None
    }

    fn is_unbounded(&self, moves: u8) -> bool {
        moves == UNBOUNDED && self.task.goal == Goal::Any
    }

    fn announce(&mut self, proof: Proof) {
        self.status.proved = Some(proof.mate());
        (self.tell)(ProverNews::Proved(Box::new(proof.clone())));
        self.proof = Some(proof);
    }

    /// Tries restricted graphs until their share of the nodes is used. Returns whether one has a mate within `moves`, or any mate
    /// if any will do.
    fn try_restricted(&mut self, moves: u8) -> bool {
        let (before, share) = if is_caged(self.task) { CAGED_NETS } else { NETS };
        if self.nodes < before {
            return false;
        }
        while self.restricted_nodes() < self.nodes / share {
            match self.next_net(moves, u64::MAX) {
                LengthAnswer::Mate => return true,
                LengthAnswer::Open => {}
                LengthAnswer::None => return false,
            }
        }
        false
    }

    /// Tries nets and nothing else, with ever more room, until one holds a mate that answers the question.
    fn nets(&mut self) -> Ended {
        let moves = match self.task.goal {
            Goal::Within(moves) => most(moves),
            Goal::Any | Goal::Shortest => LONGEST,
        };
        while !self.is_over() {
            let left = self.task.nodes.map_or(u64::MAX, |most| most - self.nodes);
            let answer = self.next_net(moves, left);
            self.nodes = self.restricted_nodes();
            self.status.nodes = self.nodes;
            (self.tell)(ProverNews::Status(Box::new(self.status.clone())));
            match answer {
                LengthAnswer::Mate => return Ended::Settled,
                LengthAnswer::Open => {}
                LengthAnswer::None if self.stop.is_raised() => return Ended::Stopped,
                LengthAnswer::None => return Ended::Exhausted,
            }
        }
        self.why_open()
    }

    fn restricted_nodes(&self) -> u64 {
        self.nets.as_ref().map_or(0, |nets| nets.nodes)
    }

    /// Tries one more restricted graph, of at most `left` positions; none if no filter is left, or it was stopped.
    fn next_net(&mut self, moves: u8, left: u64) -> LengthAnswer {
        let (task, prover) = (self.task, self.prover);
        let nets = self.nets.get_or_insert_with(|| {
            let share = if task.restriction.nets_only { 1 } else { 4 };
            NetRounds::new((prover.table.mebibytes() / share).max(1))
        });
        // Endgame tables ignore restrictions.
        let plain = Restriction { nets_only: false, ..task.restriction } == Restriction::default();
        let endings = prover.endings(&task.root, self.nodes.max(nets.nodes)).filter(|_| plain);
        let strategy = match nets.next(task, endings, left, self.stop) {
            Ok(Attempt::Mate(strategy)) => strategy,
            Ok(Attempt::Nothing) => return LengthAnswer::Open,
            Ok(Attempt::Exhausted) | Err(Stopped) => return LengthAnswer::None,
        };
        // The rules of games may save the defender on this way; it is no mistake then.
        let Some(proof) = task.checked(&strategy) else { return LengthAnswer::Open };
        let any = task.goal == Goal::Any && self.proof.is_none();
        if !any && proof.mate() > u16::from(moves) {
            return LengthAnswer::Open;
        }
        self.announce(proof);
        LengthAnswer::Mate
    }

    /// A strategy that the check does not accept rests on two positions taken for one another: nothing in the arena can be
    /// believed then. Begins anew, once.
    fn distrust(&mut self, moves: u8, nodes: u64) -> LengthAnswer {
        self.prover.table.clear();
        if self.rejected {
            return LengthAnswer::Open;
        }
        self.rejected = true;
        self.ask(moves, nodes)
    }

    /// Searches for one length on all threads, and extracts the proof of a mate. The first thread also tries restricted graphs,
    /// while the others go on with the search.
    ///
    /// Returns the verdict, the proof, and whether a restricted graph contained a mate, which was reported.
    fn search(&mut self, moves: u8, budget: u64, end: u64) -> (NodeVerdict, Option<Proof>, bool) {
        let (task, prover, stop) = (self.task, self.prover, self.stop);
        let quit = StopFlag::new();
        let others = AtomicU64::new(0);
        let before = self.nodes;
        self.status.asked = u16::from(moves);
        let clocked = task.rules == Rules::Game
            && !self.is_unbounded(moves)
            && u32::from(task.root.halfmoves()) + 2 * u32::from(moves) > 98;
        let plain = !clocked && task.restriction == Restriction::default();
        let config = SearchConfig {
            seed: 0,
            restriction: task.restriction,
            clocked,
            endings: prover.endings(&task.root, before).filter(|_| plain),
            unbounded: self.is_unbounded(moves),
            together: prover.threads > 1,
            budget: u64::MAX,
        };
        thread::scope(|scope| {
            let interrupts = Interrupts { stop, quit: &quit };
            for number in 1..prover.threads {
                let named = guard::builder(format!("prove-{number}"));
                let seed = number as u64;
                let (config, nodes) = (SearchConfig { seed, ..config }, &others);
                let work = move || help(&prover.table, (task, moves), interrupts, config, nodes);
                // Without a thread the work is done by those there are.
                if named.spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            let (verdict, proof, own) =
                self.lead(moves, SearchConfig { budget, ..config }, interrupts, &others);
            self.nodes = before + own + others.load(Ordering::Relaxed);
            let over = stop.is_raised() || self.nodes >= end;
            let netted = !verdict.numbers.is_settled() && !over && self.try_restricted(moves);
            quit.raise();
            self.nodes = before + own + others.load(Ordering::Relaxed);
            (verdict, proof, netted)
        })
    }

    /// Runs the search of the first thread. Returns its verdict, the proof, and its nodes.
    fn lead(
        &mut self,
        moves: u8,
        config: SearchConfig<'_>,
        interrupts: Interrupts<'_>,
        others: &AtomicU64,
    ) -> (NodeVerdict, Option<Proof>, u64) {
        let (task, table, before) = (self.task, &self.prover.table, self.nodes);
        let (status, tell) = (&mut self.status, &mut *self.tell);
        let (mut told, mut counted) = (0, before);
        let mut watch = |glance: Glance<'_>| {
            let nodes = before + glance.nodes + others.load(Ordering::Relaxed);
            table.count_lookups(nodes - counted);
            counted = nodes;
            if nodes >= told + STATUS_EVERY || told == 0 {
                told = nodes;
                let Numbers { proof, disproof } = glance.root;
                (status.proof_number, status.disproof_number) = (proof, disproof);
                (status.nodes, status.fill) = (nodes, table.fill());
                status.line = glance.line.to_vec();
                tell(ProverNews::Status(Box::new(status.clone())));
            }
        };
        let attacking = task.root.turn() == task.attacker;
        let mut search = Search::new(table, interrupts, config, &mut watch);
        let mut verdict = search.settle(&task.root, attacking, moves);
        let Interrupts { stop, quit } = interrupts;
        if !verdict.numbers.is_settled() && quit.is_raised() && !stop.is_raised() {
            // Another thread settled it: the table knows.
            quit.lower();
            verdict = search.settle(&task.root, attacking, moves);
        }
        // The way to the proof is short where the length was asked for; where it was left open, what the table gave up
        // may cost as much as the search.
        let budget = if config.unbounded { search.nodes + EXTRACTION } else { u64::MAX };
        (search.config.budget, search.config.unbounded) = (budget, false);
        let strategy = verdict
            .numbers
            .is_proved()
            .then(|| search.strategy(&task.root, task.attacker, verdict.length))
            .flatten();
        if config.unbounded && strategy.is_none() && verdict.numbers.is_settled() {
            verdict.numbers = Numbers::open(1, 1);
        }
        let proof = strategy.and_then(|strategy| task.checked(&strategy));
        (verdict, proof, search.nodes)
    }
}

/// A thread that searches for the same length beside the first one, and shares its table. It quits the others when it has settled
/// the question; `nodes` counts the positions that all of them look at.
fn help(
    table: &DfpnTable,
    (task, moves): (&ProofTask, u8),
    interrupts: Interrupts<'_>,
    config: SearchConfig<'_>,
    nodes: &AtomicU64,
) {
    let mut last = 0;
    let mut watch = |glance: Glance<'_>| {
        nodes.fetch_add(glance.nodes - last, Ordering::Relaxed);
        last = glance.nodes;
    };
    let mut search = Search::new(table, interrupts, config, &mut watch);
    let attacking = task.root.turn() == task.attacker;
    if search.settle(&task.root, attacking, moves).numbers.is_settled() {
        interrupts.quit.raise();
    }
}

/// Nodes of the search before restricted graphs are tried, and after how many nodes they get one position.
const NETS: (u64, u64) = (500_000, 16);

/// The same where the defender has at most [`CAGE`] moves if the attacker passes.
const CAGED_NETS: (u64, u64) = (50_000, 4);

const CAGE: usize = 8;

/// Returns whether most of the defender's men are blocked, so that a restricted graph may be small.
pub(crate) fn is_caged(task: &ProofTask) -> bool {
    let waiting =
        if task.root.turn() == task.attacker { task.root.pass() } else { Some(task.root) };
    waiting.is_some_and(|position| position.legal_moves().len() <= CAGE)
}

/// Nodes of the first slice; each is twice as long as the one before, up to [`SLICE`].
const FIRST_SLICE: u64 = 50_000;

/// Nodes between two looks at how crowded the arena is: all threads come together for it.
const SLICE: u64 = 1_000_000;

/// Nodes between two reports.
const STATUS_EVERY: u64 = 100_000;

fn most(moves: u16) -> u8 {
    u8::try_from(moves).unwrap_or(LONGEST).min(LONGEST)
}
