//! `source`: the lines of a file are run as commands.

use std::path::PathBuf;

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Session "source", "FILE":
    "run the lines of a file as commands",
    details: "Names of files in it are taken from where it lies.",
    examples: &[("source commands.txt", "run it", "")],
    completer: Completer::Files,
    terms: free(Beside).silent(),
    read: |reader| Ok(Source(expand(reader.require("the name of a file")?.text)).into()));

#[derive(Debug)]
struct Source(PathBuf);

impl Act for Source {
    fn act(self: Box<Self>, _: &mut Session) -> Result<Effect, CommandError> {
        Ok(Effect::Source(self.0))
    }
}
