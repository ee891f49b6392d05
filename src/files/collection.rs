//! Collections: PGN files of many games; loading, listing and appending games.
//!
//! Skipped games are not parsed, and every loop over a file polls the stop flag. A collection is never rewritten from parsed
//! games: its bytes are copied unchanged, and the new game is appended, in one step. `chess/pgn/` parses single records.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use serde::Serialize;

use super::text;
use crate::chess::game_tree::TreeVisit;
use crate::chess::movetext::{self, Token};
use crate::chess::pgn::{
    MainLineReading, PgnError, PgnReader, PgnRecord, RecordReading, begins_header,
};
use crate::chess::{GameResult, Position};
use crate::control::StopFlag;
use crate::oracle::{Opening, opening_at};
use crate::store::WrittenFiles;
use crate::store::file::{self, FileError};

#[derive(Debug)]
pub struct Taken {
    /// The game as far as it could be read; `None` if the file has fewer games.
    pub reading: Option<RecordReading>,
    pub games: usize,
}

/// Loads game `number`, counted from 1, and counts the others.
pub fn take(path: &Path, number: usize, stop: &StopFlag) -> Result<Taken, FileError> {
    let failed = FileError::reading(path);
    let mut reader = PgnReader::new(BufReader::new(text::open(path)?));
    let mut taken = Taken { reading: None, games: 0 };
    loop {
        if stop.is_raised() {
            return Err(FileError::Stopped);
        }
        let wanted = taken.games + 1 == number;
        if wanted {
            let Some(record) = reader.record().map_err(failed)? else { return Ok(taken) };
            taken.reading = Some(record.read());
        } else if !reader.pass_over().map_err(failed)? {
            return Ok(taken);
        }
        taken.games += 1;
    }
}

/// Filter of listed games: all conditions must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Part of a player's name, ignoring case.
    pub player: Option<String>,
    pub white: Option<String>,
    pub black: Option<String>,
    /// Part of the value of any header.
    pub text: Option<String>,
    pub result: Option<GameResult>,
    /// Prefix of the ECO code.
    pub eco: Option<String>,
    /// Part of the opening's name.
    pub opening: Option<String>,
    /// Position that occurs in the game or a variation.
    pub position: Option<Position>,
    pub moves: Option<RangeInclusive<usize>>,
    /// First listed game, counted from 1.
    pub from: usize,
}

/// Games that cannot be read to their end.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "damaged-game"))]
pub struct DamagedGames {
    pub games: usize,
    // The first errors: game, line and message.
    pub named: Vec<String>,
}

impl DamagedGames {
    const NAMED: usize = 20;

    fn note(&mut self, number: usize, faults: &mut dyn Iterator<Item = &PgnError>) {
        let mut damaged = false;
        for fault in faults {
            damaged = true;
            if self.named.len() < DamagedGames::NAMED {
                self.named.push(format!("game {number}, {fault}"));
            }
        }
        self.games += usize::from(damaged);
    }
}

/// Their number and the first error; empty if there are none.
impl fmt::Display for DamagedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            0 => return Ok(()),
            1 => write!(f, "1 game is damaged")?,
            games => write!(f, "{games} games are damaged")?,
        }
        write!(f, ": {}", self.named.join("; "))?;
        if self.named.len() == DamagedGames::NAMED {
            f.write_str("; …")?;
        }
        Ok(())
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "game"))]
pub struct ListedGame {
    pub number: usize,
    pub white: String,
    pub black: String,
    pub result: String,
    pub date: String,
    pub plies: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameList {
    pub found: usize,
    pub total: usize,
    // The first `MOST_LISTED` of those found.
    pub games: Vec<ListedGame>,
    pub damaged: DamagedGames,
}

pub const MOST_LISTED: usize = 100;

/// Lists games of a file, one at a time in memory. Reads every game, also those that are not listed, to report damaged ones.
pub fn list(path: &Path, filter: &GameFilter, stop: &StopFlag) -> Result<GameList, FileError> {
    let failed = FileError::reading(path);
    let mut reader = PgnReader::new(BufReader::new(text::open(path)?));
    let mut list = GameList::default();
    let is_named = filter.eco.is_some() || filter.opening.is_some();
    while let Some(record) = reader.record().map_err(failed)? {
        if stop.is_raised() {
            return Err(FileError::Stopped);
        }
        list.total += 1;
        let (reading, wanted) = filter.look(is_named, &record);
        list.damaged.note(list.total, &mut reading.faults());
        if list.total < filter.from || !wanted {
            continue;
        }
        list.found += 1;
        if list.games.len() < MOST_LISTED {
            let tag = |name| record.tag(name).unwrap_or("?").to_owned();
            list.games.push(ListedGame {
                number: list.total,
                white: tag("White"),
                black: tag("Black"),
                result: reading.result.to_string(),
                date: tag("Date"),
                plies: reading.plies,
            });
        }
    }
    if list.total == 0 {
        let none = "it holds no game; games are PGN: headers such as [White \"Morphy\"], and moves such as 1. e4 e5";
        return Err(FileError::content(path, none));
    }
    Ok(list)
}

impl GameFilter {
    /// Reads a game and returns whether it matches. `is_named`: the filter names an opening.
    fn look(&self, is_named: bool, record: &PgnRecord) -> (MainLineReading, bool) {
        let wanted = self.position.as_ref();
        let key = wanted.map(Position::key);
        let start_fits = |position: &Position| Some(position.key()) == key;
        let (mut came_up, mut opening) = (false, None);
        let mut plies = 0;
        let reading = record.each_step(true, |position, step| {
            plies += 1;
            if key.is_some() && !came_up {
                came_up = start_fits(position) || start_fits(&step.apply(position));
            }
            if is_named && plies <= NAMED_PLIES {
                let begun = if plies == 1 { opening_at(position) } else { opening };
                opening = opening_at(&step.apply(position)).or(begun);
            }
            true
        });
        let fits = self.texts_fit(record)
            && self.result.is_none_or(|result| reading.result == result)
            && self.moves.as_ref().is_none_or(|moves| moves.contains(&reading.plies.div_ceil(2)))
            && self.opening_fits(record, opening)
            && wanted.is_none_or(|wanted| {
                let may_be_elsewhere = record.has_variations() || reading.plies == 0;
                came_up || may_be_elsewhere && in_variations(record, wanted)
            });
        (reading, fits)
    }

    fn texts_fit(&self, record: &PgnRecord) -> bool {
        // Texts to find, and the headers to search; any header if there are none.
        let wanted: [(&Option<String>, &[&str]); 4] = [
            (&self.player, &["White", "Black"]),
            (&self.white, &["White"]),
            (&self.black, &["Black"]),
            (&self.text, &[]),
        ];
        wanted.into_iter().all(|(text, names)| {
            let Some(text) = text.as_ref().map(|text| text.to_lowercase()) else { return true };
            let mut tags = record.tags().filter(|(name, _)| {
                names.is_empty() || names.iter().any(|known| known.eq_ignore_ascii_case(name))
            });
            tags.any(|(_, value)| value.to_lowercase().contains(&text))
        })
    }

    /// Whether the opening matches: that of the headers, or else the one found from the moves.
    fn opening_fits(&self, record: &PgnRecord, found: Option<&Opening>) -> bool {
        let told = |name| record.tag(name).filter(|value| !matches!(*value, "" | "?"));
        let code = told("ECO").or(found.map(|opening| opening.eco.as_str())).unwrap_or_default();
        let name = told("Opening").or(found.map(|opening| opening.name.as_str()));
        let name = spelling(name.unwrap_or_default());
        self.eco.as_ref().is_none_or(|eco| code.to_uppercase().starts_with(&eco.to_uppercase()))
            && self.opening.as_ref().is_none_or(|opening| name.contains(&spelling(opening)))
    }
}

/// Normalizes the name of an opening: programs write "Sicilian Defense: Najdorf" and "Sicilian Defence, Najdorf".
fn spelling(name: &str) -> String {
    name.to_lowercase().replace("defence", "defense").replace(':', ",")
}

const NAMED_PLIES: usize = 60;

/// Whether a position occurs at the start or in a variation of a game, as far as the game can be read.
fn in_variations(record: &PgnRecord, wanted: &Position) -> bool {
    let tree = record.read().game.tree;
    let is_wanted = |position: &Position| position.key() == wanted.key();
    is_wanted(tree.game().start())
        || tree.walk().any(|visit| match visit {
            TreeVisit::Move { node, before } => {
                tree.step_of(node).is_some_and(|step| is_wanted(&step.apply(&before)))
            }
            TreeVisit::Open | TreeVisit::Close => false,
        })
}

/// Appends a game, written as PGN, to a file, which is created if missing. With `--force` also to a file with other contents, and
/// also if its last game is this one. Keeps the file's line ends. Returns the number of games, and whether it was added: an
/// identical last game is not repeated.
///
/// # Errors
/// [`FileError::Stopped`], [`FileError::Read`]; the file is then unchanged.
pub fn append(
    files: &WrittenFiles,
    path: &Path,
    game: &str,
    stop: &StopFlag,
) -> Result<(usize, bool), FileError> {
    let files = &files.hold(path)?;
    let end = if path.is_file() { text::line_end(path, game)? } else { "\n" };
    files.claim(path, begins_as_games)?;
    let game = &game.replace('\n', end);
    let failed = FileError::reading(path);
    if !path.exists() {
        files.write(path, game.as_bytes())?;
        return Ok((1, true));
    }
    let mut old = file::open(path)?;
    let games = count(&mut old, stop).map_err(failed)?.ok_or(FileError::Stopped)?;
    let tail = tail(&mut old, game.len() + 8).map_err(failed)?;
    if !files.is_forced()
        && games > 0
        && tail.trim_ascii_end().ends_with(game.trim_end().as_bytes())
    {
        return Ok((games, false));
    }
    let ends = match &tail[..] {
        [] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => 0,
        [.., b'\n'] => 1,
        _ => 2,
    };
    old.rewind().map_err(failed)?;
    files.replace(path, |new| {
        io::copy(&mut old, new)?;
        new.write_all(end.repeat(ends).as_bytes())?;
        new.write_all(game.as_bytes())
    })?;
    Ok((games + 1, true))
}

/// Whether the first line that is not a comment is a header or moves; a file without such a line may become anything.
fn begins_as_games(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
    let text = lines.join("\n");
    let mut tokens = movetext::tokens(&text).peekable();
    let has_remarks = matches!(tokens.peek(), Some((Token::Comment(_), _)));
    match tokens.find(|(token, _)| !matches!(token, Token::Comment(_))) {
        None => !has_remarks,
        Some((_, span)) => {
            let line = text[span.start..].lines().next().unwrap_or_default();
            begins_header(line) || movetext::is_movetext(line)
        }
    }
}

fn count(file: &mut File, stop: &StopFlag) -> io::Result<Option<usize>> {
    file.rewind()?;
    let mut games = 0;
    let mut reader = PgnReader::new(BufReader::new(file));
    while reader.pass_over()? {
        games += 1;
        if stop.is_raised() {
            return Ok(None);
        }
    }
    Ok(Some(games))
}

fn tail(file: &mut File, bytes: usize) -> io::Result<Vec<u8>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(bytes as u64)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    Ok(tail)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::written::NamedFiles;

    fn files(force: bool) -> WrittenFiles {
        if force {
            WrittenFiles::default().of_command(NamedFiles::of([], true))
        } else {
            WrittenFiles::default()
        }
    }

    #[test]
    fn a_collection_may_begin_with_remarks() {
        for head in ["{A\ncollection.}\n[White \"A\"]", "\u{FEFF}; <x>\n% y\n\n1. e4 *", "% x", ""]
        {
            assert!(begins_as_games(head.as_bytes()), "{head}");
        }
        for head in
            ["{\"a\": 1}\n", "; nothing else", "{never closed [x]", "{a} Dear diary", "; set\n[up]"]
        {
            assert!(!begins_as_games(head.as_bytes()), "{head}");
        }
    }

    const GAME: &str = "[Event \"?\"]\n\n1. e4 e5 *\n";

    #[test]
    fn games_are_added_and_what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let stop = StopFlag::new();
        let add = |game: &str, force| append(&files(force), &path, game, &stop).unwrap();
        assert_eq!(add(GAME, false), (1, true));
        assert_eq!(add(GAME, false), (1, false));
        assert_eq!(add(GAME, true), (2, true));
        let old = b"[White \"M\xfcller\"]\r\n\r\n1. d4 {never closed *";
        for ending in ["", "\n", "\r\n\r\n"] {
            let old = [old, ending.as_bytes()].concat();
            fs::write(&path, &old).unwrap();
            append(&files(false), &path, GAME, &stop).unwrap();
            let new = fs::read(&path).unwrap();
            assert!(new.starts_with(&old), "byte for byte");
            assert!(new.ends_with(GAME.replace('\n', "\r\n").as_bytes()));
            assert_eq!(add(GAME, false), (2, false));
        }
        fs::write(&path, "").unwrap();
        assert_eq!(append(&files(false), &path, GAME, &stop).unwrap(), (1, true));
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        let stop = StopFlag::new();
        fs::write(&path, "Dear diary,\n").unwrap();
        let error = append(&files(false), &path, GAME, &stop).unwrap_err().to_string();
        assert!(error.contains("notes.txt") && error.contains("--force"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"Dear diary,\n");
        assert!(append(&files(true), folder.path(), GAME, &stop).is_err());
        stop.raise();
        fs::write(&path, GAME).unwrap();
        assert!(matches!(append(&files(true), &path, GAME, &stop), Err(FileError::Stopped)));
        assert_eq!(fs::read(&path).unwrap(), GAME.as_bytes());
    }

    #[test]
    fn what_could_not_be_read_any_more_is_not_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let (stop, named) = (StopFlag::new(), GAME.replace('?', "Žilina"));
        let wide: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let old = b"[White \"M\xfcller\"]\n\n1. d4 *\n";
        for (bytes, told) in [
            (GAME.replace('\n', "\r").as_bytes(), "carriage returns"),
            (&wide, "UTF-16"),
            (b"\x1f\x8b\x08", "packed"),
            (b"PK\x03\x04", "packed"),
            (old, "not UTF-8"),
        ] {
            fs::write(&path, bytes).unwrap();
            for force in [false, true] {
                let error = append(&files(force), &path, &named, &stop).unwrap_err().to_string();
                assert!(error.contains(told), "{error}");
            }
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        append(&files(false), &path, GAME, &stop).unwrap();
        let packed = path.with_extension("pgn.gz");
        let error = append(&files(true), &packed, GAME, &stop).unwrap_err().to_string();
        assert!(error.contains("name ") && !packed.exists(), "{error}");
        fs::write(&path, "Dear diary,\n".replace("Dear", "%")).unwrap();
        let error = list(&path, &GameFilter::default(), &stop).unwrap_err().to_string();
        assert!(error.contains("holds no game"), "{error}");
    }

    #[test]
    fn games_are_taken_and_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(
            &path,
            "[White \"Morphy\"]\n[Black \"Karl\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Zukertort\"]\n\n1. Nf3 e9 *\n\n\
             [Black \"MORPHY\"]\n\n1. d4 (1. Nf3) 1-0\n",
        )
        .unwrap();
        let stop = StopFlag::new();
        let taken = take(&path, 2, &stop).unwrap();
        let reading = taken.reading.unwrap();
        assert_eq!((taken.games, reading.game.game().ply()), (3, 1));
        assert!(reading.fault.unwrap().to_string().starts_with("line 8, column 8: "));
        assert!(take(&path, 4, &stop).unwrap().reading.is_none());
        let numbers = |filter: GameFilter| -> Vec<usize> {
            let list = list(&path, &filter, &stop).unwrap();
            assert_eq!(list.total, 3);
            list.games.iter().map(|game| game.number).collect()
        };
        let all = GameFilter::default();
        assert_eq!(numbers(all.clone()), [1, 2, 3]);
        assert_eq!(numbers(GameFilter { from: 2, ..all.clone() }), [2, 3]);
        let player = Some("morphy".to_owned());
        assert_eq!(numbers(GameFilter { player, ..all.clone() }), [1, 3]);
        let result = Some(GameResult::WhiteWins);
        assert_eq!(numbers(GameFilter { result, ..all.clone() }), [1, 3]);
        let zukertort = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
        let moves = Some(0..=1);
        assert_eq!(numbers(GameFilter { moves, ..all.clone() }), [2, 3]);
        let text = Some("ZUKER".to_owned());
        assert_eq!(numbers(GameFilter { text, ..all.clone() }), [2]);
        let damaged = list(&path, &all, &stop).unwrap().damaged.to_string();
        assert!(damaged.starts_with("1 game is damaged: game 2, line 8, column 8: "), "{damaged}");
        let position = Some(Position::from_fen(zukertort).unwrap());
        assert_eq!(numbers(GameFilter { position, ..all }), [2, 3]);
        stop.raise();
        assert!(matches!(take(&path, 2, &stop), Err(FileError::Stopped)));
    }

    #[test]
    fn openings_are_found_by_moves_by_the_start_and_in_either_spelling() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(
            &path,
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n\
             [SetUp \"1\"]\n[FEN \"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\"]\n\n\
             3... h6 *\n\n[Opening \"French Defence\"]\n\n1. a3 *\n",
        )
        .unwrap();
        let numbers = |filter: GameFilter| -> Vec<usize> {
            let list = list(&path, &filter, &StopFlag::new()).unwrap();
            list.games.iter().map(|game| game.number).collect()
        };
        let called =
            |name: &str| GameFilter { opening: Some(name.to_owned()), ..Default::default() };
        assert_eq!(numbers(called("Sicilian Defence, Najdorf")), [1]);
        assert_eq!(numbers(called("sicilian defense: najdorf variation")), [1]);
        assert_eq!(numbers(called("Ruy Lopez")), [2]);
        assert_eq!(numbers(called("French Defense")), [3]);
        let eco = Some("C6".to_owned());
        assert_eq!(numbers(GameFilter { eco, ..Default::default() }), [2]);
    }
}
