//! Reads typed or pasted moves and whole games completely, before the first move is played.

use super::parse_error::{Fault, ParseError};
use crate::chess::game_tree::GameTree;
use crate::chess::pgn::{PgnGame, PgnReader, read_tree};
use crate::chess::{Color, GameResult, Position, movetext};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    pub new_game: bool,
    /// The moves with their variations and comments, from the position on the board.
    pub line: GameTree,
    /// Result of the game, if it follows the moves.
    pub result: Option<GameResult>,
    pub notes: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PgnReading {
    /// The game, as far as it could be read.
    pub game: PgnGame,
    pub notes: Vec<String>,
}

/// Reads moves from a position, with comments and variations. Moves that begin with `1.` begin a new game, unless White's first
/// move is due anyway.
///
/// `start` is the offset of the text in the line.
pub fn read(text: &str, start: usize, position: &Position) -> Result<Play, ParseError> {
    let is_start = position.turn() == Color::White && position.fullmoves() == 1;
    let new_game = movetext::begins_game(text) && !is_start;
    let mut line = GameTree::new(if new_game { Position::start() } else { *position });
    let reading = read_tree(&mut line, text);
    if let Some(error) = reading.fault {
        return Err(ParseError::at(error.span.clone(), Fault::Movetext(error)).shifted(start));
    }
    let mut notes = Vec::new();
    if new_game {
        let told = "move 1 again: this is a new game (undo brings the old one back)";
        notes.push(told.to_owned());
    }
    notes.extend(reading.doubts.iter().map(ToString::to_string));
    Ok(Play { new_game, line, result: reading.result, notes })
}

/// Reads a game with its headers.
///
/// # Errors
/// An invalid header, or a position that cannot be played from. An invalid move ends the game there and becomes a note.
pub fn game(text: &str) -> Result<PgnReading, ParseError> {
    let not_a_game =
        |why: String| ParseError::whole(Fault::Argument(format!("the game cannot be read: {why}")));
    let mut reader = PgnReader::new(text.as_bytes());
    let record = reader.record().map_err(|error| not_a_game(error.to_string()))?;
    let reading = record.ok_or_else(|| not_a_game("it is empty".to_owned()))?.read();
    match reading.lost() {
        Some(fault) => Err(not_a_game(fault.to_string())),
        None => Ok(PgnReading { notes: reading.notes(""), game: reading.game }),
    }
}
