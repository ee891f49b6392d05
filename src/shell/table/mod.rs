//! The one table of commands. Help, completion, hints and the README's table are made from it; `parse/` looks commands
//! up in it. No name may look like a move: the test at the end reads the whole table.

mod book;
mod games;
mod inspect;
mod learning;
mod mates;
mod measure;
mod opponent;
mod search;
mod sitting;
mod spec;
mod tables;
mod tool;
pub mod topics;

use crate::shell::command::{Command, Protocol};
use crate::shell::parse::{board, search as looking, session};
use crate::shell::terms::Manner::{Alone, AtOnce, Beside};
use crate::shell::terms::{free, needs, sets};
use spec::Completer::{Commands, Files, Moves, Settings, Words};
pub use spec::{CommandSpec, Completer, Group};

use crate::workshop::{
    annotate, data, lab, learn, mine, openings, relabel, selfplay, solve, sound, stream, suite,
    train, tune, why,
};

/// The command of this name or alias, or the subcommand of these two words.
pub fn find(name: &str) -> Option<&'static CommandSpec> {
    let rows = COMMANDS.iter().chain(all_subcommands());
    let mut named = rows.filter(|spec| spec.name == name || spec.aliases.contains(&name));
    named.next()
}

fn all_subcommands() -> impl Iterator<Item = &'static CommandSpec> {
    mates::PROOF_SUBCOMMANDS.iter().chain(tool::SUBCOMMANDS)
}

/// The row of a subcommand, which has a help and a usage line of its own: `tree` of `proof`.
pub fn subcommand(command: &str, word: &str) -> Option<&'static CommandSpec> {
    let is_named = |row: &&CommandSpec| {
        row.name.strip_prefix(command).and_then(|rest| rest.strip_prefix(' ')) == Some(word)
    };
    all_subcommands().find(is_named)
}

/// Names of the rows of a command's subcommands: `proof tree`, …
#[cfg(test)]
pub fn subcommands(command: &str) -> impl Iterator<Item = &'static str> {
    let of = move |row: &&CommandSpec| row.name.split(' ').next() == Some(command);
    all_subcommands().filter(of).map(|row| row.name)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().flat_map(|spec| std::iter::once(spec.name).chain(spec.aliases.iter().copied()))
}

/// All commands, in the order of the help.
pub const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        name: "new",
        arguments: "[960 [N] | 324 [N]]",
        summary: "a new game; with 960, from start position N (0–959) of Chess960, or any; 324 likewise",
        details: "Start positions are counted as Scharnagl does: 518 is standard chess. Chess324 (0–323, 152 is standard) leaves kings \
                  and rooks at home and shuffles the others, for each side by itself.",
        examples: &[
            ("new", "standard chess"),
            ("new 960 0", "BBQNNRKR"),
            ("new 324", "any of Chess324"),
        ],
        completer: Words(&["960", "324"]),
        terms: |_| sets(Alone),
        read: board::new,
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "position",
        aliases: &["pos"],
        arguments: "startpos | fen FEN [moves MOVE…]",
        summary: "set up a position as a GUI does over UCI; moves may be SAN too",
        details: "At the prompt a FEN, an EPD record or moves can also be typed alone, without any command.",
        examples: &[("position startpos moves e2e4 c7c5", "the Sicilian")],
        completer: Words(&["startpos", "fen"]),
        terms: |_| sets(Beside),
        read: board::position,
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "fen",
        aliases: &["setboard"],
        arguments: "[FEN]",
        summary: "print the position as FEN, or set it up from one",
        details: "Two to six fields are read; X-FEN, Shredder-FEN, `_` for spaces and Lichess addresses are understood.",
        examples: &[("fen", "print it"), ("fen 8/8/8/4k3/8/8/4P3/4K3 w", "set it up")],
        terms: |command| match command {
            Command::Fen => needs(Beside),
            _ => sets(Beside),
        },
        read: board::fen,
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "undo",
        aliases: &["u", "back", "prev", "takeback"],
        arguments: "[N]",
        summary: "take back the last change of the position, or the last N",
        details: "Moves, FENs, new games, mirror and pass can be taken back. Against the engine N counts your moves, with its answers.",
        examples: &[("undo", "one step"), ("undo 4", "four")],
        terms: |_| sets(Beside),
        read: board::undo,
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "redo",
        aliases: &["next", "forward"],
        arguments: "[N]",
        summary: "make again what was taken back",
        examples: &[("redo", "one step")],
        terms: |_| sets(Beside),
        read: board::redo,
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "goto",
        arguments: "start | end | MOVE-NUMBER[w|b] | ply PLY",
        summary: "go to a place in the line of the game one is in",
        details: "`12` and `12w` are the position before White's move 12, `12b` that before Black's; `ply 24` counts from the start. \
                  Forward is along the main line.",
        examples: &[
            ("goto start", "before the first move"),
            ("goto 12b", "Black's twelfth to play"),
        ],
        completer: Words(&["start", "end", "ply"]),
        terms: |_| sets(Beside),
        read: board::goto,
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "moves",
        aliases: &["legal", "list"],
        arguments: "[SQUARE] [uci] | --order",
        summary: "list the legal moves, in groups; of one piece; as coordinates",
        details: "--order shows the order of the profile in force, with the stage of the move picker and the score of each move. The \
                  histories are empty, as before a search.",
        examples: &[
            ("moves", "all"),
            ("moves g1", "of the piece on g1"),
            ("moves uci", "as coordinates"),
            ("moves --order", "as they are generated, and as a search tries them"),
        ],
        completer: Words(&["uci", "--order"]),
        read: board::moves,
        ..CommandSpec::of(Group::Position)
    },
    games::HISTORY,
    games::VARIATION,
    games::TAG,
    games::COMMENT,
    games::NAG,
    games::PGN,
    games::GAMES,
    games::LOAD,
    games::VIEW,
    tool::row::<annotate::AnnotateGames>(Group::Tools),
    CommandSpec {
        name: "mirror",
        summary: "swap the colours: the same position from the other side",
        read: |reader| reader.only(Command::Mirror),
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "pass",
        aliases: &["null"],
        summary: "let the other side move",
        details: "Not possible in check.",
        read: |reader| reader.only(Command::Pass),
        ..CommandSpec::of(Group::Position)
    },
    CommandSpec {
        name: "show",
        aliases: &["d", "board", "display"],
        arguments: "[--big | control | bits]",
        summary: "draw the board",
        details: "Beside it: who moves, the last move, castling, clocks, material, FEN and key. --big draws it big, where there is \
                  colour and room; `set board big` does so every time. `control` shows how often each side attacks each square, \
                  `bits` the sets of squares that the position is made of.",
        examples: &[
            ("show --big", "squares of seven columns and three rows"),
            ("show control", "who attacks what"),
        ],
        completer: Words(&["--big", "control", "bits"]),
        read: board::show,
        ..CommandSpec::of(Group::Display)
    },
    CommandSpec {
        name: "flip",
        summary: "turn the board on the screen round; the position stays (see mirror and pass)",
        read: |reader| reader.only(Command::Flip),
        ..CommandSpec::of(Group::Display)
    },
    sitting::PICTURE,
    sitting::ISATTY,
    CommandSpec {
        name: "key",
        summary: "the hash keys of the position",
        read: |reader| reader.only(Command::Key),
        ..CommandSpec::of(Group::Display)
    },
    CommandSpec {
        name: "eval",
        aliases: &["e"],
        arguments: "[terms | pieces | raw]",
        summary: "what the position is worth without looking ahead, term by term and piece by piece",
        details: "All values are White's view. A piece is worth what its going would cost.",
        examples: &[("eval", "everything"), ("eval raw", "the number alone")],
        completer: Words(&["terms", "pieces", "raw"]),
        read: looking::eval,
        ..CommandSpec::of(Group::Display)
    },
    CommandSpec {
        name: "resolve",
        aliases: &["qs"],
        arguments: "[MOVE] [fold N] [lines N]",
        summary: "the quiescence search as a tree: what it tried, what it skipped and why",
        details: "With a move, the tree after it. Subtrees deeper than `fold` are drawn as one line; at most `lines` lines.",
        examples: &[("resolve", "from here"), ("resolve Qxf7+", "after that move")],
        completer: Moves,
        read: looking::resolve,
        ..CommandSpec::of(Group::Search)
    },
    CommandSpec {
        name: "see",
        arguments: "[MOVE | SQUARE]",
        summary: "what an exchange comes to: of a move, of all captures on a square, of all captures",
        examples: &[("see Nxe5", "one capture"), ("see d5", "every capture on d5")],
        completer: Moves,
        read: looking::see,
        ..CommandSpec::of(Group::Search)
    },
    inspect::TABLE,
    search::GO,
    search::TOP,
    search::ANALYZE,
    search::THREAT,
    search::HINT,
    search::STATUS,
    search::WATCH,
    search::STOP,
    search::WAIT,
    search::PV,
    tables::TB,
    CommandSpec {
        name: "explain",
        arguments: "[MOVE]",
        summary: "why the last search extended, reduced or pruned the line of a move",
        details: "Repeats the last search to its depth, with its parameters, on one thread and from an empty table, and shows both results \
                  where they differ. MOVE is the best move if none is given. If it mates or gains much, the depth that found it is searched \
                  again without each extension rule of its line.",
        examples: &[("explain Kb1", "why that line was looked at as deep as it was")],
        completer: Moves,
        read: looking::explain,
        ..CommandSpec::of(Group::Search)
    },
    tool::row::<why::Why>(Group::Search),
    CommandSpec {
        name: "extensions",
        aliases: &["ext"],
        summary: "the table of extensions: weights, and how often each fired in the last search",
        details: "`set extension.NAME 0` switches one off; weights are quarters of a ply, for PV, cut and all nodes.",
        examples: &[
            ("set extension.check 0", "switch one off"),
            ("set extension.check 4/2/1", "by kind of node"),
            ("set extension.check.cut 1", "at cut nodes only; .pv and .all likewise"),
        ],
        terms: |_| free(Beside),
        read: |reader| reader.only(Command::Extensions),
        ..CommandSpec::of(Group::Search)
    },
    tool::row::<solve::Solve>(Group::Mates),
    tool::row::<sound::Sound>(Group::Mates),
    tool::row::<stream::label::Label>(Group::Tools),
    tool::row::<lab::Lab>(Group::Tools),
    tool::row::<lab::Compare>(Group::Search),
    tool::row::<mine::Mine>(Group::Mates),
    learning::NETWORK,
    tool::row::<openings::Openings>(Group::Tools),
    tool::row::<data::Data>(Group::Tools),
    tool::row::<relabel::Relabel>(Group::Tools),
    tool::row::<learn::Learn>(Group::Tools),
    tool::row::<train::Train>(Group::Tools),
    CommandSpec { aliases: &["match"], ..tool::row::<selfplay::SelfPlay>(Group::Tools) },
    mates::PROOF,
    mates::TRIES,
    opponent::PLAY,
    opponent::FORCE,
    opponent::LEVEL,
    opponent::PONDER,
    opponent::NOW,
    opponent::DRAW,
    opponent::RESIGN,
    book::BOOK,
    CommandSpec {
        name: "set",
        aliases: &["setoption", "setvalue"],
        arguments: "NAME VALUE [--keep] | --forget NAME",
        summary: "change a setting; with --keep for the sittings to come as well",
        details: "Names are those that `get` lists, in any case; UCI's `setoption name N value V` is understood. Kept settings \
                  are in a file of TOML that you may write too (`help files`); `set NAME --keep` keeps what is set now.",
        examples: &[
            ("set hash 256", "a table of 256 MiB"),
            ("set go.default 3s", "what a bare go means"),
            ("set theme light --keep", "for good"),
        ],
        completer: Settings,
        terms: |_| free(Alone),
        read: session::set,
        ..CommandSpec::of(Group::Settings)
    },
    CommandSpec {
        name: "get",
        aliases: &["options", "settings", "getvalue"],
        arguments: "[NAME]",
        summary: "show a setting, or all whose names begin so",
        examples: &[("get", "all"), ("get extension", "the weights of the extensions")],
        completer: Settings,
        terms: |_| free(Beside),
        read: |reader| Ok(Command::Get(reader.words.rest().text.to_owned())),
        ..CommandSpec::of(Group::Settings)
    },
    CommandSpec {
        name: "hash",
        arguments: "SIZE",
        summary: "size of the table: 64, 512M, 1G",
        details: "If there is not so much memory, the old table is kept.",
        examples: &[("hash 1G", "a gibibyte")],
        terms: |_| free(Alone),
        read: session::hash,
        ..CommandSpec::of(Group::Settings)
    },
    CommandSpec {
        name: "threads",
        arguments: "N",
        summary: "how many threads search",
        details: "With one, a search of so many nodes or so deep is the same on every machine.",
        examples: &[("threads 1", "one")],
        terms: |_| free(Alone),
        read: session::threads,
        ..CommandSpec::of(Group::Settings)
    },
    CommandSpec {
        name: "profile",
        arguments: "[NAME]",
        summary: "take all numbers of the search from a named set; alone, show which",
        details: "`get profile` lists the names, `help profiles` says where each comes from.",
        examples: &[("profile slow", "Slow Chess's amounts"), ("profile plain", "no extensions")],
        completer: Settings,
        terms: |command| match command {
            Command::Get(_) => free(Beside),
            _ => free(Alone),
        },
        read: session::profile,
        ..CommandSpec::of(Group::Settings)
    },
    sitting::AUTO,
    CommandSpec {
        name: "clear",
        summary: "forget what searching learned: the table and the histories (Ctrl-L clears the screen)",
        terms: |_| free(Alone),
        read: |reader| reader.only(Command::Clear),
        ..CommandSpec::of(Group::Settings)
    },
    measure::PERFT,
    measure::BENCH,
    tool::row::<suite::Suite>(Group::Tools),
    tool::row::<tune::Tune>(Group::Tools),
    measure::INFO,
    inspect::CHECK,
    sitting::TIME,
    CommandSpec {
        name: "save",
        arguments: "FILE [--force]",
        summary: "write game, settings, analysis and mates into a file; only game or position into .pgn, .fen, .epd",
        details: "A file that this sitting did not write is not replaced, unless it is an older session or --force is given. \
                  Written aside and then renamed: a crash loses nothing.",
        examples: &[
            ("save evening.qs", "for another day"),
            ("save game.pgn", "the game alone"),
            ("save mine.fen --force", "whatever mine.fen holds"),
        ],
        completer: Files,
        read: session::save,
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "restore",
        arguments: "[FILE]",
        summary: "go on from such a file, or from the last sitting",
        details: "A sitting at a terminal that ends with a game in no file is kept. The game on the board can be brought back with undo.",
        examples: &[("restore evening.qs", "go on"), ("restore", "the last sitting")],
        completer: Files,
        terms: |_| sets(Alone),
        read: session::restore,
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "source",
        arguments: "FILE",
        summary: "run the lines of a file as commands",
        details: "Names of files in it are taken from where it lies.",
        examples: &[("source sitting.txt", "run it")],
        completer: Files,
        terms: |_| free(Beside).silent(),
        read: session::source,
        ..CommandSpec::of(Group::Session)
    },
    sitting::ALIAS,
    sitting::LOG,
    sitting::LICENSE,
    CommandSpec {
        name: "echo",
        arguments: "TEXT",
        summary: "print a text",
        terms: |_| free(Beside),
        read: |reader| Ok(Command::Echo(reader.words.rest().text.to_owned())),
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "assert",
        arguments: "best|mate|score|depth|nodes|fen|turn|legal|standing ==|!=|<|<=|>|>=|in VALUE",
        summary: "fail, with status 4, unless something holds",
        details: "`score` is centipawns and `mate` is moves, negative when Black is better or when the side to move is mated. \
                  `standing` is open, checkmate, stalemate or draw.",
        examples: &[
            ("assert mate == 3", "of the last search"),
            ("assert best in Nf3 e4", "either move"),
        ],
        completer: Words(&[
            "best", "mate", "score", "depth", "nodes", "fen", "turn", "legal", "standing",
        ]),
        read: session::assert,
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "help",
        aliases: &["?", "h"],
        arguments: "[COMMAND | GROUP | TOPIC | all]",
        summary: "the commands in short; all of them in full; more about one, a group or a topic",
        details: "Groups are those of the short list. Topics: limits, notation, scripting, output, files.",
        examples: &[
            ("help go", "with examples"),
            ("help mates", "the commands of a group"),
            ("help limits", "what ends a search"),
            ("help all", "every command in a line"),
        ],
        completer: Commands,
        terms: |_| free(Beside),
        read: session::help,
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "uci",
        summary: "speak UCI from here on, as a GUI does",
        terms: |_| free(Alone).silent(),
        read: |reader| reader.only(Command::Speak(Protocol::Uci)),
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "xboard",
        summary: "speak the protocol of xboard (CECP 2) from here on",
        terms: |_| free(Alone).silent(),
        read: |reader| reader.only(Command::Speak(Protocol::Xboard)),
        ..CommandSpec::of(Group::Session)
    },
    CommandSpec {
        name: "quit",
        aliases: &["exit", "bye", "q"],
        summary: "leave; so does Ctrl-D",
        terms: |_| free(AtOnce).silent(),
        read: |reader| reader.only(Command::Quit),
        ..CommandSpec::of(Group::Session)
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::chess::Position;
    use crate::chess::notation::{MoveError, parse_move};

    #[test]
    fn no_name_looks_like_a_move() {
        for name in names() {
            let answer = parse_move(&Position::start(), name);
            assert!(matches!(answer, Err(MoveError::NotAMove(_))), "{name}: {answer:?}");
        }
    }

    #[test]
    fn names_are_unique_and_lower_case() {
        let mut seen = HashSet::new();
        for name in names() {
            assert!(seen.insert(name), "{name} stands twice");
            assert_eq!(name, name.to_lowercase());
            assert!(!name.contains(char::is_whitespace));
        }
    }

    #[test]
    fn every_row_can_be_printed_in_a_line() {
        for spec in COMMANDS.iter().chain(all_subcommands()) {
            assert!(
                !spec.summary.is_empty() && spec.summary.chars().count() < 100,
                "{}",
                spec.name
            );
            assert!(!spec.summary.ends_with('.'), "{}", spec.name);
            for text in [spec.summary, spec.details, spec.arguments] {
                assert!(!text.contains("  "), "{} has a hole: {text}", spec.name);
            }
            let usage = spec.name.chars().count() + spec.arguments.chars().count();
            assert!(usage < 120, "{}: a usage line of {usage}", spec.name);
        }
    }
}
