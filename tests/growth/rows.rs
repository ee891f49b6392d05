//! The inputs that can grow: each form of file, each list of commands, each dialect, well-formed and badly formed.
//!
//! Where an item costs work, a filler makes it long, so that the limit of memory for a byte can fail at a quick size.

use std::fmt::Write;

use quarterply::chess::{Move, Position, san};

use super::super::long_proofs::{long_mate, text};

/// A kind of input.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// Ending of the file that has it; empty for standard input. `toml` is the file of settings.
    pub(super) ending: &'static str,
    /// The input of a size.
    pub(super) made: fn(usize) -> Vec<u8>,
    pub(super) size: usize,
    /// Lines typed; `{}` is the file, `OUT` a folder.
    pub(super) lines: &'static str,
    pub(super) arguments: &'static str,
}

const fn row(
    (name, ending): (&'static str, &'static str),
    size: usize,
    made: fn(usize) -> Vec<u8>,
    lines: &'static str,
) -> Row {
    Row { name, ending, made, size, lines, arguments: "" }
}

const fn dialect(
    name: &'static str,
    arguments: &'static str,
    size: usize,
    made: fn(usize) -> Vec<u8>,
) -> Row {
    Row { name, ending: "", made, size, lines: "", arguments }
}

/// A text between a head and a tail, for each number.
fn each(head: &str, count: usize, line: impl Fn(usize) -> String, tail: &str) -> Vec<u8> {
    let mut text = head.to_owned();
    (0..count).for_each(|number| write!(text, "{}", line(number)).unwrap());
    text.push_str(tail);
    text.into_bytes()
}

/// The same line again and again.
fn same(line: &str, count: usize) -> Vec<u8> {
    line.repeat(count).into_bytes()
}

fn wide(text: &[u8]) -> Vec<u8> {
    let text = format!("\u{FEFF}{}", String::from_utf8_lossy(text));
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

/// Words that mean nothing.
fn filler() -> String {
    "filler ".repeat(30)
}

fn knights(number: usize) -> &'static str {
    ["Nf3", "Nf6", "Ng1", "Ng8"][number % 4]
}

fn knight_moves(number: usize) -> &'static str {
    ["g1f3", "g8f6", "f3g1", "f6g8"][number % 4]
}

/// A game of moves that end nothing, each with a remark.
fn remarked(plies: usize) -> Vec<u8> {
    let mut position = Position::start();
    let next = |number: usize| {
        let moves = position.legal_moves();
        let turned = (0..moves.len()).map(|at| moves[(31 * number + at) % moves.len()].mv);
        let goes_on = |&mv: &Move| position.play(mv).has_legal_move();
        let is_quiet = |&mv: &Move| position.play(mv).occupied().len() == position.occupied().len();
        let quiet = turned.clone().filter(is_quiet).find(goes_on);
        let mv = quiet.or_else(|| turned.clone().find(goes_on)).expect("a game that goes on");
        let text = format!("{} {{{}}} ", san(&position, mv), filler());
        position = position.play(mv);
        text
    };
    let moves: String = (0..plies).map(next).collect();
    format!("[White \"A\"]\n\n{moves}*\n").into_bytes()
}

fn shuffled(plies: usize) -> Vec<u8> {
    each("[White \"A\"]\n\n", plies, |i| format!("{} ", knights(i)), "*\n")
}

/// Positions with operations, and a long name.
fn records(operations: &str, count: usize) -> Vec<u8> {
    let name = filler();
    let line = |i| format!("7k/8/5K2/8/8/8/8/R7 w - - {operations}; id \"{i} {name}\";\n");
    each("", count, line, "")
}

fn games_with_remarks(count: usize) -> Vec<u8> {
    let remark = filler();
    each("", count, |_| format!("[White \"A\"]\n\n1. e4 {{{remark}}} e5 1-0\n\n"), "")
}

fn puzzles(count: usize) -> Vec<u8> {
    let themes = filler();
    let line = |i| format!("{i},7k/8/5K2/8/8/8/8/R6R b - - 0 1,h8g8 a1a8,1500,80,95,9,{themes}\n");
    each("PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes\n", count, line, "")
}

const TWINS: &str = "BeginProblem\nPieces White Kf6 Ra2 Black Kh8\nStipulation #1\n";

const PROBLEM: &str = "BeginProblem\nForsyth 7k/8/5K2/8/8/8/8/R7\nStip #1\n";

const OLIVE: &str = "---\nalgebraic:\n  white: [Kf6, Ra1]\n  black: [Kh8]\nstipulation: \"#1\"\n";

/// Everything that can be done with a proof.
const PROOF: &str = "proof load {}\nproof verify\nproof tree all\nproof line\nproof save OUT/a.jsonl\nproof load OUT/a.jsonl\n\
    proof export OUT/a.html\nproof export OUT/a.pgn\nproof export OUT/a.json\nsave OUT/a.qs\nrestore OUT/a.qs";

/// Everything that can be done with a game.
const WALK: &str = "load {}\nhistory\npgn OUT/a.pgn\nsave OUT/a.epd\nsave OUT/a.qs\nrestore OUT/a.qs\ncheck\n\
    picture OUT/a.svg history";

pub(super) const ROWS: &[Row] = &[
    row(("records", "epd"), 60, |n| records("bm #2", n), "solve {} 1k"),
    row(("records searched", "epd"), 60, |n| records("bm Kf7", n), "suite {} nodes 5"),
    row(
        ("records looked through", "epd"),
        60,
        |n| records("bm #2", n),
        "load {}\nload {} 2\nview {}\nview\ndrill {}\ngive",
    ),
    row(("counts", "epd"), 500, |n| records("D1 18", n), "perft --suite {} --depth 1"),
    row(
        ("wrong counts", "epd"),
        500,
        |n| each("", n, |_| "7k/8/5K2/8/8/8/8/R7 w - - ;D1 3\n".to_owned(), ""),
        "perft --suite {} --depth 1",
    ),
    row(
        ("bad records", "epd"),
        4_000,
        |n| same("8\n", n),
        "solve {} 1k\nperft --suite {}\nview {}\ndrill {}",
    ),
    row(("bad records, packed", "epd.gz"), 4_000, |n| packed(&same("8\n", n)), "solve {} 1k"),
    row(
        ("a record of many operations", "epd"),
        2_000,
        |n| each("7k/8/5K2/8/8/8/8/R7 w - - bm #2;", n, |i| format!(" c{} x;", i % 9), "\n"),
        "solve {} 1k",
    ),
    row(("puzzles", "csv"), 60, puzzles, "sound {} 1k\nsolve {} 1k\ndrill {}"),
    row(
        ("bad puzzles", "csv"),
        2_000,
        |n| each("", n, |i| format!("{i},8/8,e2e4\n"), ""),
        "sound {} 1k\nsolve {} 1k",
    ),
    row(
        ("problems", "inp"),
        60,
        |n| each("", n, |_| format!("{PROBLEM}Remark {}\nEndProblem\n", filler()), ""),
        "solve {} 1k\nsound {} 1k",
    ),
    row(
        ("bad problems", "inp"),
        2_000,
        |n| each("BeginProblem\n", n, |_| "Stip x\nNext\n".to_owned(), ""),
        "solve {} 1k",
    ),
    row(
        ("twins", "inp"),
        60,
        |n| each(TWINS, n, |_| format!("Twin Continued Shift a1 a1\nRemark {}\n", filler()), ""),
        "solve {} 1k",
    ),
    row(
        ("bad twins", "inp"),
        2_000,
        |n| each("BeginProblem\nOption Foo\nStip #1\n", n, |_| "twin\n".to_owned(), ""),
        "solve {} 1k",
    ),
    row(
        ("twins below a long title", "inp"),
        500,
        |n| {
            let title = "x".repeat(10 * n);
            each(&format!("BeginProblem\nTitle {title}\nStip x\n"), n, |_| "twin\n".to_owned(), "")
        },
        "solve {} 1k",
    ),
    row(
        ("twins of a long stipulation", "inp"),
        500,
        |n| {
            let digits = "1".repeat(10 * n);
            each(&format!("BeginProblem\nStip #{digits}\n"), n, |_| "twin\n".to_owned(), "")
        },
        "solve {} 1k",
    ),
    row(
        ("a change of many squares", "inp"),
        1_000,
        |n| each(&format!("{TWINS}Twin Move"), n, |_| " a1a2a3".to_owned(), "\n"),
        "solve {} 1k",
    ),
    row(
        ("words behind a stipulation", "inp"),
        2_000,
        |n| each(PROBLEM.trim_end(), n, |_| " vv".to_owned(), "\n"),
        "solve {} 1k",
    ),
    row(
        ("Olive's problems", "olv"),
        60,
        |n| each("", n, |_| format!("{OLIVE}comment: {}\n", filler()), ""),
        "solve {} 1k",
    ),
    row(
        ("Olive's twins", "olv"),
        60,
        |n| {
            let twin = |i| format!("  b{i}: Shift a1 a1 # {}\n", filler());
            each(&format!("{OLIVE}twins:\n"), n, twin, "")
        },
        "solve {} 1k",
    ),
    row(("bad problems of Olive's", "olv"), 500, |n| same("---\nalgebraic: [\n", n), "solve {} 1k"),
    row(
        ("lists in lists", "olv"),
        8_000,
        |n| each("algebraic: ", n, |_| "[".to_owned(), "\n"),
        "solve {} 1k",
    ),
    row(("games", "pgn"), 500, |n| same(GAME, n), "games {}\nload {} 2\ngames {} player A"),
    row(("games in UTF-16", "pgn"), 500, |n| wide(&same(GAME, n)), "games {}\nload {} 2"),
    row(("games, packed", "pgn.gz"), 500, |n| packed(&same(GAME, n)), "games {}\nload {} 2"),
    row(
        ("games annotated", "pgn"),
        60,
        games_with_remarks,
        "annotate {} nodes 1 --proof 0 --to OUT/a.pgn",
    ),
    row(
        ("bad games", "pgn"),
        1_000,
        |n| same("1. e5 *\n\n", n),
        "games {}\nload {} 2\nannotate {} nodes 1 --to OUT/a.pgn",
    ),
    row(("a long game", "pgn"), 2_000, shuffled, "load {}\npgn OUT/a.pgn\nsave OUT/a.qs"),
    row(("a game with remarks", "pgn"), 60, remarked, WALK),
    row(
        ("a game annotated", "pgn"),
        60,
        remarked,
        "annotate {} nodes 1 --proof 0 --to OUT/a.pgn --html OUT/a.html\nload {}\n\
         annotate nodes 1 --proof 0 --html OUT/b.html\npgn OUT/b.pgn",
    ),
    row(
        ("headers", "pgn"),
        800,
        |n| each("", n, |i| format!("[Tag{i} \"x\"]\n"), "\n1. e4 *\n"),
        "load {}\ntag\npgn OUT/a.pgn\nsave OUT/a.qs\nrestore OUT/a.qs",
    ),
    row(
        ("open headers", "pgn"),
        2_000,
        |n| each("", n, |_| "[Tag \"x ".to_owned(), "\n1. e4 *\n"),
        "games {}\nload {}",
    ),
    row(
        ("comments", "pgn"),
        1_000,
        |n| each("1. e4 ", n, |i| format!("{{note {i}}} "), "*\n"),
        "load {}\nhistory\npgn OUT/a.pgn\nsave OUT/a.qs\nrestore OUT/a.qs",
    ),
    row(
        ("lines beside a move", "pgn"),
        500,
        |n| each("1. e4 e5 ", n, |i| format!("(1... {}6) ", ["a", "b", "c", "d"][i % 4]), "*\n"),
        "load {}\nvariation\nhistory\npgn OUT/a.pgn",
    ),
    row(
        ("lines in lines", "pgn"),
        600,
        |n| each("1. e4 e5 ", n, |_| "(1... c5 2. Nf3 d6 ".to_owned(), ""),
        "load {}\nhistory\nannotate {} nodes 1 --proof 0 --to OUT/a.pgn",
    ),
    row(
        ("signs", "pgn"),
        2_000,
        |n| each("1. e4 ", n, |i| format!("${} ", i % 200), "*\n"),
        "load {}\nhistory\npgn OUT/a.pgn",
    ),
    row(("no game", "pgn"), 2_000, |n| same("a line of prose\n", n), "games {}\nload {}"),
    row(
        ("an open comment", "pgn"),
        2_000,
        |n| each("1. e4 {", n, |_| "word ".to_owned(), ""),
        "games {}\nload {}",
    ),
    row(("a proof", "jsonl"), 200, |n| text(&long_mate(n as u16)).into_bytes(), PROOF),
    row(
        ("answers of provers", "jsonl"),
        100,
        |n| {
            let id = filler();
            let fen = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
            each(
                "",
                n,
                |i| {
                    format!(
                        "{{\"type\":\"solve\",\"fen\":\"{fen}\",\"dm\":2,\"no_mate_in\":1,\"nodes\":9,\"id\":\"{i} {id}\"}}\n"
                    )
                },
                "",
            )
        },
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1\nproof join {}",
    ),
    row(
        ("bad answers", "jsonl"),
        1_000,
        |n| same("{\"type\":\"solve\"}\n", n),
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1\nproof join {}\nproof load {}",
    ),
    row(
        ("a bad session", "qs"),
        20_000,
        |n| [b"QPLY\x01\0\x03\0", &vec![0; n][..]].concat(),
        "restore {}",
    ),
    row(
        ("a bad network", "qpn"),
        20_000,
        |n| [b"QPLY\x03\0\x01\0", &vec![0; n][..]].concat(),
        "network {}",
    ),
    row(
        ("a book", "bin"),
        2_000,
        |n| {
            let entry = |i: u64| [&i.to_be_bytes()[..], &[0x03, 0x1c, 0, 1, 0, 0, 0, 0]].concat();
            (0..n as u64).flat_map(entry).collect()
        },
        "set BookFile {}\nbook\nset OwnBook true\ngo d1",
    ),
    row(("a bad book", "bin"), 20_000, |n| vec![0; n], "set BookFile {}\nbook"),
    row(
        ("a book as text", "txt"),
        1_000,
        |n| each("", n, |i| format!("A00 | Name {i} | {} {}\n", knights(i), knights(i + 1)), ""),
        "set BookFile {}\nbook",
    ),
    row(
        ("a bad book as text", "txt"),
        2_000,
        |n| same("e4 e5\n", n),
        "set BookFile {}\nset BookEdits {}\nbook",
    ),
    row(("a script", "txt"), 2_000, |n| same("fen\n", n), "source {}"),
    Row {
        arguments: "-c fen",
        ..row(("settings", "toml"), 500, |n| each("", n, |i| format!("a{i} = 1\n"), ""), "")
    },
    dialect("moves", "", 2_000, |n| each("", n, |i| format!("{}\n", knights(i)), "")),
    dialect("moves and back", "", 1_000, |n| same("e4\nundo\nd4\nundo\n", n)),
    dialect("positions", "", 1_000, |n| same("7k/8/5K2/8/8/8/8/R7 w - - 0 1\n", n)),
    dialect("new games", "", 2_000, |n| same("new\n", n)),
    dialect("passes", "", 2_000, |n| same("pass\n", n)),
    dialect("searches", "", 100, |n| each("", n, |_| format!("go d1 # {}\n", filler()), "")),
    dialect("headers set", "", 1_000, |n| each("", n, |i| format!("tag A{i} x\n"), "")),
    dialect("headers typed", "", 1_000, |n| {
        each("", n, |i| format!("[Tag{i} \"x\"]\n"), "\n1. e4 *\n")
    }),
    dialect("boards drawn", "", 1_000, |n| same("r n b q k b n r\n", n)),
    dialect("aliases", "", 500, |n| each("", n, |i| format!("alias q{i} fen\n"), "")),
    dialect("comments set", "", 800, |n| each("", n, |i| format!("comment note {i}\n"), "")),
    dialect("unknown words", "", 100, |n| each("", n, |i| format!("foo{i} {}\n", filler()), "")),
    dialect("commands in a line", "", 4_000, |n| same("fen;", n)),
    dialect("commands in commands", "", 4_000, |n| same("time ", n)),
    dialect("moves of JSON", "--json", 2_000, |n| each("", n, |i| format!("{}\n", knights(i)), "")),
    dialect("a line of moves", "", 4_000, |n| each("", n, |i| format!("{} ", knights(i)), "\n")),
    dialect("records in a stream", "label - 5", 60, |n| records("bm #2", n)),
    dialect("bad records in a stream", "label - 5", 1_000, |n| same("8/8\n", n)),
    dialect("problems in a stream", "solve - 5", 60, |n| records("bm #2", n)),
    dialect("games in a stream", "annotate - nodes 1 --proof 0", 60, games_with_remarks),
    dialect("a game in a stream", "annotate - nodes 1 --proof 0", 40, remarked),
    dialect("moves of UCI", "", 4_000, |n| {
        let moves = |i| format!(" {}", knight_moves(i));
        each("uci\nposition startpos moves", n, moves, "\nisready\nquit\n")
    }),
    dialect("searches of UCI", "", 400, |n| {
        each("uci\n", n, |_| "position startpos\ngo depth 1\n".to_owned(), "quit\n")
    }),
    dialect("unknown words of UCI", "", 100, |n| {
        each("uci\n", n, |i| format!("foo{i} {}\n", filler()), "quit\n")
    }),
    dialect("moves of xboard", "", 800, |n| {
        each("xboard\nforce\n", n, |i| format!("usermove {}\n", knight_moves(i)), "quit\n")
    }),
    dialect("pieces of xboard", "", 2_000, |n| {
        each("xboard\nforce\nedit\n", n, |_| "Pa4\n".to_owned(), ".\nquit\n")
    }),
    dialect("unknown words of xboard", "", 100, |n| {
        each("xboard\nforce\n", n, |i| format!("foo{i} {}\n", filler()), "quit\n")
    }),
];
