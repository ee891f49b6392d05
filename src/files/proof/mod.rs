//! Proofs as files: JSON Lines that any program can read, and check with the rules of chess alone.
//!
//! The first line is the claim, `{"v":1,"type":"proof","fen":…,"mate":N,"side":"w"|"b","minimal":true|false|null}`: the side that
//! mates, the number of moves, and whether a shorter mate is known not to exist. It also has the program, the number of positions
//! and a digest of their lines, which reveal a file that was cut or changed. Then follows one line for every position with that
//! side to move that the strategy can reach, those nearest to the root first:
//! `{"fen":"<four fields>","move":"<coordinate>","mate":k}`, k counting this move. Nothing is trusted: [`load`] returns a
//! [`Proof`] only if `proof/` finds the strategy sound.
//!
//! That the mate is shortest is an unchecked claim, unless there is a certificate: version 2, with `"refutations":M` in the first
//! line, and at the end M lines `{"fen":"<four fields>","reply":"<coordinate>","none_in":k}` with the other side to move: after
//! this reply there is no mate in k. Together they are a [`Refutation`] of a mate in N − 1, and are checked like the rest. A
//! reader that looks positions up by their FEN can skip them.
//!
//! A refutation alone has the type `refutation` and `"none_in":k` in the first line, and otherwise only these lines. The answers
//! of `solve -` carry the same texts as their certificates: see [`answers`].

pub mod answers;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use serde_json::{Map, Value};

use crate::chess::{Color, Move, Position, notation};
use crate::proof::{Proof, Refutation, Rules, SavingReply, Strategy, StrategyStep, verify};
use crate::store::made_of::ChecksumWriter;
use crate::store::{FileError, WrittenFiles, file};

const PROOF: &str = "proof";

const REFUTATION: &str = "refutation";

/// Newest version of the format.
pub const VERSION: u64 = 2;

/// Version written without a certificate.
const PLAIN: u64 = 1;

/// Maximum bytes of a line.
const LONGEST_LINE: usize = 1_024;

/// Maximum positions of a file: twice what a prover of 256 MiB can hold.
const MOST_POSITIONS: usize = 10_000_000;

#[derive(Clone, Debug)]
pub enum Shortness {
    Unknown,
    /// Claimed without a certificate.
    Claimed,
    /// Certified by a refutation of a mate in one move less.
    Certified(Box<Refutation>),
}

impl Shortness {
    pub fn claimed(is_shortest: bool) -> Shortness {
        if is_shortest { Shortness::Claimed } else { Shortness::Unknown }
    }

    /// Number of replies in the certificate.
    fn replies(&self) -> usize {
        match self {
            Shortness::Certified(refutation) => refutation.replies(),
            Shortness::Unknown | Shortness::Claimed => 0,
        }
    }
}

#[derive(Clone, Debug)]
pub struct SavedProof {
    pub strategy: Strategy,
    /// Of a refutation alone, one move more than it holds.
    pub mate: u16,
    /// Whether the file claims or certifies that no shorter mate exists.
    pub shortness: Shortness,
}

/// Writes a proof. Castling is `e1g1`, or king takes rook if `chess960`.
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
    let beginning = beginning(PROOF, version, proof.root());
    let claim =
        format!(r#"{beginning},"mate":{},"side":"{side}","minimal":{minimal}"#, proof.mate());
    write_claim(out, &claim, (Some(proof), refutation), chess960)
}

/// Writes a refutation alone.
pub fn write_refutation(
    out: &mut dyn Write,
    refutation: &Refutation,
    chess960: bool,
) -> io::Result<()> {
    let (side, moves) = (refutation.attacker().letter(), refutation.moves());
    let beginning = beginning(REFUTATION, VERSION, refutation.root());
    let claim = format!(r#"{beginning},"none_in":{moves},"side":"{side}""#);
    write_claim(out, &claim, (None, Some(refutation)), chess960)
}

fn write_claim(
    out: &mut dyn Write,
    claim: &str,
    (proof, refutation): (Option<&Proof>, Option<&Refutation>),
    chess960: bool,
) -> io::Result<()> {
    let mut digest = ChecksumWriter::default();
    write_rows(&mut digest, (proof, refutation), chess960)?;
    let (version, digest) = (env!("CARGO_PKG_VERSION"), digest.0);
    write!(out, r#"{claim},"program":"quarterply {version}","#)?;
    if let Some(proof) = proof {
        write!(out, r#""positions":{},"#, proof.positions())?;
    }
    if let Some(refutation) = refutation {
        write!(out, r#""refutations":{},"#, refutation.replies())?;
    }
    writeln!(out, r#""digest":"{digest:016x}"}}"#)?;
    write_rows(out, (proof, refutation), chess960)
}

fn write_rows(
    out: &mut dyn Write,
    (proof, refutation): (Option<&Proof>, Option<&Refutation>),
    chess960: bool,
) -> io::Result<()> {
    let mut written = Ok(());
    let mut row = |position: &Position, word: &str, mv: Move, what: &str, moves: u16| {
        let (fen, mv) = (position.to_fen(), notation::uci(mv, chess960));
        let fen = four_fields(&fen);
        if written.is_ok() {
            written = writeln!(out, r#"{{"fen":"{fen}","{word}":"{mv}","{what}":{moves}}}"#);
        }
        written.is_ok()
    };
    if let Some(proof) = proof {
        proof.strategy().walk(|position, step| row(position, "move", step.mv, "mate", step.mate));
    }
    let walked = refutation.map_or(Ok(()), |refutation| {
        refutation
            .walk(|position, saving| row(position, "reply", saving.mv, "none_in", saving.none_in))
    });
    written.and(walked.map_err(io::Error::other))
}

/// Prefix that all files of a version about the same position share.
fn beginning(kind: &str, version: u64, root: &Position) -> String {
    format!(r#"{{"v":{version},"type":"{kind}","fen":"{}""#, root.to_fen())
}

fn four_fields(fen: &str) -> &str {
    fen.rsplitn(3, ' ').last().unwrap_or(fen)
}

/// Claims a file for a proof: a new one, or one with a proof of the same position.
pub fn claim(files: &WrittenFiles, path: &Path, proof: &Proof) -> Result<(), FileError> {
    let beginnings = [PLAIN, VERSION].map(|version| beginning(PROOF, version, proof.root()));
    let is_ours = |head: &[u8]| beginnings.iter().any(|own| head.starts_with(own.as_bytes()));
    files.claim(path, is_ours)?;
    Ok(())
}

/// Writes a proof to a claimed file.
pub fn save(
    files: &WrittenFiles,
    path: &Path,
    proof: &Proof,
    shortness: &Shortness,
    chess960: bool,
) -> Result<(), FileError> {
    files.replace(path, |file| {
        let mut out = BufWriter::new(file);
        write(&mut out, proof, shortness, chess960)?;
        out.flush()
    })?;
    Ok(())
}

/// A certificate that was verified: of a mate, of how long there is none, or of both.
pub type Checked = (Option<Proof>, Option<Refutation>);

/// Reads and verifies a file; a claim of shortness without a certificate stays a claim.
pub fn load(path: &Path, rules: Rules) -> Result<(Proof, Shortness), FileError> {
    let proof = read(BufReader::new(file::open(path)?))
        .and_then(|saved| Ok((saved.check(rules)?, saved.shortness)));
    proof.map_err(|error| FileError::content(path, error))
}

impl SavedProof {
    /// Verifies whatever it certifies.
    pub fn certified(self, rules: Rules) -> Result<Checked, String> {
        let is_alone = self.strategy.positions() == 0;
        let proof = if is_alone { None } else { Some(self.check(rules)?) };
        let Shortness::Certified(refutation) = self.shortness else {
            return if is_alone {
                Err("it certifies nothing".to_owned())
            } else {
                Ok((proof, None))
            };
        };
        if is_alone {
            refuted(&refutation)?;
        }
        Ok((proof, Some(*refutation)))
    }

    /// Verifies the proof and the claimed length of its mate.
    pub fn check(&self, rules: Rules) -> Result<Proof, String> {
        let flaw = |flaw| format!("this does not prove a mate: {flaw}");
        let proof = verify(&self.strategy, rules).map_err(flaw)?;
        let (claimed, found) = (self.mate, proof.mate());
        if found != claimed {
            return Err(format!(
                "line 1 says mate in {claimed}, but what follows is a mate in {found}"
            ));
        }
        let mut wrong = None;
        self.strategy.walk(|position, step| {
            let found = proof.strategy().step(position).map_or(step.mate, |found| found.mate);
            wrong = (found != step.mate)
                .then(|| (four_fields(&position.to_fen()).to_owned(), step.mate, found));
            wrong.is_none()
        });
        if let Some((fen, said, found)) = wrong {
            return Err(format!("says mate in {said} in {fen}, where its moves mate in {found}"));
        }
        if let Shortness::Certified(refutation) = &self.shortness {
            refuted(refutation)?;
        }
        Ok(proof)
    }
}

fn refuted(refutation: &Refutation) -> Result<(), String> {
    let why = "this does not prove that there is no shorter mate";
    refutation.verify().map_err(|flaw| format!("{why}: {flaw}"))
}

/// Parses a file, and validates each line by itself.
pub fn read(input: impl BufRead) -> Result<SavedProof, String> {
    let mut lines = ObjectLines::new(input, LONGEST_LINE);
    let empty = "the file is empty; a proof begins with a line of the type \"proof\"";
    let head = lines.next()?.ok_or(empty)?;
    read_rest(&head, lines)
}

fn read_rest(
    head: &Map<String, Value>,
    mut lines: ObjectLines<impl BufRead>,
) -> Result<SavedProof, String> {
    let (mut saved, said, digest) = first_line(head).map_err(|fault| lines.fault(fault))?;
    (lines.longest, lines.digest) = (LONGEST_LINE, ChecksumWriter::default());
    while let Some(fields) = lines.next()? {
        take(&fields, &mut saved).map_err(|fault| lines.fault(fault))?;
        if saved.strategy.positions() + saved.shortness.replies() > MOST_POSITIONS {
            return Err(format!(
                "the file has more than {MOST_POSITIONS} positions, the most that a proof can hold"
            ));
        }
    }
    let found =
        [("positions", saved.strategy.positions()), ("refutations", saved.shortness.replies())];
    for (said, (what, found)) in said.into_iter().zip(found) {
        let found = found as u64;
        if let Some(said) = said.filter(|&said| said != found) {
            return Err(format!(
                "line 1 says {said} {what}, but {found} follow: the file was cut, or lines were added"
            ));
        }
    }
    match digest {
        Some(digest) if digest != lines.digest.0 => Err(
            "the digest in line 1 is not that of the lines below: the file was changed after it was written"
                .to_owned(),
        ),
        _ => Ok(saved),
    }
}

struct ObjectLines<R> {
    input: R,
    /// Maximum bytes of a line.
    longest: usize,
    line: usize,
    buffer: Vec<u8>,
    digest: ChecksumWriter,
}

impl<R: BufRead> ObjectLines<R> {
    fn new(input: R, longest: usize) -> ObjectLines<R> {
        let digest = ChecksumWriter::default();
        ObjectLines { input, longest, line: 0, buffer: Vec::new(), digest }
    }

    fn fault(&self, why: String) -> String {
        format!("line {} {why}", self.line)
    }

    fn next(&mut self) -> Result<Option<Map<String, Value>>, String> {
        loop {
            self.line += 1;
            self.buffer.clear();
            let mut limited = self.input.by_ref().take(self.longest as u64 + 1);
            let read = limited.read_until(b'\n', &mut self.buffer);
            let unreadable = |error| format!("line {}: {error}", self.line);
            if read.map_err(unreadable)? == 0 {
                return Ok(None);
            }
            if self.buffer.len() > self.longest {
                let why =
                    format!("is longer than {} bytes, and no line of a proof is", self.longest);
                return Err(self.fault(why));
            }
            let text =
                self.buffer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.buffer).trim_ascii();
            if text.is_empty() {
                continue;
            }
            let digested = self.digest.write_all(text);
            digested.and_then(|()| self.digest.write_all(b"\n")).map_err(unreadable)?;
            return match serde_json::from_slice(text) {
                Ok(Value::Object(fields)) => Ok(Some(fields)),
                Ok(_) => {
                    let wanted = r#"{"fen":…,"move":…,"mate":…}"#;
                    Err(self.fault(format!("must be a JSON object, as in {wanted}")))
                }
                Err(error) => Err(self.fault(format!("is not JSON: {}", plain(&error)))),
            };
        }
    }
}

/// The message of serde_json without the line number, which is always 1.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("{what}, at column {}", error.column())
}

/// The first line without positions; the stated numbers of positions and replies; their digest.
type FirstLine = (SavedProof, [Option<u64>; 2], Option<u64>);

fn first_line(fields: &Map<String, Value>) -> Result<FirstLine, String> {
    const TYPE: &str = "\"proof\" or \"refutation\"";
    let kind = get(fields, "type", TYPE, Value::as_str)?;
    if ![PROOF, REFUTATION].contains(&kind) {
        return Err(wrong("type", TYPE, &fields["type"]));
    }
    match get(fields, "v", "1 or 2", Value::as_u64)? {
        PLAIN | VERSION => {}
        other => {
            let why = format!("has version {other} as \"v\"; this program reads version {VERSION}");
            return Err(why);
        }
    }
    let root = position(fields)?;
    let is_alone = kind == REFUTATION;
    let mate = match is_alone {
        true => moves_of(fields, "none_in")?.saturating_add(1),
        false => moves_of(fields, "mate")?,
    };
    let attacker = get(fields, "side", "\"w\" or \"b\", the side that mates", |value| {
        let letter: char = value.as_str()?.parse().ok()?;
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    })?;
    let minimal = |value: &Value| if value.is_null() { Some(false) } else { value.as_bool() };
    let minimal = !is_alone && get(fields, "minimal", "true, false or null", minimal)?;
    let shortness = if is_alone || fields.contains_key("refutations") {
        Shortness::Certified(Box::new(Refutation::new(root, attacker, mate - 1)))
    } else {
        Shortness::claimed(minimal)
    };
    // Optional, for files of other programs.
    let count = |field| optional(fields, field, "their number", Value::as_u64);
    let said = [count("positions")?, count("refutations")?];
    let digest = optional(fields, "digest", "sixteen hexadecimal digits", |value| {
        u64::from_str_radix(value.as_str()?, 16).ok()
    })?;
    Ok((SavedProof { strategy: Strategy::new(root, attacker), mate, shortness }, said, digest))
}

/// Adds the move of a line or, in a certificate, the reply.
fn take(fields: &Map<String, Value>, saved: &mut SavedProof) -> Result<(), String> {
    let attacker = saved.strategy.attacker();
    let refutation = match &mut saved.shortness {
        Shortness::Certified(refutation) if fields.contains_key("reply") => Some(refutation),
        _ => None,
    };
    let is_reply = refutation.is_some();
    let (field, count) = if is_reply { ("reply", "none_in") } else { ("move", "mate") };
    let position = position(fields)?;
    if (position.turn() == attacker) == is_reply {
        return Err(format!(
            "has a \"fen\" with the wrong side to move, but it is {attacker} that mates"
        ));
    }
    let mv = get(fields, field, "a move such as \"e2e4\" or \"e7e8q\"", Value::as_str)?;
    let illegal = |error| format!("has no legal move as \"move\": {error}");
    let mv = notation::parse_uci(&position, mv).map_err(illegal)?;
    let moves = moves_of(fields, count)?;
    if let Some(refutation) = refutation {
        refutation.insert(&position, SavingReply { mv, none_in: moves });
    } else if saved.strategy.step(&position).is_some() {
        let fen = position.to_fen();
        return Err(format!("says again what to play in {}", four_fields(&fen)));
    } else {
        saved.strategy.insert(&position, StrategyStep { mv, mate: moves });
    }
    Ok(())
}

fn position(fields: &Map<String, Value>) -> Result<Position, String> {
    let fen = get(fields, "fen", "a position in FEN", Value::as_str)?;
    let count = fen.split_whitespace().count();
    if count < 4 {
        return Err(format!(
            "has a \"fen\" of {count} fields, which must be four: pieces, side to move, castling, en passant"
        ));
    }
    Position::from_fen(fen).map_err(|error| format!("has no position as \"fen\": {error}"))
}

fn moves_of(fields: &Map<String, Value>, field: &str) -> Result<u16, String> {
    get(fields, field, "a number of moves, from 1", |value| {
        value.as_u64().and_then(|moves| u16::try_from(moves).ok()).filter(|&moves| moves > 0)
    })
}

/// Returns a field, if present and of the right type.
fn get<'a, T>(
    fields: &'a Map<String, Value>,
    field: &str,
    wanted: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<T, String> {
    let missing = || format!("has no \"{field}\", which must be {wanted}");
    optional(fields, field, wanted, read)?.ok_or_else(missing)
}

fn optional<'a, T>(
    fields: &'a Map<String, Value>,
    field: &str,
    wanted: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<Option<T>, String> {
    let read = |value| read(value).ok_or_else(|| wrong(field, wanted, value));
    fields.get(field).map(read).transpose()
}

fn wrong(field: &str, wanted: &str, value: &Value) -> String {
    const SHOWN: usize = 40;
    let text = value.to_string();
    let mut got: String = text.chars().take(SHOWN).collect();
    if got.len() < text.len() {
        got.push('…');
    }
    format!("has {got} as \"{field}\", which must be {wanted}")
}

#[cfg(test)]
mod tests;
