//! The row of the command that annotates games.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::annotation;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};

/// `annotate`.
pub(super) const ANNOTATE: CommandSpec = CommandSpec {
    name: "annotate",
    aliases: &[],
    arguments: "[FILE|-] [LIMITS] [--to FILE] [--html FILE] [--svg FILE] [--proofs DIR] [--game N] [OPTIONS] [--force]",
    group: Group::Tools,
    summary: "say of every move of a game, or of a file of games, what it gives away; prove missed mates",
    details: "LIMITS are for each position: 100k (nodes, if nothing is said), 2s, d12. A move that gives away --margin (5) percent of \
              a point is an inaccuracy, twice that a mistake, three times a blunder; a point is what a score promises, \
              1 / (1 + e^(-0.00368 cp)), and accuracy is counted from it as Lichess does. Where a mate was missed or \
              allowed, --proof (1M) nodes go into its proof, which is told only if it was verified; --proofs keeps it. The \
              game on the board gets scores, glyphs, words and better lines; games of a file go to FILE.annotated.pgn or \
              --to, what was found on the way to a journal beside it: Ctrl-C, or a crash, and the same command goes on. \
              --html makes a page to step through, --svg a picture of the scores. Damaged games are named and left out, \
              with status 1. `-` answers lines of standard input as they come, as `label -` does: a game a line, as PGN whose line ends \
              were made spaces, headers or none before the moves; with nodes, --side, --margin and --proof.",
    examples: &[
        ("annotate 100k", "the game on the board"),
        (
            "annotate games.pgn 2s --jobs 2 --html games.html",
            "all games of a file, and a page of them",
        ),
        (
            "annotate games.pgn --game 3 --side white --margin 10",
            "mistakes and blunders of White only",
        ),
        ("annotate - 20k", "with --json: quarterply --json annotate - 20k < games.txt"),
    ],
    completer: Words(&annotation::ANNOTATE_OPTIONS),
    terms: |command| match command {
        Command::AnnotateGames(request) if request.path.is_none() => needs(Beside),
        _ => free(Beside),
    },
    read: super::tool::annotate,
};
