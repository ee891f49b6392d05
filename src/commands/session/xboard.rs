//! `xboard`: switches to the xboard protocol.

use crate::commands::prelude::*;
use crate::shell::session::Protocol;

pub(super) const ROW: CommandSpec = row!(Session Safe "xboard":
    "speak the protocol of xboard (CECP 2) from here on",
    terms: free(Alone).silent(),
    read: |_| Ok(Box::new(act)));

pub fn act(_: &mut Session) -> Acted {
    Ok(Effect::Speak(Protocol::Xboard))
}
