//! Rows of the commands about measuring, and about the session itself.

use super::spec::Completer::{Commands, Files, Words};
use super::spec::{CommandSpec, Group, row};
use super::tool;
use crate::shell::command::{Command, Protocol};
use crate::shell::inspect::Inspection;
use crate::shell::parse::{measure, session, sitting};
use crate::shell::terms::Manner::{Alone, AtOnce, Beside};
use crate::shell::terms::{free, needs, sets};
use crate::tools::suite;

pub(super) const ROWS: &[CommandSpec] = &[
    row!(Tools "perft", "DEPTH [divide] [expect N] | --suite FILE [--depth N]":
        "count the leaves of the tree of legal moves; compare a file of known counts",
        details: "A suite is EPD with operations such as `D1 20 ;D2 400`.",
        examples: &[("perft 5", "4,865,609 from the start"), ("perft 3 divide", "for each move")],
        completer: Words(&["divide", "expect", "--suite", "--depth"]),
        terms: |command| match command {
            Command::Perft { .. } => needs(Beside),
            _ => free(Beside),
        },
        read: tool::perft),
    row!(Tools "bench", "[DEPTH]":
        "search a fixed set of positions; the number of nodes is the program's signature",
        details: "One thread, an empty table: the number is the same on every machine and in every run.",
        terms: |_| free(Beside),
        read: measure::bench),
    tool::row::<suite::Suite>(Group::Tools),
    row!(Tools "info" | "about" | "version":
        "the program, the machine, threads and table",
        terms: |_| free(Beside),
        read: |reader| reader.only(Command::Info)),
    row!(Tools "check":
        "recompute all incremental state, over the whole game, and compare",
        details: "For every position of the game, and after every legal move there: sets, keys, checks and pins as the FEN gives them, \
                  legal moves, notation both ways, the evaluation and its mirror image. Fails, with status 4, if anything differs.",
        read: |reader| reader.only(Command::Inspect(Inspection::Check))),
    row!(Tools "time", "COMMAND":
        "run a command and print how long it took",
        details: "What the command is waited for counts; one in the background is timed to its end.",
        examples: &[("time perft 6", "the count, and the time"), ("time proof 3", "a proof")],
        completer: Commands,
        terms: |command| match command {
            Command::Timed(inner) | Command::Picture(inner, _) => inner.terms.in_turn(),
            _ => needs(Beside),
        },
        read: sitting::time),
    row!(Session "save", "FILE [--force]":
        "write game, settings, analysis and mates into a file; only game or position into .pgn, .fen, .epd",
        details: "A file that this session did not write is not replaced, unless it is an older session or --force is given. \
                  Written aside and then renamed: a crash loses nothing.",
        examples: &[("save evening.qs", "for another day"),
            ("save game.pgn", "the game alone"),
            ("save mine.fen --force", "whatever mine.fen holds")],
        completer: Files,
        read: session::save),
    row!(Session "restore", "[FILE]":
        "resume from such a file, or from the last session",
        details: "A session at a terminal that ends with an unsaved game is kept. The game on the board can be brought back with undo.",
        examples: &[("restore evening.qs", "go on"), ("restore", "the last session")],
        completer: Files,
        terms: |_| sets(Alone),
        read: session::restore),
    row!(Session "source", "FILE":
        "run the lines of a file as commands",
        details: "Names of files in it are taken from where it lies.",
        examples: &[("source commands.txt", "run it")],
        completer: Files,
        terms: |_| free(Beside).silent(),
        read: session::source),
    row!(Session "alias", "[WORD COMMAND | --forget WORD]":
        "define a short name for a command; list them",
        details: "A word is short for one command; the rest of the line is appended to it. It cannot be the name of a command or look like a move. To keep \
                  a word, put its line into the init file (`help files`).",
        examples: &[("alias m3 proof 3", "from now on m3 asks for a mate in three"),
            ("alias", "which there are"),
            ("alias --forget m3", "no longer")],
        completer: Words(&["--forget"]),
        terms: |_| free(Beside),
        read: sitting::alias),
    row!(Session "log", "[FILE [--force] | off]":
        "log input and output to a file, with timestamps; show the file's name",
        details: "Lines are appended to the file. A % in its name becomes the first number from 001 that is not taken. \
                  The same as the option Debug Log File of GUIs, and as --log at the start.",
        examples: &[("log today.log", "from here on"),
            ("log run_%.log", "run_001.log, or the next that is free"),
            ("log off", "no longer")],
        completer: Files,
        terms: |_| free(Beside),
        read: sitting::log),
    row!(Session "license" | "licence":
        "under which licence the program is",
        details: concat!(
            "Quarterply is free software (",
            env!("CARGO_PKG_LICENSE"),
            "): you may use, change and redistribute it under the GNU General Public License of the \
             Free Software Foundation, version 3 or any later one. It comes without any warranty, as far as the law permits. The whole text is \
             in the file LICENSE and at https://www.gnu.org/licenses/gpl-3.0.html."
        ),
        terms: |_| free(Beside),
        read: |reader| reader.only(Command::Help(Some("license")))),
    row!(Session "echo", "TEXT":
        "print a text",
        terms: |_| free(Beside),
        read: |reader| Ok(Command::Echo(reader.words.rest().text.to_owned()))),
    row!(Session "assert", "best|mate|score|depth|nodes|fen|turn|legal|standing ==|!=|<|<=|>|>=|in VALUE":
        "fail, with status 4, unless something holds",
        details: "`score` is centipawns and `mate` is moves, negative when Black is better or when the side to move is mated. \
                  `standing` is open, checkmate, stalemate or draw.",
        examples: &[("assert mate == 3", "of the last search"),
            ("assert best in Nf3 e4", "either move")],
        completer: Words(&["best", "mate", "score", "depth", "nodes", "fen", "turn", "legal", "standing"]),
        read: session::assert),
    row!(Session "help" | "?" | "h", "[COMMAND | GROUP | TOPIC | all]":
        "the commands in short; all of them in full; more about one, a group or a topic",
        details: "Groups are those of the short list. Topics: limits, notation, scripting, output, files.",
        examples: &[("help go", "with examples"),
            ("help mates", "the commands of a group"),
            ("help limits", "what ends a search"),
            ("help all", "every command in a line")],
        completer: Commands,
        terms: |_| free(Beside),
        read: session::help),
    row!(Session "uci":
        "speak UCI from here on, as a GUI does",
        terms: |_| free(Alone).silent(),
        read: |reader| reader.only(Command::Speak(Protocol::Uci))),
    row!(Session "xboard":
        "speak the protocol of xboard (CECP 2) from here on",
        terms: |_| free(Alone).silent(),
        read: |reader| reader.only(Command::Speak(Protocol::Xboard))),
    row!(Session "quit" | "exit" | "bye" | "q":
        "leave; so does Ctrl-D",
        terms: |_| free(AtOnce).silent(),
        read: |reader| reader.only(Command::Quit)),
];
