//! What a score promises, as a share of the point, worked out by sums and products alone: the same bits on every machine.

pub(crate) use crate::tools::learn::SCALE;

/// The exponential function, good to the last digit or two.
fn exponential(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let power = (x * std::f64::consts::LOG2_E).round();
    let rest = x - power * std::f64::consts::LN_2;
    // Thirteen terms of the series: `rest` is at most 0.35.
    let series = (1..=13).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    series * f64::from_bits(((power as i64 + 1_023) as u64) << 52)
}

/// The expected share of the point for a score, in units of the scale.
pub(crate) fn expectation(score: f64) -> f64 {
    1.0 / (1.0 + exponential(-score))
}

/// How fast the expectation grows with the score, from what is expected.
pub(crate) fn sharpness(expected: f64) -> f64 {
    expected * (1.0 - expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for hundredth in -4_000..=4_000 {
            let score = f64::from(hundredth) / 100.0;
            let known = 1.0 / (1.0 + (-score).exp());
            assert!((expectation(score) - known).abs() < 1e-14, "{score}");
        }
        assert_eq!(expectation(0.0), 0.5);
        assert!(expectation(1e9) <= 1.0 && expectation(-1e9) >= 0.0);
    }
}
