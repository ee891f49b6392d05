//! `uci`: UCI is spoken from here on.

use crate::commands::prelude::*;
use crate::shell::session::Protocol;

pub(super) const ROW: CommandSpec = row!(Session Keeps "uci":
    "speak UCI from here on, as a GUI does",
    terms: free(Alone).silent(),
    read: |_| does(act));

pub fn act(_: &mut Session) -> Result<Effect, CommandError> {
    Ok(Effect::Speak(Protocol::Uci))
}
