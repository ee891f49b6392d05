//! `pass`: the other side moves.

use crate::chess::Step;
use crate::chess::game_tree::Stepped;
use crate::commands::prelude::*;
use crate::shell::note::Note;

pub(super) const ROW: CommandSpec = row!(Position "pass" | "null":
    "let the other side move",
    details: "Not possible in check.",
    read: |reader| reader.only(Pass.into()));

#[derive(Debug)]
struct Pass;

impl Act for Pass {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let varied = session.timeline.step(Step::Pass)? == Stepped::Varied;
        Ok(session.changed(if varied { vec![Note::Variation] } else { Vec::new() }).into())
    }
}
