//! The one table of options: what there is to set, from which the UCI `option` lines, `set` and `get`, completion and the
//! README are made.
//!
//! No name contains one of the bare words `name`, `type`, `default`, `min`, `max`, `var`, `value`: GUIs split the lines at
//! them (a test). Values are kept next door, in `mod.rs`, and so is what they are at first.

use std::sync::LazyLock;

use super::super::book::HOUSE;
use super::super::evaluator::Evaluation;
use super::super::strength::{Elo, FULL_STRENGTH};
use super::Values;
use crate::search::Rule;
use crate::search::params::MOST_QUARTERS;
use crate::search::profiles::PROFILES;

/// Which option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionId {
    /// Size of the transposition table, in MiB.
    Hash,
    /// Threads that search.
    Threads,
    /// Whether each search thread keeps to a processor.
    Pin,
    /// Forgets everything earlier searches learnt.
    ClearHash,
    /// Whether the GUI may let the program think in its opponent's time.
    Ponder,
    /// Lines of analysis.
    MultiPv,
    /// Time lost on the way to the GUI and back, in milliseconds.
    MoveOverhead,
    /// Whether moves are played from a book.
    OwnBook,
    /// Which books.
    BookFile,
    /// How different the moves from the book may be.
    BookVariety,
    /// What the choice from the book begins with.
    BookSeed,
    /// Whether the book learns from games.
    BookLearn,
    /// Where changes to the books are kept.
    BookEdits,
    /// Whether an analysis looks for mates to prove.
    ProveMates,
    /// Whether a search may build on earlier ones.
    Persist,
    /// Castling is written as king takes rook.
    Chess960,
    /// The GUI analyses rather than plays.
    AnalyseMode,
    /// Chances of win, draw and loss beside the score.
    ShowWdl,
    /// A named set of search parameters.
    Profile,
    /// Where endgame tables are.
    SyzygyPath,
    /// Plies that a node has left where it is looked up.
    SyzygyProbeDepth,
    /// The most men of a position that is looked up.
    SyzygyProbeLimit,
    /// Whether fifty moves count in tables.
    SyzygyFiftyMoves,
    /// Whether tables of our own answer.
    OwnTables,
    /// Where our own tables of five men are.
    TablePath,
    /// Where both directions of a UCI dialogue are recorded.
    DebugLogFile,
    /// The weights of a network.
    EvalFile,
    /// A file of learned weights.
    WeightsFile,
    /// Games at the prompt are learned from.
    Learn,
    /// Whether the engine resigns lost games.
    Resign,
    /// What positions are evaluated by.
    Evaluation,
    /// Who this is.
    About,
    /// Whether a game is played at the strength of `UCI_Elo`.
    LimitStrength,
    /// The strength of a game, in Elo.
    Elo,
    /// The strength of a game, from 1 to 100.
    Strength,
    /// Which mistakes are made.
    StrengthSeed,
    /// The weight of one extension rule.
    Extension(Rule),
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number in a range.
    Spin {
        /// At first.
        default: i64,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// On or off.
    Check {
        /// At first.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// At first.
        default: &'static str,
        /// All of them.
        choices: Vec<&'static str>,
    },
    /// Any text; empty at first unless it says something.
    Text {
        /// At first.
        default: &'static str,
    },
    /// No value: something happens.
    Button,
}

/// To whom an option is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Only GUIs.
    Uci,
    /// Only people at the prompt.
    Prompt,
    /// Both.
    Both,
}

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Which.
    pub id: OptionId,
    /// What it is called, words separated by single spaces; letter case does not matter.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
    /// What it does, in a line.
    pub summary: String,
    /// To whom it is shown.
    pub audience: Audience,
    /// Whether it can change what a tool finds that searches without a book, at full strength and with one line.
    pub counts: bool,
}

impl OptionSpec {
    /// The same row of an option that cannot change what a tool finds.
    fn uncounted(self) -> OptionSpec {
        OptionSpec { counts: false, ..self }
    }
}

/// MiB: a table of a tebibyte is allowed where there is memory for it.
pub const MAX_HASH: i64 = 1 << 20;
/// What an extension option says when the profile decides.
pub(super) const BY_PROFILE: i64 = -1;

pub(super) const ABOUT: &str = concat!(
    "Quarterply ",
    env!("CARGO_PKG_VERSION"),
    ", a chess program that thinks in quarters of a ply"
);

/// The whole table.
pub static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(|| {
    let mut table = plain_options();
    table.extend(Rule::ALL.map(extension_option));
    table
});

/// The row of an option by its name, letter case and runs of spaces aside.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    let wanted = words(name);
    OPTIONS.iter().find(|spec| words(&spec.name) == wanted)
}

fn words(name: &str) -> Vec<String> {
    name.split_whitespace().map(str::to_lowercase).collect()
}

fn extension_option(rule: Rule) -> OptionSpec {
    OptionSpec {
        id: OptionId::Extension(rule),
        name: format!("Extension {}", rule.name()),
        kind: OptionKind::Spin { default: BY_PROFILE, min: BY_PROFILE, max: MOST_QUARTERS as i64 },
        summary: format!(
            "quarters of a ply added when {}; -1: as the profile says",
            rule.summary()
        ),
        audience: Audience::Uci,
        counts: true,
    }
}

fn plain_options() -> Vec<OptionSpec> {
    use Audience::{Both, Uci};
    let profiles = PROFILES.iter().map(|profile| profile.name).collect();
    let row = |id, name: &str, kind, audience, summary: &str| OptionSpec {
        id,
        name: name.to_owned(),
        kind,
        summary: summary.to_owned(),
        audience,
        counts: true,
    };
    let first = Values::INITIAL;
    let spin = |default: usize, min, max| OptionKind::Spin { default: default as i64, min, max };
    let check = |default| OptionKind::Check { default };
    let text = |default| OptionKind::Text { default };
    let elo = |elo: Elo| i64::from(elo.points());
    let profile = OptionKind::Combo { default: first.profile.name, choices: profiles };
    vec![
        row(
            OptionId::Hash,
            "Hash",
            spin(first.hash, 1, MAX_HASH),
            Both,
            "size of the table in MiB: that of the search, and as much again for the prover",
        ),
        row(
            OptionId::Threads,
            "Threads",
            spin(first.threads, 1, 1024),
            Both,
            "threads that search together",
        ),
        row(
            OptionId::Pin,
            "Pin",
            check(first.pin),
            Both,
            "keep each search thread to a processor of its own, cores first (Linux); not beside another program that does so",
        ).uncounted(),
        row(
            OptionId::ClearHash,
            "Clear Hash",
            OptionKind::Button,
            Both,
            "forget what earlier searches learnt",
        ).uncounted(),
        row(
            OptionId::Ponder,
            "Ponder",
            check(first.ponder),
            Uci,
            "the GUI may ask to think in the opponent's time",
        ).uncounted(),
        row(
            OptionId::MultiPv,
            "MultiPV",
            spin(first.multi_pv, 1, 256),
            Both,
            "how many lines to work out",
        ).uncounted(),
        row(
            OptionId::MoveOverhead,
            "Move Overhead",
            spin(first.move_overhead as usize, 0, 5000),
            Both,
            "milliseconds lost on the way to the GUI and back",
        ),
        row(
            OptionId::Persist,
            "Persist",
            check(first.persist),
            Both,
            "build on earlier searches; off: every search starts afresh and, on one thread, repeats itself exactly",
        ),
        row(
            OptionId::OwnBook,
            "OwnBook",
            check(first.own_book),
            Both,
            "play from a book as long as it knows the position",
        ),
        row(
            OptionId::BookFile,
            "BookFile",
            text(HOUSE),
            Both,
            "books to play from, asked in this order, with ; between: Polyglot files (.bin), lines as text (.txt), `lines` for the program's own",
        ).uncounted(),
        row(
            OptionId::BookVariety,
            "BookVariety",
            spin(usize::from(first.book_variety), 0, 100),
            Both,
            "0: always the heaviest move of the book; 100: any that is neither rare nor losing, by weight",
        ).uncounted(),
        row(
            OptionId::BookSeed,
            "BookSeed",
            spin(first.book_seed as usize, 0, i64::from(i32::MAX)),
            Both,
            "the same number plays the same moves from the book; 0: different ones each time",
        ).uncounted(),
        row(
            OptionId::BookLearn,
            "BookLearn",
            check(first.book_learn),
            Both,
            "learn from games which moves of the book to play: from results, and from the score where the book ends",
        ).uncounted(),
        row(
            OptionId::BookEdits,
            "BookEdits",
            text(""),
            Both,
            "file of changes to the books and of what was learned; empty: book.txt beside the settings, at the prompt",
        ).uncounted(),
        row(
            OptionId::ProveMates,
            "Prove Mates",
            check(first.prove_mates),
            Both,
            "an analysis looks for mates to prove beside its search",
        ),
        row(
            OptionId::Chess960,
            "UCI_Chess960",
            check(first.chess960),
            Both,
            "write castling as king takes rook",
        ).uncounted(),
        row(
            OptionId::AnalyseMode,
            "UCI_AnalyseMode",
            check(first.analyse_mode),
            Uci,
            "accepted because GUIs send it, and not used: analysis and play search alike",
        ).uncounted(),
        row(
            OptionId::ShowWdl,
            "UCI_ShowWDL",
            check(first.show_wdl),
            Uci,
            "estimated win, draw, loss per thousand",
        ).uncounted(),
        row(
            OptionId::LimitStrength,
            "UCI_LimitStrength",
            check(first.limit_strength),
            Both,
            "play games as strongly as `UCI_Elo` says; analysis is never limited",
        ).uncounted(),
        row(
            OptionId::Elo,
            "UCI_Elo",
            OptionKind::Spin { default: elo(first.elo), min: elo(Elo::MIN), max: elo(Elo::MAX) },
            Both,
            "how strongly that is, in Elo, roughly",
        ).uncounted(),
        row(
            OptionId::Strength,
            "Strength",
            spin(usize::from(first.strength), 1, i64::from(FULL_STRENGTH)),
            Both,
            "how strongly games are played, another way: 1 a beginner, 100 all there is; the weaker of the two holds",
        ).uncounted(),
        row(
            OptionId::StrengthSeed,
            "StrengthSeed",
            spin(first.strength_seed as usize, 0, i64::from(i32::MAX)),
            Both,
            "the same number makes the same mistakes; 0: different ones each time",
        ).uncounted(),
        row(OptionId::Profile, "Profile", profile, Both, "a named set of search parameters"),
        row(
            OptionId::SyzygyPath,
            "SyzygyPath",
            text(""),
            Both,
            "folders of Syzygy endgame tables, with ; or : between; empty: none",
        ),
        row(
            OptionId::SyzygyProbeDepth,
            "SyzygyProbeDepth",
            spin(first.syzygy_probe_depth as usize, 1, 100),
            Uci,
            "plies that a node has left at least where a position with as many men as there are tables for is looked up",
        ),
        row(
            OptionId::SyzygyProbeLimit,
            "SyzygyProbeLimit",
            spin(first.syzygy_probe_limit as usize, 0, 7),
            Uci,
            "the most men of a position that is looked up in Syzygy tables; 0: none is",
        ),
        row(
            OptionId::SyzygyFiftyMoves,
            "Syzygy50MoveRule",
            check(first.syzygy_fifty_moves),
            Uci,
            "whether a win that takes more than fifty moves without a capture or pawn move is a draw",
        ),
        row(
            OptionId::OwnTables,
            "OwnTables",
            check(first.own_tables),
            Both,
            "answer from tables of our own: with four men or fewer, and with five where TablePath has them",
        ),
        row(
            OptionId::TablePath,
            "TablePath",
            text(""),
            Both,
            "the folder of our own tables of five men, which `tb make` fills; empty: none",
        ),
        row(
            OptionId::DebugLogFile,
            "Debug Log File",
            text(""),
            Uci,
            "record both directions of the UCI dialogue in this file",
        ).uncounted(),
        row(
            OptionId::EvalFile,
            "EvalFile",
            text(""),
            Both,
            "a file with the weights of a network, as `train` writes them; empty: the one built in",
        ),
        row(
            OptionId::Evaluation,
            "Evaluation",
            OptionKind::Combo {
                default: first.evaluation.name(),
                choices: Evaluation::ALL.map(Evaluation::name).to_vec(),
            },
            Both,
            "what a position is evaluated by: classical (themes and tuned weights), learned (`WeightsFile`), network (`EvalFile`, or the one built in)",
        ),
        row(
            OptionId::WeightsFile,
            "WeightsFile",
            text(""),
            Both,
            "a file with learned weights of the classical evaluation, as `learn` writes them",
        ),
        row(
            OptionId::Learn,
            "Learn",
            check(first.learns),
            Audience::Prompt,
            "learn weights from games played here, into `WeightsFile`; `learn undo` takes the last game back",
        ).uncounted(),
        row(
            OptionId::Resign,
            "Resign",
            check(first.resigns),
            Audience::Prompt,
            "resign a game that is lost: four scores of -10.00 or worse that did not rise (also over xboard)",
        ).uncounted(),
        row(
            OptionId::About,
            "UCI_EngineAbout",
            text(ABOUT),
            Uci,
            "who this is; setting it changes nothing",
        ).uncounted(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

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
            match &spec.kind {
                OptionKind::Spin { default, min, max } => {
                    assert!(min <= default && default <= max, "{}", spec.name)
                }
                OptionKind::Combo { default, choices } => {
                    assert!(choices.contains(default), "{}", spec.name)
                }
                OptionKind::Check { .. } | OptionKind::Text { .. } | OptionKind::Button => {}
            }
        }
    }

    #[test]
    fn names_are_found_in_any_case_and_are_all_different() {
        assert_eq!(find("move  OVERHEAD").map(|spec| spec.id), Some(OptionId::MoveOverhead));
        assert_eq!(find("Moveoverhead"), None);
        for spec in OPTIONS.iter() {
            assert_eq!(find(&spec.name).map(|found| found.id), Some(spec.id));
        }
    }
}
