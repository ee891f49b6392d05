//! A minimal lexer of Rust, to find the names in a source file.
//!
//! Comments, strings and characters are left out, so that documentation is never taken for code. The tokens are words, `::` and
//! single signs, each with its line. Macros are not expanded.

/// A word or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// `use`, `crate`, `::`, `{`, …
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// The tokens of a source text.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    Lexer { rest: source, line: 1, found: Vec::new() }.run()
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while let Some(first) = self.rest.chars().next() {
            let length = self.skippable(first).unwrap_or_else(|| {
                let length = self.word_or_sign(first);
                let text = &self.rest[..length];
                if !text.trim().is_empty() {
                    self.found.push(Token { text: text.to_owned(), line: self.line });
                }
                length
            });
            self.line += self.rest[..length].matches('\n').count();
            self.rest = &self.rest[length..];
        }
        self.found
    }

    fn word_or_sign(&self, first: char) -> usize {
        let word = self.rest.chars().take_while(|&c| is_of_word(c));
        match word.map(char::len_utf8).sum() {
            0 if self.rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            length => length,
        }
    }

    /// The length of the comment, string or character that begins here, if one does.
    fn skippable(&self, first: char) -> Option<usize> {
        match first {
            '/' if self.rest.starts_with("//") => {
                Some(self.rest.find('\n').unwrap_or(self.rest.len()))
            }
            '/' if self.rest.starts_with("/*") => Some(block_comment(self.rest)),
            '"' => Some(1 + quoted(&self.rest[1..], '"')),
            '\'' => character(self.rest),
            'r' | 'b' | 'c' => prefixed_string(self.rest),
            _ => None,
        }
    }
}

fn is_of_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// From behind the opening quote to behind the closing one.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// `'x'` and `'\n'` are characters; `'a` is a lifetime, and nothing to skip.
fn character(text: &str) -> Option<usize> {
    let mut letters = text[1..].chars();
    let first = letters.next()?;
    if first == '\\' || letters.next() == Some('\'') {
        return Some(1 + quoted(&text[1..], '\''));
    }
    None
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br"…"`, `b'…'`, `c"…"`.
fn prefixed_string(text: &str) -> Option<usize> {
    let raw_at = text.strip_prefix(['b', 'c']).unwrap_or(text);
    let prefix = text.len() - raw_at.len();
    if let Some(after) = raw_at.strip_prefix('r') {
        let body = after.trim_start_matches('#');
        let fence = "#".repeat(after.len() - body.len());
        let body = body.strip_prefix('"')?;
        let end = format!("\"{fence}");
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(text.len() - body.len() + length);
    }
    match raw_at.chars().next() {
        Some('"') if prefix > 0 => Some(prefix + 1 + quoted(&raw_at[1..], '"')),
        Some('\'') if prefix > 0 => Some(prefix + character(raw_at)?),
        _ => None,
    }
}

#[test]
fn words_in_comments_and_strings_do_not_count() {
    let source = r###"
//! crate::search
/* crate::a /* nested */ crate::b */ fn f<'a>(x: &'a str) -> char {
    let _ = "crate::c \" println!"; let _ = r#"unsafe " "#; let _ = b"dbg!"; let _ = br"dbg!";
    let r = '"'; let _ = '\''; let _ = b'x'; breathe::r(r)
}"###;
    let found: Vec<String> = tokens(source).into_iter().map(|token| token.text).collect();
    let joined = found.join(" ");
    for gone in ["crate", "println", "unsafe", "dbg", "nested", "x '"] {
        assert!(!joined.contains(gone), "{gone} in {joined}");
    }
    assert!(joined.ends_with("breathe :: r ( r ) }"), "{joined}");
    assert!(joined.contains("& ' a str"), "{joined}");
    assert_eq!(tokens(source).last().map(|token| token.line), Some(6));
}
