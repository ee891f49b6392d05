//! Text from a file is untrusted: nothing that controls a terminal, a browser or the direction of writing leaves the program, in
//! any output.

use std::fs;
use std::path::Path;

use quarterply::chess::foreign::steers;

use super::program::{complaints, out, program};

/// A title with ESC, OSC 52, BEL, C1 and all controls of bidirectional text.
const HOSTILE: &str = "a\u{1b}[31mb\u{1b}]52;c;eA==\u{7}\u{9b}2J\u{85}\u{202e}\u{202a}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}\u{2028}z";

fn run(folder: &Path, lines: &[String], more: &[&str]) -> String {
    let lines = lines.iter().flat_map(|line| ["-c", line]);
    let output = program().current_dir(folder).args(more).args(lines).output().unwrap();
    out(&output) + &complaints(&output)
}

#[track_caller]
fn is_text(what: &str, text: &str) {
    let found = text.chars().find(|&c| steers(c) && !matches!(c, '\n' | '\r' | '\t'));
    assert_eq!(found, None, "{what}: {}", text.escape_debug());
}

/// Reliability review, 8: directions and C1 from a header reached terminals, JSON, pages and PGN.
#[test]
fn nothing_that_steers_leaves_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let game = format!(
        "[Event \"{HOSTILE}\"]\n[White \"{HOSTILE}\"]\n[Black \"B\"]\n[Result \"*\"]\n[Annotator \"{HOSTILE}\"]\n\n\
         1. e4 {{{HOSTILE}}} e5 (1... c5 {{{HOSTILE}}}) 2. Nf3 *\n"
    );
    fs::write(at.join("g.pgn"), &game).unwrap();
    let record =
        format!("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"{HOSTILE}\"; c0 \"{HOSTILE}\";\n");
    fs::write(at.join("s.epd"), record.repeat(2)).unwrap();
    let lines = [
        "games g.pgn",
        "load g.pgn 1",
        "tag",
        "history",
        "variation",
        "pgn",
        "save out.pgn",
        "pgn added.pgn",
        "save out.qs",
        "picture tags.svg tag",
        "annotate g.pgn nodes 100 --to notes.pgn --html notes.html",
        "solve s.epd 1k --misses missed.epd",
        "suite s.epd 1k",
        "load s.epd 1",
        "show",
        "save out.epd",
        &format!("nonsense{HOSTILE}"),
        &format!("get {HOSTILE}"),
        &format!("load {HOSTILE}.pgn"),
    ]
    .map(str::to_owned);
    is_text("plain", &run(at, &lines, &[]));
    for entry in fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_written = !matches!(name.as_str(), "g.pgn" | "s.epd") && !name.ends_with(".qs");
        if is_written && let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) {
            is_text(&name, &text);
        }
    }
    for name in ["out.pgn", "notes.html", "notes.pgn", "out.epd"] {
        assert!(at.join(name).exists(), "{name} was not written");
    }
    is_text("JSON", &run(at, &lines, &["--json"]));
    // Replaced text stays as it is.
    let saved = fs::read_to_string(at.join("out.pgn")).unwrap();
    assert!(saved.contains("a\u{FFFD}[31mb") && saved.contains("1... c5"), "{saved}");
}
