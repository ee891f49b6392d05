//! Every example in `help` is typed: it works, and prints the line below it in the help.

use std::fs;
use std::path::Path;
use std::process::Output;

use quarterply::commands::{COMMANDS, CommandSpec, SUBCOMMANDS};

use super::program::{Run, bare};

const MATE_IN_1: &str = "6k1/8/6K1/8/8/8/8/R7 w - - 0 1";
const MATE_IN_2: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";
const PROVED: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1\nproof 2";
const SCHOLARS: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 3 3";
const ITALIAN: &str = "new\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";

/// Lines typed before an example; the others follow the example before them, or begin a session.
const BEFORE: &[(&str, &str)] = &[
    ("picture tree.svg light proof tree", PROVED),
    ("picture search.svg go d14", "new"),
    ("see Nxe5", "1. e4 e5 2. Nf3 Nc6"),
    ("see d5", "new\n1. e4 d5 2. Nc3 Nf6"),
    ("resolve Qxf7+", SCHOLARS),
    ("go 5s", MATE_IN_1),
    ("go d12 only Nf3 e4", "new"),
    ("go 1M except Qh5", "new\n1. e4 e5\nset go.default 1k"),
    ("go 1m &", MATE_IN_1),
    ("pv", "go d6"),
    ("explain Kb1", "r3k2r/8/8/8/8/8/P7/K6R w kq - 0 1\ngo d6"),
    ("threat", ITALIAN),
    ("top 3 10s", MATE_IN_1),
    ("tb", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"),
    ("go d18 &", MATE_IN_1),
    ("go inf &", MATE_IN_1),
    ("compare", MATE_IN_1),
    ("proof", MATE_IN_2),
    ("proof h#2.5", "8/8/8/8/8/5K2/7R/5k2 b - - 0 1"),
    ("proof s#2 set tries 2", MATE_IN_2),
    ("proof net exclude b1,b2 no pawns", MATE_IN_1),
    ("proof resume 1m", PROVED),
    ("proof line Qf1", PROVED),
    (
        "proof load mate.jsonl",
        "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w\nproof 2\nproof save mate.jsonl",
    ),
    ("proof split 4 --parts 50", "8/5p2/7p/4R3/7k/7P/2P1KP1P/8 w"),
    (
        "proof join mate.jsonl",
        "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w\nproof 2\nproof save mate.jsonl\nclear",
    ),
    (
        "proof join 4 answers --refute",
        "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w\nsolve mates.epd 1k --proofs answers",
    ),
    ("proof play", PROVED),
    ("proof save mate.jsonl", PROVED),
    ("proof export mate.html", PROVED),
    ("proof set 2", MATE_IN_2),
    ("proof tree ply 4", PROVED),
    ("tries 2", MATE_IN_2),
    ("book", "set BookEdits changes.txt"),
    ("play black d8", "force\nnew"),
    ("comment the losing move", "e4 f6"),
    ("goto start", "load club.pgn 1"),
    ("load 3", "games games.pgn"),
    ("nag !", "e4"),
    ("next", "1. e4 e5\ngoto start"),
    ("redo 4", "1. e4 e5 2. Nf3 Nc6\nundo 4"),
    ("tags", "load club.pgn 1"),
    ("undo", "1. e4 e5 2. Nf3 Nc6 3. Bc4"),
    ("variation", "e4 (d4 d5) e5\nundo 2"),
    ("assert mate == 3", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1\ngo d6"),
    ("assert best in Nf3 e4", "new\ngo d2 only Nf3 e4"),
    ("restore evening.qs", "e4\nsave evening.qs"),
    ("time proof 3", MATE_IN_2),
    ("sound", MATE_IN_1),
    ("sound Qg6 fxg6 Nxg6+ 1M", "6rk/5p1p/5P2/4N3/8/8/6Q1/6RK w - - 0 1"),
    ("annotate 100k", "1. e4 e5"),
    ("why g4 100k", "1. f3 e5"),
    ("why 6...Be7", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Be7"),
];

/// Examples that need what a pipe does not have: records of their own on standard input, a folder of settings, misses,
/// another engine.
const NOT_IN_A_PIPE: [&str; 13] = [
    "annotate - 20k",
    "label - 5k",
    "label - 5k 1MiB",
    "restore",
    "set theme light --keep",
    "solve mates.epd 60s --from",
    "second /usr/games/stockfish",
    "second set Threads 2",
    "second off",
    "ask",
    "ask d20",
    "compare 1M --second",
    "annotate 20k --judge second",
];

/// Files that examples use.
fn write_files(folder: &Path) {
    let headers = |white: &str, black: &str, event: &str, eco: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Event \"{event}\"]\n[ECO \"{eco}\"]\n[Result \"1-0\"]\n\n"
        )
    };
    let opera = headers("Morphy, Paul", "Duke Karl / Count Isouard", "Paris", "C41");
    let opera = opera
        + "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5\n\
        10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n\n";
    let short = |white: &str| headers(white, "Berta", "Club", "B90") + "1. e4 c5 2. Nf3 d6 1-0\n\n";
    let [anna, clara] = ["Anna", "Clara"].map(short);
    let short_opera =
        headers("Morphy, Paul", "Duke Karl / Count Isouard", "Paris", "C41") + "1. e4 e5 1-0\n";
    let two = MATE_IN_2.trim_end_matches(" 0 1");
    let mates = format!("6k1/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\n{two} dm 2;\n");
    let popeye = "BeginProblem\nStipulation #1\nPieces\nWhite Kg6 Ra1\nBlack Kg8\nEndProblem\n";
    let puzzles = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
        1,6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1,h7h5 a1a8,800,80,90,100,mate,https://lichess.org/x,\n";
    for (name, text) in [
        ("games.pgn", &format!("{anna}{clara}{short_opera}")),
        ("club.pgn", &format!("{opera}{anna}")),
        ("wac.epd", &mates),
        ("mates.epd", &mates),
        ("problems.inp", &popeye.to_owned()),
        ("puzzles.csv", &puzzles.to_owned()),
        ("commands.txt", &"e4\n".to_owned()),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let network = quarterply::store::built_in_network().clone();
    network.save(&quarterply::store::WrittenFiles::default(), &folder.join("gen1.qpn")).unwrap();
}

fn program(folder: &Path, arguments: &[&str], input: &str) -> Output {
    bare()
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .args(["--no-history", "-t", "1", "-H", "1"])
        .args(arguments)
        .given(input)
}

/// Whether a line matches; `…` stands for any text.
fn fits(line: &str, said: &str) -> bool {
    let mut rest = line;
    let mut parts = said.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else { return false };
    rest = after;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || said.ends_with('…')
}

/// Types lines, each behind `mark` and the lines that it needs before it.
fn typed(lines: &[&str], arguments: &[&str], mark: impl Fn(usize) -> String) -> Output {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path());
    let mut script = String::new();
    for (number, line) in lines.iter().enumerate() {
        let before = BEFORE.iter().find(|(example, _)| example == line);
        let before = before.map_or("", |(_, before)| before);
        let typed = if NOT_IN_A_PIPE.contains(line) { "" } else { line };
        script.push_str(&format!("{before}\n{}\n{typed}\n", mark(number)));
    }
    program(folder.path(), arguments, &script)
}

fn lines_of(spec: &CommandSpec) -> Vec<&'static str> {
    spec.examples.iter().map(|(line, ..)| *line).collect()
}

/// What the examples of a row, or its name if it has none, print with `--json`.
pub(crate) fn in_json(spec: &CommandSpec) -> String {
    let lines = if spec.examples.is_empty() { vec![spec.name] } else { lines_of(spec) };
    String::from_utf8(typed(&lines, &["--json"], |_| String::new()).stdout).unwrap()
}

/// Types the examples of a row, and returns the deviations.
fn faults(spec: &CommandSpec) -> Vec<String> {
    let output = typed(&lines_of(spec), &[], |number| format!("echo @@{number}"));
    let (out, complaints) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    // An unsound puzzle is a valid answer.
    let is_fault = |line: &&str| !line.contains("puzzle");
    let mut faults: Vec<String> = complaints.lines().filter(is_fault).map(str::to_owned).collect();
    let said: Vec<&str> = out.split("@@").skip(1).collect();
    for ((line, _, promised), said) in spec.examples.iter().zip(said) {
        let is_there = promised.is_empty() || said.lines().any(|line| fits(line, promised));
        if !is_there {
            faults.push(format!("{line}: no line {promised:?} in\n{said}"));
        }
    }
    faults
}

#[test]
fn every_example_works_and_prints_what_its_row_says() {
    let rows = COMMANDS.iter().chain(SUBCOMMANDS);
    let faults: Vec<String> = rows
        .flat_map(|spec| faults(spec).into_iter().map(|fault| format!("{}: {fault}", spec.name)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_line_before_an_example_belongs_to_one() {
    let lines: Vec<&str> = COMMANDS.iter().chain(SUBCOMMANDS).flat_map(lines_of).collect();
    let lost: Vec<_> = BEFORE.iter().filter(|(line, _)| !lines.contains(line)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn a_line_fits_with_anything_where_it_is_left_open() {
    assert!(fits("bestmove Ra8# nodes 3", "bestmove Ra8#…"));
    assert!(fits("a 12 b", "a … b"));
    assert!(!fits("a 12 b c", "a … b"));
    assert!(!fits("bestmove Ra8#", "bestmove Rb8#…"));
}
