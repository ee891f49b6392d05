//! Records as PGN, for other programs.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use quarterply::chess::Game;
use quarterply::chess::game_tree::GameTree;
use quarterply::chess::pgn::{PgnGame, Tag};
use quarterply::store::{FileError, WrittenFiles};

use super::GameRecord;

/// Writes games, whole or not at all. `players` names who has White and who has Black in a game of this number.
///
/// # Errors
/// If a record is damaged or the file cannot be written; what was there before is untouched.
pub fn write_games(
    files: &WrittenFiles,
    path: &Path,
    records: impl Iterator<Item = anyhow::Result<GameRecord>>,
    players: impl Fn(u32) -> [&'static str; 2],
) -> Result<(), FileError> {
    files.replace(path, |file| {
        let mut out = BufWriter::new(file);
        for record in records {
            let record = record.map_err(|error| io::Error::other(format!("{error:#}")))?;
            writeln!(out, "{}", pgn(&record, players(record.number)))?;
        }
        out.flush()
    })
}

fn pgn(record: &GameRecord, [white, black]: [&str; 2]) -> PgnGame {
    let mut game = Game::new(record.start);
    // A record that was read has no illegal move; of one that had, the game up to there is shown.
    record.plies.iter().take_while(|ply| game.play(ply.mv).is_ok()).for_each(drop);
    let round = (record.number + 1).to_string();
    let tags = [
        ("Event", "self-play"),
        ("Round", &round),
        ("White", white),
        ("Black", black),
        ("Termination", record.cause.name()),
    ];
    let tag = |(name, value): (&str, &str)| Tag { name: name.to_owned(), value: value.to_owned() };
    let tags = tags.into_iter().map(tag).collect();
    PgnGame { tags, tree: GameTree::from(&game), result: record.result }
}
