//! The rows of the commands that measure and check, and of `info`.

use super::spec::Completer::{Nothing, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::measure;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};

pub(super) const PERFT: CommandSpec = CommandSpec {
    name: "perft",
    aliases: &[],
    arguments: "DEPTH [divide] [expect N] | --suite FILE [--depth N]",
    group: Group::Tools,
    summary: "count the leaves of the tree of legal moves; compare a file of known counts",
    details: "A suite is EPD with operations such as `D1 20 ;D2 400`.",
    examples: &[("perft 5", "4,865,609 from the start"), ("perft 3 divide", "for each move")],
    completer: Words(&["divide", "expect", "--suite", "--depth"]),
    terms: |command| match command {
        Command::Perft { .. } => needs(Beside),
        _ => free(Beside),
    },
    read: super::tool::perft,
};

pub(super) const BENCH: CommandSpec = CommandSpec {
    name: "bench",
    aliases: &[],
    arguments: "[DEPTH]",
    group: Group::Tools,
    summary: "search a fixed set of positions; the number of nodes is the program's signature",
    details: "One thread, an empty table: the number is the same on every machine and in every run.",
    examples: &[],
    completer: Nothing,
    terms: |_| free(Beside),
    read: measure::bench,
};

pub(super) const INFO: CommandSpec = CommandSpec {
    name: "info",
    aliases: &["about", "version"],
    arguments: "",
    group: Group::Tools,
    summary: "the program, the machine, threads and table",
    details: "",
    examples: &[],
    completer: Nothing,
    terms: |_| free(Beside),
    read: measure::info,
};
