//! The tables of a library without the feature `syzygy`: there are none.

use std::convert::Infallible;

use crate::chess::Position;
use crate::oracle::verdict::TableVerdict;

#[derive(Debug)]
pub struct SyzygyTables(Infallible);

impl SyzygyTables {
    pub fn open(_: &str) -> Result<SyzygyTables, String> {
        Err("this program was built without the feature `syzygy`, which reads such tables"
            .to_owned())
    }

    pub fn men(&self) -> u32 {
        match self.0 {}
    }

    pub fn files(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn wdl(&self, _: &Position) -> Option<TableVerdict> {
        match self.0 {}
    }

    pub(crate) fn dtz(&self, _: &Position) -> Result<Option<(TableVerdict, i32)>, String> {
        match self.0 {}
    }
}
