//! Arguments that many tools share: numbers within bounds, files, seeds, jobs, the limits of a search.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::slice;
use std::time::Duration;

use clap::Args;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::control::Limits;
use crate::control::quantity::{self, LONGEST, MOST_NODES};
use crate::engine::{OptionError, Options};
use crate::search::params::MAX_DEPTH;
use crate::store::file::expand;

/// More threads than this no machine has.
pub const MOST_JOBS: u64 = 1024;

/// Moves of the longest mate that a search can be limited to.
const LONGEST_MATE: u64 = 120;

/// Works at a time.
#[derive(Args, Clone, Copy, Debug)]
pub struct Jobs {
    /// How many are done at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=MOST_JOBS))]
    pub jobs: usize,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct Seed {
    /// Another seed gives another order, other openings, other choices; the same seed the same ones
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
}

/// Returns words as the functions that read limits take them.
pub fn texts(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Returns a parser of whole numbers within bounds: `500`, `20k`, `1M`.
pub fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let (low, high) = (*bounds.start(), *bounds.end());
        let number = quantity::count(text).ok_or("a whole number is wanted, as 20 or 5k")?;
        let number = u64::try_from(number).ok().filter(|number| bounds.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match high {
            u64::MAX => format!("it must be {low} at least, and fit into 64 bits"),
            _ => format!("it must be from {low} to {high}, got {text}"),
        })
    }
}

/// Reads the name of a file, with `~/` for the home folder.
pub fn path(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("the name of a file is wanted".to_owned()),
        text => Ok(expand(text)),
    }
}

/// Reads a size of memory, in MiB: `64`, `512M`, `1G`.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    let size = quantity::mebibytes(text).filter(|size| (1..=1 << 20).contains(size));
    size.ok_or_else(|| "a size is a number of mebibytes, as 64, 512M or 1G".to_owned())
}

/// A word that does not belong where it is, and why.
pub type WordFault = (String, String);

/// Reads words of limits, as `20k`, `d8`, `soft 2000`, `nodes 500`, `depth 8`: `with_time` if a time is one.
pub fn limits_of(words: &[&str], with_time: bool) -> Result<Limits, WordFault> {
    let mut limits = Limits::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if !limit(word, &mut words, with_time, &mut limits)? {
            let times = if with_time { "250ms, 5s, " } else { "" };
            let why = format!(
                "\"{word}\" is no limit of a search; limits are {times}20k (nodes), d8, soft 2000, nodes 500, depth 8"
            );
            return Err((word.to_owned(), why));
        }
    }
    Ok(limits)
}

/// Reads a limit, whose number may be the next of the words behind it; `false` if the word is none.
pub fn limit(
    word: &str,
    behind: &mut slice::Iter<'_, &str>,
    with_time: bool,
    limits: &mut Limits,
) -> Result<bool, WordFault> {
    let wrong = |why: String| (word.to_owned(), why);
    let mut next = || {
        let missing = || wrong(format!("a number is missing behind {word}"));
        behind.next().copied().ok_or_else(missing)
    };
    let bounded = |text: &str, most: u64| {
        number::<u64>(1..=most)(text).map_err(|why| (text.to_owned(), format!("{word}: {why}")))
    };
    let deepest = MAX_DEPTH as u64;
    let twice = match word {
        "nodes" => limits.nodes.replace(bounded(next()?, MOST_NODES)?).is_some(),
        "soft" => limits.soft_nodes.replace(bounded(next()?, MOST_NODES)?).is_some(),
        "depth" => limits.depth.replace(bounded(next()?, deepest)? as u32).is_some(),
        "time" | "movetime" if with_time => {
            let text = next()?;
            // GUIs count milliseconds, without a unit.
            let bare = quantity::is_whole(text).then(|| format!("{text}ms"));
            limits.movetime.replace(time(bare.as_deref().unwrap_or(text))?).is_some()
        }
        "mate" if with_time => {
            limits.mate.replace(bounded(next()?, LONGEST_MATE)? as u32).is_some()
        }
        "inf" | "infinite" if with_time => std::mem::replace(&mut limits.infinite, true),
        _ if quantity::depth(word).is_some() => {
            let depth = number::<u32>(1..=deepest)(&word[1..]).map_err(wrong)?;
            limits.depth.replace(depth).is_some()
        }
        _ if quantity::duration(word).is_some() && with_time => {
            limits.movetime.replace(time(word)?).is_some()
        }
        _ if quantity::duration(word).is_some() => {
            let why = "nodes or a depth bound these searches, not a time: 1k, d8";
            return Err(wrong(why.to_owned()));
        }
        _ if !quantity::is_whole(word) && quantity::count(word).is_some() => {
            limits.nodes.replace(bounded(word, MOST_NODES)?).is_some()
        }
        _ => return Ok(false),
    };
    if twice {
        return Err(wrong(given_twice(word)));
    }
    Ok(true)
}

fn given_twice(word: &str) -> String {
    format!("a limit is given twice, the second time by {word}")
}

/// What each position or record is given: a time, nodes, and memory for the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionLimits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// Mebibytes.
    pub memory: Option<usize>,
}

impl PositionLimits {
    pub fn options(&self, options: &Options) -> Result<Options, OptionError> {
        let mut options = options.clone();
        if let Some(memory) = self.memory {
            options.set("Hash", &memory.to_string())?;
        }
        Ok(options)
    }
}

/// Words of limits, which may have two dashes before them where they are no options.
pub const LIMIT_FLAGS: [&str; 5] = ["nodes", "soft", "depth", "time", "movetime"];

/// The words that begin a limit with its value behind them.
pub const VALUED_WORDS: [&str; 5] = ["time", "movetime", "nodes", "memory", "hash"];

/// Whether a word is, or begins, a limit that [`position_limits`] reads.
pub fn is_position_limit(word: &str) -> bool {
    VALUED_WORDS.contains(&word)
        || quantity::duration(word).is_some()
        || quantity::bytes(word).is_some()
        || quantity::count(word).is_some()
}

/// Reads words of limits for one position: `10s`, `5M`, `256MiB`, `time 10s`, `nodes 500`, `memory 64`.
pub fn position_limits(words: &[&str]) -> Result<PositionLimits, WordFault> {
    let (mut limits, mut memory) = (Limits::default(), None);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let wrong = |text: &str, why: String| (text.to_owned(), why);
        let size = match word {
            "memory" | "hash" => {
                let missing = || wrong(word, format!("a size is missing behind {word}"));
                let text = words.next().copied().ok_or_else(missing)?;
                let why = "a size is a number of mebibytes, as 64, 512M or 1G";
                Some(quantity::mebibytes(text).ok_or_else(|| wrong(text, why.to_owned()))?)
            }
            _ => quantity::bytes(word),
        };
        if let Some(size) = size {
            if memory.replace(size).is_some() {
                return Err(wrong(word, given_twice(word)));
            }
        } else if !is_position_limit(word) || !limit(word, &mut words, true, &mut limits)? {
            let why = format!(
                "\"{word}\" is no limit for a position; limits are 250ms, 5s, 2m, 100k, 5M (nodes), 64MiB"
            );
            return Err(wrong(word, why));
        }
    }
    Ok(PositionLimits { time: limits.movetime, nodes: limits.nodes, memory })
}

fn time(text: &str) -> Result<Duration, WordFault> {
    let wrong = |why: &str| (text.to_owned(), why.to_owned());
    let time = quantity::duration(text).ok_or_else(|| wrong("a time is wanted, as 250ms or 5s"))?;
    if time > LONGEST {
        return Err(wrong("it is too long: a time is at most 100 days, which is 2400h"));
    }
    Ok(time)
}

/// Returns an error about a word that takes part in an argument of several words.
pub fn word_error((word, why): WordFault) -> clap::Error {
    let mut error = clap::Error::raw(ErrorKind::Format, why);
    error.insert(ContextKind::InvalidValue, ContextValue::String(word));
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_words() {
        let limits = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            limits_of(&words, true)
        };
        let read = limits("soft 2k d9 250ms").unwrap();
        assert_eq!((read.soft_nodes, read.depth), (Some(2000), Some(9)));
        assert_eq!(limits("depth 9").unwrap(), limits("d9").unwrap());
        assert_eq!(read.movetime, Some(Duration::from_millis(250)));
        // As a GUI says them: milliseconds have no unit.
        assert_eq!(limits("movetime 300").unwrap(), limits("300ms").unwrap());
        assert_eq!(limits("mate 3").unwrap().mate, Some(3));
        assert!(limits("inf").unwrap().infinite);
        for (text, word) in
            [("20k nodes 5", "nodes"), ("soft", "soft"), ("d0", "d0"), ("fast", "fast"), ("7", "7")]
        {
            assert_eq!(limits(text).unwrap_err().0, word, "{text}");
        }
        assert!(limits_of(&["5s"], false).unwrap_err().1.contains("not a time"));
    }

    #[test]
    fn limits_of_a_position_are_a_time_nodes_and_memory() {
        let effort = position_limits(&["5M", "10s", "64MiB"]).unwrap();
        assert_eq!((effort.nodes, effort.memory), (Some(5_000_000), Some(64)));
        assert_eq!(position_limits(&["nodes", "5M", "time", "10s", "hash", "64"]).unwrap(), effort);
        for (text, word) in
            [("5s 10s", "10s"), ("d12", "d12"), ("soft 5", "soft"), ("memory x", "x"), ("5", "5")]
        {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(position_limits(&words).unwrap_err().0, word, "{text}");
        }
    }

    #[test]
    fn numbers_have_bounds() {
        let jobs = number::<usize>(1..=8);
        assert_eq!(jobs("8"), Ok(8));
        assert!(jobs("9").unwrap_err().contains("from 1 to 8"));
        assert!(jobs("many").is_err() && jobs("-1").is_err());
    }
}
