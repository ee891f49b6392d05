//! `data`: training positions from games of self-play or from search trees; shuffled, without duplicates.

mod builder;
mod lambda_return;
mod options;
#[cfg(test)]
mod tests;
mod tree_sample;

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use crate::files::{WRITTEN_BY, name_of};
use anyhow::{Context, ensure};
use builder::{DatasetBuilder, DatasetCounts, quick_lines};
pub use lambda_return::lambda_returns;
pub use options::Data;
use quarterply::store::codec::{self, FileKind};
use quarterply::store::written::never;

use crate::desk::Desk;
use crate::positions::{self, PositionFile, PositionsHeader, Shuffle, to_quick};
use crate::records::Records;

/// Bytes per recorded ply.
const PLY: u64 = 4;

/// Extension of files in Expositor's format.
const QUICK_EXTENSION: &str = "quick";

impl Data {
    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let (to, settings) = (&self.to, self.made_of()?.to_string());
        desk.files.claim(to, never)?;
        let lengths = self.from.iter().filter_map(|path| path.metadata().ok());
        let about = lengths.map(|metadata| metadata.len()).sum::<u64>() / PLY;
        let mut dataset = DatasetBuilder {
            options: self.clone(),
            learned: Shuffle::beside(to, about)?,
            held_out: Shuffle::beside(to, about)?,
            counts: DatasetCounts::default(),
        };
        let mut sources = Vec::new();
        for path in &self.from {
            let source = self.take_all(path, &mut dataset, desk);
            sources.push(source.with_context(|| path.display().to_string())?);
        }
        let counts = if to.extension().is_some_and(|end| end == QUICK_EXTENSION) {
            let mut text = Vec::new();
            let counts = dataset.deal(&mut |position| match to_quick(position) {
                Some(line) => writeln!(text, "{line}"),
                // The format cannot express it.
                None => Ok(()),
            })?;
            desk.files.write(to, &text)?;
            counts
        } else {
            let header = PositionsHeader::new(WRITTEN_BY.to_owned(), sources, settings);
            let mut counts = DatasetCounts::default();
            positions::write(&desk.files, to, &header, |put| {
                counts = dataset.deal(put)?;
                Ok(counts.held_out)
            })?;
            counts
        };
        Ok(desk.say(format_args!("{}: {counts}", to.display()))?)
    }

    fn take_all(
        &self,
        path: &Path,
        dataset: &mut DatasetBuilder,
        desk: &Desk,
    ) -> anyhow::Result<String> {
        let mut head = Vec::new();
        File::open(path)?.take(codec::HEADER as u64).read_to_end(&mut head)?;
        let name = name_of(path);
        if codec::is_kind(FileKind::Positions, &head) {
            self.positions(PositionFile::open(path)?, dataset, desk)?;
            Ok(format!("positions of {name}"))
        } else if codec::is_kind(FileKind::Records, &head) {
            self.games(path, dataset, desk)
        } else {
            let positions = quick_lines(BufReader::new(desk.open(path)?));
            for position in positions {
                not_stopped(desk)?;
                dataset.stray(position?)?;
            }
            Ok(format!("quick positions of {name}"))
        }
    }

    /// Reads games up to the end of a file, which may be incomplete while it is written.
    fn games(
        &self,
        path: &Path,
        dataset: &mut DatasetBuilder,
        desk: &Desk,
    ) -> anyhow::Result<String> {
        let mut records = Records::open(path)?;
        let length = path.metadata()?.len();
        while let Some(record) = records.next() {
            not_stopped(desk)?;
            desk.done(records.offset, length, "bytes");
            match record {
                Ok(record) => dataset.game(&record)?,
                Err(error) => {
                    desk.say(format_args!(
                        "{}: {error:#}; what stands before was taken",
                        path.display()
                    ))?;
                    break;
                }
            }
        }
        Ok(format!("{} ({})", name_of(path), records.header.settings))
    }

    fn positions(
        &self,
        mut file: PositionFile,
        dataset: &mut DatasetBuilder,
        desk: &Desk,
    ) -> anyhow::Result<()> {
        const AT_A_TIME: usize = 1 << 14;
        file.check(&desk.stop)?;
        let (count, learned) = (file.header.count(), file.header.learned());
        let (every, sampling) = (self.every, self.tree_sampling()?);
        let mut first = 0;
        while first < count {
            let read = file.read(first, AT_A_TIME * every)?;
            let end = first + read.len() as u64;
            let read: Vec<_> = read.into_iter().step_by(every).collect();
            let taken = match &sampling {
                Some(sampling) => sampling.sample(first, &read, &desk.stop)?,
                None => read.into_iter().map(|position| vec![position]).collect(),
            };
            not_stopped(desk)?;
            for (number, positions) in (first..).step_by(every).zip(taken) {
                for position in positions {
                    dataset.position(position, number >= learned)?;
                }
            }
            first = end;
            desk.done(first, count, "positions");
        }
        Ok(())
    }
}

/// Fails after a stop: an incomplete set of positions is useless.
fn not_stopped(desk: &Desk) -> anyhow::Result<()> {
    ensure!(!desk.stop.is_raised(), "stopped; no file was changed");
    Ok(())
}
