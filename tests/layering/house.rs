//! The rules of the house as tables: edit these, and `src/README.md` with them, when the house grows.

/// Every room of `src/` and its floor. A room may use rooms on lower floors only.
pub(crate) const FLOORS: [(&str, usize); 14] = [
    ("chess", 0),
    ("units", 1),
    ("control", 1),
    ("proof", 1),
    ("eval", 2),
    ("oracle", 2),
    ("search", 3),
    ("prove", 3),
    ("store", 3),
    ("engine", 4),
    ("shell", 5),
    ("render", 6),
    ("front", 7),
    ("main", 8),
];

/// What stands above the floors: it only lists the rooms.
pub(crate) const EXEMPT: &str = "lib.rs";

const BELOW_FRONT: &[&str] = &[
    "chess/", "units/", "control/", "proof/", "eval/", "oracle/", "search/", "prove/", "store/",
    "engine/", "shell/", "render/",
];

/// Which files (or, with a `/` or a dash of a name at the end, what begins so) may name which package of `Cargo.toml`.
pub(crate) const CRATES: &[(&str, &[&str])] = &[
    ("ansi_term", &["render/style", "front/repl"]),
    ("anyhow", &["front/", "main.rs"]),
    ("arrayvec", &["chess/", "eval/", "oracle/", "search/", "prove/"]),
    ("bincode", &["store/codec.rs"]),
    ("bytemuck", &["search/table.rs", "prove/exact/table.rs", "prove/dfpn/table.rs"]),
    ("clap", &["front/", "main.rs"]),
    ("clap_complete", &["front/manual.rs", "main.rs"]),
    ("clap_mangen", &["front/manual.rs"]),
    ("crossterm", &["render/", "front/"]),
    ("ctrlc", &["front/interrupt.rs"]),
    ("indicatif", &["front/"]),
    ("rustix", &["front/terminal.rs"]),
    ("rustyline", &["front/repl"]),
    ("signal_hook", &["front/interrupt.rs"]),
    ("serde", &["store/", "render/json"]),
    ("serde_json", &["render/json", "render/proof/export/tests.rs", "store/proof"]),
    ("strsim", &["engine/options/nearest.rs"]),
    // Files are written aside and renamed by the store; the tests of the session write some too.
    ("tempfile", &["store/", "shell/session/tests", "shell/session/mates/tests"]),
    ("thiserror", BELOW_FRONT),
    ("toml_edit", &["store/settings.rs"]),
    ("unicode_width", &["render/", "front/"]),
];

/// The files that may say `unsafe`, and why.
pub(crate) const UNSAFE: &[(&str, &str)] = &[
    (
        "chess/attacks.rs",
        "the pext instruction, where the build is for it and where the processor is asked",
    ),
    ("search/table.rs", "the prefetch instruction"),
];

/// Who may take hold of the standard streams: exactly one component reads and writes them.
pub(crate) const STREAMS: &[&str] = &["front/", "main.rs"];

/// Output goes through a writer that returns errors, so these stand nowhere.
pub(crate) const PRINTERS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Lines of a file: 300 is the aim, 500 is worth a word, this is the end.
pub(crate) const MOST_LINES: usize = 600;
