//! `clear`: clears what searches have learned.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Settings Safe "clear":
    "forget what searching learned: the table and the histories (Ctrl-L clears the screen)",
    terms: free(Alone),
    read: |_| Ok(Box::new(clear)));

fn clear(session: &mut Session) -> Acted {
    session.engine.new_game();
    Ok(Text::of("hash table and histories cleared (for the screen: Ctrl-L)").into())
}
