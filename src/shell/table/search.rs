//! The rows of the commands that search, and look on at a search.

use super::spec::Completer::{Limits, Words};
use super::spec::{CommandSpec, Group};
use crate::shell::command::Command;
use crate::shell::parse::search;
use crate::shell::terms::Manner::{Alone, AtOnce, Beside};
use crate::shell::terms::{free, needs};

pub(super) const GO: CommandSpec = CommandSpec {
    name: "go",
    arguments: "[TIME | dDEPTH | NODES | mate N | inf] [only MOVE…] [except MOVE…] [lines N] [&]",
    summary: "search; without a limit, for the time in go.default; with & while you type on",
    details: "Limits: 250ms 5s 2m, d20 or depth 20, 100k or nodes 5M, mate 3, inf; also all of UCI's. The first one reached \
              ends the search. `mate N` is proved, for either side, before anything is searched. Ctrl-C ends it too, and what \
              was found stays. With `&` at the end the prompt comes back at once: what is found appears above the line being \
              typed, `watch` looks on, `stop` ends it, `wait` waits for it.",
    examples: &[
        ("go", "for the usual time"),
        ("go 5s", "five seconds"),
        ("go d20 only Nf3 e4", "these two moves to depth 20"),
        ("go 1M except Qh5", "a million nodes, that move left out"),
        ("go 1m &", "a minute, while you type"),
    ],
    completer: Limits,
    terms: |_| needs(Alone),
    read: search::go,
    ..CommandSpec::of(Group::Search)
};

pub(super) const TOP: CommandSpec = CommandSpec {
    name: "top",
    arguments: "N [LIMITS] [&]",
    summary: "search for the best N moves",
    details: "Limits as for go.",
    examples: &[("top 3 10s", "the three best moves")],
    completer: Limits,
    terms: |_| needs(Alone),
    read: search::top,
    ..CommandSpec::of(Group::Search)
};

pub(super) const ANALYZE: CommandSpec = CommandSpec {
    name: "analyze",
    aliases: &["a", "analyse"],
    arguments: "[off]",
    summary: "search the board while you type, following every move made and taken back",
    details: "What changes appears above the line being typed, and the prompt tells depth and score. Commands that need the \
              engine themselves (go, proof, …) interrupt it for as long as they take. `stop` or `analyze off` ends it.",
    examples: &[("analyze", "begin"), ("e4", "now of the position after 1.e4"), ("stop", "end")],
    completer: Words(&["off"]),
    terms: |command| match command {
        Command::Analyze(true) => needs(Beside),
        _ => free(Beside),
    },
    read: search::analyze,
    ..CommandSpec::of(Group::Search)
};

pub(super) const THREAT: CommandSpec = CommandSpec {
    name: "threat",
    arguments: "[LIMITS]",
    summary: "what the other side would play here, were it its turn",
    details: "A search of the position after a pass; for a second unless it is given a limit.",
    examples: &[("threat", "for a second"), ("threat d12", "to depth 12")],
    completer: Limits,
    terms: |_| needs(Alone),
    read: search::threat,
    ..CommandSpec::of(Group::Search)
};

pub(super) const HINT: CommandSpec = CommandSpec {
    name: "hint",
    summary: "the best move known here, by the search under way or the last one",
    terms: |_| needs(AtOnce),
    read: |reader| reader.only(Command::Hint),
    ..CommandSpec::of(Group::Search)
};

pub(super) const STATUS: CommandSpec = CommandSpec {
    name: "status",
    aliases: &["jobs"],
    summary: "what is under way, and how far it is",
    terms: |_| free(AtOnce),
    read: |reader| reader.only(Command::Status),
    ..CommandSpec::of(Group::Search)
};

pub(super) const WATCH: CommandSpec = CommandSpec {
    name: "watch",
    summary: "look on at the search under way; Ctrl-C brings the prompt back and lets it run",
    examples: &[("go inf &", "begin"), ("watch", "look on")],
    terms: |_| free(Beside).silent(),
    read: |reader| reader.only(Command::Watch),
    ..CommandSpec::of(Group::Search)
};

pub(super) const STOP: CommandSpec = CommandSpec {
    name: "stop",
    summary: "end what is under way: it tells what it has found",
    details: "A command that the prompt waits for is ended by Ctrl-C.",
    terms: |_| free(AtOnce),
    read: |reader| reader.only(Command::Stop),
    ..CommandSpec::of(Group::Search)
};

pub(super) const WAIT: CommandSpec = CommandSpec {
    name: "wait",
    summary: "read the next command when what is under way has ended",
    examples: &[("go d18 &", "begin"), ("wait", "until depth 18 is done")],
    terms: |_| free(Beside).silent(),
    read: |reader| reader.only(Command::Wait),
    ..CommandSpec::of(Group::Search)
};

pub(super) const PV: CommandSpec = CommandSpec {
    name: "pv",
    arguments: "[play [N] | board [N]]",
    summary: "the principal variation of the last search; play N of its moves; the board after N",
    details: "`pv play` may be said again and again: it goes on along the line from where the board is on it.",
    examples: &[
        ("pv", "list it"),
        ("pv play 2", "play its first two moves"),
        ("pv board", "its end"),
    ],
    completer: Words(&["play", "board"]),
    read: search::pv,
    ..CommandSpec::of(Group::Search)
};
