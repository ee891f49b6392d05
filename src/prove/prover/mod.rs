//! Which lengths to ask the search about, in which order, and how much to spend on each.
//!
//! A mate of unknown length is looked for with several bounds in turn: a narrow one finds short mates sooner, a wide one
//! finds those that the narrow one denies. The turns grow until something is found; then ever shorter mates are asked for,
//! until the answer is no. Every mate that is told has been checked by `proof/`.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::NoMemory;
use super::dfpn::{Glance, Idea, LONGEST, Numbers, Search, Table, Verdict, Weights};
use super::net::{Catch, Nets};
use super::task::{Ended, Goal, News, Outcome, Restriction, Status, Task};
use crate::chess::Position;
use crate::control::{StopFlag, Stopped};
use crate::oracle::Endgames;
use crate::proof::{Proof, Rules, verify};

/// The bounds tried for a mate of unknown length, in moves.
const LADDER: [u8; 6] = [4, 7, 11, 17, 30, 80];

/// Nodes for each bound in the first round; doubled with every round.
const FIRST_TURN: u64 = 40_000;

/// Deep recursion with a move list in every frame; this is several times what the deepest line needs.
const STACK: usize = 32 << 20;

/// Proves mates. What it learns stays in its arena, so that the same question asked again goes on where it stopped.
pub struct Prover {
    table: Arc<Table>,
    threads: usize,
    without: Option<Idea>,
    endgames: Option<Arc<Endgames>>,
}

impl Prover {
    /// A prover with an arena of so many MiB, which never grows, and so many threads.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Prover, NoMemory> {
        Ok(Prover {
            table: Arc::new(Table::new(mebibytes)?),
            threads: threads.max(1),
            without: None,
            endgames: None,
        })
    }

    /// Asks these tables about positions with few men.
    pub fn consult(&mut self, endgames: Arc<Endgames>) {
        self.endgames = Some(endgames);
    }

    /// Does without one of its ideas, to see what it is worth.
    pub fn leave_out(&mut self, idea: Option<Idea>) {
        self.without = idea;
    }

    /// The tables to ask, and up to how many men. A table takes a fraction of a second to make, so they are left aside where
    /// many of them could be reached.
    fn endings(&self, root: &Position) -> Option<(&Endgames, u32)> {
        let few = root.occupied().len() <= 6;
        self.endgames.as_deref().filter(|_| few).map(|endgames| (endgames, 4))
    }

    /// The size of its arena.
    pub fn mebibytes(&self) -> usize {
        self.table.mebibytes()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Works on a task until it is done, its nodes are spent or the flag is raised. Asked again, it goes on.
    pub fn prove(
        &mut self,
        task: &Task,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&News<'_>),
    ) -> Outcome {
        let mut work = Work {
            prover: self,
            task,
            stop,
            tell,
            status: Status::default(),
            proof: None,
            refuted: 0,
            exhausted: 0,
            rejected: false,
            nets: None,
            nodes: 0,
        };
        let ended = work.carry_out();
        Outcome { proof: work.proof, refuted: work.refuted, ended, nodes: work.nodes }
    }
}

/// One task under way.
struct Work<'a> {
    prover: &'a Prover,
    task: &'a Task,
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(&News<'_>),
    status: Status,
    proof: Option<Proof>,
    /// No mate in so many moves, whatever the attacker plays.
    refuted: u16,
    /// The same under the task's restriction.
    exhausted: u16,
    /// A strategy was found that the check did not accept.
    rejected: bool,
    /// The nets tried beside the search, once the easy mates are out of the question.
    nets: Option<Nets<'a>>,
    nodes: u64,
}

/// What an enquiry about one length came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    /// There is a mate, told already.
    Mate,
    /// There is none that the restriction allows.
    None,
    /// It ended before anything was settled.
    Open,
}

impl Work<'_> {
    fn carry_out(&mut self) -> Ended {
        if !self.task.root.has_legal_move() {
            return Ended::Settled;
        }
        match self.task.goal {
            Goal::Within(moves) => match self.ask(most(moves), u64::MAX) {
                Reply::Mate => Ended::Settled,
                Reply::None => self.ended_without(),
                Reply::Open => self.why_open(),
            },
            Goal::Shortest => self.upward(),
            Goal::Any => match self.any() {
                Ended::Settled => self.narrow(),
                other => other,
            },
        }
    }

    /// Some mate: all bounds in turn, with more for each in every round.
    fn any(&mut self) -> Ended {
        let mut turn = FIRST_TURN;
        loop {
            let mut tried = false;
            for bound in LADDER {
                if u16::from(bound) <= self.exhausted {
                    continue;
                }
                tried = true;
                match self.ask(bound, turn) {
                    Reply::Mate => return Ended::Settled,
                    Reply::None => {}
                    Reply::Open if self.is_over() => return self.why_open(),
                    Reply::Open => {}
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
            if mate <= self.refuted + 1 {
                return Ended::Settled;
            }
            if mate <= self.exhausted + 1 {
                return Ended::Exhausted;
            }
            for moves in [mate - 1, self.exhausted + 1] {
                match self.ask(most(moves), turn) {
                    // What was asked about has changed.
                    Reply::Mate => break,
                    Reply::None => {}
                    Reply::Open if self.is_over() => return self.why_open(),
                    Reply::Open => {}
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
                Reply::Mate => return Ended::Settled,
                Reply::None => {}
                Reply::Open => return self.why_open(),
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
        if self.stop.is_raised() { Ended::Stopped } else { Ended::Nodes }
    }

    fn is_over(&self) -> bool {
        self.stop.is_raised() || self.task.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Asks about a mate within so many moves, for so many nodes at most.
    fn ask(&mut self, moves: u8, nodes: u64) -> Reply {
        let left = self.task.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        if left == 0 {
            return Reply::Open;
        }
        let end = self.nodes.saturating_add(nodes.min(left));
        let mut slice = FIRST_SLICE;
        let (verdict, proof) = loop {
            let (verdict, proof) = self.search(moves, slice.min(end - self.nodes));
            let over = self.stop.is_raised() || self.nodes >= end;
            if verdict.numbers.is_settled() || over {
                break (verdict, proof);
            }
            self.prover.table.expand_if_crowded();
            if self.cast_nets(moves) {
                return Reply::Mate;
            }
            slice = SLICE.min(slice * 2);
        };
        if let Some(proof) = proof {
            self.announce(proof);
            return Reply::Mate;
        }
        if verdict.numbers.is_proved() && !self.stop.is_raised() {
            return self.distrust(moves, nodes);
        }
        if !verdict.numbers.is_refuted() {
            return Reply::Open;
        }
        let none = u16::from(verdict.length.max(moves));
        self.exhausted = self.exhausted.max(none);
        if self.task.restriction == Restriction::default() && none > self.refuted {
            self.refuted = none;
            self.status.refuted = none;
            (self.tell)(&News::Refuted(none));
        }
        Reply::None
    }

    fn announce(&mut self, proof: Proof) {
        self.status.proved = Some(proof.mate());
        (self.tell)(&News::Proved(&proof));
        self.proof = Some(proof);
    }

    /// Tries nets as long as they have not had their share of the nodes. Whether one holds a mate that answers the question
    /// about so many moves, or any mate where any will do.
    fn cast_nets(&mut self, moves: u8) -> bool {
        if self.nodes < BEFORE_NETS || self.prover.without == Some(Idea::Nets) {
            return false;
        }
        let (task, prover) = (self.task, self.prover);
        let nets = self.nets.get_or_insert_with(|| {
            let room = (prover.mebibytes() / 4).max(1);
            let endgames = prover.endings(&task.root).map(|(endgames, _)| endgames);
            Nets::new(&task.root, task.attacker, task.restriction, room, endgames)
        });
        while nets.nodes() < self.nodes / NETS_SHARE {
            let strategy = match nets.next(self.stop) {
                Ok(Catch::Mate(strategy)) => strategy,
                Ok(Catch::Nothing) => continue,
                // No net is left, or it was stopped.
                Ok(Catch::Exhausted) | Err(Stopped) => return false,
            };
            // The rules of games may save the defender on this way; it is no mistake then.
            let Ok(proof) = verify(&strategy, task.rules) else { continue };
            let any = task.goal == Goal::Any && self.proof.is_none();
            if any || proof.mate() <= u16::from(moves) {
                self.announce(proof);
                return true;
            }
        }
        false
    }

    /// A strategy that the check does not accept rests on two positions taken for one another: nothing in the arena can be
    /// believed then. Begins anew, once.
    fn distrust(&mut self, moves: u8, nodes: u64) -> Reply {
        self.prover.table.clear();
        if self.rejected {
            return Reply::Open;
        }
        self.rejected = true;
        self.ask(moves, nodes)
    }

    /// Searches for one length on all threads, and makes the proof if there is a mate.
    fn search(&mut self, moves: u8, budget: u64) -> (Verdict, Option<Proof>) {
        let (task, prover, stop) = (self.task, self.prover, self.stop);
        let quit = StopFlag::new();
        let others = AtomicU64::new(0);
        let before = self.nodes;
        self.status.asked = u16::from(moves);
        let (status, tell) = (&mut self.status, &mut *self.tell);
        let mut told = 0;
        let mut watch = |glance: Glance<'_>| {
            let nodes = before + glance.nodes + others.load(Ordering::Relaxed);
            if nodes >= told + STATUS_EVERY || told == 0 {
                told = nodes;
                report(status, &glance, nodes, &prover.table);
                tell(&News::Status(status));
            }
        };
        let clocked = task.rules == Rules::Game
            && u32::from(task.root.halfmoves()) + 2 * u32::from(moves) > 98;
        let plain = !clocked && task.restriction == Restriction::default();
        let endings = prover.endings(&task.root).filter(|_| plain);
        let attacking = task.root.turn() == task.attacker;
        let weights = Weights::without(prover.without);
        thread::scope(|scope| {
            for number in 1..prover.threads {
                let (quit, others) = (&quit, &others);
                let named =
                    thread::Builder::new().name(format!("prove-{number}")).stack_size(STACK);
                let helper = move || {
                    let mut last = 0;
                    let mut watch = |glance: Glance<'_>| {
                        others.fetch_add(glance.nodes - last, Ordering::Relaxed);
                        last = glance.nodes;
                    };
                    let weights = weights.seeded(number as u64);
                    let mut search =
                        Search::new(&prover.table, stop, weights, task.restriction, &mut watch);
                    search.quit = Some(quit);
                    search.clocked = clocked;
                    search.endings = endings;
                    if search.settle(&task.root, attacking, moves).numbers.is_settled() {
                        quit.raise();
                    }
                };
                // Without a thread the work is done by those there are.
                if named.spawn_scoped(scope, helper).is_err() {
                    break;
                }
            }
            let mut search =
                Search::new(&prover.table, stop, weights, task.restriction, &mut watch);
            search.quit = Some(&quit);
            search.clocked = clocked;
            search.endings = endings;
            search.budget = budget;
            let mut verdict = search.settle(&task.root, attacking, moves);
            if !verdict.numbers.is_settled() && quit.is_raised() && !stop.is_raised() {
                // Another thread settled it: the table knows.
                quit.lower();
                verdict = search.settle(&task.root, attacking, moves);
            }
            // The way to the proof is short, and what it costs is not asked.
            search.budget = u64::MAX;
            let proof = verdict.numbers.is_proved().then(|| {
                let strategy = search.strategy(&task.root, task.attacker, verdict.length)?;
                verify(&strategy, task.rules).ok()
            });
            self.nodes = before + search.nodes + others.load(Ordering::Relaxed);
            quit.raise();
            (verdict, proof.flatten())
        })
    }
}

/// Nodes of the search before nets are tried.
const BEFORE_NETS: u64 = 500_000;

/// Nets get one position for so many nodes of the search.
const NETS_SHARE: u64 = 16;

/// Nodes of the first slice; each is twice as long as the one before, up to [`SLICE`].
const FIRST_SLICE: u64 = 50_000;

/// Nodes between two looks at how crowded the arena is: all threads come together for it.
const SLICE: u64 = 1_000_000;

/// Nodes between two reports.
const STATUS_EVERY: u64 = 100_000;

fn report(status: &mut Status, glance: &Glance<'_>, nodes: u64, table: &Table) {
    let Numbers { proof, disproof } = glance.root;
    status.proof_number = proof;
    status.disproof_number = disproof;
    status.nodes = nodes;
    status.fill = table.fill();
    status.line.clear();
    status.line.extend_from_slice(glance.line);
}

/// A length that can be asked about.
fn most(moves: u16) -> u8 {
    u8::try_from(moves).unwrap_or(LONGEST).min(LONGEST)
}
