//! Arguments shared by several commands, and by tools of the laboratory: numbers in a range, files, jobs, limits.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::slice;

use crate::control::quantity::{self, QuantityFault};
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::engine::options::did_you_mean;
use crate::engine::{OptionError, Options};
use crate::search::PROFILES;
use crate::store::file::expand;

/// Maximum number of jobs.
pub(super) const MOST_JOBS: u64 = 1024;

/// Returns a parser of integers in a range: `500`, `20k`, `1M`.
pub fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, QuantityFault> + Clone + Send + Sync + 'static {
    move |text| {
        let (low, high) = (*bounds.start(), *bounds.end());
        let number = quantity::within(text, "it", low, high)?;
        T::try_from(number).map_err(|_| QuantityFault::out_of_range(text, "it", low, high))
    }
}

/// Parses a file name with [`expand`].
pub fn path(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("the name of a file is wanted".to_owned()),
        text => Ok(expand(text)),
    }
}

/// Parses a share of a point in percent: `5`, `7.5%`.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').parse::<f64>().ok();
    let percent = percent.filter(|percent| (0.1..=50.0).contains(percent));
    let wrong = "it is a share of a point from 0.1 to 50 percent, as in --margin 5";
    percent.map(|percent| percent / 100.0).ok_or_else(|| wrong.to_owned())
}

/// An invalid word, and the reason.
pub(super) type WordFault = (String, String);

pub(super) fn limits_of(words: &[&str], set: &LimitSet) -> Result<GivenLimits, WordFault> {
    let mut given = GivenLimits::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if !limit(word, &mut words, set, &mut given)? {
            return Err((word.to_owned(), set.refusal(word).to_string()));
        }
    }
    Ok(given)
}

/// Parses a limit, whose value may be the next word; returns `false` if the word is not a limit of `set`.
pub(super) fn limit<'a>(
    word: &'a str,
    behind: &mut slice::Iter<'_, &'a str>,
    set: &LimitSet,
    given: &mut GivenLimits,
) -> Result<bool, WordFault> {
    let mut at = word;
    let next = || {
        at = behind.next()?;
        Some(at)
    };
    given.read(set, word, next).map_err(|fault| (at.to_owned(), fault.to_string()))
}

/// Returns the options with the given memory for the hash table.
pub(super) fn with_memory(options: &Options, given: &GivenLimits) -> Result<Options, OptionError> {
    let mut options = options.clone();
    if let Some(memory) = given.memory {
        options.set("Hash", &memory.to_string())?;
    }
    Ok(options)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProfileNames(pub Vec<&'static str>);

impl ProfileNames {
    pub(super) fn all() -> ProfileNames {
        ProfileNames(PROFILES.iter().map(|profile| profile.name).collect())
    }
}

/// Parses comma-separated names of profiles, or `all`.
pub(super) fn profiles(text: &str) -> Result<ProfileNames, String> {
    let known: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
    if text == "all" {
        return Ok(ProfileNames::all());
    }
    let mut named = Vec::new();
    for name in text.split(',') {
        let Some(&profile) = known.iter().find(|known| **known == name) else {
            let near = did_you_mean(name, known.iter().copied());
            let known = known.join(", ");
            return Err(format!(
                "there is no profile \"{name}\"; there are {known}, and all{near}"
            ));
        };
        if named.contains(&profile) {
            return Err(format!("{profile} is given twice"));
        }
        named.push(profile);
    }
    Ok(ProfileNames(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_at_fault_is_named() {
        for (text, word) in [
            ("20k nodes 5", "5"),
            ("soft", "soft"),
            ("d0", "d0"),
            ("fast", "fast"),
            ("7", "7"),
            ("nodes x", "x"),
            ("64MiB", "64MiB"),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(limits_of(&words, &LimitSet::POSITION).unwrap_err().0, word, "{text}");
        }
    }

    #[test]
    fn numbers_have_bounds() {
        let jobs = number::<usize>(1..=8);
        assert_eq!(jobs("8"), Ok(8));
        assert_eq!(jobs("9").unwrap_err().to_string(), "it must be from 1 to 8, got 9");
        assert!(jobs("many").is_err() && jobs("-1").is_err());
    }
}
