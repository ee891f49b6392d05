//! The table of figures, and the reproductions of what was found.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::outcome::{Fault, Outcome};

/// The row of a kind.
pub(crate) struct Row {
    /// What was tried.
    pub kind: String,
    /// What a trial is: `lines`, `files` …
    pub unit: &'static str,
    trials: usize,
    refused: usize,
    interrupted: usize,
    slowest: Duration,
    memory: u64,
    found: Vec<Found>,
}

/// A fault, as small as it could be made, and how often its like came.
struct Found {
    fault: Fault,
    times: usize,
}

impl Row {
    pub(crate) fn new(kind: &str, unit: &'static str) -> Row {
        Row {
            kind: kind.to_owned(),
            unit,
            trials: 0,
            refused: 0,
            interrupted: 0,
            slowest: Duration::ZERO,
            memory: 0,
            found: Vec::new(),
        }
    }

    /// Adds a session; returns the fault if it is the first of its class.
    pub(crate) fn add(&mut self, outcome: Outcome) -> Option<Fault> {
        self.trials += outcome.trials;
        self.refused += outcome.refused;
        self.interrupted += outcome.interrupted;
        self.slowest = self.slowest.max(outcome.slowest);
        self.memory = self.memory.max(outcome.memory);
        let fault = outcome.fault?;
        match self.found.iter_mut().find(|found| found.fault.class == fault.class) {
            Some(found) => {
                found.times += 1;
                None
            }
            None => {
                self.found.push(Found { fault: fault.clone(), times: 1 });
                Some(fault)
            }
        }
    }

    /// The number of faults, each as often as it came.
    pub(crate) fn faults(&self) -> usize {
        self.found.iter().map(|found| found.times).sum()
    }
}

/// Writes a reproduction into a folder, if one is named, and to standard error.
pub(crate) fn reproduction(
    folder: Option<&Path>,
    kind: &str,
    seed: &str,
    fault: &Fault,
    text: &[u8],
    comes_again: bool,
) -> Result<()> {
    let note =
        if comes_again { "" } else { " (it did not come again when the same was said once more)" };
    eprintln!("\nfault: {kind}: {}{note}\n  {seed}", fault.class);
    for line in fault.detail.lines().take(12) {
        eprintln!("  | {}", line.chars().take(200).collect::<String>());
    }
    for line in String::from_utf8_lossy(text).lines().take(25) {
        eprintln!("  > {:?}", line.chars().take(200).collect::<String>());
    }
    if let Some(folder) = folder {
        fs::create_dir_all(folder)?;
        let short: String = fault
            .class
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .take(40)
            .collect();
        let path = folder.join(format!("{kind}-{short}"));
        fs::write(&path, text)?;
        let mut about = fs::File::create(path.with_extension("txt"))?;
        writeln!(about, "{kind}: {}{note}\n{seed}\n\n{}", fault.class, fault.detail)?;
    }
    Ok(())
}

pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<24}{:>10}  {:<6}{:>9}{:>9}{:>7}{:>9}{:>9}\n",
        "kind", "trials", "", "refused", "stopped", "faults", "slowest", "memory"
    );
    for row in rows {
        text += &format!(
            "{:<24}{:>10}  {:<6}{:>9}{:>9}{:>7}{:>7.1} s{:>5} MiB\n",
            row.kind,
            row.trials,
            row.unit,
            row.refused,
            row.interrupted,
            row.faults(),
            row.slowest.as_secs_f64(),
            row.memory >> 10,
        );
    }
    for row in rows {
        for found in &row.found {
            text += &format!("{}: {} ({} times)\n", row.kind, found.fault.class, found.times);
        }
    }
    text
}
