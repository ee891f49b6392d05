//! A proof as a file for others, in any of the forms it can have.
//!
//! Whoever reads such a file need not have this program: PGN is for other chess programs, HTML for eyes,
//! JSON for scripts. JSONL, the only form that is whole whatever its size, is what saving writes (`store/proof/`).

mod proof_json;
mod proof_page;
mod proof_pgn;

use std::path::Path;

use crate::proof::layout::exhibit::Exhibit;
use crate::shell::proof_answers::Aside;

/// A form that a proof is exported in, known by the ending of a file's name. The interchange form, `.jsonl`, is not among
/// them: it is what saving writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// A game with nested variations.
    Pgn,
    Json,
    /// A page to walk about in.
    Html,
}

impl ProofFormat {
    pub const ALL: [(&str, ProofFormat); 3] =
        [("pgn", ProofFormat::Pgn), ("json", ProofFormat::Json), ("html", ProofFormat::Html)];

    pub fn of(path: &Path) -> Option<ProofFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ProofFormat::ALL.iter().find(|(name, _)| *name == ending).map(|&(_, format)| format)
    }
}

pub fn export(format: ProofFormat, exhibit: &Exhibit, aside: &Aside) -> Vec<u8> {
    match format {
        ProofFormat::Json => format!("{}\n", proof_json::exhibit(exhibit)).into_bytes(),
        ProofFormat::Pgn => proof_pgn::text(exhibit).into_bytes(),
        ProofFormat::Html => proof_page::text(exhibit, aside).into_bytes(),
    }
}

#[cfg(test)]
mod tests;
