//! The rows of the commands about the engine as an opponent.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::opponent::OpponentUse;
use crate::shell::parse::opponent;
use crate::shell::terms::Manner::{Alone, AtOnce};
use crate::shell::terms::{free, needs};

pub(super) const PLAY: CommandSpec = CommandSpec {
    name: "play",
    arguments: "[white | black] [MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]",
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
    ..CommandSpec::of(Group::Play)
};

pub(super) const FORCE: CommandSpec = CommandSpec {
    name: "force",
    aliases: &["manual"],
    summary: "the engine plays neither side any more",
    terms: |_| free(AtOnce),
    read: |reader| reader.only(Command::Opponent(OpponentUse::Force)),
    ..CommandSpec::of(Group::Play)
};

pub(super) const LEVEL: CommandSpec = CommandSpec {
    name: "level",
    arguments: "[MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]",
    summary: "how the engine may think in a game; alone, how things stand",
    examples: &[("level 3+2", "three minutes, and two seconds a move")],
    terms: |_| free(AtOnce),
    read: opponent::level,
    ..CommandSpec::of(Group::Play)
};

pub(super) const PONDER: CommandSpec = CommandSpec {
    name: "ponder",
    arguments: "on | off",
    summary: "whether the engine thinks on your time",
    completer: Words(&["on", "off"]),
    terms: |_| free(AtOnce),
    read: opponent::ponder,
    ..CommandSpec::of(Group::Play)
};

pub(super) const NOW: CommandSpec = CommandSpec {
    name: "now",
    summary: "the engine moves at once",
    terms: |_| free(AtOnce),
    read: |reader| reader.only(Command::Opponent(OpponentUse::MoveNow)),
    ..CommandSpec::of(Group::Play)
};

pub(super) const RESIGN: CommandSpec = CommandSpec {
    name: "resign",
    summary: "resign the game against the engine",
    details: "The engine resigns too if `set Resign true`: when its last four scores were -10.00 or worse and did not rise.",
    terms: |_| free(AtOnce),
    read: |reader| reader.only(Command::Opponent(OpponentUse::Resign)),
    ..CommandSpec::of(Group::Play)
};

pub(super) const DRAW: CommandSpec = CommandSpec {
    name: "draw",
    summary: "offer a draw, or claim one",
    details: "The engine agrees from move 20 on, if its last five scores were at most +0.20 for it; and always after the third \
              repetition or fifty moves.",
    terms: |_| free(AtOnce),
    read: |reader| reader.only(Command::Opponent(OpponentUse::OfferDraw)),
    ..CommandSpec::of(Group::Play)
};
