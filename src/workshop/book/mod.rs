//! `book`: makes a Polyglot book from games in PGN.
//!
//! Each move played goes to a pile of its position, on disk (`piles.rs`). At the end the piles are counted one by one; a move that
//! was played often enough gets a weight by its results, as in EXchess. Damaged games are reported and skipped.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::arguments::{number, path};
use anyhow::{Context, ensure};
use clap::Args;
use quarterply::chess::pgn::{PgnError, PgnFault, PgnReader, PgnRecord};
use quarterply::chess::polyglot::{encode, key, key_after};
use quarterply::chess::{Color, Move, Step};
use quarterply::oracle::book::choice::weights_of;
use quarterply::oracle::book::{BookEntry, Results, polyglot};
use quarterply::store::written::never;

use crate::desk::Desk;
use crate::piles::Piles;

/// Plies of each game that count.
const PLIES: usize = 40;

/// Bytes of a [`Played`].
const PLAYED: usize = 16;

/// A move of a game: the key of its position, the move in sixteen bits, and the mover's half points in the last byte.
type Played = u128;

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
}

impl BookBuild {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        desk.files.claim(&self.to, never)?;
        // One for each upper byte of the key: in their order all moves are sorted by position.
        let moves = Piles::beside(&self.to, 256)?;
        let mut builder = Builder { request: self, desk, moves, games: 0, damaged: 0 };
        for path in &self.games {
            builder.read(path).with_context(|| path.display().to_string())?;
        }
        builder.write_book()
    }
}

struct Builder<'a> {
    request: &'a BookBuild,
    desk: &'a Desk,
    moves: Piles<PLAYED>,
    games: u64,
    damaged: u64,
}

impl Builder<'_> {
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        let file = self.desk.open(path)?;
        let mut games = PgnReader::new(BufReader::with_capacity(1 << 20, file));
        for number in 1_u64.. {
            ensure!(!self.desk.stop.is_raised(), "stopped; no file was changed");
            let Some(game) = games.record()? else { break };
            match moves(&game, PLIES) {
                Ok(moves) => {
                    self.games += 1;
                    for played in moves {
                        self.moves.put((played >> 120) as u64, &played.to_be_bytes())?;
                    }
                }
                Err(error) => {
                    self.damaged += 1;
                    self.desk.say(format_args!(
                        "left out: {}, game {number}, {error}",
                        path.display()
                    ))?;
                }
            }
        }
        Ok(())
    }

    /// Counts the moves and writes the book atomically.
    fn write_book(self) -> anyhow::Result<()> {
        let least = self.request.least;
        let (mut positions, mut moves) = (0_u64, 0);
        self.desk.files.replace(&self.request.to, |out| {
            let mut out = BufWriter::with_capacity(1 << 16, out);
            self.moves.each(|pile| {
                let mut played: Vec<Played> =
                    pile.iter().map(|bytes| Played::from_be_bytes(*bytes)).collect();
                played.sort_unstable();
                for here in played.chunk_by(|one, other| one >> 64 == other >> 64) {
                    let kept = entries(here, least);
                    positions += u64::from(!kept.is_empty());
                    moves += kept.len();
                    kept.iter().try_for_each(|entry| out.write_all(&polyglot::bytes(entry)))?;
                }
                Ok(())
            })?;
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

/// Returns the first `plies` moves of a game.
fn moves(game: &PgnRecord, plies: usize) -> Result<Vec<Played>, PgnError> {
    let mut moves: Vec<(u64, u16, Color)> = Vec::with_capacity(plies);
    let mut last: Option<Move> = None;
    let reading = game.each_step(false, |position, step| {
        let Step::Move(mv) = step else { return false };
        let key = last.map_or_else(|| key(position), |mv| key_after(mv, position));
        moves.push((key, encode(mv), position.turn()));
        last = Some(mv);
        moves.len() < plies
    });
    let is_disputed = |doubt: &PgnError| matches!(doubt.fault, PgnFault::Results { .. });
    if let Some(error) = reading.fault.or(reading.doubts.into_iter().find(is_disputed)) {
        return Err(error);
    }
    let white = reading.result.points().unwrap_or(0.5);
    let played = moves.into_iter().map(|(key, bits, turn)| {
        let points = if turn == Color::White { white } else { 1.0 - white };
        Played::from(key) << 64 | Played::from(bits) << 8 | (2.0 * points) as Played
    });
    Ok(played.collect())
}

/// Returns the moves of one position that were played often enough, heaviest first.
fn entries(here: &[Played], least: u64) -> Vec<BookEntry> {
    let of_moves = here.chunk_by(|one, other| one >> 8 == other >> 8);
    let kept = of_moves.filter(|games| games.len() as u64 >= least).map(|games| {
        let count = |halves| games.iter().filter(|&&played| played as u8 == halves).count() as u32;
        BookEntry {
            key: (games[0] >> 64) as u64,
            bits: (games[0] >> 8) as u16,
            weight: 0,
            learn: 0,
            results: Results { wins: count(2), draws: count(1), losses: count(0) },
        }
    });
    let mut entries: Vec<BookEntry> = kept.collect();
    let results: Vec<Results> = entries.iter().map(|entry| entry.results).collect();
    for (entry, weight) in entries.iter_mut().zip(weights_of(&results)) {
        entry.weight = weight;
    }
    entries.sort_by_key(|entry| (Reverse(entry.weight), entry.bits));
    entries
}
