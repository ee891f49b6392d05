//! The inputs of a result: the work, the program, and every file and setting that can change it, by name.
//!
//! They are stored, as one line of text, in every resumable file. Two results belong together if their lines are equal; if not,
//! the error names the differences. Files are identified by the checksum of their content, so a file may be renamed, and another
//! file of the same name is noticed.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use super::codec::{CHECKSUM_START, checksum, checksum_on};
use super::file::{self, FileError};

const PROGRAM: &str = "quarterply";

const MOST_NAMED: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeOf {
    /// The start of every line of this work.
    pub work: String,
    parts: Vec<(String, String)>,
}

impl MadeOf {
    /// Begins with the name of the work.
    pub fn work(name: &str) -> MadeOf {
        MadeOf { work: format!("{PROGRAM} {name}"), parts: Vec::new() }
    }

    #[must_use]
    pub fn and(mut self, name: impl Into<String>, value: impl Display) -> MadeOf {
        // Neither a part nor the line may seem to end within a value.
        let value = value.to_string().replace(';', ",").replace(char::is_control, " ");
        self.parts.push((name.into(), value));
        self
    }

    #[must_use]
    pub fn and_if(self, name: &str, value: Option<impl Display>) -> MadeOf {
        match value {
            Some(value) => self.and(name, value),
            None => self,
        }
    }

    /// Adds the checksum of what a file holds, however long it is.
    pub fn and_file(self, name: &str, path: &Path) -> Result<MadeOf, FileError> {
        let mut sum = ChecksumWriter::default();
        let read = io::copy(&mut file::open(path)?, &mut sum);
        read.map_err(FileError::reading(path))?;
        Ok(self.and(name, format_args!("{:016x}", sum.0)))
    }

    pub(crate) fn hash(&self) -> u64 {
        fingerprint(self.to_string().as_bytes())
    }

    /// Returns an error with the differences if the file at `path`, made of `there`, does not belong to this work.
    pub fn require(&self, path: &Path, there: &str) -> Result<(), FileError> {
        if there == self.to_string() {
            return Ok(());
        }
        let difference = match MadeOf::parse(there) {
            Some(there) if there.work == self.work => self.difference(&there),
            Some(there) => format!("it was written by \"{}\"", there.work),
            None => "an older Quarterply wrote it, which did not say what its results follow from"
                .to_owned(),
        };
        Err(FileError::Unfit(format!(
            "{} holds other work: {difference}; name another file, or add --force to begin anew",
            path.display()
        )))
    }

    fn parse(text: &str) -> Option<MadeOf> {
        let mut parts = text.split("; ");
        let work = parts.next().filter(|work| work.starts_with(PROGRAM))?.to_owned();
        let parts = parts.map(|part| part.split_once('='));
        let parts = parts.map(|part| part.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let parts: Vec<(String, String)> = parts.collect::<Option<_>>()?;
        (!parts.is_empty()).then_some(MadeOf { work, parts })
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.parts.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn difference(&self, there: &MadeOf) -> String {
        let names = self.parts.iter().map(|(name, _)| name);
        let gone = there.parts.iter().map(|(name, _)| name);
        let gone = gone.filter(|name| self.get(name).is_none());
        let differ = names.chain(gone).filter(|name| self.get(name) != there.get(name));
        let value = |of: Option<&str>| of.map_or("not set".to_owned(), |value| value.to_owned());
        let mut differ: Vec<String> = differ
            .map(|name| {
                format!("{name} was {}, is {}", value(there.get(name)), value(self.get(name)))
            })
            .collect();
        if differ.len() > MOST_NAMED {
            let more = format!("and {} more", differ.len() - MOST_NAMED);
            differ.truncate(MOST_NAMED);
            differ.push(more);
        }
        differ.join(", ")
    }
}

impl Display for MadeOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.work)?;
        self.parts.iter().try_for_each(|(name, value)| write!(f, "; {name}={value}"))
    }
}

pub fn fingerprint(text: &[u8]) -> u64 {
    checksum([text, &[]])
}

pub struct ChecksumWriter(pub u64);

impl Default for ChecksumWriter {
    fn default() -> ChecksumWriter {
        ChecksumWriter(CHECKSUM_START)
    }
}

impl io::Write for ChecksumWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = checksum_on(self.0, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotate(nodes: u64) -> MadeOf {
        MadeOf::work("annotate").and("nodes", nodes).and("book", "a; b\n")
    }

    #[test]
    fn what_differs_is_named() {
        let path = Path::new("t.qpd");
        annotate(100).require(path, &annotate(100).to_string()).unwrap();
        let refused = |there: &str| annotate(100).require(path, there).unwrap_err().to_string();
        let other = refused(&annotate(200).to_string());
        assert!(other.starts_with("t.qpd holds other work: nodes was 200, is 100;"), "{other}");
        assert!(
            refused(&annotate(100).and("Hash", 8).to_string()).contains("Hash was 8, is not set")
        );
        let solve = MadeOf::work("solve").and("nodes", 100).to_string();
        assert!(refused(&solve).contains("\"quarterply solve\""));
        for old in ["", "nodes 100", "quarterply 0.1.0 annotate, 100 nodes a position; more"] {
            assert!(refused(old).contains("older Quarterply"), "{old}");
        }
    }

    #[test]
    fn a_file_is_told_by_what_it_holds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let made_of = |text: &str| {
            std::fs::write(&path, text).unwrap();
            MadeOf::work("annotate").and_file("games", &path).unwrap()
        };
        assert_eq!(made_of("1. e4 *"), made_of("1. e4 *"));
        assert_ne!(made_of("1. e4 *"), made_of("1. d4 *"));
    }
}
