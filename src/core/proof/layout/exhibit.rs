//! A proof prepared for display: its facts, its tree, its graph. File formats are in the program's commands.

use super::graph::{Bounds, ProofGraph, graph};
use super::tree::{Adviser, Extent, ProofTree, tree};
use crate::proof::Proof;

#[derive(Clone, Debug)]
pub struct Exhibit {
    pub proof: Proof,
    /// There is no mate in at most this many moves; 0 if unknown.
    pub refuted: u16,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
    /// Laid out as far as there is room for.
    pub tree: ProofTree,
    pub graph: ProofGraph,
}

impl Exhibit {
    /// Lays out a proof of which it is known that there is no mate in `refuted` moves.
    pub fn new(proof: Proof, refuted: u16, chess960: bool, adviser: &mut dyn Adviser) -> Exhibit {
        const EXTENT: Extent = Extent { plies: u16::MAX, defences: 3_000 };
        let tree = tree(&proof, EXTENT, adviser);
        let graph = graph(&proof, Bounds::default(), adviser);
        Exhibit { proof, refuted, chess960, tree, graph }
    }
}
