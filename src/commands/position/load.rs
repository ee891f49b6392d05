//! `load`: loads a game or a position, or the weights of a network.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::games::listing;
use crate::chess::epd::EpdReader;
use crate::commands::display::show::BoardAnswer;
use crate::commands::files::open;
use crate::commands::position::changed::notes;
use crate::commands::prelude::*;
use crate::commands::settings;
use crate::control::StopFlag;
use crate::files::collection::{self, GameFilter, GameList};
use crate::files::text;
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::ink::title::{self, GameTitle};
use crate::shell::parse::setup;
use crate::shell::reply::Changed;
use crate::shell::session::Sheet;
use crate::shell::session::news::Finding;
use crate::store::codec::{self, CodecError};
use crate::store::{FileError, network};

pub(super) const ROW: CommandSpec = row!(Position Safe "load", "FILE [N | TEXT] | N":
    "take a game or position from a PGN, EPD or FEN file: the only one, number N, or TEXT in a header",
    details: "`-` is standard input, unless commands come from there. Several matching games are listed; `load N` \
              takes one. A file named .pgn, or that begins as PGN, has games; any other a record a line, of which \
              the first is taken. A damaged game is taken up to its first error. A .qpn file is a network to \
              evaluate by.",
    examples: &[("load games.pgn", "the only game, or a list to choose from", ""),
        ("load 3", "the third of the list", "loaded games.pgn · record 3 of 3"),
        ("load games.pgn morphy", "his game, or a list of his games", "loaded games.pgn · record 3 of 3"),
        ("load gen1.qpn", "evaluate by this network", "")],
    completer: Completer::Files,
    terms: sets(Concurrent),
    answers: &[LineSchema::of::<LoadedAnswer>()],
    read: read);

/// Which record to load from which file. The board does not change until the choice is unique.
#[derive(Debug)]
pub(super) struct Load {
    /// `None` for the file whose games were listed last.
    pub path: Option<PathBuf>,
    pub choice: Choice,
    /// Show the board and the labels, and let `view` go on from here.
    pub view: bool,
}

#[derive(Debug)]
pub(super) enum Choice {
    /// The only record; several games are listed instead.
    Only,
    /// The record of this number, from 1.
    Number(usize),
    /// The record after the one viewed last.
    Next,
    /// The only game with this text in a header; several are listed instead.
    Text(String),
}

/// Parses the number of a record, if the next word is a number.
pub(super) fn number(reader: &mut Reader<'_>) -> Result<Option<Choice>, ParseError> {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if !reader.words.peek().is_some_and(|word| is_number(word.text)) {
        return Ok(None);
    }
    let number = reader.number("the number of the record", 1, u32::MAX.into())?;
    Ok(Some(Choice::Number(number as usize)))
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    if let Some(choice) = number(reader)? {
        let load = Load { path: None, choice, view: false };
        return Ok(Box::new(|session| load.act(session)));
    }
    let path = reader.path()?;
    if path.extension().is_some_and(|end| end == network::EXTENSION || end == "nnue") {
        reader.terms = free(Alone);
        return Ok(Box::new(|session| settings::network::load(session, path)));
    }
    let choice = match number(reader)? {
        Some(choice) => choice,
        None => match reader.words.rest().text.trim_matches('"') {
            "" => Choice::Only,
            text => Choice::Text(text.to_owned()),
        },
    };
    let load = Load { path: Some(path), choice, view: false };
    Ok(Box::new(|session| load.act(session)))
}

impl Load {
    pub(super) fn act(self, session: &mut Session) -> Acted {
        // A listed file is read as games whatever its name.
        let mut is_listed = false;
        let (path, choice) = match self.choice {
            Choice::Next => {
                let none = "no file is being viewed: `view FILE` begins with its first position";
                let viewed = session.files.viewed.clone();
                let (path, last) = viewed.ok_or_else(|| CommandError::refused(none))?;
                (path, Choice::Number(last + 1))
            }
            choice => {
                let none = "no games were listed yet: `games FILE` lists them, `load FILE N` takes one at once";
                let viewed =
                    session.files.viewed.as_ref().filter(|_| self.view).map(|(path, _)| path);
                let known = self.path.as_ref().or(viewed);
                is_listed = known.is_none();
                let path = known.or(session.files.listed.as_ref()).cloned();
                (path.ok_or_else(|| CommandError::refused(none))?, choice)
            }
        };
        let view = self.view;
        session.start_task(move |context| {
            let has_games = is_listed || text::holds_games(&path);
            let record = match picked(&path, has_games, &choice, &context.stop)? {
                Picked::Record(record) => record,
                Picked::List(list) => return listing(path, list, true),
            };
            let LoadedRecord { sheet, records, title, notes } =
                read_record(&path, has_games, record, &context.stop)?;
            Ok(Finding::new(move |session| {
                session.begin(sheet);
                session.files.game_is_safe(&session.timeline.now);
                let changed = session.opened(notes);
                if view {
                    session.files.viewed = Some((path.clone(), record));
                }
                let board = view.then(|| BoardAnswer::of(session, false));
                let title = title.map(|title| *title);
                let path = FilePath(path);
                Ok(LoadedAnswer { changed, title, path, record, records, board }.into())
            }))
        })
    }
}

struct LoadedRecord {
    sheet: Sheet,
    records: usize,
    title: Option<Box<GameTitle>>,
    notes: Vec<String>,
}

enum Picked {
    Record(usize),
    List(GameList),
}

fn no_record(path: &Path, record: usize, records: usize) -> CommandError {
    let (path, records) = (path.display(), counted(records, "record"));
    FileError::Unfit(format!("{path} has {records}, so there is no number {record}")).into()
}

fn picked(
    path: &Path,
    has_games: bool,
    choice: &Choice,
    stop: &StopFlag,
) -> Result<Picked, CommandError> {
    let text = match choice {
        Choice::Number(number) => return Ok(Picked::Record(*number)),
        Choice::Only if !has_games => return Ok(Picked::Record(1)),
        Choice::Only | Choice::Next => None,
        Choice::Text(text) if !has_games => {
            let why = format!(
                "\"{}\" looks in the headers of games, of PGN; a record has a number, as in `load FILE 2`",
                shorten(text)
            );
            return Err(CommandError::content(path, why));
        }
        Choice::Text(text) => Some(text.clone()),
    };
    let list = collection::list(path, &GameFilter { text, ..GameFilter::default() }, stop)?;
    match (&list.games[..], choice) {
        ([only], _) if list.found == 1 => Ok(Picked::Record(only.number)),
        ([], Choice::Text(text)) => {
            let (text, games) = (shorten(text), counted(list.total, "game"));
            let name = path.display();
            let why = format!(
                "of its {games} none has \"{text}\" in a header; `games {name}` lists them"
            );
            Err(CommandError::content(path, why))
        }
        _ => Ok(Picked::List(list)),
    }
}

/// Reads a record by its number, from 1. Independent of the session, so that a task can run it.
fn read_record(
    path: &Path,
    has_games: bool,
    record: usize,
    stop: &StopFlag,
) -> Result<LoadedRecord, CommandError> {
    let head = text::head(path, codec::HEADER as u64)?;
    if has_games {
        return nth_game(path, record, stop);
    }
    let content = |error: CodecError| FileError::content(path, error);
    codec::refuse(&head, "file of FENs or EPD records").map_err(content)?;
    if head.contains(&0) {
        let why = "this is not text: a file of FENs or EPD records was expected (`set BookFile FILE` takes an opening book)";
        return Err(CommandError::content(path, why));
    }
    nth_record(path, record, stop)
}

/// Returns the record of this number, from 1, and the total. Reads all records; an error ends it.
fn nth<T>(
    read: impl Iterator<Item = Result<T, CommandError>>,
    path: &Path,
    number: usize,
    stop: &StopFlag,
) -> Result<(T, usize), CommandError> {
    let (mut records, mut found) = (0, None);
    for record in read {
        if stop.is_raised() {
            return Err(FileError::Stopped.into());
        }
        records += 1;
        let record = record?;
        if records == number {
            found = Some(record);
        }
    }
    let none = || no_record(path, number, records);
    Ok((found.ok_or_else(none)?, records))
}

fn nth_record(path: &Path, number: usize, stop: &StopFlag) -> Result<LoadedRecord, CommandError> {
    let failed = FileError::reading(path);
    let read = EpdReader::new(BufReader::new(open(path)?))
        .map(|record| record.map_err(|error| failed(error).into()));
    let (record, records) = nth(read, path, number, stop)?;
    let (_, epd) = record.map_err(|error| CommandError::content(path, error))?;
    let sheet = Sheet { operations: setup::operations(&epd), ..Sheet::new(epd.position) };
    Ok(LoadedRecord { sheet, records, title: None, notes: epd.warnings })
}

/// Reads a game of a PGN file up to its first error.
fn nth_game(path: &Path, number: usize, stop: &StopFlag) -> Result<LoadedRecord, CommandError> {
    let taken = collection::take(path, number, stop)?;
    let records = taken.games;
    let Some(reading) = taken.reading else {
        return Err(no_record(path, number, records));
    };
    if let Some(fault) = reading.lost() {
        return Err(CommandError::content(path, format!("game {number}: {fault}")));
    }
    let notes = reading.notes(&format!("game {number}, "));
    let title = Some(Box::new(GameTitle::of(&reading.game)));
    let sheet = Sheet { record: reading.game, ..Sheet::default() };
    Ok(LoadedRecord { sheet, records, title, notes })
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LoadedAnswer {
    #[serde(flatten)]
    pub changed: Changed,
    /// Whose game it is; nothing for a position.
    #[serde(rename = "game", skip_serializing_if = "Option::is_none")]
    pub title: Option<GameTitle>,
    pub path: FilePath,
    /// The record taken, counted from 1.
    pub record: usize,
    pub records: usize,
    /// The board with its labels, if `view` asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardAnswer>,
}

impl Answer for LoadedAnswer {
    const TYPE: &str = "loaded";

    fn page(&self, settings: &Settings) -> Page {
        let what = Line::of(Role::Good, "loaded");
        let what = what.with(Role::Plain, format!(" {}", self.path.0.display()));
        let place = Line::plain(format!("record {} of {}", self.record, self.records));
        let mut page = Page::of_facts([what, place], settings);
        if let Some(title) = &self.title {
            page.append(title::title(title, settings));
        }
        match &self.board {
            Some(board) => {
                page.append(notes(&self.changed.notes, settings));
                page.append(board.page(settings));
            }
            None => page.append(self.changed.page(settings)),
        }
        page
    }

    fn is_in_sight(&self) -> bool {
        self.board.is_none()
    }
}
