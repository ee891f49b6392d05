//! The rows of the commands about the engine as an opponent.

use super::spec::Completer::{Nothing, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::parse::opponent;

/// `play`.
pub(super) const PLAY: CommandSpec = CommandSpec {
    name: "play",
    aliases: &[],
    arguments: "[white | black] [MINUTES+SECONDS | MOVES/MINUTES+SECONDS | TIME | dDEPTH | NODES]",
    group: Group::Play,
    summary: "play against the engine; you are the side you name, else the side to move",
    details: "A level is a clock (5+3, 40/90+30), a time for each move (5s), a depth or nodes; without one, the last, or five \
              seconds a move. Then type moves; the engine answers while you type. `undo 2` takes a pair of moves back, `force` \
              ends the game, `ponder on` lets it think on your time, `now` makes it move at once, `draw` offers one.",
    examples: &[
        ("play white 5+3", "a game with clocks; you begin"),
        ("play black d8", "you are Black; it looks eight plies deep"),
    ],
    completer: Words(&["white", "black"]),
    read: opponent::play,
};

/// `force`.
pub(super) const FORCE: CommandSpec = CommandSpec {
    name: "force",
    aliases: &["manual"],
    arguments: "",
    group: Group::Play,
    summary: "the engine plays neither side any more",
    details: "",
    examples: &[],
    completer: Nothing,
    read: opponent::force,
};

/// `level`.
pub(super) const LEVEL: CommandSpec = CommandSpec {
    name: "level",
    aliases: &[],
    arguments: "[MINUTES+SECONDS | MOVES/MINUTES+SECONDS | TIME | dDEPTH | NODES]",
    group: Group::Play,
    summary: "how the engine may think in a game; alone, how things stand",
    details: "",
    examples: &[("level 3+2", "three minutes, and two seconds a move")],
    completer: Nothing,
    read: opponent::level,
};

/// `ponder`.
pub(super) const PONDER: CommandSpec = CommandSpec {
    name: "ponder",
    aliases: &[],
    arguments: "on | off",
    group: Group::Play,
    summary: "whether the engine thinks on your time",
    details: "",
    examples: &[],
    completer: Words(&["on", "off"]),
    read: opponent::ponder,
};

/// `now`.
pub(super) const NOW: CommandSpec = CommandSpec {
    name: "now",
    aliases: &[],
    arguments: "",
    group: Group::Play,
    summary: "the engine moves at once",
    details: "",
    examples: &[],
    completer: Nothing,
    read: opponent::now,
};

/// `draw`.
pub(super) const DRAW: CommandSpec = CommandSpec {
    name: "draw",
    aliases: &[],
    arguments: "",
    group: Group::Play,
    summary: "offer a draw; the engine agrees unless it stands better",
    details: "",
    examples: &[],
    completer: Nothing,
    read: opponent::draw,
};
