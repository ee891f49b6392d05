//! The floors hold: no module uses one on its own floor or above, and every other rule of `layering/house.rs`.
//!
//! The checker reads the sources as text. Fake sources at the end show that each rule can fail.

pub(crate) mod circles;
mod dead;
pub(crate) mod house;
pub(crate) mod tokens;

use std::fs;
use std::path::{Path, PathBuf};

use house::{CRATES, EXEMPT, FLOORS, MOST_LINES, PRINTERS, STREAMS, UNSAFE, WRITERS, WRITING};
use tokens::{Token, tokens};

/// Every `.rs` file beneath a folder, and its path from there with `/` between; what is hidden or built is left out.
pub(crate) fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in
            fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display()))
        {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                let name = entry_name(&path);
                if !name.starts_with('.') && name != "target" {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The files of `src/` by room: those of the library lie in `src/core/`.
pub(crate) fn rooms() -> Vec<(String, String)> {
    let of = |(file, source): (String, String)| {
        let room = file.strip_prefix("core/").filter(|file| *file != EXEMPT).map(str::to_owned);
        (room.unwrap_or(file), source)
    };
    sources(&root().join("src")).into_iter().map(of).collect()
}

fn entry_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().find(|(name, _)| *name == room).map(|&(_, floor)| floor)
}

/// The second program, whose folder is a crate: it uses the first as crate `quarterply`.
const WORKSHOP: &str = "workshop";

/// Fixtures of tests, on no floor.
const FIXTURES: &str = "fixtures";

/// The room of a file: its folder beneath `src/`, or its own name if it lies there itself.
fn room(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// The module that a file is: `chess/mod.rs` → chess, `chess/see.rs` → chess, see.
fn module(file: &str) -> Vec<String> {
    let mut path: Vec<String> =
        file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod" || last == "main") || file == "lib.rs" {
        path.pop();
    }
    path
}

/// A path that starts at the crate's root, and the line where it is written.
#[derive(PartialEq, Eq, Debug)]
struct Named {
    path: Vec<String>,
    line: usize,
}

/// Every path that says by `crate`, `self` or `super` where it starts, resolved from the crate's root.
fn named_paths(file: &str, tokens: &[Token]) -> Vec<Named> {
    let mut module = module(file);
    // Inline modules that are open: the depth of braces at which each ends.
    let mut inline = Vec::new();
    let mut braces = 0;
    let mut found = Vec::new();
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    for at in 0..tokens.len() {
        match text(at) {
            "mod" if text(at + 2) == "{" => {
                inline.push(braces);
                module.push(text(at + 1).to_owned());
            }
            "{" => braces += 1,
            "}" => {
                braces -= 1;
                if inline.last() == Some(&braces) {
                    inline.pop();
                    module.pop();
                }
            }
            start @ ("crate" | "self" | "super" | "quarterply")
                if text(at + 1) == "::" && (at == 0 || text(at - 1) != "::") =>
            {
                let base = match start {
                    "crate" if room(file) == WORKSHOP => vec![WORKSHOP.to_owned()],
                    "crate" | "quarterply" => Vec::new(),
                    "self" => module.clone(),
                    _ => module[..module.len().saturating_sub(1)].to_vec(),
                };
                tree(tokens, at + 2, base, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Follows a path, or a tree of them, from behind a `::`; returns where it ends.
fn tree(tokens: &[Token], mut at: usize, mut path: Vec<String>, found: &mut Vec<Named>) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    let line = tokens.get(at).map_or(0, |token| token.line);
    loop {
        match text(at) {
            "{" => {
                at += 1;
                while !matches!(text(at), "}" | "") {
                    at = tree(tokens, at, path.clone(), found);
                    at += usize::from(text(at) == ",");
                }
                return at + 1;
            }
            "super" => {
                path.pop();
            }
            "self" => {}
            word => path.push(word.to_owned()),
        }
        if text(at + 1) != "::" {
            break;
        }
        at += 2;
    }
    found.push(Named { path, line });
    at += 1;
    if text(at) == "as" { at + 2 } else { at }
}

/// Returns the faults of a file's edges.
fn edge_faults(file: &str, tokens: &[Token]) -> Vec<String> {
    let from = room(file);
    if from == FIXTURES {
        return Vec::new();
    }
    let Some(from_floor) = floor(from) else {
        return vec![format!(
            "src/{file}: `{from}` is no room of the house; give it a floor in tests/layering/house.rs and a line in \
             src/README.md, or put the file into a room"
        )];
    };
    let mut faults = Vec::new();
    for Named { path, line } in named_paths(file, tokens) {
        let to = path.first().map_or("*", String::as_str);
        if to == from || to == FIXTURES {
            continue;
        }
        match floor(to) {
            Some(to_floor) if to_floor < from_floor => {}
            Some(to_floor) => {
                let way = if to_floor == from_floor { "sideways" } else { "upward" };
                faults.push(format!(
                    "src/{file}:{line}: {way} edge: {from} (floor {from_floor}) uses {} of {to} (floor {to_floor}); {from} may \
                     use {} only: move what both need down, or hand it in from above",
                    path.join("::"),
                    rooms_below(from_floor),
                ));
            }
            None if from == "main" => {}
            None => faults.push(format!(
                "src/{file}:{line}: `crate::{}` names no room of the house; name the room, as in `crate::chess::Square`",
                path.join("::"),
            )),
        }
    }
    faults
}

fn rooms_below(floor: usize) -> String {
    let rooms: Vec<&str> =
        FLOORS.iter().filter(|(_, at)| *at < floor).map(|(room, _)| *room).collect();
    if rooms.is_empty() { "nothing of the crate".to_owned() } else { rooms.join(", ") }
}

fn is_among(file: &str, places: &[&str]) -> bool {
    places.iter().any(|place| file.starts_with(place))
}

/// Returns faults of single words: packages, printing, streams, `unsafe`.
fn word_faults(file: &str, tokens: &[Token]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut is_test = file.contains("tests");
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    for (at, Token { text: word, line }) in tokens.iter().enumerate() {
        let (before, after) = (if at == 0 { "" } else { text(at - 1) }, text(at + 1));
        let word = word.as_str();
        let starts_path = after == "::" && !matches!(before, "::" | ".");
        if starts_path || matches!(before, "use" | "crate") {
            let places = CRATES.iter().find(|(name, _)| *name == word).map(|(_, places)| *places);
            if let Some(places) = places.filter(|places| !is_among(file, places)) {
                faults.push(format!(
                    "src/{file}:{line}: names the package {word}, which belongs to {} only",
                    places.join(", ")
                ));
            }
        }
        if PRINTERS.contains(&word) && after == "!" {
            faults.push(format!(
                "src/{file}:{line}: `{word}!` ends the program when a pipe closes; write to a `Write` and return the error"
            ));
        }
        let takes_stream = matches!(word, "stdin" | "stdout" | "stderr") && after == "(";
        if takes_stream && before != "fn" && !is_among(file, STREAMS) {
            faults.push(format!(
                "src/{file}:{line}: `{word}()` is for {} only; take a reader or a writer as an argument",
                STREAMS.join(", ")
            ));
        }
        is_test |= word == "test" && before == "(" && at > 1 && text(at - 2) == "cfg";
        let writes = |(of, writes): &(&str, &str)| word == *of && *writes == text(at + 2);
        let may_write = is_test || WRITERS.iter().any(|(allowed, _)| *allowed == file);
        if after == "::" && !may_write && WRITING.iter().any(writes) {
            let what = text(at + 2);
            faults.push(format!(
                "src/{file}:{line}: `{word}::{what}` goes around `store/written.rs`, which knows whose a file is"
            ));
        }
        if before == "const" && word.contains("POLL") {
            faults.push(format!(
                "src/{file}:{line}: `{word}` asks again and again; wait for a message, a condition or a flag instead"
            ));
        }
        if word == "unsafe" && !UNSAFE.iter().any(|(allowed, _)| *allowed == file) {
            let allowed: Vec<&str> = UNSAFE.iter().map(|(file, _)| *file).collect();
            faults
                .push(format!("src/{file}:{line}: `unsafe` stands in {} only", allowed.join(", ")));
        }
    }
    faults
}

/// Returns faults of a file as a whole.
fn shape_faults(file: &str, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !source.starts_with("//!") {
        faults.push(format!(
            "src/{file}:1: begin with `//!`: what lives here, what it makes sure of, and what is elsewhere"
        ));
    }
    let lines = source.lines().count();
    if lines > MOST_LINES {
        faults.push(format!(
            "src/{file}:{lines}: at most {MOST_LINES} lines a file; split it by nouns"
        ));
    }
    faults
}

fn faults(file: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let mut faults = shape_faults(file, source);
    faults.extend(word_faults(file, &tokens));
    if !file.ends_with(EXEMPT) {
        faults.extend(edge_faults(file, &tokens));
    }
    faults
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_house_stands() {
    let sources = rooms();
    assert!(sources.len() > 20, "only {} files found under src/", sources.len());
    let faults: Vec<String> =
        sources.iter().flat_map(|(file, source)| faults(file, source)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Every package in `Cargo.toml` has its place in the table, and the table names no other.
#[test]
fn every_package_has_its_place() {
    let mut declared = Vec::new();
    for folder in ["", "src/core", "src/workshop"] {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let lines = lines.take_while(|line| !line.starts_with('['));
        let names = lines.filter_map(|line| line.split(['=', '.']).next());
        let names = names.filter(|name| !name.starts_with('#') && !name.is_empty());
        declared.extend(names.map(|name| name.trim().replace('-', "_")));
    }
    declared.retain(|name| !name.starts_with("quarterply"));
    declared.sort();
    declared.dedup();
    let placed: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        declared, placed,
        "Cargo.toml's [dependencies] against CRATES of tests/layering/house.rs"
    );
}

/// Returns the faults of a fake file, without those of its header.
fn faults_of(file: &str, body: &str) -> Vec<String> {
    faults(file, &format!("//! A fake.\n{body}\n"))
}

#[track_caller]
fn assert_fault(file: &str, body: &str, expected: &str) {
    let faults = faults_of(file, body);
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(faults[0].contains(expected), "{}", faults[0]);
}

#[test]
fn upward_and_sideways_edges_are_found() {
    assert_fault("chess/see.rs", "use crate::units::Score;", "src/chess/see.rs:2: upward edge");
    assert_fault("search/node.rs", "use crate::prove::dfpn;", "sideways edge");
    assert_fault("units/depth.rs", "\nfn f() { crate::control::Clock::new() }", ":3: sideways");
    assert_fault("eval/mod.rs", "use crate::{chess::Square, engine::{Engine}};", "engine::Engine");
    assert_fault("store/codec.rs", "use super::super::shell::Session as S;", "shell::Session");
    assert_fault(
        "eval/king.rs",
        "mod a { mod b { use super::super::super::super::search::X; } }",
        "upward",
    );
    assert_fault("shell/mod.rs", "use super::front;", "uses front of front (floor 7)");
    assert_fault("eval/mod.rs", "pub(crate) use quarterply::shell::Reply;", "upward");
}

#[test]
fn lower_edges_and_the_own_room_are_fine() {
    for (file, body) in [
        ("search/node.rs", "use crate::{chess::*, eval::Evaluator, search::table::{self, Table}};"),
        (
            "eval/king.rs",
            "use super::trace::Trace; mod tests { use super::*; } use super::weights;",
        ),
        ("main.rs", "use quarterply::front; mod tests { use super::*; }"),
        ("chess/see.rs", "// use crate::search;\nconst A: &str = \"crate::search\";"),
        ("chess/see.rs", "/// [`x`]: crate::search::x\npub(crate) fn f() {}"),
        ("engine/mod.rs", "use crate::store::{codec, session::{Saved as S, self}};"),
        ("workshop/train/mod.rs", "use crate::desk::Desk; use quarterply::commands::batch::Batch;"),
    ] {
        assert_eq!(faults_of(file, body), Vec::<String>::new(), "{file}: {body}");
    }
}

#[test]
fn strange_rooms_are_found() {
    assert_fault("helpers/mod.rs", "use crate::chess::Square;", "`helpers` is no room");
    assert_fault("chess/see.rs", "use crate::*;", "names no room");
    assert_fault("chess/see.rs", "use crate::Thing;", "`crate::Thing` names no room");
}

#[test]
fn packages_out_of_place_are_found() {
    assert_fault("store/session.rs", "use bincode::Encode;", "belongs to store/codec.rs only");
    assert_fault("engine/mod.rs", "fn f() -> anyhow::Result<()> { Ok(()) }", "package anyhow");
    assert_fault("search/node.rs", "use crossterm;", "package crossterm");
    let fine = "use bincode::Encode; fn f(x: T) { x.anyhow::<u8>(); crate::store::clap::g() }";
    assert_eq!(faults_of("store/codec.rs", fine), Vec::<String>::new());
}

#[test]
fn words_out_of_place_are_found() {
    for printer in PRINTERS {
        for file in ["engine/mod.rs", "front/uci.rs"] {
            let source = format!("fn f() {{ {printer}!(\"x\"); }}");
            assert_fault(file, &source, &format!("`{printer}!`"));
        }
    }
    assert_fault("engine/mod.rs", "fn f() { std::io::stdout().lock(); }", "`stdout()` is for");
    assert_fault("search/node.rs", "const POLL: u64 = 5;", "asks again and again");
    for writing in ["fs::write(path, x)", "File::create(path)", "std::fs::File::options()"] {
        assert_fault("engine/mod.rs", &format!("fn f() {{ {writing}; }}"), "knows whose a file is");
    }
    assert_fault("search/node.rs", "unsafe impl Sync for T {}", "`unsafe` stands in");
    assert_eq!(faults_of("front/mod.rs", "fn f() { std::io::stdout(); }"), Vec::<String>::new());
}

#[test]
fn shapeless_files_are_found() {
    assert_eq!(faults("units/mod.rs", "pub mod depth;\n").len(), 1);
    assert_fault("units/mod.rs", &"\n".repeat(MOST_LINES), "split it by nouns");
}
