//! `echo`: prints a text.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Keeps "echo", "TEXT":
    "print a text",
    takes_text: true,
    terms: free(Beside),
    read: |reader| Ok(With(reader.words.rest().text.to_owned(), act).into()));

fn act(_: &mut Session, text: String) -> Result<Effect, CommandError> {
    Ok(Text { text }.into())
}
