//! `analyze`: searches the position on the board in the background, following its changes.

use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Search Reveals "analyze" | "a" | "analyse", "[off]":
    "search the board while you type, following every move made and taken back",
    details: "What changes appears above the line being typed, and the prompt shows depth and score. Commands that need the \
              engine themselves (go, proof, …) interrupt it for as long as they take. `stop` or `analyze off` ends it.",
    examples: &[("analyze", "begin", ""), ("e4", "now of the position after 1.e4", ""), ("stop", "end", "")],
    completer: Completer::Words(&["off"]),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let on = reader.choice(&ON_OFF)?.unwrap_or(true);
    reader.reveals &= on;
    if !on {
        reader.terms = free(Concurrent);
    }
    Ok(Box::new(move |session| begin(session, on)))
}

/// If the game has ended, replies why there is no search.
fn begin(session: &mut Session, on: bool) -> Acted {
    let done = act(session, on)?;
    Ok(match session.timeline.require_move() {
        Err(why) if on => {
            Text::of(format!("{why}; the search begins at the next position that has one")).into()
        }
        _ => done,
    })
}

pub fn act(session: &mut Session, on: bool) -> Acted {
    if on {
        session.opponent.force(&mut session.jobs);
    } else if session.analysis.follows {
        session.jobs.following().into_iter().for_each(|job| session.jobs.stop(job));
    }
    session.analysis.follows = on;
    Ok(Done.into())
}
