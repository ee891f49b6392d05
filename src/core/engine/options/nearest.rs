//! The known word nearest to a mistyped one: used for options here, for commands and settings by callers.

use strsim::osa_distance;

/// The candidate that a word was meant to be, letter case aside: the word has at least five letters, exactly one of them is
/// wrong (put in, left out, changed, or swapped with its neighbour), and no other candidate is as near. Of a shorter word, or of
/// two slips, a guess is more often wrong than right.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const SHORTEST: usize = 5;
    // No setting has forty letters, and the distance costs the product of the lengths.
    let word: String = word.chars().take(40).collect::<String>().to_lowercase();
    let is_long = word.chars().filter(|letter| letter.is_alphabetic()).count() >= SHORTEST;
    let distance = |candidate: &str| osa_distance(&word, &candidate.to_lowercase());
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(distance, _)| distance == 0 || distance == 1 && is_long)
        .collect();
    near.sort_unstable();
    near.dedup();
    match near[..] {
        [(0, candidate), ..] | [(_, candidate)] => Some(candidate),
        _ => None,
    }
}

/// The end of an error about a word that is none of these: `; did you mean …?`, or nothing.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near = nearest(word, candidates).map(|near| format!("; did you mean `{near}`?"));
    near.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["resolve", "restore", "redo", "go", "show", "analyze", "quiet", "quit"];
        for (typed, meant) in [
            ("reslove", "resolve"),
            ("REDO", "redo"),
            ("nalyze", "analyze"),
            ("restores", "restore"),
        ] {
            assert_eq!(nearest(typed, words), Some(meant), "{typed}");
        }
        // Too short, two letters wrong, and as near to another.
        for typed in ["shwo", "og", "q", "xyzzy", "restroe1", "quite"] {
            assert_eq!(nearest(typed, words), None, "{typed}");
        }
    }
}
