//! A proof as a file for others, in any of the forms it can have.
//!
//! PGN is for other chess programs, HTML for a browser. JSONL, for scripts and the only form that is whole whatever its
//! size, is what saving writes (`files/proof/`).

mod proof_page;
mod proof_pgn;

use std::path::Path;

use crate::proof::layout::Exhibit;
use crate::shell::proof_answers::Aside;

/// A form that a proof is exported in, known by the ending of a file's name. The interchange form, `.jsonl`, is not among
/// them: it is what saving writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// A game with nested variations.
    Pgn,
    /// A page to walk about in.
    Html,
}

impl ProofFormat {
    pub const ALL: [(&str, ProofFormat); 2] =
        [("pgn", ProofFormat::Pgn), ("html", ProofFormat::Html)];

    pub fn of(path: &Path) -> Option<ProofFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ProofFormat::ALL.iter().find(|(name, _)| *name == ending).map(|&(_, format)| format)
    }
}

pub fn export(format: ProofFormat, exhibit: &Exhibit, aside: &Aside) -> Vec<u8> {
    match format {
        ProofFormat::Pgn => proof_pgn::text(exhibit).into_bytes(),
        ProofFormat::Html => proof_page::text(exhibit, aside).into_bytes(),
    }
}

/// Whether the file has no room for all variations.
pub fn is_cut(format: ProofFormat, exhibit: &Exhibit) -> bool {
    match format {
        ProofFormat::Pgn => exhibit.tree.cut,
        ProofFormat::Html => exhibit.graph.left_out > 0,
    }
}

#[cfg(test)]
mod tests;
