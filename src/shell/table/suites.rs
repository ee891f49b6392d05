//! The rows of the commands that solve suites and make them.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::parse::suites;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::free;

/// `solve`.
pub(super) const SOLVE: CommandSpec = CommandSpec {
    name: "solve",
    aliases: &[],
    arguments: "FILE|- [LIMITS] [--jobs N] [--misses [FILE]] [--from [FILE]] [--proofs DIR] [--without IDEA] [--force]",
    group: Group::Mates,
    summary: "solve a file of EPD records with bm, am or dm: mates are proved, the rest is searched",
    details: "Limits are for each position: 10s, 5M nodes, 256MiB; 1s if there is none. A mate (bm #3, bm #-2, dm 4) is found \
              if a proof of it was verified, best if it is no longer than the record says, shortest if it is proved that none is \
              shorter; a move in bm beside it must be the first. With --misses, records missed, or not tried before Ctrl-C, go to FILE.miss.epd, \
              from which --from goes on. Each job has threads and memory of its own. --without leaves out an idea of the prover, \
              to see what it is worth. Fails, with status 4, if one was missed. `-` answers lines of standard input as they come, \
              as `label -` does.",
    examples: &[
        ("solve mates.epd 10s 256MiB", "ten seconds each"),
        ("solve mates.epd 5M --jobs 2 --proofs proofs", "two at a time; proofs are kept"),
        ("solve mates.epd 1s --misses", "those that were missed go to mates.miss.epd"),
        ("solve mates.epd 60s --from", "once more those that were missed"),
    ],
    completer: Files,
    terms: |_| free(Beside),
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
              each, and one thread searches, so a line has the same answer on every machine. Scores are White's view unless `set pov mover`. Each line has exactly one answer, in \
              order; one that cannot be read is answered by what is wrong with it, and the status at the end is 1. `solve -` does so \
              with records that have bm, am or dm, `annotate -` with games.",
    examples: &[
        ("label - 5k", "with --json: quarterply --json label - 5k < positions.epd"),
        ("label - 5k 1MiB", "a small table, which is quickly made anew"),
    ],
    completer: Words(&["-"]),
    terms: |_| free(Beside),
    read: suites::label,
};

/// `mine`.
pub(super) const MINE: CommandSpec = CommandSpec {
    name: "mine",
    aliases: &[],
    arguments: "[KIND] [N | FILE] --to FILE [NODES] [--mates N[-N]] [--each N] [--total N] [--seed N] [--proof NODES] [--force]",
    group: Group::Mates,
    summary: "make a suite of mates, tactics, quiet moves or endgames: from N games played here, or from a file",
    details: "KIND is tactics, quiet or endgames; mates if there is none. FILE holds games (.pgn) or records of self-play (.qpr). Kept is \
              what has one first move and nothing like it there already: a mate, proved to be the shortest; with tactics, the only move \
              that wins, and quiet, a good one that neither takes, checks nor promotes, both the same with NODES, 8 and 64 times as \
              many, and not what one ply finds; with endgames, the only move that keeps the result with three or four men, by our own \
              tables, in N placements or in games. A suite that is there and was made here is added to. NODES (4k; tactics and quiet 10k) are for each \
              move, --proof (1M) for each mate; --each is the most of one class (length of mate, nature of the move, number of men, \
              material), --total the most in all. The same seed gives the same suite. Ctrl-C ends it and keeps what was found.",
    examples: &[
        ("mine 300 --to mates.epd --mates 2-8 --each 40", "from three hundred games"),
        ("mine games.pgn --to mates.epd 20k", "twenty thousand nodes for each of its positions"),
        ("mine tactics games.qpr --to tactics.epd --total 300", "from games of selfplay"),
        ("mine endgames 50000 --to endgames.epd --each 8", "eight of each material at most"),
    ],
    completer: Words(&[
        "tactics", "quiet", "endgames", "--to", "--mates", "--each", "--total", "--seed", "--proof",
    ]),
    terms: |_| free(Beside),
    read: suites::mine,
};
