//! `quit`: the session ends.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Keeps "quit" | "exit" | "bye" | "q":
    "leave; so does Ctrl-D",
    terms: free(AtOnce).silent(),
    read: |_| Ok(Quit.into()));

#[derive(Debug)]
pub struct Quit;

impl Act for Quit {
    fn act(self: Box<Self>, _: &mut Session) -> Result<Effect, CommandError> {
        Ok(Effect::Quit)
    }
}
