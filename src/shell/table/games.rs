//! The rows of the commands about the game as a record.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::{board, games};
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::{free, sets};

pub(super) const HISTORY: CommandSpec = CommandSpec {
    name: "history",
    aliases: &["game"],
    summary: "the moves of the game, its variations, and what is written about them",
    details: "What lies ahead of the board is dim; variations stand in parentheses behind the move they replace.",
    read: |reader| reader.only(Command::History),
    ..CommandSpec::of(Group::Position)
};

pub(super) const VARIATION: CommandSpec = CommandSpec {
    name: "variation",
    aliases: &["var", "variations"],
    arguments: "[N | next | previous | promote | delete]",
    summary: "the continuations here, or at the last place with more than one; go into one, order them",
    details: "Another move than the game's begins a variation, and the old continuation stays. `promote` and `delete` are for \
              the variation one is in; undo brings back what they changed.",
    examples: &[
        ("variation", "list them"),
        ("variation 2", "go into the second"),
        ("variation promote", "nearer to the main line"),
    ],
    completer: Words(&["next", "previous", "promote", "delete"]),
    read: games::variation,
    ..CommandSpec::of(Group::Position)
};

pub(super) const TAG: CommandSpec = CommandSpec {
    name: "tag",
    aliases: &["tags"],
    arguments: "[NAME [VALUE]]",
    summary: "the headers of the game (White, Event, Date …); give one a value",
    details: "A value of \"\" takes the header away. `tag Result 1-0` says how the game ended.",
    examples: &[("tags", "all"), ("tag White Morphy, Paul", "who had White")],
    completer: Words(&["Event", "Site", "Date", "Round", "White", "Black", "Result"]),
    read: games::tag,
    ..CommandSpec::of(Group::Position)
};

pub(super) const COMMENT: CommandSpec = CommandSpec {
    name: "comment",
    arguments: "[TEXT | delete]",
    summary: "what is written about the last move; write something else",
    details: "Before the first move it is about the game.",
    examples: &[("comment the losing move", "kept by save and pgn")],
    read: games::comment,
    ..CommandSpec::of(Group::Position)
};

pub(super) const NAG: CommandSpec = CommandSpec {
    name: "nag",
    arguments: "[GLYPH… | delete]",
    summary: "mark the last move: !, ?, !?, +-, or $N as PGN counts them",
    examples: &[("nag !", "a good move"), ("nag $14", "White is slightly better")],
    completer: Words(&["!", "?", "!!", "??", "!?", "?!", "delete"]),
    read: games::nag,
    ..CommandSpec::of(Group::Position)
};

pub(super) const PGN: CommandSpec = CommandSpec {
    name: "pgn",
    arguments: "[FILE] [--force]",
    summary: "the game as PGN, on the screen or added to a file of games",
    details: "What the file holds stays as it is. The game is not added if it is the last one there already, nor to a file \
              that is not PGN; with --force it is.",
    examples: &[("pgn games.pgn", "one game more"), ("pgn", "on the screen")],
    completer: Files,
    read: board::pgn,
    ..CommandSpec::of(Group::Position)
};

pub(super) const GAMES: CommandSpec = CommandSpec {
    name: "games",
    arguments: "FILE [player|white|black|eco|opening|text WORDS] [result RESULT] [position [FEN]] [moves N[..N]] [from N]",
    summary: "list the games of a PGN file that fit: by player, result, opening, position, number of moves",
    details: "Names and texts are parts of what a header says, in whatever case; a code may be the beginning of one (B9). The \
              opening is what the headers say, or else what the moves are called here. The position is the board's unless a FEN \
              follows, also in variations. A hundred are listed at most; `from` goes on behind them, `load N` takes one. \
              Files of any size are read one game at a time; damaged games are named, with status 1.",
    examples: &[
        (
            "games club.pgn player morphy result 1-0",
            "his wins with either colour, and his losses with Black",
        ),
        ("games club.pgn eco B9 moves ..25", "short Najdorfs"),
        ("games club.pgn position", "games with the position on the board"),
    ],
    completer: Files,
    terms: |_| free(Beside),
    read: games::games,
    ..CommandSpec::of(Group::Position)
};

pub(super) const VIEW: CommandSpec = CommandSpec {
    name: "view",
    arguments: "[FILE [N]]",
    summary: "look through a file of positions one by one, each with its labels; alone, the next",
    details: "Positions to learn from (.qpd, .quick) have the score of their search (`ce`, centipawns of the side to move) and how their game ended (`c0`), \
              EPD records their operations. Games (.pgn) are gone through as well.",
    examples: &[
        ("view gen1.qpd", "the first position"),
        ("view", "the next"),
        ("view gen1.qpd 500", "the five hundredth"),
    ],
    completer: Files,
    terms: |_| sets(Beside),
    read: board::view,
    ..CommandSpec::of(Group::Position)
};

pub(super) const LOAD: CommandSpec = CommandSpec {
    name: "load",
    arguments: "FILE [N | TEXT] | N",
    summary: "take a game or position from a PGN, EPD or FEN file: the only one, number N, or TEXT in a header",
    details: "Where several games can be meant they are listed, and `load N` takes one of them. A file whose name ends in .pgn is \
              read as PGN, any other as a record a line, of which the first is taken. A damaged game is taken as far as it \
              is good. From a file whose name ends in .qpn the weights of a network are taken, and positions evaluated by it.",
    examples: &[
        ("load games.pgn", "the only game, or a list to choose from"),
        ("load 3", "the third of the list"),
        ("load games.pgn morphy", "his game, or a list of his games"),
        ("load gen1.qpn", "evaluate by this network"),
    ],
    completer: Files,
    terms: |command| match command {
        Command::Learning(_) => free(Alone),
        _ => sets(Beside),
    },
    read: board::load,
    ..CommandSpec::of(Group::Position)
};
