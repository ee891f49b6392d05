//! Moves and games entered without a command.

use crate::chess::game_tree::Stepped;
use crate::chess::{GameResult, Step};
use crate::commands::play::drill;
use crate::commands::prelude::*;
use crate::shell::level::AFTERWARDS;
use crate::shell::parse::typed_moves::{PgnReading, Play};
use crate::shell::session::Sheet;

pub(super) const VARIATION: &str =
    "this begins a variation, the old continuation stays; `variation` lists, promotes and deletes";

impl Play {
    pub fn act(self, session: &mut Session) -> Acted {
        if self.new_game {
            session.begin(Sheet::default());
        }
        // A single move without annotations.
        if let [Step::Move(mv)] = *self.line.game().played()
            && self.line.moves() == 1
            && !self.new_game
            && !session.opponent.plays()
            && session.drill.is_asking(&session.timeline.now)
        {
            return drill::answer(session, mv, self.notes);
        }
        if let Some(end) = session.flag_falls() {
            return Ok(end.into());
        }
        // A finished game gets no more moves: they go on in a copy.
        if session.opponent.is_over() && session.timeline.game().ahead().is_empty() {
            session.timeline.go_on_in_copy();
        }
        let mover = session.position().turn();
        let mut notes = self.notes;
        let stepped = session.timeline.graft(&self.line)?;
        notes.extend(session.opponent.note(true));
        match stepped {
            // In a game against the engine the played move becomes the main line, and the undone one a variation.
            Stepped::Varied if session.opponent.plays() => session.timeline.promote(),
            Stepped::Varied => notes.push(VARIATION.to_owned()),
            Stepped::Along | Stepped::Appended => {}
        }
        notes.extend(self.result.and_then(|result| end(session, result)));
        if session.position().turn() != mover {
            session.opponent.move_made(mover, session.timeline.game(), &mut session.jobs);
            if session.end_by_rules() && session.opponent.referee {
                let result = session.timeline.now.record.result;
                notes.push(format!("the game is over, {result}; {AFTERWARDS}"));
            }
        }
        Ok(session.changed(notes).into())
    }
}

/// Gives the game the result after its moves, or returns why that is not possible.
fn end(session: &mut Session, result: GameResult) -> Option<String> {
    if session.opponent.plays() {
        let ends = "`resign` and `draw` end it";
        return Some(format!(
            "{result} is passed over: the game against the engine goes on; {ends}"
        ));
    }
    let record = &mut session.timeline.now.record;
    let (tree, here) = (&record.tree, record.tree.current());
    if !tree.is_main(here) || !tree.children(here).is_empty() {
        return Some(format!(
            "{result} is passed over: the game does not end here; `tag Result {result}` sets it"
        ));
    }
    record.result = result;
    None
}

impl PgnReading {
    pub fn act(self, session: &mut Session) -> Acted {
        session.begin(Sheet { record: self.game, ..Sheet::default() });
        Ok(session.opened(self.notes).into())
    }
}
