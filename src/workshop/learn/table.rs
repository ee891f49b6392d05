//! The table of weights in the format of `src/core/eval/classical/weights.txt`, which the compiler reads.

use quarterply::eval::classical::features::{GROUPS, WEIGHTS};

use super::fit::Weight;

/// Weights per row of the table; a larger group has several rows.
const ROW: usize = 8;

/// Maximum weight in centipawns, so that sums cannot overflow.
const MOST: f64 = 4_000.0;

/// The compiled weights.
pub fn tuned() -> Vec<Weight> {
    WEIGHTS.iter().map(|pair| [f64::from(pair.mg()), f64::from(pair.eg())]).collect()
}

/// Whether a file begins like the table.
pub fn is_table(head: &[u8]) -> bool {
    head.starts_with(GROUPS[0].name.as_bytes())
}

pub fn text(values: &[Weight]) -> String {
    let mut text = String::new();
    for group in GROUPS {
        let pairs = values[group.start..group.start + group.len].iter().map(|value| {
            let [mg, eg] = value.map(|half| half.round().clamp(-MOST, MOST) as i32);
            format!("{mg} {eg}")
        });
        let pairs: Vec<String> = pairs.collect();
        text += &format!("{}:", group.name);
        if group.len <= ROW {
            text += &format!(" {}\n", pairs.join("  "));
            continue;
        }
        let width = pairs.iter().map(String::len).max().unwrap_or_default() + 2;
        for row in pairs.chunks(ROW) {
            let row: String = row.iter().map(|pair| format!("{pair:width$}")).collect();
            text += &format!("\n    {}", row.trim_end());
        }
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_has_changed_is_the_compiled_table_to_the_letter() {
        let compiled = include_str!("../../core/eval/classical/weights.txt");
        assert_eq!(text(&tuned()), compiled);
        assert!(is_table(compiled.as_bytes()) && !is_table(b"1. e4 e5 *"));
    }

    #[test]
    fn a_weight_is_rounded_and_bounded() {
        let mut values = tuned();
        values[0] = [-0.4, 12.5];
        *values.last_mut().unwrap() = [9_000.0, -9_000.0];
        let text = text(&values);
        assert!(text.starts_with("MATERIAL: 0 13  "), "{}", text.lines().next().unwrap());
        assert!(text.ends_with("TEMPO: 4000 -4000\n"), "{}", text.lines().last().unwrap());
    }
}
