//! Rows of the commands about the engine as an opponent, and of its books.

use super::spec::Completer::Words;
use super::spec::{CommandSpec, Group, row};
use crate::shell::book::BookUse;
use crate::shell::command::Command;
use crate::shell::opponent::OpponentUse;
use crate::shell::parse::{book, opponent};
use crate::shell::terms::Manner::{Alone, AtOnce, Beside};
use crate::shell::terms::{free, needs};

pub(super) const ROWS: &[CommandSpec] = &[
    row!(Play "play", "[white | black] [MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]":
        "play against the engine; you are the side you name, else the side to move",
        details: "A level is a clock (5, 5+3, 3|2, 0:20+1, 40/90+30), a time for each move (5s), a depth (d8) or nodes (20k); without one, the last, or five \
                  seconds a move. Then type moves; the engine answers while you type. `undo` takes back your last move \
                  and the engine's answer, `undo N` the last N of yours; then you are to move. `ponder on` lets the engine think on your time, `now` \
                  makes it move at once, `draw` offers a draw, `resign` gives up, `force` breaks the game off. A game also ends when a flag falls; \
                  its result is written into it. The clocks are wound up by every level that is given, and by `new`.",
        examples: &[("play white 5+3", "a game with clocks; you begin"),
            ("play black d8", "you are Black; it looks eight plies deep")],
        completer: Words(&["white", "black"]),
        terms: |_| needs(Alone),
        read: opponent::play),
    row!(Play "force" | "manual":
        "the engine plays neither side any more",
        terms: |_| free(AtOnce),
        read: |reader| reader.only(Command::Opponent(OpponentUse::Force))),
    row!(Play "level", "[MINUTES[+SECONDS] | MOVES/MINUTES[+SECONDS] | TIME | dDEPTH | NODES]":
        "how the engine may think in a game; alone, how things stand",
        examples: &[("level 3+2", "three minutes, and two seconds a move")],
        terms: |_| free(AtOnce),
        read: opponent::level),
    row!(Play "ponder", "on | off":
        "whether the engine thinks on your time",
        completer: Words(&["on", "off"]),
        terms: |_| free(AtOnce),
        read: opponent::ponder),
    row!(Play "now":
        "the engine moves at once",
        terms: |_| free(AtOnce),
        read: |reader| reader.only(Command::Opponent(OpponentUse::MoveNow))),
    row!(Play "draw":
        "offer a draw, or claim one",
        details: "The engine agrees from move 20 on, if its last five scores were at most +0.20 for it; and always after the third \
                  repetition or fifty moves.",
        terms: |_| free(AtOnce),
        read: |reader| reader.only(Command::Opponent(OpponentUse::OfferDraw))),
    row!(Play "resign":
        "resign the game against the engine",
        details: "The engine resigns too if `set Resign true`: when its last four scores were -10.00 or worse and did not rise.",
        terms: |_| free(AtOnce),
        read: |reader| reader.only(Command::Opponent(OpponentUse::Resign))),
    row!(Play "book" | "bk", "[NODES|on|off|forget] | add MOVE [N] | weight MOVE N | remove|reset MOVE | save FILE [--force]":
        "the moves of the opening book here, with weights, results and our own score; change them",
        details: "The books are those of the setting BookFile; OwnBook plays from them, as `book on` does. Each move is searched NODES \
                  (10k; 0: not at all). Changes lie beside the books, which stay as they are, in the file of BookEdits, and \
                  `reset` takes them back; with BookLearn, games teach which moves to play, and `forget` takes that back. `save FILE` \
                  writes the books in use with all changes as one Polyglot file.",
        examples: &[("book", "the moves here"),
            ("book add h4 2", "play it now and then"),
            ("book weight e4 0", "known and answered, never played")],
        completer: Words(&book::WORDS),
        terms: |command| match command {
            Command::Set { .. } => free(Alone),
            Command::Book(BookUse::Show { .. }) => needs(Beside),
            _ => free(Beside),
        },
        read: book::book),
];
