//! The row of the command about endgame tables.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::parse::tables;

pub(super) const TB: CommandSpec = CommandSpec {
    name: "tb",
    aliases: &["tablebase"],
    arguments: "[check FILE]",
    group: Group::Search,
    summary: "every move here with what endgame tables say of it; compare tables with a file of positions",
    details: "With up to four men tables of our own know the distance to mate; with more, the Syzygy tables of the setting \
              SyzygyPath know who wins, fifty moves counted, and the plies to the next capture or pawn move. `check` looks every \
              position of an EPD file up in all of them, searches it at depth 1, and fails where they differ.",
    examples: &[
        ("tb", "win, draw or loss, move by move"),
        ("tb check endings.epd", "do all say the same?"),
    ],
    completer: Words(&["check"]),
    read: tables::tb,
};
