//! `position`: sets up a position and plays moves from it.

use crate::chess::movetext::is_movetext;
use crate::chess::{FenField, Position, SetupError};
use crate::commands::prelude::*;
use crate::shell::parse::setup::SetUp;
use crate::shell::parse::tokens::Word;
use crate::shell::parse::{setup, typed_moves};
use crate::shell::session::Sheet;

pub(super) const ROW: CommandSpec = row!(Position Safe "position" | "pos", "startpos | fen FEN [moves MOVE…]":
    "set up a position as a GUI does over UCI; moves may be SAN too",
    details: "At the prompt a FEN, an EPD record or moves can also be typed alone, without any command.",
    examples: &[("position startpos moves e2e4 c7c5", "the Sicilian", "")],
    completer: Completer::Words(&["startpos", "fen"]),
    terms: sets(Concurrent),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let whole = reader.words.clone().rest();
    let first = reader.require("startpos or a FEN")?;
    let rest = reader.words.rest();
    let (head, moves) = match split_moves(rest.text) {
        Some(at) => (&rest.text[..at], Some(at + "moves".len())),
        None => (rest.text, None),
    };
    let set_up = match first.text {
        "startpos" if head.trim().is_empty() => SetUp::from(Position::start()),
        "startpos" => {
            let extra = Word { text: head.trim(), start: rest.start };
            return Err(reader.unexpected(extra));
        }
        "fen" => setup::fen(head.trim_end(), rest.start)?,
        _ => {
            let end = rest.start + head.trim_end().len();
            setup::fen(&reader.words.line()[whole.start..end], whole.start)?
        }
    };
    let set_up = match moves {
        Some(at) => moved(set_up, &rest.text[at..], rest.start + at)?,
        None => set_up,
    };
    Ok(Box::new(|session| set_up.act(session)))
}

/// Parses a FEN followed by moves, as in logs of GUIs: `… w KQkq - 0 1 moves e2e4`, also without that word.
pub(in crate::commands) fn fen_and_moves(text: &str, start: usize) -> Result<SetUp, ParseError> {
    if let Some(at) = split_moves(text) {
        let behind = at + "moves".len();
        return moved(setup::any(text[..at].trim_end(), start)?, &text[behind..], start + behind);
    }
    setup::any(text, start).or_else(|error| match &error {
        ParseError { span: Some(span), fault: Fault::Setup(SetupError::Fen(fault)) }
            if matches!(fault.field, FenField::Halfmoves | FenField::Fullmoves)
                && is_movetext(&text[span.start - start..]) =>
        {
            let at = span.start - start;
            moved(setup::any(&text[..at], start)?, &text[at..], span.start)
        }
        _ => Err(error),
    })
}

/// Parses moves from the position; `start` is their offset in the line.
fn moved(set_up: SetUp, moves: &str, start: usize) -> Result<SetUp, ParseError> {
    let play = typed_moves::read(moves, start, &set_up.start)?;
    let steps = play.line.game().played().to_vec();
    Ok(SetUp { steps, notes: [set_up.notes, play.notes].concat(), ..set_up })
}

fn split_moves(text: &str) -> Option<usize> {
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        if part.trim_end() == "moves" {
            return Some(at);
        }
        at += part.len();
    }
    None
}

impl SetUp {
    pub fn act(self, session: &mut Session) -> Acted {
        let mut sheet = Sheet { operations: self.operations, ..Sheet::new(self.start) };
        let tree = &mut sheet.record.tree;
        // Parsing the line has checked that the moves are legal.
        let _ = self.steps.iter().try_for_each(|&step| tree.step(step).map(|_| ()));
        session.opponent.leave(&mut session.jobs);
        match self.forgets {
            true => session.timeline.replace(sheet),
            false => session.begin(sheet),
        }
        Ok(session.changed(self.notes).into())
    }
}
