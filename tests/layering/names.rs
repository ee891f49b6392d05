//! Names: a type name is used once in the crate, so that a reader who meets it knows which one it is.
//!
//! Structs, enums, traits, unions and type aliases count, tests apart. Aliases inside an `impl` are somebody else's names.

use std::collections::BTreeMap;

use super::circles::{closing_brace, is_of_tests};
use super::tokens::tokens;
use super::{root, sources};

/// The types that a source defines outside of its tests.
pub(crate) fn types(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    let (mut at, mut depth) = (0, 0usize);
    while at < tokens.len() {
        match word(at) {
            "mod" if word(at + 1).ends_with("tests") && word(at + 2) == "{" => {
                at = closing_brace(&tokens, at + 2);
            }
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "struct" | "enum" | "trait" | "union" if is_type_name(word(at + 1)) => {
                found.push(word(at + 1).to_owned());
            }
            "type" if depth == 0 && is_type_name(word(at + 1)) => {
                found.push(word(at + 1).to_owned())
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn is_type_name(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// Every type name with the files that define it.
fn homes(sources: &[(String, String)]) -> BTreeMap<String, Vec<&str>> {
    let mut homes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (file, source) in sources {
        if !is_of_tests(file, sources) {
            for name in types(source) {
                homes.entry(name).or_default().push(file);
            }
        }
    }
    homes
}

/// Names used more often than once.
fn faults(sources: &[(String, String)]) -> Vec<String> {
    homes(sources)
        .iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|(name, files)| {
            format!(
                "`{name}` is the name of {} types: {}; name them from what they are",
                files.len(),
                files.join(", ")
            )
        })
        .collect()
}

#[test]
fn a_type_name_is_used_once() {
    let faults = faults(&sources(&root().join("src")));
    assert!(faults.is_empty(), "{} names\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn homonyms_are_found() {
    let source = |file: &str, source: &str| (file.to_owned(), source.to_owned());
    let sources = [
        source("eval/a.rs", "struct Fake; impl X for Fake { type Item = u8; } trait Once {}"),
        source(
            "eval/b.rs",
            "pub(crate) enum Fake { A } type Item = u8; mod tests { struct Once; }",
        ),
        source("eval/c.rs", "//! struct Once;\nfn f(structure: Fake) { let _ = \"enum Once\"; }"),
        source("eval/tests.rs", "struct Once;"),
    ];
    let found = faults(&sources);
    assert!(found.len() == 1 && found[0].contains("`Fake` is the name of 2 types"), "{found:?}");
}
