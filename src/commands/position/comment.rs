//! `comment`: comments on the last move.

use super::history::after_move;
use crate::chess::game_tree::{Annotation, NodeId};
use crate::commands::prelude::*;
use crate::ink::json::PlayedStep;
use crate::ink::movetext;
use crate::shell::parse::tokens::bare;
use crate::shell::session::timeline::Edit;

pub(super) const ROW: CommandSpec = row!(Position Safe "comment", "[TEXT | delete]":
    "what is written about the last move; write something else",
    details: "Before the first move it is about the game.",
    examples: &[("comment the losing move", "kept by save and pgn", "1…f6 {the losing move}")],
    takes_text: true,
    answers: &[LineSchema::of::<WordsAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    Ok(match reader.words.rest().text {
        "" => return Ok(Box::new(show)),
        "delete" => Box::new(|session| comment(session, String::new())),
        text => {
            let text = bare(text, '{', '}').trim().to_owned();
            Box::new(|session| comment(session, text))
        }
    })
}

pub(super) fn show(session: &mut Session) -> Acted {
    let tree = &session.timeline.now.record.tree;
    let words = tree.annotation(tree.current()).cloned().unwrap_or_default();
    let Annotation { before, nags, after } = words;
    Ok(WordsAnswer { last: session.timeline.last(session.is_chess960()), before, nags, after }
        .into())
}

/// An empty text deletes the comments.
fn comment(session: &mut Session, text: String) -> Acted {
    write(session, |words| {
        let text: Vec<&str> = text.split_whitespace().collect();
        words.after = if text.is_empty() { Vec::new() } else { vec![text.join(" ")] };
    })
}

/// Sets the glyphs of the last move; an empty list deletes them.
pub(super) fn rate(session: &mut Session, nags: Vec<u16>) -> Acted {
    let is_root = session.timeline.now.record.tree.current() == NodeId::ROOT;
    if is_root && !nags.is_empty() {
        let why = "a sign belongs to a move, and no move has been made";
        return Err(CommandError::refused(why));
    }
    write(session, |words| words.nags = nags)
}

fn write(session: &mut Session, change: impl FnOnce(&mut Annotation)) -> Acted {
    let tree = &session.timeline.now.record.tree;
    let node = tree.current();
    let mut words = tree.annotation(node).cloned().unwrap_or_default();
    change(&mut words);
    session.timeline.edit(Edit::Words(node, words));
    show(session)
}

/// What is written about the last move, or about the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WordsAnswer {
    /// The last move; `None` before the first.
    #[serde(skip)]
    pub last: Option<PlayedStep>,
    /// Comments before the move.
    pub before: Vec<String>,
    pub nags: Vec<u16>,
    /// Comments behind it.
    pub after: Vec<String>,
}

impl Answer for WordsAnswer {
    const TYPE: &str = "words";

    fn page(&self, settings: &Settings) -> Page {
        let mut line = match self.last {
            Some(played) => movetext::step(&played.before, played.step, settings),
            None => Line::of(Role::Dim, "the game:"),
        };
        for comment in &self.before {
            line = Line::of(Role::Dim, format!("{{{comment}}} ")).and(line);
        }
        if self.before.is_empty() && self.nags.is_empty() && self.after.is_empty() {
            line.push(Role::Dim, " nothing is written about it");
        }
        after_move(&mut line, &self.nags, &self.after);
        Page::of_wrapped(line, settings, 2)
    }
}
