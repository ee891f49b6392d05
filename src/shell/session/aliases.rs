//! Aliases of commands. The first words of their commands are counted, so that a new alias need not be compared with all others.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What an alias expands to.
#[derive(Debug)]
pub struct Alias {
    pub text: String,
    /// First words of its commands.
    pub begins: BTreeSet<String>,
}

#[derive(Debug, Default)]
pub struct Aliases {
    known: BTreeMap<String, Alias>,
    /// Number of aliases that have a command with this first word.
    used: BTreeMap<String, usize>,
}

impl Aliases {
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Alias)> {
        self.known.iter().map(|(word, alias)| (word.as_str(), alias))
    }

    pub fn define(&mut self, word: String, alias: Alias) {
        self.forget(&word);
        for begins in &alias.begins {
            *self.used.entry(begins.clone()).or_default() += 1;
        }
        self.known.insert(word, alias);
    }

    /// Returns whether there was such an alias.
    pub fn forget(&mut self, word: &str) -> bool {
        let Some(alias) = self.known.remove(word) else { return false };
        for begins in &alias.begins {
            if let Some(count) = self.used.get_mut(begins) {
                *count -= 1;
            }
        }
        true
    }

    /// Whether an alias would contain another, or be contained in one.
    pub fn nests(&self, word: &str, alias: &Alias) -> bool {
        let is_used = self.used.get(word).is_some_and(|&count| count > 0);
        is_used
            || alias.begins.iter().any(|begins| begins == word || self.known.contains_key(begins))
    }

    /// Expands the alias at the beginning of a line.
    pub fn expand<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let line = line.trim_start();
        let word = line.split(char::is_whitespace).next().unwrap_or_default();
        match self.known.get(&word.to_lowercase()) {
            Some(alias) => Cow::Owned(format!("{}{}", alias.text, &line[word.len()..])),
            None => Cow::Borrowed(line),
        }
    }
}
