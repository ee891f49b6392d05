//! The last proof looked at: as a tree, down one line, checked once more, written and read.

use std::path::PathBuf;
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
use crate::store::{self, Shortness, StoreError};

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

    pub(super) fn save_proof(&mut self, path: PathBuf) -> Result<Effect, CommandError> {
        let proof = self.last_proof()?.clone();
        store::proof::claim(&self.files, &path, &proof)?;
        self.start_task(move |context| {
            let certificate = ShortMates::new(&context.stop)?.certificate(&proof);
            Ok(Finding::new(move |session| {
                let known = session.inquest.as_ref().map(|inquest| &inquest.known.outcome);
                // That a shorter mate was not found says nothing, so it is not said that there is one.
                let shortness = certificate.map_or_else(
                    || Shortness::claimed(known.is_some_and(Outcome::is_shortest)),
                    |refutation| Shortness::Certified(Box::new(refutation)),
                );
                let (mate, positions) = (proof.mate(), proof.positions());
                let chess960 = session.is_chess960();
                store::proof::save(&session.files, &path, &proof, &shortness, chess960)?;
                let certified = matches!(shortness, Shortness::Certified(_));
                Ok(Reply::ProofSaved(ProofSavedReply { path, mate, positions, certified }))
            }))
        })
    }

    pub(super) fn load_proof(&mut self, path: PathBuf) -> Result<Effect, CommandError> {
        let rules = self.preferences.rules;
        self.start_task(move |_| {
            let (proof, shortness) = store::proof::load(&path, rules)?;
            Ok(Finding::new(move |session| {
                let inquest = inquest_of(proof, &shortness, path);
                let Outcome { proof, refuted, .. } = &inquest.known.outcome;
                if let Some(proof) = proof {
                    session.engine.known_mates.keep(proof, *refuted);
                }
                session.inquest = Some(inquest);
                session.verdict()
            }))
        })
    }

    pub(super) fn verify_proof(&mut self) -> Result<Effect, CommandError> {
        let known = self.last_proof()?.clone();
        self.start_task(move |context| {
            let proof = verify(known.strategy(), known.rules())
                .map_err(|flaw| CommandError::Flawed(flaw.to_string()))?;
            let mut replies = 0;
            proof.strategy().walk(|position, step| {
                replies += position.play(step.mv).legal_count();
                true
            });
            let certificate = ShortMates::new(&context.stop)?.certificate(&proof);
            let reply = VerifiedReply {
                refutations: certificate.map(|refutation| refutation.len()),
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

fn inquest_of(proof: Proof, shortness: &Shortness, path: PathBuf) -> Inquest {
    let task =
        ProofTask { rules: proof.rules(), ..ProofTask::any(*proof.root(), proof.attacker()) };
    // What the file says of shorter mates counts for nothing without a certificate, which was checked.
    let (refuted, shortest) = match shortness {
        Shortness::Unknown => (0, false),
        Shortness::Claimed => (0, true),
        Shortness::Certified(refutation) => (refutation.moves(), false),
    };
    let outcome = Outcome { proof: Some(proof), refuted, ended: Ended::Settled, nodes: 0 };
    let (inquiry, loaded) = (Inquiry::Mate(task.clone()), Some(Loaded { path, shortest }));
    let (keys, elapsed, timed_out) = (None, Duration::ZERO, false);
    let known = VerdictReply { task, outcome, keys, elapsed, timed_out, loaded };
    Inquest { inquiry, mebibytes: None, known }
}
