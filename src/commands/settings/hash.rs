//! `hash`: the size of the table.

use super::set::Set;
use crate::commands::prelude::*;
use crate::control::quantity;
use crate::engine::limit_words::LimitKind;

pub(super) const ROW: CommandSpec = row!(Settings "hash", "SIZE":
    "size of the table: 64, 512M, 1G",
    details: "If there is not so much memory, the old table is kept.",
    examples: &[("hash 1G", "a gibibyte", "Hash 1024  (was 1)")],
    terms: free(Alone),
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("a size")?;
    let kind = LimitKind::Memory;
    let size = quantity::size(word.text, kind.what(), kind.most());
    let size = size.map_err(|fault| ParseError::of(word, fault))?;
    Ok(Set("Hash".to_owned(), size.to_string()).into())
}
