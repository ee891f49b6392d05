//! The options about endgame tables as what they stand for: folders are opened when they are named.

use std::path::Path;
use std::sync::Arc;

use super::{OptionError, Options};
use crate::oracle::endgame::TableFolder;
use crate::oracle::syzygy::SyzygyTables;
use crate::oracle::tables::SyzygyUse;

impl Options {
    /// Whether tables of our own answer where they cover the position.
    pub fn own_tables(&self) -> bool {
        self.values.own_tables
    }

    /// The Syzygy tables, where there are any that may be used, and how.
    pub fn syzygy(&self) -> Option<SyzygyUse> {
        let values = &self.values;
        let tables = values.syzygy.clone()?;
        let most_men = tables.men().min(values.syzygy_probe_limit);
        (most_men > 0).then_some(SyzygyUse {
            tables,
            most_men,
            least_depth: values.syzygy_probe_depth,
            fifty_moves: values.syzygy_fifty_moves,
        })
    }

    /// Whether searches with other options find the same: parameters, weights and tables.
    pub(in crate::engine) fn searches_like(&self, other: &Options) -> bool {
        let tables = |options: &Options| {
            let values = &options.values;
            let opened = values.syzygy.as_ref().map(Arc::as_ptr);
            let (depth, most) = (values.syzygy_probe_depth, values.syzygy_probe_limit);
            (opened, depth, most, values.syzygy_fifty_moves)
        };
        let folder = |options: &Options| options.values.table_folder.as_ref().map(Arc::as_ptr);
        self.params == other.params
            && folder(self) == folder(other)
            && self.network() == other.network()
            && self.learned() == other.learned()
            && tables(self) == tables(other)
    }

    /// Our own tables of five men, where a folder of them is named.
    pub fn table_folder(&self) -> Option<Arc<TableFolder>> {
        self.values.table_folder.clone()
    }

    /// Opens our own tables in a folder; none takes them away.
    pub(super) fn open_table_folder(&mut self, folder: String) -> Result<(), OptionError> {
        let values = &mut self.values;
        let opened = (!folder.is_empty()).then(|| TableFolder::open(Path::new(&folder)));
        values.table_folder = opened
            .transpose()
            .map_err(|error| OptionError::Tables {
                option: "TablePath",
                reason: error.to_string(),
                kept: values.table_path.clone(),
            })?
            .map(Arc::new);
        values.table_path = folder;
        Ok(())
    }

    /// Opens the tables in folders; none takes them away.
    pub(super) fn open_tables(&mut self, folders: String) -> Result<(), OptionError> {
        let values = &mut self.values;
        let opened = (!folders.is_empty()).then(|| SyzygyTables::open(&folders)).transpose();
        values.syzygy = opened
            .map_err(|error| OptionError::Tables {
                option: "SyzygyPath",
                reason: error.to_string(),
                kept: values.syzygy_path.clone(),
            })?
            .map(Arc::new);
        values.syzygy_path = folders;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_cannot_be_had_leave_those_there_were() {
        let mut options = Options::default();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("KQvK.rtbw"), "not a table").unwrap();
        for path in ["/no/such/folder".to_owned(), folder.path().display().to_string()] {
            let error = options.set("SyzygyPath", &path).unwrap_err().to_string();
            assert!(error.contains(&path) && error.ends_with("SyzygyPath stays empty"), "{error}");
            assert_eq!(options.get("SyzygyPath").as_deref(), Some(""));
            assert!(options.syzygy().is_none());
        }
    }

    #[test]
    fn how_tables_are_used_is_one_thing_and_whether_there_are_any_another() {
        let mut options = Options::default();
        for (name, value) in
            [("SyzygyProbeDepth", "4"), ("SyzygyProbeLimit", "0"), ("Syzygy50MoveRule", "false")]
        {
            options.set(name, value).unwrap();
            assert_eq!(options.get(name).as_deref(), Some(value));
        }
        assert!(options.syzygy().is_none() && options.own_tables());
        assert!(!options.without_lookup().own_tables());
    }
}
