//! Rows of the commands about searching and looking ahead.

use super::spec::Completer::{Limits, Moves, Words};
use super::spec::{CommandSpec, Group, row};
use super::tool;
use crate::shell::command::Command;
use crate::shell::inspect::Inspection;
use crate::shell::parse::search;
use crate::shell::terms::Manner::{Alone, AtOnce, Beside};
use crate::shell::terms::{free, needs};
use crate::tools::why;

pub(super) const ROWS: &[CommandSpec] = &[
    row!(Search "resolve" | "qs", "[MOVE] [fold N] [lines N]":
        "the quiescence search as a tree: what it tried, what it skipped and why",
        details: "With a move, the tree after it. Subtrees deeper than `fold` are drawn as one line; at most `lines` lines.",
        examples: &[("resolve", "from here"), ("resolve Qxf7+", "after that move")],
        completer: Moves,
        read: search::resolve),
    row!(Search "see", "[MOVE | SQUARE]":
        "the result of an exchange: of a move, of all captures on a square, of all captures",
        examples: &[("see Nxe5", "one capture"), ("see d5", "every capture on d5")],
        completer: Moves,
        read: search::see),
    row!(Search "tt":
        "what the transposition table knows of the position, and of those after each move",
        details: "Move, depth, score and what it promises, as the last searches left them; in the order of their scores.",
        read: |reader| reader.only(Command::Inspect(Inspection::Table))),
    row!(Search "go", "[TIME | dDEPTH | NODES | mate N | inf] [only MOVE…] [except MOVE…] [lines N] [&]":
        "search; without a limit, for the time in go.default; with & while you type on",
        details: "Limits: 250ms 5s 2m, d20 or depth 20, 100k or nodes 5M, mate 3, inf; also all of UCI's. The first one reached \
                  ends the search. `mate N` is proved, for either side, before anything is searched. Ctrl-C ends it too, and what \
                  was found stays. With `&` at the end the prompt comes back at once: what is found appears above the line being \
                  typed, `watch` looks on, `stop` ends it, `wait` waits for it.",
        examples: &[("go", "for the usual time"),
            ("go 5s", "five seconds"),
            ("go d20 only Nf3 e4", "these two moves to depth 20"),
            ("go 1M except Qh5", "a million nodes, that move left out"),
            ("go 1m &", "a minute, while you type")],
        completer: Limits,
        terms: |_| needs(Alone),
        read: search::go),
    row!(Search "top", "N [LIMITS] [&]":
        "search for the best N moves",
        details: "Limits as for go.",
        examples: &[("top 3 10s", "the three best moves")],
        completer: Limits,
        terms: |_| needs(Alone),
        read: search::top),
    row!(Search "analyze" | "a" | "analyse", "[off]":
        "search the board while you type, following every move made and taken back",
        details: "What changes appears above the line being typed, and the prompt shows depth and score. Commands that need the \
                  engine themselves (go, proof, …) interrupt it for as long as they take. `stop` or `analyze off` ends it.",
        examples: &[("analyze", "begin"), ("e4", "now of the position after 1.e4"), ("stop", "end")],
        completer: Words(&["off"]),
        terms: |command| match command {
            Command::Analyze(true) => needs(Beside),
            _ => free(Beside),
        },
        read: search::analyze),
    row!(Search "threat", "[LIMITS]":
        "what the opponent would play if it were to move",
        details: "A search of the position after a pass; for a second unless it is given a limit.",
        examples: &[("threat", "for a second"), ("threat d12", "to depth 12")],
        completer: Limits,
        terms: |_| needs(Alone),
        read: search::threat),
    row!(Search "hint":
        "the best move known here, by the search under way or the last one",
        terms: |_| needs(AtOnce),
        read: |reader| reader.only(Command::Hint)),
    row!(Search "status" | "jobs":
        "show running jobs and their progress",
        terms: |_| free(AtOnce),
        read: |reader| reader.only(Command::Status)),
    row!(Search "watch":
        "show the running search; Ctrl-C returns to the prompt and lets it run",
        examples: &[("go inf &", "begin"), ("watch", "look on")],
        terms: |_| free(Beside).silent(),
        read: |reader| reader.only(Command::Watch)),
    row!(Search "stop":
        "stop what is running and show what it has found",
        details: "A command that the prompt waits for is ended by Ctrl-C.",
        terms: |_| free(AtOnce),
        read: |reader| reader.only(Command::Stop)),
    row!(Search "wait":
        "wait until running commands have ended",
        examples: &[("go d18 &", "begin"), ("wait", "until depth 18 is done")],
        terms: |_| free(Beside).silent(),
        read: |reader| reader.only(Command::Wait)),
    row!(Search "pv", "[play [N] | board [N]]":
        "the principal variation of the last search; play N of its moves; the board after N",
        details: "`pv play` may be said again and again: it goes on along the line from where the board is on it.",
        examples: &[("pv", "list it"),
            ("pv play 2", "play its first two moves"),
            ("pv board", "its end")],
        completer: Words(&["play", "board"]),
        read: search::pv),
    row!(Search "tb" | "tablebase":
        "every move here with what endgame tables say of it",
        details: "With up to four men the built-in tables know the distance to mate; with more, the Syzygy tables of the setting \
                  SyzygyPath know who wins, fifty moves counted, and the plies to the next capture or pawn move.",
        examples: &[("tb", "win, draw or loss, move by move")],
        read: |reader| reader.only(Command::Tables)),
    row!(Search "explain", "[MOVE]":
        "why the last search extended, reduced or pruned the line of a move",
        details: "Repeats the last search to its depth, with its parameters, on one thread and from an empty table, and shows both results \
                  where they differ. MOVE is the best move if none is given. If it mates or gains much, the depth that found it is searched \
                  again without each extension rule of its line.",
        examples: &[("explain Kb1", "why that line was looked at as deep as it was")],
        completer: Moves,
        read: search::explain),
    tool::row::<why::Why>(Group::Search),
    row!(Search "extensions" | "ext":
        "the table of extensions: weights, and how often each fired in the last search",
        details: "`set extension.NAME 0` switches one off; weights are quarters of a ply, for PV, cut and all nodes.",
        examples: &[("set extension.check 0", "switch one off"),
            ("set extension.check 4/2/1", "by kind of node"),
            ("set extension.check.cut 1", "at cut nodes only; .pv and .all likewise")],
        terms: |_| free(Beside),
        read: |reader| reader.only(Command::Extensions)),
];
