//! `echo`: prints text.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "echo", "TEXT":
"print a text",
takes_text: true,
terms: free(Concurrent),
read: |reader| {
    let text = reader.words.rest().text.to_owned();
    Ok(Box::new(|_| Ok(Text { text }.into())))
});
