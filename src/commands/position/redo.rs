//! `redo`: what was taken back is made again.

use super::undo::MOST_STEPS;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position "redo" | "next" | "forward", "[N]":
    "redo undone moves",
    examples: &[("redo", "one step", "")],
    terms: sets(Beside),
    read: read);

/// So many steps.
#[derive(Debug)]
struct Redo(usize);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let steps = reader.number_or("the number of steps", 1, MOST_STEPS, 1)?;
    Ok(Redo(steps as usize).into())
}

impl Act for Redo {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        match session.timeline.redo(self.0) {
            0 => Err(CommandError::refused("nothing to redo")),
            _ => Ok(session.changed(Vec::new()).into()),
        }
    }
}
