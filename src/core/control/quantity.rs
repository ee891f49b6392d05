//! Numbers as people write them: `250ms`, `5s`, `2m`; `100k`, `5M`; `d20`; `512M`, `1G`.
//!
//! Nothing is rejected for being large: overflow is read as the largest value. The grammar of a command checks its bounds and
//! reports them.

use std::time::Duration;

use thiserror::Error;

use crate::chess::foreign::shorten;

/// Why a text is not a valid number, time or size.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct QuantityFault(String);

impl QuantityFault {
    pub fn out_of_range(text: &str, what: &str, low: u64, high: u64) -> QuantityFault {
        QuantityFault(format!("{what} must be from {low} to {high}, got {}", shorten(text)))
    }
}

/// Longest time that can be asked for: a hundred days.
pub const LONGEST: Duration = Duration::from_secs(100 * 86_400);

/// Largest number of nodes that can be asked for: a search takes years for it, and a hundred times as much can be counted.
pub const MOST_NODES: u64 = 1_000_000_000_000_000;

/// A time: a number and `ms`, `s`, `m`, `min` or `h`.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Some(of_seconds(number * seconds))
}

pub fn of_seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Parses a count: a whole number, or a number and `k`, `M` or `G`. Underscores may separate digits.
pub fn count(text: &str) -> Option<u128> {
    let digits = text.replace('_', "");
    if is_whole(&digits) {
        return Some(digits.parse().unwrap_or(u128::MAX));
    }
    let (number, unit) = split(&digits)?;
    let factor = match unit {
        "k" | "K" => 1e3,
        "M" => 1e6,
        "G" | "B" => 1e9,
        _ => return None,
    };
    Some((number * factor) as u128)
}

pub fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number that may have a fraction, and neither sign nor exponent.
pub fn decimal(text: &str) -> Option<f64> {
    let digits = text.replacen('.', "", 1);
    if is_whole(&digits) { text.parse().ok() } else { None }
}

/// The time on a clock, as players write it: minutes, or minutes and seconds with a colon.
pub fn clock(text: &str) -> Option<Duration> {
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) => 60.0 * decimal(minutes)? + decimal(seconds)?,
        None => 60.0 * decimal(text)?,
    };
    Some(of_seconds(seconds))
}

/// A depth with its letter: `d20`.
pub(crate) fn depth(text: &str) -> Option<u128> {
    let digits = text.strip_prefix('d')?;
    if is_whole(digits) { count(digits) } else { None }
}

/// Parses a whole number within bounds; `what` names it in errors.
pub fn within(text: &str, what: &str, low: u64, high: u64) -> Result<u64, QuantityFault> {
    let out_of_range = || QuantityFault::out_of_range(text, what, low, high);
    let is_negative = || text.strip_prefix('-').and_then(count).is_some();
    match count(text).map(u64::try_from) {
        Some(Ok(number)) if (low..=high).contains(&number) => Ok(number),
        Some(_) => Err(out_of_range()),
        // A negative number is out of range, too.
        None if low > 0 && is_negative() => Err(out_of_range()),
        None => {
            let begins = text.starts_with(|c: char| c.is_ascii_digit());
            let units =
                if begins { "; 3k, 3M and 3G are thousands, millions, billions" } else { "" };
            let text = shorten(text);
            Err(QuantityFault(format!("{what} must be a number, got \"{text}\"{units}")))
        }
    }
}

/// Reads a time with its unit, or a number of milliseconds as GUIs give it.
pub(crate) fn time(text: &str) -> Result<Duration, QuantityFault> {
    let bare = || is_whole(text).then(|| duration(&format!("{text}ms"))).flatten();
    let time = duration(text).or_else(bare);
    let none = || format!("a time is wanted, as 250ms or 5s, got \"{}\"", shorten(text));
    bounded(text, time.ok_or_else(|| QuantityFault(none()))?)
}

/// Returns the time, or an error if it is too long; `text` is quoted there.
pub fn bounded(text: &str, time: Duration) -> Result<Duration, QuantityFault> {
    match time <= LONGEST {
        true => Ok(time),
        false => {
            let text = shorten(text);
            let why = format!("{text} is too long: a time is at most 100 days, which is 2400h");
            Err(QuantityFault(why))
        }
    }
}

/// Reads a size of memory, at most `most` mebibytes.
pub fn size(text: &str, what: &str, most: u64) -> Result<usize, QuantityFault> {
    let wanted = "a size is a number of mebibytes, as 64, 512M or 1G";
    let none = || QuantityFault(format!("{wanted}, got \"{}\"", shorten(text)));
    let size = mebibytes(text).ok_or_else(none)?;
    match (1..=most).contains(&(size as u64)) {
        true => Ok(size),
        false => Err(QuantityFault::out_of_range(text, what, 1, most)),
    }
}

/// A size in mebibytes: `64`, `512M`, `1G`, each also with `B` or `iB` behind it.
pub fn mebibytes(text: &str) -> Option<usize> {
    let text = text.strip_suffix("iB").or(text.strip_suffix('B')).unwrap_or(text);
    let (digits, factor) = match text.strip_suffix(['G', 'g']) {
        Some(digits) => (digits, 1024),
        None => (text.strip_suffix(['M', 'm']).unwrap_or(text), 1),
    };
    if digits.starts_with('+') { None } else { digits.parse::<usize>().ok()?.checked_mul(factor) }
}

/// Returns whether a text is a size of memory with an unambiguous unit: `64MiB`, `64MB`, `1GiB`.
pub(crate) fn is_size(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let known = ["MiB", "MB", "GiB", "GB"].iter().any(|name| unit.eq_ignore_ascii_case(name));
    known && unit.len() < text.len()
}

/// A number, with a point or not, and the letters behind it.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(duration("5s"), Some(Duration::from_secs(5)));
        assert_eq!(duration("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Some(Duration::from_secs(120)));
        assert_eq!(duration("99999999999999999999h"), Some(Duration::MAX));
        for wrong in ["5", "s", "-5s", "5 s", "5x", "1.2.3s", "", "5é"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("100k"), Some(100_000));
        assert_eq!(count("5M"), Some(5_000_000));
        assert_eq!(count("2.5M"), Some(2_500_000));
        assert_eq!(count("1_000"), Some(1_000));
        assert_eq!(count("18446744073709551615"), Some(u64::MAX.into()));
        assert_eq!(count(&"9".repeat(99)), Some(u128::MAX));
        for wrong in ["", "k", "-1", "+1", "1x", "1e9", "5m"] {
            assert_eq!(count(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn clocks_of_players() {
        let seconds = |text| clock(text).map(|time| time.as_secs_f64());
        assert_eq!([seconds("5"), seconds("0:20"), seconds("1.5")], [300.0, 20.0, 90.0].map(Some));
        assert_eq!(clock(&"9".repeat(400)), Some(Duration::MAX));
        for wrong in ["", ":", ".", "1:", "-1", "1e3", "inf", "NaN", "1:2:3", "+1"] {
            assert_eq!(clock(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn depths_and_sizes() {
        assert_eq!(depth("d20"), Some(20));
        assert_eq!(depth("20"), None);
        assert_eq!(depth("d+2"), None);
        assert_eq!(mebibytes("64"), Some(64));
        assert_eq!(mebibytes("1G"), Some(1024));
        assert_eq!(mebibytes("512MiB"), Some(512));
        assert_eq!(mebibytes("many"), None);
        assert!(is_size("64MiB") && is_size("2gb"));
        for wrong in ["64M", "64", "MiB", "64KiB", "6.4MB", ""] {
            assert!(!is_size(wrong), "{wrong}");
        }
    }
}
