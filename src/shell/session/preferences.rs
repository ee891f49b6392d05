//! Settings of the prompt itself, beside those of the engine: what a bare `go` means, whose view scores are, how to draw.
//!
//! The session keeps them, so that `set`, `get`, `save` and completion treat all settings alike. What the drawing ones
//! mean is for `render/` and `front/` to say.

use crate::control::Limits;
use crate::proof::Rules;
use crate::shell::mates::ProofLimits;
use crate::shell::parse;

/// What is written down about a setting of the prompt.
#[derive(Debug)]
pub struct PreferenceSpec {
    /// As `set` takes it.
    pub name: &'static str,
    /// Unless it is changed.
    pub default: &'static str,
    /// The words allowed; empty if it is a limit of a search.
    pub allowed: &'static [&'static str],
    /// What it does, in a line.
    pub summary: &'static str,
}

/// All settings of the prompt, in the order that `get` lists them.
pub const PREFERENCES: [PreferenceSpec; 9] = [
    PreferenceSpec {
        name: "go.default",
        default: "10s",
        allowed: &[],
        summary: "what ends a search that is given no limit",
    },
    PreferenceSpec {
        name: "proof.default",
        default: "1m",
        allowed: &[],
        summary: "what ends a proof that is given no limit",
    },
    PreferenceSpec {
        name: "rules",
        default: "problem",
        allowed: &["problem", "game"],
        summary: "whether a proof reckons with the fifty-move rule and repetition, as in a game",
    },
    PreferenceSpec {
        name: "pov",
        default: "white",
        allowed: &["white", "mover"],
        summary: "whose view scores are: White's, or the side to move's",
    },
    PreferenceSpec {
        name: "color",
        default: "auto",
        allowed: &["auto", "off", "16", "256", "true"],
        summary: "how many colours to draw with",
    },
    PreferenceSpec {
        name: "theme",
        default: "auto",
        allowed: &["auto", "dark", "light", "mono"],
        summary: "for which background colours are chosen",
    },
    PreferenceSpec {
        name: "pieces",
        default: "letters",
        allowed: &["letters", "figures"],
        summary: "how pieces are drawn on the board",
    },
    PreferenceSpec {
        name: "ascii",
        default: "off",
        allowed: &["off", "on"],
        summary: "draw with nothing but ASCII",
    },
    PreferenceSpec {
        name: "strict",
        default: "off",
        allowed: &["off", "on"],
        summary: "scripts stop at the first error",
    },
];

/// The settings of the prompt and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preferences {
    values: [String; PREFERENCES.len()],
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences { values: PREFERENCES.map(|spec| spec.default.to_owned()) }
    }
}

/// A value that a setting of the prompt does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} takes {expected}, not \"{value}\"; it stays {kept}")]
pub struct PreferenceError {
    /// The setting.
    pub name: &'static str,
    /// What it takes.
    pub expected: String,
    /// What it was given.
    pub value: String,
    /// What it is.
    pub kept: String,
}

impl PreferenceSpec {
    /// The row of a name, in any case.
    pub fn find(name: &str) -> Option<usize> {
        PREFERENCES.iter().position(|spec| spec.name.eq_ignore_ascii_case(name))
    }

    /// Whether it is a limit of a proof.
    fn is_of_proof(&self) -> bool {
        self.name == "proof.default"
    }

    /// What is allowed, for people.
    pub fn range(&self) -> String {
        if self.is_of_proof() {
            "a limit as for proof: 10s, 20M, inf".to_owned()
        } else if self.allowed.is_empty() {
            "a limit as for go: 5s, d20, 1M, inf".to_owned()
        } else {
            self.allowed.join(", ")
        }
    }
}

impl Preferences {
    /// The value in a row.
    pub fn at(&self, row: usize) -> &str {
        &self.values[row]
    }

    /// The value of a name that is in the table; nothing for any other.
    pub fn get(&self, name: &str) -> &str {
        PreferenceSpec::find(name).map_or("", |row| self.at(row))
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == "on"
    }

    /// Changes the value in a row.
    ///
    /// # Errors
    /// The value is not one it takes; then nothing changes.
    pub fn set(&mut self, row: usize, value: &str) -> Result<(), PreferenceError> {
        let spec = &PREFERENCES[row];
        let value = match value {
            "default" => spec.default,
            "true" if spec.allowed.contains(&"on") => "on",
            "false" if spec.allowed.contains(&"on") => "off",
            other => other,
        };
        let fits = match spec.allowed {
            [] if spec.is_of_proof() => parse::mates::parse(value).is_some(),
            [] => parse::limits::parse(value).is_some(),
            allowed => allowed.contains(&value),
        };
        if !fits {
            return Err(PreferenceError {
                name: spec.name,
                expected: spec.range(),
                value: parse::reader::shorten(value),
                kept: self.values[row].clone(),
            });
        }
        self.values[row] = value.to_owned();
        Ok(())
    }

    /// What ends a search that is given no limit.
    pub fn default_limits(&self) -> Limits {
        parse::limits::parse(self.get("go.default")).unwrap_or_default()
    }

    /// What ends a proof that is given no limit.
    pub fn default_proof_limits(&self) -> ProofLimits {
        parse::mates::parse(self.get("proof.default")).unwrap_or_default()
    }

    /// Which draws a proof reckons with.
    pub fn rules(&self) -> Rules {
        if self.get("rules") == "game" { Rules::Game } else { Rules::Problem }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_default_is_allowed() {
        let mut preferences = Preferences::default();
        for (row, spec) in PREFERENCES.iter().enumerate() {
            preferences.set(row, spec.default).unwrap();
            preferences.set(row, "default").unwrap();
        }
        assert_eq!(preferences, Preferences::default());
        assert_eq!(preferences.default_limits().movetime, Some(Duration::from_secs(10)));
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut preferences = Preferences::default();
        let row = PreferenceSpec::find("POV").unwrap();
        let error = preferences.set(row, "black").unwrap_err().to_string();
        assert_eq!(error, "pov takes white, mover, not \"black\"; it stays white");
        assert_eq!(preferences, Preferences::default());
    }
}
