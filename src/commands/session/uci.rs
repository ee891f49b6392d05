//! `uci`: switches to the UCI protocol.

use crate::commands::prelude::*;
use crate::shell::session::Protocol;

pub(super) const ROW: CommandSpec = row!(Session Safe "uci":
    "speak UCI from here on, as a GUI does",
    details: "Where standard error is a terminal and standard output is none, the table of a search, `show`, `eval` and `resolve` are drawn there, too; \
              `isatty stderr true` and `false` say otherwise.",
    terms: free(Alone).silent(),
    read: |_| Ok(Box::new(act)));

pub fn act(_: &mut Session) -> Acted {
    Ok(Effect::Speak(Protocol::Uci))
}
