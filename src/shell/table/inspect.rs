//! Rows of the commands that look into the machine.

use super::spec::Completer::Nothing;
use super::spec::{CommandSpec, Group};
use crate::shell::parse::measure;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::needs;

/// `tt`.
pub(super) const TABLE: CommandSpec = CommandSpec {
    name: "tt",
    aliases: &[],
    arguments: "",
    group: Group::Search,
    summary: "what the transposition table knows of the position, and of those after each move",
    details: "Move, depth, score and what it promises, as the last searches left them; in the order of their scores.",
    examples: &[],
    completer: Nothing,
    terms: |_| needs(Beside),
    read: measure::table,
};

pub(super) const CHECK: CommandSpec = CommandSpec {
    name: "check",
    aliases: &[],
    arguments: "",
    group: Group::Tools,
    summary: "work out anew all that is kept up to date, over the whole game, and compare",
    details: "For every position of the game, and after every legal move there: sets, keys, checks and pins as the FEN gives them, \
              legal moves, notation both ways, the evaluation and its mirror image. Fails, with status 4, if anything differs.",
    examples: &[],
    completer: Nothing,
    terms: |_| needs(Beside),
    read: measure::check,
};
