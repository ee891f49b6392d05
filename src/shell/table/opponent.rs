//! The rows of the commands about the engine as an opponent.

use super::spec::Completer::{Nothing, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::parse::opponent;
use crate::shell::terms::Manner::{Alone, AtOnce};
use crate::shell::terms::{free, needs};

pub(super) const PLAY: CommandSpec = CommandSpec {
    name: "play",
    aliases: &[],
    arguments: "[white | black] [MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]",
    group: Group::Play,
    summary: "play against the engine; you are the side you name, else the side to move",
    details: "A level is a clock (5, 5+3, 3|2, 0:20+1, 40/90+30), a time for each move (5s), a depth (d8) or nodes (20k); without one, the last, or five \
              seconds a move. Then type moves; the engine answers while you type. `undo` takes back your last move \
              and the engine's answer, `undo N` the last N of yours; then you are to move. `ponder on` lets the engine think on your time, `now` \
              makes it move at once, `draw` offers a draw, `resign` gives up, `force` breaks the game off. A game also ends when a flag falls; \
              its result is written into it. The clocks are wound up by every level that is given, and by `new`.",
    examples: &[
        ("play white 5+3", "a game with clocks; you begin"),
        ("play black d8", "you are Black; it looks eight plies deep"),
    ],
    completer: Words(&["white", "black"]),
    terms: |_| needs(Alone),
    read: opponent::play,
};

pub(super) const FORCE: CommandSpec = CommandSpec {
    name: "force",
    aliases: &["manual"],
    arguments: "",
    group: Group::Play,
    summary: "the engine plays neither side any more",
    details: "",
    examples: &[],
    completer: Nothing,
    terms: |_| free(AtOnce),
    read: opponent::force,
};

pub(super) const LEVEL: CommandSpec = CommandSpec {
    name: "level",
    aliases: &[],
    arguments: "[MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]",
    group: Group::Play,
    summary: "how the engine may think in a game; alone, how things stand",
    details: "",
    examples: &[("level 3+2", "three minutes, and two seconds a move")],
    completer: Nothing,
    terms: |_| free(AtOnce),
    read: opponent::level,
};

pub(super) const PONDER: CommandSpec = CommandSpec {
    name: "ponder",
    aliases: &[],
    arguments: "on | off",
    group: Group::Play,
    summary: "whether the engine thinks on your time",
    details: "",
    examples: &[],
    completer: Words(&["on", "off"]),
    terms: |_| free(AtOnce),
    read: opponent::ponder,
};

pub(super) const NOW: CommandSpec = CommandSpec {
    name: "now",
    aliases: &[],
    arguments: "",
    group: Group::Play,
    summary: "the engine moves at once",
    details: "",
    examples: &[],
    completer: Nothing,
    terms: |_| free(AtOnce),
    read: opponent::now,
};

pub(super) const RESIGN: CommandSpec = CommandSpec {
    name: "resign",
    aliases: &[],
    arguments: "",
    group: Group::Play,
    summary: "resign the game against the engine",
    details: "The engine resigns too if `set Resign true`: when its last four scores were -10.00 or worse and did not rise.",
    examples: &[],
    completer: Nothing,
    terms: |_| free(AtOnce),
    read: opponent::resign,
};

pub(super) const DRAW: CommandSpec = CommandSpec {
    name: "draw",
    aliases: &[],
    arguments: "",
    group: Group::Play,
    summary: "offer a draw, or claim one",
    details: "The engine agrees from move 20 on, if its last five scores were at most +0.20 for it; and always after the third \
              repetition or fifty moves.",
    examples: &[],
    completer: Nothing,
    terms: |_| free(AtOnce),
    read: opponent::draw,
};
