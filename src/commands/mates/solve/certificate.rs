//! The certificate of an answer to a line of standard input: the text of a file of a proof, or of a refutation.

use std::path::PathBuf;

use crate::commands::mates::mate_forms::MateCertificate;
use crate::commands::prelude::*;
use crate::commands::tools::suite::{Attempt, SuiteItem, SuiteRow};
use crate::control::StopFlag;
use crate::files::Shortness;
use crate::files::proof::answers::{LONGEST_CERTIFICATE, text};
use crate::ink::json::{Fen, FilePath};
use crate::prove::Outcome;
use crate::prove::solvers::ShortMates;
use crate::store::WrittenFiles;
use crate::store::made_of::fingerprint;

#[derive(Clone, Debug)]
pub(super) struct CertificateWriter {
    pub(super) files: WrittenFiles,
    /// For those that are too large.
    pub(super) folder: Option<PathBuf>,
}

impl CertificateWriter {
    /// `None` for an answer that is not about a mate.
    pub(super) fn of(
        &self,
        item: &SuiteItem,
        row: &SuiteRow,
        stop: &StopFlag,
    ) -> Result<Option<MateCertificate>, CommandError> {
        let (Attempt::Prover(outcome), Some(dm)) = (&row.answer, item.goal.mate) else {
            return Ok(None);
        };
        let [proof, disproof] = outcome.numbers.map(|number| (number > 0).then_some(number));
        let is_open = proof.is_some() && disproof.is_some();
        let mut sent = MateCertificate {
            fen: Fen(item.position),
            dm,
            certificate: None,
            certificate_path: None,
            certificate_bytes: None,
            proof_number: proof.filter(|_| is_open),
            disproof_number: disproof.filter(|_| is_open),
        };
        match (text_of((item, dm), outcome, stop)?, &self.folder) {
            (None, _) => {}
            (Some(text), _) if text.len() <= LONGEST_CERTIFICATE => sent.certificate = Some(text),
            (Some(text), None) => sent.certificate_bytes = Some(text.len()),
            (Some(text), Some(folder)) => {
                // Whoever gets the line again writes the same file.
                let bytes = text.as_bytes();
                let path = folder.join(format!("{:016x}.jsonl", fingerprint(bytes)));
                self.files.claim(&path, |head| bytes.starts_with(head))?;
                self.files.write(&path, bytes)?;
                sent.certificate_path = Some(FilePath(path));
            }
        }
        Ok(Some(sent))
    }
}

/// The text that proves what was found, if it takes no more nodes than the search did.
fn text_of(
    (item, dm): (&SuiteItem, i32),
    outcome: &Outcome,
    stop: &StopFlag,
) -> Result<Option<String>, CommandError> {
    let (turn, most) = (item.position.turn(), dm.unsigned_abs() as u16);
    let attacker = if dm > 0 { turn } else { !turn };
    let moves = match &outcome.proof {
        Some(proof) => proof.mate() - 1,
        None if outcome.refuted >= most => most,
        None => return Ok(None),
    };
    let nodes = outcome.nodes.max(LEAST_NODES);
    let refutation = ShortMates::new(stop)?.refutation((&item.position, attacker), moves, nodes);
    let shortness = match refutation {
        Some(refutation) => Shortness::Certified(Box::new(refutation)),
        None => Shortness::claimed(outcome.is_shortest()),
    };
    Ok(text(outcome.proof.as_ref(), &shortness))
}

/// Nodes for a refutation, however soon the search had its answer.
const LEAST_NODES: u64 = 10_000;
