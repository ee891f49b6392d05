//! Settings of the prompt itself, beside those of the engine: what a bare `go` means, whose view scores are, how to draw.
//!
//! The session keeps them, each in a field of its own type; the table beside them gives a setting its name and its way in
//! and out as text, so that `set`, `get`, `save` and completion treat all settings alike. What the drawing ones mean is
//! for `render/` and `front/` to say.

use std::time::Duration;

use super::choices::{ColorSetting, PieceSetting, PointOfView, TerminalSetting, ThemeSetting};
use crate::control::Limits;
use crate::proof::Rules;
use crate::shell::mates::ProofLimits;
use crate::shell::parse;

/// A value with the text it was given as, which is also how it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written<T> {
    text: String,
    value: T,
}

/// The settings of the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// What ends a search that is given no limit.
    pub go_default: Written<Limits>,
    /// What ends a proof that is given no limit.
    pub proof_default: Written<ProofLimits>,
    /// Which draws a proof reckons with.
    pub rules: Rules,
    /// Whose view scores are.
    pub pov: PointOfView,
    /// How many colours to draw with.
    pub color: ColorSetting,
    /// For which background.
    pub theme: ThemeSetting,
    /// How pieces are drawn.
    pub pieces: PieceSetting,
    /// Squares of the board are drawn big, where there is colour and room.
    pub big: bool,
    /// Draw with nothing but ASCII.
    pub ascii: bool,
    /// Whether to draw as for a terminal.
    pub terminal: TerminalSetting,
    /// Answers longer than the window are shown window by window, at the prompt.
    pub pager: bool,
    /// Scripts stop at the first error.
    pub strict: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        let (searching, proving) = (Duration::from_secs(10), Duration::from_secs(60));
        let proof = ProofLimits { time: Some(proving), ..ProofLimits::default() };
        Preferences {
            go_default: Written { text: "10s".to_owned(), value: Limits::movetime(searching) },
            proof_default: Written { text: "1m".to_owned(), value: proof },
            rules: Rules::Problem,
            pov: PointOfView::White,
            color: ColorSetting::Auto,
            theme: ThemeSetting::Auto,
            pieces: PieceSetting::Letters,
            big: false,
            ascii: false,
            terminal: TerminalSetting::Auto,
            pager: true,
            strict: false,
        }
    }
}

impl Preferences {
    /// What ends a search that is given no limit.
    pub fn default_limits(&self) -> Limits {
        self.go_default.value.clone()
    }

    /// What ends a proof that is given no limit.
    pub fn default_proof_limits(&self) -> ProofLimits {
        self.proof_default.value
    }

    /// Which draws a proof reckons with.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

/// What is written down about a setting of the prompt.
pub struct PreferenceSpec {
    /// As `set` takes it.
    pub name: &'static str,
    /// The words allowed; empty if it is a limit.
    pub allowed: &'static [&'static str],
    /// What it does, in a line.
    pub summary: &'static str,
    /// What is allowed, for people, if it is not a matter of words.
    limit: &'static str,
    /// Its value as text.
    show: fn(&Preferences) -> &str,
    /// Takes a value; `false`, and nothing changed, if it is none.
    take: fn(&mut Preferences, &str) -> bool,
}

const SWITCH: &[&str] = &["off", "on"];

fn switch(on: bool) -> &'static str {
    SWITCH[usize::from(on)]
}

/// Puts a value in its place if there is one.
fn put<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

fn put_switch(place: &mut bool, word: &str) -> bool {
    let value = match word {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    };
    put(place, value)
}

fn put_written<T>(place: &mut Written<T>, text: &str, value: Option<T>) -> bool {
    put(place, value.map(|value| Written { text: text.to_owned(), value }))
}

/// All settings of the prompt, in the order that `get` lists them.
pub static PREFERENCES: [PreferenceSpec; 12] = [
    PreferenceSpec {
        name: "go.default",
        allowed: &[],
        summary: "what ends a search that is given no limit",
        limit: "a limit as for go: 5s, d20, 1M, inf",
        show: |preferences| &preferences.go_default.text,
        take: |preferences, text| {
            put_written(&mut preferences.go_default, text, parse::limits::parse(text))
        },
    },
    PreferenceSpec {
        name: "proof.default",
        allowed: &[],
        summary: "what ends a proof that is given no limit",
        limit: "a limit as for proof: 10s, 20M, inf",
        show: |preferences| &preferences.proof_default.text,
        take: |preferences, text| {
            put_written(&mut preferences.proof_default, text, parse::mates::parse(text))
        },
    },
    PreferenceSpec {
        name: "rules",
        allowed: &["problem", "game"],
        summary: "whether a proof reckons with the fifty-move rule and repetition, as in a game",
        limit: "",
        show: |preferences| match preferences.rules {
            Rules::Problem => "problem",
            Rules::Game => "game",
        },
        take: |preferences, word| {
            let rules = match word {
                "problem" => Some(Rules::Problem),
                "game" => Some(Rules::Game),
                _ => None,
            };
            put(&mut preferences.rules, rules)
        },
    },
    PreferenceSpec {
        name: "pov",
        allowed: PointOfView::WORDS,
        summary: "whose view scores are: White's, or the side to move's",
        limit: "",
        show: |preferences| preferences.pov.word(),
        take: |preferences, word| put(&mut preferences.pov, PointOfView::of(word)),
    },
    PreferenceSpec {
        name: "color",
        allowed: ColorSetting::WORDS,
        summary: "how many colours to draw with",
        limit: "",
        show: |preferences| preferences.color.word(),
        take: |preferences, word| put(&mut preferences.color, ColorSetting::of(word)),
    },
    PreferenceSpec {
        name: "theme",
        allowed: ThemeSetting::WORDS,
        summary: "for which background colours are chosen",
        limit: "",
        show: |preferences| preferences.theme.word(),
        take: |preferences, word| put(&mut preferences.theme, ThemeSetting::of(word)),
    },
    PreferenceSpec {
        name: "pieces",
        allowed: PieceSetting::WORDS,
        summary: "how pieces are drawn on the board",
        limit: "",
        show: |preferences| preferences.pieces.word(),
        take: |preferences, word| put(&mut preferences.pieces, PieceSetting::of(word)),
    },
    PreferenceSpec {
        name: "board",
        allowed: &["normal", "big"],
        summary: "how big the board is drawn, where there is colour and room",
        limit: "",
        show: |preferences| if preferences.big { "big" } else { "normal" },
        take: |preferences, word| {
            let big = match word {
                "normal" => Some(false),
                "big" => Some(true),
                _ => None,
            };
            put(&mut preferences.big, big)
        },
    },
    PreferenceSpec {
        name: "ascii",
        allowed: SWITCH,
        summary: "draw with nothing but ASCII",
        limit: "",
        show: |preferences| switch(preferences.ascii),
        take: |preferences, word| put_switch(&mut preferences.ascii, word),
    },
    PreferenceSpec {
        name: "terminal",
        allowed: TerminalSetting::WORDS,
        summary: "force or forbid terminal drawing",
        limit: "",
        show: |preferences| preferences.terminal.word(),
        take: |preferences, word| put(&mut preferences.terminal, TerminalSetting::of(word)),
    },
    PreferenceSpec {
        name: "pager",
        allowed: SWITCH,
        summary: "answers longer than the window are shown window by window, at the prompt",
        limit: "",
        show: |preferences| switch(preferences.pager),
        take: |preferences, word| put_switch(&mut preferences.pager, word),
    },
    PreferenceSpec {
        name: "strict",
        allowed: SWITCH,
        summary: "scripts stop at the first error",
        limit: "",
        show: |preferences| switch(preferences.strict),
        take: |preferences, word| put_switch(&mut preferences.strict, word),
    },
];

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
    pub fn find(name: &str) -> Option<&'static PreferenceSpec> {
        PREFERENCES.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
    }

    /// What is allowed, for people.
    pub fn range(&self) -> String {
        if self.allowed.is_empty() { self.limit.to_owned() } else { self.allowed.join(", ") }
    }

    /// What it is unless it is changed.
    pub fn default(&self) -> String {
        self.of(&Preferences::default()).to_owned()
    }

    /// What it is, as `set` would take it.
    pub fn of<'a>(&self, preferences: &'a Preferences) -> &'a str {
        (self.show)(preferences)
    }

    /// Changes it; `default` is what it was at first.
    ///
    /// # Errors
    /// The value is not one it takes; then nothing changes.
    pub fn set(&self, preferences: &mut Preferences, value: &str) -> Result<(), PreferenceError> {
        let taken = match value {
            "default" => (self.take)(preferences, &self.default()),
            value => (self.take)(preferences, value),
        };
        if taken {
            return Ok(());
        }
        Err(PreferenceError {
            name: self.name,
            expected: self.range(),
            value: parse::reader::shorten(value),
            kept: self.of(preferences).to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_shown_is_taken() {
        let mut preferences = Preferences::default();
        for spec in &PREFERENCES {
            let default = spec.default();
            for &word in spec.allowed {
                spec.set(&mut preferences, word).unwrap();
                assert_eq!(spec.of(&preferences), word);
            }
            assert!(spec.allowed.is_empty() || spec.allowed.contains(&default.as_str()));
            spec.set(&mut preferences, &default).unwrap();
            spec.set(&mut preferences, "default").unwrap();
        }
        assert_eq!(preferences, Preferences::default());
        assert_eq!(preferences.default_limits().movetime, Some(Duration::from_secs(10)));
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut preferences = Preferences::default();
        let spec = PreferenceSpec::find("POV").unwrap();
        let error = spec.set(&mut preferences, "black").unwrap_err().to_string();
        assert_eq!(error, "pov takes white, mover, not \"black\"; it stays white");
        assert_eq!(preferences, Preferences::default());
    }
}
