//! What `data` reads: records of self-play, positions, positions in Expositor's form.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::builder::{DatasetBuilder, quick_lines};
use crate::store::StoreError;
use crate::store::codec::FileKind;
use crate::store::positions::{PositionFile, PositionsError};
use crate::store::records::Records;
use crate::tools::tool::files::{name_of, open};
use crate::tools::tool::{ToolContext, ToolError, ToolResult};

const AT_A_TIME: usize = 1 << 14;

/// Takes all that is in a file. Returns what the file was, and where it broke off.
pub(super) fn take_all(
    path: &Path,
    dataset: &mut DatasetBuilder,
    context: &ToolContext<'_>,
) -> ToolResult<(String, Option<String>)> {
    Reading { path, context, dataset }.all()
}

struct Reading<'a> {
    path: &'a Path,
    context: &'a ToolContext<'a>,
    dataset: &'a mut DatasetBuilder,
}

impl Reading<'_> {
    /// Takes all that is in the file; says what it was, and where it broke off.
    fn all(&mut self) -> ToolResult<(String, Option<String>)> {
        let mut head = [0; 5];
        let mut file = open(self.path)?;
        let length = file.read(&mut head).map_err(|error| self.fault(error))?;
        let name = name_of(self.path);
        if head[..length] == [b"QPLY", &[FileKind::Positions as u8][..]].concat()[..] {
            self.positions()?;
            return Ok((format!("positions of {name}"), None));
        }
        if head[..length].starts_with(b"QPLY") {
            let (settings, cut) = self.games()?;
            return Ok((format!("{name} ({settings})"), cut));
        }
        self.quick(BufReader::new(open(self.path)?))?;
        Ok((format!("quick positions of {name}"), None))
    }

    fn fault(&self, message: impl ToString) -> ToolError {
        ToolError::content(self.path, message)
    }

    fn is_stopped(&self) -> ToolResult<()> {
        if self.context.stop.is_raised() { Err(StoreError::Stopped.into()) } else { Ok(()) }
    }

    fn taken(&self, taken: io::Result<()>) -> ToolResult<()> {
        taken.map_err(|error| {
            self.fault(format!("what is in it cannot be kept for shuffling: {error}"))
        })
    }

    /// Games, as far as the file is whole: one that is being written ends anywhere.
    fn games(&mut self) -> ToolResult<(String, Option<String>)> {
        let mut records = Records::open(self.path).map_err(|error| self.fault(error))?;
        let settings = records.header().settings.clone();
        for record in &mut records {
            self.is_stopped()?;
            match record {
                Ok(record) => {
                    let taken = self.dataset.game(&record);
                    self.taken(taken)?;
                }
                Err(error) => {
                    let cut = format!("{}: {error}", name_of(self.path));
                    return Ok((settings, Some(cut)));
                }
            }
        }
        Ok((settings, None))
    }

    fn positions(&mut self) -> ToolResult<()> {
        let path = self.path;
        let fault = |error: PositionsError| ToolError::content(path, error);
        let mut file = PositionFile::open(self.path).map_err(fault)?;
        file.check(self.context.stop).map_err(fault)?;
        let mut first = 0;
        while first < file.header().count() {
            self.is_stopped()?;
            let read = file.read(first, AT_A_TIME).map_err(fault)?;
            for (number, position) in (first..).zip(&read) {
                let taken = self.dataset.position(position, number >= file.header().learned());
                self.taken(taken)?;
            }
            first += read.len() as u64;
        }
        Ok(())
    }

    fn quick(&mut self, reader: impl BufRead) -> ToolResult<()> {
        for position in quick_lines(reader) {
            self.is_stopped()?;
            let position = position.map_err(|error| self.fault(error))?;
            let taken = self.dataset.stray(&position);
            self.taken(taken)?;
        }
        Ok(())
    }
}
