//! `redo`: plays undone moves again.

use super::undo::MOST_STEPS;
use crate::commands::play::drill;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position Safe "redo" | "next" | "forward" | "skip", "[N]":
"go forward: the next move of the game, or what was taken back; in a drill the next problem",
details: "Shows the move, its comments and the moves that follow. At the prompt an empty line does the same while the game has moves ahead.",
examples: &[("next", "one step", "1.e4   next: 1…e5"), ("redo 4", "four", "")],
terms: sets(Concurrent),
read: |reader| {
    // A problem that is done may be walked through.
    let walks = ["redo", "forward"].iter().any(|name| reader.words.line().trim_start().starts_with(name));
    let given = reader.number_or("the number of steps", 1, MOST_STEPS, 1)? as usize;
    Ok(Box::new(move |session| {
        let next = if walks { None } else { drill::next(session) };
        next.unwrap_or_else(|| act(session, given))
    }))
});

fn act(session: &mut Session, steps: usize) -> Acted {
    let before = session.timeline.place(session.is_chess960());
    if session.timeline.redo(steps) == 0 {
        return Err(CommandError::refused("this is the end of the line: nothing follows"));
    }
    Ok(session.walked(&before, false, Vec::new()).into())
}
