//! Files of positions that the tasks of learning make: how what is taken is shuffled on its way, and written.

use std::path::Path;

use super::CommandError;
use super::measure::content;
use crate::store::positions::{self, PositionsHeader, Shuffle};
use crate::store::{StoreError, WrittenFiles};
use crate::workshop::data::{DatasetBuilder, DatasetOptions, DatasetStatistics};

/// What this program calls itself in files.
pub(super) const WRITTEN_BY: &str = concat!("quarterply ", env!("CARGO_PKG_VERSION"));

/// Takes about so many positions on their way to a file, and shuffles them with temporary files beside it.
pub(super) fn dataset_for(
    to: &Path,
    about: u64,
    options: DatasetOptions,
) -> Result<DatasetBuilder, CommandError> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let shuffle = || {
        Shuffle::new(folder, about).map_err(|error| {
            content(folder, format!("no temporary file can be made there: {error}"))
        })
    };
    Ok(DatasetBuilder::new(options, shuffle()?, shuffle()?))
}

/// Writes a file of positions: what they came from, and how they were chosen.
pub(super) fn write_dataset(
    files: &WrittenFiles,
    to: &Path,
    dataset: DatasetBuilder,
    (sources, settings): (Vec<String>, String),
) -> Result<DatasetStatistics, CommandError> {
    let header = PositionsHeader::new(WRITTEN_BY.to_owned(), sources, settings);
    let mut statistics = DatasetStatistics::default();
    positions::write(files, to, &header, |put| {
        statistics = dataset.deal(put)?;
        Ok(statistics.held_out)
    })
    .map_err(StoreError::from)?;
    Ok(statistics)
}
