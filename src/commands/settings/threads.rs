//! `threads`: how many threads search.

use super::set::Set;
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Settings "threads", "N":
    "how many threads search",
    details: "With one thread, a search limited by nodes or depth gives the same result on every machine.",
    examples: &[("threads 1", "one", "Threads 1  (as before)")],
    terms: free(Alone),
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let threads = reader.number("the number of threads", 1, 1024)?;
    Ok(Set("Threads".to_owned(), threads.to_string()).into())
}
