//! Rules that the compiler, Cargo and clippy do not check: rooms use lower floors only, the files of a room form no circle, few
//! files use the standard streams or write files, no public item is unused, and files are short and begin with `//!`. The sources
//! are read as text. Fake sources at the end show that each rule can fail.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{Token, is_of_tests, production, root, sources, tokens};

/// The rooms of `src/` by floor, lowest first. Update the drawing in `src/README.md` with them.
const FLOORS: [&str; 8] = [
    "chess settings",
    "units control memory proof",
    "eval oracle",
    "search prove store",
    "engine ink files",
    "shell",
    "commands",
    "front main workshop",
];

/// Crate roots and fixtures, which are no rooms, and crates above all rooms, which no room can name.
const APART: [&str; 5] = ["core", "lib", "main", "workshop", "fixtures"];

/// Calls outside of tests, the only files that may make them, and the alternative. Clippy's `disallowed_methods` is one lint: a
/// room that allowed it for the streams could also write files, and each benchmark would have to allow it.
const CALLS: [(&str, &str, &str); 2] = [
    (
        "io::stdin io::stdout io::stderr",
        "front/ main.rs workshop/desk.rs",
        "take a reader or a writer as an argument",
    ),
    (
        "fs::write fs::rename fs::copy fs::hard_link File::create File::create_new File::options OpenOptions::new",
        "store/file.rs files/stream.rs front/repl/history.rs",
        "write through `store/written.rs`, which knows whose a file is",
    ),
];

/// Maximum lines of a file; 300 is the aim.
const MOST_LINES: usize = 600;

/// Allowed edges of circles: files by path prefix, and the file that they need. Each theme adds methods to `Session`; commands
/// search the table that lists them.
const CIRCLES: [(&str, &str); 2] =
    [("shell/session/", "shell/session/mod.rs"), ("commands/", "commands/mod.rs")];

/// Rooms whose public items may be unused here, because programs that use the library may need them.
const LIBRARY: [&str; 3] = ["chess", "units", "proof"];

pub(crate) fn floors() -> impl Iterator<Item = (&'static str, usize)> {
    let floors = FLOORS.iter().enumerate();
    floors.flat_map(|(floor, rooms)| rooms.split(' ').map(move |room| (room, floor)))
}

/// The folder of a file beneath `src/`, or its own name if it lies there itself.
fn room(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// The path of the module that a file is: `chess/mod.rs` → `::chess`, `chess/see.rs` → `::chess::see`.
fn module(file: &str) -> String {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod").trim_end_matches("/main");
    format!("::{}", module.replace('/', "::"))
}

/// Resolves a path from the root of the crate.
fn resolved(file: &str, base: &str, path: &str) -> String {
    path.split("::").fold(base.to_owned(), |path, name| match name {
        "crate" if room(file) == "workshop" => "::workshop".to_owned(),
        "crate" | "quarterply" | "quarterply_core" => String::new(),
        "super" => path[..path.rfind("::").unwrap_or(0)].to_owned(),
        "self" | "" => path,
        name => format!("{path}::{name}"),
    })
}

/// Returns the paths in `use` and those that start with `crate`, `self` or `super`, resolved, with their lines.
fn paths(file: &str, tokens: &[Token]) -> Vec<(String, usize)> {
    const STARTS: [&str; 5] = ["crate::", "quarterply::", "quarterply_core::", "self::", "super::"];
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    // For each open brace: the base of paths inside, and whether it belongs to a `use`.
    let (mut open, mut found) = (vec![(module(file), false)], Vec::new());
    for (at, Token { text, line }) in tokens.iter().enumerate() {
        let before = word(at.wrapping_sub(1));
        let (base, in_use) = open.last().cloned().unwrap_or_default();
        let names = in_use || before == "use" || STARTS.iter().any(|start| text.starts_with(start));
        let is_sign = !text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let (is_tree, is_module) = (before.ends_with("::"), word(at.wrapping_sub(2)) == "mod");
        if text == "{" {
            let base = if is_tree || is_module { resolved(file, &base, before) } else { base };
            open.push((base, is_tree));
        } else if text == "}" {
            open.pop();
        } else if names && !is_sign && text != "as" && before != "as" && word(at + 1) != "{" {
            found.push((resolved(file, &base, text), *line));
        }
    }
    found
}

/// Returns the faults of a single file.
fn file_faults(file: &str, source: &str, is_test: bool) -> Vec<String> {
    let (mut faults, from) = (Vec::new(), room(file));
    let mut fault = |line, what: &str| faults.push(format!("src/{file}:{line}: {what}"));
    if !source.starts_with("//!") {
        fault(1, "begin with `//!`: contents and invariants");
    }
    let lines = source.lines().count();
    if lines > MOST_LINES {
        fault(lines, &format!("at most {MOST_LINES} lines; split it by nouns"));
    }
    for Token { text, line } in production(source).iter().filter(|_| !is_test) {
        for (calls, places, instead) in CALLS {
            let may = places.split(' ').any(|place| file.starts_with(place));
            if !may && calls.split(' ').any(|call| text.ends_with(call)) {
                fault(*line, &format!("`{text}`: {instead}"));
            }
        }
    }
    let floor = |room: &str| floors().find(|(name, _)| *name == room).map(|(_, floor)| floor);
    let own = if APART.contains(&from) { Some(FLOORS.len()) } else { floor(from) };
    if own.is_none() {
        fault(1, &format!("`{from}` is no room: add a floor here and a row in src/README.md"));
    }
    for (path, line) in paths(file, &tokens(source)) {
        let to = path.split("::").nth(1).unwrap_or("*");
        if to != from && to != "fixtures" && floor(to).is_none_or(|to| Some(to) >= own) {
            fault(line, &format!("{path} is not below {from}: move what both need down"));
        }
    }
    faults
}

/// Maps each file outside of tests to the files of its room that it needs. A `mod.rs` needs what its own code uses; its
/// re-exports are followed to the file that defines the item.
fn arrows(sources: &[(String, String)]) -> BTreeMap<&str, BTreeSet<&str>> {
    let (mut files, mut exports) = (BTreeMap::new(), BTreeMap::new());
    for (file, source) in sources {
        let base = module(file);
        for (path, _) in paths(file, &production(source)) {
            let name = format!("{base}{}", &path[path.rfind("::").unwrap_or(0)..]);
            if file.ends_with("mod.rs") && name != path {
                exports.entry(name).or_insert(path);
            }
        }
        files.insert(base, file.as_str());
    }
    // Returns the file that defines the item. The bound is for names that re-export themselves: `use a::a`.
    let home = |mut path: String| {
        for _ in 0..8 {
            let mut end = path.len();
            while !files.contains_key(&path[..end]) && !exports.contains_key(&path[..end]) {
                end = path[..end].rfind("::")?;
            }
            match files.get(&path[..end]) {
                Some(file) => return Some(*file),
                None => path = exports[&path[..end]].clone() + &path[end..],
            }
        }
        None
    };
    let mut arrows = BTreeMap::new();
    for (file, source) in sources.iter().filter(|(file, _)| !is_of_tests(file, sources)) {
        let (tokens, base) = (production(source), module(file));
        let own = tokens.split(|token| token.text == ";").flat_map(|part| {
            let exports =
                |pair: &[Token]| pair[1].text == "use" && ["pub", ")"].contains(&&*pair[0].text);
            let end = part.windows(2).position(|pair| file.ends_with("mod.rs") && exports(pair));
            &part[..end.unwrap_or(part.len())]
        });
        let own: Vec<Token> = own.cloned().collect();
        let mut needed: Vec<String> = paths(file, &own).into_iter().map(|(path, _)| path).collect();
        // Re-exports that its own code uses, and items of its own and imported modules.
        let first = own.iter().filter_map(|token| token.text.split("::").next());
        let names: Vec<String> = first.map(|name| format!("{base}::{name}")).collect();
        let modules = needed.iter().chain(&names).filter(|path| files.contains_key(*path));
        let modules: BTreeSet<String> = modules.cloned().collect();
        for (name, rest) in own.iter().filter_map(|token| token.text.split_once("::")) {
            let of = modules.iter().filter(|path| path.rsplit("::").next() == Some(name));
            needed.extend(of.map(|path| format!("{path}::{rest}")));
        }
        needed.extend(names.into_iter().filter(|name| exports.contains_key(name)));
        // A `mod.rs` is needed for the items in it.
        needed.retain(|path| files.get(path).is_none_or(|file| !file.ends_with("mod.rs")));
        let needed = needed.into_iter().filter_map(home);
        let needed = needed.filter(|other| other != file && room(other) == room(file));
        arrows.insert(file.as_str(), needed.collect());
    }
    arrows
}

fn circle_faults(sources: &[(String, String)], allowed: &[(&str, &str)]) -> Vec<String> {
    let (mut arrows, mut faults) = (arrows(sources), Vec::new());
    for (from, to) in allowed {
        let by = arrows.iter_mut().filter(|(file, _)| file.starts_with(from));
        if by.filter_map(|(_, needed)| needed.take(to)).count() == 0 {
            faults.push(format!("{from} does not need {to}: remove the exception"));
        }
    }
    // Drops files without an edge from or to another file: they are in no circle.
    for _ in 0..arrows.len() {
        let left: BTreeSet<&str> = arrows.keys().copied().collect();
        let needed: BTreeSet<&str> = arrows.values().flatten().copied().collect();
        arrows.values_mut().for_each(|needs| needs.retain(|other| left.contains(other)));
        arrows.retain(|file, needs| !needs.is_empty() && needed.contains(file));
    }
    faults.extend(arrows.iter().map(|(file, needs)| format!("{file} is in a circle: {needs:?}")));
    faults
}

/// Returns public items whose name occurs nowhere else outside of tests. rustc misses them, since tests and the laboratory need
/// public rooms. Names are compared, not paths: items of the same name cover for each other.
fn dead_faults(sources: &[(String, String)]) -> Vec<String> {
    const KINDS: [&str; 8] = ["fn", "struct", "enum", "trait", "const", "static", "type", "unsafe"];
    // The count of each name, and its definitions.
    let mut named: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for (file, source) in sources.iter().filter(|(file, _)| !is_of_tests(file, sources)) {
        let tokens = production(source);
        for (at, Token { text, line }) in tokens.iter().enumerate() {
            text.split("::").for_each(|name| named.entry(name.to_owned()).or_default().0 += 1);
            let before = tokens[..at].iter().rev().map(|token| token.text.as_str());
            let kinds = before.clone().take_while(|word| KINDS.contains(word)).count();
            let mut before = before.skip(kinds);
            let scope = ["(", ")", "in", "super"];
            let outer = before.find(|word| !scope.contains(word) && !word.starts_with("crate"));
            let is_public = outer == Some("pub");
            let is_for_others = LIBRARY.contains(&room(file));
            if kinds > 0 && is_public && !is_for_others && !KINDS.contains(&&**text) {
                let (_, places) = named.entry(text.clone()).or_default();
                places.push(format!("src/{file}:{line}: `{text}` is dead"));
            }
        }
    }
    let dead = named.into_values().filter(|(count, places)| *count == places.len());
    dead.flat_map(|(_, places)| places).collect()
}

fn faults(sources: &[(String, String)], allowed: &[(&str, &str)]) -> Vec<String> {
    let mut faults = [circle_faults(sources, allowed), dead_faults(sources)].concat();
    for (file, source) in sources {
        faults.extend(file_faults(file, source, is_of_tests(file, sources)));
    }
    faults
}

#[test]
fn the_house_stands() {
    // The rooms of the library lie in `src/core/`.
    let of = |(file, source): (String, String)| {
        let inner = file.strip_prefix("core/").filter(|inner| inner.contains('/'));
        (inner.unwrap_or(&file).to_owned(), source)
    };
    let sources: Vec<_> = sources(&root().join("src")).into_iter().map(of).collect();
    assert!(sources.len() > 20, "only {} files found under src/", sources.len());
    let faults = faults(&sources, &CIRCLES);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Returns the faults of fake files: one per line, its name, a space, and its source after the header.
fn faults_of(files: &str) -> String {
    let files = files.lines().filter_map(|file| file.trim().split_once(' '));
    let files = files.map(|(file, body)| (file.to_owned(), format!("//! Fake.\n{body}\n")));
    faults(&files.collect::<Vec<_>>(), &[]).join("\n")
}

#[test]
fn each_rule_finds_its_fakes_and_nothing_else() {
    let fakes = "::units::Score is not below: chess/see.rs use crate::units::Score;
        ::control::Clock::new is not below: units/depth.rs fn f() { crate::control::Clock::new() }
        ::engine::Engine is not below: eval/mod.rs use crate::{chess::Square, engine::{Engine}};
        ::search::X is not below: eval/king.rs mod a { mod b { use super::super::super::super::search::X; } }
        ::shell::Session is not below: store/codec.rs use quarterply::shell::Session as S;
        `helpers` is no room: helpers/mod.rs use crate::chess::Square;
        is not below: chess/see.rs use crate::*;
        take a reader or a writer: engine/mod.rs fn f() { std::io::stdout().lock(); }
        knows whose a file is: front/mod.rs fn f() { File::create(path); }
        eval/a.rs is in a circle: eval/a.rs use super::b::B; & eval/b.rs use crate::eval::a::A;
        circle: eval/b/a.rs use super::Listed; & eval/b/mod.rs mod a; pub use a::A; fn f(_: A) {}
        circle: eval/b/a.rs use super::Listed; & eval/b/mod.rs mod a; fn f() { a::f() }
        circle: eval/a.rs use super::B; & eval/b/c.rs use super::super::a::A; & eval/b/mod.rs pub use c::B; & eval/mod.rs pub use b::B;
        `dead` is dead: eval/a.rs pub(crate) const fn dead() {} & eval/tests.rs fn f() { dead() }";
    for (fault, files) in fakes.lines().filter_map(|line| line.trim().split_once(": ")) {
        let found = faults_of(&files.replace(" & ", "\n"));
        assert!(found.contains(fault), "{files}: {found}");
    }
    assert_eq!(file_faults("units/mod.rs", &"\n".repeat(MOST_LINES + 1), false).len(), 2);
    assert!(circle_faults(&[], &CIRCLES)[0].contains("remove the exception"));

    let fine =
        "search/node.rs use crate::{chess::*, eval::Evaluator, search::table::{self, Table}};
        eval/mod.rs mod a; pub use c::C; struct Listed;
        eval/a.rs use super::b::B; mod tests { use crate::eval::c::C; use super::*; }
        eval/c.rs use super::{a, Listed};
        chess/see.rs const A: &str = \"crate::search\"; pub fn for_others() {} // crate::search
        workshop/train/mod.rs use crate::desk::Desk; use quarterply::front::Batch;
        front/mod.rs fn f() { std::io::stdout(); } mod tests { fn f() { fs::write(); } }
        engine/mod.rs use crate::store::{codec, session::{Saved as S, self}};";
    assert_eq!(faults_of(fine), "");
}
