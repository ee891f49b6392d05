//! Arguments of the commands about networks.

use std::path::PathBuf;

use super::error::ParseError;
use super::reader::Reader;
use crate::shell::command::Command;
use crate::shell::learning::Learning;

/// `load FILE.qpn` or `load FILE.qpw`, once the name is read.
pub fn load(reader: &mut Reader<'_>, path: PathBuf) -> Result<Command, ParseError> {
    reader.finish()?;
    Ok(Command::Learning(Learning::Load(path)))
}

pub fn network(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    Ok(Command::Learning(Learning::Show(reader.only_path()?)))
}
