//! Several boards at a time, each on a thread of its own; what comes of the work is told in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::player::NoTable;
use crate::control::StopFlag;

/// What there is to do: so many pieces, so many at a time, until the flag is raised.
#[derive(Clone, Debug)]
pub(in crate::workshop) struct Shift<'a> {
    pub pieces: Range<u32>,
    pub jobs: usize,
    pub stop: &'a StopFlag,
}

/// The flags of a thread: that of its searches, which they raise themselves, and one for all that is raised when nothing is
/// wanted any more.
#[derive(Clone, Debug)]
pub(in crate::workshop) struct CrewFlags {
    pub search: StopFlag,
    pub quit: StopFlag,
}

/// Does the work on threads that each `begin` once; `tell` hears of the pieces in order and may break off. A piece of which
/// nothing came (`None`) was stopped.
pub(in crate::workshop) fn each<W, T: Send>(
    shift: &Shift<'_>,
    begin: impl Fn(&CrewFlags) -> Result<W, NoTable> + Sync,
    work: impl Fn(&mut W, u32) -> Result<Option<T>, NoTable> + Sync,
    tell: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Result<(), NoTable> {
    let Range { start, end } = shift.pieces;
    let (next, quit, done) = (AtomicU32::new(start), StopFlag::new(), AtomicBool::new(false));
    let jobs = shift.jobs.max(1).min(end.saturating_sub(start) as usize);
    let flags: Vec<CrewFlags> =
        (0..jobs).map(|_| CrewFlags { search: StopFlag::new(), quit: quit.clone() }).collect();
    let finish = || {
        quit.raise();
        flags.iter().for_each(|flags| flags.search.raise());
    };
    let member = |flags: &CrewFlags, teller: &Sender<Result<(u32, T), NoTable>>| {
        let mut worker = match begin(flags) {
            Ok(worker) => worker,
            Err(error) => return drop(teller.send(Err(error))),
        };
        while !flags.quit.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            let said = match work(&mut worker, number) {
                Ok(None) => break,
                Ok(Some(done)) => Ok((number, done)),
                Err(error) => Err(error),
            };
            // Nobody listens any more once enough was heard.
            if teller.send(said).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let (teller, said) = mpsc::channel();
        for flags in &flags {
            let (teller, member) = (teller.clone(), &member);
            scope.spawn(move || member(flags, &teller));
        }
        drop(teller);
        // Searches look at flags of their own, so somebody waits for the one of the whole.
        scope.spawn(|| {
            shift.stop.sleep_while(|| !done.load(Ordering::Relaxed));
            finish();
        });
        let told = in_order(start, said, tell);
        done.store(true, Ordering::Relaxed);
        finish();
        shift.stop.wake();
        told
    })
}

/// Tells what comes in whatever order, from this number on.
fn in_order<T>(
    mut wanted: u32,
    said: mpsc::Receiver<Result<(u32, T), NoTable>>,
    tell: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Result<(), NoTable> {
    let mut waiting = BTreeMap::new();
    for piece in said {
        let (number, done) = piece?;
        waiting.insert(number, done);
        while let Some(done) = waiting.remove(&wanted) {
            wanted += 1;
            if tell(done).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
