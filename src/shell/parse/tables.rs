//! Arguments of `tb`.

use super::error::ParseError;
use super::reader::Reader;
use crate::shell::command::Command;
use crate::shell::tables::TableUse;

/// `tb [check FILE]`.
pub fn tb(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let usage = match reader.take() {
        None => TableUse::Show,
        Some(word) if word.text == "check" => TableUse::Check(reader.path()?),
        Some(word) => return Err(reader.unexpected(word)),
    };
    reader.finish()?;
    Ok(Command::Tables(usage))
}
