//! `pgn`: prints the game as PGN or appends it to a file.

use std::path::PathBuf;

use crate::commands::prelude::*;
use crate::commands::session::save::{SavedAnswer, SavedContent};
use crate::files::collection;
use crate::shell::session::news::Finding;

pub(super) const ROW: CommandSpec = row!(Position Safe "pgn", "[FILE] [--force]":
    "the game as PGN, on the screen or added to a file of games",
    details: "What the file holds stays as it is. The game is not added if it is the last one there already, nor to a file \
              that is not PGN; with --force it is.",
    examples: &[("pgn games.pgn", "one game more", "added to games.pgn · 4 games now"), ("pgn", "on the screen", "")],
    completer: Completer::Files,
    answers: &[LineSchema::of::<PgnAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    match reader.take() {
        None => Ok(Box::new(|session| {
            Ok(PgnAnswer { text: session.timeline.now.record.to_string() }.into())
        })),
        Some(word) => {
            let path = expand(word.text);
            Ok(Box::new(|session| add(session, path)))
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PgnAnswer {
    pub text: String,
}

impl Answer for PgnAnswer {
    const TYPE: &str = "pgn";

    fn page(&self, _settings: &Settings) -> Page {
        Page::of_text(&self.text)
    }
}

/// Appends the game to a file.
fn add(session: &mut Session, path: PathBuf) -> Acted {
    let text = session.timeline.now.record.to_string();
    session.start_task(move |context| {
        let content = match collection::append(&context.files, &path, &text, &context.stop)? {
            (games, true) => SavedContent::Added { games },
            (games, false) => SavedContent::AlreadyLast { games },
        };
        Ok(Finding::new(move |session| {
            if session.timeline.now.record.to_string() == text {
                session.files.game_is_safe(&session.timeline.now);
            }
            Ok(SavedAnswer::new(path, content).into())
        }))
    })
}
