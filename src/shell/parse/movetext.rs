//! Moves typed or pasted: all of them are read before the first is played.

use super::error::{Fault, ParseError};
use crate::chess::game::Game;
use crate::chess::movetext;
use crate::chess::{Color, Position};
use crate::shell::command::Play;
use crate::shell::note::Note;

/// Moves from a position. Those that begin with `1.` begin a new game, unless White's first move is due anyway.
///
/// `start` is where the text begins in the line.
///
/// # Errors
/// Points at the token that is wrong.
pub fn read(text: &str, start: usize, position: &Position) -> Result<Play, ParseError> {
    let is_start = position.turn() == Color::White && position.fullmoves() == 1;
    let new_game = movetext::begins_game(text) && !is_start;
    let mut game = if new_game { Game::default() } else { Game::new(*position) };
    let played = movetext::play(&mut game, text).map_err(|error| {
        ParseError::at(error.span.clone(), Fault::Movetext(error)).shifted(start)
    })?;
    let mut notes = Vec::new();
    if new_game {
        notes.push(Note::NewGame);
    }
    if let Some(wrong) = played.misnumbered {
        notes.push(Note::MoveNumber { written: wrong.given, actual: wrong.actual });
    }
    Ok(Play { new_game, steps: game.played().to_vec(), notes })
}
