//! What is known of a mate, in one line: proved or not, shortest or not. No other words are used for it anywhere.

use crate::proof::{Proof, Rules};

/// The verdict's words: a mate in so many moves or none, no mate in `refuted` moves, and whether the question is settled.
pub fn words(mate: Option<u16>, refuted: u16, settled: bool) -> String {
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

/// By which rules a proof was checked.
pub(super) fn rules(proof: &Proof) -> &'static str {
    match proof.rules() {
        Rules::Problem => "rules of problems: neither fifty moves nor repetition count",
        Rules::Game => "rules of games: fifty moves count",
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
