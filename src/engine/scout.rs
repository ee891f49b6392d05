//! An analysis looks for mates to prove beside its search, on the same thread and out of the same time.
//!
//! First a glance at the mates of the side to move, which settles half of all problems; then a short search, whose score
//! says who may be mating; then a longer look for that side, longest where the score is that of a game already decided; and
//! then the search with what is left. A mate that is proved ends the matter: the rest of the time goes into shorter
//! ones. Games on a clock, and searches limited by nodes or depth, are left alone.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::announce::announced;
use super::event::Event;
use super::no_thread;
use super::solvers::Solvers;
use super::threads::{Control, STACK, message_of};
use crate::chess::{Color, Key, Position};
use crate::control::{Limits, StopFlag};
use crate::proof::{Proof, Rules};
use crate::prove::task::{Goal, News, Restriction, Status, Task};
use crate::search::{Finished, Progress, Report};
use crate::units::{Score, ScoreKind};

/// Centipawns from which on the side ahead may well be mating.
const DECIDED: i32 = 250;

/// How often the clock and the flag are looked at.
const POLL: Duration = Duration::from_millis(2);

/// Time kept back for the answer.
const RESERVE: Duration = Duration::from_millis(2);

/// Searches shorter than this have no time to spare.
const LEAST: Duration = Duration::from_millis(50);

/// What is looked for, and from where.
pub(super) struct Scout {
    root: Position,
    history: Vec<Key>,
    shares: Shares,
}

/// How long each part may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shares {
    /// The first glance.
    pub glance: Duration,
    /// The short search.
    pub search: Duration,
    /// The longer look, where the score speaks for a mate.
    decided: Duration,
    /// The same where it does not.
    open: Duration,
}

impl Shares {
    /// Of a search with these limits; `None` where there is nothing to share.
    fn of(limits: &Limits) -> Option<Shares> {
        let analysis = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.mate.is_none()
            && limits.clock.0.iter().all(Option::is_none)
            && !limits.ponder
            && limits.search_moves.is_empty()
            && limits.excluded_moves.is_empty();
        if !analysis {
            return None;
        }
        match limits.movetime {
            Some(time) if time >= LEAST => Some(Shares {
                glance: (time / 25).min(Duration::from_millis(200)),
                search: (time / 10).min(Duration::from_millis(500)),
                decided: time * 6 / 10,
                open: time * 15 / 100,
            }),
            Some(_) => None,
            None if limits.infinite => Some(Shares {
                glance: Duration::from_millis(50),
                search: Duration::from_millis(200),
                decided: Duration::from_secs(5),
                open: Duration::from_millis(500),
            }),
            None => None,
        }
    }
}

/// What the solvers' thread tells.
enum Message {
    Status(Box<Status>),
    Proved(Box<Proof>),
    Ended,
    Failed(String),
    Crashed(String),
}

/// How a look ended.
pub(super) struct Look {
    /// The end of the search, if a mate was proved.
    pub finished: Option<Box<Finished>>,
    /// Whether the solvers may be used again.
    pub sound: bool,
    /// Nodes it cost.
    pub nodes: u64,
}

impl Scout {
    /// For a search with these limits; `None` where it is to be left alone.
    pub(super) fn for_search(
        root: Position,
        history: &[Key],
        limits: &Limits,
        lines: usize,
    ) -> Option<Scout> {
        let alone = lines > 1 || !root.has_legal_move();
        let shares = Shares::of(limits).filter(|_| !alone)?;
        Some(Scout { root, history: history.to_vec(), shares })
    }

    /// How long the first glance and the short search may take.
    pub(super) fn shares(&self) -> Shares {
        self.shares
    }

    /// Who is to be looked for after a search came to this score, and for how long.
    pub(super) fn suspect(&self, score: Score) -> (Color, Duration) {
        let turn = self.root.turn();
        match score.kind() {
            ScoreKind::Mates(_) => (turn, self.shares.decided),
            ScoreKind::Mated(_) => (!turn, self.shares.decided),
            ScoreKind::Centipawns(value) if value >= DECIDED => (turn, self.shares.decided),
            ScoreKind::Centipawns(value) if value <= -DECIDED => (!turn, self.shares.decided),
            ScoreKind::Centipawns(_) => (turn, self.shares.open),
        }
    }

    /// Looks for a mate of one side for so long; once one is proved, for a shorter one until the time of the whole search is
    /// up or none is left to be found.
    pub(super) fn look(
        &self,
        solvers: &mut Solvers,
        attacker: Color,
        share: Duration,
        control: &Control,
        sink: &dyn Fn(Event),
    ) -> Look {
        let task = Task {
            root: self.root,
            attacker,
            goal: Goal::Any,
            restriction: Restriction::default(),
            rules: Rules::Game,
            history: self.history.clone(),
            nodes: None,
        };
        let stop = StopFlag::new();
        thread::scope(|scope| {
            let (teller, listener) = mpsc::channel();
            let named = thread::Builder::new().name("scout".to_owned()).stack_size(STACK);
            let (task, flag) = (&task, &stop);
            match named.spawn_scoped(scope, move || work(solvers, task, flag, &teller)) {
                Ok(_) => self.listen(&listener, share, &stop, control, sink),
                Err(error) => {
                    sink(Event::Warning(no_thread(&error)));
                    Look { finished: None, sound: true, nodes: 0 }
                }
            }
        })
    }

    fn listen(
        &self,
        listener: &Receiver<Message>,
        share: Duration,
        stop: &StopFlag,
        control: &Control,
        sink: &dyn Fn(Event),
    ) -> Look {
        let begun = Instant::now();
        let mut finished: Option<Box<Finished>> = None;
        let mut progress = Progress::default();
        loop {
            let late = control.left().is_some_and(|left| left <= RESERVE);
            let enough = finished.is_none() && begun.elapsed() >= share;
            if late || enough || control.is_asked() {
                stop.raise();
            }
            let sound = match listener.recv_timeout(POLL) {
                Ok(Message::Status(status)) => {
                    progress.nodes = status.nodes;
                    progress.hashfull = status.fill;
                    continue;
                }
                Ok(Message::Proved(proof)) => {
                    progress.elapsed = control.elapsed();
                    if let Some(end) = announced(&self.root, &self.history, &proof, progress) {
                        sink(Event::Report(Report::Finished(end.iteration.clone())));
                        finished = Some(Box::new(end));
                    }
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Ok(Message::Ended) => true,
                Ok(Message::Failed(message)) => {
                    sink(Event::Warning(message));
                    true
                }
                Ok(Message::Crashed(message)) => {
                    sink(Event::Warning(format!("the prover ended by a mistake: {message}")));
                    false
                }
                Err(RecvTimeoutError::Disconnected) => false,
            };
            return Look { finished, sound, nodes: progress.nodes };
        }
    }
}

/// An event of a search that comes after others: their nodes are counted too.
pub(super) fn after(mut event: Event, nodes: u64) -> Event {
    match &mut event {
        Event::Report(Report::Finished(iteration) | Report::Failed(iteration)) => {
            iteration.progress.nodes += nodes;
        }
        Event::Heartbeat(progress) => progress.nodes += nodes,
        Event::Finished(finished) => finished.iteration.progress.nodes += nodes,
        _ => {}
    }
    event
}

fn work(solvers: &mut Solvers, task: &Task, stop: &StopFlag, teller: &Sender<Message>) {
    // Whoever listens may have gone; then nobody wants to know.
    let tell = |message| drop(teller.send(message));
    let proved = panic::catch_unwind(AssertUnwindSafe(|| {
        solvers.prove(task, stop, &mut |news| match news {
            News::Status(status) => tell(Message::Status(Box::new((*status).clone()))),
            News::Proved(proof) => tell(Message::Proved(Box::new((*proof).clone()))),
            News::Refuted(_) => {}
        })
    }));
    tell(match proved {
        Ok(Ok(_)) => Message::Ended,
        Ok(Err(error)) => Message::Failed(error.to_string()),
        Err(payload) => Message::Crashed(message_of(&*payload)),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_analysis_has_time_to_share() {
        let second = Limits::movetime(Duration::from_secs(1));
        assert!(Shares::of(&second).is_some());
        assert!(Shares::of(&Limits { infinite: true, ..Limits::default() }).is_some());
        assert_eq!(Shares::of(&Limits::depth(9)), None);
        assert_eq!(Shares::of(&Limits::nodes(9)), None);
        assert_eq!(Shares::of(&Limits { mate: Some(3), ..second.clone() }), None);
        assert_eq!(Shares::of(&Limits::movetime(Duration::from_millis(9))), None);
        let shares = Shares::of(&second).unwrap();
        let most = shares.glance + shares.search + shares.decided;
        assert!(most < Duration::from_secs(1), "the search gets the rest");
    }

    #[test]
    fn the_score_says_whose_mate_to_look_for() {
        let root = Position::start();
        let limits = Limits::movetime(Duration::from_secs(1));
        let scout = Scout::for_search(root, &[], &limits, 1).unwrap();
        assert_eq!(scout.suspect(Score::cp(900)), (Color::White, scout.shares.decided));
        assert_eq!(scout.suspect(Score::mated_at(6)), (Color::Black, scout.shares.decided));
        assert_eq!(scout.suspect(Score::cp(20)), (Color::White, scout.shares.open));
    }
}
