//! Every command of the five ancestors, and its counterpart here.
//!
//! The lists come from their sources and manuals. A row names a command and its purpose, and either our lines for it with what
//! their answers must contain, or the reason why there is none. Every row is executed by the program itself: at the prompt, or
//! over xboard's protocol.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use quarterply::chess::Position;
use quarterply::commands;
use quarterply::front::xboard::grammar as xboard;
use quarterply::shell::CommandError;

/// The counterpart. `|` separates texts that the answer must contain, `;;` separates lines.
enum Heir {
    /// Equivalent lines, and their answer.
    Same(&'static str, &'static str),
    /// Equivalent lines, their answer, and what they do in addition.
    Better(&'static str, &'static str, &'static str),
    /// The same word over xboard's protocol, and its answer.
    Xboard(&'static str, &'static str),
    /// Why there is none; its words are refused.
    None(&'static str),
}

use Heir::{Better, None, Same, Xboard};

use super::program::{Run, bare, complaints, out};

type Row = (&'static str, &'static str, Heir);

const EXCHESS: &[Row] = &[
    (
        "a move",
        "SAN or coordinates",
        Better(
            "1. e4 e5 (c5) {open} Nf3 ;; fen",
            "5N2/PPPP1PPP/RNBQKB1R b",
            "many at once, all or none, with variations and comments",
        ),
    ),
    ("new", "the start position", Same("e4 ;; new ;; fen", "PPPPPPPP/RNBQKBNR w KQkq")),
    ("quit", "leaves", Same("quit ;; nonsense", "")),
    (
        "save",
        "asks for a file and headers, writes the game",
        Better(
            "tag White Anna ;; e4 ;; save saved.pgn ;; pgn",
            "saved.pgn|Anna",
            "the name says what is written; `tag` sets headers",
        ),
    ),
    ("go", "plays the side to move", Same("play white d2", "the engine plays Black")),
    (
        "white, black",
        "who is to move, who plays",
        Same("play black d2 ;; wait", "the engine plays White|1."),
    ),
    (
        "playother",
        "plays the side not to move",
        Xboard("new ;; sd 2 ;; force ;; usermove e2e4 ;; playother ;; usermove e7e5", "move "),
    ),
    (
        "force",
        "plays neither side",
        Same("play white d2 ;; force ;; level", "no game is being played"),
    ),
    (
        "level m t i",
        "time control",
        Better(
            "play white 5+3 ;; level 40/90+30",
            "90:00 for 40 moves",
            "also a move's time, depth, nodes",
        ),
    ),
    (
        "time, otim",
        "clocks, in hundredths of a second",
        Xboard("new ;; level 0 1 0 ;; sd 2 ;; time 6000 ;; otim 6000 ;; usermove e2e4", "move "),
    ),
    ("st, sd", "seconds or plies a move", Same("play white d2 ;; level 5s", "5 s a move")),
    ("takeback, remove", "two plies", Same("e4 e5 ;; undo 2 ;; fen", "PPPPPPPP/RNBQKBNR w")),
    (
        "undo",
        "one ply",
        Better(
            "e4 e5 ;; undo ;; redo ;; undo ;; fen",
            "4P3/8/PPPP1PPP/RNBQKBNR b",
            "and redo, over everything that changes the position",
        ),
    ),
    (
        "hint",
        "the predicted reply, else the book's, else of the line",
        Same("go d4 ;; hint", "best "),
    ),
    (
        "book, bk",
        "the book on or off; its moves",
        Better("book", "1.e4|King's Pawn", "likely ones first, with names"),
    ),
    (
        "post, nopost",
        "lines of the search on or off",
        Xboard("new ;; post ;; sd 3 ;; usermove e2e4", "move |1 "),
    ),
    (
        "setboard",
        "exactly four fields",
        Better(
            "fen 8/8/8/4k3/8/8/4P3/4K3 w ;; fen",
            "8/8/8/4k3/8/8/4P3/4K3 w",
            "two to six, and a FEN alone",
        ),
    ),
    (
        "edit",
        "pieces one by one",
        Xboard("edit ;; # ;; Ke1 ;; c ;; Ke8 ;; . ;; fen", "4k3/8/8/8/8/8/8/4K3"),
    ),
    ("display", "the board after each move", Same("display on ;; e4", "4  .  .  .  .  P")),
    (
        "nodisplay",
        "no board after each move",
        Same("display on ;; display off", "display off  (was on)"),
    ),
    ("list", "legal moves", Better("moves g1", "Nf3 Nh3", "in groups, or of one piece")),
    ("clist", "legal captures", Better("e4 d5 ;; see", "exd5", "each with what it wins or loses")),
    (
        "score",
        "the evaluation and the material",
        Better(
            "eval",
            "material|White's view",
            "term by term and piece by piece; `eval raw` the number alone",
        ),
    ),
    ("analyze, exit", "searches on; moves restart it", Same("analyze", "best ")),
    (
        "ponder, easy, hard",
        "thinks in the opponent's time",
        Same("play white d2 ;; ponder on", "thinks on your time"),
    ),
    ("hash n, memory n", "size of the table", Same("hash 64", "Hash 64")),
    ("cores n", "threads", Same("threads 2", "Threads 2")),
    (
        "testsuite",
        "a file of positions",
        Better(
            "suite suite.epd d3",
            "2/2",
            "by nodes or depth too; `solve` proves mates and goes on where it stopped",
        ),
    ),
    ("build", "a book from games", None("`workshop book`, by count and result, for its makers")),
    (
        "edit_book",
        "moves of the book changed",
        Better(
            "set BookEdits edits.txt ;; book weight e4 0 ;; book",
            "1.e4        0",
            "and added, removed, reset, checked, scored",
        ),
    ),
    (
        "swap from to",
        "the value of an exchange, squares as numbers",
        Better("e4 d5 ;; see e4d5", "Pe4xd5 Qd8xd5", "the whole exchange, move by move"),
    ),
    (
        "print_psq",
        "tables of piece and square",
        Better(
            "eval pieces",
            "q -16.",
            "what each piece on the board is worth, not what it would be on an empty one",
        ),
    ),
    ("getvalue p", "a parameter", Same("getvalue null.base", "null.base|1/64 ply")),
    ("setvalue p v", "sets one", Same("setvalue null.base 100", "null.base 100")),
    (
        "history_stats",
        "how full the history tables are",
        Better(
            "extensions",
            "plies added at PV",
            "the rules of extension: fullness said nothing that could be acted on",
        ),
    ),
    (
        "performance",
        "generating moves, and making them, for five seconds each",
        Better(
            "bench 2",
            "33 positions|nps",
            "the same nodes every time; `perft 6` for the moves alone",
        ),
    ),
    ("probe", "endgame tables", Same("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1 ;; tb", "win, mate in 2")),
    (
        "train_eval, build_fen",
        "learning the evaluation from games",
        None("`workshop learn`, by TD-leaf as there, writes the table that is compiled in"),
    ),
    (
        "name, rating, ics, computer",
        "who plays",
        Xboard("new ;; name Somebody ;; rating 2000 1900 ;; computer", "pong"),
    ),
    (
        "result, draw",
        "the game is over; a draw is offered",
        Same("play white d2 ;; draw", "the engine plays on"),
    ),
    ("?", "move now", Same("now", "no game is being played")),
    (
        ".",
        "where the search is (not supported)",
        Better("status", "nothing is under way", "and over xboard `.` too"),
    ),
    (
        "accepted, rejected, variant, protover",
        "xboard's bookkeeping",
        Xboard("protover 2", "feature done=1|egt=\"syzygy\""),
    ),
    ("history", "the game so far", Same("e4 e5 ;; history", "1.e4 e5")),
    (
        "help",
        "paged at 24 lines",
        Better("help", "Position|New here?", "short, by group, by topic; paged to the window"),
    ),
    (
        "xb",
        "xboard from the start",
        Better("xboard", "", "or --xboard, or `xboard` as the first line"),
    ),
    (
        "test epd results seconds depth",
        "a suite from the command line",
        Same("suite suite.epd 1k", "2/2"),
    ),
    (
        "search.par",
        "settings read at the start",
        Better("set hash 64 --keep", "Hash 64", "and the init file"),
    ),
    ("LOG, MAX_LOGS", "numbered logs", Same("log run_%.log", "run_001.log")),
    (
        "end-of-search block",
        "nodes, hits, extensions, fail-highs",
        Better(
            "go d5 ;; extensions",
            "extensions nodes|single-reply",
            "how often each rule fired and what its nodes cost; the summary of `go` has the rest",
        ),
    ),
    (
        "lag",
        "measured and averaged",
        Xboard(
            "new ;; level 0 5 0 ;; sd 2 ;; time 30000 ;; usermove e2e4 ;; ping 1 ;; time 29900 ;; info",
            "lag|ms a move",
        ),
    ),
    (
        "egtpath",
        "endgame tables that a GUI has",
        Xboard("protover 2 ;; egtpath syzygy tables", "egt=\"syzygy\""),
    ),
];

const DIABLO: &[Row] = &[
    ("PrintBoard", "the board", Same("show", "a  b  c  d  e  f  g  h")),
    (
        "PrintBitBoard",
        "a bitboard, X and -",
        Better("show bits", "X X X X X X X X|000000000000ffff", "all of them, with their numbers"),
    ),
    (
        "PrintMoveList",
        "moves with scores",
        Better(
            "profile diablo ;; 1.e4 e5 2.Nf3 Nc6 ;; moves --order",
            "Nxe5|capture|1599|profile diablo",
            "as generated and as searched, under each profile",
        ),
    ),
    ("PrintSq, PrintMove", "a square, a move", Same("moves g1", "Nf3")),
    (
        "Perft",
        "leaves",
        Better("perft 3 divide", "8902|g1f3: 440", "on all threads, checked against files"),
    ),
    (
        "CheckBoard",
        "lists, counts, material, bitboards, key",
        Better(
            "e4 e5 ;; check",
            "3 positions|agree",
            "for every position of the game and every move there",
        ),
    ),
];

const EXPOSITOR: &[Row] = &[
    (
        "a FEN, moves",
        "typed alone",
        Better(
            "8/8/8/4k3/8/8/4P3/4K3 w ;; e4 ;; fen",
            "8/8/8/4k3/4P3/8/8/4K3 b",
            "records, addresses and games too",
        ),
    ),
    ("position N", "a start position of Chess324", Same("new 324 151 ;; fen", "rnbbkqnr/pppppppp")),
    (
        "proof [n]",
        "a mate by best-first proof-number search in 3 GiB",
        Better(
            "6k1/5ppp/8/8/8/8/8/R5K1 w ;; proof 1",
            "mate in 1, proved|1.Ra8#",
            "bounded, stopped, gone on with, verified, drawn, saved",
        ),
    ),
    ("isatty", "whether to write as for a terminal", Same("isatty true", "terminal yes")),
    (
        "isatty stderr, stdout",
        "the same for one stream",
        Same("isatty stderr true ;; isatty stdout false", "terminal.errors yes|terminal no"),
    ),
    (
        "go",
        "a search; 10 s without a limit",
        Better("go movetime 50", "best ", "every limit of UCI, and &"),
    ),
    ("stop", "ends it", Same("go inf & ;; stop", "best ")),
    (
        "show",
        "the board",
        Better("show", "a  b  c  d", "with coordinates, last move, check and a panel"),
    ),
    (
        "eval",
        "what each piece is worth",
        Better("eval pieces", "without each piece", "and the terms"),
    ),
    (
        "flip",
        "the other side to move",
        Better("pass ;; fen", "RNBQKBNR b", "and can be taken back; `mirror` swaps the colours"),
    ),
    ("fen", "prints it", Same("fen", "rnbqkbnr/pppppppp")),
    (
        "key",
        "sixteen digits, worked out again",
        Better("key ;; check", "97be496ba935a4ae|agree", "and everything else"),
    ),
    (
        "quick",
        "a position in forty characters",
        None("`workshop data` reads and writes it, for its makers"),
    ),
    (
        "load, save",
        "networks",
        Better(
            "load gen1.qpn",
            "network gen1.qpn  evaluates",
            "checked against its header; `load` reads games as well",
        ),
    ),
    (
        "image",
        "a picture of a network's weights",
        None("a neuron's weights say nothing of the network; `network` tells where it comes from"),
    ),
    (
        "load of another kind",
        "an I/O error ends the program",
        Better(
            "load games.qpr",
            "record of games|a file of FENs or EPD records was expected",
            "the error names what the file is",
        ),
    ),
    (
        "resolve",
        "the quiescence search as a tree",
        Better("resolve e4 fold 3", "after 1.e4", "after a move, folded, bounded"),
    ),
    (
        "simplex",
        "plays weakly, in a person's time",
        Better(
            "set UCI_LimitStrength true",
            "UCI_LimitStrength true",
            "by Elo or from 1 to 100; it does not dawdle",
        ),
    ),
    ("hash, threads", "size and number", Same("threads 2", "Threads 2")),
    (
        "Overhead",
        "milliseconds that a move costs besides",
        Same("setoption name Overhead value 20 ;; get Move Overhead", "20"),
    ),
    (
        "syzygy",
        "endgame tables",
        Better(
            "get SyzygyPath",
            "SyzygyPath",
            "WDL and DTZ, in the search and at the root, beside tables of our own",
        ),
    ),
    ("auto [all]", "threads and hash by the machine", Same("auto all", "Threads")),
    (
        "perft",
        "58 stored positions",
        Better("perft --suite counts.epd --depth 2", "all agree", "any file of counts"),
    ),
    (
        "selfplay",
        "games to learn from",
        None("`workshop selfplay`, with matches and SPRT, for its makers"),
    ),
    (
        "tbdata, refine",
        "making networks",
        None("`workshop train`, for its makers; `train` drills here"),
    ),
    (
        "view path",
        "positions of a data set, one after the other",
        Better(
            "view suite.epd ;; view",
            "record 1 of|record 2 of|dm ",
            "of games and suites, from any place",
        ),
    ),
    (
        "stat, convert, dist",
        "data sets told of and turned into text",
        None("`workshop data` joins and shuffles them, for its makers"),
    ),
    (
        "evaln, evalf, loadn, loadf, savef, imagef, statf",
        "workbench of one network",
        None("for its author's experiments"),
    ),
    (
        "color",
        "the palette",
        Better(
            "set theme light",
            "theme light",
            "chosen for the background; `picture` draws any view in it",
        ),
    ),
    (
        "invert, alloc, policy, lp, ls, ip, polyp, dup, rescore, part, nstat, kstat, mstat",
        "commented out there",
        None("never part of the program"),
    ),
    (
        "tt (trace)",
        "what the table knows",
        Better("go d4 ;; tt", "here |answer", "here and after every move"),
    ),
    ("reset, clear", "forgets what was learnt", Same("clear", "cleared")),
    (
        "regression, resolve-debug, -leaves, -error, -perf",
        "tests of 2022",
        None("tests are tests here: cargo test"),
    ),
    (
        "help, license",
        "what there is, and under which licence",
        Same("help ;; license ;; about", "New here?|GPL-3.0-or-later|without any warranty"),
    ),
    (
        "uci, isready, ucinewgame, setoption, quit",
        "a GUI's",
        Better(
            "uci",
            "uciok|option name MultiPV",
            "with every option of the field, Chess960, MultiPV, searchmoves, mate",
        ),
    ),
];

const RDCHESS: &[Row] = &[
    ("board, position set-up", "windows", Same("show", "White to move")),
    (
        "journal",
        "moves, annotations, undo",
        Better(
            "e4 e5 ;; comment open ;; nag ! ;; history",
            "open",
            "a tree of variations; `comment`, `nag`, `goto`",
        ),
    ),
    ("game data", "headers", Same("tag White Anna ;; tags", "Anna")),
    ("opening library", "a window", Same("book", "King's Pawn")),
    ("chess clocks", "a window", Same("play white 5+3", "5:00")),
    (
        "best line",
        "a window",
        Better("go d4 ;; pv", "depth 4", "and one can step into it: pv play 2"),
    ),
    ("info", "about the program", Same("info", "quarterply")),
    (
        "moves generated, moves searched",
        "two debug windows",
        Better(
            "profile rdchess ;; 1.e4 d5 2.exd5 Qxd5 3.Nc3 e5 ;; moves --order",
            "Nxd5|capture|generated|profile rdchess",
            "with the stage and the score of each move",
        ),
    ),
    (
        "search statistics, hash use",
        "two debug windows",
        Better("go d4 ;; extensions ;; tt", "extensions nodes|full", "`tt` for the table"),
    ),
    (
        "search watchdog",
        "tells of a search that hangs",
        None(
            "a sign of life comes every second, and the clock is kept by another thread than the search",
        ),
    ),
    (
        "field control",
        "attackers of every square, kept up to date",
        Same("show control", "White's attackers"),
    ),
    ("test suite page", "EPD inside PGN", Same("solve suite.epd", "2")),
    ("picker for several games", "of a PGN", Same("games games.pgn", "Morphy|Anna")),
    ("Esc", "ends a search", Better("go inf & ;; stop", "best ", "or Ctrl-C")),
    (
        "permanent brain",
        "thinks in the opponent's time",
        Same("play white d2 ;; ponder on", "thinks on your time"),
    ),
    ("xboard (argument)", "engine mode", Xboard("info", "#")),
];

const SLOW_CHESS: &[Row] = &[
    ("levels", "a window", Same("play white 5+3 ;; level", "5:00")),
    ("book", "opening book", Same("set OwnBook true", "OwnBook true")),
    ("analysis", "a window", Same("analyze", "best ")),
    ("Fischer random", "since 2.9", Same("new 960 518 ;; fen", "RNBQKBNR w")),
    ("UCI, WinBoard", "engine modes", Same("uci", "uciok")),
    ("epd2wb", "suites through WinBoard", Same("suite suite.epd d3", "2/2")),
    (
        "check extension",
        "a ply",
        Same(
            "profile slow ;; get extension.check ;; 8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1 ;; go d5",
            "extension.check  4|extension check fired",
        ),
    ),
    (
        "pawn push extensions",
        "a ply to the seventh, and to the sixth under three conditions",
        Same(
            "profile slow ;; get extension.pawn-to-sixth ;; 8/5k2/2P5/P7/8/8/5p2/3K2n1 w - - 0 1 ;; go d6",
            "extension.pawn-to-sixth  4|extension pawn-to-seventh fired|extension pawn-to-sixth fired",
        ),
    ),
    (
        "single response extensions",
        "three quarters for one reply, a quarter for two",
        Same(
            "profile slow ;; get extension.single-reply ;; get extension.two-replies ;; 8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1 ;; go d5",
            "extension.single-reply  3|extension.two-replies  1|extension single-reply fired|extension two-replies fired",
        ),
    ),
    (
        "mate threat extension",
        "half a ply",
        Same(
            "profile slow ;; get extension.mate-threat ;; 8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1 ;; go d5",
            "extension.mate-threat  2|extension mate-threat fired",
        ),
    ),
    (
        "king safety extensions",
        "sacrifices beside the king, and a queen that cages it",
        Better(
            "profile slow ;; get extension.king-attack ;; r1bq1rk1/ppp2ppp/2nb1n2/3pp3/8/3BPN2/PPPPQPPP/RNB2RK1 w - - 0 1 ;; go d6",
            "extension.king-attack  2|extension king-attack fired",
            "half a ply; the amount is not documented",
        ),
    ),
    (
        "recapture extension",
        "three quarters, a quarter out of check",
        Same(
            "profile slow ;; get extension.recapture ;; r1bq1rk1/ppp2ppp/2nb1n2/3pp3/8/3BPN2/PPPPQPPP/RNB2RK1 w - - 0 1 ;; go d5",
            "extension.recapture  3|extension recapture fired",
        ),
    ),
    (
        "recapture to pawn endgame",
        "two plies",
        Same(
            "profile slow ;; get extension.pawn-ending ;; 8/8/3k4/3r4/8/8/PPPR1K2/8 w - - 0 1 ;; go d5",
            "extension.pawn-ending  8|extension pawn-ending fired",
        ),
    ),
    (
        "fractions add up, the largest counts",
        "carried down the line",
        Better(
            "profile slow ;; 8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1 ;; go d5 ;; explain",
            "plies and quarters|check|single-reply",
            "each decision of a line, and which rule found a mate",
        ),
    ),
    (
        "when to call the quiescence search",
        "four cases in which the main search goes on",
        Same(
            "profile slow ;; 8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1 ;; go d1 ;; explain",
            "goes on: ",
        ),
    ),
];

const ANCESTORS: [(&str, &[Row]); 5] = [
    ("EXchess", EXCHESS),
    ("Diablo", DIABLO),
    ("Expositor", EXPOSITOR),
    ("RDChess", RDCHESS),
    ("Slow Chess", SLOW_CHESS),
];

/// Files that rows use.
fn fixture(folder: &Path) {
    let games = "[White \"Morphy\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 1-0\n\n\
                 [White \"Anna\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1;\n\
                 r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; dm 1;\n";
    fs::write(folder.join("games.pgn"), games).unwrap();
    fs::write(folder.join("suite.epd"), suite).unwrap();
    fs::write(
        folder.join("counts.epd"),
        format!("{} ;D1 20 ;D2 400\n", Position::start().to_fen()),
    )
    .unwrap();
    fs::write(folder.join("games.qpr"), b"QPLY\x02").unwrap();
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core/store/default.qpn");
    fs::copy(network, folder.join("gen1.qpn")).unwrap();
}

fn program(folder: &Path, row: usize) -> Command {
    let mut program = bare();
    program
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join(format!("config-{row}")))
        .args(["--no-history", "-H", "1", "-t", "1"]);
    program
}

/// Returns the fault of a row.
fn fault((name, _, heir): &Row, folder: &Path, row: usize) -> Option<String> {
    let (lines, wanted, output) = match *heir {
        None(why) => {
            assert!(!why.is_empty(), "{name}: no reason");
            let mut words = name.split(", ");
            let known =
                words.find(|word| commands::grammar::parse(word, &Position::start()).is_ok());
            return known.map(|word| format!("`{word}` is there"));
        }
        Better(_, _, "") => return Some("nothing is better".to_owned()),
        Same(lines, wanted) | Better(lines, wanted, _) => {
            (lines, wanted, program(folder, row).args(["-c", lines]).given(""))
        }
        Xboard(lines, wanted) => {
            let said = format!("xboard\n{}\nping 7\nquit\n", lines.replace(" ;; ", "\n"));
            (lines, wanted, program(folder, row).given(said))
        }
    };
    let said = out(&output) + &complaints(&output);
    // An error is allowed only where the row expects it.
    let refused = said.contains("error: ") && !wanted.contains("was expected");
    let missing: Vec<&str> = wanted.split('|').filter(|part| !said.contains(part)).collect();
    (refused || !missing.is_empty()).then(|| format!("`{lines}`: no {missing:?} in\n{said}"))
}

#[test]
fn every_command_of_the_ancestors_has_an_heir_that_does_it_or_a_reason() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    fixture(folder);
    let rows: Vec<(&str, &Row)> = ANCESTORS
        .iter()
        .flat_map(|(ancestor, rows)| rows.iter().map(move |row| (*ancestor, row)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        loop {
            let row = next.fetch_add(1, Ordering::Relaxed);
            let Some((ancestor, row_of @ (name, did, _))) = rows.get(row) else { return faults };
            assert!(!name.is_empty() && !did.is_empty());
            let found = fault(row_of, folder, row + 1);
            faults.extend(found.map(|fault| format!("{ancestor}, {name}: {fault}")));
        }
    };
    let faults: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Commands of the ancestors are understood, or the error suggests ours.
#[test]
fn words_of_the_ancestors_are_answered_with_ours() {
    let board = Position::start();
    let words = "score,clist,cores,memory,testsuite,edit_book,swap,print_psq,history_stats,performance,probe,\
                 post,nopost,easy,hard,nodisplay,white,black,playother,remove,sd,st,name,rating,\
                 result,syzygy,simplex";
    for word in words.split(',') {
        let Err(refused) = commands::grammar::parse(word, &board) else { continue };
        let said = refused.to_string();
        let ours = said.split("did you mean `").nth(1).and_then(|rest| rest.split('`').next());
        let first =
            ours.and_then(|ours| ours.split(' ').next()).unwrap_or_else(|| panic!("{said}"));
        assert!(quarterply::commands::find(first).is_some(), "{said}");
    }
}

/// Over xboard's protocol all showing commands of EXchess's console are accepted, and those of the protocol.
#[test]
fn the_console_of_exchess_is_understood_over_xboard() {
    let words = "new,quit,force,go,playother,level 40 5 0,time 500,otim 500,st 5,sd 9,takeback,remove,undo,hint,bk,post,nopost,\
                 setboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1,edit,display,list,clist,score,analyze,exit,easy,hard,hash 16,memory 16,\
                 cores 1,suite wac.epd,see e2e4,getvalue Hash,setvalue Hash 16,performance,history,help,save game.pgn,log,name X,\
                 rating 1 2,ics -,result *,?,.,draw,accepted san,rejected san,variant normal,protover 2,usermove e2e4,e2e4,ping 1,\
                 white,black,random,computer,option Ponder=1,exclude e2e4,include all,egtpath syzygy /tables,eval,moves,check,tt";
    let board = Position::start();
    for word in words.split(',') {
        let read = xboard::parse(word.trim(), &board, false);
        let unknown = matches!(read, Err(CommandError::UnknownWord(_) | CommandError::Refused(_)));
        assert!(!unknown, "{word}: {read:?}");
    }
}
