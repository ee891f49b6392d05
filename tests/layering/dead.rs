//! Dead code: a public function, type or constant that only tests use.
//!
//! rustc finds dead code only if it is private. Here a name that occurs nowhere else is unused. Names are compared, not paths, so
//! two methods with the same name hide each other; whatever is found is certainly dead. Methods of trait implementations and the
//! library's public rooms are excluded.

use std::collections::BTreeMap;

use super::circles::{closing_brace, is_of_tests, production};
use super::house::LIBRARY;
use super::tokens::{Token, tokens};
use super::{is_among, rooms};

/// A public item, and its place.
struct Definition {
    name: String,
    place: String,
}

/// The items that a file exports, except those that traits require.
fn definitions(file: &str, tokens: &[Token]) -> Vec<Definition> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match word(at) {
            "impl" => {
                let open = (at..tokens.len()).find(|&at| word(at) == "{").unwrap_or(tokens.len());
                // `for<'a>` is no implementation of a trait.
                if (at..open).any(|at| word(at) == "for" && word(at + 1) != "<") {
                    at = closing_brace(tokens, open);
                }
            }
            "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type"
                if is_public(tokens, at) && is_name(word(at + 1)) && word(at + 1) != "fn" =>
            {
                let place = format!("src/{file}:{}", tokens[at].line);
                found.push(Definition { name: word(at + 1).to_owned(), place });
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether `pub`, `pub(crate)` or the like stands before, perhaps with `const` or `unsafe` between.
fn is_public(tokens: &[Token], at: usize) -> bool {
    let mut before = tokens[..at].iter().rev().map(|token| token.text.as_str()).peekable();
    while before.next_if(|word| matches!(*word, "const" | "unsafe" | "async" | "extern")).is_some()
    {
    }
    match before.next() {
        Some("pub") => true,
        Some(")") => before.skip_while(|word| *word != "(").nth(1) == Some("pub"),
        _ => false,
    }
}

fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
}

/// Definitions that are used nowhere.
fn faults(sources: &[(String, String)]) -> Vec<String> {
    let mut spoken: BTreeMap<String, usize> = BTreeMap::new();
    let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, source) in sources.iter().filter(|(file, _)| !is_of_tests(file, sources)) {
        let tokens = production(tokens(source));
        for token in &tokens {
            *spoken.entry(token.text.clone()).or_default() += 1;
        }
        for Definition { name, place } in definitions(file, &tokens) {
            defined.entry(name).or_default().push(place);
        }
    }
    let is_unused = |name: &str, places: &[String]| spoken[name] == places.len();
    let is_of_library =
        |place: &str| place.strip_prefix("src/").is_some_and(|file| is_among(file, LIBRARY));
    defined
        .iter()
        .filter(|(name, places)| is_unused(name, places))
        .flat_map(|(name, places)| places.iter().map(move |place| (name, place)))
        .filter(|(_, place)| !is_of_library(place))
        .map(|(name, place)| {
            format!("{place}: `{name}` is used by nobody outside of tests; take it out")
        })
        .collect()
}

#[test]
fn nothing_public_is_dead() {
    let faults = faults(&rooms());
    assert!(faults.is_empty(), "{} are dead\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn dead_code_is_found() {
    let source = |file: &str, source: &str| (file.to_owned(), source.to_owned());
    let sources = [
        source(
            "eval/a.rs",
            "pub fn used() {}\npub(crate) const fn dead() {}\nimpl Show for A { pub fn shown() {} }\nfn mine() {}\npub const KEPT: u8 = 1;",
        ),
        source(
            "eval/b.rs",
            "fn f() { super::a::used(KEPT) }\nmod tests { use super::dead; }\nimpl<T> B<T> { pub fn gone(&self) {} }",
        ),
        source("eval/tests.rs", "fn t() { dead() }"),
        source("chess/a.rs", "pub fn for_others() {}"),
    ];
    let found = faults(&sources);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        found[0].starts_with("src/eval/a.rs:2: `dead`") && found[1].contains("`gone`"),
        "{found:#?}"
    );
}
