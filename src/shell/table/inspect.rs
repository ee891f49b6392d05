//! Rows of the commands that look into the machine.

use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::inspect::Inspection;

pub(super) const TABLE: CommandSpec = CommandSpec {
    name: "tt",
    summary: "what the transposition table knows of the position, and of those after each move",
    details: "Move, depth, score and what it promises, as the last searches left them; in the order of their scores.",
    read: |reader| reader.only(Command::Inspect(Inspection::Table)),
    ..CommandSpec::of(Group::Search)
};

pub(super) const CHECK: CommandSpec = CommandSpec {
    name: "check",
    summary: "work out anew all that is kept up to date, over the whole game, and compare",
    details: "For every position of the game, and after every legal move there: sets, keys, checks and pins as the FEN gives them, \
              legal moves, notation both ways, the evaluation and its mirror image. Fails, with status 4, if anything differs.",
    read: |reader| reader.only(Command::Inspect(Inspection::Check)),
    ..CommandSpec::of(Group::Tools)
};
