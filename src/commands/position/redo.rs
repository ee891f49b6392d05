//! `redo`: plays undone moves again.

use super::undo::MOST_STEPS;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position Safe "redo" | "next" | "forward", "[N]":
"go forward: the next move of the game, or what was taken back",
details: "Shows the move, its comments and the moves that follow. At the prompt an empty line does the same while the game has moves ahead.",
examples: &[("next", "one step", "1.e4   next: 1…e5"), ("redo 4", "four", "")],
terms: sets(Concurrent),
read: |reader| {
    let given = reader.number_or("the number of steps", 1, MOST_STEPS, 1)? as usize;
    Ok(Box::new(move |session| act(session, given)))
});

fn act(session: &mut Session, steps: usize) -> Result<Effect, CommandError> {
    let before = session.timeline.place(session.is_chess960());
    if session.timeline.redo(steps) == 0 {
        return Err(CommandError::refused("this is the end of the line: nothing follows"));
    }
    Ok(session.walked(&before, false, Vec::new()).into())
}
