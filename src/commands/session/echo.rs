//! `echo`: prints text.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "echo", "TEXT":
"print a text",
takes_text: true,
terms: free(Concurrent),
read: |reader| {
    let given = reader.words.rest().text.to_owned();
    Ok(Box::new(move |session| act(session, given)))
});

fn act(_: &mut Session, text: String) -> Result<Effect, CommandError> {
    Ok(Text { text }.into())
}
