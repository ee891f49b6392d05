//! Rows of the commands about settings.

use super::spec::Completer::{Settings, Words};
use super::spec::{CommandSpec, Group, row};
use crate::shell::command::Command;
use crate::shell::parse::session;
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::free;

pub(super) const ROWS: &[CommandSpec] = &[
    row!(Settings "set" | "setoption" | "setvalue", "NAME VALUE [--keep] | --forget NAME":
        "change a setting; with --keep for later sessions too",
        details: "Names are those that `get` lists, in any case; UCI's `setoption name N value V` is understood. Kept settings \
                  are in a file of TOML that you may write too (`help files`); `set NAME --keep` keeps what is set now.",
        examples: &[("set hash 256", "a table of 256 MiB"),
            ("set go.default 3s", "what a bare go means"),
            ("set theme light --keep", "for good")],
        completer: Settings,
        terms: |_| free(Alone),
        read: session::set),
    row!(Settings "get" | "options" | "settings" | "getvalue", "[NAME]":
        "show a setting, or all whose names begin so",
        examples: &[("get", "all"), ("get extension", "the weights of the extensions")],
        completer: Settings,
        terms: |_| free(Beside),
        read: |reader| Ok(Command::Get(reader.words.rest().text.to_owned()))),
    row!(Settings "hash", "SIZE":
        "size of the table: 64, 512M, 1G",
        details: "If there is not so much memory, the old table is kept.",
        examples: &[("hash 1G", "a gibibyte")],
        terms: |_| free(Alone),
        read: session::hash),
    row!(Settings "threads", "N":
        "how many threads search",
        details: "With one thread, a search limited by nodes or depth gives the same result on every machine.",
        examples: &[("threads 1", "one")],
        terms: |_| free(Alone),
        read: session::threads),
    row!(Settings "profile", "[NAME]":
        "take all numbers of the search from a named set; alone, show which",
        details: "`get profile` lists the names, `help profiles` says where each comes from.",
        examples: &[("profile slow", "Slow Chess's amounts"), ("profile plain", "no extensions")],
        completer: Settings,
        terms: |command| match command {
            Command::Get(_) => free(Beside),
            _ => free(Alone),
        },
        read: session::profile),
    row!(Settings "auto", "[all]":
        "as many threads as half the machine has, and a table to go with them; with all, nearly the whole",
        details: "Threads: half the cores, or with `all` all but two, at least one. Table: 54 MiB a thread and 10 MiB for the square of \
                  their number, as Expositor has it, at most half of the memory and 64 GiB.",
        examples: &[("auto", "half the machine"), ("auto all", "nearly the whole machine")],
        completer: Words(&["all"]),
        terms: |_| free(Alone),
        read: session::auto),
    row!(Settings "clear":
        "forget what searching learned: the table and the histories (Ctrl-L clears the screen)",
        terms: |_| free(Alone),
        read: |reader| reader.only(Command::Clear)),
];
