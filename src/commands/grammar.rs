//! The prompt's grammar: parses a line of a person or a script into a command.
//!
//! A line is tried in this order: empty or a comment; a command; a FEN or EPD record; the address of a page with a position;
//! moves; what was pasted from elsewhere; a phrase. Moves are parsed against the position on the board, all of them before the
//! first is played.

mod pasted;
pub(super) mod phrases;

use std::borrow::Cow;

use super::position::position::fen_and_moves;
use super::prelude::*;
use super::protocol::ready;
use super::settings::{get, set};
use super::spec::Spoiler;
use crate::chess::Position;
use crate::chess::pgn::begins_header;
use crate::control::quantity;
use crate::engine::options::{OPTIONS, nearest};
use crate::shell::command::Request;
use crate::shell::parse::tokens::{Word, Words};
use crate::shell::parse::{setup, typed_moves};
use crate::shell::session::setting_names;

pub use pasted::nothing;
use phrases::{Means, our_equivalent};

/// Splits a line at `;` into commands, each with its offset, and behind a FEN with a command or a question. A `;` does not split in double quotes, in a comment, in a game with
/// headers, between a FEN and operations of EPD, and in what [`keeps_semicolons`]; the latter ends at `;;`. After `#` nothing
/// splits.
pub fn split(line: &str) -> Vec<(usize, &str)> {
    // A game is one command, whatever it contains.
    if begins_header(line.lines().next().unwrap_or_default()) {
        return vec![(0, line)];
    }
    if let Some((at, Ok(()))) = behind_fen(line) {
        return vec![(0, &line[..at]), (at, &line[at..])];
    }
    let (mut parts, mut start, mut keeps) = (Vec::new(), 0, None);
    for (at, letter) in outside(line) {
        let part = line.get(start..at).unwrap_or_default();
        let length = if line[at..].starts_with(";;") { 2 } else { 1 };
        if letter == '#' && begins_comment(part, &line[at..]) {
            keeps = Some(true);
        }
        if letter != ';' || at < start {
            continue;
        }
        let is_kept = || {
            start == 0 && part.trim().is_empty()
                || keeps_semicolons(part)
                || setup::looks_like_fen(part) && setup::begins_operation(&line[at + 1..])
        };
        if length == 2 || !*keeps.get_or_insert_with(is_kept) {
            parts.push((start, part));
            (start, keeps) = (at + length, None);
        }
    }
    parts.push((start, &line[start..]));
    parts
}

/// Returns whether a `;` after this text belongs to it: in the text of a command; in movetext with move numbers, where it begins
/// a comment; in an EPD record, where it ends an operation.
fn keeps_semicolons(part: &str) -> bool {
    let text = part.trim_start();
    let is_number = |word: &str| {
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < word.len() && behind.starts_with('.')
    };
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let text = match super::find(first) {
        Some(command) if command.name != "fen" => return command.takes_text,
        Some(_) => &text[first.len()..],
        None => text,
    };
    let is_numbered = is_number(first) || quantity::is_whole(first) || words.any(is_number);
    let is_record = || setup::looks_like_fen(text) && !is_plain_fen(text);
    is_numbered || text.starts_with(['{', '(']) || is_record()
}

/// Finds the command behind a FEN, as problemists write it: `FEN #2`; and whether it can be read there. If it cannot, the whole line
/// is refused.
fn behind_fen(line: &str) -> Option<(usize, Result<(), ParseError>)> {
    if !setup::looks_like_fen(line) || line.contains(';') || is_plain_fen(line) {
        return None;
    }
    let begins = line.match_indices(' ').map(|(at, _)| at + 1);
    let is_command = |rest: &str| {
        let first = rest.split_whitespace().next().unwrap_or_default();
        let is_phrase = || phrases::readings(rest, None).any(|reading| !reading.is_shortened);
        first.len() > 1 && (super::find(first).is_some() || is_phrase())
    };
    let at = begins.rev().find(|&at| is_plain_fen(&line[..at]) && is_command(&line[at..]))?;
    let setup::SetUp { start, steps, .. } = fen_and_moves(&line[..at], 0).ok()?;
    let position = steps.iter().fold(start, |position, step| step.apply(&position));
    Some((at, parse(&line[at..], &position).map(|_| ())))
}

fn is_plain_fen(text: &str) -> bool {
    fen_and_moves(text, 0).is_ok_and(|set_up| set_up.operations.is_empty())
}

/// Returns whether it is a command whose last argument is text.
fn is_text(part: &str) -> bool {
    let command = part.split_whitespace().next().and_then(super::find);
    command.is_some_and(|command| command.takes_text)
}

/// Returns the characters of a line outside double quotes and outside comments in braces.
fn outside(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut comments = Comments::of(line);
    let (mut quoted, mut comment_ends) = (false, 0);
    line.char_indices().filter(move |&(at, letter)| {
        match letter {
            _ if at < comment_ends => return false,
            '"' => quoted = !quoted,
            '{' if !quoted => comment_ends = comments.end(at).unwrap_or(0),
            _ => {}
        }
        !quoted
    })
}

/// Finds the ends of comments in one pass over the line, however many braces are open.
struct Comments<'a> {
    line: &'a str,
    /// The next `}` from the last queried offset; the length of the line if there is none.
    next: Option<usize>,
}

impl Comments<'_> {
    fn of(line: &str) -> Comments<'_> {
        Comments { line, next: None }
    }

    /// Returns the end of the comment that begins at `at`, if any. Offsets have to be queried in ascending order.
    fn end(&mut self, at: usize) -> Option<usize> {
        let known = self.next.filter(|&next| next >= at);
        let next = known.unwrap_or_else(|| {
            self.line[at..].find('}').map_or(self.line.len(), |length| at + length)
        });
        self.next = Some(next);
        (next < self.line.len()).then_some(next)
    }
}

/// Parses a command. `position` is that on the board.
///
/// # Errors
/// Says what is wrong and where in the line.
pub fn parse(line: &str, position: &Position) -> Result<Request, ParseError> {
    parse_within(line, position, 0)
}

/// Parses a command nested in others, as after `time`.
///
/// # Errors
/// As [`parse`]; also if commands are nested too deep.
pub(super) fn parse_within(
    line: &str,
    position: &Position,
    nesting: usize,
) -> Result<Request, ParseError> {
    understand(line, position, nesting).1
}

/// Parses a line as a command, as moves, as something pasted or as a phrase. Returns the command that it means, too.
fn understand<'l>(
    line: &'l str,
    position: &Position,
    nesting: usize,
) -> (Cow<'l, str>, Result<Request, ParseError>) {
    let unplaced = |error: ParseError| ParseError { span: None, ..error };
    if let Some((at, Err(error))) = behind_fen(line)
        && !line[at..].starts_with("moves ")
    {
        return (line.into(), Err(error.shifted(at)));
    }
    if let Some(command) = phrases::first(line) {
        let read = parse_plain(&command, position, nesting);
        return (command.into(), read.map_err(unplaced));
    }
    let refused = match parse_plain(line, position, nesting) {
        Err(refused) => refused,
        read => return (line.into(), read),
    };
    if let Some(read) = pasted::read(line, position) {
        return (line.into(), read);
    }
    // A wrong move is better explained than guessed at.
    let mut is_first = matches!(refused.fault, Fault::Unknown { .. } | Fault::Argument(_));
    let mut refused = (Cow::from(line), refused);
    for reading in phrases::readings(line, Some(position.turn())) {
        let text = reading.text;
        match (reading.means, parse_plain(&text, position, nesting)) {
            (Means::Say, _) => {
                let told = ParseError::whole(Fault::Argument(text.clone()));
                return (text.into(), Err(told));
            }
            (Means::Suggest, _) => {
                let what = format!("\"{}\" is neither a command nor a move here", shorten(line));
                let (nearest, otherwise) = (Some(shorten(&text)), "");
                let fault = Fault::Unknown { what, nearest, otherwise };
                return (text.into(), Err(ParseError::whole(fault)));
            }
            (_, Ok(request)) if !reading.is_shortened || is_shorter(&text, line) => {
                return (text.into(), Ok(request));
            }
            // `castle` where it is illegal: the reason of the first reading.
            (_, Err(error)) if !reading.is_shortened && is_first => {
                (refused, is_first) = ((text.into(), unplaced(error)), false);
            }
            _ => {}
        }
    }
    (refused.0, Err(refused.1))
}

/// Returns whether a shortened line is a command that writes no file named in it, or begins with the same move.
fn is_shorter(text: &str, line: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    match super::find(first) {
        Some(spec) => !spec.writes() || first == text,
        None => line.trim_start().starts_with(first),
    }
}

/// Returns whether a pawn takes with spaces between, `e x d5`: some of the files name commands, too.
fn is_spaced_capture(behind: &Words<'_>, first: &str) -> bool {
    matches!(first.as_bytes(), [b'a'..=b'h']) && behind.peek().is_some_and(|sign| sign.text == "x")
}

/// Parses a command, a position or moves.
fn parse_plain(line: &str, position: &Position, nesting: usize) -> Result<Request, ParseError> {
    /// The same limit as that of scripts nested by `source`.
    const DEEPEST: usize = 16;
    if nesting > DEEPEST {
        let why = format!("commands stand in each other more than {DEEPEST} deep");
        return Err(ParseError::at(0..line.len().min(1), Fault::Argument(why)));
    }
    let text = line.trim();
    if begins_header(text.lines().next().unwrap_or_default())
        && (text.lines().count() > 1 || !text.ends_with(']'))
    {
        let game = typed_moves::game(text)?;
        return Ok(Request::new(Box::new(|session| game.act(session)), sets(Concurrent)));
    }
    let line = without_comment(line);
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Ok(nothing()) };
    if let Some(spec) = super::find(first.text).filter(|_| !is_spaced_capture(&words, first.text)) {
        return read(spec, words, position, nesting);
    }
    let text = line.trim();
    let start = line.len() - line.trim_start().len();
    if text.starts_with('[') && text.ends_with(']') {
        return Ok(match setup::headers(text, start)? {
            Some(set_up) => Request::new(Box::new(|session| set_up.act(session)), sets(Concurrent)),
            None => {
                const ALONE: &str = "note: headers are read with the moves behind them, in one paste or from a file; \
                                     `tag White Morphy` sets one of the game on the board";
                Request::new(Box::new(|_| Ok(Text::of(ALONE).into())), free(Concurrent))
            }
        });
    }
    if setup::looks_like_fen(text) || setup::looks_like_address(text) {
        let set_up = fen_and_moves(text, start)?;
        return Ok(Request::new(Box::new(|session| set_up.act(session)), sets(Concurrent)));
    }
    match typed_moves::read(text, start, position) {
        Ok(play) => Ok(Request::new(Box::new(|session| play.act(session)), needs(Concurrent))),
        Err(error) if error.fault.is_no_move(first.text) => {
            match command_in_other_spelling(first.text) {
                Some(spec) => read(spec, words, position, nesting),
                None if first.text == "isready" => {
                    Ok(Request::new(Box::new(ready), free(Concurrent)))
                }
                None => setting(line, position)
                    .unwrap_or_else(|| Err(unknown(first, line, position, nesting))),
            }
        }
        Err(error) => Err(error),
    }
}

fn read(
    spec: &CommandSpec,
    mut words: Words<'_>,
    position: &Position,
    nesting: usize,
) -> Result<Request, ParseError> {
    let row = words.peek().and_then(|word| super::subcommand(spec.name, word.text));
    let spec = row.inspect(|_| _ = words.next()).unwrap_or(spec);
    // Invalid UTF-8 was replaced when the line was read, so the name would be that of another file.
    if matches!(spec.completer, Completer::Files | Completer::FilesOr(_) | Completer::Options(_))
        && let Some(at) = words.line().find('\u{FFFD}')
    {
        let why = "a name of a file must be UTF-8 here; rename the file, or go into its folder and use a link";
        let fault = Fault::Argument(why.to_owned());
        return Err(ParseError::at(at..at + '\u{FFFD}'.len_utf8(), fault));
    }
    let mut words = if spec.writes() { words.without_force() } else { words };
    let reveals = spec.spoiler == Spoiler::Reveals && !words.cut_anyway();
    let mut reader = Reader::new(words, position, (spec.name, spec.arguments));
    (reader.nesting, reader.reveals, reader.terms) = (nesting, reveals, spec.terms);
    let command = (spec.read)(&mut reader)?;
    reader.finish()?;
    let files = spec.writes().then(|| reader.words.take_files());
    Ok(Request { command, terms: reader.terms(), files, reveals: reader.reveals })
}

/// Removes the comment of a line: a `#` at its beginning, or between spaces, and all after it. Without spaces `#` is a mate
/// (`Qxf7#`, `proof #2`) or part of a name (`save game#1.pgn`); in text arguments it is text.
fn without_comment(line: &str) -> &str {
    let begins =
        |&(at, letter): &(usize, char)| letter == '#' && begins_comment(&line[..at], &line[at..]);
    let comment = if is_text(line) { None } else { outside(line).find(begins) };
    comment.map_or(line, |(at, _)| &line[..at])
}

fn begins_comment(before: &str, rest: &str) -> bool {
    let before = before.trim_start();
    // `#3` alone asks for a mate.
    if before.is_empty() && phrases::first(rest).is_some() {
        return false;
    }
    let parts = before.ends_with(char::is_whitespace)
        && rest.chars().nth(1).is_none_or(char::is_whitespace);
    before.is_empty() || parts
}

/// Parses a setting without `set` or `get`: `theme dark`, `hash 1G`, `MultiPV`.
fn setting(line: &str, position: &Position) -> Option<Result<Request, ParseError>> {
    // Including those of GUIs.
    let names = setting_names().into_iter().map(|(name, _)| name);
    let mut names = names.chain(OPTIONS.iter().map(|spec| spec.name.to_string()));
    let name = names.find(|name| begins_with(line.trim(), name))?;
    let row = if name.len() == line.trim().len() { &get::ROW } else { &set::ROW };
    Some(read(row, Words::new(line), position, 0))
}

/// Returns whether a line begins with the words of this name, case-insensitively.
fn begins_with(line: &str, name: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || ".-_".contains(c));
    line.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
        && is_end(&line[name.len()..])
}

/// Finds the command for `HELP`, `Show`, `:q`, `\h`, `/help` or `exit()`.
fn command_in_other_spelling(word: &str) -> Option<&'static CommandSpec> {
    let word = word.to_lowercase();
    let bare = word.strip_prefix([':', '\\', '/', '.']).unwrap_or(&word);
    match word.as_str() {
        ":q!" | ":qa" | ":qa!" | ":wq" | ":x" | "q!" => super::find("quit"),
        word if our_equivalent(word).is_some() => None,
        _ => super::find(bare.strip_suffix("()").unwrap_or(bare)),
    }
}

/// Returns the command that reads files with this extension.
pub fn reader_of(name: &str) -> Option<&'static str> {
    let (_, kind) = name.rsplit_once('.')?;
    match kind.to_lowercase().as_str() {
        "pgn" | "epd" | "fen" | "gz" | "zst" => Some("load"),
        "qs" => Some("restore"),
        "txt" => Some("source"),
        _ => None,
    }
}

/// Reports an unknown first word. What is suggested for it can be typed.
fn unknown(word: Word<'_>, line: &str, position: &Position, nesting: usize) -> ParseError {
    let text = word.text;
    let rest = &line[word.span().end..];
    let settings = setting_names();
    let mut names: Vec<&str> = super::names().collect();
    names.extend(settings.iter().map(|(name, _)| name.as_str()));
    let begun = || {
        let mut begun = super::names().filter(|name| text.len() > 2 && name.starts_with(text));
        begun.next().filter(|_| begun.next().is_none())
    };
    let file = || reader_of(text).map(|command| format!("{command} {text}"));
    let meant = begun().or_else(|| nearest(text, names)).map(|name| format!("{name}{rest}"));
    let can_be_typed = |meant: &String| parse_plain(meant, position, nesting + 1).is_ok();
    let nearest = file().or(meant).filter(can_be_typed).map(|meant| shorten(meant.trim()));
    let what = format!("\"{}\" is neither a command nor a move here", shorten(text));
    let otherwise = "`help` lists what can be typed";
    ParseError::at(word.span(), Fault::Unknown { what, nearest, otherwise })
}

#[cfg(test)]
mod tests;
