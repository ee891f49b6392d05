//! The verdict of a proof in one line: proved or not, shortest or not. All other output uses these words.

use crate::ink::number::grouped;
use crate::ink::{Line, Settings};
use crate::proof::layout::Exhibit;
use crate::proof::{Proof, Rules};
use crate::prove::{Goal, Outcome};

/// Formats the verdict; scripts depend on the words.
pub(super) fn words(outcome: &Outcome, goal: Goal) -> String {
    if outcome.proof.is_none() && outcome.refuted == u16::MAX {
        return "no mate, proved".to_owned();
    }
    let mate = outcome.proof.as_ref().map(Proof::mate);
    known(mate, outcome.refuted, outcome.is_refuted(goal))
}

pub(super) fn indented(settings: &Settings) -> Line {
    Line::plain(if settings.is_pretty() { " " } else { "" })
}

pub(super) fn count_of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Formats the verdict: the length of the mate if there is one, `refuted` moves without mate, and whether the question is
/// settled.
pub(super) fn known(mate: Option<u16>, refuted: u16, settled: bool) -> String {
    match mate {
        Some(mate) if mate.checked_sub(1) == Some(refuted) => {
            format!("mate in {mate}, proved; shortest, proved")
        }
        Some(mate) if refuted == 0 => format!("mate in {mate}, proved; shortest not proved"),
        Some(mate) => {
            format!("mate in {mate}, proved; shortest not proved (no mate in {refuted})")
        }
        None if settled && refuted > 0 => format!("no mate in {refuted}, proved"),
        None if refuted > 0 => format!("undecided (no mate in {refuted}, proved)"),
        None => "undecided".to_owned(),
    }
}

pub(super) fn rules(proof: &Proof) -> &'static str {
    match proof.rules() {
        Rules::Problem => "rules of problems: neither fifty moves nor repetition count",
        Rules::Game => "rules of games: fifty moves count",
    }
}

/// Formats the claim: `White mates in 5`.
pub(super) fn title(exhibit: &Exhibit) -> String {
    format!("{} mates in {}", exhibit.proof.attacker(), exhibit.proof.mate())
}

pub(super) fn known_of(exhibit: &Exhibit) -> String {
    known(Some(exhibit.proof.mate()), exhibit.refuted, true)
}

pub(super) fn program() -> String {
    format!("Quarterply {}", env!("CARGO_PKG_VERSION"))
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
            assert_eq!(known(mate, refuted, settled), text);
        }
    }
}
