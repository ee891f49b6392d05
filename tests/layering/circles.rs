//! Circles of files inside a room: strongly connected components of the graph whose arrows are the paths that a file names.
//!
//! If two files of a room need each other, neither can be read, tested or moved alone. A `mod.rs` needs what its own code uses;
//! re-exports are followed to the file that defines the name. Tests are ignored. `layering.rs` checks arrows between rooms.

use std::collections::{BTreeMap, BTreeSet};

use super::house::CIRCLES;
use super::tokens::{Token, tokens};
use super::{module, named_paths, room, rooms};

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
    let exports = exports(&tokens);
    let mut arrows = BTreeMap::new();
    for (&file, tokens) in tokens.iter().filter(|(file, _)| !is_of_tests(file, sources)) {
        let needed: BTreeSet<&str> = needed(file, tokens, &files)
            .iter()
            .filter_map(|path| home(path, &files, &exports))
            .filter(|&other| other != file && room(other) == room(file))
            .collect();
        arrows.insert(file, needed);
    }
    arrows
}

/// The paths that a file needs: those that it names, and names of the modules among them. Unused re-exports are left out.
fn needed(
    file: &str,
    tokens: &[Token],
    files: &BTreeMap<Vec<String>, &str>,
) -> BTreeSet<Vec<String>> {
    let word = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    let (mut own, mut handed_on) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let is_export = word(at) == "use" && at > 0 && matches!(word(at - 1), "pub" | ")");
        if is_export && file.ends_with("mod.rs") {
            let end = (at..tokens.len()).find(|&at| word(at) == ";").unwrap_or(tokens.len());
            handed_on.extend_from_slice(&tokens[at..end]);
            at = end;
        } else {
            own.push(tokens[at].clone());
            at += 1;
        }
    }
    let mut paths: BTreeSet<Vec<String>> =
        named_paths(file, &spelled(&own)).into_iter().map(|named| named.path).collect();
    let is_used = |name: &str| own.iter().any(|token| token.text == name);
    let handed_on = named_paths(file, &spelled(&handed_on)).into_iter().map(|named| named.path);
    paths.extend(handed_on.filter(|path| path.last().is_some_and(|name| is_used(name))));
    let base = module(file);
    let is_below = |path: &&Vec<String>| path.split_last().is_some_and(|(_, above)| above == base);
    let below = files.keys().filter(is_below).cloned();
    let modules: Vec<Vec<String>> =
        below.chain(paths.iter().filter(|path| files.contains_key(*path)).cloned()).collect();
    for named in own.windows(3).filter(|named| named[1].text == "::" && named[2].text != "{") {
        let of = modules.iter().filter(|path| path.last() == Some(&named[0].text));
        paths.extend(of.map(|path| [&path[..], &[named[2].text.clone()]].concat()));
    }
    // A module file is needed for the names in it.
    paths.retain(|path| files.get(path).is_none_or(|file| !file.ends_with("mod.rs")));
    paths
}

/// `use name::Type` starts at the module itself; expands it to the full path.
fn spelled(tokens: &[Token]) -> Vec<Token> {
    let mut spelled = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        spelled.push(token.clone());
        let next = tokens.get(at + 1).map_or("crate", |token| token.text.as_str());
        if token.text == "use" && !matches!(next, "crate" | "self" | "super" | "std" | "quarterply")
        {
            let word = |text: &str| Token { text: text.to_owned(), line: token.line };
            spelled.extend([word("self"), word("::")]);
        }
    }
    spelled
}

/// Re-exports of a `mod.rs`, with their paths.
fn exports(tokens: &BTreeMap<&str, Vec<Token>>) -> BTreeMap<Vec<String>, Vec<String>> {
    let mut exports = BTreeMap::new();
    for (&file, tokens) in tokens.iter().filter(|(file, _)| file.ends_with("mod.rs")) {
        let base = module(file);
        for named in named_paths(file, &spelled(tokens)) {
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
    // Re-exports may be chained, but not in a circle that compiles; the bound is for code that does not.
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

/// The circles of a house with their arrows, except those that the table allows; and unused entries of the table.
fn faults(sources: &[(String, String)], allowed: &[(&str, &str, &str)]) -> Vec<String> {
    let mut arrows = arrows(sources);
    let mut faults = Vec::new();
    for &(from, to, _) in allowed {
        let mut found = false;
        for (_, needed) in arrows.iter_mut().filter(|(file, _)| file.starts_with(from)) {
            found |= needed.remove(to);
        }
        if !found {
            faults.push(format!("{from} does not need {to}: it is no exception any more"));
        }
    }
    faults.extend(circles(&arrows).into_iter().map(|circle| {
        let mut lines = vec![format!("a circle of {} files: none can be read alone", circle.len())];
        for file in &circle {
            let within: Vec<&str> = arrows[file].intersection(&circle).copied().collect();
            lines.push(format!("    {file} → {}", within.join(" ")));
        }
        lines.push("    move what both need into a file below them".to_owned());
        lines.join("\n")
    }));
    faults
}

#[test]
fn no_files_of_a_room_stand_in_a_circle() {
    let faults = faults(&rooms(), CIRCLES);
    assert!(faults.is_empty(), "{} circles\n{}", faults.len(), faults.join("\n"));
}

fn fake(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|&(file, source)| (file.to_owned(), source.to_owned())).collect()
}

#[test]
fn circles_are_found() {
    let two = fake(&[("eval/a.rs", "use super::b::B;"), ("eval/b.rs", "use crate::eval::a::A;")]);
    let found = faults(&two, &[]);
    assert!(found.len() == 1 && found[0].contains("eval/a.rs → eval/b.rs"), "{found:?}");
    let handed_on = fake(&[
        ("eval/a.rs", "use super::B;"),
        ("eval/b/c.rs", "use crate::eval::a::A;"),
        ("eval/b/mod.rs", "mod c;\npub use c::B;"),
        ("eval/mod.rs", "mod a;\nmod b;\npub use b::B;"),
    ]);
    assert_eq!(faults(&handed_on, &[]).len(), 1, "through two re-exports");
    let three = fake(&[
        ("eval/a.rs", "fn f() { super::b::f() }"),
        ("eval/b.rs", "use super::c;"),
        ("eval/c.rs", "use super::{a::{A, B}, d};"),
        ("eval/d.rs", ""),
    ]);
    assert!(faults(&three, &[])[0].starts_with("a circle of 3"));
}

#[test]
fn a_module_needs_what_its_own_code_uses() {
    for used in
        ["use a::A;", "pub use a::A;\nfn f(_: A) {}", "fn f() { a::f() }", "use super::b::a::A;"]
    {
        let both = fake(&[
            ("eval/b/a.rs", "use super::Listed;"),
            ("eval/b/mod.rs", &format!("mod a;\n{used}\nstruct Listed;")),
        ]);
        let found = faults(&both, &[]);
        assert!(found.len() == 1 && found[0].contains("eval/b/mod.rs → eval/b/a.rs"), "{found:?}");
        let allowed = [("eval/b/", "eval/b/mod.rs", "")];
        assert_eq!(faults(&both, &allowed), Vec::<String>::new());
        let idle = [allowed[0], ("eval/b/a.rs", "eval/c.rs", "")];
        assert!(faults(&both, &idle)[0].contains("no exception any more"));
    }
}

#[test]
fn one_way_tests_and_lists_are_no_circles() {
    let sources = fake(&[
        ("eval/a.rs", "use super::b::B;\nmod tests { use crate::eval::c::C; }"),
        ("eval/b.rs", "use crate::units::Score;"),
        ("eval/c.rs", "use super::{a, Listed};"),
        (
            "eval/mod.rs",
            "mod a;\n#[cfg(test)]\nmod hook;\nmod tests;\npub use c::C;\nstruct Listed;",
        ),
        ("eval/hook.rs", "use super::a;"),
        ("eval/tests.rs", "use super::c;"),
        ("units/a.rs", "use crate::eval::b;"),
    ]);
    assert_eq!(faults(&sources, &[]), Vec::<String>::new());
}
