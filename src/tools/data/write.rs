//! Files of positions: how what is taken is shuffled on its way, and written.

use std::io::Write;
use std::path::Path;

use super::builder::{DatasetBuilder, DatasetOptions};
use super::statistics::DatasetStatistics;
use crate::store::WrittenFiles;
use crate::store::positions::{self, PositionsHeader, Shuffle, to_quick};
use crate::tools::tool::files::WRITTEN_BY;
use crate::tools::tool::{ToolError, ToolResult};

/// Takes about so many positions on their way to a file, and shuffles them with temporary files beside it.
pub fn dataset_for(to: &Path, about: u64, options: DatasetOptions) -> ToolResult<DatasetBuilder> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let shuffle = || {
        Shuffle::new(folder, about).map_err(|error| {
            ToolError::content(folder, format!("no temporary file can be made there: {error}"))
        })
    };
    Ok(DatasetBuilder::new(options, shuffle()?, shuffle()?))
}

/// Writes a file of positions: what they came from, and how they were chosen.
pub fn write_dataset(
    files: &WrittenFiles,
    to: &Path,
    dataset: DatasetBuilder,
    (sources, settings): (Vec<String>, String),
) -> ToolResult<DatasetStatistics> {
    let header = PositionsHeader::new(WRITTEN_BY.to_owned(), sources, settings);
    let mut statistics = DatasetStatistics::default();
    positions::write(files, to, &header, |put| {
        statistics = dataset.deal(put)?;
        Ok(statistics.held_out)
    })?;
    Ok(statistics)
}

/// Writes positions in Expositor's form; those that have none are left out.
pub(super) fn write_quick(
    files: &WrittenFiles,
    path: &Path,
    dataset: DatasetBuilder,
) -> ToolResult<DatasetStatistics> {
    let mut text = Vec::new();
    let statistics = dataset.deal(&mut |position| match to_quick(position) {
        Some(line) => writeln!(text, "{line}"),
        None => Ok(()),
    });
    let statistics = statistics.map_err(|error| ToolError::content(path, error))?;
    files.write(path, &text)?;
    Ok(statistics)
}
