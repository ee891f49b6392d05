//! The row of the command that has the program play against itself.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::parse::selfplay;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::free;

/// `selfplay`.
pub(super) const SELFPLAY: CommandSpec = CommandSpec {
    name: "selfplay",
    aliases: &["match"],
    arguments: "[GAMES] [LIMITS] [--a NAME=VALUE …] [--b NAME=VALUE …] [--openings BOOK] [--to FILE] [OPTIONS] [--force]",
    group: Group::Tools,
    summary: "play settings against each other, or games to learn from",
    details: "Limits of a move: nodes 10k (the default), soft 5k (no new iteration after so many), depth 8, clock 2+0.02; \
              8k alone is nodes, but with nodes or soft the number of games. Each side is set to what is set now and what --a and --b say (search parameters, Profile, Evaluation; Hash: 8 MiB of its own each unless it is said); \
              with neither, one side plays alone. Every opening is played twice with colours changed; Elo, its 95 % interval and the test (--sprt 0,10) \
              count pairs. Openings: book (the house's), an EPD file, or random:8-9:200, moves at random after which no side is 200 \
              centipawns ahead. --resign 800,4 and --draw 10,8,80 end games that both sides hold for decided: centipawns, plies in a row, first ply; \
              --longest 600 all others. Without a clock game N is the same whoever plays it and when, so --to FILE, a record of four bytes a ply, \
              goes on where Ctrl-C or a crash left it. --jobs games at a time, --seed for others, --pgn FILE for other programs.",
    examples: &[
        (
            "selfplay 400 --b extension.singular=0",
            "what singular extensions are worth at 10,000 nodes",
        ),
        (
            "selfplay nodes 8k --a Profile=slow --sprt 0,10 --jobs 2 --to slow.qpr",
            "until it is decided; goes on with the file",
        ),
        (
            "selfplay 5000 soft 1k --openings random --resign 1000 --to games.qpr",
            "games to learn from",
        ),
    ],
    completer: Words(&selfplay::SELFPLAY_WORDS),
    terms: |_| free(Beside),
    read: selfplay::selfplay,
};
