//! `flip`: turns the board on the screen.

use super::show::BoardAnswer;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Display Safe "flip":
"turn the board on the screen round; the position stays (see mirror and pass)",
read: |_| Ok(Box::new(|session| {
    session.settings.flipped = !session.settings.flipped;
    Ok(BoardAnswer { turned: true, ..BoardAnswer::of(session, false) }.into())
})));
