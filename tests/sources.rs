//! The sources as files and as tokens, for the tests that read them: `layering.rs`, `map.rs`, `figures.rs`.
//!
//! Comments, strings and characters are left out. Tokens are words and single signs, each with its line; a path `a::b` is one
//! word, as is `a::`. Macros are not expanded.

use std::fs;
use std::path::Path;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns path and text of all `.rs` files below a folder, without hidden and build folders. Paths have `/` on every system.
pub(crate) fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).unwrap_or_else(|error| panic!("{next:?}: {error}"));
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
            let last = name.rsplit('/').next().unwrap_or_default();
            if path.is_dir() && !last.starts_with('.') && last != "target" {
                folders.push(path);
            } else if name.ends_with(".rs") {
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let (mut rest, mut line, mut found) = (source, 1, Vec::new());
    while let Some(first) = rest.chars().next() {
        let mut length = skipped(rest);
        if length == 0 {
            let is_of_path = |c: char| c == '_' || c.is_alphanumeric();
            while let Some(letter) = rest[length..].chars().next() {
                match rest[length..].starts_with("::") {
                    true => length += 2,
                    false if is_of_path(letter) => length += letter.len_utf8(),
                    false => break,
                }
            }
            length = length.max(first.len_utf8());
            found.push(Token { text: rest[..length].to_owned(), line });
        }
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// Returns the length of the blanks, comment, string or character at the beginning, or 0. Nested comments are not supported.
fn skipped(text: &str) -> usize {
    let behind = |from: usize, end: &str| {
        text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
    };
    if text.starts_with("//") {
        return behind(0, "\n");
    } else if text.starts_with("/*") {
        return behind(2, "*/");
    }
    let body = text.trim_start_matches(['b', 'c', 'r']);
    let prefix = text.len() - body.len();
    let fence = body.len() - body.trim_start_matches('#').len();
    if text[..prefix].ends_with('r') && body[fence..].starts_with('"') {
        return behind(prefix + fence + 1, &format!("\"{}", "#".repeat(fence)));
    }
    let mut letters = body.chars();
    let quote = match [letters.next(), letters.next(), letters.next()] {
        [Some('"'), ..] => '"',
        // `'a` without a closing quote is a lifetime.
        [Some('\''), Some('\\'), _] | [Some('\''), _, Some('\'')] => '\'',
        _ => return text.len() - text.trim_start().len(),
    };
    let mut escaped = false;
    let end = body[1..].find(|c| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| prefix + 1 + end + 1)
}

/// Returns the index of the brace that closes the one at `open`.
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

/// Returns the tokens outside of inline test modules.
pub(crate) fn production(source: &str) -> Vec<Token> {
    let (tokens, mut kept, mut at) = (tokens(source), Vec::new(), 0);
    while at < tokens.len() {
        let word = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text.as_str());
        if word(0) == "mod" && word(1).ends_with("tests") && word(2) == "{" {
            at = closing_brace(&tokens, at + 2);
        } else {
            kept.push(tokens[at].clone());
        }
        at += 1;
    }
    kept
}

/// Whether a file contains only tests or code for tests.
pub(crate) fn is_of_tests(file: &str, sources: &[(String, String)]) -> bool {
    let is_apart = |folder: &str| file.starts_with(folder) || file.contains(&format!("/{folder}"));
    if file.ends_with("/tests.rs") || is_apart("tests/") || is_apart("benches/") {
        return true;
    }
    // Declared as `#[cfg(test)] mod name;` by the file above.
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let Some((folder, name)) = module.rsplit_once('/') else { return false };
    let above = [format!("{folder}/mod.rs"), format!("{folder}.rs")];
    let mut above = sources.iter().filter(|(other, _)| above.contains(other));
    let declared = ["mod", "pub mod", "pub(crate) mod"];
    let declared = declared.map(|word| format!("#[cfg(test)]\n{word} {name};"));
    above.any(|(_, source)| declared.iter().any(|line| source.contains(line)))
}

#[test]
fn words_in_comments_and_strings_do_not_count() {
    let source = r###"
//! crate::search
/* crate::a */ fn f<'a>(x: &'a str) -> char {
    let _ = "crate::c \" println!"; let _ = r#"unsafe " "#; let _ = b"dbg!"; let _ = br"dbg!";
    let r = '"'; let _ = '\''; let _ = b'x'; breathe::r(r)
}"###;
    let found: Vec<String> = tokens(source).into_iter().map(|token| token.text).collect();
    let joined = found.join(" ");
    for gone in ["crate", "println", "unsafe", "dbg", "x '"] {
        assert!(!joined.contains(gone), "{gone} in {joined}");
    }
    assert!(joined.ends_with("breathe::r ( r ) }"), "{joined}");
    assert!(joined.contains("& ' a str"), "{joined}");
    assert_eq!(tokens(source).last().map(|token| token.line), Some(6));
}
