//! `source`: runs the lines of a file as commands.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session Safe "source", "FILE":
"run the lines of a file as commands",
details: "What it runs with `source` itself is taken from where it lies; other names of files are taken from the folder one is in.",
examples: &[("source commands.txt", "run it", "")],
completer: Completer::Files,
terms: free(Concurrent).silent(),
read: |reader| {
    let path = expand(reader.require("the name of a file")?.text);
    Ok(Box::new(|_| Ok(Effect::Source(path))))
});
