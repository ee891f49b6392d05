//! The last proof looked at: as a tree, down one line, checked once more, written and read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Inquest, Session};
use crate::chess::Step;
use crate::layout::exhibit::Exhibit;
use crate::layout::line::follow;
use crate::layout::tree::{Extent, tree};
use crate::layout::walk::walk;
use crate::proof::{Proof, verify};
use crate::prove::solvers::{Inquiry, ShortMates};
use crate::prove::task::{Ended, Outcome, ProofTask};
use crate::shell::CommandError;
use crate::shell::mates::{
    Loaded, ProofExport, ProofFormat, ProofSavedReply, VerdictReply, VerifiedReply,
};
use crate::shell::reply::Reply;
use crate::shell::session::Effect;
use crate::shell::session::job::Finding;
use crate::store::written::never;
use crate::store::{self, StoreError};

impl Session {
    fn last_proof(&self) -> Result<&Proof, CommandError> {
        let inquest = self.inquest.as_ref().ok_or(CommandError::NoProof)?;
        inquest.known.outcome.proof.as_ref().ok_or(CommandError::NothingProved)
    }

    pub(super) fn proof_tree(&mut self, ply: Option<usize>) -> Result<Effect, CommandError> {
        let proof = self.last_proof()?.clone();
        let usual = Extent::default();
        let plies = ply.map_or(usual.plies, |ply| u16::try_from(ply).unwrap_or(u16::MAX));
        self.start_task(move |context| {
            let mut adviser = ShortMates::new(&context.stop)?;
            let tree = tree(&proof, Extent { plies, ..usual }, &mut adviser);
            Ok(Reply::ProofTree(Box::new(tree)).into())
        })
    }

    pub(super) fn proof_line(&mut self, texts: Vec<String>) -> Result<Effect, CommandError> {
        let proof = self.last_proof()?.clone();
        self.start_task(move |context| {
            let words: Vec<&str> = texts.iter().map(String::as_str).collect();
            let mut adviser = ShortMates::new(&context.stop)?;
            let line = follow(&proof, &words, Extent::default(), &mut adviser)?;
            Ok(Reply::ProofLine(Box::new(line)).into())
        })
    }

    pub(super) fn play_proof(&mut self, plies: usize) -> Result<Reply, CommandError> {
        let moves = walk(self.last_proof()?, self.position(), plies)?.moves;
        for mv in moves {
            self.timeline.step(Step::Move(mv))?;
        }
        Ok(self.changed(Vec::new()))
    }

    /// The last proof made ready to be written for others.
    pub(crate) fn export_proof(
        &mut self,
        path: PathBuf,
        format: ProofFormat,
    ) -> Result<Effect, CommandError> {
        let proof = self.last_proof()?.clone();
        self.files.claim(&path, never).map_err(StoreError::from)?;
        let refuted = self.inquest.as_ref().map_or(0, |inquest| inquest.known.outcome.refuted);
        let (chess960, aside) = (self.is_chess960(), self.aside.of(proof.root()));
        self.start_task(move |context| {
            let mut adviser = ShortMates::new(&context.stop)?;
            let exhibit = Exhibit::new(proof, refuted, chess960, &mut adviser);
            Ok(Reply::ProofExport(Box::new(ProofExport { path, format, exhibit, aside })).into())
        })
    }

    pub(super) fn save_proof(&self, path: &Path) -> Result<Reply, CommandError> {
        let proof = self.last_proof()?;
        let shortest =
            self.inquest.as_ref().is_some_and(|inquest| inquest.known.outcome.is_shortest());
        // That a shorter mate was not found says nothing, so it is not said that there is one.
        store::proof::save(&self.files, path, proof, shortest.then_some(true), self.is_chess960())?;
        Ok(Reply::ProofSaved(ProofSavedReply {
            path: path.to_owned(),
            mate: proof.mate(),
            positions: proof.positions(),
        }))
    }

    pub(super) fn load_proof(&mut self, path: PathBuf) -> Result<Effect, CommandError> {
        let rules = self.preferences.rules;
        self.start_task(move |_| {
            let (proof, shortest) = store::proof::load(&path, rules)?;
            Ok(Finding::new(move |session| {
                session.engine.known_mates.keep(&proof, 0);
                session.inquest = Some(inquest_of(proof, shortest == Some(true), path));
                session.verdict()
            }))
        })
    }

    pub(super) fn verify_proof(&mut self) -> Result<Effect, CommandError> {
        let known = self.last_proof()?.clone();
        self.start_task(move |_| {
            let proof = verify(known.strategy(), known.rules())
                .map_err(|flaw| CommandError::Flawed(flaw.to_string()))?;
            let mut replies = 0;
            proof.strategy().walk(|position, step| {
                replies += position.play(step.mv).legal_count();
                true
            });
            let reply = VerifiedReply {
                mate: proof.mate(),
                positions: proof.positions(),
                replies,
                mates: proof.mates(),
                rules: proof.rules(),
            };
            Ok(Reply::Verified(reply).into())
        })
    }
}

fn inquest_of(proof: Proof, shortest: bool, path: PathBuf) -> Inquest {
    let task =
        ProofTask { rules: proof.rules(), ..ProofTask::any(*proof.root(), proof.attacker()) };
    // What the file says of shorter mates was not checked, so it counts for nothing.
    let outcome = Outcome { proof: Some(proof), refuted: 0, ended: Ended::Settled, nodes: 0 };
    let (inquiry, loaded) = (Inquiry::Mate(task.clone()), Some(Loaded { path, shortest }));
    let (keys, elapsed, timed_out) = (None, Duration::ZERO, false);
    let known = VerdictReply { task, outcome, keys, elapsed, timed_out, loaded };
    Inquest { inquiry, mebibytes: None, known }
}
