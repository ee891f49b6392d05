//! Proofs as files: JSON Lines that any program can read, and check with nothing but the rules of chess.
//!
//! The first line says what is proved, `{"v":1,"type":"proof","fen":…,"mate":N,"side":"w"|"b","minimal":true|false|null}`: the side
//! that mates, in how many moves, and whether a shorter mate is known not to exist; behind it the program, the number of
//! positions, and a digest of their lines, so that a file that was cut or changed is recognized. Then one line for every position with
//! that side to move that the strategy can reach, those nearer to the root first:
//! `{"fen":"<four fields>","move":"<coordinate>","mate":k}`, k counting this move. Nothing that is read is believed:
//! [`load`] gives a [`Proof`] only if `proof/` finds the strategy sound.
//!
//! What a file says of its shortness is a claim, unless there is a certificate: version 2, with `"refutations":M` in the first line,
//! and at the end M lines `{"fen":"<four fields>","reply":"<coordinate>","none_in":k}` with the other side to move: after this
//! reply there is no mate in k. Together they are a [`Refutation`] of a mate in N − 1, and are checked like the rest. A reader that
//! looks positions up by their FEN can leave them aside.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use serde_json::{Map, Value};

use super::made_of::ChecksumWriter;
use super::{StoreError, WrittenFiles, file};
use crate::chess::{Color, MoveError, Position, SetupError, notation};
use crate::proof::{
    Flaw, Proof, Refutation, RefutationFlaw, Rules, SavingReply, Strategy, StrategyStep, verify,
};

/// The newest version of the form.
pub const VERSION: u64 = 2;

/// The version that is written where there is no certificate.
const PLAIN: u64 = 1;

/// Bytes of a line; what is longer is no line of a proof.
const LONGEST_LINE: usize = 1_024;

/// Positions of a file. Twice what a prover of 256 MiB can hold.
const MOST_POSITIONS: usize = 10_000_000;

/// What is known of mates shorter than that of a proof.
#[derive(Clone, Debug)]
pub enum Shortness {
    Unknown,
    /// It is claimed that there is none.
    Claimed,
    /// There is none; the refutation is that of a mate in one move less.
    Certified(Box<Refutation>),
}

impl Shortness {
    /// Returns a claim if it is true.
    pub fn claimed(is_shortest: bool) -> Shortness {
        if is_shortest { Shortness::Claimed } else { Shortness::Unknown }
    }

    /// Whether there is said to be no shorter mate.
    pub fn is_said(&self) -> bool {
        !matches!(self, Shortness::Unknown)
    }
}

#[derive(Clone, Debug)]
pub struct SavedProof {
    pub strategy: Strategy,
    /// Moves to mate, as the file has it.
    pub mate: u16,
    /// Whether there is no shorter mate, as the file has it.
    pub shortness: Shortness,
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
    #[error("line 1 says {said} {what}, but {found} follow: the file was cut, or lines were added")]
    Cut { what: &'static str, said: u64, found: u64 },
    #[error(
        "the digest in line 1 is not that of the lines below: the file was changed after it was written"
    )]
    Changed,
    #[error("this does not prove a mate: {0}")]
    Flaw(#[from] Flaw),
    #[error("this does not prove that there is no shorter mate: {0}")]
    Refutation(#[from] RefutationFlaw),
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
    #[error("has a \"fen\" with the wrong side to move, but it is {0} that mates")]
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
    shortness: &Shortness,
    chess960: bool,
) -> io::Result<()> {
    let side = proof.attacker().letter();
    let (minimal, refutation) = match shortness {
        Shortness::Unknown => ("null", None),
        Shortness::Claimed => ("true", None),
        Shortness::Certified(refutation) => ("true", Some(&**refutation)),
    };
    let version = if refutation.is_some() { VERSION } else { PLAIN };
    let (beginning, mate, positions) = (beginning(proof, version), proof.mate(), proof.positions());
    let mut digest = ChecksumWriter::default();
    write_rows(&mut digest, proof, refutation, chess960)?;
    write!(out, r#"{beginning},"mate":{mate},"side":"{side}","minimal":{minimal},"#)?;
    let (version, digest) = (env!("CARGO_PKG_VERSION"), digest.0);
    write!(out, r#""program":"quarterply {version}","positions":{positions},"#)?;
    if let Some(refutation) = refutation {
        write!(out, r#""refutations":{},"#, refutation.len())?;
    }
    writeln!(out, r#""digest":"{digest:016x}"}}"#)?;
    write_rows(out, proof, refutation, chess960)
}

/// Writes a line for every position.
fn write_rows(
    out: &mut dyn Write,
    proof: &Proof,
    refutation: Option<&Refutation>,
    chess960: bool,
) -> io::Result<()> {
    let mut written = Ok(());
    proof.strategy().walk(|position, step| {
        let (fen, mv) = (position.to_fen(), notation::uci(step.mv, chess960));
        let (fen, mate) = (four_fields(&fen), step.mate);
        written = writeln!(out, r#"{{"fen":"{fen}","move":"{mv}","mate":{mate}}}"#);
        written.is_ok()
    });
    written?;
    let Some(refutation) = refutation else { return Ok(()) };
    let mut written = Ok(());
    let walked = refutation.walk(|position, reply| {
        let (fen, mv) = (position.to_fen(), notation::uci(reply.mv, chess960));
        let (fen, none_in) = (four_fields(&fen), reply.none_in);
        written = writeln!(out, r#"{{"fen":"{fen}","reply":"{mv}","none_in":{none_in}}}"#);
        written.is_ok()
    });
    written.and(walked.map_err(io::Error::other))
}

/// The beginning of every file of a version about the same position.
fn beginning(proof: &Proof, version: u64) -> String {
    format!(r#"{{"v":{version},"type":"proof","fen":"{}""#, proof.root().to_fen())
}

/// A FEN without its clocks.
fn four_fields(fen: &str) -> &str {
    fen.rsplitn(3, ' ').last().unwrap_or(fen)
}

/// Claims a file for a proof: a new one, or one with a proof of the same position.
pub fn claim(files: &WrittenFiles, path: &Path, proof: &Proof) -> Result<(), StoreError> {
    let beginnings = [PLAIN, VERSION].map(|version| beginning(proof, version));
    let is_ours = |head: &[u8]| beginnings.iter().any(|own| head.starts_with(own.as_bytes()));
    files.claim(path, is_ours)?;
    Ok(())
}

/// Keeps a proof in a file, also in place of another one of the same position.
pub fn save(
    files: &WrittenFiles,
    path: &Path,
    proof: &Proof,
    shortness: &Shortness,
    chess960: bool,
) -> Result<(), StoreError> {
    claim(files, path, proof)?;
    files.replace(path, |file| {
        let mut out = BufWriter::new(file);
        write(&mut out, proof, shortness, chess960)?;
        out.flush()
    })?;
    Ok(())
}

/// Reads a file and checks what it says; a claim of its shortness without a certificate stays a claim.
pub fn load(path: &Path, rules: Rules) -> Result<(Proof, Shortness), StoreError> {
    let name = || path.display().to_string();
    let proof = read(BufReader::new(file::open(path)?))
        .and_then(|saved| Ok((saved.check(rules)?, saved.shortness)));
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
        if let Shortness::Certified(refutation) = &self.shortness {
            refutation.verify()?;
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
        let attacker = saved.strategy.attacker();
        if let Shortness::Certified(refutation) = &mut saved.shortness
            && fields.contains_key("reply")
        {
            let (position, reply) =
                saving_reply(&fields, attacker).map_err(|fault| lines.fault(fault))?;
            refutation.insert(&position, reply);
            continue;
        }
        let (position, step) = row(&fields, attacker).map_err(|fault| lines.fault(fault))?;
        if saved.strategy.step(&position).is_some() {
            let fen = four_fields(&position.to_fen()).to_owned();
            return Err(lines.fault(LineFault::Twice(fen)));
        }
        if saved.strategy.len() == MOST_POSITIONS {
            return Err(ProofFileError::Large);
        }
        saved.strategy.insert(&position, step);
    }
    let replies = match &saved.shortness {
        Shortness::Certified(refutation) => refutation.len(),
        Shortness::Unknown | Shortness::Claimed => 0,
    };
    let found = [("positions", saved.strategy.len()), ("refutations", replies)];
    for (said, (what, found)) in [said.positions, said.refutations].into_iter().zip(found) {
        let found = found as u64;
        if let Some(said) = said.filter(|&said| said != found) {
            return Err(ProofFileError::Cut { what, said, found });
        }
    }
    match said.digest {
        Some(digest) if digest != lines.digest.0 => Err(ProofFileError::Changed),
        _ => Ok(saved),
    }
}

/// Sums from the first line; each is optional, for files of other programs.
struct Sums {
    positions: Option<u64>,
    refutations: Option<u64>,
    digest: Option<u64>,
}

fn sums(head: &Map<String, Value>) -> Result<Sums, LineFault> {
    let is_there = |field: &&str| head.contains_key(*field);
    let count = |field| {
        let field = Some(field).filter(is_there);
        field.map(|field| get(head, field, "their number", Value::as_u64)).transpose()
    };
    let digest = Some("digest").filter(is_there).map(|field| {
        get(head, field, "sixteen hexadecimal digits", |value| {
            u64::from_str_radix(value.as_str()?, 16).ok()
        })
    });
    let (positions, refutations) = (count("positions")?, count("refutations")?);
    Ok(Sums { positions, refutations, digest: digest.transpose()? })
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
    match get(fields, "v", "1 or 2", Value::as_u64)? {
        PLAIN | VERSION => {}
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
    let shortness = if fields.contains_key("refutations") {
        Shortness::Certified(Box::new(Refutation::new(root, attacker, mate - 1)))
    } else {
        Shortness::claimed(minimal == Some(true))
    };
    Ok(SavedProof { strategy: Strategy::new(root, attacker), mate, shortness })
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

fn saving_reply(
    fields: &Map<String, Value>,
    attacker: Color,
) -> Result<(Position, SavingReply), LineFault> {
    let position = position(fields)?;
    if position.turn() == attacker {
        return Err(LineFault::Turn(attacker));
    }
    let mv = get(fields, "reply", "a move such as \"e2e4\" or \"e7e8q\"", Value::as_str)?;
    let mv = notation::parse_uci(&position, mv).map_err(LineFault::Move)?;
    Ok((position, SavingReply { mv, none_in: moves_of(fields, "none_in")? }))
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
    moves_of(fields, "mate")
}

fn moves_of(fields: &Map<String, Value>, field: &'static str) -> Result<u16, LineFault> {
    get(fields, field, "a number of moves, from 1", |value| {
        value.as_u64().and_then(|moves| u16::try_from(moves).ok()).filter(|&moves| moves > 0)
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
