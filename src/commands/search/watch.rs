//! `watch`: shows the running search as if it were in the foreground.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Search Safe "watch":
    "show the running search; Ctrl-C returns to the prompt and lets it run",
    examples: &[("go inf &", "begin", ""), ("watch", "look on", "")],
    terms: free(Concurrent).silent(),
    read: |_| Ok(Box::new(watch)));

fn watch(session: &mut Session) -> Acted {
    if session.jobs.is_idle() {
        let why = "nothing is under way; `go &` and `analyze` search while you type";
        return Err(CommandError::refused(why));
    }
    Ok(Effect::Watch)
}
