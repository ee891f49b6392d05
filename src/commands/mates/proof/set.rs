//! `proof set`: the set play, that is the continuations if the defender were to move.

use crate::chess::game::StepError;
use crate::commands::mates::mate_forms::SetLineForm;
use crate::commands::mates::solution::set_play;
use crate::commands::mates::tries::arguments;
use crate::commands::prelude::*;
use crate::engine::ProofLimits;
use crate::ink::json::{Fen, Milliseconds, written_as};
use crate::shell::proof_answers::SetPlayAnswer;
use crate::shell::session::mates::incomplete;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof set", "[N] [LIMITS]":
    "the set play: what would mate if the other side were to move",
    details: "Without N, as many moves as the last proof of this position has.",
    examples: &[("proof set 2", "of a mate in two", " 1…Qf1, Qh1, Qg2, Qh2, Qb3, Qe3, Qf3, Qg3  2.Rxf7#")],
    terms: needs(Alone),
    answers: &[LineSchema::of::<SetPlayAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let (moves, _, limits) = arguments(reader, false)?;
    Ok(Box::new(move |session| act(session, (moves, limits))))
}

/// The default length is that of the last proof of this position.
fn act(session: &mut Session, (moves, limits): (Option<u16>, ProofLimits)) -> Acted {
    session.timeline.require_move()?;
    let root = *session.position();
    if root.in_check() {
        return Err(StepError::PassInCheck.into());
    }
    let moves = session.mates.length(moves, session.position())?;
    let limits = session.settings.proof_limits(limits);
    Ok(session.inquire(
        (root, "set play"),
        limits,
        move |solvers, stop| solvers.set_play(&root, moves, limits.nodes, stop),
        move |session, lines, (elapsed, _)| {
            let lines = lines.ok_or_else(|| incomplete(moves))?;
            let chess960 = session.is_chess960();
            let set_play = SetPlayAnswer { root, moves, lines, elapsed, chess960 };
            session.mates.aside.set_play = Some(set_play.clone());
            Ok(set_play.into())
        },
    ))
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SetPlayForm {
    fen: Fen,
    mate: u16,
    lines: Vec<SetLineForm>,
    time_ms: Milliseconds,
}

impl SetPlayForm {
    fn of(answer: &SetPlayAnswer) -> SetPlayForm {
        SetPlayForm {
            fen: Fen(answer.root),
            mate: answer.moves,
            lines: SetLineForm::of(&answer.root, &answer.lines, answer.chess960),
            time_ms: Milliseconds(answer.elapsed),
        }
    }
}

written_as!(SetPlayAnswer as SetPlayForm);

impl Answer for SetPlayAnswer {
    const TYPE: &str = "set-play";

    fn page(&self, settings: &Settings) -> Page {
        set_play(&self.root, Some(&self.lines), settings)
    }
}
