//! The rows of the commands of the lab.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::parse::lab;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};

/// `lab`.
pub(super) const LAB: CommandSpec = CommandSpec {
    name: "lab",
    aliases: &[],
    arguments: "FILE [NODES] [--profiles A,B|all] [--ablate] [--jobs N] [--to FILE.csv] [--plot FILE.svg] [--force]",
    group: Group::Tools,
    summary: "try a suite under every profile: solved, nodes to solution, branching, what each rule cost",
    details: "Each position under each profile is a trial of its own, from nothing, with NODES (100k); --ablate adds each profile \
              without each rule that it has, and without any. A row for each trial goes to FILE.lab.csv, or --to, as it is done; \
              after Ctrl-C, or worse, the same command goes on there. --plot draws how many were solved within how many nodes. Nodes to \
              solution are those from which on the answer was right and stayed so; the branching factor is the root of the nodes, \
              as deep as the search went.",
    examples: &[
        ("lab positions/tactics.epd 50k --plot lab.svg", "all profiles, with a plot"),
        (
            "lab wac.epd --profiles quarterply,slow --ablate --jobs 2",
            "what each rule is worth in two of them",
        ),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: lab::lab,
};

/// `compare`.
pub(super) const COMPARE: CommandSpec = CommandSpec {
    name: "compare",
    aliases: &[],
    arguments: "[NODES] [--profiles A,B|all]",
    group: Group::Search,
    summary: "search the position under every profile, and show side by side what each saw and at what cost",
    details: "Each has NODES (100k), one thread and an empty table, so what it says is the same every time. `set profile NAME` \
              goes on with one of them.",
    examples: &[
        ("compare", "all profiles"),
        ("compare 1M --profiles quarterply,slow", "two of them, longer"),
    ],
    completer: Words(&["--profiles", "all"]),
    terms: |_| needs(Beside),
    read: lab::compare,
};
