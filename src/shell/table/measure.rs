//! The rows of the commands that measure and check, and of `info`.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::measure;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};

pub(super) const PERFT: CommandSpec = CommandSpec {
    name: "perft",
    arguments: "DEPTH [divide] [expect N] | --suite FILE [--depth N]",
    summary: "count the leaves of the tree of legal moves; compare a file of known counts",
    details: "A suite is EPD with operations such as `D1 20 ;D2 400`.",
    examples: &[("perft 5", "4,865,609 from the start"), ("perft 3 divide", "for each move")],
    completer: Words(&["divide", "expect", "--suite", "--depth"]),
    terms: |command| match command {
        Command::Perft { .. } => needs(Beside),
        _ => free(Beside),
    },
    read: super::tool::perft,
    ..CommandSpec::of(Group::Tools)
};

pub(super) const BENCH: CommandSpec = CommandSpec {
    name: "bench",
    arguments: "[DEPTH]",
    summary: "search a fixed set of positions; the number of nodes is the program's signature",
    details: "One thread, an empty table: the number is the same on every machine and in every run.",
    terms: |_| free(Beside),
    read: measure::bench,
    ..CommandSpec::of(Group::Tools)
};

pub(super) const INFO: CommandSpec = CommandSpec {
    name: "info",
    aliases: &["about", "version"],
    summary: "the program, the machine, threads and table",
    terms: |_| free(Beside),
    read: |reader| reader.only(Command::Info),
    ..CommandSpec::of(Group::Tools)
};
