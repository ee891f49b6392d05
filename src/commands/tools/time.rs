//! `time`: measures the time of a command.

use crate::commands::grammar;
use crate::commands::prelude::*;
use crate::ink::json::Milliseconds;
use crate::ink::number::time;
use crate::shell::command::Request;

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Safe "time", "COMMAND":
    "run a command and print how long it took",
    details: "What the command is waited for counts; one in the background is timed to its end.",
    examples: &[("time perft 6", "the count, and the time", "nodes 119060324"), ("time proof 3", "a proof", "mate in 2, proved; shortest, proved")],
    completer: Completer::Commands,
    terms: needs(Concurrent),
    answers: &[LineSchema::of::<Took>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let request = inner(reader)?;
    reader.terms = request.terms.in_turn();
    Ok(Box::new(|_| Ok(Effect::Timed(Box::new(request)))))
}

/// Parses the command; only those with a reply of their own can be timed and drawn.
pub(in crate::commands) fn inner(reader: &mut Reader<'_>) -> Result<Request, ParseError> {
    let word = reader.words.peek();
    let rest = reader.require_rest("a command")?;
    let request = grammar::parse_within(rest.text, reader.board, reader.nesting + 1);
    let request = request.map_err(|error| error.shifted(rest.start))?;
    match word {
        Some(word) if !request.terms.answers => Err(reader.unexpected(word)),
        _ => Ok(request),
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Took {
    pub time_ms: Milliseconds,
}

impl Answer for Took {
    const TYPE: &str = "took";

    /// With milliseconds, since most commands take less than a second.
    fn page(&self, _settings: &Settings) -> Page {
        let elapsed = self.time_ms.0;
        let seconds = elapsed.as_secs_f64();
        let text = if seconds < 60.0 { format!("{seconds:.3} s") } else { time(elapsed) };
        Page::of(Line::named("took ", text))
    }
}
