//! Rows of the commands about the sitting itself, and about the machine it takes place on.

use super::spec::Completer::{Commands, Files, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::{session, sitting};
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::{free, needs};

pub(super) const TIME: CommandSpec = CommandSpec {
    name: "time",
    arguments: "COMMAND",
    summary: "do a command, and say how long it took by the clock on the wall",
    details: "What the command is waited for counts; one in the background is timed to its end.",
    examples: &[("time perft 6", "the count, and the time"), ("time proof 3", "a proof")],
    completer: Commands,
    terms: |command| match command {
        Command::Timed(inner) | Command::Picture(inner, _) => inner.terms.in_turn(),
        _ => needs(Beside),
    },
    read: sitting::time,
    ..CommandSpec::of(Group::Tools)
};

pub(super) const PICTURE: CommandSpec = CommandSpec {
    name: "picture",
    arguments: "FILE.svg [light | dark] [--force] [COMMAND]",
    summary: "draw what a command shows as a picture of its own, an SVG file; of the board if none is named",
    details: "In the colours of the terminal's background unless another is named. Anything that answers can be drawn: a board, \
              an evaluation, a tree, a search with its table. A file that this sitting did not write is replaced with --force only.",
    examples: &[
        ("picture board.svg", "the board"),
        ("picture tree.svg light proof tree", "a proof, for a white page"),
        ("picture search.svg go d14", "a search, iteration by iteration"),
    ],
    completer: Files,
    terms: |command| match command {
        Command::Timed(inner) | Command::Picture(inner, _) => inner.terms.in_turn(),
        _ => needs(Beside),
    },
    read: sitting::picture,
    ..CommandSpec::of(Group::Display)
};

pub(super) const ALIAS: CommandSpec = CommandSpec {
    name: "alias",
    arguments: "[WORD COMMAND | --forget WORD]",
    summary: "let a word stand for a command; list the words that do",
    details: "A word stands for one command; what is typed behind the word goes behind it. A word cannot be a command or look like a move. Words that are \
              to stay belong into the init file (`help files`).",
    examples: &[
        ("alias m3 proof 3", "from now on m3 asks for a mate in three"),
        ("alias", "which there are"),
        ("alias --forget m3", "no longer"),
    ],
    completer: Words(&["--forget"]),
    terms: |_| free(Beside),
    read: sitting::alias,
    ..CommandSpec::of(Group::Session)
};

pub(super) const LOG: CommandSpec = CommandSpec {
    name: "log",
    arguments: "[FILE [--force] | off]",
    summary: "record what is said in both directions, with milliseconds, in a file; where that is",
    details: "Lines are added to what the file holds. A % in the name stands for the first number, from 001, that no file has yet. \
              The same as the option Debug Log File of GUIs, and as --log at the start.",
    examples: &[
        ("log today.log", "from here on"),
        ("log run_%.log", "run_001.log, or the next that is free"),
        ("log off", "no longer"),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: sitting::log,
    ..CommandSpec::of(Group::Session)
};

pub(super) const ISATTY: CommandSpec = CommandSpec {
    name: "isatty",
    arguments: "[stdout | stderr] [yes | no | auto]",
    summary: "force or forbid terminal drawing; the settings `terminal` and `terminal.errors`",
    details: "`yes` gives a pipe what a terminal gets: colours, aligned tables. `no` gives a terminal what a pipe gets. Errors are written to stderr: \
              they have a setting of their own.",
    examples: &[
        ("isatty no", "plain text"),
        ("isatty stderr yes", "coloured errors in a pipe"),
        ("isatty", "how it is"),
    ],
    completer: Words(&["stdout", "stderr", "yes", "no", "auto"]),
    terms: |command| match command {
        Command::Get(_) => free(Beside),
        _ => free(Alone),
    },
    read: sitting::isatty,
    ..CommandSpec::of(Group::Display)
};

pub(super) const LICENSE: CommandSpec = CommandSpec {
    name: "license",
    aliases: &["licence"],
    summary: "under which licence the program is",
    details: concat!(
        "Quarterply is free software (",
        env!("CARGO_PKG_LICENSE"),
        "): you may use, change and redistribute it under the GNU General Public License of the \
         Free Software Foundation, version 3 or any later one. It comes without any warranty, as far as the law permits. The whole text is \
         in the file LICENSE and at https://www.gnu.org/licenses/gpl-3.0.html."
    ),
    terms: |_| free(Beside),
    read: |reader| reader.only(Command::Help(Some("license"))),
    ..CommandSpec::of(Group::Session)
};

pub(super) const AUTO: CommandSpec = CommandSpec {
    name: "auto",
    arguments: "[all]",
    summary: "as many threads as half the machine has, and a table to go with them; with all, nearly the whole",
    details: "Threads: half the cores, or with `all` all but two, at least one. Table: 54 MiB a thread and 10 MiB for the square of \
              their number, as Expositor has it, at most half of the memory and 64 GiB.",
    examples: &[("auto", "half the machine"), ("auto all", "nearly the whole machine")],
    completer: Words(&["all"]),
    terms: |_| free(Alone),
    read: session::auto,
    ..CommandSpec::of(Group::Settings)
};
