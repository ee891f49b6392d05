//! The last proof looked at: as a tree, down one line, checked once more, written and read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Inquest, Session};
use crate::engine::solvers::{Inquiry, ShortMates};
use crate::proof::{Proof, verify};
use crate::prove::exhibit::{Exhibit, Format};
use crate::prove::line::follow;
use crate::prove::task::{Ended, Goal, Outcome, Restriction, Task};
use crate::prove::tree::{Extent, tree};
use crate::shell::CommandError;
use crate::shell::mates::{Loaded, ProofExport, ProofSavedReply, VerifiedReply};
use crate::shell::reply::Reply;
use crate::store;

impl Session {
    /// The last proof found or loaded.
    fn last_proof(&self) -> Result<&Proof, CommandError> {
        let inquest = self.inquest.as_ref().ok_or(CommandError::NoProof)?;
        inquest.outcome.proof.as_ref().ok_or(CommandError::NothingProved)
    }

    pub(super) fn proof_tree(&self, ply: Option<usize>) -> Result<Reply, CommandError> {
        let proof = self.last_proof()?;
        let usual = Extent::default();
        let plies = ply.map_or(usual.plies, |ply| u16::try_from(ply).unwrap_or(u16::MAX));
        let mut adviser = ShortMates::new(&self.interrupt)?;
        let tree = tree(proof, Extent { plies, ..usual }, &mut adviser);
        Ok(Reply::ProofTree(Box::new(tree)))
    }

    pub(super) fn proof_line(&self, texts: &[String]) -> Result<Reply, CommandError> {
        let proof = self.last_proof()?;
        let words: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut adviser = ShortMates::new(&self.interrupt)?;
        let line = follow(proof, &words, Extent::default(), &mut adviser)?;
        Ok(Reply::ProofLine(Box::new(line)))
    }

    /// The last proof made ready to be written for others.
    pub(in crate::shell::session) fn export_proof(
        &self,
        path: PathBuf,
        format: Format,
    ) -> Result<ProofExport, CommandError> {
        let proof = self.last_proof()?.clone();
        let refuted = self.inquest.as_ref().map_or(0, |inquest| inquest.outcome.refuted);
        let mut adviser = ShortMates::new(&self.interrupt)?;
        let exhibit = Exhibit::new(proof, refuted, self.is_chess960(), &mut adviser);
        Ok(ProofExport { path, format, exhibit })
    }

    pub(super) fn save_proof(&self, path: &Path) -> Result<Reply, CommandError> {
        let proof = self.last_proof()?;
        let shortest = self.inquest.as_ref().is_some_and(|inquest| inquest.outcome.is_shortest());
        // That a shorter mate was not found says nothing, so it is not said that there is one.
        store::proof::save(path, proof, shortest.then_some(true), self.is_chess960())?;
        Ok(Reply::ProofSaved(ProofSavedReply {
            path: path.to_owned(),
            mate: proof.mate(),
            positions: proof.positions(),
        }))
    }

    pub(super) fn load_proof(&mut self, path: &Path) -> Result<Reply, CommandError> {
        let rules = self.preferences.rules();
        let (proof, shortest) = store::proof::load(path, rules)?;
        let task = Task {
            root: *proof.root(),
            attacker: proof.attacker(),
            goal: Goal::Any,
            restriction: Restriction::default(),
            rules,
            history: Vec::new(),
            nodes: None,
        };
        // What the file says of shorter mates was not checked, so it counts for nothing.
        let outcome = Outcome { proof: Some(proof), refuted: 0, ended: Ended::Settled, nodes: 0 };
        self.inquest = Some(Inquest {
            inquiry: Inquiry::Mate(task),
            mebibytes: None,
            outcome,
            keys: None,
            elapsed: Duration::ZERO,
            timed_out: false,
            loaded: Some(Loaded { path: path.to_owned(), shortest: shortest == Some(true) }),
        });
        self.verdict()
    }

    pub(super) fn verify_proof(&self) -> Result<Reply, CommandError> {
        let known = self.last_proof()?;
        let proof = verify(known.strategy(), known.rules())
            .map_err(|flaw| CommandError::Flawed(flaw.to_string()))?;
        let mut replies = 0;
        proof.strategy().walk(|position, step| {
            replies += position.play(step.mv).legal_count();
            true
        });
        Ok(Reply::Verified(VerifiedReply {
            mate: proof.mate(),
            positions: proof.positions(),
            replies,
            mates: proof.mates(),
            rules: proof.rules(),
        }))
    }
}
