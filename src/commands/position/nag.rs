//! `nag`: glyphs for the last move.

use super::comment;
use crate::chess::movetext::{self, Token};
use crate::commands::prelude::*;

pub(super) const ROW: CommandSpec = row!(Position Safe "nag", "[GLYPH… | delete]":
    "mark the last move: !, ?, !?, +-, or $N as PGN counts them",
    examples: &[("nag !", "a good move", "1.e4!"), ("nag $14", "White is slightly better", "1.e4 +/=")],
    completer: Completer::Words(&["!", "?", "!!", "??", "!?", "?!", "delete"]),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let mut nags = Vec::new();
    let mut deletes = false;
    while let Some(word) = reader.take() {
        let token = movetext::tokens(word.text).next();
        match (word.text, token) {
            ("delete", _) => deletes = true,
            ("=", _) => nags.push(10),
            (_, Some((Token::Nag(nag @ ..=255), span))) if span.len() == word.text.len() => {
                nags.push(nag);
            }
            _ => {
                return Err(ParseError::bad(
                    word,
                    "is no glyph; glyphs are !, ?, !!, ??, !?, ?!, +-, = and their like, and $0 to $255; `nag delete` takes them away",
                ));
            }
        }
    }
    if nags.is_empty() && !deletes {
        return Ok(Box::new(comment::show));
    }
    Ok(Box::new(move |session| comment::rate(session, nags)))
}
