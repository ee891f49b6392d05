//! `games`: lists the games of a PGN file that match a filter.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::chess::{GameResult, Position};
use crate::commands::prelude::*;
use crate::files::collection::{self, GameFilter, GameList};
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::shell::parse::setup;
use crate::shell::parse::tokens::Word;
use crate::shell::session::news::Finding;

pub(super) const ROW: CommandSpec = row!(Position Safe "games", "FILE [player|white|black|eco|opening|text WORDS] [result RESULT] [position [FEN]] [moves N[..N]] [from N]":
    "list the games of a PGN file that fit: by player, result, opening, position, number of moves",
    details: "Names and texts match parts of headers, in any case; codes match by their beginning (B9). The opening is that of \
              the headers, else that of the moves. The position is the board's unless a FEN follows; variations count. At most a \
              hundred are listed; `from N` continues, `load N` takes one. Damaged games are reported, with status 1.",
    examples: &[("games club.pgn player morphy result 1-0", "his wins with either colour, and his losses with Black", "…Morphy, Paul  Duke Karl / Count Isouard  1-0…"),
        ("games club.pgn eco B9 moves ..25", "short Najdorfs", ""),
        ("games club.pgn position", "games with the position on the board", "")],
    completer: Completer::Files,
    terms: free(Concurrent),
    answers: &[LineSchema::of::<GamesAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let path = reader.path()?;
    let (mut filter, mut given, mut last) = (GameFilter::default(), Vec::new(), None);
    while let Some(word) = reader.take() {
        if given.contains(&word.text) {
            return Err(ParseError::bad(word, "is given twice"));
        }
        given.push(word.text);
        let before: Option<Word<'_>> = last.take();
        let mut text = |what| {
            let word = reader.require(what)?;
            last = Some(word);
            Ok(Some(word.text.to_owned()))
        };
        match word.text {
            "player" => filter.player = text("the name of a player")?,
            "white" => filter.white = text("the name of a player")?,
            "black" => filter.black = text("the name of a player")?,
            "text" => filter.text = text("what a header is to hold")?,
            "eco" => filter.eco = text("a code from A00 to E99")?,
            "opening" => filter.opening = text("the name of an opening")?,
            "result" => {
                let word = reader.require("a result")?;
                let none = "is no result; results are 1-0, 0-1, 1/2-1/2 and *";
                let result = GameResult::from_text(word.text);
                filter.result = Some(result.ok_or_else(|| ParseError::bad(word, none))?);
            }
            "position" => filter.position = Some(position(reader)?),
            "moves" => filter.moves = Some(range(reader)?),
            "from" => {
                let most = u64::from(u32::MAX);
                filter.from = reader.number("the number of a game", 1, most)? as usize;
            }
            _ => {
                let Some(before) = before else { return Err(reader.unexpected(word)) };
                let whole = shorten(&format!("{} {}", before.text, word.text));
                let why = format!("words that belong together stand in quotes: \"{whole}\"");
                return Err(ParseError::of(word, why));
            }
        }
    }
    Ok(Box::new(move |session| act(session, (path, filter))))
}

/// Parses the position of the filter: that on the board (also as `here`), or a FEN, quoted or not.
fn position(reader: &mut Reader<'_>) -> Result<Position, ParseError> {
    let Some(first) = reader.words.peek() else { return Ok(*reader.position()) };
    if first.text == "here" {
        reader.take();
        return Ok(*reader.position());
    }
    if !first.text.contains('/') {
        return Ok(*reader.position());
    }
    reader.take();
    let rest = reader.words.clone().rest().text;
    let fields = rest[..setup::fen_fields(rest)].trim();
    fields.split_whitespace().for_each(|_| _ = reader.take());
    let fen = format!("{} {fields}", first.text);
    let fault = |error| ParseError::at(first.span(), Fault::Setup(error));
    Position::from_fen(fen.trim_end()).map_err(fault)
}

/// Parses a range of numbers of moves: `40`, `20..40`, `..25`, `60..`.
fn range(reader: &mut Reader<'_>) -> Result<RangeInclusive<usize>, ParseError> {
    let word = reader.require("a number of moves")?;
    let (low, high) = word.text.split_once("..").unwrap_or((word.text, word.text));
    let number = |text: &str, open: usize| match text {
        "" if word.text.contains("..") => Some(open),
        text => text.parse().ok(),
    };
    match (number(low, 0), number(high, usize::MAX)) {
        (Some(low), Some(high)) if low <= high => Ok(low..=high),
        _ => Err(ParseError::bad(
            word,
            "is no number of moves; it is one number or two, as in moves 40, moves 20..40, moves 60..",
        )),
    }
}

fn act(session: &mut Session, (path, filter): (PathBuf, GameFilter)) -> Acted {
    session.start_task(move |context| {
        let list = collection::list(&path, &filter, &context.stop)?;
        listing(path, list, false)
    })
}

/// Lists the games; `load N` then loads one of them. Damaged games make the command fail.
pub(super) fn listing(path: PathBuf, list: GameList, picks: bool) -> Result<Finding, CommandError> {
    Ok(Finding::new(move |session| {
        let (damaged, message) =
            (list.damaged.games > 0, format!("{}: {}", path.display(), list.damaged));
        session.files.listed = Some(path.clone());
        let answer = GamesAnswer { path: FilePath(path), list, picks }.into();
        if damaged { Err(CommandError::BadRecords { message, answer }) } else { Ok(answer) }
    }))
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesAnswer {
    pub path: FilePath,
    #[serde(flatten)]
    pub list: GameList,
    /// One of them was asked for, and it is not clear which.
    pub picks: bool,
}

impl Answer for GamesAnswer {
    const TYPE: &str = "games";

    fn page(&self, settings: &Settings) -> Page {
        let list = &self.list;
        let mut table = TextTable::headed("game>|white|black|result|date|plies>");
        for game in &list.games {
            table.row(vec![
                Line::of(Role::Dim, game.number.to_string()),
                Line::plain(game.white.as_str()),
                Line::plain(game.black.as_str()),
                Line::plain(game.result.as_str()),
                Line::plain(game.date.as_str()),
                Line::plain(game.plies.to_string()),
            ]);
        }
        let mut page = if list.games.is_empty() { Page::new() } else { table.page(settings.width) };
        let total = format!(" {} of {} found", list.found, counted(list.total, "game"));
        let mut line = Line::of(Role::Dim, total);
        if let Some(last) = list.games.last()
            && list.found > list.games.len()
        {
            let more = list.found - list.games.len();
            line.push(Role::Dim, format!("; {more} more with `from {}`", last.number + 1));
        }
        if self.picks && !list.games.is_empty() {
            line.push(Role::Dim, "; ");
            line.push(Role::Accent, "load N");
            line.push(Role::Dim, " takes one, a text behind the file searches");
        }
        page.wrapped(line, settings, 1);
        page
    }
}
