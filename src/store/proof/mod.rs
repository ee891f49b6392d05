//! Proofs as files: JSON Lines that any program can read, and check with nothing but the rules of chess.
//!
//! The first line says what is proved, `{"v":1,"type":"proof","fen":…,"mate":N,"side":"w"|"b","minimal":true|false|null}`: the side
//! that mates, in how many moves, and whether a shorter mate is known not to exist; behind it the program, the number of
//! positions, and a digest of their lines, so that a file that was cut or changed is recognized. Then one line for every position with
//! that side to move that the strategy can reach, those nearer to the root first:
//! `{"fen":"<four fields>","move":"<coordinate>","mate":k}`, k counting this move. Nothing that is read is believed:
//! [`load`] gives a [`Proof`] only if `proof/` finds the strategy sound. What a file says of its shortness is a claim and
//! stays one.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use serde_json::{Map, Value};

use super::made_of::ChecksumWriter;
use super::{StoreError, WrittenFiles, file};
use crate::chess::{Color, MoveError, Position, SetupError, notation};
use crate::proof::{Flaw, Proof, Rules, Strategy, StrategyStep, verify};

/// The version of the form that is written and read.
pub const VERSION: u64 = 1;

/// Bytes of a line; what is longer is no line of a proof.
const LONGEST_LINE: usize = 1_024;

/// Positions of a file. Twice what a prover of 256 MiB can hold.
const MOST_POSITIONS: usize = 10_000_000;

#[derive(Clone, Debug)]
pub struct SavedProof {
    pub strategy: Strategy,
    /// Moves to mate, as the file has it.
    pub mate: u16,
    /// Whether there is no shorter mate, as the file has it; `None` if it is not known.
    pub minimal: Option<bool>,
}

/// A file of which no proof can be made.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    #[error("line {line}: {error}")]
    Io { line: usize, error: io::Error },
    #[error("line {line} {fault}")]
    Line {
        /// The line, from 1.
        line: usize,
        fault: LineFault,
    },
    #[error("the file is empty; a proof begins with a line of the type \"proof\"")]
    Empty,
    #[error("the file has more than {MOST_POSITIONS} positions, the most that a proof can hold")]
    Large,
    #[error(
        "line 1 says {said} positions, but {found} follow: the file was cut, or lines were added"
    )]
    Cut { said: u64, found: u64 },
    #[error(
        "the digest in line 1 is not that of the lines below: the file was changed after it was written"
    )]
    Changed,
    #[error("this does not prove a mate: {0}")]
    Flaw(#[from] Flaw),
    #[error("line 1 says mate in {claimed}, but what follows takes {found} moves")]
    Longer { claimed: u16, found: u16 },
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    #[error("is not JSON: {0}")]
    Json(String),
    #[error("must be a JSON object, as in {{\"fen\":…,\"move\":…,\"mate\":…}}")]
    Object,
    #[error("is longer than {LONGEST_LINE} bytes, and no line of a proof is")]
    Long,
    #[error("has no \"{field}\", which must be {wanted}")]
    Missing { field: &'static str, wanted: &'static str },
    #[error("has {got} as \"{field}\", which must be {wanted}")]
    Wrong { field: &'static str, wanted: &'static str, got: String },
    #[error("has version {0} as \"v\"; this program reads version {VERSION}")]
    Version(u64),
    #[error("has no position as \"fen\": {0}")]
    Fen(SetupError),
    #[error(
        "has a \"fen\" of {0} fields, which must be four: pieces, side to move, castling, en passant"
    )]
    Fields(usize),
    #[error("has a \"fen\" with the other side to move, but it is {0} that mates")]
    Turn(Color),
    #[error("has no legal move as \"move\": {0}")]
    Move(MoveError),
    #[error("says again what to play in {0}")]
    Twice(String),
}

/// Writes a proof in the interchange form. Castling is `e1g1`, or king takes rook if `chess960`.
pub fn write(
    out: &mut dyn Write,
    proof: &Proof,
    minimal: Option<bool>,
    chess960: bool,
) -> io::Result<()> {
    let side = proof.attacker().letter();
    let minimal = minimal.map_or("null".to_owned(), |minimal| minimal.to_string());
    let (beginning, mate, positions) = (beginning(proof), proof.mate(), proof.positions());
    let mut digest = ChecksumWriter::default();
    write_rows(&mut digest, proof, chess960)?;
    write!(out, r#"{beginning},"mate":{mate},"side":"{side}","minimal":{minimal},"#)?;
    let (version, digest) = (env!("CARGO_PKG_VERSION"), digest.0);
    let program = format!(r#""program":"quarterply {version}""#);
    writeln!(out, r#"{program},"positions":{positions},"digest":"{digest:016x}"}}"#)?;
    write_rows(out, proof, chess960)
}

/// Writes a line for every position.
fn write_rows(out: &mut dyn Write, proof: &Proof, chess960: bool) -> io::Result<()> {
    let mut written = Ok(());
    proof.strategy().walk(|position, step| {
        let (fen, mv) = (position.to_fen(), notation::uci(step.mv, chess960));
        let (fen, mate) = (four_fields(&fen), step.mate);
        written = writeln!(out, r#"{{"fen":"{fen}","move":"{mv}","mate":{mate}}}"#);
        written.is_ok()
    });
    written
}

/// The beginning of every file about the same position.
fn beginning(proof: &Proof) -> String {
    format!(r#"{{"v":{VERSION},"type":"proof","fen":"{}""#, proof.root().to_fen())
}

/// A FEN without its clocks.
fn four_fields(fen: &str) -> &str {
    fen.rsplitn(3, ' ').last().unwrap_or(fen)
}

/// Keeps a proof in a file, also in place of another one of the same position.
pub fn save(
    files: &WrittenFiles,
    path: &Path,
    proof: &Proof,
    minimal: Option<bool>,
    chess960: bool,
) -> Result<(), StoreError> {
    let beginning = beginning(proof);
    files.claim(path, |head| head.starts_with(beginning.as_bytes()))?;
    files.replace(path, |file| {
        let mut out = BufWriter::new(file);
        write(&mut out, proof, minimal, chess960)?;
        out.flush()
    })?;
    Ok(())
}

/// Reads a file and checks what it says; also what it claims of its shortness, which is not checked.
pub fn load(path: &Path, rules: Rules) -> Result<(Proof, Option<bool>), StoreError> {
    let name = || path.display().to_string();
    let proof = read(BufReader::new(file::open(path)?))
        .and_then(|saved| Ok((saved.check(rules)?, saved.minimal)));
    proof.map_err(|error| StoreError::Proof { path: name(), error })
}

impl SavedProof {
    /// The proof, if it is one, of the mate that is claimed or a shorter one.
    pub fn check(&self, rules: Rules) -> Result<Proof, ProofFileError> {
        let proof = verify(&self.strategy, rules)?;
        if proof.mate() > self.mate {
            let (claimed, found) = (self.mate, proof.mate());
            return Err(ProofFileError::Longer { claimed, found });
        }
        Ok(proof)
    }
}

/// Reads the interchange form, and checks each line by itself.
pub fn read(input: impl BufRead) -> Result<SavedProof, ProofFileError> {
    let digest = ChecksumWriter::default();
    let mut lines = ObjectLines { input, line: 0, buffer: Vec::new(), digest };
    let head = lines.next()?.ok_or(ProofFileError::Empty)?;
    let mut saved = first_line(&head).map_err(|fault| lines.fault(fault))?;
    let said = sums(&head).map_err(|fault| lines.fault(fault))?;
    lines.digest = ChecksumWriter::default();
    while let Some(fields) = lines.next()? {
        let (position, step) =
            row(&fields, saved.strategy.attacker()).map_err(|fault| lines.fault(fault))?;
        if saved.strategy.step(&position).is_some() {
            let fen = four_fields(&position.to_fen()).to_owned();
            return Err(lines.fault(LineFault::Twice(fen)));
        }
        if saved.strategy.len() == MOST_POSITIONS {
            return Err(ProofFileError::Large);
        }
        saved.strategy.insert(&position, step);
    }
    let found = saved.strategy.len() as u64;
    match said {
        (Some(said), _) if said != found => Err(ProofFileError::Cut { said, found }),
        (_, Some(said)) if said != lines.digest.0 => Err(ProofFileError::Changed),
        _ => Ok(saved),
    }
}

/// Number of positions and digest from the first line; optional, for files of other programs.
fn sums(head: &Map<String, Value>) -> Result<(Option<u64>, Option<u64>), LineFault> {
    let is_there = |field: &&str| head.contains_key(*field);
    let count = Some("positions").filter(is_there);
    let count = count.map(|field| get(head, field, "their number", Value::as_u64)).transpose()?;
    let digest = Some("digest").filter(is_there).map(|field| {
        get(head, field, "sixteen hexadecimal digits", |value| {
            u64::from_str_radix(value.as_str()?, 16).ok()
        })
    });
    Ok((count, digest.transpose()?))
}

struct ObjectLines<R> {
    input: R,
    line: usize,
    buffer: Vec<u8>,
    /// Digest of the lines read, trimmed.
    digest: ChecksumWriter,
}

impl<R: BufRead> ObjectLines<R> {
    fn fault(&self, fault: LineFault) -> ProofFileError {
        ProofFileError::Line { line: self.line, fault }
    }

    fn next(&mut self) -> Result<Option<Map<String, Value>>, ProofFileError> {
        loop {
            self.line += 1;
            self.buffer.clear();
            let mut limited = self.input.by_ref().take(LONGEST_LINE as u64 + 1);
            let read = limited.read_until(b'\n', &mut self.buffer);
            if read.map_err(|error| ProofFileError::Io { line: self.line, error })? == 0 {
                return Ok(None);
            }
            if self.buffer.len() > LONGEST_LINE {
                return Err(self.fault(LineFault::Long));
            }
            let text =
                self.buffer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.buffer).trim_ascii();
            if text.is_empty() {
                continue;
            }
            let error = |error| ProofFileError::Io { line: self.line, error };
            self.digest
                .write_all(text)
                .and_then(|()| self.digest.write_all(b"\n"))
                .map_err(error)?;
            return match serde_json::from_slice(text) {
                Ok(Value::Object(fields)) => Ok(Some(fields)),
                Ok(_) => Err(self.fault(LineFault::Object)),
                Err(error) => Err(self.fault(LineFault::Json(plain(&error)))),
            };
        }
    }
}

/// What serde_json says, without the number of a line that is always the first.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("{what}, at column {}", error.column())
}

fn first_line(fields: &Map<String, Value>) -> Result<SavedProof, LineFault> {
    const TYPE: &str = "\"proof\"";
    let kind = get(fields, "type", TYPE, Value::as_str)?;
    if kind != "proof" {
        return Err(wrong("type", TYPE, &fields["type"]));
    }
    match get(fields, "v", "1", Value::as_u64)? {
        VERSION => {}
        other => return Err(LineFault::Version(other)),
    }
    let root = position(fields)?;
    let mate = mate(fields)?;
    let side = |value: &Value| value.as_str().and_then(|text| text.parse().ok());
    let attacker = get(fields, "side", "\"w\" or \"b\", the side that mates", |value| {
        side(value).and_then(|letter: char| match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        })
    })?;
    let minimal = get(fields, "minimal", "true, false or null", |value| match value {
        Value::Null => Some(None),
        value => value.as_bool().map(Some),
    })?;
    Ok(SavedProof { strategy: Strategy::new(root, attacker), mate, minimal })
}

fn row(
    fields: &Map<String, Value>,
    attacker: Color,
) -> Result<(Position, StrategyStep), LineFault> {
    let position = position(fields)?;
    if position.turn() != attacker {
        return Err(LineFault::Turn(attacker));
    }
    let mv = get(fields, "move", "a move such as \"e2e4\" or \"e7e8q\"", Value::as_str)?;
    let mv = notation::parse_uci(&position, mv).map_err(LineFault::Move)?;
    Ok((position, StrategyStep { mv, mate: mate(fields)? }))
}

fn position(fields: &Map<String, Value>) -> Result<Position, LineFault> {
    let fen = get(fields, "fen", "a position in FEN", Value::as_str)?;
    let count = fen.split_whitespace().count();
    if count < 4 {
        return Err(LineFault::Fields(count));
    }
    Position::from_fen(fen).map_err(LineFault::Fen)
}

fn mate(fields: &Map<String, Value>) -> Result<u16, LineFault> {
    get(fields, "mate", "the number of moves to mate, from 1", |value| {
        value.as_u64().and_then(|mate| u16::try_from(mate).ok()).filter(|&mate| mate > 0)
    })
}

/// A field, if it is there and what it must be.
fn get<'a, T>(
    fields: &'a Map<String, Value>,
    field: &'static str,
    wanted: &'static str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<T, LineFault> {
    let value = fields.get(field).ok_or(LineFault::Missing { field, wanted })?;
    read(value).ok_or_else(|| wrong(field, wanted, value))
}

fn wrong(field: &'static str, wanted: &'static str, value: &Value) -> LineFault {
    const SHOWN: usize = 40;
    let text = value.to_string();
    let mut got: String = text.chars().take(SHOWN).collect();
    if got.len() < text.len() {
        got.push('…');
    }
    LineFault::Wrong { field, wanted, got }
}

#[cfg(test)]
mod tests;
