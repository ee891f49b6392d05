//! `quit`: ends the program.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "quit" | "exit" | "bye" | "q":
    "leave; so does Ctrl-D",
    terms: free(AtOnce).silent().ending(),
    read: |_| Ok(Box::new(quit)));

pub fn quit(_: &mut Session) -> Acted {
    Ok(Effect::Quit)
}
