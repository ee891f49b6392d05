//! The row of the command about endgame tables.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;

pub(super) const TB: CommandSpec = CommandSpec {
    name: "tb",
    aliases: &["tablebase"],
    arguments: "[make MEN|5 | check FILE|MEN [N]]",
    summary: "every move here with what endgame tables say of it; make tables of five men; check tables",
    details: "With up to four men tables of our own know the distance to mate, and with five where the folder of the setting \
              TablePath has them; with more, the Syzygy tables of the setting \
              SyzygyPath know who wins, fifty moves counted, and the plies to the next capture or pawn move. `help tb make` and `help tb check` \
              tell of making and checking tables.",
    examples: &[("tb", "win, draw or loss, move by move")],
    completer: Words(&["make", "check"]),
    read: |reader| reader.only(Command::Tables),
    ..CommandSpec::of(Group::Search)
};
