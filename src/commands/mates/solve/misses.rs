//! The file of misses: records missed or not tried, from which a run can be resumed.

use std::collections::HashSet;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::commands::files::{name_of, open};
use crate::commands::tools::suite::{self, SuiteItem};
use crate::shell::CommandError;
use crate::store::made_of::fingerprint;
use crate::store::{MadeOf, WrittenFiles};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misses {
    pub path: PathBuf,
    pub missed: usize,
    pub untried: usize,
}

/// Identifies the suite that a file of misses belongs to. The limits are left out, since a resumed run may have higher ones.
pub(super) fn made_of(suite: &[SuiteItem]) -> MadeOf {
    let records: Vec<&str> = suite.iter().map(|item| item.record.as_str()).collect();
    let sum = fingerprint(records.join("\n").as_bytes());
    MadeOf::work("solve").and("suite", format_args!("{sum:016x}"))
}

pub(super) fn select_missed(
    suite: Vec<SuiteItem>,
    from: &Path,
) -> Result<Vec<SuiteItem>, CommandError> {
    let fault = |why: String| CommandError::content(from, why);
    let missed = suite::read_file(BufReader::new(open(from)?));
    let missed = missed.map_err(|error| fault(error.to_string()))?;
    let missed: HashSet<String> = missed.items.into_iter().map(|item| item.record).collect();
    if missed.is_empty() {
        return Err(fault("it holds no misses, so there is nothing to go on with".to_owned()));
    }
    let items: Vec<SuiteItem> =
        suite.into_iter().filter(|item| missed.contains(&item.record)).collect();
    if items.is_empty() {
        return Err(fault("none of its records is one of the suite".to_owned()));
    }
    Ok(items)
}

/// Writes the records missed or not tried. An empty list only updates an existing file; returns `None` if there is none.
pub(super) fn keep(
    files: &WrittenFiles,
    path: PathBuf,
    (suite, items): (&Path, &[SuiteItem]),
    rows: &[Option<bool>],
) -> Result<Option<Misses>, CommandError> {
    let of = |state: Option<bool>| {
        let wanted = items.iter().zip(rows).filter(move |(_, row)| **row == state);
        wanted.map(|(item, _)| item.record.as_str()).collect::<Vec<&str>>()
    };
    let (missed, untried) = (of(Some(false)), of(None));
    if missed.is_empty() && untried.is_empty() && !path.exists() {
        return Ok(None);
    }
    let mut text = format!("# Of {}: {} missed", name_of(suite), missed.len());
    text.push_str(&format!(", {} not tried.\n", untried.len()));
    for record in missed.iter().chain(&untried) {
        text.push_str(record);
        text.push('\n');
    }
    files.write(&path, text.as_bytes())?;
    Ok(Some(Misses { path, missed: missed.len(), untried: untried.len() }))
}
