//! Records as PGN, for other programs.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{GameRecord, RecordError};
use crate::chess::Game;
use crate::chess::game_tree::GameTree;
use crate::chess::pgn::{PgnGame, Tag};
use crate::store::{StoreError, WrittenFiles};

const EVENT: &str = "self-play";

/// Writes games, whole or not at all. `players` names who has White and who has Black in a game of this number.
///
/// # Errors
/// If a record is damaged or the file cannot be written; what was there before is untouched.
pub fn write_games(
    files: &WrittenFiles,
    path: &Path,
    records: impl Iterator<Item = Result<GameRecord, RecordError>>,
    players: impl Fn(u32) -> [String; 2],
) -> Result<(), StoreError> {
    let mut damaged = None;
    let written = files.replace(path, |file| {
        let mut out = BufWriter::new(file);
        for record in records {
            match record {
                Ok(record) => writeln!(out, "{}", pgn(&record, players(record.number)))?,
                Err(error) => {
                    damaged = Some(error);
                    return Err(io::ErrorKind::InvalidData.into());
                }
            }
        }
        out.flush()
    });
    match damaged {
        None => Ok(written?),
        Some(error) => Err(StoreError::Record { path: path.display().to_string(), error }),
    }
}

fn pgn(record: &GameRecord, [white, black]: [String; 2]) -> PgnGame {
    let mut game = Game::new(record.start);
    // A record that was read has no illegal move; of one that had, the game up to there is shown.
    record.plies.iter().take_while(|ply| game.play(ply.mv).is_ok()).for_each(drop);
    let tags = [
        ("Event", EVENT.to_owned()),
        ("Round", (record.number + 1).to_string()),
        ("White", white),
        ("Black", black),
        ("Termination", record.cause.name().to_owned()),
    ];
    let tags = tags.into_iter().map(|(name, value)| Tag { name: name.to_owned(), value }).collect();
    PgnGame { tags, tree: GameTree::from(&game), result: record.result }
}
