//! Circles of files inside a room: strongly connected components of the graph whose arrows are the paths that a file names.
//!
//! A room's own floors are not drawn anywhere, but they exist: if two files need each other, neither can be read, tested or
//! moved alone. Left out are `mod.rs` (it lists and re-exports what lies beside it; a name it re-exports is followed to the
//! file that it stands in) and tests. Arrows between rooms are the business of `layering.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::house::CIRCLES;
use super::tokens::{Token, tokens};
use super::{module, named_paths, room, root, sources};

/// The tokens of a source without its inline modules of tests.
pub(crate) fn production(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let word = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text.as_str());
        if word(0) == "mod" && word(1).ends_with("tests") && word(2) == "{" {
            at = closing_brace(&tokens, at + 2) + 1;
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Where the brace that opens at `open` is closed.
pub(crate) fn closing_brace(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => return at,
            "}" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Whether a file holds nothing but tests, or what only tests use.
pub(crate) fn is_of_tests(file: &str, sources: &[(String, String)]) -> bool {
    let is_apart = |folder: &str| file.starts_with(folder) || file.contains(&format!("/{folder}"));
    if file.ends_with("/tests.rs") || is_apart("tests/") || is_apart("benches/") {
        return true;
    }
    // Declared as `#[cfg(test)] mod name;` by the file above.
    let module = module(file);
    let Some((name, parents)) = module.split_last() else { return false };
    let folder = parents.join("/");
    let above = sources.iter().find(|(other, _)| {
        *other == format!("{folder}/mod.rs") || *other == format!("{folder}.rs")
    });
    above.is_some_and(|(_, source)| {
        let declared = ["mod", "pub mod", "pub(crate) mod", "pub(crate) mod"];
        declared.iter().any(|word| source.contains(&format!("#[cfg(test)]\n{word} {name};")))
    })
}

/// Every file with the files of its own room that it needs.
fn arrows(sources: &[(String, String)]) -> BTreeMap<&str, BTreeSet<&str>> {
    let files: BTreeMap<Vec<String>, &str> =
        sources.iter().map(|(file, _)| (module(file), file.as_str())).collect();
    let tokens: BTreeMap<&str, Vec<Token>> =
        sources.iter().map(|(file, source)| (file.as_str(), production(tokens(source)))).collect();
    let names: BTreeMap<&str, Vec<Vec<String>>> = tokens
        .iter()
        .map(|(&file, tokens)| {
            (file, named_paths(file, tokens).into_iter().map(|n| n.path).collect())
        })
        .collect();
    let exports = exports(&tokens);
    let mut arrows = BTreeMap::new();
    for (&file, paths) in &names {
        if is_of_tests(file, sources) || file.ends_with("mod.rs") {
            continue;
        }
        let needed: BTreeSet<&str> = paths
            .iter()
            .filter_map(|path| home(path, &files, &exports))
            .filter(|&other| {
                other != file && room(other) == room(file) && !other.ends_with("mod.rs")
            })
            .collect();
        arrows.insert(file, needed);
    }
    arrows
}

/// Names that a `mod.rs` hands on, with the paths behind them.
fn exports(tokens: &BTreeMap<&str, Vec<Token>>) -> BTreeMap<Vec<String>, Vec<String>> {
    let mut exports = BTreeMap::new();
    for (&file, tokens) in tokens.iter().filter(|(file, _)| file.ends_with("mod.rs")) {
        let base = module(file);
        // `use name::Type` in a `mod.rs` starts at the module itself; so that the path is seen, it is put there in full.
        let mut spelled = Vec::with_capacity(tokens.len());
        for (at, token) in tokens.iter().enumerate() {
            spelled.push(token.clone());
            let next = tokens.get(at + 1).map_or("crate", |token| token.text.as_str());
            if token.text == "use"
                && !matches!(next, "crate" | "self" | "super" | "std" | "quarterply")
            {
                let word = |text: &str| Token { text: text.to_owned(), line: token.line };
                spelled.extend([word("self"), word("::")]);
            }
        }
        for named in named_paths(file, &spelled) {
            if let Some(name) = named.path.last() {
                let mut from = base.clone();
                from.push(name.clone());
                if from != named.path {
                    exports.entry(from).or_insert(named.path);
                }
            }
        }
    }
    exports
}

/// The file in which what a path names is defined.
fn home<'a>(
    path: &[String],
    files: &BTreeMap<Vec<String>, &'a str>,
    exports: &BTreeMap<Vec<String>, Vec<String>>,
) -> Option<&'a str> {
    let mut path = path.to_vec();
    // A re-export may lead to another, never in a ring that compiles; the bound is for those that do not.
    for _ in 0..8 {
        let length = (1..=path.len()).rev().find(|&length| files.contains_key(&path[..length]))?;
        let file = files[&path[..length]];
        let behind = path.get(..length + 1).and_then(|name| exports.get(name));
        match behind {
            Some(further) if file.ends_with("mod.rs") => {
                let rest = path.split_off(length + 1);
                path = further.iter().cloned().chain(rest).collect();
            }
            _ => return Some(file),
        }
    }
    None
}

/// The strongly connected components of at least two files.
fn circles<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<BTreeSet<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|&file| (file, reached(file, arrows))).collect();
    let mut found: Vec<BTreeSet<&str>> = Vec::new();
    for (&file, others) in &reach {
        if found.iter().any(|circle| circle.contains(file)) || !others.contains(file) {
            continue;
        }
        let there_and_back =
            |other: &&&str| reach.get(**other).is_some_and(|back| back.contains(file));
        found.push(others.iter().filter(there_and_back).copied().collect());
    }
    found
}

fn reached<'a>(from: &str, arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(file) = waiting.pop() {
        for &next in arrows.get(file).into_iter().flatten() {
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    seen
}

/// The circles of a house, each with the arrows that close it, without those that the table allows.
fn faults(sources: &[(String, String)]) -> Vec<String> {
    let arrows = arrows(sources);
    let allowed = |circle: &BTreeSet<&str>| {
        CIRCLES.iter().any(|(files, _)| circle.iter().all(|file| files.contains(file)))
    };
    let circles = circles(&arrows);
    circles
        .into_iter()
        .filter(|circle| !allowed(circle))
        .map(|circle| {
            let mut lines =
                vec![format!("a circle of {} files: none can be read alone", circle.len())];
            for file in &circle {
                let within: Vec<&str> = arrows[file].intersection(&circle).copied().collect();
                lines.push(format!("    {file} → {}", within.join(" ")));
            }
            lines.push("    move what both need into a file below them".to_owned());
            lines.join("\n")
        })
        .collect()
}

#[test]
fn no_files_of_a_room_stand_in_a_circle() {
    let faults = faults(&sources(&root().join("src")));
    assert!(faults.is_empty(), "{} circles\n{}", faults.len(), faults.join("\n"));
}

fn fake(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|&(file, source)| (file.to_owned(), source.to_owned())).collect()
}

#[test]
fn circles_are_found() {
    let two = fake(&[("eval/a.rs", "use super::b::B;"), ("eval/b.rs", "use crate::eval::a::A;")]);
    let found = faults(&two);
    assert!(found.len() == 1 && found[0].contains("eval/a.rs → eval/b.rs"), "{found:?}");
    let handed_on = fake(&[
        ("eval/a.rs", "use super::B;"),
        ("eval/b/c.rs", "use crate::eval::a::A;"),
        ("eval/b/mod.rs", "mod c;\npub use c::B;"),
        ("eval/mod.rs", "mod a;\nmod b;\npub use b::B;"),
    ]);
    assert_eq!(faults(&handed_on).len(), 1, "through two re-exports");
    let three = fake(&[
        ("eval/a.rs", "fn f() { super::b::f() }"),
        ("eval/b.rs", "use super::c;"),
        ("eval/c.rs", "use super::{a::{A, B}, d};"),
        ("eval/d.rs", ""),
    ]);
    assert!(faults(&three)[0].starts_with("a circle of 3"));
}

#[test]
fn one_way_tests_and_lists_are_no_circles() {
    let sources = fake(&[
        ("eval/a.rs", "use super::b::B;\nmod tests { use crate::eval::c::C; }"),
        ("eval/b.rs", "use crate::units::Score;"),
        ("eval/c.rs", "use super::{a, Listed};"),
        ("eval/mod.rs", "mod a;\n#[cfg(test)]\nmod hook;\nmod tests;\nuse c::C;\nstruct Listed;"),
        ("eval/hook.rs", "use super::a;"),
        ("eval/tests.rs", "use super::c;"),
        ("units/a.rs", "use crate::eval::b;"),
    ]);
    assert_eq!(faults(&sources), Vec::<String>::new());
}
