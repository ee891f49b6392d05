//! The human grammar: how a line typed at the prompt, or a line of a script, becomes a command.
//!
//! A line is read in this order: nothing or a comment; a command; a FEN or EPD record; the address of a page with a
//! position; moves. Moves are read against the position that the board shows, all of them before the first is played.

use std::ops::Range;

use super::position::position::fen_and_moves;
use super::prelude::*;
use crate::chess::Position;
use crate::engine::options::nearest;
use crate::shell::command::{Nothing, Request};
use crate::shell::parse::words::Words;
use crate::shell::parse::{movetext, setup, unfinished};

/// The commands of a line: `;;` stands between two of them, but not in double quotes, in a comment of a game, or in a game
/// with headers. Each with the place it begins at.
pub fn split(line: &str) -> Vec<(usize, &str)> {
    // A game is one thing, whatever is in it.
    if unfinished::is_header(line.lines().next().unwrap_or_default()) {
        return vec![(0, line)];
    }
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, _) in outside(line) {
        if at >= start && line[at..].starts_with(";;") {
            parts.push((start, &line[start..at]));
            start = at + ";;".len();
        }
    }
    parts.push((start, &line[start..]));
    parts
}

/// The letters of a line that are neither between double quotes nor in a comment in braces.
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

/// The ends of the comments in a line, each byte of which is looked at once, however many braces are open.
struct Comments<'a> {
    line: &'a str,
    /// The next `}` from the place that was asked about last; the end of the line if there is none.
    next: Option<usize>,
}

impl Comments<'_> {
    fn of(line: &str) -> Comments<'_> {
        Comments { line, next: None }
    }

    /// Returns where the comment that begins at `at` ends, if it does. Places are asked about in order.
    fn end(&mut self, at: usize) -> Option<usize> {
        let known = self.next.filter(|&next| next >= at);
        let next = known.unwrap_or_else(|| {
            self.line[at..].find('}').map_or(self.line.len(), |length| at + length)
        });
        self.next = Some(next);
        (next < self.line.len()).then_some(next)
    }
}

/// Reads one command. `position` is where the board is.
///
/// # Errors
/// Says what is wrong and where in the line.
pub fn parse(line: &str, position: &Position) -> Result<Request, ParseError> {
    parse_within(line, position, 0)
}

/// Reads a command that stands in others, as behind `time`.
///
/// # Errors
/// As [`parse`]; also if commands stand in each other deeper than anybody means them to.
pub(super) fn parse_within(
    line: &str,
    position: &Position,
    nesting: usize,
) -> Result<Request, ParseError> {
    /// As deep as `source` reads scripts within scripts.
    const DEEPEST: usize = 16;
    if nesting > DEEPEST {
        let why = format!("commands stand in each other more than {DEEPEST} deep");
        return Err(ParseError::at(0..line.len().min(1), Fault::Argument(why)));
    }
    let text = line.trim();
    if unfinished::is_header(text.lines().next().unwrap_or_default())
        && (text.lines().count() > 1 || !text.ends_with(']'))
    {
        return Ok(Request::new(movetext::game(text)?, sets(Beside)));
    }
    let line = without_comment(line);
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Ok(nothing()) };
    if let Some(spec) = super::find(first.text) {
        return read(spec, words, position, nesting);
    }
    let text = line.trim();
    let start = line.len() - line.trim_start().len();
    if text.starts_with('[') && text.ends_with(']') {
        return Ok(match setup::tag(text, start)? {
            Some(set_up) => Request::new(set_up, sets(Beside)),
            None => nothing(),
        });
    }
    if setup::looks_like_fen(text) || setup::looks_like_address(text) {
        return Ok(Request::new(fen_and_moves(text, start)?, sets(Beside)));
    }
    match movetext::read(text, start, position) {
        Ok(play) => Ok(Request::new(play, needs(Beside))),
        Err(error) if error.fault.is_no_move(first.text) => match in_another_hand(first.text) {
            Some(spec) => read(spec, words, position, nesting),
            None => Err(unknown(first.text, first.span())),
        },
        Err(error) => Err(error),
    }
}

fn read(
    spec: &CommandSpec,
    mut words: Words<'_>,
    position: &Position,
    nesting: usize,
) -> Result<Request, ParseError> {
    // A subcommand has a row of its own.
    let row = words.peek().and_then(|word| super::subcommand(spec.name, word.text));
    let spec = row.inspect(|_| _ = words.next()).unwrap_or(spec);
    // Bytes that are no text were replaced when the line was read: a file of that name would be another one.
    if matches!(spec.completer, Completer::Files | Completer::Tool(_))
        && let Some(at) = words.line().find('\u{FFFD}')
    {
        let why = "a name of a file must be UTF-8 here; rename the file, or go into its folder and use a link";
        let fault = Fault::Argument(why.to_owned());
        return Err(ParseError::at(at..at + '\u{FFFD}'.len_utf8(), fault));
    }
    let words = if spec.writes() { words.without_force() } else { words };
    let mut reader = Reader::new(words, position, (spec.name, spec.arguments));
    reader.nesting = nesting;
    let command = (spec.read)(&mut reader)?;
    reader.finish()?;
    let terms = reader.terms(command.terms().unwrap_or(spec.terms));
    let forced = reader.words.take_force();
    Ok(Request { command, terms, forced })
}

/// What an empty line asks for.
pub fn nothing() -> Request {
    Request::new(Nothing, free(AtOnce).silent())
}

/// The line without its comment: what stands behind a `#` that begins the line, or that has space on both sides. Glued to a
/// word it is a mate (`Qxf7#`, `proof #2`) or part of a name (`save game#1.pgn`); in what is text, it is text.
fn without_comment(line: &str) -> &str {
    let command = line.split_whitespace().next().and_then(super::find);
    if command.is_some_and(|command| command.takes_text) {
        return line;
    }
    let begins = |&(at, letter): &(usize, char)| {
        let (before, behind) = (line[..at].trim_start(), &line[at + letter.len_utf8()..]);
        let parts = before.ends_with(char::is_whitespace)
            && behind.chars().next().is_none_or(char::is_whitespace);
        letter == '#' && (before.is_empty() || parts)
    };
    outside(line).find(begins).map_or(line, |(at, _)| &line[..at])
}

/// The command that is meant by `HELP`, `Show` or `:q`.
fn in_another_hand(word: &str) -> Option<&'static CommandSpec> {
    match word.to_lowercase().as_str() {
        ":q" | ":q!" | ":qa" | ":x" | "q!" | "\\q" => super::find("quit"),
        "\\?" => super::find("help"),
        word => super::find(word.strip_prefix(':').unwrap_or(word)),
    }
}

/// What other programs call it, and what it is here.
const OTHERS_SAY: &[(&str, &str)] = &[
    ("first", "goto start"),
    ("last", "goto end"),
    ("depth", "go depth"),
    ("nodes", "go nodes"),
    ("movetime", "go movetime"),
    ("infinite", "go infinite"),
    ("cls", "Ctrl-L"),
    ("ls", "games FILE"),
    ("open", "load FILE"),
    ("line", "pv"),
    ("turn", "show"),
    ("eco", "book"),
    ("options", "get"),
    ("settings", "get"),
    ("score", "eval"),
    ("clist", "see"),
    ("cores", "threads"),
    ("memory", "hash"),
    ("testsuite", "suite"),
    ("edit_book", "book weight"),
    ("swap", "see"),
    ("print_psq", "eval pieces"),
    ("history_stats", "extensions"),
    ("performance", "bench"),
    ("probe", "tb"),
    ("post", "watch"),
    ("nopost", "go &"),
    ("easy", "ponder off"),
    ("hard", "ponder on"),
    ("nodisplay", "show"),
    ("white", "play white"),
    ("black", "play black"),
    ("playother", "play"),
    ("remove", "undo 2"),
    ("sd", "level dN"),
    ("st", "level 5s"),
    ("name", "tag White"),
    ("rating", "set UCI_Elo"),
    ("result", "tag Result"),
    ("syzygy", "set SyzygyPath"),
    ("simplex", "set UCI_LimitStrength"),
    ("best", "hint"),
    ("bestmove", "hint"),
    ("lines", "top 3"),
    ("multipv", "top 3"),
    ("variations", "top 3"),
    ("move", "e4"),
    ("usermove", "e4"),
    ("print", "show"),
    ("p", "show"),
    ("n", "next"),
    ("export", "pgn FILE"),
    ("import", "load FILE"),
    ("read", "load FILE"),
    ("write", "save FILE"),
    ("paste", "source FILE"),
    ("reset", "new"),
    ("newgame", "new"),
    ("ucinewgame", "new"),
    ("restart", "new"),
    ("isready", "status"),
    ("edit", "fen FEN"),
    ("setup", "fen FEN"),
    ("start", "goto start"),
    ("end", "goto end"),
    ("config", "get"),
    ("vars", "get"),
    ("color", "play white"),
    ("side", "play white"),
    ("skill", "set Skill Level"),
    ("elo", "set UCI_Elo"),
    ("strength", "set Strength"),
    ("theme", "set theme"),
    ("puzzle", "solve FILE"),
    ("explorer", "book"),
    ("opening", "book"),
    ("openings", "book"),
    ("search", "go"),
    ("think", "go"),
    ("calc", "go"),
    ("evaluate", "eval"),
    ("static", "eval"),
    ("trace", "eval terms"),
    ("qsearch", "resolve"),
    ("quiesce", "resolve"),
    ("man", "help"),
    ("v", "info"),
    ("compiler", "info"),
    ("run", "source FILE"),
    ("continue", "proof resume"),
    ("speedtest", "bench"),
    ("tree", "proof tree"),
    ("clock", "level"),
    ("what", "why"),
];

fn unknown(word: &str, span: Range<usize>) -> ParseError {
    let said = OTHERS_SAY.iter().find(|(said, _)| said.eq_ignore_ascii_case(word));
    let mut begun = super::COMMANDS.iter().filter(|spec| spec.name.starts_with(word));
    let nearest = match (said, begun.next(), begun.next()) {
        (Some((_, command)), ..) => Some(*command),
        (None, Some(only), None) => Some(only.name),
        _ => nearest(word, super::names()),
    };
    let what = format!("\"{}\" is neither a command nor a move here", shorten(word));
    let otherwise = "`help` lists what can be typed";
    ParseError::at(span, Fault::Unknown { what, nearest, otherwise })
}

#[cfg(test)]
mod tests;
