//! The rows of the commands that solve suites and make them.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::parse::suites;

/// `solve`.
pub(super) const SOLVE: CommandSpec = CommandSpec {
    name: "solve",
    aliases: &[],
    arguments: "FILE|- [LIMITS] [--jobs N] [--misses FILE] [--from [FILE]] [--proofs DIR] [--without IDEA]",
    group: Group::Mates,
    summary: "solve a file of EPD records with bm, am or dm: mates are proved, the rest is searched",
    details: "Limits are for each position: 10s, 5M nodes, 256MiB; 1s if there is none. A mate (bm #3, bm #-2, dm 4) is found \
              if a proof of it was verified, best if it is no longer than the record says, shortest if it is proved that none is \
              shorter; a move in bm beside it must be the first. Records missed, or not tried before Ctrl-C, go to FILE.miss.epd, from which \
              --from goes on. Each job has threads and memory of its own. --without leaves out an idea of the prover, \
              to see what it is worth. Fails, with status 4, if one was missed. `-` answers lines of standard input as they come, \
              as `label -` does.",
    examples: &[
        ("solve mates.epd 10s 256MiB", "ten seconds each"),
        ("solve mates.epd 5M --jobs 2 --proofs proofs", "two at a time; proofs are kept"),
        ("solve mates.epd 60s --from", "once more those that were missed"),
    ],
    completer: Files,
    read: suites::solve,
};

/// `label`.
pub(super) const LABEL: CommandSpec = CommandSpec {
    name: "label",
    aliases: &[],
    arguments: "- [NODES] [SIZE]",
    group: Group::Tools,
    summary: "answer FEN or EPD records from standard input, a line each: best move, score, bound, depth",
    details: "For whoever hands work out (Dask, Spark, GNU parallel): nothing is remembered from line to line, nodes (100k) bound \
              each, and one thread searches, so a line has the same answer on every machine. Each line has exactly one answer, in \
              order; one that cannot be read is answered by what is wrong with it, and the status at the end is 1. `solve -` does so \
              with records that have bm, am or dm, `annotate -` with games.",
    examples: &[
        ("label - 5k", "with --json: quarterply --json label - 5k < positions.epd"),
        ("label - 5k 1MiB", "a small table, which is quickly made anew"),
    ],
    completer: Words(&["-"]),
    read: suites::label,
};

/// `mine`.
pub(super) const MINE: CommandSpec = CommandSpec {
    name: "mine",
    aliases: &[],
    arguments: "[N | FILE.pgn] --to FILE [NODES] [--mates N[-N]] [--each N] [--seed N] [--proof NODES]",
    group: Group::Mates,
    summary: "find mates in N games played here, or in a file of games, and make a suite of them",
    details: "Kept is what is proved: the shortest mate, by one first move only, and nothing like it there already. A file that \
              is there is added to. NODES (4k) are for each move, --proof (1M) for each mate; --each is the most of one length. \
              The same seed gives the same suite. Ctrl-C ends it and keeps what was found.",
    examples: &[
        ("mine 300 --to mates.epd --mates 2-8 --each 40", "from three hundred games"),
        ("mine games.pgn --to mates.epd 20k", "twenty thousand nodes for each of its positions"),
    ],
    completer: Words(&["--to", "--mates", "--each", "--seed", "--proof"]),
    read: suites::mine,
};
