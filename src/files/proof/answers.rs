//! Answers of `solve -`: lines of JSON whose certificate is the text of a file of a proof, so that both have one form and one
//! check.
//!
//! A line has `fen`, `dm`, `no_mate_in`, `nodes`, `id`, of an open question `proof_number` and `disproof_number`, and, if the mate or its absence is certified, `certificate`. Nothing of it
//! is trusted: a certificate is verified, and without one it is a claim.

use std::io::BufRead;

use serde_json::{Map, Value};

use super::{
    Checked, ObjectLines, Shortness, get, optional, position, read, read_rest, write,
    write_refutation,
};
use crate::chess::Position;
use crate::proof::{Proof, Rules};
use crate::prove::parts::Claim;

/// Maximum bytes of a line of a file of answers; a certificate in it is much shorter.
const LONGEST: usize = 4 << 20;

/// Maximum bytes of a certificate in an answer.
pub const LONGEST_CERTIFICATE: usize = 64 << 10;

/// Returns the text of a proof as a file, or of a refutation alone.
pub fn text(proof: Option<&Proof>, shortness: &Shortness) -> Option<String> {
    let mut text = Vec::new();
    match (proof, shortness) {
        (Some(proof), _) => write(&mut text, proof, shortness, proof.root().is_chess960()),
        (None, Shortness::Certified(refutation)) => {
            write_refutation(&mut text, refutation, refutation.root().is_chess960())
        }
        (None, _) => return None,
    }
    .ok()?;
    String::from_utf8(text).ok()
}

/// What one line says; nothing if it is of another kind.
#[derive(Debug, Default)]
pub struct Said {
    pub checked: Checked,
    /// What is said of a position without a certificate.
    pub claim: Option<(Position, Claim)>,
    /// The name of the record.
    pub id: String,
}

/// Reads a file of answers, or of one proof. `tell` gets what each line says, or what is wrong with it; it ends the reading by
/// returning false.
///
/// # Errors
/// If the file cannot be read on.
pub fn read_all(
    input: impl BufRead,
    tell: &mut dyn FnMut(Result<Said, String>) -> bool,
) -> Result<(), String> {
    let mut lines = ObjectLines::new(input, LONGEST);
    loop {
        let said = match lines.next() {
            Ok(None) => return Ok(()),
            Ok(Some(head)) if lines.line == 1 && is_file(&head) => {
                let saved = read_rest(&head, lines);
                let certified = saved.and_then(|saved| saved.certified(Rules::Problem));
                tell(certified.map(|checked| Said { checked, ..Said::default() }));
                return Ok(());
            }
            Ok(Some(fields)) => said(&fields).map_err(|why| lines.fault(why)),
            Err(why) if lines.buffer.is_empty() => return Err(why),
            Err(why) => Err(why),
        };
        if !tell(said) {
            return Ok(());
        }
    }
}

fn is_file(fields: &Map<String, Value>) -> bool {
    let kind = fields.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| [super::PROOF, super::REFUTATION].contains(&kind))
}

fn said(fields: &Map<String, Value>) -> Result<Said, String> {
    if get(fields, "type", "\"solve\"", Value::as_str)? != "solve" {
        return Ok(Said::default());
    }
    let wanted = "a number of moves";
    let root = position(fields)?;
    let moves = get(fields, "dm", wanted, Value::as_i64)?;
    let none_in = get(fields, "no_mate_in", wanted, |value| u16::try_from(value.as_u64()?).ok())?;
    let nodes = get(fields, "nodes", "a number", |value| match value {
        Value::String(digits) => digits.parse().ok(),
        number => number.as_u64(),
    })?;
    let id = get(fields, "id", "a name", Value::as_str)?.to_owned();
    let number = |field| {
        let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
        Ok::<_, String>(optional(fields, field, "a number", number)?.unwrap_or(0))
    };
    let numbers = [number("proof_number")?, number("disproof_number")?];
    let claim = Claim { least: none_in, most: none_in, nodes, numbers };
    let claim = (moves > 0).then_some((root, claim));
    let text = optional(fields, "certificate", "the text of a proof", Value::as_str)?;
    let checked = text.map_or(Ok(Checked::default()), |text| {
        let checked = read(text.as_bytes()).and_then(|saved| saved.certified(Rules::Problem));
        checked.map_err(|why| format!("has a certificate that does not hold: {why}"))
    });
    Ok(Said { checked: checked?, claim, id })
}
