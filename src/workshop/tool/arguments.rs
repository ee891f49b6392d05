//! Arguments that many tools share: numbers within bounds, files, seeds, jobs, the limits of a search.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::control::Limits;
use crate::control::quantity::{self, LONGEST, MOST_NODES};
use crate::search::params::MAX_DEPTH;

/// More threads than this no machine has.
const MOST_JOBS: u64 = 1024;

/// Works at a time.
#[derive(Args, Clone, Copy, Debug)]
pub struct Jobs {
    /// How many are done at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=MOST_JOBS))]
    pub jobs: usize,
}

/// What chance follows from.
#[derive(Args, Clone, Copy, Debug)]
pub struct Seed {
    /// Another seed gives another order, other openings, other choices; the same seed the same ones
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
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
///
/// # Errors
/// If it is an option: the name was forgotten.
pub fn path(text: &str) -> Result<PathBuf, String> {
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        _ if text.is_empty() => Err("the name of a file is wanted".to_owned()),
        (Some(rest), Some(home)) => Ok(PathBuf::from(home).join(rest)),
        _ => Ok(PathBuf::from(text)),
    }
}

/// Reads a size of memory, in MiB: `64`, `512M`, `1G`.
///
/// # Errors
/// If it is none, or beyond a tebibyte.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    let size = quantity::mebibytes(text).filter(|size| (1..=1 << 20).contains(size));
    size.ok_or_else(|| "a size is a number of mebibytes, as 64, 512M or 1G".to_owned())
}

/// Limits of each search that do not depend on time, as words: `20k`, `d8`, `soft 2000`, `nodes 500`, `depth 8`.
#[derive(Clone, Debug, Default)]
pub struct NodeLimits(pub Limits);

/// Limits of each search, a time among them: `250ms`, `movetime 1s`, and those of [`NodeLimits`].
#[derive(Clone, Debug, Default)]
pub struct SearchLimits(pub Limits);

/// The name of the words of limits.
const LIMITS: &str = "limits";

/// Reads words of limits: `with_time` if a time is one.
///
/// # Errors
/// The word, and what is wrong with it.
pub fn limits_of(words: &[&str], with_time: bool) -> Result<Limits, (String, String)> {
    let mut limits = Limits::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let wrong = |why: String| (word.to_owned(), why);
        let mut behind = || {
            let missing = || wrong(format!("a number is missing behind {word}"));
            words.next().copied().ok_or_else(missing)
        };
        let bounded = |text: &str, most: u64| {
            number::<u64>(1..=most)(text).map_err(|why| (text.to_owned(), format!("{word}: {why}")))
        };
        let deepest = MAX_DEPTH as u64;
        let twice = match word {
            "nodes" => limits.nodes.replace(bounded(behind()?, MOST_NODES)?).is_some(),
            "soft" => limits.soft_nodes.replace(bounded(behind()?, MOST_NODES)?).is_some(),
            "depth" => limits.depth.replace(bounded(behind()?, deepest)? as u32).is_some(),
            "time" | "movetime" if with_time => {
                let text = behind()?;
                limits.movetime.replace(time(text)?).is_some()
            }
            _ if quantity::depth(word).is_some() => {
                limits.depth.replace(bounded(&word[1..], deepest)? as u32).is_some()
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
            _ => {
                let times = if with_time { "250ms, 5s, " } else { "" };
                let why = format!(
                    "\"{word}\" is no limit of a search; limits are {times}20k (nodes), d8, soft 2000, nodes 500, depth 8"
                );
                return Err(wrong(why));
            }
        };
        if twice {
            return Err(wrong(format!("two limits of one kind, the second by {word}: give one")));
        }
    }
    Ok(limits)
}

fn time(text: &str) -> Result<std::time::Duration, (String, String)> {
    let wrong = |why: &str| (text.to_owned(), why.to_owned());
    let time = quantity::duration(text).ok_or_else(|| wrong("a time is wanted, as 250ms or 5s"))?;
    if time > LONGEST {
        return Err(wrong("it is too long: a time is at most 100 days, which is 2400h"));
    }
    Ok(time)
}

/// Returns an argument for words of limits.
fn limit_words(help: &'static str) -> Arg {
    Arg::new(LIMITS).value_name("LIMITS").num_args(0..).help(help)
}

/// Returns an error about a word that takes part in an argument of several words.
pub fn word_error((word, why): (String, String)) -> clap::Error {
    let mut error = clap::Error::raw(ErrorKind::Format, why);
    error.insert(ContextKind::InvalidValue, ContextValue::String(word));
    error
}

fn read_limits(matches: &ArgMatches, with_time: bool) -> Result<Limits, clap::Error> {
    let words = matches.get_many::<String>(LIMITS).into_iter().flatten();
    let words: Vec<&str> = words.map(String::as_str).collect();
    limits_of(&words, with_time).map_err(word_error)
}

macro_rules! limits {
    ($name:ident, $with_time:expr, $help:expr) => {
        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<$name, clap::Error> {
                read_limits(matches, $with_time).map($name)
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = $name::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl Args for $name {
            fn augment_args(command: Command) -> Command {
                command.arg(limit_words($help))
            }

            fn augment_args_for_update(command: Command) -> Command {
                $name::augment_args(command)
            }
        }
    };
}

limits!(
    NodeLimits,
    false,
    "What ends each search: 20k (nodes), d8, soft 2000 (nodes after which no iteration begins)"
);
limits!(SearchLimits, true, "What ends each search: 250ms, 5s, 20k (nodes), d8, soft 2000");

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
        assert_eq!(read.movetime, Some(std::time::Duration::from_millis(250)));
        for (text, word) in
            [("20k nodes 5", "nodes"), ("soft", "soft"), ("d0", "0"), ("fast", "fast"), ("7", "7")]
        {
            assert_eq!(limits(text).unwrap_err().0, word, "{text}");
        }
        assert!(limits_of(&["5s"], false).unwrap_err().1.contains("not a time"));
    }

    #[test]
    fn numbers_have_bounds() {
        let jobs = number::<usize>(1..=8);
        assert_eq!(jobs("8"), Ok(8));
        assert!(jobs("9").unwrap_err().contains("from 1 to 8"));
        assert!(jobs("many").is_err() && jobs("-1").is_err());
    }
}
