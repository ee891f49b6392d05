//! Arguments of `selfplay` and of `tune spsa`, which plays as it does.

use super::error::{Fault, ParseError};
use super::limits::{self, QuickLimit, bounded};
use super::reader::{Reader, expand, shorten, within};
use super::said::Said;
use super::words::Word;
use crate::control::quantity::{self, MOST_NODES};
use crate::control::{Limits, SideClock};
use crate::shell::command::Command;
use crate::shell::selfplay::{OpeningChoice, SelfPlayRequest, SelfPlayUse, SpsaRange, SpsaRequest};
use crate::workshop::selfplay::{Agreement, Sprt};

/// What `selfplay` takes besides the number of games and the names of settings.
pub const SELFPLAY_WORDS: [&str; 15] = [
    "nodes",
    "soft",
    "depth",
    "clock",
    "--a",
    "--b",
    "--openings",
    "--to",
    "--pgn",
    "--jobs",
    "--seed",
    "--sprt",
    "--resign",
    "--draw",
    "--longest",
];

/// Nodes of a move if nothing is said.
const USUAL: u64 = 10_000;

/// How far a number goes for a trial that was won, as a share of its step, if nothing is said.
const RATE: f64 = 0.02;

/// How far ahead a side may be after moves at random if nothing is said, in centipawns.
const BALANCE: i32 = 200;

/// Plies at random if nothing is said.
const AT_RANDOM: (u32, u32) = (8, 9);

/// More threads than this nobody has.
pub(super) const MOST_JOBS: u64 = 1024;

/// Longer games are no games.
const MOST_PLIES: u64 = 10_000;

/// Nobody is further ahead, in centipawns.
const MOST_AHEAD: u64 = 32_000;

/// `selfplay [GAMES] [LIMITS] [--a NAME=VALUE …] [--b NAME=VALUE …] [--openings …] …`.
pub fn selfplay(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut parsing = Parsing::new();
    while let Some(word) = reader.take() {
        parsing.word(reader, word)?;
    }
    Ok(Command::SelfPlay(Box::new(SelfPlayUse::Games(parsing.finish()?))))
}

/// `tune spsa NAME=LOW..HIGH[/STEP] … --to FILE [PAIRS] [LIMITS] [--rate R] …`, behind the first word.
pub fn spsa(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut parsing, mut numbers, mut rate) = (Parsing::new(), Vec::new(), RATE);
    while let Some(word) = reader.take() {
        if word.text == "--rate" {
            parsing.said.once("the rate", word)?;
            rate = share(reader.require("the rate, as 0.02,")?)?;
        } else if let Some((name, range)) = word.text.split_once('=') {
            numbers.push(tuned(word, name, range)?);
        } else if matches!(word.text, "--a" | "--b" | "--sprt" | "--pgn") {
            return Err(reader.unexpected(word));
        } else {
            parsing.word(reader, word)?;
        }
    }
    let games = parsing.finish()?;
    if numbers.is_empty() {
        return Err(reader.missing("what is to be tuned, as razoring.margin=100..400,"));
    }
    let to = games.to.clone().ok_or_else(|| reader.missing("--to FILE"))?;
    let request = SpsaRequest { numbers, rate, to, games };
    Ok(Command::SelfPlay(Box::new(SelfPlayUse::Spsa(request))))
}

/// `100..400` or `100..400/20`: what a parameter may be, and how far it is pushed at the end.
fn tuned(word: Word<'_>, name: &str, range: &str) -> Result<SpsaRange, ParseError> {
    let (ends, step) =
        range.split_once('/').map_or((range, None), |(ends, step)| (ends, Some(step)));
    // No parameter needs more than 32 bits, and what is worked out from these fits into 64.
    let ends = ends.split_once("..").and_then(|(low, high)| {
        let (low, high): (i32, i32) = (low.parse().ok()?, high.parse().ok()?);
        (low < high).then_some((i64::from(low), i64::from(high)))
    });
    let wrong = || {
        wrong(word, "what is tuned has a range and may have a step, as razoring.margin=100..400/20")
    };
    let (low, high) = ends.ok_or_else(wrong)?;
    // A twentieth of the range is usual; less than half of one would not be felt.
    let usual = ((high - low) as f64 / 20.0).max(0.5);
    let step = match step {
        None => usual,
        Some(text) => {
            let most = (high - low) as f64;
            let step = quantity::decimal(text).filter(|&step| step > 0.0 && step <= most);
            step.ok_or_else(wrong)?
        }
    };
    Ok(SpsaRange { name: name.to_owned(), low, high, step })
}

/// A number above 0 and at most 1.
fn share(word: Word<'_>) -> Result<f64, ParseError> {
    let number = word.text.parse().ok().filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    number.ok_or_else(|| wrong(word, "the rate is a number above 0, 1 at most, as 0.02"))
}

/// A limit of each search that does not depend on time, if it is one.
pub(super) fn move_limit(
    reader: &mut Reader<'_>,
    word: Word<'_>,
    limits: &mut Limits,
    said: &mut Said,
) -> Result<bool, ParseError> {
    match word.flag() {
        "nodes" => {
            said.once("the number of nodes", word)?;
            limits.nodes = Some(reader.number("the number of nodes", 1, MOST_NODES)?);
        }
        "soft" => {
            const WHAT: &str = "the number of nodes after which no iteration begins";
            said.once(WHAT, word)?;
            limits.soft_nodes = Some(reader.number(WHAT, 1, MOST_NODES)?);
        }
        "depth" => {
            said.once("the depth", word)?;
            limits.depth = Some(reader.number("the depth", 1, limits::DEEPEST)? as u32);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A limit of each search in one word, if it is one that does not depend on time: `d8`, `20k`.
pub(super) fn quick_limit(
    word: Word<'_>,
    limits: &mut Limits,
    said: &mut Said,
) -> Result<bool, ParseError> {
    match limits::quick(word)? {
        Some(QuickLimit::Depth(depth)) => {
            said.once("the depth", word)?;
            limits.depth = Some(depth);
        }
        Some(QuickLimit::Nodes(nodes)) => {
            said.once("the number of nodes", word)?;
            limits.nodes = Some(nodes);
        }
        Some(QuickLimit::Time(_)) => {
            return Err(wrong(word, "nodes or a depth bound these searches, not a time: 1k, d8"));
        }
        None => return Ok(false),
    }
    Ok(true)
}

/// What was understood so far.
struct Parsing<'a> {
    request: SelfPlayRequest,
    /// The side that settings belong to.
    side: Option<usize>,
    /// A bare number with a unit, as `80k`: whether of games or of nodes is known when all has been read.
    count: Option<Word<'a>>,
    said: Said,
}

impl<'a> Parsing<'a> {
    fn new() -> Parsing<'a> {
        let request = SelfPlayRequest {
            sides: [None, None],
            games: None,
            limits: Limits::default(),
            clock: None,
            openings: OpeningChoice::Book,
            seed: 1,
            adjudication: Default::default(),
            sprt: None,
            jobs: 1,
            to: None,
            pgn: None,
        };
        Parsing { request, side: None, count: None, said: Said::default() }
    }

    fn word(&mut self, reader: &mut Reader<'a>, word: Word<'a>) -> Result<(), ParseError> {
        let taken =
            self.limit(reader, word)? || self.file(reader, word)? || self.rule(reader, word)?;
        if taken { Ok(()) } else { self.bare(reader, word) }
    }

    /// What a bare number with a unit is of: games where nodes are given by name, else nodes. And what is usual where nothing
    /// was said.
    fn finish(mut self) -> Result<SelfPlayRequest, ParseError> {
        let limits = &mut self.request.limits;
        if let Some(word) = self.count {
            let are_nodes_named = limits.nodes.or(limits.soft_nodes).is_some();
            if are_nodes_named && self.request.games.is_none() {
                self.request.games = Some(number_of_games(word)?);
            } else {
                self.said.once("the number of nodes", word)?;
                limits.nodes = Some(within(word, "the number of nodes", 1, MOST_NODES)?);
            }
        }
        let limited = limits.nodes.or(limits.soft_nodes).is_some() || limits.depth.is_some();
        if !limited && self.request.clock.is_none() {
            limits.nodes = Some(USUAL);
        }
        Ok(self.request)
    }

    /// A limit of each move, if it is one.
    fn limit(&mut self, reader: &mut Reader<'_>, word: Word<'_>) -> Result<bool, ParseError> {
        if word.flag() == "clock" {
            self.said.once("the clock", word)?;
            self.request.clock = Some(clock(reader.require("a clock, as in 2+0.02,")?)?);
            return Ok(true);
        }
        move_limit(reader, word, &mut self.request.limits, &mut self.said)
    }

    /// A file, the openings or how the games are played, if it is one of these.
    fn file(&mut self, reader: &mut Reader<'_>, word: Word<'_>) -> Result<bool, ParseError> {
        let request = &mut self.request;
        match word.text {
            "--to" => {
                self.said.once("the file of records", word)?;
                request.to = Some(reader.path()?);
            }
            "--pgn" => {
                self.said.once("the file of games", word)?;
                request.pgn = Some(reader.path()?);
            }
            "--openings" => {
                self.said.once("where games begin", word)?;
                request.openings =
                    openings(reader.require("book, random or the name of an EPD file")?)?;
            }
            "--jobs" => {
                self.said.once("the number of jobs", word)?;
                request.jobs = reader.number("the number of jobs", 1, MOST_JOBS)? as usize;
            }
            "--seed" => {
                self.said.once("the seed", word)?;
                request.seed = reader.number("the seed", 0, u64::MAX)?;
            }
            "--a" | "--b" => {
                let side = usize::from(word.text == "--b");
                self.said.once(["the first side", "the second side"][side], word)?;
                request.sides[side] = Some(Vec::new());
                self.side = Some(side);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A rule that ends games or the match, if it is one.
    fn rule(&mut self, reader: &mut Reader<'_>, word: Word<'_>) -> Result<bool, ParseError> {
        let adjudication = &mut self.request.adjudication;
        match word.text {
            "--sprt" => {
                self.said.once("the test", word)?;
                self.request.sprt =
                    Some(sprt(reader.require("two differences in Elo, as in 0,10,")?)?);
            }
            "--resign" => {
                self.said.once("when a game is won", word)?;
                let [score, plies] =
                    numbers(reader.require("a score in centipawns")?, [None, Some(4)], MOST_AHEAD)?;
                adjudication.resign = Some(Agreement { score: score as i32, plies: plies as u32 });
            }
            "--draw" => {
                self.said.once("when a game is drawn", word)?;
                let usual = [None, Some(8), Some(u64::from(adjudication.draw_from))];
                let [score, plies, from] =
                    numbers(reader.require("a score in centipawns")?, usual, MOST_AHEAD)?;
                adjudication.draw = Some(Agreement { score: score as i32, plies: plies as u32 });
                adjudication.draw_from = from as u32;
            }
            "--longest" => {
                self.said.once("the longest game", word)?;
                adjudication.longest = reader.number("the longest game", 1, MOST_PLIES)? as u32;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A setting of the side that was named last, a number of games, or a limit by its look.
    fn bare(&mut self, reader: &Reader<'a>, word: Word<'a>) -> Result<(), ParseError> {
        let request = &mut self.request;
        let side = self.side.and_then(|side| request.sides[side].as_mut());
        if let (Some(settings), Some((name, value))) = (side, word.text.split_once('=')) {
            settings.push((name.to_owned(), value.to_owned()));
        } else if quantity::depth(word.text).is_some() {
            quick_limit(word, &mut request.limits, &mut self.said)?;
        } else if !quantity::is_whole(word.text) && quantity::count(word.text).is_some() {
            self.said.once("a number with a unit", word)?;
            self.count = Some(word);
        } else if word.text.starts_with(|c: char| c.is_ascii_digit()) {
            self.said.once("the number of games", word)?;
            request.games = Some(number_of_games(word)?);
        } else {
            return Err(reader.unexpected(word));
        }
        Ok(())
    }
}

fn number_of_games(word: Word<'_>) -> Result<u32, ParseError> {
    Ok(within(word, "the number of games", 1, u64::from(u32::MAX) - 1)? as u32)
}

/// `2+0.02`, `1s+10ms`, `30s`: what a side has, and what each move adds.
fn clock(word: Word<'_>) -> Result<SideClock, ParseError> {
    let time = |text: &str| {
        let seconds = || quantity::decimal(text).map(quantity::of_seconds);
        quantity::duration(text).or_else(seconds)
    };
    let (base, more) = word.text.split_once('+').unwrap_or((word.text, "0"));
    match (time(base), time(more)) {
        (Some(remaining), Some(increment)) if !remaining.is_zero() => Ok(SideClock {
            remaining: bounded(word, remaining)?,
            increment: bounded(word, increment)?,
        }),
        _ => Err(wrong(word, "a clock is seconds and an increment, as 2+0.02 or 1m+500ms")),
    }
}

/// `book`, `random`, `random:8`, `random:8-9`, `random:8-9:300`, or a file.
pub(super) fn openings(word: Word<'_>) -> Result<OpeningChoice, ParseError> {
    const WHAT: &str = "random openings are as random, random:8, random:8-9 or random:8-9:300: plies, and how many \
                        centipawns a side may be ahead";
    let mut parts = word.text.split(':');
    match parts.next() {
        Some("book") => return Ok(OpeningChoice::Book),
        Some("random") => {}
        _ => return Ok(OpeningChoice::File(expand(word.text))),
    }
    let plies = match parts.next() {
        None => Some(AT_RANDOM),
        Some(range) => {
            let (low, high) = range.split_once('-').unwrap_or((range, range));
            low.parse().ok().zip(high.parse().ok())
        }
    };
    let balance = parts.next().map_or(Some(BALANCE), |text| text.parse().ok());
    match (plies, balance, parts.next()) {
        (Some((least, most)), Some(balance), None)
            if least <= most && u64::from(most) <= MOST_PLIES && balance >= 0 =>
        {
            Ok(OpeningChoice::Random { least, most, balance })
        }
        _ => Err(wrong(word, WHAT)),
    }
}

/// `0,10`: two differences in Elo.
fn sprt(word: Word<'_>) -> Result<Sprt, ParseError> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0);
    match word.text.split_once(',').map(|(low, high)| (number(low), number(high))) {
        Some((Some(elo0), Some(elo1))) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err(wrong(
            word,
            "the test is between two differences in Elo, the smaller first, as 0,10 or -5,0",
        )),
    }
}

/// Numbers with commas between them; those left out are the usual ones.
fn numbers<const N: usize>(
    word: Word<'_>,
    usual: [Option<u64>; N],
    most: u64,
) -> Result<[u64; N], ParseError> {
    const WHAT: &str = "a score in centipawns and behind a comma a number of plies, as 800 or 800,4 (and for a draw the first ply, \
                        as 10,8,80)";
    let mut parts = word.text.split(',');
    let mut found = [0; N];
    for (number, usual) in found.iter_mut().zip(usual) {
        let given = match parts.next() {
            None => usual,
            Some(text) => text.parse().ok().filter(|&number| number <= most),
        };
        *number = given.ok_or_else(|| wrong(word, WHAT))?;
    }
    if parts.next().is_some() { Err(wrong(word, WHAT)) } else { Ok(found) }
}

fn wrong(word: Word<'_>, right: &'static str) -> ParseError {
    ParseError::at(word.span(), Fault::NotSo { word: shorten(word.text), right })
}
