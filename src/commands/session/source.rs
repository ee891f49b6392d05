//! `source`: runs the lines of a file as commands.

use std::path::PathBuf;

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "source", "FILE":
"run the lines of a file as commands",
details: "What it runs with `source` itself is taken from where it lies; other names of files are taken from the folder one is in.",
examples: &[("source commands.txt", "run it", "")],
completer: Completer::Files,
terms: free(Concurrent).silent(),
read: |reader| {
    let given = expand(reader.require("the name of a file")?.text);
    Ok(Box::new(move |session| act(session, given)))
});

fn act(_: &mut Session, path: PathBuf) -> Result<Effect, CommandError> {
    Ok(Effect::Source(path))
}
