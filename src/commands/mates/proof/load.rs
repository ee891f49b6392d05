//! `proof load`: reads and verifies a proof from a file.

use std::path::PathBuf;

use crate::commands::prelude::*;
use crate::files;
use crate::shell::session::news::Finding;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof load", "FILE":
"read a proof from a .jsonl file, and check it",
examples: &[("proof load mate.jsonl", "it is believed only after the check", "mate in 2, proved; shortest, proved")],
completer: Completer::Files,
terms: free(Concurrent),
read: |reader| {
    let given = reader.path()?;
    Ok(Box::new(move |session| act(session, given)))
});

fn act(session: &mut Session, path: PathBuf) -> Acted {
    let rules = session.settings.preferences.rules;
    session.start_task(move |_| {
        let (proof, shortness) = files::proof::load(&path, rules)?;
        Ok(Finding::new(move |session| {
            session.mates.take(proof, &shortness, path, &session.engine.known_mates);
            Ok(session.mates.verdict()?.into())
        }))
    })
}
