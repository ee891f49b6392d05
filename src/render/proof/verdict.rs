//! What is known of a mate, in one line: proved or not, shortest or not. No other words are used for it anywhere.

use super::super::number::grouped;
use super::super::settings::Settings;
use super::super::style::Role;
use super::super::text::Line;
use crate::proof::Proof;
use crate::prove::task::{Ended, Outcome};

/// What a prover found out.
pub fn verdict(outcome: &Outcome) -> Line {
    let mate = outcome.proof.as_ref().map(Proof::mate);
    let settled = outcome.ended == Ended::Settled;
    let role = match mate {
        Some(_) => Role::Mate,
        None if settled => Role::Good,
        None => Role::Caution,
    };
    Line::of(role, words(mate, outcome.refuted, settled))
}

/// The verdict's words: a mate in so many moves or none, no mate in `refuted` moves, and whether the question is settled.
pub fn words(mate: Option<u16>, refuted: u16, settled: bool) -> String {
    match mate {
        Some(mate) if refuted + 1 == mate => format!("mate in {mate}, proved; shortest, proved"),
        Some(mate) if refuted == 0 => format!("mate in {mate}, proved; shortest not proved"),
        Some(mate) => {
            format!("mate in {mate}, proved; shortest not proved (no mate in {refuted})")
        }
        None if settled && refuted > 0 => format!("no mate in {refuted}, proved"),
        None if refuted > 0 => format!("undecided (no mate in {refuted}, proved)"),
        None => "undecided".to_owned(),
    }
}

/// What the check of a proof found: `ok: 23 replies …`.
pub fn verified(proof: &Proof, settings: &Settings) -> Line {
    let (positions, mates) = (proof.positions(), proof.mates());
    settings.facts([
        Line::of(Role::Good, "ok").with(Role::Plain, format!(": mate in {}", proof.mate())),
        Line::plain(format!(
            "{} positions, every reply to each answered",
            grouped(positions as u64)
        )),
        Line::plain(format!("{} moves that mate", grouped(mates as u64))),
        Line::of(Role::Dim, rules(proof)),
    ])
}

/// By which rules a proof was checked.
pub(super) fn rules(proof: &Proof) -> &'static str {
    match proof.rules() {
        crate::proof::Rules::Problem => {
            "rules of problems: neither fifty moves nor repetition count"
        }
        crate::proof::Rules::Game => "rules of games: fifty moves count",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_that_were_agreed() {
        let cases = [
            (Some(7), 6, true, "mate in 7, proved; shortest, proved"),
            (Some(7), 4, false, "mate in 7, proved; shortest not proved (no mate in 4)"),
            (Some(7), 0, false, "mate in 7, proved; shortest not proved"),
            (Some(1), 0, true, "mate in 1, proved; shortest, proved"),
            (None, 5, true, "no mate in 5, proved"),
            (None, 5, false, "undecided (no mate in 5, proved)"),
            (None, 0, false, "undecided"),
        ];
        for (mate, refuted, settled, text) in cases {
            assert_eq!(words(mate, refuted, settled), text);
        }
    }
}
