//! `tries`: first moves that almost mate.

use crate::chess::{Move, Position};
use crate::commands::mates::mate_forms::TryForm;
use crate::commands::mates::solution::{self, Tries};
use crate::commands::prelude::*;
use crate::engine::ProofLimits;
use crate::engine::limit_words::GivenLimits;
use crate::ink::json::{Fen, Milliseconds, written_as};
use crate::shell::parse::proof_limits::{Given, finish, is_digits, limit, moves_of};
use crate::shell::proof_answers::TriesAnswer;
use crate::shell::session::mates::incomplete;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "tries", "[N] [refutations K] [LIMITS]":
    "first moves that would mate in N but for one answer, or for at most K",
    details: "Without N, as many moves as the last proof of this position has.",
    examples: &[("tries 2", "near-solutions of a mate in two, each with its refutation", " 1.Ng2+?   check  refuted by 1…Kf3!")],
    completer: Completer::Words(&["refutations"]),
    terms: needs(Alone),
    answers: &[LineSchema::of::<TriesAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let given = arguments(reader, true)?;
    Ok(Box::new(move |session| act(session, given)))
}

/// Parses the number of moves, that of refutations if there may be one, and the limits.
pub(super) fn arguments(
    reader: &mut Reader<'_>,
    with_refutations: bool,
) -> Result<(Option<u16>, usize, ProofLimits), ParseError> {
    let (mut moves, mut refutations) = (Given::new("the number of moves"), None);
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "refutations" if with_refutations => {
                refutations = Some(reader.number("the number of refutations", 1, 20)? as usize);
            }
            _ if limit(reader, word, &mut limits)? => {}
            _ if is_digits(word) => moves.set(word, moves_of(word)?)?,
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok((moves.value, refutations.unwrap_or(1), finish(&limits)?))
}

/// At most `refutations` replies may refute a try. The default length is that of the last proof of this position.
fn act(
    session: &mut Session,
    (moves, refutations, limits): (Option<u16>, usize, ProofLimits),
) -> Acted {
    session.timeline.require_move()?;
    let root = *session.position();
    session.timeline.require_mating_material(root.turn())?;
    let moves = session.mates.length(moves, session.position())?;
    let limits = session.settings.proof_limits(limits);
    Ok(session.inquire(
        (root, "tries"),
        limits,
        move |solvers, stop| solvers.tries(&root, (moves, refutations), limits.nodes, stop),
        move |session, tries, (elapsed, _)| {
            let tries = tries.ok_or_else(|| incomplete(moves))?;
            let threats = tries.iter().map(|tried| threats(&root.play(tried.mv))).collect();
            let chess960 = session.is_chess960();
            let tries = TriesAnswer { root, moves, tries, threats, elapsed, chess960 };
            session.mates.aside.tries = Some(tries.clone());
            Ok(tries.into())
        },
    ))
}

/// Mates in one that the side not to move threatens; none in check.
fn threats(position: &Position) -> Vec<Move> {
    let Some(passed) = position.pass() else { return Vec::new() };
    let moves = passed.moves();
    moves.filter(|&mv| passed.play(mv).is_checkmate()).collect()
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TriesForm {
    fen: Fen,
    mate: u16,
    tries: Vec<TryForm>,
    time_ms: Milliseconds,
}

impl TriesForm {
    fn of(answer: &TriesAnswer) -> TriesForm {
        let TriesAnswer { root, tries, threats, .. } = answer;
        TriesForm {
            fen: Fen(*root),
            mate: answer.moves,
            tries: TryForm::of(root, tries, threats, answer.chess960),
            time_ms: Milliseconds(answer.elapsed),
        }
    }
}

written_as!(TriesAnswer as TriesForm);

impl Answer for TriesAnswer {
    const TYPE: &str = "tries";

    fn page(&self, settings: &Settings) -> Page {
        let TriesAnswer { root, moves, tries, threats, .. } = self;
        solution::tries(&Tries { root, moves: *moves, tries, threats }, settings)
    }
}
