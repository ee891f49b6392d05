//! Records of self-play, a few bytes a ply: the source of training data and statistics.
//!
//! The file is a [`codec`] file of kind [`FileKind::Records`]. It has a sealed [`RecordHeader`], and behind it a sealed
//! [`GameForm`] for each game, numbered from 0 without a gap.
//!
//! Games are appended in one write each and never changed, so a crash or a full disk truncates only the last one. If the file ends
//! within a game, has a wrong byte, a duplicate, misplaced or missing game, or an illegal move, reading stops there with an error
//! that names the place; earlier games can be read. Missing games at the end are no error: a stopped run looks the same, and is
//! resumed there.

#[cfg(test)]
mod tests;
mod write;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use anyhow::{Context, anyhow, ensure};
use quarterply::chess::game::{GameResult, StepError};
use quarterply::chess::{Game, Move, Position};
use quarterply::settings::named;
use quarterply::store::codec::{self, CodecError, FileKind, HEADER, LIMIT};
use quarterply::store::file;
use quarterply::units::Score;
pub use write::RecordWriter;

pub const VERSION: u16 = 2;

/// Maximum length of a sealed game that is not whole. No game is that long, so a larger number is damage.
const LARGEST: u64 = 1 << 16;

/// Score of a move that was not searched.
const NO_SCORE: i16 = i16::MIN;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordHeader {
    /// The program that started it, for example `quarterply 0.1.0`; informative.
    pub written_by: String,
    /// Everything that determines the games: players, limits, openings, seed.
    pub settings: String,
}

named! {
    /// Why a game ended. The order is permanent.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum EndCause {
        Checkmate = "checkmate",
        Stalemate = "stalemate",
        Repetition = "repetition",
        /// Fifty moves a side without a capture or a pawn move.
        FiftyMoves = "fifty moves",
        Material = "insufficient material",
        /// Drawn by the limit of its length.
        Length = "too long",
        Resigned = "adjudicated win",
        Agreed = "adjudicated draw",
    }
}

/// A game as it is stored.
#[derive(Serialize, Deserialize)]
struct GameForm {
    number: u32,
    /// FEN of the start; empty for the start position of chess.
    start: String,
    /// White's half points.
    halves: u8,
    cause: EndCause,
    /// [`Move::bits`], and [`Score::raw`] from the mover's view or [`NO_SCORE`].
    plies: Vec<(u16, i16)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    pub mv: Move,
    /// Score of the search before the move, from the mover's view; `None` if it was not searched.
    pub score: Option<Score>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    pub number: u32,
    pub start: Position,
    pub plies: Vec<RecordedPly>,
    /// Never unknown.
    pub result: GameResult,
    pub cause: EndCause,
}

impl GameRecord {
    /// Returns the game at its end.
    ///
    /// # Errors
    /// The first illegal move, with its ply from 0; a record that was read has none.
    pub fn game(&self) -> Result<Game, (usize, StepError)> {
        let mut game = Game::new(self.start);
        for (ply, played) in self.plies.iter().enumerate() {
            game.play(played.mv).map_err(|error| (ply, error))?;
        }
        Ok(game)
    }

    /// Every searched position with the move played and the score, from the mover's view.
    pub fn searched(&self) -> impl Iterator<Item = (Position, Move, Score)> {
        let walk = self.plies.iter().scan(self.start, |position, ply| {
            let before = *position;
            *position = position.play(ply.mv);
            Some((before, ply))
        });
        walk.filter_map(|(before, ply)| Some((before, ply.mv, ply.score?)))
    }

    /// Returns the bytes of the game in a file.
    pub fn sealed(&self) -> Result<Vec<u8>, CodecError> {
        let is_standard = self.start == Position::start();
        let score = |score: Option<Score>| score.map_or(NO_SCORE, |score| score.raw() as i16);
        let plies = self.plies.iter().map(|ply| (ply.mv.bits(), score(ply.score)));
        let form = GameForm {
            number: self.number,
            start: if is_standard { String::new() } else { self.start.to_fen() },
            halves: (2.0 * self.result.points().unwrap_or(0.5)) as u8,
            cause: self.cause,
            plies: plies.collect(),
        };
        codec::seal(FileKind::Records, VERSION, &form)
    }

    fn read(GameForm { number, start, halves, cause, plies }: GameForm) -> anyhow::Result<Self> {
        let results = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
        let result = *results.get(usize::from(halves)).context("its result is none")?;
        let start = if start.is_empty() { Position::start() } else { Position::from_fen(&start)? };
        let plies = plies.into_iter().map(|(bits, score)| {
            let score = (score != NO_SCORE).then(|| Score::from_raw(score.into()));
            Some(RecordedPly { mv: Move::from_bits(bits)?, score })
        });
        let plies = plies.collect::<Option<Vec<_>>>().context("it has a move that is none")?;
        let record = GameRecord { number, start, plies, result, cause };
        let illegal = |(ply, error)| anyhow!("its move {ply}, counted from 0, is illegal: {error}");
        record.game().map_err(illegal)?;
        Ok(record)
    }
}

/// An incomplete game at the end of a file.
#[derive(Debug, thiserror::Error)]
#[error("the file is cut short: what begins there is not whole")]
pub struct CutShort;

/// Reads records in order. Returns nothing after an error.
#[derive(Debug)]
pub struct Records<R> {
    reader: R,
    pub header: RecordHeader,
    /// Offset of the next game.
    pub offset: u64,
    next: u32,
    is_over: bool,
}

impl Records<BufReader<File>> {
    pub fn open(path: &Path) -> anyhow::Result<Records<BufReader<File>>> {
        Records::new(BufReader::with_capacity(1 << 16, file::open(path)?))
    }
}

impl<R: Read> Records<R> {
    pub fn new(mut reader: R) -> anyhow::Result<Records<R>> {
        let header = read_sealed(FileKind::Records, VERSION, &mut reader).context("at byte 0")?;
        let (header, offset) = header.context("the file is empty")?;
        Ok(Records { reader, header, offset, next: 0, is_over: false })
    }

    fn step(&mut self) -> anyhow::Result<Option<GameRecord>> {
        let read = read_sealed(FileKind::Records, VERSION, &mut self.reader);
        let Some((form, bytes)) = read.context("the game there is damaged or cut short")? else {
            return Ok(None);
        };
        let record = GameRecord::read(form).context("the game there cannot be understood")?;
        let (found, expected) = (record.number, self.next);
        ensure!(found == expected, "game {found} stands there where game {expected} was expected");
        self.offset += bytes;
        self.next += 1;
        Ok(Some(record))
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = anyhow::Result<GameRecord>;

    fn next(&mut self) -> Option<anyhow::Result<GameRecord>> {
        if self.is_over {
            return None;
        }
        let read = self.step();
        self.is_over = !matches!(read, Ok(Some(_)));
        let place = || format!("at byte {}, after {} whole games", self.offset, self.next);
        read.with_context(place).transpose()
    }
}

/// Reads what is sealed, and returns it with its size; `None` at the end.
///
/// # Errors
/// [`CutShort`] if the end comes before, and any error of [`codec::open`].
pub fn read_sealed<T: DeserializeOwned>(
    kind: FileKind,
    version: u16,
    reader: &mut impl Read,
) -> anyhow::Result<Option<(T, u64)>> {
    let mut bytes = up_to(reader, HEADER as u64)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let length = bytes.get(8..16).and_then(|part| part.first_chunk());
    let length = length.map_or(0, |length| u64::from_le_bytes(*length));
    bytes.extend(up_to(reader, length.min(LIMIT as u64))?);
    let found = bytes.len() as u64;
    ensure!(length > LARGEST || found >= HEADER as u64 + length, CutShort);
    Ok(Some((codec::open(kind, version, &bytes)?, found)))
}

/// Reads up to `count` bytes.
fn up_to(reader: &mut impl Read, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(count).read_to_end(&mut bytes)?;
    Ok(bytes)
}
