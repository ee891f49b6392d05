//! Counts how often each move was played and how its games ended, in bounded memory.
//!
//! Counts are collected in a buffer of fixed size. When it is full it is sorted and counts of the same move are merged; if that
//! frees too little, it is written out as a sorted *run*. All runs are merged at the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};

use quarterply::chess::GameResult;
use quarterply::oracle::book::Results;

/// Ordered by position and move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MoveTally {
    pub key: u64,
    pub bits: u16,
    /// Results of its games, from the mover's point of view.
    pub results: Results,
}

const ENCODED: usize = 22;

/// Buffer size for reading a run, in bytes.
const BUFFER: usize = 64 << 10;

impl MoveTally {
    pub fn one(key: u64, bits: u16, result: GameResult, white: bool) -> MoveTally {
        let points = result.points().unwrap_or(0.5);
        let points = if white { points } else { 1.0 - points };
        let count = |of: f64| u32::from(points == of);
        let results = Results { wins: count(1.0), draws: count(0.5), losses: count(0.0) };
        MoveTally { key, bits, results }
    }

    fn order(&self) -> (u64, u16) {
        (self.key, self.bits)
    }

    fn encode(&self) -> [u8; ENCODED] {
        let mut bytes = [0; ENCODED];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.bits.to_be_bytes());
        bytes[10..14].copy_from_slice(&self.results.wins.to_be_bytes());
        bytes[14..18].copy_from_slice(&self.results.draws.to_be_bytes());
        bytes[18..].copy_from_slice(&self.results.losses.to_be_bytes());
        bytes
    }

    fn decode(bytes: &[u8; ENCODED]) -> MoveTally {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
        };
        let count = |from: usize| number(from, from + 4) as u32;
        let results = Results { wins: count(10), draws: count(14), losses: count(18) };
        MoveTally { key: number(0, 8), bits: number(8, 10) as u16, results }
    }
}

pub struct Collector {
    tallies: Vec<MoveTally>,
    room: usize,
}

impl Collector {
    pub fn new(bytes: usize) -> Collector {
        let room = (bytes / size_of::<MoveTally>()).max(1024);
        Collector { tallies: Vec::new(), room }
    }

    pub fn add(&mut self, tally: MoveTally) {
        if self.tallies.capacity() == 0 {
            // Reserve at once, so that growing never needs twice as much.
            self.tallies.reserve_exact(self.room);
        }
        self.tallies.push(tally);
    }

    /// Whether `more` tallies can be added before [`Collector::is_full`] must be called again.
    pub fn has_room_for(&self, more: usize) -> bool {
        self.tallies.len() + more <= self.room
    }

    /// Merges counts of the same move; returns whether a run must still be written.
    pub fn is_full(&mut self) -> bool {
        self.compact();
        self.tallies.len() * 4 > self.room * 3
    }

    fn compact(&mut self) {
        self.tallies.sort_unstable_by_key(MoveTally::order);
        self.tallies.dedup_by(|tally, kept| {
            let same = tally.order() == kept.order();
            if same {
                kept.results.add(tally.results);
            }
            same
        });
    }

    /// Writes all tallies as a run and clears the buffer. The file has no name, so the system deletes it in any case.
    pub fn write(&mut self) -> io::Result<File> {
        self.compact();
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
        self.tallies.iter().try_for_each(|tally| out.write_all(&tally.encode()))?;
        self.tallies.clear();
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

pub struct Merge {
    runs: Vec<BufReader<File>>,
    /// The next tally of each run, the least first.
    next: BinaryHeap<Reverse<(MoveTally, usize)>>,
}

impl Merge {
    pub fn new(runs: Vec<File>) -> io::Result<Merge> {
        let runs = runs.into_iter().map(|file| BufReader::with_capacity(BUFFER, file));
        let mut merge = Merge { runs: runs.collect(), next: BinaryHeap::new() };
        (0..merge.runs.len()).try_for_each(|run| merge.pull(run))?;
        Ok(merge)
    }

    fn pull(&mut self, run: usize) -> io::Result<()> {
        let mut bytes = [0; ENCODED];
        match self.runs[run].read_exact(&mut bytes) {
            Ok(()) => self.next.push(Reverse((MoveTally::decode(&bytes), run))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    pub fn next(&mut self) -> io::Result<Option<MoveTally>> {
        let mut found: Option<MoveTally> = None;
        while let Some(Reverse((tally, run))) = self.next.peek().copied()
            && found.is_none_or(|found| found.order() == tally.order())
        {
            self.next.pop();
            self.pull(run)?;
            match &mut found {
                Some(found) => found.results.add(tally.results),
                None => found = Some(tally),
            }
        }
        Ok(found)
    }
}
