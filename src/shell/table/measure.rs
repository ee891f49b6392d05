//! The rows of the commands that measure and check, and of `info`.

use super::spec::Completer::{Files, Nothing, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::measure;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};

/// `perft`.
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
    read: measure::perft,
};

/// `bench`.
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

/// `tune`.
pub(super) const TUNE: CommandSpec = CommandSpec {
    name: "tune",
    aliases: &[],
    arguments: "FILE [epochs N] [result PERCENT] [out FILE] [--force] | spsa NAME=LOW..HIGH[/STEP] … --to FILE [PAIRS] [--rate R]",
    group: Group::Tools,
    summary: "tune the evaluation on labelled positions, or parameters of the search by games",
    details: "FILE has lines of FEN;centipawns;result, in White's view, or is what `data` wrote (.qpd). The result is 40 percent of the target, the \
              score the rest. The weights are written, as the text of eval/classical/weights.rs, only where out says. spsa plays pairs of games (1000) with \
              the parameters pushed one way against the other, and moves each a little to the better side; limits, openings and the rest are \
              given as for selfplay. FILE keeps how far it is after every eight pairs, and the same line goes on from there.",
    examples: &[
        ("tune gen1.qpd epochs 40 out weights.rs", "forty passes over positions of our own games"),
        (
            "tune spsa razoring.margin=100..400 4000 nodes 5k --openings random --jobs 2 --to razor.spsa",
            "by four thousand pairs",
        ),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: measure::tune,
};

/// `info`.
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
