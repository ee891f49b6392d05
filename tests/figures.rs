//! Code metrics: a table of sizes, lengths of functions and documentation.
//!
//! `cargo test figures -- --nocapture` prints it; `FIGURES_OF=../other cargo test figures -- --nocapture` measures another
//! folder of Rust sources in the same way (an older commit of this one: `git archive COMMIT | tar -x -C FOLDER`).
//! Comments and strings are left out by the lexer of `sources.rs`; a function is as long as its lines from `fn` to
//! the closing brace; tests are inline modules of tests, files that only tests use, and `tests/` and `benches/`.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::path::PathBuf;

use crate::sources::{Token, closing_brace, is_of_tests, sources, tokens};

/// Minimum lines of a long function.
const LONG: usize = 60;

/// Counts of one or more sources.
#[derive(Clone, Default, Debug)]
struct Figures {
    files: usize,
    production: usize,
    test: usize,
    doc: usize,
    comment: usize,
    unwraps: usize,
    expects: usize,
    unsafes: usize,
    safeties: usize,
    tests: usize,
    asserts: usize,
    fences: usize,
    exported: usize,
    /// Places of undocumented public items.
    undocumented: Vec<String>,
    /// Lines, arguments and place of every function outside of tests.
    functions: Vec<(usize, usize, String)>,
    /// Lines of every file.
    lengths: Vec<usize>,
    types: BTreeMap<String, usize>,
}

impl Figures {
    fn of(file: &str, source: &str, is_test: bool) -> Figures {
        let tokens = tokens(source);
        let lines: Vec<&str> = source.lines().collect();
        let mut in_test = vec![is_test; lines.len() + 2];
        for (from, to) in inline_tests(&tokens) {
            in_test[from..=to.min(lines.len())].fill(true);
        }
        let mut figures = Figures { files: 1, lengths: vec![lines.len()], ..Figures::default() };
        for (at, line) in lines.iter().enumerate() {
            figures.count_line(line.trim_start(), in_test[at + 1]);
            if !in_test[at + 1] && exports(line) {
                figures.exported += 1;
                if !is_documented(&lines[..at]) {
                    figures.undocumented.push(format!("{file}:{}", at + 1));
                }
            }
        }
        for at in 0..tokens.len() {
            figures.count_token(&tokens, at, in_test[tokens[at].line]);
        }
        let spans = functions(&tokens).into_iter().filter(|span| !in_test[span.line]);
        let place = |span: &Span| format!("{} {file}:{}", span.name, span.line);
        figures.functions = spans.map(|span| (span.lines, span.arguments, place(&span))).collect();
        if !is_test {
            for name in types(source) {
                *figures.types.entry(name).or_default() += 1;
            }
        }
        figures
    }

    fn count_line(&mut self, line: &str, is_test: bool) {
        let is_doc = line.starts_with("///") || line.starts_with("//!");
        self.safeties += usize::from(line.contains("SAFETY"));
        self.fences += usize::from(is_doc && line.contains("```"));
        if is_test {
            self.test += 1;
        } else {
            self.production += 1;
            self.doc += usize::from(is_doc);
            self.comment += usize::from(!is_doc && line.starts_with("//"));
        }
    }

    fn count_token(&mut self, tokens: &[Token], at: usize, is_test: bool) {
        let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
        let before = if at == 0 { "" } else { word(at - 1) };
        let is_call = before == "." && word(at + 1) == "(";
        match word(at) {
            "unwrap" if is_call && !is_test => self.unwraps += 1,
            "expect" if is_call && !is_test => self.expects += 1,
            "unsafe" if !is_test => self.unsafes += 1,
            "test" if before == "[" && word(at + 1) == "]" => self.tests += 1,
            name if name.trim_start_matches("debug_").starts_with("assert")
                && word(at + 1) == "!" =>
            {
                self.asserts += usize::from(is_test);
            }
            _ => {}
        }
    }

    fn add(&mut self, other: Figures) {
        self.files += other.files;
        self.production += other.production;
        self.test += other.test;
        self.doc += other.doc;
        self.comment += other.comment;
        self.unwraps += other.unwraps;
        self.expects += other.expects;
        self.unsafes += other.unsafes;
        self.safeties += other.safeties;
        self.tests += other.tests;
        self.asserts += other.asserts;
        self.fences += other.fences;
        self.exported += other.exported;
        self.undocumented.extend(other.undocumented);
        self.functions.extend(other.functions);
        self.lengths.extend(other.lengths);
        for (name, times) in other.types {
            *self.types.entry(name).or_default() += times;
        }
    }

    /// Percentile of the lengths of functions.
    fn length_at(&self, percent: usize) -> usize {
        at_percent(self.functions.iter().map(|function| function.0), percent)
    }

    fn with_more_arguments(&self, than: usize) -> usize {
        self.functions.iter().filter(|function| function.1 > than).count()
    }

    fn table(&self) -> String {
        let of_lines = |part: usize| 100.0 * part as f64 / self.production.max(1) as f64;
        let functions = self.functions.len();
        let share = |from: usize, to: usize| {
            let within = self.functions.iter().filter(|function| (from..=to).contains(&function.0));
            100.0 * within.count() as f64 / functions.max(1) as f64
        };
        let file = |percent| at_percent(self.lengths.iter().copied(), percent);
        let used = |times| self.types.values().filter(|&&count| count >= times).count();
        let mut longest: Vec<&(usize, usize, String)> = self.functions.iter().collect();
        longest.sort_by_key(|function| std::cmp::Reverse(function.0));
        let longest: Vec<String> =
            longest.iter().take(8).map(|(lines, _, place)| format!("{lines} {place}")).collect();
        let rows = [
            ("files", self.files.to_string()),
            ("production lines", self.production.to_string()),
            ("test lines", self.test.to_string()),
            (
                "test lines a line",
                format!("{:.2}", self.test as f64 / self.production.max(1) as f64),
            ),
            ("#[test] / doctests (fences ÷ 2)", format!("{} / {}", self.tests, self.fences / 2)),
            ("asserts in tests", self.asserts.to_string()),
            ("functions", functions.to_string()),
            (
                "length median · p90 · p95 · p99 · max",
                [50, 90, 95, 99, 100]
                    .map(|percent| self.length_at(percent).to_string())
                    .join(" · "),
            ),
            (
                "≤ 5 / 6–20 / 21–60 / > 60 lines, %",
                format!(
                    "{:.0} / {:.0} / {:.0} / {:.1}",
                    share(0, 5),
                    share(6, 20),
                    share(21, LONG),
                    share(LONG + 1, usize::MAX)
                ),
            ),
            (
                "functions with > 5 / > 7 arguments",
                format!("{} / {}", self.with_more_arguments(5), self.with_more_arguments(7)),
            ),
            ("unwrap / expect in production", format!("{} / {}", self.unwraps, self.expects)),
            ("unsafe / SAFETY", format!("{} / {}", self.unsafes, self.safeties)),
            ("doc lines, share", format!("{:.1} %", of_lines(self.doc))),
            ("plain comment lines, share", format!("{:.1} %", of_lines(self.comment))),
            (
                "documented `pub` items",
                format!(
                    "{} %",
                    100 * (self.exported - self.undocumented.len()) / self.exported.max(1)
                ),
            ),
            ("file median · p90 · max", [50, 90, 100].map(|at| file(at).to_string()).join(" · ")),
            ("type names used ≥ 2 / ≥ 3 times", format!("{} / {}", used(2), used(3))),
            ("longest functions", longest.join(", ")),
        ];
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        rows.iter().map(|(name, value)| format!("| {name:width$} | {value} |\n")).collect()
    }
}

fn at_percent(values: impl Iterator<Item = usize>, percent: usize) -> usize {
    let mut values: Vec<usize> = values.collect();
    values.sort_unstable();
    let at = (values.len() * percent / 100).min(values.len().saturating_sub(1));
    values.get(at).copied().unwrap_or(0)
}

/// Whether a line begins an exported item, except fields.
fn exports(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix("pub ") else { return false };
    let mut words = rest.split_whitespace();
    let mut word = words.next();
    while matches!(word, Some("const" | "unsafe" | "async" | "extern")) && rest.contains("fn ") {
        word = words.next();
    }
    matches!(word, Some("fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"))
}

/// Whether there is a doc comment above, with only attributes and comments between.
fn is_documented(above: &[&str]) -> bool {
    let mut in_attribute = false;
    for line in above.iter().rev().map(|line| line.trim_start()) {
        if in_attribute {
            in_attribute = !line.starts_with("#[");
        } else if ["///", "$(#[$", "#[doc"].iter().any(|head| line.starts_with(head)) {
            // Macros pass the doc comment on, or generate it.
            return true;
        } else if line.ends_with(")]") && !line.starts_with("#[") {
            in_attribute = true;
        } else if !line.starts_with(['#', '/']) {
            return false;
        }
    }
    false
}

/// First and last lines of inline modules of tests.
fn inline_tests(tokens: &[Token]) -> Vec<(usize, usize)> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let starts = (0..tokens.len())
        .filter(|&at| word(at) == "mod" && word(at + 1).ends_with("tests") && word(at + 2) == "{");
    let last = tokens.last().map_or(0, |token| token.line);
    starts
        .map(|at| {
            let end = tokens.get(closing_brace(tokens, at + 2)).map_or(last, |token| token.line);
            (tokens[at].line, end)
        })
        .collect()
}

/// A function with a body.
struct Span {
    name: String,
    line: usize,
    lines: usize,
    arguments: usize,
}

fn functions(tokens: &[Token]) -> Vec<Span> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        // `fn(` is a type.
        if word(at) != "fn" || word(at + 1) == "(" {
            continue;
        }
        let (mut depth, mut body) = (0usize, at + 1);
        while body < tokens.len() {
            match word(body) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "{" | ";" if depth == 0 => break,
                _ => {}
            }
            body += 1;
        }
        if word(body) == "{" {
            let end = tokens.get(closing_brace(tokens, body)).map_or(0, |token| token.line);
            let (name, line) = (word(at + 1).to_owned(), tokens[at].line);
            let arguments = arguments(&tokens[at..body]);
            found.push(Span { name, line, lines: end.saturating_sub(line) + 1, arguments });
        }
    }
    found
}

/// How many arguments a function's head lists, its `self` among them.
fn arguments(head: &[Token]) -> usize {
    let (mut angles, mut depth, mut count, mut is_empty) = (0i32, 0, 0, true);
    for (at, token) in head.iter().enumerate() {
        let is_arrow = at > 0 && head[at - 1].text == "-";
        match token.text.as_str() {
            "<" => angles += 1,
            ">" if !is_arrow => angles -= 1,
            "(" | "[" | "{" if depth > 0 || angles == 0 => depth += 1,
            ")" | "]" | "}" if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return count + usize::from(!is_empty);
                }
            }
            "," if depth == 1 && angles == 0 => {
                (count, is_empty) = (count + 1, true);
                continue;
            }
            _ => {}
        }
        is_empty = if depth >= 1 && !(depth == 1 && token.text == "(") { false } else { is_empty };
    }
    count
}

fn folder() -> PathBuf {
    let asked = env::var_os("FIGURES_OF").map(PathBuf::from);
    asked.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

/// All figures of a folder, and those of each room of `src/`.
fn measure(sources: &[(String, String)]) -> (Figures, BTreeMap<String, Figures>) {
    let mut all = Figures::default();
    let mut rooms: BTreeMap<String, Figures> = BTreeMap::new();
    for (file, source) in sources {
        let figures = Figures::of(file, source, is_of_tests(file, sources));
        if let Some(rest) = file.strip_prefix("src/") {
            let room = rest.split('/').next().unwrap_or(rest).to_owned();
            rooms.entry(room).or_default().add(figures.clone());
        }
        all.add(figures);
    }
    (all, rooms)
}

fn rooms_table(rooms: &BTreeMap<String, Figures>) -> String {
    let mut table =
        "| room | files | production | test | functions: median · p99 · max | > 60 |\n|---|--:|--:|--:|---|--:|\n".to_owned();
    for (room, figures) in rooms {
        let [median, p99, max] = [50, 99, 100].map(|percent| figures.length_at(percent));
        let long = figures.functions.iter().filter(|function| function.0 > LONG).count();
        let _ = writeln!(
            table,
            "| {room} | {} | {} | {} | {median} · {p99} · {max} | {long} |",
            figures.files, figures.production, figures.test
        );
    }
    table
}

#[test]
#[allow(clippy::print_stdout)]
fn figures_of_the_house() {
    let folder = folder();
    let (all, rooms) = measure(&sources(&folder));
    let table = format!("{}\n\n{}\n{}", folder.display(), all.table(), rooms_table(&rooms));
    // The harness shows this with `--nocapture` only.
    println!("{table}");
    assert!(all.files > 0, "no Rust sources under {}", folder.display());
    if env::var_os("FIGURES_OF").is_none() {
        assert_eq!((all.unwraps, all.expects), (0, 0), "unwrap and expect outside of tests");
        assert!(all.with_more_arguments(7) == 0, "a function of more than seven arguments");
        let long = all.functions.iter().filter(|function| function.0 > LONG).count();
        assert!(long * 100 <= all.functions.len(), "{long} functions are longer than {LONG} lines");
    }
}

#[test]
fn figures_are_counted_right() {
    let source = "//! Head.\n\n/// One.\npub fn one(a: u8, b: Vec<(u8, u8)>,) -> u8 {\n    // Why.\n    a\n}\n\
        pub struct Bare;\nfn none() { x.unwrap(); \"y.unwrap()\"; }\nfn call<F: Fn(u8, u8) -> u8>(f: F) {}\n\
        #[cfg(test)]\nmod tests {\n    #[test]\n    fn fine() {\n        assert!(x.unwrap());\n    }\n}\n";
    let figures = Figures::of("src/a.rs", source, false);
    assert_eq!((figures.production, figures.test), (11, 6));
    assert_eq!((figures.doc, figures.comment, figures.unwraps), (2, 1, 1));
    assert_eq!((figures.tests, figures.asserts), (1, 1));
    assert_eq!((figures.exported, figures.undocumented), (2, vec!["src/a.rs:8".to_owned()]));
    let functions: Vec<(usize, usize)> =
        figures.functions.iter().map(|&(lines, arguments, _)| (lines, arguments)).collect();
    assert_eq!(functions, [(4, 2), (1, 0), (1, 1)]);
    assert_eq!(figures.types.len(), 1);
    assert_eq!(at_percent(1..=100, 50), 51);
}

/// The types that a source defines outside of its tests.
fn types(source: &str) -> Vec<String> {
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
