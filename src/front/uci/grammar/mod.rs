//! The grammar of UCI: parses one line into one [`Request`], the same type as for people.
//!
//! As the protocol requires, unknown words are skipped and the rest of the line is read; numbers out of range are clamped. Only
//! an invalid position is an error, with its place.

#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::ops::Range;
use std::time::Duration;

use crate::chess::{Color, Game, Move, Position, Setup, SetupError, parse_move};
use crate::commands::display::eval::{self, EvalView};
use crate::commands::display::show::show;
use crate::commands::grammar::nothing;
use crate::commands::position::new;
use crate::commands::protocol::{SetOption, ponder_hit, ready};
use crate::commands::search::go::{Go, RunMode};
use crate::commands::search::{stop, wait};
use crate::commands::session::help::Help;
use crate::commands::session::quit::quit;
use crate::commands::session::uci;
use crate::commands::tools;
use crate::commands::tools::perft::Perft;
use crate::commands::{self, COMMANDS, Group, grammar as people};
#[cfg(test)]
use crate::control::Limits;
use crate::control::SideClock;
use crate::engine::bench;
use crate::engine::limit_words::LimitKind;
use crate::shell::CommandError;
use crate::shell::command::{Command, Request};
use crate::shell::parse::setup::{self, SetUp};
use crate::shell::parse::tokens::Word;
use crate::shell::terms::Scheduling::{Alone, AtOnce, Concurrent};
use crate::shell::terms::{Terms, free, needs, sets};

/// State and notes of parsing besides the command.
#[derive(Debug, Default)]
pub struct Aside {
    /// The last `debug` was `on`.
    pub debug: bool,
    /// `UCI_Chess960` is set: castling rights are taken as given.
    pub chess960: bool,
    /// Notes about the parsing of the last line.
    pub notes: Vec<String>,
}

/// Reports an invalid position: the reason, and the column in the line, from 1.
fn no_position(why: impl Display, column: usize) -> CommandError {
    CommandError::NoSuchPosition(format!("{why} (column {column})"))
}

/// Parses a line. Moves to search are read in the position on the board.
///
/// # Errors
/// If it sets up an invalid position, or has no command.
pub fn parse(line: &str, board: &Position, aside: &mut Aside) -> Result<Request, CommandError> {
    aside.notes.clear();
    // Some programs begin a text with a byte order mark.
    let line = line.trim_start_matches('\u{FEFF}');
    let words = words_of(line);
    if words.first().is_none_or(|word| word.text.starts_with('#')) {
        return Ok(nothing());
    }
    for (index, word) in words.iter().enumerate() {
        // After unknown words only the protocol's own commands are recognized.
        if index > 0 && EXTRAS.contains(&word.text) {
            continue;
        }
        if let Some(request) = command(line, *word, &words[index + 1..], board, aside)? {
            return Ok(request);
        }
    }
    Err(CommandError::UnknownWord(shortened(line.trim())))
}

/// Parses what people type besides the protocol: moves, a FEN, and commands except those that control a dialogue.
pub fn typed(line: &str, board: &Position) -> Option<Result<Request, CommandError>> {
    const NOT_HERE: [&str; 5] = ["analyze", "watch", "source", "xboard", "now"];
    let read = people::parse(line, board).map_err(CommandError::from);
    match line.split_whitespace().next().and_then(commands::find) {
        Some(spec) if spec.group == Group::Play || NOT_HERE.contains(&spec.name) => None,
        Some(_) => Some(read),
        None => read.ok().map(Ok),
    }
}

const EXTRAS: [&str; 9] =
    ["perft", "exit", "wait", "d", "show", "eval", "resolve", "bench", "help"];

/// Parses a line by its first word; `None` if that is not a command.
fn command(
    line: &str,
    word: Word<'_>,
    rest: &[Word<'_>],
    board: &Position,
    aside: &mut Aside,
) -> Result<Option<Request>, CommandError> {
    let number = || rest.first().and_then(|word| word.text.parse().ok());
    // Commands that cannot run beside a search end it first.
    let (command, terms): (Command, Terms) = match word.text {
        "uci" => (Box::new(uci::act), free(Concurrent)),
        "isready" => (Box::new(ready), free(AtOnce)),
        "ucinewgame" => (Box::new(|session| new::begin(session, Position::start())), sets(Alone)),
        "setoption" => {
            let set = set_option(rest);
            (Box::new(|session| set.act(session)), free(Alone))
        }
        "position" => {
            let set_up = position(line, word, rest, aside.chess960)?;
            (Box::new(|session| set_up.act(session)), sets(Alone))
        }
        "go" => match go(rest, board, aside) {
            Asked::Search(go) => (Box::new(|session| go.act(session)), needs(Alone)),
            Asked::Perft(depth) => (perft(depth), needs(Alone)),
        },
        "perft" => {
            let depth = number().unwrap_or(1).min(LimitKind::Perft.most() as u32);
            (perft(depth), needs(Alone))
        }
        "stop" => (Box::new(stop::act), free(AtOnce)),
        "ponderhit" => (Box::new(ponder_hit), free(AtOnce)),
        "debug" => {
            aside.debug = rest.first().is_none_or(|word| word.text != "off");
            return Ok(Some(nothing()));
        }
        "quit" | "exit" => (Box::new(quit), free(AtOnce).ending()),
        "wait" => (Box::new(wait::act), free(Concurrent)),
        "d" | "show" => (Box::new(show), needs(Concurrent)),
        "eval" => (Box::new(|session| eval::act(session, EvalView::Full)), needs(Concurrent)),
        "resolve" => return Ok(Some(people::parse(line, board)?)),
        "bench" => {
            let depth = number().map(|depth: u32| depth.clamp(1, bench::MOST));
            (Box::new(move |session| tools::bench::act(session, depth)), free(Alone))
        }
        "help" => (Help::Short(&COMMANDS).command(), free(Concurrent)),
        "register" | "copyprotection" => return Ok(Some(nothing())),
        _ => return Ok(None),
    };
    Ok(Some(Request::new(command, terms)))
}

fn perft(depth: u32) -> Command {
    Perft { depth, divide: true, expected: None }.command()
}

fn words_of(line: &str) -> Vec<Word<'_>> {
    // Each text is a slice of the line: its offset is the distance of the pointers.
    let place = |text: &str| text.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(|text| Word { text, start: place(text) }).collect()
}

fn joined(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

fn find(words: &[Word<'_>], text: &str) -> Option<usize> {
    words.iter().position(|word| word.text == text)
}

/// Column, from 1, of the character that begins at this byte.
fn column(line: &str, byte: usize) -> usize {
    line[..line.floor_char_boundary(byte)].chars().count() + 1
}

/// The beginning of a text, short enough for a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().nth(MOST).is_none() {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

fn set_option(words: &[Word<'_>]) -> SetOption {
    let words = &words[find(words, "name").map_or(0, |index| index + 1)..];
    match find(words, "value") {
        Some(end) => SetOption { name: joined(&words[..end]), value: joined(&words[end + 1..]) },
        None => SetOption { name: joined(words), value: String::new() },
    }
}

fn position(
    line: &str,
    command: Word<'_>,
    words: &[Word<'_>],
    chess960: bool,
) -> Result<SetUp, CommandError> {
    let moves = find(words, "moves");
    let before = &words[..moves.unwrap_or(words.len())];
    let set_up = match before.first().map(|word| word.text) {
        None if moves.is_some() => SetUp::from(Position::start()),
        Some("startpos") => SetUp::from(Position::start()),
        Some("fen") => {
            let from = before[0].start + "fen".len();
            let to = moves.map_or(line.len(), |index| words[index].start);
            set_up(line, from..to, chess960)?
        }
        other => {
            let byte = before.first().map_or(command.start + command.text.len(), |word| word.start);
            let got = shortened(other.unwrap_or_default());
            let why = format!("position needs `startpos` or `fen` and six fields, got \"{got}\"");
            return Err(no_position(why, column(line, byte)));
        }
    };
    let mut game = Game::new(set_up.start);
    for (index, word) in words.iter().skip(moves.map_or(words.len(), |index| index + 1)).enumerate()
    {
        let refused = |why: String| {
            no_position(format!("move {} of the list, {why}", index + 1), column(line, word.start))
        };
        if word.text == "0000" {
            let why = "\"0000\": a side in check cannot pass";
            game.pass().map_err(|_| refused(why.to_owned()))?;
            continue;
        }
        let played = parse_move(game.position(), word.text);
        let mv = played.map_err(|error| refused(error.to_string()))?;
        game.play(mv)?;
    }
    Ok(SetUp { steps: game.played().to_vec(), forgets: true, ..set_up })
}

fn set_up(line: &str, span: Range<usize>, chess960: bool) -> Result<SetUp, CommandError> {
    let text = &line[span.clone()];
    let set_up = Setup::parse(text)
        .map_err(SetupError::from)
        .and_then(|setup| setup::of(&Setup { chess960, ..setup }));
    set_up.map_err(|error| match error {
        SetupError::Fen(error) => {
            let column = column(line, span.start + error.span.start);
            let why = format!("{error} (field {}, column {column})", error.field as usize);
            CommandError::NoSuchPosition(why)
        }
        error => {
            let blank = text.len() - text.trim_start().len();
            no_position(error, column(line, span.start + blank))
        }
    })
}

/// Maximum time: a year.
const LONGEST: i64 = 365 * 24 * 3600 * 1000;

fn is_go_word(word: &str) -> bool {
    LimitKind::of_gui(word).is_some()
}

/// What `go` asks for.
#[derive(Debug)]
enum Asked {
    Search(Box<Go>),
    /// To this depth.
    Perft(u32),
}

fn go(words: &[Word<'_>], board: &Position, aside: &mut Aside) -> Asked {
    let mut go = Go { mode: RunMode::Protocol, ..Go::default() };
    let mut search_moves = Vec::new();
    let (mut remaining, mut increment) = ([None; 2], [0; 2]);
    let mut rest = words.iter().map(|word| word.text).peekable();
    while let Some(word) = rest.next() {
        // A word that is not a number is the next word of `go`, or else is skipped.
        let mut number = || rest.next_if(|text| !is_go_word(text)).and_then(whole_number);
        let limits = &mut go.limits;
        let Some(kind) = LimitKind::of_gui(word) else { continue };
        let within = |number: i64| number.clamp(1, kind.most().min(i64::MAX as u64) as i64);
        match kind {
            LimitKind::Only => {
                while let Some(text) = rest.next_if(|text| !is_go_word(text)) {
                    search_moves.push(text);
                }
            }
            LimitKind::Ponder => limits.ponder = true,
            LimitKind::Infinite => limits.infinite = true,
            LimitKind::Remaining(side) => remaining[side as usize] = Some(number().unwrap_or(0)),
            LimitKind::Increment(side) => increment[side as usize] = number().unwrap_or(0),
            LimitKind::MovesToGo => {
                limits.moves_to_go =
                    number().filter(|&moves| moves > 0).map(|moves| within(moves) as u32)
            }
            LimitKind::Depth => limits.depth = Some(within(number().unwrap_or(1)) as u32),
            LimitKind::Nodes => limits.nodes = Some(within(number().unwrap_or(1)) as u64),
            LimitKind::Time => limits.movetime = Some(milliseconds(number().unwrap_or(1))),
            LimitKind::Mate => limits.mate = Some(within(number().unwrap_or(i64::MAX)) as u32),
            LimitKind::Perft => {
                let depth = number().unwrap_or(1).clamp(0, kind.most() as i64) as u32;
                return Asked::Perft(depth);
            }
            // For people only.
            LimitKind::SoftNodes | LimitKind::Memory | LimitKind::Except | LimitKind::Lines => {}
        }
    }
    for color in Color::ALL {
        // Without a time, the increment is the time.
        let increment = increment[color as usize];
        let left = remaining[color as usize].or((increment > 0).then_some(increment));
        go.limits.clock[color] = left.map(|left| SideClock {
            remaining: milliseconds(left),
            increment: milliseconds(increment),
        });
    }
    // Some GUIs send one clock only.
    let turn = board.turn();
    go.limits.clock[turn] = go.limits.clock[turn].or(go.limits.clock[!turn]);
    go.limits.infinite |= !go.limits.is_bounded() && !go.limits.ponder;
    let unknown = legal_among(board, &search_moves, &mut go.limits.search_moves);
    if !unknown.is_empty() {
        aside.notes.push(format!("not legal here, so not searched: {}", unknown.join(" ")));
    }
    Asked::Search(Box::new(go))
}

/// The limits of a line that asks for a search.
#[cfg(test)]
pub(in crate::front) fn limits(line: &str, board: &Position) -> Option<Limits> {
    let words = words_of(line);
    let asked = match words.split_first() {
        Some((first, rest)) if first.text == "go" => go(rest, board, &mut Aside::default()),
        _ => return None,
    };
    match asked {
        Asked::Search(go) => Some(go.limits),
        Asked::Perft(_) => None,
    }
}

/// Adds the legal moves among `texts` without duplicates, and returns the other texts.
fn legal_among<'a>(board: &Position, texts: &[&'a str], moves: &mut Vec<Move>) -> Vec<&'a str> {
    let mut unknown = Vec::new();
    for &text in texts {
        match parse_move(board, text) {
            Ok(mv) if !moves.contains(&mv) => moves.push(mv),
            Ok(_) => {}
            Err(_) => unknown.push(text),
        }
    }
    unknown
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST) as u64)
}

/// Parses the integer at the beginning of a text, clamped to 64 bits; `None` if there is none.
fn whole_number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let number = digits[..end].parse().unwrap_or(i64::MAX);
    Some(if negative { -number } else { number })
}
