//! Completion of file names, quoted if necessary, and of suites.

use std::fs;
use std::path::MAIN_SEPARATOR;

use rustyline::completion::Pair;

use crate::files::suites;
use crate::store::file;

/// Completes `word`, which may begin with a double quote. If one name needs quotes all get them, so that their common prefix is
/// right. Names with a double quote cannot be typed and are left out.
pub fn file_names(word: &str) -> Vec<Pair> {
    if word.starts_with('@') {
        let names = suites::names().filter(|name| name.starts_with(word));
        return names
            .map(|name| Pair { display: name.to_owned(), replacement: name.to_owned() })
            .collect();
    }
    let typed = word.strip_prefix('"').unwrap_or(word);
    let (folder, begun) = typed.split_at(typed.rfind(MAIN_SEPARATOR).map_or(0, |at| at + 1));
    let mut names = names_in(folder);
    names.retain(|name| name.starts_with(begun) && !name.contains('"'));
    names.sort();
    let quoted = typed.len() < word.len()
        || needs_quotes(folder)
        || names.iter().any(|name| needs_quotes(name));
    let pair = |name: String| {
        let replacement = written(&format!("{folder}{name}"), quoted);
        Pair { display: name, replacement }
    };
    names.into_iter().map(pair).collect()
}

/// Entries of a folder, subfolders with a trailing separator; empty if it cannot be read.
fn names_in(folder: &str) -> Vec<String> {
    let path = file::expand(if folder.is_empty() { "." } else { folder });
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let name = |entry: fs::DirEntry| {
        let mut name = entry.file_name().into_string().ok()?;
        if entry.path().is_dir() {
            name.push(MAIN_SEPARATOR);
        }
        Some(name)
    };
    entries.filter_map(name).collect()
}

fn needs_quotes(name: &str) -> bool {
    name.contains(|letter: char| letter.is_whitespace() || "';#".contains(letter))
}

/// The quote before a folder stays open, since more will follow.
fn written(path: &str, quoted: bool) -> String {
    match quoted {
        false => path.to_owned(),
        true if path.ends_with(MAIN_SEPARATOR) => format!("\"{path}"),
        true => format!("\"{path}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::parse::tokens::Words;

    #[test]
    fn what_is_completed_is_read_as_the_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a folder")).unwrap();
        for name in ["my games.pgn", "it's.pgn", "two  spaces.pgn", "plain.pgn", "a;b#.pgn"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let at = |begun: &str| format!("{}{MAIN_SEPARATOR}{begun}", folder.path().display());
        let completed = |word: &str| {
            let names = file_names(word).into_iter().map(|pair| pair.replacement);
            names.collect::<Vec<String>>()
        };
        for name in ["my games.pgn", "it's.pgn", "two  spaces.pgn", "plain.pgn", "a;b#.pgn"] {
            for word in [at(&name[..2]), format!("\"{}", at(&name[..2]))] {
                let [written] = &completed(&word)[..] else { panic!("{word}") };
                let words: Vec<&str> = Words::new(written).map(|word| word.text).collect();
                assert_eq!(words, [at(name)]);
            }
        }
        assert_eq!(completed(&at("pl")), [at("plain.pgn")]);
        assert_eq!(completed(&at("a f")), [format!("\"{}{MAIN_SEPARATOR}", at("a folder"))]);
        assert!(completed(&at("none/")).is_empty());
        assert_eq!(completed("@ma"), ["@mates"]);
    }
}
