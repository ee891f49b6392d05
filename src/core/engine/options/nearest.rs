//! The known word nearest to a mistyped one: used for options here, for commands and settings by callers.

use strsim::osa_distance;

/// The candidate nearest to a word, letter case aside, if it is near enough: at most two letters wrong (one more for each
/// five of a long word), and no more than half of them. A letter put in, left out, changed, or swapped with its neighbour is wrong
/// once.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // No setting has forty letters, and the distance costs the product of the lengths.
    let word: String = word.chars().take(40).collect::<String>().to_lowercase();
    let length = word.chars().count();
    let allowed = (length / 2).min(2.max(length / 5));
    // The first letter of a word is rarely mistyped, except by typing the second one first.
    let begins_alike = |candidate: &str| {
        let [mut typed, mut known] = [&word[..], candidate].map(str::chars);
        let (a, b) = (typed.next(), typed.next());
        let (c, d) = (known.next(), known.next());
        a == c || (a, b) == (d, c)
    };
    candidates
        .into_iter()
        .map(|candidate| (candidate.to_lowercase(), candidate))
        .filter(|(lower, _)| begins_alike(lower))
        .map(|(lower, candidate)| (osa_distance(&word, &lower), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
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
        let words = ["resolve", "restore", "redo", "go", "show"];
        assert_eq!(nearest("reslove", words), Some("resolve"));
        assert_eq!(nearest("shwo", words), Some("show"));
        assert_eq!(nearest("REDO", words), Some("redo"));
        assert_eq!(nearest("og", words), Some("go"));
        assert_eq!(nearest("xyzzy", words), None);
        assert_eq!(nearest("q", words), None);
        for (word, comic) in [("ls", "qs"), ("line", "mine"), ("next", "ext"), ("open", "fen")] {
            assert_eq!(nearest(word, [comic]), None, "{word} is not {comic}");
        }
    }
}
