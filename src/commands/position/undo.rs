//! `undo`: takes back changes of the position.

use crate::commands::prelude::*;
use crate::shell::reply::Changed;

pub(super) const ROW: CommandSpec = row!(Position Safe "undo" | "u" | "back" | "prev" | "takeback", "[N]":
"take back the last change of the position, or the last N",
details: "Moves, FENs, new games, mirror and pass can be taken back; comments, tags and annotations while nothing else was done since. Against the engine N counts your moves, with its answers.",
examples: &[("undo", "one step", "taken back: 3.Bc4"), ("undo 4", "four", "")],
terms: sets(Concurrent),
read: |reader| {
    let given = reader.number_or("the number of steps", 1, MOST_STEPS, 1)? as usize;
    Ok(Box::new(move |session| act(session, given)))
});

pub(super) const MOST_STEPS: u64 = 100_000;

pub fn act(session: &mut Session, steps: usize) -> Acted {
    // Tries are not made on the board.
    if session.drill.is_asking(&session.timeline.now) {
        let tried =
            "the try is taken back, the problem is still asked; `drill stop` leaves the drill";
        return Ok(Changed { notes: vec![tried.to_owned()], ..session.here() }.into());
    }
    let before = session.timeline.place(session.is_chess960());
    if session.opponent.plays() && session.opponent.referee {
        session.opponent.take_back(steps, &mut session.timeline, &mut session.jobs)?;
    } else if session.timeline.undo(steps) == 0 {
        return Err(CommandError::refused("there is nothing to take back"));
    }
    Ok(session.walked(&before, true, Vec::new()).into())
}
