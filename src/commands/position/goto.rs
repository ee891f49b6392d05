//! `goto`: goes to a place in the current line of the game.

use super::undo::MOST_STEPS;
use crate::chess::Color;
use crate::commands::prelude::*;
use crate::shell::parse::tokens::Word;

pub(super) const ROW: CommandSpec = row!(Position Safe "goto", "start | end | MOVE-NUMBER[w|b] | ply PLY":
    "go to a move of the current line",
    details: "`12` and `12w` are the position before White's move 12, `12b` that before Black's; `ply 24` counts from the start. \
              Forward is along the line that one is in; `end` is the end of the game, and `redo 999` that of a side line.",
    examples: &[("goto start", "before the first move", ""),
        ("goto 12b", "Black's twelfth to play", "")],
    completer: Completer::Words(&["start", "end", "ply"]),
    terms: sets(Concurrent).walking(),
    read: read);

#[derive(Clone, Copy, Debug)]
enum Goto {
    Start,
    End,
    Ply(usize),
    /// Before the move of this number and side.
    Before(u16, Color),
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    let word = reader.require("a place in the game")?;
    let (digits, color) = match word.text.trim_end_matches(['.', '…']) {
        text if text.ends_with('w') => (text.trim_end_matches('w'), Color::White),
        text if text.ends_with('b') => (text.trim_end_matches('b'), Color::Black),
        text if word.text.ends_with("...") || word.text.ends_with('…') => (text, Color::Black),
        text => (text, Color::White),
    };
    let place = match word.text {
        "start" => Goto::Start,
        "end" => Goto::End,
        "ply" => Goto::Ply(reader.number("the ply", 0, MOST_STEPS)? as usize),
        _ => {
            let digits = Word { text: digits, start: word.start };
            let number = within(digits, "the number of the move", 1, u64::from(u16::MAX))?;
            Goto::Before(number as u16, color)
        }
    };
    Ok(Box::new(move |session| place.act(session)))
}

impl Goto {
    fn act(self, session: &mut Session) -> Acted {
        let before = session.timeline.place(session.is_chess960());
        let last = session.timeline.last_ply();
        if matches!(self, Goto::End) {
            let line_end = session.timeline.goto(last).then(|| *session.position());
            session.timeline.goto(0);
            session.timeline.goto(session.timeline.last_ply());
            let left = line_end.is_some_and(|end| end != *session.position());
            let note = "this is the end of the game; within a side line `redo 999` goes to its end";
            let notes = left.then(|| note.to_owned()).into_iter().collect();
            return Ok(session.walked(&before, false, notes).into());
        }
        let start = session.timeline.game().start();
        let ply = match self {
            Goto::Start | Goto::End => Some(0),
            Goto::Ply(ply) => Some(ply),
            Goto::Before(number, color) => start.plies_to(number, color),
        };
        let passed = (last + start.turn().index()).saturating_sub(1) / 2;
        let end = usize::from(start.fullmoves()) + passed;
        if ply.is_some_and(|ply| session.timeline.goto(ply)) {
            return Ok(session.walked(&before, false, Vec::new()).into());
        }
        let place = match self {
            Goto::Before(number, _) => format!("move {number}"),
            Goto::Ply(ply) => format!("ply {ply}"),
            Goto::Start | Goto::End => "place in it".to_owned(),
        };
        Err(CommandError::refused(format!(
            "there is no {place}; the game ends at move {end}, ply {last}"
        )))
    }
}
