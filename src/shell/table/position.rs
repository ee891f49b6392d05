//! Rows of the commands about the position and the game as a record.

use super::spec::Completer::{Files, Words};
use super::spec::{CommandSpec, Group, row};
use super::tool;
use crate::shell::command::Command;
use crate::shell::parse::{board, games};
use crate::shell::terms::Manner::{Alone, Beside};
use crate::shell::terms::{free, needs, sets};
use crate::tools::annotate;

pub(super) const ROWS: &[CommandSpec] = &[
    row!(Position "new", "[960 [N] | 324 [N]]":
        "a new game; with 960, from start position N (0–959) of Chess960, or any; 324 likewise",
        details: "Start positions are counted as Scharnagl does: 518 is standard chess. Chess324 (0–323, 152 is standard) leaves kings \
                  and rooks at home and shuffles the others, for each side by itself.",
        examples: &[("new", "standard chess"),
            ("new 960 0", "BBQNNRKR"),
            ("new 324", "any of Chess324")],
        completer: Words(&["960", "324"]),
        terms: |_| sets(Alone),
        read: board::new),
    row!(Position "position" | "pos", "startpos | fen FEN [moves MOVE…]":
        "set up a position as a GUI does over UCI; moves may be SAN too",
        details: "At the prompt a FEN, an EPD record or moves can also be typed alone, without any command.",
        examples: &[("position startpos moves e2e4 c7c5", "the Sicilian")],
        completer: Words(&["startpos", "fen"]),
        terms: |_| sets(Beside),
        read: board::position),
    row!(Position "fen" | "setboard", "[FEN]":
        "print the position as FEN, or set it up from one",
        details: "Two to six fields are read; X-FEN, Shredder-FEN, `_` for spaces and Lichess addresses are understood.",
        examples: &[("fen", "print it"), ("fen 8/8/8/4k3/8/8/4P3/4K3 w", "set it up")],
        terms: |command| match command {
            Command::Fen => needs(Beside),
            _ => sets(Beside),
        },
        read: board::fen),
    row!(Position "undo" | "u" | "back" | "prev" | "takeback", "[N]":
        "take back the last change of the position, or the last N",
        details: "Moves, FENs, new games, mirror and pass can be taken back. Against the engine N counts your moves, with its answers.",
        examples: &[("undo", "one step"), ("undo 4", "four")],
        terms: |_| sets(Beside),
        read: board::undo),
    row!(Position "redo" | "next" | "forward", "[N]":
        "redo undone moves",
        examples: &[("redo", "one step")],
        terms: |_| sets(Beside),
        read: board::redo),
    row!(Position "goto", "start | end | MOVE-NUMBER[w|b] | ply PLY":
        "go to a move of the current line",
        details: "`12` and `12w` are the position before White's move 12, `12b` that before Black's; `ply 24` counts from the start. \
                  Forward is along the main line.",
        examples: &[("goto start", "before the first move"),
            ("goto 12b", "Black's twelfth to play")],
        completer: Words(&["start", "end", "ply"]),
        terms: |_| sets(Beside),
        read: board::goto),
    row!(Position "moves" | "legal" | "list", "[SQUARE] [uci] | --order":
        "list the legal moves, in groups; of one piece; as coordinates",
        details: "--order shows the order of the profile in force, with the stage of the move picker and the score of each move. The \
                  histories are empty, as before a search.",
        examples: &[("moves", "all"),
            ("moves g1", "of the piece on g1"),
            ("moves uci", "as coordinates"),
            ("moves --order", "as they are generated, and as a search tries them")],
        completer: Words(&["uci", "--order"]),
        read: board::moves),
    row!(Position "history" | "game":
        "the moves of the game, its variations, and what is written about them",
        details: "What lies ahead of the board is dim; variations stand in parentheses behind the move they replace.",
        read: |reader| reader.only(Command::History)),
    row!(Position "variation" | "var" | "variations", "[N | next | previous | promote | delete]":
        "the continuations here, or at the last place with more than one; go into one, order them",
        details: "Another move than the game's begins a variation, and the old continuation stays. `promote` and `delete` are for \
                  the variation one is in; undo brings back what they changed.",
        examples: &[("variation", "list them"),
            ("variation 2", "go into the second"),
            ("variation promote", "nearer to the main line")],
        completer: Words(&["next", "previous", "promote", "delete"]),
        read: games::variation),
    row!(Position "tag" | "tags", "[NAME [VALUE]]":
        "the headers of the game (White, Event, Date …); give one a value",
        details: "A value of \"\" takes the header away. `tag Result 1-0` says how the game ended.",
        examples: &[("tags", "all"), ("tag White Morphy, Paul", "who had White")],
        completer: Words(&["Event", "Site", "Date", "Round", "White", "Black", "Result"]),
        read: games::tag),
    row!(Position "comment", "[TEXT | delete]":
        "what is written about the last move; write something else",
        details: "Before the first move it is about the game.",
        examples: &[("comment the losing move", "kept by save and pgn")],
        read: games::comment),
    row!(Position "nag", "[GLYPH… | delete]":
        "mark the last move: !, ?, !?, +-, or $N as PGN counts them",
        examples: &[("nag !", "a good move"), ("nag $14", "White is slightly better")],
        completer: Words(&["!", "?", "!!", "??", "!?", "?!", "delete"]),
        read: games::nag),
    row!(Position "pgn", "[FILE] [--force]":
        "the game as PGN, on the screen or added to a file of games",
        details: "What the file holds stays as it is. The game is not added if it is the last one there already, nor to a file \
                  that is not PGN; with --force it is.",
        examples: &[("pgn games.pgn", "one game more"), ("pgn", "on the screen")],
        completer: Files,
        read: board::pgn),
    row!(Position "games", "FILE [player|white|black|eco|opening|text WORDS] [result RESULT] [position [FEN]] [moves N[..N]] [from N]":
        "list the games of a PGN file that fit: by player, result, opening, position, number of moves",
        details: "Names and texts are parts of what a header says, in whatever case; a code may be the beginning of one (B9). The \
                  opening is what the headers say, or else what the moves are called here. The position is the board's unless a FEN \
                  follows, also in variations. A hundred are listed at most; `from` goes on behind them, `load N` takes one. \
                  Files of any size are read one game at a time; damaged games are named, with status 1.",
        examples: &[("games club.pgn player morphy result 1-0", "his wins with either colour, and his losses with Black"),
            ("games club.pgn eco B9 moves ..25", "short Najdorfs"),
            ("games club.pgn position", "games with the position on the board")],
        completer: Files,
        terms: |_| free(Beside),
        read: games::games),
    row!(Position "load", "FILE [N | TEXT] | N":
        "take a game or position from a PGN, EPD or FEN file: the only one, number N, or TEXT in a header",
        details: "Where several games can be meant they are listed, and `load N` takes one of them. A file whose name ends in .pgn is \
                  read as PGN, any other as a record a line, of which the first is taken. A damaged game is taken as far as it \
                  is good. From a file whose name ends in .qpn the weights of a network are taken, and positions evaluated by it.",
        examples: &[("load games.pgn", "the only game, or a list to choose from"),
            ("load 3", "the third of the list"),
            ("load games.pgn morphy", "his game, or a list of his games"),
            ("load gen1.qpn", "evaluate by this network")],
        completer: Files,
        terms: |command| match command {
            Command::Learning(_) => free(Alone),
            _ => sets(Beside),
        },
        read: board::load),
    row!(Position "view", "[FILE [N]]":
        "look through a file of positions one by one, each with its labels; alone, the next",
        details: "EPD records have their operations for labels. Games (.pgn) are gone through as well.",
        examples: &[("view wac.epd", "the first position"),
            ("view", "the next"),
            ("view wac.epd 200", "the two hundredth")],
        completer: Files,
        terms: |_| sets(Beside),
        read: board::view),
    tool::row::<annotate::AnnotateGames>(Group::Tools),
    row!(Position "mirror":
        "swap the colours: the same position from the other side",
        read: |reader| reader.only(Command::Mirror)),
    row!(Position "pass" | "null":
        "let the other side move",
        details: "Not possible in check.",
        read: |reader| reader.only(Command::Pass)),
];
