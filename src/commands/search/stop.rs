//! `stop`: ends running jobs, which report what they have, and `analyze`.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Search Safe "stop":
    "stop what is running and show what it has found",
    details: "A command that the prompt waits for is ended by Ctrl-C.",
    terms: free(AtOnce),
    read: |_| Ok(Box::new(act)));

pub fn act(session: &mut Session) -> Acted {
    session.analysis.follows = false;
    session.jobs.stop_all();
    Ok(Done.into())
}
