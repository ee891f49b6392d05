//! `pass`: plays a null move.

use crate::chess::Step;
use crate::chess::game_tree::Stepped;
use crate::commands::position::played::VARIATION;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position Safe "pass" | "null":
"let the other side move",
details: "Not possible in check.",
terms: needs(Concurrent).walking(),
read: |_| Ok(Box::new(|session| {
    let varied = session.timeline.step(Step::Pass)? == Stepped::Varied;
    Ok(session.changed(varied.then(|| VARIATION.to_owned()).into_iter().collect()).into())
})));
