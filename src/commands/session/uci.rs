//! `uci`: UCI is spoken from here on.

use crate::commands::prelude::*;
use crate::shell::session::Protocol;

pub(super) const ROW: CommandSpec = row!(Session "uci":
    "speak UCI from here on, as a GUI does",
    terms: free(Alone).silent(),
    read: |_| Ok(Uci.into()));

#[derive(Debug)]
pub struct Uci;

impl Act for Uci {
    fn act(self: Box<Self>, _: &mut Session) -> Result<Effect, CommandError> {
        Ok(Effect::Speak(Protocol::Uci))
    }
}
