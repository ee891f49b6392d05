//! The file of kept settings: TOML, one setting a line, written by people and by the program.
//!
//! Reading skips damaged lines and reports them. Writing changes one setting and leaves every comment, space and other line as it
//! is; a damaged file is not written at all, so that nothing is lost. The settings themselves are validated by callers.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use toml_edit::{DocumentMut, Item, TableLike, TomlError, Value};

use crate::store::WrittenFiles;
use crate::store::file::{self, FileError};

const LARGEST: u64 = 1 << 20;

/// A line number, from 1, with the name and value of a setting as `set` takes them, or the error. The name of a table's entry is
/// `table.entry`.
pub type KeptLine = (usize, Result<(String, String), String>);

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptSettings(pub Vec<KeptLine>);

impl KeptSettings {
    pub fn read(path: &Path) -> Result<KeptSettings, FileError> {
        Ok(KeptSettings::parse(&text_of(path)?))
    }

    pub fn parse(text: &str) -> KeptSettings {
        let mut found = KeptSettings::default();
        let mut prefix = String::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let document = match line.parse::<DocumentMut>() {
                Ok(document) => document,
                Err(error) => {
                    found.0.push((number, Err(brief(&error))));
                    continue;
                }
            };
            if line.trim_start().starts_with('[') {
                prefix.clear();
            }
            found.take(document.as_table(), &mut prefix, number);
        }
        found
    }

    /// Reads one line; a heading becomes the prefix of the following lines.
    fn take(&mut self, table: &dyn TableLike, prefix: &mut String, line: usize) {
        for (key, item) in table.iter() {
            let name = format!("{prefix}{key}");
            match item {
                Item::Value(value) => {
                    let wrong = || "a text, a whole number, true or false is wanted".to_owned();
                    let said = plain(value).map(|value| (name, value));
                    self.0.push((line, said.ok_or_else(wrong)));
                }
                Item::Table(inner) if inner.is_dotted() => {
                    self.take(inner, &mut format!("{name}."), line);
                }
                Item::Table(inner) => {
                    *prefix = format!("{name}.");
                    self.take(inner, prefix, line);
                }
                Item::None | Item::ArrayOfTables(_) => {
                    self.0.push((line, Err("lists of tables are not known here".to_owned())));
                }
            }
        }
    }
}

/// Writes a setting, in its old place if it has one; a damaged file stays unchanged.
pub fn keep(path: &Path, name: &str, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        let fault = |error| format!("its folder cannot be made: {error}");
        fs::create_dir_all(folder).map_err(fault)?;
    }
    change(path, |document| {
        let mut new = value_of(text);
        let place = owner_of(document, name).and_then(|(table, key)| table.get_mut(&key));
        match place {
            Some(old) => {
                // Keep the whitespace and comments around it.
                if let Some(old) = old.as_value() {
                    *new.decor_mut() = old.decor().clone();
                }
                *old = Item::Value(new);
            }
            None => drop(document.insert(name, Item::Value(new))),
        }
        true
    })
    .map(drop)
}

/// Removes a setting; `false` if the file does not have it. A damaged file stays unchanged.
pub fn forget(path: &Path, name: &str) -> Result<bool, String> {
    if !path.exists() {
        return Ok(false);
    }
    change(path, |document| {
        let owner = owner_of(document, name);
        owner.is_some_and(|(table, key)| table.remove(&key).is_some())
    })
}

/// Reads a file, lets `edit` change it, and writes it if `edit` returns `true`.
fn change(path: &Path, edit: impl FnOnce(&mut DocumentMut) -> bool) -> Result<bool, String> {
    let failed = |error: FileError| error.to_string();
    let files = WrittenFiles::default().hold(path).map_err(failed)?;
    let mut document = document_of(path)?;
    let is_changed = edit(&mut document);
    if is_changed {
        // It was parsed just now, so it is a file of settings.
        files.claim(path, |_| true).map_err(failed)?;
        files.write(path, document.to_string().as_bytes()).map_err(failed)?;
    }
    Ok(is_changed)
}

/// Returns the table that holds a setting, and its key there, ignoring case.
fn owner_of<'a>(
    document: &'a mut DocumentMut,
    name: &str,
) -> Option<(&'a mut dyn TableLike, String)> {
    let key_like = |table: &dyn TableLike, wanted: &str| {
        let found = table.iter().find(|(key, _)| key.eq_ignore_ascii_case(wanted));
        found.map(|(key, _)| key.to_owned())
    };
    let root = document.as_table_mut();
    if let Some(key) = key_like(root, name) {
        return Some((root, key));
    }
    let (group, entry) = name.split_once('.')?;
    let group = key_like(root, group)?;
    let table = root.get_mut(&group)?.as_table_like_mut()?;
    let key = key_like(table, entry)?;
    Some((table, key))
}

fn document_of(path: &Path) -> Result<DocumentMut, String> {
    let text = text_of(path).map_err(|error| error.to_string())?;
    text.parse().map_err(|error: TomlError| {
        let at = error.span().map_or(0, |span| span.start).min(text.len());
        let line = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let why = brief(&error);
        format!(
            "line {line} is damaged ({why}); correct or remove it: the rest of the file is kept"
        )
    })
}

fn text_of(path: &Path) -> Result<String, FileError> {
    match file::read(path, LARGEST) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(FileError::Read { error, .. }) if error.kind() == ErrorKind::NotFound => {
            Ok(String::new())
        }
        Err(error) => Err(error),
    }
}

/// Converts a value to text for `set`; `None` for lists, tables, dates and fractions.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Boolean(on) => Some(on.value().to_string()),
        _ => None,
    }
}

fn value_of(text: &str) -> Value {
    match (text.parse::<i64>(), text) {
        (Ok(number), _) => number.into(),
        (_, "true") => true.into(),
        (_, "false") => false.into(),
        (_, text) => text.into(),
    }
}

fn brief(error: &TomlError) -> String {
    error.message().lines().next().unwrap_or("not TOML").to_owned()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const TEXT: &str = "\
# mine
pov = \"mover\"   # as in the club
\"Move Overhead\" = 30
this is no TOML
[extension]
check = 4
weights = [1, 2]
";

    #[test]
    fn a_damaged_line_costs_that_line() {
        let found = KeptSettings::parse(TEXT);
        let said = |at: usize| found.0[at].1.as_ref().ok().map(|(name, value)| (&**name, &**value));
        let lines: Vec<usize> = found.0.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 3, 4, 6, 7]);
        let settings = [
            Some(("pov", "mover")),
            Some(("Move Overhead", "30")),
            None,
            Some(("extension.check", "4")),
            None,
        ];
        assert_eq!([0, 1, 2, 3, 4].map(said), settings);
    }

    #[test]
    fn comments_stay_and_damage_is_never_written_over() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("deep").join("settings.toml");
        keep(&path, "Hash", "64").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "Hash = 64\n");
        let sound = TEXT.replace("this is no TOML\n", "");
        fs::write(&path, &sound).unwrap();
        keep(&path, "POV", "white").unwrap();
        keep(&path, "extension.check", "4/3/2").unwrap();
        let expected =
            sound.replace("\"mover\"", "\"white\"").replace("check = 4", "check = \"4/3/2\"");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        assert!(forget(&path, "move overhead").unwrap());
        assert!(!forget(&path, "move overhead").unwrap());
        fs::write(&path, TEXT).unwrap();
        let error = keep(&path, "pov", "white").unwrap_err();
        assert!(error.starts_with("line 4 is damaged"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), TEXT);
    }

    #[test]
    fn anything_is_read() {
        for text in
            ["", "[", "]]", "[a]\n[a]", "a = ", "a.b.c = 1", "[[a]]\nb = 1", "\u{FFFD}", "\""]
        {
            KeptSettings::parse(text);
        }
        let found = KeptSettings::parse("[a]\nb = 1\n[c.d]\ne = true\nf.g = \"h\"");
        let names = found.0.into_iter().map(|(_, said)| said.unwrap().0);
        assert_eq!(names.collect::<Vec<_>>(), ["a.b", "c.d.e", "c.d.f.g"]);
    }
}
