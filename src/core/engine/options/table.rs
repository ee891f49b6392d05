//! The table of options, from which the UCI `option` lines, `set` and `get`, completion and the README are made.
//!
//! No name contains one of the bare words `name`, `type`, `default`, `min`, `max`, `var`, `value`: GUIs split the lines at them
//! (a test).

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::super::strength::{Elo, FULL_LEVEL, FULL_STRENGTH};
use super::nearest::did_you_mean;
use super::values::{About, Button, Evaluation, MAX_HASH, Mebibytes};
use crate::eval::Network;
use crate::oracle::book::HOUSE;
use crate::oracle::syzygy::SyzygyTables;
use crate::search::extend::MOST_QUARTERS;
use crate::search::params::PARAMS;
use crate::search::profiles::{PROFILES, Profile};
use crate::search::{Params, Rule};
use crate::settings::{
    self, SettingKind, SettingSpec, SettingValue, ValueError, Written, settings,
};
use Counts::{Elsewhere, Files, Never, Value};
use Interface::{Prompt, Uci, Xboard};

/// Interfaces that offer an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interface {
    Uci,
    Xboard,
    /// To people, by `set` and `get`.
    Prompt,
}

/// How an option affects the results of a tool, which searches without a book, at full strength and with one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// It cannot change a node.
    Never,
    Value,
    /// By the files in the folders that it names.
    Files,
    /// Through something else that counts: the checksum of the evaluation, or the search parameters.
    Elsewhere,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionUse {
    offered: &'static [Interface],
    pub counts: Counts,
}

pub type OptionSpec = SettingSpec<Options, OptionUse>;

impl OptionSpec {
    pub fn is_for(&self, interface: Interface) -> bool {
        self.about.offered.contains(&interface)
    }
}

const ALL: &[Interface] = &[Uci, Xboard, Prompt];
const GUIS: &[Interface] = &[Uci, Xboard];
/// Xboard has its own command for it.
const NO_XBOARD: &[Interface] = &[Uci, Prompt];

const fn used(offered: &'static [Interface], counts: Counts) -> OptionUse {
    OptionUse { offered, counts }
}

/// The largest seed: what GUIs can send.
const MAX_SEED: u64 = i32::MAX as u64;

/// The value of an extension option when the profile decides.
pub(super) const BY_PROFILE: i64 = -1;

settings! {
    /// All values. Fields are read directly; they are changed by name, or by a method for the purpose.
    #[derive(Clone, Debug)]
    pub struct Options: OptionUse = (fn initial) {
        /// Search parameters that differ from the profile's, as they were given.
        overrides: BTreeMap<String, String> = BTreeMap::new(),
        /// The profile with the overrides.
        params: Params = PROFILES[0].params(),
    }

    hash: usize = 256, [Mebibytes(1..=MAX_HASH)], "Hash", used(NO_XBOARD, Value),
        "size of the table in MiB: that of the search, and as much again for the prover";
    threads: usize = 1, [1..=1024], "Threads", used(NO_XBOARD, Value), "threads that search together";
    clear_hash: Button = Button, [], "Clear Hash", used(ALL, Never), "forget what earlier searches learnt";
    ponder: bool = false, [], "Ponder", used(&[Uci], Never),
        "the GUI may ask to think in the opponent's time";
    multi_pv: usize = 1, [1..=256], "MultiPV", used(ALL, Never), "how many lines to work out";
    move_overhead: u64 = 30, [0..=5000], "Move Overhead", used(ALL, Value),
        "milliseconds lost on the way to the GUI and back";
    persist: bool = true, [], "Persist", used(ALL, Value),
        "build on earlier searches; off: every search starts afresh and, on one thread, repeats itself exactly, which costs some 120 Elo in games of 20,000 nodes a move";
    own_book: bool = false, [], "OwnBook", used(ALL, Value), "play from a book as long as it knows the position";
    book_file: String = HOUSE.to_owned(), [], "BookFile", used(ALL, Never),
        "books to play from, asked in this order, with ; between: Polyglot files (.bin), lines as text (.txt), `lines` for the program's own";
    book_variety: u8 = 75, [0..=100], "BookVariety", used(ALL, Never),
        "0: always the heaviest move of the book; 100: any that is neither rare nor losing, by weight";
    book_seed: u64 = 0, [0..=MAX_SEED], "BookSeed", used(ALL, Never),
        "the same number plays the same moves from the book; 0: different ones each time";
    book_learn: bool = false, [], "BookLearn", used(ALL, Never),
        "learn from games which moves of the book to play: from results, and from the score where the book ends";
    book_edits: String = String::new(), [], "BookEdits", used(ALL, Never),
        "file of changes to the books and of what was learned; empty: book.txt beside the settings, at the prompt";
    prove_mates: bool = true, [], "Prove Mates", used(ALL, Value),
        "an analysis looks for mates to prove beside its search";
    chess960: bool = false, [], "UCI_Chess960", used(NO_XBOARD, Never), "write castling as king takes rook";
    analyse_mode: bool = false, [], "UCI_AnalyseMode", used(GUIS, Never),
        "the GUI analyses: strength is not limited; otherwise analysis and play search alike";
    show_wdl: bool = false, [], "UCI_ShowWDL", used(GUIS, Never), "estimated win, draw, loss per thousand";
    show_line: bool = false, [], "UCI_ShowCurrLine", used(&[Uci], Never),
        "show the line being searched in a long search, as `info currline`";
    limit_strength: bool = false, [], "UCI_LimitStrength", used(ALL, Never),
        "play games as strongly as `UCI_Elo` says; analysis, and `go` at the prompt, are never limited";
    elo: Elo = Elo::CLUB, [Elo::MIN..=Elo::MAX], "UCI_Elo", used(ALL, Never),
        "how strongly that is, in Elo, roughly";
    percent: u8 = FULL_STRENGTH, [1..=FULL_STRENGTH], "Strength", used(ALL, Never),
        "playing strength in percent; the lowest limit set applies";
    level: u8 = FULL_LEVEL, [0..=FULL_LEVEL], "Skill Level", used(GUIS, Never),
        "playing strength as GUIs set it, 20 for full strength; the lowest limit set applies";
    strength_seed: u64 = 0, [0..=MAX_SEED], "StrengthSeed", used(ALL, Never),
        "the same number makes the same mistakes; 0: different ones each time";
    profile: &'static Profile = &PROFILES[0], [], "Profile", used(ALL, Value), "a named set of search parameters";
    syzygy_path: Written<Option<Arc<SyzygyTables>>> = Written::default(), [], "SyzygyPath", used(NO_XBOARD, Files),
        "folders of Syzygy endgame tables, with ; or : between; empty: none";
    syzygy_probe_depth: u32 = 1, [1..=100], "SyzygyProbeDepth", used(GUIS, Value),
        "plies that a node has left at least where a position with as many men as there are tables for is looked up";
    syzygy_probe_limit: u32 = 7, [0..=7], "SyzygyProbeLimit", used(GUIS, Value),
        "the most men of a position that is looked up in Syzygy tables; 0: none is";
    syzygy_fifty_moves: bool = true, [], "Syzygy50MoveRule", used(GUIS, Value),
        "whether a win that takes more than fifty moves without a capture or pawn move is a draw";
    own_tables: bool = true, [], "OwnTables", used(ALL, Value),
        "answer positions of four men or fewer from built-in tables; one of four men is made on first use, not under a limit of nodes or depth";
    debug_log_file: String = String::new(), [], "Debug Log File", used(GUIS, Never),
        "record both directions of the UCI dialogue in this file";
    eval_file: Written<Option<Network>> = Written::default(), [], "EvalFile", used(ALL, Elsewhere),
        "a file with the weights of a network, as `workshop train` writes them; empty: the one built in";
    evaluation: Evaluation = Evaluation::Network, [], "Evaluation", used(ALL, Elsewhere),
        "what a position is evaluated by: classical (themes and tuned weights), network (`EvalFile`, or the one built in)";
    resign: bool = false, [], "Resign", used(&[Xboard, Prompt], Never),
        "resign a game that is lost: four scores of -10.00 or worse that did not rise (also over xboard)";
    opponent: String = String::new(), [], "UCI_Opponent", used(&[Uci], Never),
        "accepted because GUIs say here who the opponent is, and not used: the program plays alike against every opponent";
    about: About = About, [], "UCI_EngineAbout", used(GUIS, Never), "who this is; setting it changes nothing";
}

/// Why an option keeps its value: what was asked for, what would have been right, what it stays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OptionError(pub(super) String);

impl OptionError {
    pub(crate) fn new(
        spec: &OptionSpec,
        error: ValueError,
        value: &str,
        options: &Options,
    ) -> OptionError {
        let (name, kept) = (&spec.name, spec.value(options));
        let bad = |expected| format!("{name} takes {expected}, not `{value}`; it stays {kept}");
        OptionError(match (error, &spec.kind) {
            (ValueError::Refused(reason), _) => {
                let kept = if kept.is_empty() { "empty" } else { &kept };
                format!("{reason}; {name} stays {kept}")
            }
            (ValueError::Range, SettingKind::Spin { min, max, .. }) => {
                format!("{name} must lie between {min} and {max}, not {value}; it stays {kept}")
            }
            (_, SettingKind::Spin { min, max, .. }) => {
                bad(format!("a whole number between {min} and {max}"))
            }
            (_, SettingKind::Check { .. }) => bad("true or false".to_owned()),
            (_, kind) => {
                bad(format!("one of {}", kind.range())) + &did_you_mean(value, kind.words())
            }
        })
    }

    pub(super) fn unknown(name: &str) -> OptionError {
        let options = OPTIONS.iter().map(|spec| spec.name.as_str());
        let near = did_you_mean(name, options.chain(PARAMS.iter().map(|spec| spec.name.as_str())));
        OptionError(format!("there is no option `{name}`{near}"))
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::initial()
    }
}

pub static OPTIONS: LazyLock<Vec<OptionSpec>> =
    LazyLock::new(|| Options::rows().into_iter().chain(Rule::ALL.map(extension_row)).collect());

pub fn find(name: &str) -> Option<&'static OptionSpec> {
    // Expositor's name for it.
    let is_overhead = name.trim().eq_ignore_ascii_case("Overhead");
    settings::find(&OPTIONS, if is_overhead { "Move Overhead" } else { name })
}

/// Creates the row of a rule's weight, for GUIs: they can send one number and no text.
fn extension_row(rule: Rule) -> OptionSpec {
    let range = BY_PROFILE..=i64::from(MOST_QUARTERS);
    SettingSpec {
        name: format!("Extension {}", rule.name()),
        kind: BY_PROFILE.kind(&range),
        summary: format!(
            "quarters of a ply added when {}; -1: as the profile says",
            rule.summary()
        ),
        about: used(GUIS, Elsewhere),
        show: Box::new(move |values| values.weight(rule).to_string()),
        read: Box::new(move |values, text| values.set_weight(rule, i64::read(text, &range)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::SettingKind;

    #[test]
    fn names_never_contain_the_words_guis_split_at() {
        for spec in OPTIONS.iter() {
            for word in spec.name.split(' ') {
                assert!(
                    !["name", "type", "default", "min", "max", "var", "value"].contains(&word),
                    "{}",
                    spec.name
                );
            }
            assert_eq!(spec.name.trim(), spec.name);
        }
    }

    #[test]
    fn defaults_are_in_range() {
        for spec in OPTIONS.iter() {
            let range = match &spec.kind {
                SettingKind::Spin { default, min, max } => min <= default && default <= max,
                SettingKind::Combo { default, choices } => choices.contains(default),
                _ => true,
            };
            assert!(range, "{}", spec.name);
        }
    }

    #[test]
    fn names_are_found_in_any_case_and_are_all_different() {
        assert_eq!(find("move  OVERHEAD").map(|spec| &*spec.name), Some("Move Overhead"));
        assert!(find("Moveoverhead").is_none());
        for spec in OPTIONS.iter() {
            assert!(find(&spec.name).is_some_and(|found| std::ptr::eq(found, spec)));
        }
    }
}
