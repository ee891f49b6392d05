//! `proof resume`: resumes a stopped proof.

use crate::commands::prelude::*;
use crate::shell::parse::proof_limits::limits;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof resume", "[LIMITS]":
"go on with the proof that was stopped, by Ctrl-C or a limit",
details: "What was learnt is kept as long as the memory asked for is the same.",
examples: &[("proof resume 1m", "a minute more", "mate in 2, proved; shortest, proved")],
terms: needs(Alone),
read: |reader| {
    let given = limits(reader)?;
    Ok(Box::new(move |session| Session::resume_proof(session, given)))
});
