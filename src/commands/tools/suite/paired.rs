//! Two runs over the same positions, compared position by position: the positions that both solve, or neither, say nothing about
//! the difference, so its error is far smaller than that of two separate counts.

use serde::Serialize;

use crate::ink::{Line, Role};

/// What two runs solved of the same positions, compared position by position
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "paired"))]
pub struct PairedCounts {
    pub positions: usize,
    /// By the first run, and by the second.
    pub solved: [usize; 2],
    /// Solved by the second run alone.
    pub gained: usize,
    /// Solved by the first run alone.
    pub lost: usize,
    /// Half of the interval of 95 % around the difference.
    pub error: f64,
    pub verdict: Verdict,
}

/// What the interval of 95 % around a difference says
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "paired-verdict"))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    More,
    Fewer,
    /// The whole interval is smaller than 1 % of the positions.
    Same,
    /// It contains zero, and differences of 1 % or more.
    TooFewPositions,
}

/// The share of the positions that matters.
const MATTERS: f64 = 0.01;

impl PairedCounts {
    /// Counts positions, by whether the first and the second run solved them.
    pub fn of(pairs: &[[bool; 2]]) -> PairedCounts {
        let count =
            |wanted: &dyn Fn(&[bool; 2]) -> bool| pairs.iter().filter(|pair| wanted(pair)).count();
        let (gained, lost) =
            (count(&|pair| *pair == [false, true]), count(&|pair| *pair == [true, false]));
        // Each position that only one run solves adds 1 to the variance (McNemar); one is added, as Agresti and Min (2005) do, so
        // that no error is zero.
        let error = 1.96 * ((gained + lost + 1) as f64).sqrt();
        let difference = gained as f64 - lost as f64;
        let verdict = match () {
            () if difference > error => Verdict::More,
            () if difference < -error => Verdict::Fewer,
            () if difference.abs() + error <= MATTERS * pairs.len() as f64 => Verdict::Same,
            () => Verdict::TooFewPositions,
        };
        let solved = [count(&|pair| pair[0]), count(&|pair| pair[1])];
        let error = (error * 10.0).round() / 10.0;
        PairedCounts { positions: pairs.len(), solved, gained, lost, error, verdict }
    }

    /// The number of positions of this kind with which the error would be as small as what matters, to two digits.
    pub fn needed(&self) -> u64 {
        let needed = (self.error / MATTERS).powi(2) / self.positions.max(1) as f64;
        let unit = 10_f64.powf(needed.log10().floor() - 1.0).max(1.0);
        ((needed / unit).ceil() * unit) as u64
    }

    /// Formats the difference with its error: `+11 ±10`.
    pub fn difference_line(&self) -> Line {
        let difference = format!("{:+}", self.gained as i64 - self.lost as i64);
        Line::plain(difference).with(Role::Dim, format!(" ±{:.0}", self.error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(positions: usize, gained: usize, lost: usize) -> PairedCounts {
        let pair = |number| [number < lost, (lost..lost + gained).contains(&number)];
        PairedCounts::of(&(0..positions).map(pair).collect::<Vec<_>>())
    }

    /// Differences and errors of measurements that were made before there was this command.
    #[test]
    fn a_difference_has_its_error() {
        for (gained, lost, shown) in [
            (18, 7, "+11 ±10"),
            (5, 3, "+2 ±6"),
            (9, 19, "-10 ±11"),
            (4, 4, "+0 ±6"),
            (0, 0, "+0 ±2"),
        ] {
            assert_eq!(counts(440, gained, lost).difference_line().text(), shown);
        }
        let pairs = [[true, true], [true, false], [false, true], [false, true], [false, false]];
        let found = PairedCounts::of(&pairs);
        assert_eq!((found.positions, found.gained, found.lost), (5, 2, 1));
        assert_eq!(found.solved, [2, 3]);
    }

    /// A few positions never show a difference, even if the rule decides all of them; as many again do.
    #[test]
    fn the_verdict_asks_for_enough_positions() {
        for (positions, gained, lost, verdict) in [
            (440, 18, 7, Verdict::More),
            (440, 17, 8, Verdict::TooFewPositions),
            (440, 21, 37, Verdict::Fewer),
            (440, 1, 1, Verdict::Same),
            (100, 1, 1, Verdict::TooFewPositions),
            (3, 3, 0, Verdict::TooFewPositions),
            (1, 0, 1, Verdict::TooFewPositions),
            (12, 12, 0, Verdict::More),
            (0, 0, 0, Verdict::TooFewPositions),
        ] {
            let counts = counts(positions, gained, lost);
            assert_eq!(counts.verdict, verdict, "{counts:?}");
        }
        assert_eq!(counts(440, 12, 13).needed(), 2_300);
    }

    /// With the number of positions that is named, in the same proportions, the error is smaller than an effect that matters.
    #[test]
    fn the_positions_asked_for_suffice() {
        for (positions, differing) in [(440, 26), (103, 8), (50, 4)] {
            let few = counts(positions, differing / 2, differing / 2);
            let factor = few.needed() as f64 / positions as f64;
            let differing = (differing as f64 * factor) as usize;
            let many = counts(few.needed() as usize, differing / 2, differing / 2);
            assert_eq!((few.verdict, many.verdict), (Verdict::TooFewPositions, Verdict::Same));
        }
    }
}
