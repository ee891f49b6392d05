//! `echo`: prints a text.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session "echo", "TEXT":
    "print a text",
    takes_text: true,
    terms: free(Beside),
    read: |reader| Ok(Echo(reader.words.rest().text.to_owned()).into()));

#[derive(Debug)]
struct Echo(String);

impl Act for Echo {
    fn act(self: Box<Self>, _: &mut Session) -> Result<Effect, CommandError> {
        Ok(Text { text: self.0 }.into())
    }
}
