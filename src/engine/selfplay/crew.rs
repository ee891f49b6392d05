//! Several boards at a time, each on a thread of its own; what they play is told in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::MatchPlan;
use super::game::MatchBoard;
use super::opening::Deck;
use super::player::NoTable;
use crate::control::StopFlag;
use crate::store::records::GameRecord;

/// What a board says: a game, or why there is none.
type BoardSays = Result<GameRecord, NoTable>;

/// Plays the games from `first` on until all are played, `tell` breaks off or the flag is raised.
pub(super) fn play(
    plan: &MatchPlan,
    first: u32,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
) -> Result<(), NoTable> {
    let deck = Deck::new(&plan.openings, plan.seed);
    let (next, quit, done) = (AtomicU32::new(first), StopFlag::new(), AtomicBool::new(false));
    let jobs = plan.jobs.max(1).min(plan.games.saturating_sub(first) as usize);
    let flags: Vec<StopFlag> = (0..jobs).map(|_| StopFlag::new()).collect();
    let end = || {
        quit.raise();
        flags.iter().for_each(StopFlag::raise);
    };
    thread::scope(|scope| {
        let (teller, games) = mpsc::channel();
        for flag in &flags {
            let (teller, flag) = (teller.clone(), flag.clone());
            let (deck, next, quit) = (&deck, &next, &quit);
            scope.spawn(move || work(plan, deck, (flag, quit), next, &teller));
        }
        drop(teller);
        // Searches look at flags of their own, which they raise themselves; so somebody waits for the one of the run.
        scope.spawn(|| {
            stop.sleep_while(|| !done.load(Ordering::Relaxed));
            end();
        });
        let mut waiting = BTreeMap::new();
        let mut wanted = first;
        let mut failed = Ok(());
        for said in games {
            let record = match said {
                Ok(record) => record,
                Err(error) => {
                    failed = Err(error);
                    break;
                }
            };
            waiting.insert(record.number, record);
            let mut goes_on = true;
            while let Some(record) = waiting.remove(&wanted).filter(|_| goes_on) {
                wanted += 1;
                goes_on = tell(&record).is_continue();
            }
            if !goes_on {
                break;
            }
        }
        done.store(true, Ordering::Relaxed);
        end();
        stop.wake();
        failed
    })
}

/// One thread: a game after the other.
fn work(
    plan: &MatchPlan,
    deck: &Deck,
    (flag, quit): (StopFlag, &StopFlag),
    next: &AtomicU32,
    teller: &Sender<BoardSays>,
) {
    let mut board = match MatchBoard::new(plan, deck, flag, quit) {
        Ok(board) => board,
        Err(error) => return drop(teller.send(Err(error))),
    };
    while !quit.is_stopped() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.games {
            break;
        }
        let said = match board.play(number) {
            Ok(None) => break,
            Ok(Some(record)) => Ok(record),
            Err(error) => Err(error),
        };
        // Nobody listens any more once the match is decided.
        if teller.send(said).is_err() {
            break;
        }
    }
}
