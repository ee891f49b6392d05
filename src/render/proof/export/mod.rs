//! A proof as a file for others, in any of the forms it can have.
//!
//! Whoever reads such a file need not have this program: PGN is for other chess programs, HTML for eyes,
//! JSON for scripts. JSONL, the only form that is whole whatever its size, is what saving writes (`store/proof/`).

use std::io::{self, Write};

use super::super::json;
use super::verdict::words;
use super::{html, pgn};
use crate::layout::exhibit::Exhibit;
use crate::shell::mates::{ProofExport, ProofFormat};

pub fn export(out: &mut dyn Write, export: &ProofExport) -> io::Result<()> {
    let ProofExport { exhibit, format, aside, .. } = export;
    match format {
        ProofFormat::Json => writeln!(out, "{}", json::proof::exhibit(exhibit)),
        ProofFormat::Pgn => out.write_all(pgn::text(exhibit).as_bytes()),
        ProofFormat::Html => out.write_all(html::text(exhibit, aside).as_bytes()),
    }
}

/// `White mates in 5`.
pub(super) fn title(exhibit: &Exhibit) -> String {
    format!("{} mates in {}", exhibit.proof.attacker(), exhibit.proof.mate())
}

pub(super) fn known(exhibit: &Exhibit) -> String {
    words(Some(exhibit.proof.mate()), exhibit.refuted, true)
}

/// The program, as it names itself in files.
pub(super) fn program() -> String {
    format!("Quarterply {}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests;
