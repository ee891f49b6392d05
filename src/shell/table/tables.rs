//! The row of the command about endgame tables.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::tables;
use crate::shell::tables::TableUse;
use crate::shell::terms::Manner::Beside;
use crate::shell::terms::{free, needs};

pub(super) const TB: CommandSpec = CommandSpec {
    name: "tb",
    aliases: &["tablebase"],
    arguments: "[make MEN|5 [--force] | check FILE|MEN [N]]",
    group: Group::Search,
    summary: "every move here with what endgame tables say of it; make tables of five men; check tables",
    details: "With up to four men tables of our own know the distance to mate, and with five where the folder of the setting \
              TablePath has them; with more, the Syzygy tables of the setting \
              SyzygyPath know who wins, fifty moves counted, and the plies to the next capture or pawn move. `make` makes the table \
              of five men, such as KRPKR, and those that it needs, or all of them, and keeps each in a file of TablePath; stopped, and \
              asked again, it goes on with the first that is not there. `check` looks every \
              position of an EPD file up in all tables, searches it at depth 1, and fails where they differ; or it reads \
              a table of five men from end to end and compares what it says of N positions (10k) that chance picks with what follows \
              from their moves.",
    examples: &[
        ("tb", "win, draw or loss, move by move"),
        ("tb make KRPKR", "that table, and those that it needs"),
        ("tb check KRPKR 100k", "a hundred thousand positions of it"),
        ("tb check endings.epd", "do all say the same?"),
    ],
    completer: Words(&["make", "check"]),
    terms: |command| match command {
        Command::Tables(TableUse::Show) => needs(Beside),
        _ => free(Beside),
    },
    read: tables::tb,
};
