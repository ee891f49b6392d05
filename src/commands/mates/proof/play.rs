//! `proof play`: plays plies of the last proof on the board.

use crate::chess::Step;
use crate::commands::prelude::*;
use crate::proof::layout::walk;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof play", "[N]":
"play the next ply of the last proof on the board, or the next N",
details: "Begins at the position on the board, after any defence in the proof. Plays the proof's moves for the attacker and \
          the longest defence. `undo` takes them back; `pv play` does the same with a search.",
examples: &[("proof play", "the key", ""),
    ("proof play 3", "the key, a defence and its answer", "checkmate: White wins")],
read: |reader| {
    let plies = plies(reader)?;
    Ok(Box::new(move |session| act(session, plies)))
});

pub(super) fn plies(reader: &mut Reader<'_>) -> Result<usize, ParseError> {
    Ok(reader.number_or("the number of plies", 1, 1000, 1)? as usize)
}

fn act(session: &mut Session, plies: usize) -> Acted {
    let walked = walk(session.mates.last_proof()?, session.position(), plies);
    let moves = walked.map_err(|error| CommandError::refused(error.to_string()))?;
    for mv in moves {
        session.timeline.step(Step::Move(mv))?;
    }
    Ok(session.changed(Vec::new()).into())
}
