//! Rows of the commands about what shows the position.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group, row};
use crate::shell::command::Command;
use crate::shell::parse::{board, search, sitting};
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::{free, needs};

pub(super) const ROWS: &[CommandSpec] = &[
    row!(Display "show" | "d" | "board" | "display", "[--big | control | bits]":
        "draw the board",
        details: "Beside it: who moves, the last move, castling, clocks, material, FEN and key. --big draws it big, where there is \
                  colour and room; `set board big` does so every time. `control` shows how often each side attacks each square, \
                  `bits` the sets of squares that the position is made of.",
        examples: &[("show --big", "squares of seven columns and three rows"),
            ("show control", "who attacks what")],
        completer: Words(&["--big", "control", "bits"]),
        read: board::show),
    row!(Display "flip":
        "turn the board on the screen round; the position stays (see mirror and pass)",
        read: |reader| reader.only(Command::Flip)),
    row!(Display "picture", "FILE.svg [light | dark] [--force] [COMMAND]":
        "draw what a command shows as a picture of its own, an SVG file; of the board if none is named",
        details: "In the colours of the terminal's background unless another is named. Anything that answers can be drawn: a board, \
                  an evaluation, a tree, a search with its table. A file that this session did not write is replaced with --force only.",
        examples: &[("picture board.svg", "the board"),
            ("picture tree.svg light proof tree", "a proof, for a white page"),
            ("picture search.svg go d14", "a search, iteration by iteration")],
        completer: Files,
        terms: |command| match command {
            Command::Timed(inner) | Command::Picture(inner, _) => inner.terms.in_turn(),
            _ => needs(Beside),
        },
        read: sitting::picture),
    row!(Display "isatty", "[stdout | stderr] [yes | no | auto]":
        "force or forbid terminal drawing; the settings `terminal` and `terminal.errors`",
        details: "`yes` gives a pipe what a terminal gets: colours, aligned tables. `no` gives a terminal what a pipe gets. Errors are written to stderr: \
                  they have a setting of their own.",
        examples: &[("isatty no", "plain text"),
            ("isatty stderr yes", "coloured errors in a pipe"),
            ("isatty", "how it is")],
        completer: Words(&["stdout", "stderr", "yes", "no", "auto"]),
        terms: |command| match command {
            Command::Get(_) => free(Beside),
            _ => free(Alone),
        },
        read: sitting::isatty),
    row!(Display "key":
        "the hash keys of the position",
        read: |reader| reader.only(Command::Key)),
    row!(Display "eval" | "e", "[terms | pieces | raw]":
        "what the position is worth without looking ahead, term by term and piece by piece",
        details: "All values are White's view. A piece is worth what its going would cost.",
        examples: &[("eval", "everything"), ("eval raw", "the number alone")],
        completer: Words(&["terms", "pieces", "raw"]),
        read: search::eval),
];
