//! The grammar of xboard (CECP, version 2): parses one line into one [`Request`], the same type as for people.
//!
//! Source: the protocol's text (`engine-intf`, Mann and Muller, 2009).

use std::time::Duration;

use super::xboard_lines::option_name;
use crate::chess::game_tree::GameTree;
use crate::chess::{GameResult, Move, MoveError, Position, Step, parse_move};
use crate::commands::play::book;
use crate::commands::play::opponent::OpponentUse;
use crate::commands::protocol::{SetOption, exclude, ready, take_back};
use crate::commands::search::{analyze, hint, status};
use crate::commands::session::quit::quit;
use crate::commands::session::{uci, xboard};
use crate::commands::{self, grammar};
use crate::control::quantity::{self, LONGEST};
use crate::engine::limit_words::LimitKind;
use crate::engine::options::OPTIONS;
use crate::shell::command::{Command, Request};
use crate::shell::level::{Level, TimeControl};
use crate::shell::parse::Fault;
use crate::shell::parse::setup::{self, SetUp};
use crate::shell::parse::typed_moves::Play;
use crate::shell::terms::Scheduling::{Alone, AtOnce, Concurrent};
use crate::shell::terms::{Terms, free, needs, sets};
use crate::shell::{CommandError, ParseError};

type Read = Result<Request, CommandError>;

fn asks(command: Command, terms: Terms) -> Read {
    Ok(Request::new(command, terms))
}

/// A missing or invalid argument.
fn wrong() -> Read {
    Err(CommandError::refused("bad or missing argument"))
}

pub fn words(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Parses a line. Moves are read in the position on the board.
///
/// # Errors
/// [`CommandError::Parse`] for an illegal move.
pub fn parse(line: &str, board: &Position, chess960: bool) -> Read {
    let line = line.trim();
    let (word, rest) = words(line);
    let opponent = |usage: OpponentUse| asks(usage.command(), free(AtOnce));
    let plays = |usage: OpponentUse| asks(usage.command(), needs(AtOnce));
    let nothing = || Ok(grammar::nothing());
    match word {
        "" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "computer"
        | "white" | "black" | "pause" | "resume" | "bogus" | "learn" | "nps" => nothing(),
        // The dialogue handles these itself.
        "protover" | "post" | "nopost" | "edit" => nothing(),
        "xboard" => asks(Box::new(xboard::act), free(Alone)),
        "uci" => asks(Box::new(uci::act), free(Alone)),
        "ping" => asks(Box::new(ready), free(AtOnce)),
        "new" => asks(OpponentUse::NewGame.command(), sets(AtOnce)),
        "." => asks(Box::new(status::act), free(AtOnce)),
        "bk" => asks(Box::new(|session| book::page(session, 0)), needs(Concurrent)),
        "quit" | "exit!" => asks(Box::new(quit), free(AtOnce).ending()),
        "force" => opponent(OpponentUse::Force),
        "result" => {
            let result = rest.split_whitespace().next().and_then(GameResult::from_text);
            opponent(OpponentUse::Ended(result.unwrap_or_default()))
        }
        "go" => plays(OpponentUse::PlaySideToMove),
        "playother" => plays(OpponentUse::PlayOtherSide),
        "?" => opponent(OpponentUse::MoveNow),
        "draw" => opponent(OpponentUse::OfferDraw),
        "hard" => opponent(OpponentUse::Ponder(true)),
        "easy" => opponent(OpponentUse::Ponder(false)),
        "level" => level(rest).map_or_else(wrong, opponent),
        "st" => match seconds(rest) {
            Some(time) => {
                opponent(OpponentUse::Level(Level { movetime: Some(time), ..Level::default() }))
            }
            None => wrong(),
        },
        "sd" => depth(rest).map_or_else(wrong, |depth| opponent(OpponentUse::Depth(depth))),
        "time" | "otim" => {
            let own = word == "time";
            let clock = |left| opponent(OpponentUse::Clock { own, left });
            centiseconds(rest).map_or_else(wrong, clock)
        }
        "analyze" | "analyse" => {
            asks(Box::new(|session| analyze::act(session, true)), needs(AtOnce))
        }
        "exit" => asks(Box::new(|session| analyze::act(session, false)), free(AtOnce)),
        "hint" => asks(Box::new(hint::act), needs(AtOnce)),
        "undo" => asks(Box::new(|session| take_back(session, 1)), sets(Concurrent)),
        "remove" | "takeback" => asks(Box::new(|session| take_back(session, 2)), sets(Concurrent)),
        "setboard" => {
            let set_up = if chess960 { setup::fen_of(rest, 0, true) } else { setup::any(rest, 0) };
            let set_up = set_up.map_err(|why| CommandError::NoSuchPosition(why.to_string()))?;
            let set_up = SetUp { forgets: true, ..set_up };
            asks(Box::new(|session| set_up.act(session)), sets(Concurrent))
        }
        "variant" => match rest {
            "normal" => option("UCI_Chess960", "false"),
            "fischerandom" => option("UCI_Chess960", "true"),
            _ => wrong(),
        },
        "memory" | "hash" => option("Hash", rest),
        "cores" => option("Threads", rest),
        "egtpath" => match rest.split_once(' ') {
            Some((kind, path)) if kind.eq_ignore_ascii_case("syzygy") => option("SyzygyPath", path),
            // Other kinds of tables are not supported.
            _ => nothing(),
        },
        "option" => {
            let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
            let mut names = OPTIONS.iter().map(|spec| spec.name.as_str());
            let name =
                names.find(|known| option_name(known) == option_name(name.trim())).unwrap_or(name);
            option(name, value)
        }
        "exclude" | "include" => root_moves(word == "exclude", rest, board).unwrap_or_else(wrong),
        "usermove" => parse_move(board, rest).map_err(illegal).and_then(|mv| moved(mv, board)),
        _ => match parse_move(board, line) {
            Ok(mv) => moved(mv, board),
            Err(error) if is_coordinates(line) => Err(illegal(error)),
            Err(_) => typed(line, board),
        },
    }
}

/// Commands of people that change neither the board nor the engine's side.
const HARMLESS: &str = "show fen key moves history pgn save tt check eval resolve see pv explain extensions get set hash threads \
    profile isatty log perft bench info help license echo suite";

/// Parses a command of people that shows something, changes a setting or writes the game, but changes neither the board nor the
/// engine's side; under EXchess's names, too.
fn typed(line: &str, board: &Position) -> Read {
    let read = match line {
        "clist" => "see",
        "score" => "eval raw",
        "performance" => "bench",
        line => line,
    };
    let mut words = read.split_whitespace();
    let word = words.next().unwrap_or_default();
    let name = commands::find(word).map_or(word, |spec| spec.name);
    let is_harmless = HARMLESS.split(' ').any(|known| known == name);
    let plays = name == "pv" && words.next() == Some("play");
    match grammar::parse(read, board) {
        Ok(request) if is_harmless && !plays => Ok(request),
        Ok(_) | Err(_) => Err(CommandError::UnknownWord(line.to_owned())),
    }
}

fn option(name: &str, value: &str) -> Read {
    let set = SetOption { name: name.trim().to_owned(), value: value.to_owned() };
    asks(Box::new(|session| set.act(session)), free(Alone))
}

fn illegal(error: MoveError) -> CommandError {
    ParseError::whole(Fault::Move(error)).into()
}

fn moved(mv: Move, board: &Position) -> Read {
    let mut line = GameTree::new(*board);
    line.step(Step::Move(mv))?;
    let play = Play { new_game: false, line, result: None, notes: Vec::new() };
    asks(Box::new(|session| play.act(session)), needs(Concurrent))
}

/// Whether it has the form of a move, `e2e4` or `e7e8q`: then it is an illegal move.
fn is_coordinates(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    matches!(bytes.len(), 4 | 5) && square(0) && square(2)
}

fn root_moves(excludes: bool, text: &str, board: &Position) -> Option<Read> {
    let mv = if text == "all" { None } else { Some(parse_move(board, text).ok()?) };
    Some(asks(Box::new(move |session| exclude(session, (excludes, mv))), needs(AtOnce)))
}

/// `level MOVES BASE INCREMENT`: BASE is minutes, or minutes and seconds with a colon; INCREMENT is seconds.
fn level(text: &str) -> Option<OpponentUse> {
    let mut words = text.split_whitespace();
    let most = LimitKind::MovesToGo.most().into();
    let moves = quantity::count(words.next()?)?.min(most) as u32;
    let base = quantity::clock(words.next()?)?.min(LONGEST);
    let increment = seconds(words.next()?)?;
    let control = Some(TimeControl { moves, base, increment });
    Some(OpponentUse::Level(Level { control, ..Level::default() }))
}

/// Parses seconds, possibly with a fraction. Like all numbers of a program they are clamped.
fn seconds(text: &str) -> Option<Duration> {
    Some(quantity::of_seconds(quantity::decimal(text.trim())?).min(LONGEST))
}

/// A clock may be negative.
fn centiseconds(text: &str) -> Option<Duration> {
    match text.strip_prefix('-') {
        Some(below) => quantity::count(below).map(|_| Duration::ZERO),
        None => seconds(text).map(|hundredths| hundredths / 100),
    }
}

/// Parses plies; 0 removes the limit.
fn depth(text: &str) -> Option<Option<u32>> {
    let depth = quantity::count(text)?;
    Some((depth > 0).then(|| depth.min(LimitKind::Depth.most().into()) as u32))
}
