//! `go mate N`: a mate within so many moves, for either side, looked for by the solvers before anything is searched.
//!
//! What is announced is a checked proof, its line as long as it says. If there is none, or it is not found in time, the
//! search that follows has no word about mates: it only says what to play. Short mates of both sides are looked for by
//! trying everything; longer ones by the prover, which goes from one side to the other and gives each ever more nodes.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::announce::announced;
use super::event::Event;
use super::no_thread;
use super::solvers::{SHORT, Solvers, counted_from};
use super::threads::{Control, STACK, message_of};
use crate::chess::{ByColor, Color, Key, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::eval::{ClassicalEvaluator, Evaluator};
use crate::proof::{Proof, Rules};
use crate::prove::NoMemory;
use crate::prove::task::{Goal, News, Restriction, Status, Task};
use crate::search::{Finished, Progress, Report};
use crate::units::Score;

/// Nodes of the prover's first turn at a side.
const FIRST_TURN: u64 = 20_000;

/// So many moves are tried for either side before the prover is asked about longer mates.
const BEFOREHAND: u16 = 2;

/// Centipawns that say who is likely to be mated.
const MUCH: i32 = 300;

/// Nodes of the search that says what to play when somebody waits for the answer.
const IN_HASTE: u64 = 3_000;

/// The same where nobody does.
const AT_LEISURE: u64 = 100_000;

/// After so much silence there is a sign of life.
const SILENCE: Duration = Duration::from_secs(1);

/// How often the clock is looked at: the opponent may have played the expected move, which sets it.
const POLL: Duration = Duration::from_millis(20);

/// What is looked for.
pub(super) struct Hunt {
    pub root: Position,
    /// Keys of the game's earlier positions.
    pub history: Vec<Key>,
    /// Moves to mate, at most.
    pub most: u16,
    /// First moves that are allowed; all if empty.
    pub moves: Vec<Move>,
    /// At most so many nodes.
    pub nodes: Option<u64>,
}

/// What is known at the end of it.
#[derive(Default)]
struct Bag {
    proof: Option<Proof>,
    /// No mate in so many moves, of either side.
    refuted: ByColor<u16>,
    nodes: u64,
    /// Share of the prover's table in use, in thousandths.
    fill: u32,
}

/// What the solvers' thread tells.
enum Message {
    Status(Box<Status>),
    Ended(Box<Bag>),
    Failed(String),
    Crashed(String),
}

/// How the hunt leaves the matter.
pub(super) enum Quarry {
    /// The search is over before it began.
    Caught(Box<Finished>),
    /// These limits are left for saying what to play.
    Lost(Limits),
}

impl Hunt {
    /// Looks for a mate on a thread of its own, telling how it goes. The solvers are good for another time unless `None`
    /// comes back.
    pub(super) fn run(
        self,
        mut solvers: Solvers,
        limits: &Limits,
        control: &Control,
        sink: &dyn Fn(Event),
    ) -> (Quarry, Option<Solvers>) {
        let stop = control.search_flag();
        let (bag, sound) = thread::scope(|scope| {
            let (teller, listener) = mpsc::channel();
            let named = thread::Builder::new().name("hunt".to_owned()).stack_size(STACK);
            let (mind, hunt, flag) = (&mut solvers, &self, &stop);
            match named.spawn_scoped(scope, move || hunt.work(mind, flag, &teller)) {
                Ok(_) => listen(&listener, control, sink),
                Err(error) => {
                    sink(Event::Warning(no_thread(&error)));
                    (Bag::default(), true)
                }
            }
        });
        let solvers = sound.then_some(solvers);
        if let Some(proof) = &bag.proof {
            let elapsed = control.elapsed();
            let spent =
                Progress { nodes: bag.nodes, hashfull: bag.fill, elapsed, ..Progress::default() };
            if let Some(finished) = announced(&self.root, &self.history, proof, spent) {
                sink(Event::Report(Report::Finished(finished.iteration.clone())));
                return (Quarry::Caught(Box::new(finished)), solvers);
            }
        }
        for attacker in [self.root.turn(), !self.root.turn()] {
            let moves = bag.refuted[attacker].min(self.most);
            if moves > 0 {
                sink(Event::Refuted { attacker, moves });
            }
        }
        // The flag is lowered for the search that follows. Whoever says stop raises `asked` first, so that a word that comes
        // at this very moment is not lost.
        stop.lower();
        (Quarry::Lost(self.limits_left(limits, control, bag.nodes)), solvers)
    }

    /// What may be spent on saying what to play.
    fn limits_left(&self, limits: &Limits, control: &Control, spent: u64) -> Limits {
        let mut left = Limits { mate: None, ..limits.clone() };
        if control.is_asked() {
            return Limits { nodes: Some(IN_HASTE), infinite: false, ponder: false, ..left };
        }
        if let Some(nodes) = limits.nodes {
            left.nodes = Some(nodes.saturating_sub(spent).max(IN_HASTE));
        } else if !left.is_bounded() && !left.infinite && !left.ponder {
            left.nodes = Some(AT_LEISURE);
        }
        left
    }

    fn work(&self, solvers: &mut Solvers, stop: &StopFlag, teller: &Sender<Message>) {
        // Whoever listens may have gone; then nobody wants to know.
        let tell = |message| drop(teller.send(message));
        let looked = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut tell = |news: &News<'_>| {
                if let News::Status(status) = news {
                    tell(Message::Status(Box::new((*status).clone())));
                }
            };
            let bag = Bag::default();
            let mut look = Look { hunt: self, solvers, stop, tell: &mut tell, bag };
            look.everywhere().map(|proof| Bag { proof, ..look.bag })
        }));
        tell(match looked {
            Ok(Ok(bag)) => Message::Ended(Box::new(bag)),
            Ok(Err(error)) => Message::Failed(error.to_string()),
            Err(payload) => Message::Crashed(message_of(&*payload)),
        });
    }
}

/// A hunt on the solvers' thread.
struct Look<'a> {
    hunt: &'a Hunt,
    solvers: &'a mut Solvers,
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(&News<'_>),
    bag: Bag,
}

impl Look<'_> {
    /// Looks for a mate of either side until one is found, none can be, or there is no more to be spent.
    fn everywhere(&mut self) -> Result<Option<Proof>, NoMemory> {
        let hunt = self.hunt;
        let turn = hunt.root.turn();
        // Where not all moves are allowed, nobody can be sure of being mated.
        let sides = [Some(turn), Some(!turn).filter(|_| hunt.moves.is_empty())];
        let short = if hunt.most <= SHORT { hunt.most } else { BEFOREHAND };
        for most in 1..=short {
            for attacker in sides.into_iter().flatten() {
                if let Some(proof) = self.ask(attacker, most, u64::MAX)? {
                    return Ok(Some(proof));
                }
            }
        }
        let others = self.share_of_other();
        let mut share = FIRST_TURN;
        while !self.is_over() && sides.iter().flatten().any(|&side| !self.is_refuted(side)) {
            for attacker in sides.into_iter().flatten() {
                let nodes = if attacker == turn { share } else { share / others };
                for most in bounds(hunt.most) {
                    if let Some(proof) = self.ask(attacker, most, nodes)? {
                        return Ok(Some(proof));
                    }
                }
            }
            share = share.saturating_mul(2);
        }
        Ok(None)
    }

    /// One part in so many goes to the other side's mates: the better the side to move stands, the smaller it is.
    fn share_of_other(&self) -> u64 {
        let root = &self.hunt.root;
        let white = ClassicalEvaluator::new().report(root).score.score();
        let score = if root.turn() == Color::White { white } else { -white };
        if score < -Score::cp(MUCH) {
            1
        } else if score < Score::cp(MUCH) {
            4
        } else {
            16
        }
    }

    fn is_refuted(&self, attacker: Color) -> bool {
        self.bag.refuted[attacker] >= self.hunt.most
    }

    fn is_over(&self) -> bool {
        self.stop.is_raised() || self.hunt.nodes.is_some_and(|nodes| self.bag.nodes >= nodes)
    }

    /// Looks for a mate of one side within so many moves and nodes.
    fn ask(&mut self, attacker: Color, most: u16, nodes: u64) -> Result<Option<Proof>, NoMemory> {
        if self.bag.refuted[attacker] >= most || self.is_over() {
            return Ok(None);
        }
        let left = self.hunt.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.bag.nodes));
        let nodes = nodes.min(left);
        let task = Task {
            root: self.hunt.root,
            attacker,
            goal: Goal::Within(most),
            restriction: Restriction::default(),
            rules: Rules::Game,
            history: self.hunt.history.clone(),
            nodes: (nodes < u64::MAX).then_some(nodes),
        };
        let moves = &self.hunt.moves;
        let mut tell = counted_from(self.bag.nodes, self.tell);
        let outcome = if moves.is_empty() {
            self.solvers.prove(&task, self.stop, &mut tell)?
        } else {
            self.solvers.keys(&task, moves, self.stop, &mut tell)?.outcome(&task)
        };
        self.bag.nodes += outcome.nodes;
        let refuted = &mut self.bag.refuted[attacker];
        *refuted = outcome.refuted.max(*refuted);
        Ok(outcome.proof)
    }
}

/// The lengths to ask about in turn: a mate of any length is found sooner if not all lengths are open at once.
fn bounds(most: u16) -> impl Iterator<Item = u16> {
    const USUAL: [u16; 3] = [8, 16, 30];
    let shorter = USUAL.into_iter().filter(move |_| most > USUAL[2]);
    shorter.chain([most])
}

/// Passes on signs of life, raises the flag when the time is up, and returns what is known and whether the solvers may be
/// used again.
fn listen(listener: &Receiver<Message>, control: &Control, sink: &dyn Fn(Event)) -> (Bag, bool) {
    let stop = control.search_flag();
    let mut progress = Progress::default();
    let mut told = Instant::now();
    loop {
        if control.left().is_some_and(|left| left <= reserve(control.elapsed())) {
            stop.raise();
        }
        match listener.recv_timeout(POLL) {
            Ok(Message::Status(status)) => {
                progress.depth = u32::from(status.asked) * 2;
                progress.seldepth = progress.depth.max(status.line.len() as u32);
                progress.nodes = status.nodes;
                progress.hashfull = status.fill;
            }
            Ok(Message::Ended(bag)) => {
                return (Bag { fill: progress.hashfull, ..*bag }, true);
            }
            Ok(Message::Failed(message)) => {
                sink(Event::Warning(message));
                return (Bag::default(), true);
            }
            Ok(Message::Crashed(message)) => {
                sink(Event::Warning(format!("the prover ended by a mistake: {message}")));
                return (Bag::default(), false);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return (Bag::default(), false),
        }
        if told.elapsed() >= SILENCE {
            told = Instant::now();
            progress.elapsed = control.elapsed();
            sink(Event::Heartbeat(progress));
        }
    }
}

/// What a search tells after a hunt: it has proved no mate, so it speaks of none.
pub(super) fn without_mates(mut event: Event) -> Event {
    let iteration = match &mut event {
        Event::Report(Report::Finished(iteration) | Report::Failed(iteration)) => iteration,
        Event::Finished(finished) => &mut finished.iteration,
        _ => return event,
    };
    // Where there is no move there is nothing to prove either.
    for line in iteration.lines.iter_mut().filter(|line| !line.pv.is_empty()) {
        if line.score.is_win() {
            line.score = Score::MAX_EVAL;
        } else if line.score.is_loss() {
            line.score = -Score::MAX_EVAL;
        }
    }
    event
}

/// Time kept back for saying what to play, after so much was spent.
fn reserve(elapsed: Duration) -> Duration {
    (elapsed / 20).clamp(Duration::from_millis(4), Duration::from_millis(100))
}
