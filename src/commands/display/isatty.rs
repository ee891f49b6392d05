//! `isatty`: whether a stream is treated as a terminal; the settings `terminal` and `terminal.errors`.

use crate::commands::prelude::*;
use crate::commands::settings::get::Get;
use crate::commands::settings::set::Set;

pub(super) const ROW: CommandSpec = row!(Display "isatty", "[stdout | stderr] [yes | no | auto]":
    "force or forbid terminal drawing; the settings `terminal` and `terminal.errors`",
    details: "`yes` gives a pipe what a terminal gets: colours, aligned tables. `no` gives a terminal what a pipe gets. Errors are written to stderr: \
              they have a setting of their own.",
    examples: &[("isatty no", "plain text", "terminal no  (was auto)"),
        ("isatty stderr yes", "coloured errors in a pipe", "terminal.errors yes  (was auto)"),
        ("isatty", "how it is", "")],
    completer: Completer::Words(&["stdout", "stderr", "yes", "no", "auto"]),
    terms: free(Alone),
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let stream = reader.words.peek().filter(|word| matches!(word.text, "stdout" | "stderr"));
    let name = match stream {
        Some(word) if word.text == "stderr" => "terminal.errors",
        _ => "terminal",
    };
    stream.and_then(|_| reader.take());
    let Some(word) = reader.take() else { return Ok(Get(name.to_owned()).into()) };
    let value = match word.text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "t" => "yes",
        "no" | "n" | "false" | "f" => "no",
        "auto" => "auto",
        _ => return Err(reader.unexpected(word)),
    };
    Ok(Set(name.to_owned(), value.to_owned()).into())
}
