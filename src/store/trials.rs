//! Trials of the lab as a table of comma-separated values: for spreadsheets, and for a lab that goes on where it was.
//!
//! The first line says what the trials were made with, so that others are never mixed with them.

use std::path::Path;

use csv::{ReaderBuilder, WriterBuilder};
use serde::{Deserialize, Serialize};

use super::file::{self, FileError};
use super::made_of::MadeOf;
use super::{StoreError, WrittenFiles};

/// Larger files are no tables of trials.
const LARGEST: u64 = 1 << 30;

/// The columns before those of the rules.
const COLUMNS: [&str; 14] = [
    "profile",
    "without",
    "number",
    "id",
    "solved",
    "solution_nodes",
    "solution_ms",
    "nodes",
    "ms",
    "depth",
    "depth_nodes",
    "cutoffs",
    "first_cutoffs",
    "record",
];

/// A row of the table. The order of its fields is that of the columns.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TrialRow {
    #[serde(with = "cell")]
    pub profile: String,
    /// What was switched off; empty for nothing.
    #[serde(with = "cell")]
    pub without: String,
    /// The place of the record in its suite, from 1.
    pub number: usize,
    #[serde(with = "cell")]
    pub id: String,
    /// 1 if it was solved.
    pub solved: u8,
    /// Nodes and milliseconds to the solution.
    pub solution: (Option<u64>, Option<u64>),
    pub nodes: u64,
    pub millis: u64,
    /// Iterations completed, and their nodes.
    pub depth: (u32, u64),
    /// Beta cutoffs, and those by the first move.
    pub cutoffs: (u64, u64),
    #[serde(with = "cell")]
    pub record: String,
    /// Nodes below each rule.
    pub rules: Vec<u64>,
}

impl TrialRow {
    /// Returns the nodes and milliseconds to the solution, if there is one.
    pub fn solution(&self) -> Option<(u64, u64)> {
        self.solution.0.zip(self.solution.1)
    }

    fn checked(self) -> Result<TrialRow, String> {
        match (self.solved, self.solution) {
            (1, (Some(_), Some(_))) | (0, (None, None)) => Ok(self),
            _ => Err("solved and the nodes to the solution contradict each other".to_owned()),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TrialsError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("line {line}: {reason}")]
    Row { line: u64, reason: String },
}

pub fn claim(files: &WrittenFiles, path: &Path) -> Result<(), FileError> {
    files.claim(path, |head| head.starts_with(b"# quarterply "))
}

/// Writes a table, whole or not at all; `rules` are the names of the last columns.
pub fn write(
    files: &WrittenFiles,
    path: &Path,
    made_of: &MadeOf,
    rules: &[&str],
    rows: &[TrialRow],
) -> Result<(), StoreError> {
    let mut writer =
        WriterBuilder::new().has_headers(false).from_writer(format!("# {made_of}\n").into_bytes());
    let head: Vec<&str> = COLUMNS.iter().chain(rules).copied().collect();
    // Writing to memory fails only where fields differ in number, and then nothing is to be written.
    let broken = |error: csv::Error| StoreError::unwritable(path, error.to_string());
    writer.write_record(head).map_err(broken)?;
    rows.iter().try_for_each(|row| writer.serialize(row)).map_err(broken)?;
    let bytes =
        writer.into_inner().map_err(|error| StoreError::unwritable(path, error.to_string()))?;
    Ok(files.write(path, &bytes)?)
}

/// Reads a table of the same work; a new one has no rows.
pub fn read(path: &Path, made_of: &MadeOf, rules: &[&str]) -> Result<Vec<TrialRow>, TrialsError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = file::read(path, LARGEST).map_err(StoreError::from)?;
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let found = String::from_utf8_lossy(first);
    made_of.require(path, found.trim_start_matches("# ").trim_end()).map_err(StoreError::from)?;
    let mut reader = ReaderBuilder::new().comment(Some(b'#')).from_reader(&bytes[..]);
    let head: Vec<&str> = COLUMNS.iter().chain(rules).copied().collect();
    let named = reader.headers().is_ok_and(|headers| headers.iter().eq(head.iter().copied()));
    if !named {
        let reason = "the columns are not those of this version".to_owned();
        return Err(TrialsError::Row { line: 2, reason });
    }
    let fault = |error: csv::Error| TrialsError::Row {
        line: error.position().map_or(0, |position| position.line()),
        reason: error.to_string(),
    };
    let read = reader.records().map(|record| {
        let record = record.map_err(fault)?;
        let line = record.position().map_or(0, |position| position.line());
        let row: Result<TrialRow, csv::Error> = record.deserialize(None);
        let row = row.map_err(|error| error.to_string()).and_then(TrialRow::checked);
        row.map_err(|reason| TrialsError::Row { line, reason })
    });
    read.collect()
}

/// Signs by which a spreadsheet knows a formula, as OWASP lists them.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// What a spreadsheet takes as a sign that a cell is text. It is no part of the text.
const MARK: char = '\'';

/// A text as a cell that no spreadsheet takes for a formula.
mod cell {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{FORMULA, MARK};

    pub(super) fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        match text.starts_with(FORMULA) || text.starts_with(MARK) {
            true => to.collect_str(&format_args!("{MARK}{text}")),
            false => to.serialize_str(text),
        }
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<String, D::Error> {
        let text = String::deserialize(from)?;
        Ok(text.strip_prefix(MARK).unwrap_or(&text).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const RULES: [&str; 2] = ["check", "recapture"];

    fn rows() -> Vec<TrialRow> {
        let row = TrialRow {
            profile: "slow".to_owned(),
            without: "check".to_owned(),
            number: 3,
            id: "a name, with \"quotes\"\nand a line".to_owned(),
            solved: 1,
            solution: (Some(12), Some(0)),
            nodes: 100,
            millis: 5,
            depth: (4, 90),
            cutoffs: (30, 28),
            record: "8/8/8/8/8/8/8/K6k w - - bm Ka2; id \"x\";".to_owned(),
            rules: vec![7, 0],
        };
        let missed = TrialRow { solved: 0, solution: (None, None), ..row.clone() };
        vec![row, missed]
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lab.csv");
        let files = WrittenFiles::default();
        let of = |nodes: u32| MadeOf::work("lab").and("nodes", nodes);
        write(&files, &path, &of(100), &RULES, &rows()).unwrap();
        assert_eq!(read(&path, &of(100), &RULES).unwrap(), rows());
        let other = read(&path, &of(200), &RULES).unwrap_err().to_string();
        assert!(other.contains("nodes was 100, is 200"), "{other}");
        assert!(read(&path, &of(100), &RULES[..1]).is_err());
        claim(&WrittenFiles::default(), &path).unwrap();
    }

    #[test]
    fn no_cell_is_a_formula() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lab.csv");
        let made_of = MadeOf::work("lab");
        for id in [
            "=HYPERLINK(\"x\")",
            "+cmd|' /C calc'!A0",
            "-1",
            "@x",
            "\t=1",
            "'=1",
            "''=1",
            "'x",
            "x",
        ] {
            let row = TrialRow { id: id.to_owned(), ..rows()[0].clone() };
            write(
                &WrittenFiles::default().forced(),
                &path,
                &made_of,
                &RULES,
                std::slice::from_ref(&row),
            )
            .unwrap();
            let text = fs::read(&path).unwrap();
            let mut reader = ReaderBuilder::new().comment(Some(b'#')).from_reader(&text[..]);
            let cells = reader.records().next().unwrap().unwrap();
            assert!(cells.iter().all(|cell| !cell.starts_with(FORMULA)), "{id:?}");
            assert_eq!(read(&path, &made_of, &RULES).unwrap(), [row]);
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn damaged_tables_are_refused_with_the_line_or_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lab.csv");
        let made_of = MadeOf::work("lab");
        write(&WrittenFiles::default(), &path, &made_of, &RULES, &rows()).unwrap();
        let whole = fs::read(&path).unwrap();
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = |most: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % most as u64) as usize
        };
        for _ in 0..1_000 {
            let mut bytes = whole.clone();
            let at = next(bytes.len());
            match next(3) {
                0 => bytes[at] = next(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
            fs::write(&path, &bytes).unwrap();
            // Letters of a name can be changed and nobody can tell; numbers cannot be made words, nor columns lost.
            if let Ok(rows) = read(&path, &made_of, &RULES) {
                assert!(rows.len() <= 2 && rows.iter().all(|row| row.rules.len() == 2));
            }
        }
    }
}
