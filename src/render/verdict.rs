//! What is known of a mate, in fixed words.

use super::proof;
use crate::ink::number::grouped;
use crate::ink::{Line, Settings};
use crate::proof::{Proof, Rules};
use crate::prove::task::{Goal, Outcome};

/// The verdict, in the words that scripts are promised.
pub fn words(outcome: &Outcome, goal: Goal) -> String {
    if outcome.proof.is_none() && outcome.refuted == u16::MAX {
        return "no mate, proved".to_owned();
    }
    let mate = outcome.proof.as_ref().map(Proof::mate);
    proof::words(mate, outcome.refuted, outcome.is_refuted(goal))
}

/// Which rules a proof reckons with, in a word.
pub const fn rules(rules: Rules) -> &'static str {
    match rules {
        Rules::Problem => "problem",
        Rules::Game => "game",
    }
}

pub fn indented(settings: &Settings) -> Line {
    Line::plain(if settings.is_pretty() { " " } else { "" })
}

pub fn count_of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
