//! Every command of the five programs that this one comes from, and what there is in its place.
//!
//! The lists are those of their sources and manuals, as the project wrote them down. A row names a command, what it did, and a
//! line of ours that does the same or more, or why there is none. Lines are read by the grammar of the prompt; those of
//! EXchess that xboard may send are read by xboard's too.

use quarterply::chess::Position;
use quarterply::shell::command::Command;
use quarterply::shell::parse::{self, Fault};
use quarterply::shell::parse_xboard::{self, XboardLine};

/// What there is in its place.
enum Heir {
    /// A line that does the same.
    Same(&'static str),
    /// A line that does it, and what it does besides.
    Better(&'static str, &'static str),
    /// The same word over xboard's protocol, as it was there.
    Xboard(&'static str),
    /// Why there is none.
    None(&'static str),
}

use Heir::{Better, None, Same, Xboard};

type Row = (&'static str, &'static str, Heir);

const EXCHESS: &[Row] = &[
    (
        "a move",
        "SAN or coordinates",
        Better("e4 e5 Nf3", "many at once, all or none, with variations and comments"),
    ),
    ("new", "the start position", Same("new")),
    ("quit", "leaves", Same("quit")),
    (
        "save",
        "asks for a file and headers, writes the game",
        Better("save game.pgn", "the name says what is written; `tag` sets headers"),
    ),
    ("go", "plays the side to move", Same("play white")),
    ("white, black", "who is to move, who plays", Same("play black")),
    ("playother", "plays the side not to move", Xboard("playother")),
    ("force", "plays neither side", Same("force")),
    ("level m t i", "time control", Better("level 40/90+30", "also a move's time, depth, nodes")),
    ("time, otim", "clocks, in hundredths of a second", Xboard("time 6000")),
    ("st, sd", "seconds or plies a move", Same("level 5s")),
    ("takeback, remove", "two plies", Same("undo 2")),
    ("undo", "one ply", Better("undo", "and redo, over everything that changes the position")),
    ("hint", "the predicted reply, else the book's, else of the line", Same("hint")),
    ("book, bk", "the book on or off; its moves", Better("book", "likely ones first, with names")),
    ("post, nopost", "lines of the search on or off", Xboard("post")),
    (
        "setboard",
        "exactly four fields",
        Better("fen 8/8/8/4k3/8/8/4P3/4K3 w", "two to six, and a FEN alone"),
    ),
    ("edit", "pieces one by one", Xboard("edit")),
    ("display", "the board after each move", Same("display")),
    (
        "nodisplay",
        "no board after each move",
        None("the board is drawn when it is asked for; the prompt tells the state"),
    ),
    ("list", "legal moves", Better("moves", "in groups, or of one piece")),
    ("clist", "legal captures", Better("see", "each with what it wins or loses")),
    (
        "score",
        "the evaluation and the material",
        Better("eval", "term by term and piece by piece; `eval raw` the number alone"),
    ),
    ("analyze, exit", "searches on; moves restart it", Same("analyze")),
    ("ponder, easy, hard", "thinks in the opponent's time", Same("ponder on")),
    ("hash n, memory n", "size of the table", Same("hash 64")),
    ("cores n", "threads", Same("threads 2")),
    (
        "testsuite",
        "a file of positions",
        Better(
            "suite wac.epd 5s",
            "by nodes or depth too; `solve` proves mates and goes on where it stopped",
        ),
    ),
    (
        "build",
        "a book from games",
        Better("book build games.pgn --to my.bin", "by count and result; goes on where it stopped"),
    ),
    (
        "edit_book",
        "moves of the book changed",
        Better("book weight e4 0", "and added, removed, reset, checked, scored"),
    ),
    (
        "swap from to",
        "the value of an exchange, squares as numbers",
        Better("see e4d5", "the whole exchange, move by move"),
    ),
    (
        "print_psq",
        "tables of piece and square",
        Better(
            "eval pieces",
            "what each piece on the board is worth, not what it would be on an empty one",
        ),
    ),
    ("getvalue p", "a parameter", Same("getvalue null.base")),
    ("setvalue p v", "sets one", Same("setvalue null.base 10")),
    (
        "history_stats",
        "how full the history tables are",
        None(
            "said nothing that could be acted on; `extensions` and `explain` tell where a search went",
        ),
    ),
    (
        "performance",
        "generating moves, and making them, for five seconds each",
        Better("bench", "the same nodes every time; `perft 6` for the moves alone"),
    ),
    ("probe", "endgame tables", None("of the endgame tables, which are being built")),
    (
        "train_eval, build_fen",
        "learning the evaluation from games",
        Better(
            "learn club.pgn --to mine.qpw",
            "by TD-leaf as there, and taken back; `tune` by gradient",
        ),
    ),
    ("name, rating, ics, computer", "who plays", Xboard("name Somebody")),
    ("result, draw", "the game is over; a draw is offered", Same("draw")),
    ("?", "move now", Same("now")),
    (".", "where the search is (not supported)", Better("status", "and over xboard `.` too")),
    ("accepted, rejected, variant, protover", "xboard's bookkeeping", Xboard("protover 2")),
    ("history", "the game so far", Same("history")),
    ("help", "paged at 24 lines", Better("help", "short, by group, by topic; paged to the window")),
    ("xb", "xboard from the start", Better("xboard", "or --xboard, or `xboard` as the first line")),
    ("test epd results seconds depth", "a suite from the command line", Same("suite wac.epd 5s")),
    ("search.par", "settings read at the start", Better("set hash 64 --keep", "and the init file")),
    ("LOG, MAX_LOGS", "numbered logs", Same("log run_%.log")),
    (
        "end-of-search block",
        "nodes, hits, extensions, fail-highs",
        Better(
            "extensions",
            "how often each rule fired and what its nodes cost; the summary of `go` has the rest",
        ),
    ),
    ("lag", "measured and averaged", Same("level 5+3")),
];

const DIABLO: &[Row] = &[
    ("PrintBoard", "the board", Same("show")),
    (
        "PrintBitBoard",
        "a bitboard, X and -",
        Better("show bits", "all of them, with their numbers"),
    ),
    ("PrintMoveList", "moves with scores", Better("moves --order", "as generated and as searched")),
    ("PrintSq, PrintMove", "a square, a move", Same("moves g1")),
    ("Perft", "leaves", Better("perft 5 divide", "on all threads, checked against files")),
    (
        "CheckBoard",
        "lists, counts, material, bitboards, key",
        Better("check", "for every position of the game and every move there"),
    ),
];

const EXPOSITOR: &[Row] = &[
    (
        "a FEN, moves",
        "typed alone",
        Better("8/8/8/4k3/8/8/4P3/4K3 w", "records, addresses and games too"),
    ),
    ("position N", "a start position of Chess324", Same("new 324 152")),
    (
        "proof [n]",
        "a mate by best-first proof-number search in 3 GiB",
        Better("proof 13", "bounded, stopped, gone on with, verified, drawn, saved"),
    ),
    ("isatty", "whether to write as for a terminal", Same("isatty yes")),
    (
        "go",
        "a search; 10 s without a limit",
        Better("go movetime 5000", "every limit of UCI, and &"),
    ),
    ("stop", "ends it", Same("stop")),
    ("show", "the board", Better("show", "with coordinates, last move, check and a panel")),
    ("eval", "what each piece is worth", Better("eval", "and the terms")),
    (
        "flip",
        "the other side to move",
        Better("pass", "and can be taken back; `mirror` swaps the colours"),
    ),
    ("fen", "prints it", Same("fen")),
    ("key", "sixteen digits, worked out again", Better("check", "and everything else")),
    (
        "quick",
        "a position in forty characters",
        Better("data games.qpr --to gen1.quick", "for all positions of games, and read back"),
    ),
    (
        "load, save, image",
        "networks",
        Better("load gen1.qpn", "checked against its header; `load` reads games as well"),
    ),
    (
        "resolve",
        "the quiescence search as a tree",
        Better("resolve Qxf7 fold 3", "after a move, folded, bounded"),
    ),
    (
        "simplex",
        "plays weakly, in a person's time",
        Better("set UCI_LimitStrength true", "by Elo or from 1 to 100; it does not dawdle"),
    ),
    ("hash, threads", "size and number", Same("threads 2")),
    (
        "syzygy",
        "endgame tables",
        None("of the endgame tables, which are being built; SyzygyPath is taken and not used yet"),
    ),
    ("auto [all]", "threads and hash by the machine", Same("auto all")),
    (
        "perft",
        "58 stored positions",
        Better("perft --suite positions.epd --depth 4", "any file of counts"),
    ),
    (
        "selfplay",
        "games to learn from",
        Better("selfplay 5000 soft 1k --openings random --to games.qpr", "matches and SPRT too"),
    ),
    (
        "tbdata, train, refine",
        "making networks",
        Better(
            "train gen1.qpd --width 64",
            "goes on where it stopped; the same seed, the same bytes",
        ),
    ),
    (
        "view path",
        "positions of a data set, one after the other",
        None(
            "nobody has missed it yet: games are looked at with `load`, data sets written as text",
        ),
    ),
    (
        "stat, convert, dist",
        "data sets told of and turned into text",
        Better("data a.qpd b.quick --to both.qpd", "joined, shuffled, each position once"),
    ),
    (
        "evaln, evalf, loadn, loadf, savef, imagef, statf",
        "workbench of one network",
        None("for its author's experiments"),
    ),
    (
        "color",
        "the palette",
        Better("set theme light", "chosen for the background; `picture` draws any view in it"),
    ),
    (
        "invert, alloc, policy, lp, ls, ip, polyp, dup, rescore, part, nstat, kstat, mstat",
        "commented out there",
        None("never part of the program"),
    ),
    ("tt (trace)", "what the table knows", Better("tt", "here and after every move")),
    ("reset, clear", "forgets what was learnt", Same("clear")),
    (
        "regression, resolve-debug, -leaves, -error, -perf",
        "tests of 2022",
        None("tests are tests here: cargo test"),
    ),
    ("help, license", "what there is", Same("help")),
    (
        "uci, isready, ucinewgame, setoption, quit",
        "a GUI's",
        Better("uci", "with every option of the field, Chess960, MultiPV, searchmoves, mate"),
    ),
];

const RDCHESS: &[Row] = &[
    ("board, position set-up", "windows", Same("show")),
    (
        "journal",
        "moves, annotations, undo",
        Better("history", "a tree of variations; `comment`, `nag`, `goto`"),
    ),
    ("game data", "headers", Same("tag White Anna")),
    ("opening library", "a window", Same("book")),
    ("chess clocks", "a window", Same("play white 5+3")),
    ("best line", "a window", Better("pv", "and one can step into it: pv play 2")),
    ("info", "about the program", Same("info")),
    ("moves generated, moves searched", "two debug windows", Same("moves --order")),
    (
        "search statistics, hash use",
        "two debug windows",
        Better("extensions", "`tt` for the table"),
    ),
    (
        "search watchdog",
        "tells of a search that hangs",
        None(
            "a sign of life comes every second, and the clock is kept by another thread than the search",
        ),
    ),
    ("field control", "attackers of every square, kept up to date", Same("show control")),
    ("test suite page", "EPD inside PGN", Same("solve problems.epd")),
    ("picker for several games", "of a PGN", Same("games file.pgn")),
    ("Esc", "ends a search", Better("stop", "or Ctrl-C")),
    ("permanent brain", "thinks in the opponent's time", Same("ponder on")),
    ("xboard (argument)", "engine mode", Same("xboard")),
];

const SLOW_CHESS: &[Row] = &[
    ("levels", "a window", Same("level 5+3")),
    ("book", "opening book", Same("set OwnBook true")),
    ("analysis", "a window", Same("analyze")),
    ("Fischer random", "since 2.9", Same("new 960")),
    ("UCI, WinBoard", "engine modes", Same("uci")),
    ("epd2wb", "suites through WinBoard", Same("suite wac.epd 5s")),
];

const ANCESTORS: [(&str, &[Row]); 5] = [
    ("EXchess", EXCHESS),
    ("Diablo", DIABLO),
    ("Expositor", EXPOSITOR),
    ("RDChess", RDCHESS),
    ("Slow Chess", SLOW_CHESS),
];

/// What is wrong with a row.
fn fault(heir: &Heir) -> Option<String> {
    let board = Position::start();
    match heir {
        Better(_, "") => Some("nothing is better".to_owned()),
        Same(line) | Better(line, _) => {
            let read = parse::parse(line, &board);
            let what = match read {
                // A move that cannot be played from the start position is understood all the same.
                Err(error) if matches!(error.fault, Fault::Move(_)) => return Option::None,
                Err(error) => error.to_string(),
                Ok(request) if request.command == Command::Nothing => "nothing".to_owned(),
                Ok(_) => return Option::None,
            };
            Some(format!("`{line}`: {what}"))
        }
        Xboard(line) => match parse_xboard::parse(line, &board) {
            XboardLine::Unknown(_) | XboardLine::Error(_) => Some(format!("xboard: `{line}`")),
            _ => Option::None,
        },
        None(why) => why.is_empty().then(|| "no reason".to_owned()),
    }
}

#[test]
fn every_command_of_the_ancestors_has_an_heir_or_a_reason() {
    let mut faults = Vec::new();
    for (ancestor, rows) in ANCESTORS {
        for (name, did, heir) in rows {
            assert!(!name.is_empty() && !did.is_empty());
            faults.extend(fault(heir).map(|fault| format!("{ancestor}, {name}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Over xboard's protocol every word of EXchess's console that shows something is understood, and so are those of the protocol.
#[test]
fn the_console_of_exchess_is_understood_over_xboard() {
    let words = "new,quit,force,go,playother,level 40 5 0,time 500,otim 500,st 5,sd 9,takeback,remove,undo,hint,bk,post,nopost,\
                 setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1,edit,display,list,clist,score,analyze,exit,easy,hard,hash 16,memory 16,\
                 cores 1,suite wac.epd,see e2e4,getvalue Hash,setvalue Hash 16,performance,history,help,save game.pgn,log,name X,\
                 rating 1 2,ics -,result *,?,.,draw,accepted san,rejected san,variant normal,protover 2,usermove e2e4,e2e4,ping 1,\
                 white,black,random,computer,option Ponder=1,exclude e2e4,include all,egtpath syzygy /tables,eval,moves,check,tt";
    let board = Position::start();
    for word in words.split(',') {
        let read = parse_xboard::parse(word.trim(), &board);
        let unknown = matches!(read, XboardLine::Unknown(_) | XboardLine::Error(_));
        assert!(!unknown, "{word}: {read:?}");
    }
}
