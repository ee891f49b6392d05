//! The rows of the commands about mates.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::parse::mates;

/// `proof`.
pub(super) const PROOF: CommandSpec = CommandSpec {
    name: "proof",
    aliases: &["mate"],
    arguments: "[N | shortest | all [N]] [checks] [kmob N] [game | problem] [for white | black] [LIMITS] | resume [LIMITS] | \
                set [N] [LIMITS] | show | tree [ply N] | line MOVE… | verify | save FILE | load FILE | export FILE",
    group: Group::Mates,
    summary: "prove a mate, or that there is none; look at the proof, check it, keep it",
    details: "Without a number: any mate, then ever shorter ones until the shortest is proved. With N: one within N moves, or \
              that there is none. `all` finds every first move that mates. The side to move mates, unless it cannot or a \
              short search sees it mated; `for` says who. `checks` looks at checks only and `kmob N` at moves that leave the \
              king N squares: what they prove holds, what they miss may exist. Limits: 10s, 20M nodes, 64MiB of memory, inf; \
              without one, proof.default. Ctrl-C ends it and keeps what is known. Every mate told of here was checked by the rules alone.",
    examples: &[
        ("proof", "any mate, then the shortest"),
        ("proof 5 20M", "a mate in five, in twenty million nodes"),
        ("proof all 2 game", "all keys of a mate in two, by the rules of games"),
        ("proof resume 1m", "go on for a minute"),
        ("proof tree ply 4", "what every defence is answered with"),
        ("proof export mate.html", "a page for the browser; also .pgn .json .jsonl .dot .svg"),
    ],
    completer: Words(&[
        "shortest", "all", "checks", "kmob", "game", "problem", "for", "resume", "set", "show",
        "tree", "line", "verify", "save", "load", "export", "inf",
    ]),
    read: mates::proof,
};

/// `tries`.
pub(super) const TRIES: CommandSpec = CommandSpec {
    name: "tries",
    aliases: &[],
    arguments: "[N] [refutations K] [LIMITS]",
    group: Group::Mates,
    summary: "first moves that would mate in N but for one answer, or for at most K",
    details: "Without N, as many moves as the last proof of this position has.",
    examples: &[("tries 2", "near-solutions of a mate in two, each with its refutation")],
    completer: Words(&["refutations"]),
    read: mates::tries,
};
