//! `proof verify`: verifies the last proof again, by the rules of chess alone.

use super::verdict::{count_of, indented};
use crate::commands::prelude::*;
use crate::ink::number::counted;
use crate::proof::{Rules, verify};
use crate::prove::solvers::ShortMates;
use crate::settings::Worded;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof verify":
    "check the last proof once more, by the rules of chess alone",
    answers: &[LineSchema::of::<VerifiedAnswer>()],
    read: |_| Ok(Box::new(verify_again)));

fn verify_again(session: &mut Session) -> Acted {
    let known = session.mates.last_proof()?.clone();
    session.start_task(move |context| {
        let proof = verify(known.strategy(), known.rules())
            .map_err(|flaw| CommandError::refused(format!("the proof does not hold: {flaw}")))?;
        let mut replies = 0;
        proof.strategy().walk(|position, step| {
            replies += position.play(step.mv).legal_count();
            true
        });
        let certificate = ShortMates::new(&context.stop)?.certificate(&proof);
        Ok(VerifiedAnswer {
            ok: true,
            refutations: certificate.map(|refutation| refutation.replies()),
            mate: proof.mate(),
            positions: proof.positions(),
            replies,
            mates: proof.mates(),
            rules: proof.rules().word(),
        }
        .into())
    })
}

/// What was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VerifiedAnswer {
    pub ok: bool,
    // The length of the longest line.
    pub mate: u16,
    // With the attacker to move.
    pub positions: usize,
    // Replies of the defender that are answered.
    pub replies: u64,
    pub mates: usize,
    #[cfg_attr(test, schemars(extend("enum" = ["problem", "game"])))]
    pub rules: &'static str,
    /// Positions of a checked refutation of any shorter mate.
    pub refutations: Option<usize>,
}

impl Answer for VerifiedAnswer {
    const TYPE: &str = "proof-verified";

    fn page(&self, settings: &Settings) -> Page {
        let line = indented(settings).with(Role::Good, "ok: ").with(
            Role::Plain,
            format!(
                "mate in {}; {} with the attacker to move, {} all answered, {}",
                self.mate,
                counted(self.positions, "position"),
                count_of(self.replies, "reply", "replies"),
                counted(self.mates, "mating move"),
            ),
        );
        let fifty =
            if self.rules == Rules::Game.word() { "; nowhere do fifty moves pass" } else { "" };
        let draws = "; the distance falls with every move, so nothing is repeated";
        let line = line.with(Role::Dim, format!("{draws}{fifty}"));
        let line = match self.refutations {
            Some(0) => line.with(Role::Plain, "; there is no shorter mate"),
            Some(count) => {
                let replies = count_of(count as u64, "reply", "replies");
                let text = format!("; no mate in {}: refuted with {replies}", self.mate - 1);
                line.with(Role::Plain, text)
            }
            None => line,
        };
        Page::of_wrapped(line, settings, 5)
    }
}
