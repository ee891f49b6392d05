//! `book`: makes a Polyglot book from games in PGN, in a fixed amount of memory.
//!
//! Moves are counted by position (`tally.rs`); what exceeds the memory is written to sorted runs in unnamed files. At the end the
//! runs are merged; a move that was played often enough gets a weight by its results, as in EXchess. Damaged games are reported
//! and skipped.

mod tally;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::arguments::{mebibytes, number, path};
use anyhow::{Context, ensure};
use clap::Args;
use quarterply::chess::pgn::{PgnError, PgnFault, PgnReader, PgnRecord};
use quarterply::chess::polyglot::{encode, key, key_after};
use quarterply::chess::{Color, Move, Step};
use quarterply::oracle::book::choice::weights_of;
use quarterply::oracle::book::{BookEntry, Results, polyglot};
use quarterply::store::written::never;

use self::tally::{Collector, Merge, MoveTally};
use crate::desk::Desk;

/// Games between two checks of the stop flag.
const GAMES_A_LOOK: u64 = 64;

#[derive(Args, Clone, Debug)]
pub struct BookBuild {
    /// Games in PGN
    #[arg(value_name = "FILE", required = true, value_parser = path)]
    games: Vec<PathBuf>,
    /// The Polyglot file to be made
    #[arg(long, value_name = "FILE", value_parser = path)]
    to: PathBuf,
    /// Games that a move must have been played in to belong to the book
    #[arg(long = "count", value_name = "N", default_value = "3", value_parser = number::<u64>(1..=u64::from(u32::MAX)))]
    least: u64,
    /// Plies of each game that count
    #[arg(long, value_name = "N", default_value = "40", value_parser = number::<usize>(1..=600))]
    plies: usize,
    /// Memory for counting, in MiB: 64, 512M, 1G
    #[arg(long, value_name = "SIZE", default_value = "256", value_parser = mebibytes)]
    memory: usize,
}

impl BookBuild {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        desk.files.claim(&self.to, never)?;
        let mut builder = Builder {
            request: self,
            desk,
            collector: Collector::new(self.memory << 20),
            runs: Vec::new(),
            games: 0,
            damaged: 0,
        };
        for path in &self.games {
            builder.read(path).with_context(|| path.display().to_string())?;
        }
        builder.write_book()
    }
}

struct Builder<'a> {
    request: &'a BookBuild,
    desk: &'a Desk,
    collector: Collector,
    runs: Vec<File>,
    games: u64,
    damaged: u64,
}

impl Builder<'_> {
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = self.desk.open(path)?;
        let mut games = PgnReader::new(BufReader::with_capacity(1 << 20, file));
        for number in 1_u64.. {
            if number.is_multiple_of(GAMES_A_LOOK) {
                ensure!(!self.desk.stop.is_raised(), "stopped; no file was changed");
            }
            if !self.collector.has_room_for(self.request.plies) && self.collector.is_full() {
                self.runs.push(self.collector.write()?);
            }
            let Some(game) = games.record()? else { break };
            if let Err(error) = self.count(&game) {
                self.damaged += 1;
                self.desk
                    .say(format_args!("left out: {}, game {number}, {error}", path.display()))?;
            }
        }
        Ok(())
    }

    fn count(&mut self, game: &PgnRecord) -> Result<(), PgnError> {
        let mut moves: Vec<(u64, u16, bool)> = Vec::with_capacity(self.request.plies);
        let mut last: Option<Move> = None;
        let reading = game.each_step(false, |position, step| {
            let Step::Move(mv) = step else { return false };
            if moves.len() == self.request.plies {
                return false;
            }
            let key = last.map_or_else(|| key(position), |mv| key_after(mv, position));
            moves.push((key, encode(mv), position.turn() == Color::White));
            last = Some(mv);
            moves.len() < self.request.plies
        });
        let is_disputed = |doubt: &PgnError| matches!(doubt.fault, PgnFault::Results { .. });
        if let Some(error) = reading.fault.or(reading.doubts.into_iter().find(is_disputed)) {
            return Err(error);
        }
        self.games += 1;
        for (key, bits, white) in moves {
            self.collector.add(MoveTally::one(key, bits, reading.result, white));
        }
        Ok(())
    }

    /// Merges the runs and writes the book atomically.
    fn write_book(mut self) -> anyhow::Result<()> {
        self.runs.push(self.collector.write()?);
        let mut merge = Merge::new(self.runs)?;
        let least = self.request.least;
        let (mut positions, mut moves) = (0_u64, 0);
        self.desk.files.replace(&self.request.to, |out| {
            let mut out = BufWriter::with_capacity(1 << 16, out);
            let mut here: Vec<MoveTally> = Vec::new();
            loop {
                let next = merge.next()?;
                if here.first().is_some_and(|first| next.is_none_or(|next| next.key != first.key)) {
                    let kept = entries(&here, least);
                    positions += u64::from(!kept.is_empty());
                    moves += kept.len();
                    kept.iter().try_for_each(|entry| out.write_all(&polyglot::bytes(entry)))?;
                    here.clear();
                }
                let Some(next) = next else { break };
                here.push(next);
            }
            if moves == 0 {
                let why = format!("no move was played in {least} games; ask for fewer");
                return Err(io::Error::other(why));
            }
            out.flush()
        })?;
        let (games, damaged, to) = (self.games, self.damaged, self.request.to.display());
        self.desk.say(format_args!(
            "{to}: {moves} moves in {positions} positions, of {games} games; {damaged} left out"
        ))?;
        Ok(())
    }
}

/// Returns the moves of one position that were played often enough, heaviest first.
fn entries(here: &[MoveTally], least: u64) -> Vec<BookEntry> {
    let kept: Vec<&MoveTally> =
        here.iter().filter(|tally| tally.results.games() >= least).collect();
    let results: Vec<Results> = kept.iter().map(|tally| tally.results).collect();
    let weights = weights_of(&results);
    let of = |(tally, weight): (&&MoveTally, u16)| BookEntry {
        key: tally.key,
        bits: tally.bits,
        weight,
        learn: 0,
        results: tally.results,
    };
    let mut entries: Vec<BookEntry> = kept.iter().zip(weights).map(of).collect();
    entries.sort_by_key(|entry| (std::cmp::Reverse(entry.weight), entry.bits));
    entries
}
