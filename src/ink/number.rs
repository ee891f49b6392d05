//! Number formats for people: short counts, grouped digits, times, percentages.

use std::time::Duration;

/// Formats a count in at most five columns: `38`, `9.1k`, `912k`, `13.8M`, `1.2G`.
pub fn short(count: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    for (unit, letter) in UNITS {
        // Rounding can reach the next unit: 999,950 is 1.0M, not 1000k.
        if count >= unit - unit / 2_000 {
            let tenths = (count / (unit / 20)).div_ceil(2);
            return if tenths < 1_000 {
                format!("{}.{}{letter}", tenths / 10, tenths % 10)
            } else {
                format!("{}{letter}", tenths.saturating_add(5) / 10)
            };
        }
    }
    count.to_string()
}

/// Groups digits by three: `4 865 609`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Seconds with two places, from a minute on minutes and seconds, from an hour on hours too: `0.21`, `1:05`, `2:00:07`.
pub fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    if seconds < 60 {
        format!("{}.{:02}", seconds, elapsed.subsec_millis() / 10)
    } else if seconds < 3_600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }
}

/// The same with its unit, if it is not obvious: `0.21 s`, `1:05`.
pub fn time_with_unit(elapsed: Duration) -> String {
    let unit = if elapsed.as_secs() < 60 { " s" } else { "" };
    format!("{}{unit}", time(elapsed))
}

/// Rate per second; `None` if the time is too short.
pub fn rate(count: u64, elapsed: Duration) -> Option<u64> {
    let micros = elapsed.as_micros();
    (micros >= 1_000).then(|| (u128::from(count) * 1_000_000 / micros) as u64)
}

/// Formats a rate: `412k/s`; `None` if the time is too short.
pub fn rate_with_unit(count: u64, elapsed: Duration) -> Option<String> {
    rate(count, elapsed).map(|rate| format!("{}/s", short(rate)))
}

/// Formats thousandths as a percentage: `41.5%`.
pub fn per_mille(share: u32) -> String {
    format!("{}.{}%", share / 10, share % 10)
}

/// Formats a percentage: `61%`; `<1%` if it rounds to zero but is not.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    let rounded = (u128::from(part) * 100 + u128::from(whole) / 2) / u128::from(whole);
    if rounded == 0 && part > 0 { "<1%".to_owned() } else { format!("{rounded}%") }
}

/// Columns of a bar relative to the largest; at least one if not zero.
pub fn bar(part: u64, largest: u64, columns: usize) -> usize {
    if part == 0 || largest == 0 {
        return 0;
    }
    let exact = u128::from(part) * columns as u128;
    ((exact + u128::from(largest) / 2) / u128::from(largest)).max(1) as usize
}

/// Formats a count with its noun: `1 move`, `3 moves`.
pub fn counted(count: usize, one: &str) -> String {
    plural(count, one, &format!("{one}s"))
}

/// `1 reply`, `23 replies`.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_counts() {
        let expected = [
            (0, "0"),
            (999, "999"),
            (1_000, "1.0k"),
            (9_149, "9.1k"),
            (99_949, "99.9k"),
            (912_345, "912k"),
            (999_949, "1.0M"),
            (13_800_211, "13.8M"),
            (1_234_000_000, "1.2G"),
            (u64::MAX, "18446744T"),
        ];
        for (count, text) in expected {
            assert_eq!(short(count), text);
        }
    }

    #[test]
    fn grouped_counts() {
        assert_eq!(grouped(20), "20");
        assert_eq!(grouped(8_902), "8 902");
        assert_eq!(grouped(4_865_609), "4 865 609");
    }

    #[test]
    fn times() {
        assert_eq!(time(Duration::from_millis(215)), "0.21");
        assert_eq!(time(Duration::from_secs(65)), "1:05");
        assert_eq!(time(Duration::from_secs(7_207)), "2:00:07");
        assert_eq!(time_with_unit(Duration::from_secs(3)), "3.00 s");
    }

    #[test]
    fn shares() {
        assert_eq!(percent(1, 1_000), "<1%");
        assert_eq!(percent(0, 1_000), "0%");
        assert_eq!(percent(2, 3), "67%");
        assert_eq!(percent(3, 0), "0%");
        assert_eq!(bar(1, 1_000, 10), 1);
        assert_eq!(bar(1_000, 1_000, 10), 10);
        assert_eq!(bar(0, 0, 10), 0);
        assert_eq!(rate(1_000, Duration::from_millis(500)), Some(2_000));
        assert_eq!(rate(1_000, Duration::ZERO), None);
    }
}
