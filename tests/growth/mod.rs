//! What the program does with an input grows as the input does: every kind that can grow, well-formed and badly formed, at n and
//! 4n, in the whole program on a thread of two MiB of stack.
//!
//! The program runs in this test's own process, started anew, with an allocator that counts. Work that allocates nothing is not
//! seen. To add a kind, add a row.

mod counting;

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use clap::{CommandFactory, FromArgMatches};
use counting::Counts;
use quarterply::front::arguments::Arguments;
use quarterply::front::launch;

use super::program::Run;

/// Allocations and bytes may grow with this power of the input.
const POWER: f64 = 1.3;

/// Bytes of memory for a byte of input, after unpacking.
const FACTOR: f64 = 200.0;

/// Set for the process that runs the program: the file for what it has allocated, and the arguments, a line each.
const CHILD: &str = "QUARTERPLY_GROWTH";

/// A kind of input.
struct Row {
    name: &'static str,
    /// Ending of the file that has it; empty for standard input.
    ending: &'static str,
    /// The input of a size.
    made: fn(usize) -> Vec<u8>,
    size: usize,
    /// Lines typed; `{}` is the file, `OUT` a folder.
    lines: &'static str,
    arguments: &'static str,
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

fn knights(number: usize) -> &'static str {
    ["Nf3", "Nf6", "Ng1", "Ng8"][number % 4]
}

fn knight_moves(number: usize) -> &'static str {
    ["g1f3", "g8f6", "f3g1", "f6g8"][number % 4]
}

const TWINS: &str = "BeginProblem\nPieces White Kf6 Ra2 Black Kh8\nStipulation #1\n";

const OLIVE: &str = "---\nalgebraic:\n  white: [Kf6, Ra1]\n  black: [Kh8]\nstipulation: \"#1\"\n";

const ROWS: &[Row] = &[
    row(
        ("records", "epd"),
        40,
        |n| each("", n, |i| format!("7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"{i}\";\n"), ""),
        "solve {} 1k",
    ),
    row(("bad records", "epd"), 4_000, |n| each("", n, |_| "8\n".to_owned(), ""), "solve {} 1k"),
    row(
        ("bad records, packed", "epd.gz"),
        4_000,
        |n| packed(&each("", n, |_| "8\n".to_owned(), "")),
        "solve {} 1k",
    ),
    row(
        ("a record of many operations", "epd"),
        2_000,
        |n| each("7k/8/5K2/8/8/8/8/R7 w - - bm #2;", n, |i| format!(" c{} x;", i % 9), "\n"),
        "solve {} 1k",
    ),
    row(
        ("bad rows", "csv"),
        2_000,
        |n| each("", n, |i| format!("{i},8/8,e2e4\n"), ""),
        "sound {} 1k",
    ),
    row(
        ("problems", "inp"),
        40,
        |n| {
            each(
                "",
                n,
                |_| "BeginProblem\nForsyth 7k/8/5K2/8/8/8/8/R7\nStip #1\nEndProblem\n".to_owned(),
                "",
            )
        },
        "solve {} 1k",
    ),
    row(
        ("bad problems", "inp"),
        2_000,
        |n| each("BeginProblem\n", n, |_| "Stip x\nNext\n".to_owned(), ""),
        "solve {} 1k",
    ),
    row(
        ("twins", "inp"),
        40,
        |n| each(TWINS, n, |_| "Twin Continued Shift a1 a1\n".to_owned(), ""),
        "solve {} 1k",
    ),
    row(
        ("bad twins", "inp"),
        1_000,
        |n| each("BeginProblem\nOption Foo\nStip #1\n", n, |_| "twin\n".to_owned(), ""),
        "solve {} 1k",
    ),
    row(
        ("twins below a long title", "inp"),
        500,
        |n| {
            each(
                &format!("BeginProblem\nTitle {}\nStip x\n", "x".repeat(10 * n)),
                n,
                |_| "twin\n".to_owned(),
                "",
            )
        },
        "solve {} 1k",
    ),
    row(
        ("twins of a long stipulation", "inp"),
        500,
        |n| {
            each(
                &format!("BeginProblem\nStip #{}\n", "1".repeat(10 * n)),
                n,
                |_| "twin\n".to_owned(),
                "",
            )
        },
        "solve {} 1k",
    ),
    row(
        ("a change of many squares", "inp"),
        500,
        |n| each(&format!("{TWINS}Twin Move"), n, |_| " a1a2a3".to_owned(), "\n"),
        "solve {} 1k",
    ),
    row(
        ("words behind a stipulation", "inp"),
        500,
        |n| {
            each(
                "BeginProblem\nForsyth 7k/8/5K2/8/8/8/8/R7\nStip #1",
                n,
                |_| " vv".to_owned(),
                "\n",
            )
        },
        "solve {} 1k",
    ),
    row(("Olive's problems", "olv"), 40, |n| each("", n, |_| OLIVE.to_owned(), ""), "solve {} 1k"),
    row(
        ("Olive's twins", "olv"),
        40,
        |n| each(&format!("{OLIVE}twins:\n"), n, |i| format!("  b{i}: Shift a1 a1\n"), ""),
        "solve {} 1k",
    ),
    row(
        ("bad problems of Olive's", "olv"),
        500,
        |n| each("", n, |_| "---\nalgebraic: [\n".to_owned(), ""),
        "solve {} 1k",
    ),
    row(
        ("lists in lists", "olv"),
        500,
        |n| each("algebraic: ", n, |_| "[".to_owned(), "\n"),
        "solve {} 1k",
    ),
    row(("games", "pgn"), 500, |n| each("", n, |_| GAME.to_owned(), ""), "games {}\nload {} 2"),
    row(
        ("games in UTF-16", "pgn"),
        500,
        |n| wide(&each("", n, |_| GAME.to_owned(), "")),
        "games {}\nload {} 2",
    ),
    row(
        ("games, packed", "pgn.gz"),
        500,
        |n| packed(&each("", n, |_| GAME.to_owned(), "")),
        "games {}\nload {} 2",
    ),
    row(
        ("a long game", "pgn"),
        2_000,
        |n| each("[White \"A\"]\n\n", n, |i| format!("{} ", knights(i)), "*\n"),
        "load {}\npgn OUT/a.pgn\nsave OUT/a.epd\nsave OUT/a\nrestore OUT/a",
    ),
    row(
        ("headers", "pgn"),
        500,
        |n| each("", n, |i| format!("[Tag{i} \"x\"]\n"), "\n1. e4 *\n"),
        "load {}\npgn OUT/a.pgn",
    ),
    row(
        ("comments", "pgn"),
        500,
        |n| each("1. e4 ", n, |i| format!("{{note {i}}} "), "*\n"),
        "load {}\npgn OUT/a.pgn",
    ),
    row(
        ("lines in lines", "pgn"),
        200,
        |n| each("1. e4 e5 ", n, |_| "(1... c5 2. Nf3 d6 ".to_owned(), ""),
        "load {}",
    ),
    row(
        ("signs", "pgn"),
        1_000,
        |n| each("1. e4 ", n, |i| format!("${} ", i % 200), "*\n"),
        "load {}",
    ),
    row(
        ("no game", "pgn"),
        2_000,
        |n| each("", n, |_| "a line of prose\n".to_owned(), ""),
        "games {}\nload {}",
    ),
    row(
        ("an open comment", "pgn"),
        2_000,
        |n| each("1. e4 {", n, |_| "word ".to_owned(), ""),
        "games {}\nload {}",
    ),
    row(("a script", "txt"), 500, |n| each("", n, |_| "fen\n".to_owned(), ""), "source {}"),
    dialect("moves", "", 400, |n| each("", n, |i| format!("{}\n", knights(i)), "")),
    dialect("headers set", "", 400, |n| each("", n, |i| format!("tag A{i} x\n"), "")),
    dialect("aliases", "", 200, |n| each("", n, |i| format!("alias q{i} fen\n"), "")),
    dialect("comments set", "", 400, |n| each("", n, |i| format!("comment note {i}\n"), "")),
    dialect("unknown words", "", 400, |n| each("", n, |i| format!("foo{i}\n"), "")),
    dialect("moves of JSON", "--json", 400, |n| each("", n, |i| format!("{}\n", knights(i)), "")),
    dialect("a line of moves", "", 1_000, |n| each("", n, |i| format!("{} ", knights(i)), "\n")),
    dialect("moves of UCI", "", 2_000, |n| {
        each(
            "uci\nposition startpos moves",
            n,
            |i| format!(" {}", knight_moves(i)),
            "\nisready\nquit\n",
        )
    }),
    dialect("unknown words of UCI", "", 500, |n| {
        each("uci\n", n, |i| format!("foo{i} bar\n"), "quit\n")
    }),
    dialect("moves of xboard", "", 400, |n| {
        each("xboard\nforce\n", n, |i| format!("usermove {}\n", knight_moves(i)), "quit\n")
    }),
    dialect("unknown words of xboard", "", 500, |n| {
        each("xboard\nforce\n", n, |i| format!("foo{i}\n"), "quit\n")
    }),
];

/// Runs the program where [`CHILD`] asks for it. Otherwise it does nothing: the test below starts it.
#[test]
fn child() {
    let Ok(asked) = env::var(CHILD) else { return };
    let mut words = asked.lines();
    let counts = words.next().unwrap();
    let line = ["quarterply"].into_iter().chain(words);
    let matches = Arguments::command().try_get_matches_from(line).unwrap();
    let arguments = Arguments::from_arg_matches(&matches).unwrap();
    launch::run(&arguments, &arguments.scripts(&matches));
    fs::write(counts, Counts::now().text()).unwrap();
}

/// Gives the program an input of a size; returns what it allocated and the length of the input.
fn run(row: &Row, size: usize, folder: &Path) -> (Counts, f64) {
    let (counts, out) = (folder.join("counts"), folder.join("out"));
    let input = folder.join(format!("input.{}", row.ending));
    let made = (row.made)(size);
    // A packed text counts as what it unpacks to.
    let length = match row.ending.ends_with(".gz") {
        true => std::io::copy(&mut flate2::read::GzDecoder::new(&made[..]), &mut std::io::sink())
            .unwrap() as usize,
        false => made.len(),
    };
    let _ = fs::remove_dir_all(&out);
    fs::create_dir(&out).unwrap();
    let typed = if row.ending.is_empty() {
        made
    } else {
        fs::write(&input, made).unwrap();
        let lines = row.lines.replace("{}", &input.display().to_string());
        lines.replace("OUT", &out.display().to_string()).into_bytes()
    };
    let mut words = vec![counts.display().to_string()];
    words.extend("--no-history --no-config --no-init -t 1 -H 1".split(' ').map(str::to_owned));
    words.extend(row.arguments.split_whitespace().map(str::to_owned));
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["growth::child", "--exact", "--nocapture"]).env(CHILD, words.join("\n"));
    child.env("RUST_MIN_STACK", (2 << 20).to_string()).stderr(Stdio::null());
    let output = child.given(typed);
    assert!(output.status.success(), "{}: {output:?}", row.name);
    (Counts::read(&fs::read_to_string(counts).unwrap()), length as f64)
}

#[test]
fn work_and_memory_grow_as_the_input_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut faults = Vec::new();
    for row in ROWS {
        let [few, some, many] =
            [1, row.size, 4 * row.size].map(|size| run(row, size, folder.path()));
        let power = |of: fn(&Counts) -> f64| {
            let [few, some, many] = [few, some, many].map(|(counts, _)| of(&counts));
            // What a start takes is not the input's; less than a page more is not growth.
            ((many - few).max(4096.0) / (some - few).max(1024.0)).log(4.0)
        };
        let (allocations, bytes) =
            (power(|counts| counts.allocations), power(|counts| counts.bytes));
        let factor = (many.0.most_held - some.0.most_held) / (many.1 - some.1);
        let found = format!(
            "{}: allocations n^{allocations:.2}, bytes n^{bytes:.2}, {factor:.0} for a byte",
            row.name
        );
        if env::var_os("QUARTERPLY_SHOW").is_some() {
            eprintln!("{found}");
        }
        if allocations > POWER || bytes > POWER || factor > FACTOR {
            faults.push(found);
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
