//! Settings of the prompt, beside those of the engine: the limits of a bare `go`, the view of scores, drawing. `ink/` and
//! `front/` apply the drawing settings.

use std::sync::LazyLock;
use std::time::Duration;

use super::CommandError;
use crate::control::Limits;
use crate::engine::ProofLimits;
use crate::engine::options::did_you_mean;
use crate::ink::settings::BoardSize;
use crate::ink::{ColorDepth, MoveLength, PieceLetters, PieceStyle, Spoken, Theme, View};
use crate::proof::Rules;
use crate::settings::{
    self, Form, OnOff, SettingKind, SettingSpec, SettingValue, ValueError, Written, choice,
    settings,
};
use crate::shell::parse;

const GO_FORM: Form<Limits> = ("a limit as for go: 5s, d20, 1M, inf", parse::search_limits::parse);

const PROOF_FORM: Form<ProofLimits> =
    ("a limit as for proof: 10s, 20M, inf", parse::proof_limits::parse);

settings! {
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Preferences: () = (fn initial) {}

    go_default: Written<Limits> = written("10s", Limits::movetime(Duration::from_secs(10))),
        [GO_FORM], "go.default", (), "what ends a search that is given no limit";
    proof_default: Written<ProofLimits> = written("1m", ProofLimits { time: Some(Duration::from_secs(60)), ..ProofLimits::default() }),
        [PROOF_FORM], "proof.default", (), "what ends a proof that is given no limit";
    rules: Rules = Rules::Problem, [], "rules", (),
        "whether a proof reckons with the fifty-move rule and repetition, as in a game";
    pov: View = View::White, [], "pov", (), "whose view scores are: White's, or the side to move's";
    color: Option<ColorDepth> = None, [], "color", (), "how many colours to draw with";
    theme: Option<Theme> = None, [], "theme", (), "for which background colours are chosen";
    pieces: PieceStyle = PieceStyle::Letters, [], "pieces", (), "how pieces are drawn on the board";
    display: BoardDisplay = BoardDisplay::Auto, [], "display", (), "keep the board in sight above the prompt: auto in windows of 20 rows and more; on shows it after every change in a pipe, too";
    board: BoardSize = BoardSize::Normal, [], "board", (), "how big the board is drawn, where there is colour and room";
    letters: PieceLetters = PieceLetters::English, [], "problem.letters", (), "letters of pieces in problems and proofs: s writes S for the knight";
    moves: MoveLength = MoveLength::Short, [], "problem.moves", (), "moves of problems and proofs with the square they come from, or without";
    spoken: Spoken = Spoken::Off, [], "spoken", (), "moves in words, and results of searches as sentences";
    ascii: bool = false, [OnOff], "ascii", (), "draw with nothing but ASCII";
    terminal: TerminalSetting = TerminalSetting::Auto, [OnOff], "terminal", (), "force or forbid terminal drawing";
    terminal_errors: TerminalSetting = TerminalSetting::Auto, [OnOff], "terminal.errors", (), "force or forbid coloured errors, and drawing beside UCI on standard error";
    pager: bool = true, [OnOff], "pager", (), "answers longer than the window are shown by $PAGER, or less, at the prompt";
    player: String = "Player".to_owned(), [], "player", (), "your name in the games that you play against the engine";
    strict: bool = false, [OnOff], "strict", (), "scripts stop at the first error";
}

choice! {
    BoardDisplay {
        Auto = "auto",
        On = "on",
        Off = "off",
    }
}

choice! {
    TerminalSetting {
        Auto = "auto",
        Yes = "yes",
        No = "no",
    }
}

/// A switch whose default depends on the terminal.
impl SettingValue<OnOff> for TerminalSetting {
    fn kind(&self, _: &OnOff) -> SettingKind {
        SettingValue::kind(self, &())
    }

    fn read(text: &str, switch: &OnOff) -> Result<TerminalSetting, ValueError> {
        match bool::read(text, switch) {
            Ok(true) => Ok(TerminalSetting::Yes),
            Ok(false) => Ok(TerminalSetting::No),
            Err(_) => TerminalSetting::read(text, &()),
        }
    }
}

pub type PreferenceSpec = SettingSpec<Preferences, ()>;

/// The table, in the order of `get`.
pub static PREFERENCES: LazyLock<Vec<PreferenceSpec>> = LazyLock::new(Preferences::rows);

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences::initial()
    }
}

fn written<T>(text: &str, value: T) -> Written<T> {
    Written { text: text.to_owned(), value }
}

pub fn preference(name: &str) -> Option<&'static PreferenceSpec> {
    settings::find(&PREFERENCES, name)
}

impl Preferences {
    /// Changes a setting; `default` is its initial value.
    pub fn set(&mut self, spec: &PreferenceSpec, value: &str) -> Result<(), CommandError> {
        let initial = spec.kind.initial();
        let value = if value == "default" { &initial } else { value };
        spec.set(self, value).map_err(|_| {
            let (name, expected, kept) = (&spec.name, spec.kind.range(), spec.value(self));
            let value = parse::reader::shorten(value);
            let near = did_you_mean(&value, spec.kind.words());
            let message =
                format!("{name} takes {expected}, not \"{value}\"; it stays {kept}{near}");
            CommandError::Setting { message, nearest: None }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_shown_is_taken() {
        let mut preferences = Preferences::default();
        for spec in PREFERENCES.iter() {
            let default = spec.kind.initial();
            let words = spec.kind.words();
            for &word in &words {
                preferences.set(spec, word).unwrap();
                assert_eq!(spec.value(&preferences), word);
            }
            assert!(words.is_empty() || words.contains(&default.as_str()));
            preferences.set(spec, &default).unwrap();
            preferences.set(spec, "default").unwrap();
        }
        assert_eq!(preferences, Preferences::default());
        assert_eq!(preferences.go_default.value.movetime, Some(Duration::from_secs(10)));
    }

    #[test]
    fn what_is_said_of_terminals_can_be_any_word_for_yes_and_no() {
        let mut preferences = Preferences::default();
        for name in ["terminal", "terminal.errors"] {
            let spec = preference(name).unwrap();
            for (words, value) in
                [("true on yes 1 TRUE Yes", "yes"), ("false off no 0", "no"), ("auto", "auto")]
            {
                for word in words.split(' ') {
                    preferences.set(spec, word).unwrap();
                    assert_eq!(spec.value(&preferences), value, "{name} {word}");
                }
            }
            let error = preferences.set(spec, "perhaps").unwrap_err().to_string();
            assert!(
                error.contains("takes auto, yes, no, not \"perhaps\"; it stays auto"),
                "{error}"
            );
        }
        assert_eq!(preferences, Preferences::default());
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut preferences = Preferences::default();
        let spec = preference("POV").unwrap();
        let error = preferences.set(spec, "black").unwrap_err().to_string();
        assert_eq!(error, "pov takes white, mover, not \"black\"; it stays white");
        assert_eq!(preferences, Preferences::default());
    }
}
