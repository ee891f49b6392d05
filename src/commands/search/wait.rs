//! `wait`: reads the next line after all running jobs have ended.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Search Safe "wait":
    "wait until running commands have ended",
    examples: &[("go d18 &", "begin", ""), ("wait", "until depth 18 is done", "")],
    terms: free(Concurrent).silent(),
    read: |_| Ok(Box::new(act)));

pub fn act(_: &mut Session) -> Acted {
    Ok(Effect::Wait)
}
