//! `pass`: the other side moves.

use crate::chess::Step;
use crate::chess::game_tree::Stepped;
use crate::commands::position::played::VARIATION;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position "pass" | "null":
    "let the other side move",
    details: "Not possible in check.",
    read: |_| Ok(Pass.into()));

#[derive(Debug)]
struct Pass;

impl Act for Pass {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let varied = session.timeline.step(Step::Pass)? == Stepped::Varied;
        Ok(session.changed(varied.then(|| VARIATION.to_owned()).into_iter().collect()).into())
    }
}
