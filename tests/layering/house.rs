//! The rules of the house as tables: update `src/README.md` with them.

/// Every room of `src/` and its floor. A room may use rooms on lower floors only.
pub(crate) const FLOORS: [(&str, usize); 19] = [
    ("chess", 0),
    ("units", 1),
    ("control", 1),
    ("memory", 1),
    ("proof", 1),
    ("settings", 0),
    ("eval", 2),
    ("oracle", 2),
    ("search", 3),
    ("prove", 3),
    ("store", 3),
    ("engine", 4),
    ("files", 4),
    ("ink", 4),
    ("shell", 5),
    ("commands", 6),
    ("front", 7),
    ("main", 8),
    ("workshop", 8),
];

/// Above the floors: it only lists the rooms.
pub(crate) const EXEMPT: &str = "lib.rs";

/// Which files (or, with a `/` or a dash of a name at the end, what begins so) may name which package of `Cargo.toml`.
pub(crate) const CRATES: &[(&str, &[&str])] = &[
    ("ansi_term", &["ink/style", "front/repl"]),
    ("anyhow", &["front/", "main.rs", "workshop/"]),
    ("arrayvec", &["chess/", "eval/", "oracle/", "search/", "prove/"]),
    ("bincode", &["store/codec.rs"]),
    (
        "bytemuck",
        &[
            "memory/",
            "search/history.rs",
            "search/table.rs",
            "prove/exact/table.rs",
            "prove/dfpn/table.rs",
        ],
    ),
    ("chrono", &["shell/session/opponent.rs"]),
    ("clap", &["front/", "main.rs", "workshop/"]),
    ("clap_complete", &["front/manual.rs", "main.rs"]),
    ("clap_mangen", &["front/manual.rs"]),
    ("crossterm", &["ink/", "front/"]),
    ("csv", &["commands/mates/puzzle.rs"]),
    ("ctrlc", &["front/interrupt.rs", "workshop/desk.rs"]),
    ("etcetera", &["front/launch.rs", "front/repl/history.rs"]),
    ("flate2", &["files/text.rs"]),
    ("indicatif", &["front/", "workshop/desk.rs"]),
    ("rayon", &["workshop/train/"]),
    ("rs_fsrs", &["commands/play/drill/schedule.rs"]),
    (
        "rustix",
        &[
            "front/terminal.rs",
            "front/pager.rs",
            "front/script.rs",
            "files/stream.rs",
            "shell/second/process.rs",
        ],
    ),
    ("rustyline", &["front/repl"]),
    ("ruzstd", &["files/text.rs"]),
    ("serde", &["store/", "files/", "ink/", "shell/", "commands/", "front/json/", "workshop/"]),
    (
        "serde_json",
        &[
            "ink/json.rs",
            "ink/answer.rs",
            "shell/reply.rs",
            "commands/",
            "front/json/",
            "files/proof",
        ],
    ),
    ("shakmaty", &["oracle/syzygy.rs"]),
    ("shakmaty_syzygy", &["oracle/syzygy.rs"]),
    ("signal_hook", &["front/interrupt.rs"]),
    ("strsim", &["engine/options/nearest.rs"]),
    // The store writes temporary files and renames them; tests of the session write some, too.
    (
        "tempfile",
        &[
            "store/",
            "files/",
            "oracle/syzygy.rs",
            "oracle/endgame/",
            "engine/options/mod.rs",
            "engine/root_tables.rs",
            "engine/book/",
            "shell/second/tests.rs",
            "commands/",
            "front/conversation/tests.rs",
            "front/repl/files.rs",
            "front/journal.rs",
            "workshop/",
        ],
    ),
    ("terminal_colorsaurus", &["front/screen.rs"]),
    ("thiserror", &[""]),
    ("toml_edit", &["files/settings.rs"]),
    ("unicode_width", &["ink/", "front/"]),
];

/// Files that may contain `unsafe`, and why.
pub(crate) const UNSAFE: &[(&str, &str)] = &[
    (
        "chess/attacks.rs",
        "the pext instruction, where the build is for it and where the processor is asked",
    ),
    (
        "eval/network/evaluator.rs",
        "the calls of functions compiled for AVX2 and AVX-512, where the processor has them",
    ),
    ("memory/cache_lines.rs", "the prefetch instruction"),
    ("memory/pages.rs", "the system call that advises on pages"),
];

/// Who may use the standard streams: one component only. `shell/second/process.rs` uses those of the engine that it starts.
pub(crate) const STREAMS: &[&str] =
    &["front/", "main.rs", "workshop/desk.rs", "shell/second/process.rs"];

/// Output goes through a writer that returns errors, so these are forbidden.
pub(crate) const PRINTERS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Files that may create or open a file for writing; all others use `store/written.rs`, which tracks ownership.
pub(crate) const WRITERS: &[(&str, &str)] = &[
    ("files/stream.rs", "a pipe, which is read"),
    ("store/file.rs", "what `store/written.rs` writes with"),
    ("front/repl/history.rs", "the history is nobody else's to read, from its first byte on"),
];

/// What makes or opens a file for writing.
pub(crate) const WRITING: [(&str, &str); 8] = [
    ("fs", "write"),
    ("fs", "rename"),
    ("fs", "copy"),
    ("fs", "hard_link"),
    ("File", "create"),
    ("File", "create_new"),
    ("File", "options"),
    ("OpenOptions", "new"),
];

/// Maximum lines of a file: 300 is the aim, 500 deserves a reason.
pub(crate) const MOST_LINES: usize = 600;

/// Allowed circles of files within a room: files by path prefix, the file that they need, and why.
pub(crate) const CIRCLES: &[(&str, &str, &str)] = &[
    ("shell/", "shell/session/mod.rs", "methods of `Session`, and what commands do with it"),
    ("commands/", "commands/mod.rs", "commands look words up in the table that they are rows of"),
];

/// Rooms whose public items may be unused here, because programs that use the library may need them.
pub(crate) const LIBRARY: &[&str] = &["chess/", "units/", "proof/"];
