//! `fen`: the position as FEN, printed or set up.

use super::position::fen_and_moves;
use crate::commands::prelude::*;
use crate::ink::json::Fen;

pub(super) const ROW: CommandSpec = row!(Position Safe "fen" | "setboard", "[FEN]":
    "print the position as FEN, or set it up from one",
    details: "Two to six fields are read; X-FEN, Shredder-FEN, `_` for spaces and Lichess addresses are understood.",
    examples: &[("fen", "print it", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), ("fen 8/8/8/4k3/8/8/4P3/4K3 w", "set it up", "")],
    terms: sets(Concurrent),
    answers: &[LineSchema::of::<FenAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let rest = reader.words.rest();
    match rest.text {
        "" => {
            reader.terms = needs(Concurrent);
            Ok(Box::new(|session| Ok(FenAnswer { fen: Fen(*session.position()) }.into())))
        }
        text => {
            let set_up = fen_and_moves(text, rest.start)?;
            Ok(Box::new(|session| set_up.act(session)))
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FenAnswer {
    pub fen: Fen,
}

impl Answer for FenAnswer {
    const TYPE: &str = "fen";

    fn page(&self, _settings: &Settings) -> Page {
        Page::of(Line::plain(self.fen.0.to_fen()))
    }
}
