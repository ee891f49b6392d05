//! Measured gain of each extension rule: what `selfplay` and the former command `lab` found at the commit that `measured.json`
//! names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::search::Rule;
use crate::tools::suite::Without;

/// Standard errors on either side of an interval of 95 %.
const INTERVAL: f64 = 1.96;

/// The positions of one kind, searched without a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "rung")]
pub struct RungTally {
    #[serde(rename = "rung")]
    pub name: String,
    pub tried: usize,
    pub solved: usize,
    /// Solved here, and not with all rules.
    pub found: usize,
    pub lost: usize,
}

impl RungTally {
    /// How many more are solved than with all rules.
    pub fn gain(&self) -> i64 {
        self.found as i64 - self.lost as i64
    }

    /// Half the interval of 95 % around the gain, by the positions that only one of the two solves (McNemar).
    pub fn error(&self) -> f64 {
        INTERVAL * ((self.found + self.lost) as f64).sqrt()
    }
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RuleFigures {
    /// Mates by length and hard problems: what the search without the rule finds and loses compared with the one that has it.
    pub rungs: Vec<RungTally>,
    /// All of them together, for the rule at each kind of node, as [`NodeKind::ALL`](crate::units::NodeKind::ALL); `None` where it adds nothing.
    pub kinds: [Option<RungTally>; 3],
    /// Nodes below moves that the rule extended, and all nodes.
    pub nodes: (u64, u64),
    /// Games of the search with the rule against the search without it, at equal nodes.
    pub match_played: MatchFigures,
}

/// The result of a match; the Elo difference is that of the search with the rule.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct MatchFigures {
    pub games: u32,
    pub elo: f64,
    /// Half the interval of 95 %.
    pub elo_error: f64,
}

#[derive(Deserialize)]
pub struct MeasuredRules {
    pub commit: String,
    /// Nodes for each position.
    pub limit: u64,
    rules: BTreeMap<String, RuleFigures>,
}

impl MeasuredRules {
    pub fn kept() -> &'static MeasuredRules {
        static KEPT: LazyLock<MeasuredRules> = LazyLock::new(|| {
            let read = serde_json::from_str(include_str!("measured.json"));
            read.unwrap_or_else(|error| panic!("measured.json: {error}"))
        });
        &KEPT
    }

    pub fn of(&self, rule: Rule) -> Option<&RuleFigures> {
        self.rules.get(rule.name())
    }

    pub fn of_all(&self) -> Option<&RuleFigures> {
        self.rules.get(Without::ANY_EXTENSION.name()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::profiles::QUARTERPLY;
    use crate::units::{Depth, NodeKind};

    #[test]
    fn every_rule_that_is_on_has_its_figures() {
        let kept = MeasuredRules::kept();
        assert_eq!(kept.commit.len(), 7, "a short hash: {}", kept.commit);
        for rule in Rule::ALL.into_iter().filter(|&rule| QUARTERPLY.extensions.is_on(rule)) {
            let name = rule.name();
            let figures = kept.of(rule).unwrap_or_else(|| panic!("{name} is not measured"));
            assert!(figures.match_played.games >= 200, "{name}");
            let tried: usize = figures.rungs.iter().map(|rung| rung.tried).sum();
            assert!(figures.rungs.len() >= 6 && tried >= 1_800, "{name}");
            for rung in &figures.rungs {
                assert!(
                    rung.found <= rung.solved && rung.solved + rung.lost <= rung.tried,
                    "{name}"
                );
            }
            assert!(figures.nodes.0 <= figures.nodes.1, "{name}");
            for (kind, measured) in NodeKind::ALL.into_iter().zip(&figures.kinds) {
                let is_on = QUARTERPLY.extensions.of(rule, kind) > Depth::ZERO;
                assert_eq!(
                    measured.as_ref().map_or(0, |all| all.tried),
                    usize::from(is_on) * tried,
                    "{name}"
                );
            }
        }
        assert_eq!(kept.rules.len(), Rule::COUNT + 1, "each rule, and all of them");
    }
}
