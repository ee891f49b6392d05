//! Records of self-play, a few bytes a ply: the source of training data and statistics.
//!
//! The file is a [`codec`] file of kind [`FileKind::Records`]. It has a [`RecordHeader`], followed by one block for each game,
//! numbered from 0 without a gap. All numbers are little endian:
//!
//! | bytes of a block | what |
//! |---|---|
//! | 0–3 | length of the payload, at most [`LARGEST_BLOCK`] |
//! | 4–11 | checksum (FNV-1a, 64 bits) of bytes 0–3 and the payload |
//! | 12– | the payload |
//!
//! | bytes of a payload | what |
//! |---|---|
//! | 0–3 | number of the game |
//! | 4 | result (0 White won, 1 draw, 2 Black won) + 4 × the code of an [`EndCause`] |
//! | 5 | length of the FEN that follows; 0 for the start position of chess |
//! | 6– | FEN of the start, then four bytes for each ply: [`Move::bits`], and [`Score::raw`] from the mover's view |
//!
//! A move that was not searched (in the opening) has [`NO_SCORE`] as its score. Blocks are appended in one write each and never
//! changed, so a crash or a full disk truncates only the last one. If the file ends within a block, has a wrong byte, a
//! duplicate, misplaced or missing game, or an illegal move, reading stops there with an error that names the place; earlier
//! games can be read. Missing games at the end are no error: a stopped run looks the same, and is resumed there.

#[cfg(test)]
mod tests;
mod write;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use anyhow::{Context, anyhow, bail, ensure};
use quarterply::chess::game::{GameResult, StepError};
use quarterply::chess::{Game, Move, Position};
use quarterply::store::codec::{self, FileKind, HEADER, LIMIT};
use quarterply::store::file;
use quarterply::units::Score;
pub use write::RecordWriter;

pub const VERSION: u16 = 1;

/// Maximum payload of a block in bytes; no game is that long.
pub const LARGEST_BLOCK: u32 = 1 << 16;

/// Score of a move that was not searched.
pub const NO_SCORE: i16 = i16::MIN;

/// Bytes before the payload of a block.
const BLOCK_HEAD: usize = 12;

const DAMAGED: &str = "the file is damaged: what stands there does not fit its checksum";

const FIXED: usize = 6;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordHeader {
    /// The program that started it, for example `quarterply 0.1.0`; informative.
    pub written_by: String,
    /// Everything that determines the games: players, limits, openings, seed.
    pub settings: String,
}

/// Why a game ended. The codes are the indices here, and are permanent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndCause {
    Checkmate,
    Stalemate,
    Repetition,
    /// Fifty moves a side without a capture or a pawn move.
    FiftyMoves,
    Material,
    /// Drawn by the limit of its length.
    Length,
    /// Adjudicated as won by the scores.
    Resigned,
    /// Adjudicated as a draw by the scores.
    Agreed,
    /// Only in older records, like the next.
    Tables,
    Time,
}

impl EndCause {
    /// Every cause, and its name.
    const NAMES: [(EndCause, &str); 10] = [
        (EndCause::Checkmate, "checkmate"),
        (EndCause::Stalemate, "stalemate"),
        (EndCause::Repetition, "repetition"),
        (EndCause::FiftyMoves, "fifty moves"),
        (EndCause::Material, "insufficient material"),
        (EndCause::Length, "too long"),
        (EndCause::Resigned, "adjudicated win"),
        (EndCause::Agreed, "adjudicated draw"),
        (EndCause::Tables, "endgame table"),
        (EndCause::Time, "time forfeit"),
    ];

    pub fn name(self) -> &'static str {
        EndCause::NAMES[self as usize].1
    }
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

    pub fn block(&self) -> Vec<u8> {
        let fen = if self.start == Position::start() { String::new() } else { self.start.to_fen() };
        let result = 2 - (2.0 * self.result.points().unwrap_or(0.5)) as u8;
        let mut payload = Vec::with_capacity(FIXED + fen.len() + 4 * self.plies.len());
        payload.extend(self.number.to_le_bytes());
        payload.extend([result | (self.cause as u8) << 2, fen.len() as u8]);
        payload.extend(fen.as_bytes());
        for ply in &self.plies {
            let score = ply.score.map_or(NO_SCORE, |score| score.raw() as i16);
            payload.extend(ply.mv.bits().to_le_bytes());
            payload.extend(score.to_le_bytes());
        }
        let length = (payload.len() as u32).to_le_bytes();
        let sum = codec::checksum([&length, &payload]);
        [&length, &sum.to_le_bytes()[..], &payload].concat()
    }

    fn read(payload: &[u8]) -> anyhow::Result<GameRecord> {
        let (fixed, rest) =
            payload.split_first_chunk::<FIXED>().context("its game has no beginning")?;
        let [n0, n1, n2, n3, end, fen_length] = *fixed;
        let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        let result = *results.get(usize::from(end & 3)).context("its result is none")?;
        let cause = EndCause::NAMES.get(usize::from(end >> 2));
        let &(cause, _) = cause.context("its end is of a kind that there is not")?;
        let starts = rest.split_at_checked(usize::from(fen_length));
        let (fen, moves) = starts.context("its start is cut short")?;
        let (chunks, []) = moves.as_chunks::<4>() else { bail!("its last move is cut short") };
        let start = match str::from_utf8(fen)? {
            "" => Position::start(),
            fen => Position::from_fen(fen)?,
        };
        let plies = chunks.iter().map(RecordedPly::read).collect::<Option<Vec<_>>>();
        let plies = plies.context("it has a move that is none")?;
        let number = u32::from_le_bytes([n0, n1, n2, n3]);
        let record = GameRecord { number, start, plies, result, cause };
        let illegal = |(ply, error)| anyhow!("its move {ply}, counted from 0, is illegal: {error}");
        record.game().map_err(illegal)?;
        Ok(record)
    }
}

impl RecordedPly {
    fn read(&[m0, m1, s0, s1]: &[u8; 4]) -> Option<RecordedPly> {
        let score = i16::from_le_bytes([s0, s1]);
        let score = (score != NO_SCORE).then(|| Score::from_raw(i32::from(score)));
        Some(RecordedPly { mv: Move::from_bits(u16::from_le_bytes([m0, m1]))?, score })
    }
}

/// An incomplete game at the end of a file.
#[derive(Debug, thiserror::Error)]
#[error("the file is cut short: the game that begins there is not whole")]
pub struct CutShort;

/// Reads records in order. Returns nothing after an error.
#[derive(Debug)]
pub struct Records<R> {
    reader: R,
    pub header: RecordHeader,
    /// Offset of the next block.
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
        let header = read_header(FileKind::Records, VERSION, &mut reader);
        let (header, offset) = header.context("at byte 0")?;
        Ok(Records { reader, header, offset, next: 0, is_over: false })
    }

    fn step(&mut self) -> anyhow::Result<Option<GameRecord>> {
        let head = up_to(&mut self.reader, BLOCK_HEAD as u64)?;
        if head.is_empty() {
            return Ok(None);
        }
        let Some(head) = head.first_chunk::<BLOCK_HEAD>() else { bail!(CutShort) };
        let [l0, l1, l2, l3, sum @ ..] = *head;
        let length = [l0, l1, l2, l3];
        let size = u32::from_le_bytes(length);
        ensure!(size <= LARGEST_BLOCK, DAMAGED);
        let payload = up_to(&mut self.reader, size.into())?;
        ensure!(payload.len() == size as usize, CutShort);
        ensure!(codec::checksum([&length, &payload]) == u64::from_le_bytes(sum), DAMAGED);
        let record = GameRecord::read(&payload).context("the game there cannot be understood")?;
        let (found, expected) = (record.number, self.next);
        ensure!(found == expected, "game {found} stands there where game {expected} was expected");
        self.offset += (BLOCK_HEAD + payload.len()) as u64;
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

/// Reads the sealed header of a file, and returns it with its size.
pub fn read_header<T: DeserializeOwned>(
    kind: FileKind,
    version: u16,
    reader: &mut impl Read,
) -> anyhow::Result<(T, u64)> {
    let mut bytes = up_to(reader, HEADER as u64)?;
    if let Some(length) = bytes.get(8..16).and_then(|part| part.first_chunk()) {
        let length = u64::from_le_bytes(*length).min(LIMIT as u64);
        bytes.extend(up_to(reader, length)?);
    }
    let header = codec::open(kind, version, &bytes)?;
    Ok((header, bytes.len() as u64))
}

/// Reads up to `count` bytes.
fn up_to(reader: &mut impl Read, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(count).read_to_end(&mut bytes)?;
    Ok(bytes)
}
