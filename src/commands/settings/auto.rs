//! `auto`: sets threads and hash size to suit the machine.

use std::num::NonZero;
use std::thread;

use super::get::SettingsAnswer;
use crate::commands::prelude::*;
use crate::engine::memory;

pub(super) const ROW: CommandSpec = row!(Settings Safe "auto", "[all]":
"as many threads as half the machine has, and a table to go with them; with all, nearly the whole",
details: "Threads: half the cores, or with `all` all but two, at least one. Table: 54 MiB a thread and 10 MiB for the square of \
          their number, as Expositor has it, at most half of the memory and 64 GiB.",
examples: &[("auto", "half the machine", ""), ("auto all", "nearly the whole machine", "")],
completer: Completer::Words(&["all"]),
terms: free(Alone),
read: |reader| {
    let given = reader.words.next_if("all");
    Ok(Box::new(move |session| act(session, given)))
});

/// Maximum mebibytes of the hash table.
const LARGEST: usize = 65_536;

/// Uses Expositor's formula, but at most half of the memory.
fn act(session: &mut Session, all: bool) -> Acted {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if all { cores.max(3) - 2 } else { cores.max(2) / 2 };
    let most = memory::total().map_or(LARGEST, |total| LARGEST.min(total / 2));
    let hash = (54 * threads + 10 * threads * threads).min(most).max(1);
    let before = session.engine.options().threads;
    session.set("Threads", &threads.to_string())?;
    if let Err(no_memory) = session.set("Hash", &hash.to_string()) {
        session.set("Threads", &before.to_string())?;
        return Err(no_memory);
    }
    let settings = vec![
        session.settings.known_setting("Threads", session.engine.options())?,
        session.settings.known_setting("Hash", session.engine.options())?,
    ];
    Ok(SettingsAnswer { settings }.into())
}
