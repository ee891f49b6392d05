//! Arguments about games: how many, who plays, where they begin and when they end.

use std::iter;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::adjudicate::{Adjudication, Agreement, MOST_PLIES};
use super::match_plan::{MatchPlan, Sides};
use super::opening::OpeningChoice;
use super::standing::Sprt;
use crate::control::quantity::{self, LONGEST, MOST_NODES};
use crate::control::{Limits, SideClock};
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::tools::tool::ToolResult;
use crate::tools::tool::arguments::{Jobs, Seed, WordFault, limit, number, word_error};

/// Nodes of a move if no limit is given.
const USUAL: u64 = 10_000;

/// The most centipawns that a side can be ahead.
const MOST_AHEAD: u32 = 32_000;

#[derive(Args, Clone, Debug)]
pub struct GameOpenings {
    /// Where games begin: book, an EPD file, or random:8-9:200, plies at random, no side more centipawns ahead
    #[arg(long, value_name = "BOOK", default_value = "book", value_parser = OpeningChoice::read)]
    pub openings: OpeningChoice,
}

#[derive(Args, Clone, Debug)]
pub struct GameArguments {
    #[command(flatten)]
    openings: GameOpenings,
    /// Ends games that both sides call won: centipawns, plies in a row (4)
    #[arg(long, value_name = "CP,PLIES", value_parser = resign)]
    resign: Option<Agreement>,
    /// Ends games that both sides call drawn: centipawns, plies in a row (8), first ply (80)
    #[arg(long, value_name = "CP,PLIES,PLY", value_parser = draw)]
    draw: Option<(Agreement, u32)>,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value = "600", value_parser = number::<u32>(1..=MOST_PLIES))]
    longest: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
}

impl GameArguments {
    /// Returns the games as they will be played: `usual` of them if no number is given.
    pub fn plan(&self, words: &GameWords, sides: Sides, usual: u32) -> ToolResult<MatchPlan> {
        let mut adjudication =
            Adjudication { resign: self.resign, longest: self.longest, ..Adjudication::default() };
        if let Some((draw, from)) = self.draw {
            (adjudication.draw, adjudication.draw_from) = (Some(draw), from);
        }
        let games = words.games.unwrap_or(usual);
        Ok(MatchPlan {
            // Half a pair says nothing.
            games: if sides.is_match() { games.next_multiple_of(2) } else { games },
            sides,
            limits: words.limits.clone(),
            clock: words.clock,
            openings: self.openings.openings.source()?,
            seed: self.seed.seed,
            adjudication,
            sprt: None,
            jobs: self.jobs.jobs,
        })
    }
}

/// What words say of games: how many, and the limits of each move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameWords {
    pub games: Option<u32>,
    pub limits: Limits,
    pub clock: Option<SideClock>,
}

impl GameWords {
    /// Reads words. A bare number with a unit, as 80k, is of games where nodes are given by name, and else of nodes.
    pub fn read(words: &[&str]) -> Result<GameWords, WordFault> {
        let (mut read, mut given) = (GameWords::default(), GivenLimits::default());
        let mut count = None;
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "clock" {
                let text = words.next().copied().unwrap_or_default();
                let given = clock(text).map_err(|why| (text.to_owned(), why))?;
                if read.clock.replace(given).is_some() {
                    return Err(twice(word, "the clock"));
                }
            } else if !quantity::is_whole(word) && quantity::count(word).is_some() {
                if count.replace(word).is_some() {
                    return Err(twice(word, "a number with a unit"));
                }
            } else if word.starts_with(|letter: char| letter.is_ascii_digit())
                && quantity::duration(word).is_none()
            {
                if read.games.replace(games(word)?).is_some() {
                    return Err(twice(word, "the number of games"));
                }
            } else if !limit(word, &mut words, &LimitSet::REPEATABLE, &mut given)? {
                let why = format!(
                    "\"{word}\" is neither a number of games nor a limit of a move, as nodes 10k, soft 5k, depth 8, clock 2+0.02"
                );
                return Err((word.to_owned(), why));
            }
        }
        read.limits = given.limits;
        read.settle(count)?;
        Ok(read)
    }

    /// Decides what the bare number with a unit counts, and limits the nodes of a move that nothing else limits.
    fn settle(&mut self, count: Option<&str>) -> Result<(), WordFault> {
        let limits = &mut self.limits;
        match count {
            Some(word) if limits.nodes.or(limits.soft_nodes).is_some() && self.games.is_none() => {
                self.games = Some(games(word)?);
            }
            Some(word) if limits.nodes.is_some() => {
                return Err(twice(word, "the number of nodes"));
            }
            Some(word) => limits.nodes = Some(number_of(word, MOST_NODES)?),
            None => {}
        }
        let is_limited = limits.nodes.or(limits.soft_nodes).is_some() || limits.depth.is_some();
        if !is_limited && self.clock.is_none() {
            limits.nodes = Some(USUAL);
        }
        Ok(())
    }
}

fn twice(word: &str, what: &str) -> WordFault {
    (word.to_owned(), format!("{what} is given twice"))
}

fn number_of(word: &str, most: u64) -> Result<u64, WordFault> {
    number::<u64>(1..=most)(word).map_err(|fault| (word.to_owned(), fault.to_string()))
}

fn games(word: &str) -> Result<u32, WordFault> {
    number_of(word, u64::from(u32::MAX) - 1).map(|games| games as u32)
}

/// The words of `selfplay`: what each side is set to, on top of what is set now, and what is said of the games.
#[derive(Clone, Debug)]
pub struct MatchWords {
    pub sides: [Option<Vec<(String, String)>>; 2],
    pub games: GameWords,
}

/// The names of both sides' options.
const SIDES: [&str; 2] = ["a", "b"];

/// The name of the argument for words that are neither options nor their values.
const WORDS: &str = "words";

/// What the words of games are called in help, and what they are.
const GAMES: &str = "[GAMES] [LIMITS]";
const GAMES_HELP: &str = "How many, and what ends each search: nodes 10k (if none is given), soft 5k (nodes after which no iteration begins), d8, \
     clock 2+0.02";

impl FromArgMatches for MatchWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<MatchWords, clap::Error> {
        let mut sides = SIDES.map(|side| matches.contains_id(side).then(Vec::new));
        // Words between and behind the settings are of the games, and settings belong to the side named last.
        let mut words: Vec<(usize, Option<usize>, &str)> = Vec::new();
        for (side, name) in [(None, WORDS), (Some(0), SIDES[0]), (Some(1), SIDES[1])] {
            let texts = matches.get_many::<String>(name).into_iter().flatten();
            let places = matches.indices_of(name).into_iter().flatten();
            words.extend(places.zip(texts).map(|(place, word)| (place, side, word.as_str())));
        }
        words.sort_unstable();
        let (mut last, mut others) = (None, Vec::new());
        for (_, side, word) in words {
            last = side.or(last);
            let Some((name, value)) = word.split_once('=') else {
                others.push(word);
                continue;
            };
            let settings = last.and_then(|side: usize| sides[side].as_mut()).ok_or_else(|| {
                let why = format!("of which side is {word}? --a or --b comes before it");
                word_error((word.to_owned(), why))
            })?;
            settings.push((name.to_owned(), value.to_owned()));
        }
        let games = GameWords::read(&others).map_err(word_error)?;
        Ok(MatchWords { sides, games })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        MatchWords::from_arg_matches(matches).map(|read| *self = read)
    }
}

impl Args for MatchWords {
    fn augment_args(command: Command) -> Command {
        let sides = iter::zip(SIDES, ["first", "second"]).map(|(name, which)| {
            let help = format!("What the {which} side is set to: Profile=slow null.base=230");
            Arg::new(name).long(name).value_name("NAME=VALUE…").num_args(0..).help(help)
        });
        let words = Arg::new(WORDS).value_name(GAMES).num_args(0..).help(GAMES_HELP);
        command.arg(words).args(sides)
    }

    fn augment_args_for_update(command: Command) -> Command {
        MatchWords::augment_args(command)
    }
}

/// Reads `2+0.02`, `1s+10ms`, `30s`: what a side has, and what each move adds.
fn clock(text: &str) -> Result<SideClock, String> {
    let time = |text: &str| {
        let seconds = || quantity::decimal(text).map(quantity::of_seconds);
        quantity::duration(text).or_else(seconds)
    };
    let (base, more) = text.split_once('+').unwrap_or((text, "0"));
    match (time(base), time(more)) {
        (Some(remaining), Some(increment)) if !remaining.is_zero() => {
            if remaining.max(increment) > LONGEST {
                return Err("it is too long: a time is at most 100 days, which is 2400h".to_owned());
            }
            Ok(SideClock { remaining, increment })
        }
        _ => Err("a clock is seconds and an increment, as 2+0.02 or 1m+500ms".to_owned()),
    }
}

/// Reads `0,10`: two differences in Elo.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0);
    match text.split_once(',').map(|(low, high)| (number(low), number(high))) {
        Some((Some(elo0), Some(elo1))) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => {
            Err("two differences in Elo are wanted, the smaller first, as 0,10 or -5,0".to_owned())
        }
    }
}

fn resign(text: &str) -> Result<Agreement, String> {
    let [score, plies] = numbers(text, [None, Some(4)], "800,4")?;
    Ok(Agreement { score: score as i32, plies })
}

fn draw(text: &str) -> Result<(Agreement, u32), String> {
    let usual = Adjudication::default().draw_from;
    let [score, plies, from] = numbers(text, [None, Some(8), Some(usual)], "10,8,80")?;
    Ok((Agreement { score: score as i32, plies }, from))
}

/// Reads whole numbers with commas between them; those left out are the usual ones.
fn numbers<const N: usize>(
    text: &str,
    usual: [Option<u32>; N],
    example: &str,
) -> Result<[u32; N], String> {
    let wrong = || {
        format!(
            "a score in centipawns is wanted, and plies behind commas if not the usual, as {example}"
        )
    };
    let mut parts = text.split(',');
    let mut found = [0; N];
    for (number, usual) in found.iter_mut().zip(usual) {
        let given = match parts.next() {
            None => usual,
            Some(text) => text.parse().ok().filter(|&number| number <= MOST_AHEAD),
        };
        *number = given.ok_or_else(wrong)?;
    }
    if parts.next().is_some() { Err(wrong()) } else { Ok(found) }
}
