//! Arguments of the commands that solve and make suites.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::{Fault, ParseError};
use super::limits::{self, QuickLimit};
use super::reader::{Reader, expand, shorten, within};
use super::words::Word;
use crate::control::quantity::{self, MOST_NODES};
use crate::prove::dfpn::Idea;
use crate::shell::command::Command;
use crate::shell::suites::{Mine, Solve, StreamRequest};
use crate::workshop::mine::{MineOptions, ProblemKind};
use crate::workshop::solve::Effort;
use crate::workshop::stream::StreamWork;

/// The words that begin a limit of `solve`: what each position is given.
pub const EFFORT_WORDS: [&str; 5] = ["time", "movetime", "nodes", "memory", "hash"];

/// What else `solve` takes behind its file.
pub const SOLVE_OPTIONS: [&str; 5] = ["--jobs", "--misses", "--from", "--proofs", "--without"];

/// Standard input instead of a file.
pub(super) const DASH: &str = "-";

/// What a position is given if nothing is said.
const USUAL: Duration = Duration::from_secs(1);

/// More threads than this nobody has.
pub const MOST_JOBS: u64 = 1024;

/// Games that are played if nothing is said.
const GAMES: u32 = 100;

/// So often an endgame is placed if nothing is said.
const PLACEMENTS: u32 = 10_000;

/// Longer mates nobody asks for.
const LONGEST: u16 = 250;

/// `solve FILE|- [LIMITS] [--jobs N] [--misses [FILE]] [--from [FILE]] [--proofs DIR] [--without IDEA]`.
pub fn solve(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    if reader.words.peek().is_some_and(|word| word.text == DASH) {
        reader.take();
        let (nodes, memory) = stream(reader, &mut |_, _| Ok(false))?;
        return Ok(Command::Stream(StreamRequest { work: StreamWork::Solve, nodes, memory }));
    }
    let path = reader.path()?;
    let (mut effort, mut memory, mut jobs) = (Effort::default(), None, 1);
    let (mut misses, mut from, mut proofs) = (None, None, None);
    let mut said = Said::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "jobs" => {
                said.once("the number of jobs", word)?;
                jobs = reader.number("the number of jobs", 1, MOST_JOBS)? as usize;
            }
            "misses" => {
                said.once("the file for misses", word)?;
                misses = Some(file_ahead(reader).unwrap_or_else(|| beside(&path)));
            }
            "from" => {
                said.once("the file to go on from", word)?;
                from = Some(file_ahead(reader));
            }
            "proofs" => {
                said.once("the folder for proofs", word)?;
                proofs = Some(reader.path()?);
            }
            "without" => {
                said.once("what to do without", word)?;
                effort.without = Some(idea(reader.require("an idea of the prover")?)?);
            }
            _ => match limit(reader, word)? {
                Limit::Time(time) => {
                    said.once("the time", word)?;
                    effort.time = Some(time);
                }
                Limit::Nodes(nodes) => {
                    said.once("the number of nodes", word)?;
                    effort.nodes = Some(nodes);
                }
                Limit::Memory(size) => {
                    said.once("the memory", word)?;
                    memory = Some(size);
                }
            },
        }
    }
    if effort.time.is_none() && effort.nodes.is_none() {
        effort.time = Some(USUAL);
    }
    let from: Option<PathBuf> =
        from.map(|named| named.or_else(|| misses.clone()).unwrap_or_else(|| beside(&path)));
    let misses = misses.or_else(|| from.clone());
    Ok(Command::Solve(Box::new(Solve { path, effort, memory, jobs, misses, from, proofs })))
}

/// What a line of standard input is given if nothing is said.
const STREAM_NODES: u64 = 100_000;

/// Takes a word that only this command has; `false` if it has no such word.
pub(super) type OwnWords<'f> =
    dyn FnMut(&mut Reader<'_>, Word<'_>) -> Result<bool, ParseError> + 'f;

/// `[NODES] [SIZE]` of `solve -`, `label -` and `annotate -`, whose dash is read already.
pub(super) fn stream(
    reader: &mut Reader<'_>,
    own: &mut OwnWords<'_>,
) -> Result<(u64, Option<usize>), ParseError> {
    let (mut nodes, mut memory) = (STREAM_NODES, None);
    let mut said = Said::default();
    while let Some(word) = reader.take() {
        if own(reader, word)? {
            continue;
        }
        // There is nothing else here that a bare number could be.
        let given = match quantity::is_whole(word.text) {
            true => Limit::Nodes(within(word, "the number of nodes", 1, MOST_NODES)?),
            false => limit(reader, word)?,
        };
        match given {
            Limit::Nodes(given) => {
                said.once("the number of nodes", word)?;
                nodes = given;
            }
            Limit::Memory(size) => {
                said.once("the memory", word)?;
                memory = Some(size);
            }
            Limit::Time(_) => {
                let word_text = shorten(word.text);
                return Err(ParseError::at(word.span(), Fault::NoClock { word: word_text }));
            }
        }
    }
    Ok((nodes, memory))
}

/// `label - [NODES] [SIZE]`.
pub fn label(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("the dash that stands for standard input")?;
    if word.text != DASH {
        return Err(ParseError::at(word.span(), Fault::NotDash { word: shorten(word.text) }));
    }
    let (nodes, memory) = stream(reader, &mut |_, _| Ok(false))?;
    Ok(Command::Stream(StreamRequest { work: StreamWork::Label, nodes, memory }))
}

/// Something that the prover can do without.
fn idea(word: Word<'_>) -> Result<Idea, ParseError> {
    Idea::ALL.into_iter().find(|idea| idea.name() == word.text).ok_or_else(|| {
        let known = Idea::ALL.map(Idea::name).join(", ");
        ParseError::at(word.span(), Fault::NoIdea { word: shorten(word.text), known })
    })
}

/// `mine [KIND] [N | FILE] --to FILE [NODES] [--mates N[-N]] [--each N] [--total N] [--seed N] [--proof NODES]`.
pub fn mine(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut asked = MineWords::default();
    let mut said = Said::default();
    while let Some(word) = reader.take() {
        asked.take(word, reader, &mut said)?;
    }
    asked.request(reader)
}

/// What was said of a suite to be made.
#[derive(Default)]
struct MineWords<'a> {
    options: MineOptions,
    games: Option<PathBuf>,
    count: Option<(u32, Word<'a>)>,
    to: Option<PathBuf>,
    kind: Option<ProblemKind>,
    nodes: Option<u64>,
    /// Words that mean something for some kinds of problems alone.
    particular: Vec<(Word<'a>, &'static [ProblemKind])>,
}

impl<'a> MineWords<'a> {
    /// Takes a word, and what belongs to it.
    fn take(
        &mut self,
        word: Word<'a>,
        reader: &mut Reader<'a>,
        said: &mut Said,
    ) -> Result<(), ParseError> {
        use ProblemKind::{Mates, Quiet, Tactics};
        match word.flag() {
            "to" => {
                said.once("the file to be made", word)?;
                self.to = Some(reader.path()?);
            }
            "seed" => {
                said.once("the seed", word)?;
                self.options.seed = reader.number("the seed", 0, u64::MAX)?;
            }
            "mates" => {
                said.once("the length of the mates", word)?;
                let (least, most) = range(reader.require("a range of moves")?)?;
                (self.options.least, self.options.most) = (least, most);
                self.particular.push((word, &[Mates]));
            }
            "each" => {
                const WHAT: &str = "how many of each class";
                said.once(WHAT, word)?;
                self.options.each = Some(reader.number(WHAT, 1, 1_000_000)? as usize);
            }
            "total" => {
                const WHAT: &str = "how many in all";
                said.once(WHAT, word)?;
                self.options.total = Some(reader.number(WHAT, 1, 1_000_000)? as usize);
            }
            "proof" => {
                said.once("the nodes of a proof", word)?;
                self.options.proof_nodes = reader.number("the nodes of a proof", 1, MOST_NODES)?;
                self.particular.push((word, &[Mates, Tactics]));
            }
            text if is_game_file(text) => {
                said.once("the file of games", word)?;
                self.games = Some(expand(text));
            }
            text if kind_called(text).is_some() => {
                said.once("the kind of problems", word)?;
                self.kind = kind_called(text);
            }
            "nodes" => {
                said.once("the number of nodes", word)?;
                self.nodes = Some(reader.number("the number of nodes", 1, MOST_NODES)?);
                self.particular.push((word, &[Mates, Tactics, Quiet]));
            }
            text if has_unit(text) => {
                said.once("the number of nodes", word)?;
                let Some(QuickLimit::Nodes(nodes)) = limits::quick(word)? else {
                    return Err(reader.unexpected(word));
                };
                self.nodes = Some(nodes);
                self.particular.push((word, &[Mates, Tactics, Quiet]));
            }
            _ => {
                said.once("the number of games", word)?;
                let count = within(word, "the number of games", 1, 1_000_000)? as u32;
                self.count = Some((count, word));
            }
        }
        Ok(())
    }

    /// All of it, unless two things contradict each other.
    fn request(self, reader: &Reader<'_>) -> Result<Command, ParseError> {
        let contradiction = |word: Word<'_>, first: String, second: String| {
            Err(ParseError::at(word.span(), Fault::Contradiction { first, second }))
        };
        let MineWords { mut options, games, count, to, kind, nodes, particular } = self;
        if let (Some((_, word)), Some(path)) = (count, &games) {
            let (first, second) =
                (format!("{} games to play", word.text), path.display().to_string());
            return contradiction(word, first, second);
        }
        options.kind = kind.unwrap_or_default();
        options.nodes = nodes.unwrap_or(options.kind.nodes());
        // What would be passed over in silence is refused.
        if let Some((word, _)) = particular.iter().find(|(_, kinds)| !kinds.contains(&options.kind))
        {
            return contradiction(*word, word.text.to_owned(), options.kind.name().to_owned());
        }
        let to = to.ok_or_else(|| reader.missing("--to FILE"))?;
        let usual = if options.kind == ProblemKind::Endgames { PLACEMENTS } else { GAMES };
        let count = count.map_or(usual, |(count, _)| count);
        Ok(Command::Mine(Box::new(Mine { games, count, to, options })))
    }
}

/// Games in PGN, or records of self-play.
fn is_game_file(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.ends_with(".pgn") || text.ends_with(".qpr")
}

/// The kind of problems that a word asks for; mates need none, since that word names their lengths.
fn kind_called(text: &str) -> Option<ProblemKind> {
    ProblemKind::ALL.into_iter().find(|kind| *kind != ProblemKind::Mates && kind.name() == text)
}

/// Numbers of moves: `4`, `2-8`.
fn range(word: Word<'_>) -> Result<(u16, u16), ParseError> {
    let (low, high) = word.text.split_once('-').unwrap_or((word.text, word.text));
    let number = |text: &str| text.parse::<u16>().ok().filter(|n| (1..=LONGEST).contains(n));
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok((low, high)),
        _ => Err(ParseError::at(word.span(), Fault::NoRange { word: shorten(word.text) })),
    }
}

/// Where the misses of a suite go unless somebody says otherwise: `wac.epd` to `wac.miss.epd`.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("miss.epd")
}

/// A name of a file, unless the next word is an option or a limit, or there is none.
fn file_ahead(reader: &mut Reader<'_>) -> Option<PathBuf> {
    let word = reader.words.peek()?;
    if word.text.starts_with("--") || is_limit(word.text) {
        return None;
    }
    reader.take().map(|word| expand(word.text))
}

/// A limit for each position.
enum Limit {
    Time(Duration),
    Nodes(u64),
    Memory(usize),
}

/// A limit, which begins with this word: `5s`, `100k`, `64MiB`, `nodes 1000`.
fn limit(reader: &mut Reader<'_>, word: Word<'_>) -> Result<Limit, ParseError> {
    let none =
        |word: Word<'_>| ParseError::at(word.span(), Fault::NoEffort { word: shorten(word.text) });
    let size = |word: Word<'_>| {
        let no_size = || ParseError::at(word.span(), Fault::NoSize { word: shorten(word.text) });
        quantity::mebibytes(word.text).map(Limit::Memory).ok_or_else(no_size)
    };
    match word.flag() {
        "time" | "movetime" => {
            let next = reader.require("a time")?;
            limits::time_in(next)?.map(Limit::Time).ok_or_else(|| none(next))
        }
        "nodes" => reader.number("the number of nodes", 1, MOST_NODES).map(Limit::Nodes),
        "memory" | "hash" => size(reader.require("a size")?),
        text if is_size(text) => size(word),
        _ => match limits::quick(word)? {
            Some(QuickLimit::Time(time)) => Ok(Limit::Time(time)),
            Some(QuickLimit::Nodes(nodes)) => Ok(Limit::Nodes(nodes)),
            Some(QuickLimit::Depth(_)) | None => Err(none(word)),
        },
    }
}

fn is_limit(text: &str) -> bool {
    EFFORT_WORDS.contains(&text)
        || quantity::duration(text).is_some()
        || is_size(text)
        || quantity::count(text).is_some()
}

/// `64MiB`, `1GB`; `64M` is a number of nodes.
fn is_size(text: &str) -> bool {
    let ends = ["MiB", "GiB", "MB", "GB"].iter().any(|unit| text.ends_with(unit));
    ends && quantity::mebibytes(text).is_some()
}

fn has_unit(text: &str) -> bool {
    !text.ends_with(|c: char| c.is_ascii_digit())
}

/// What was said so far, so that nothing is said twice: nobody could tell which of the two was meant.
#[derive(Default)]
pub(super) struct Said(Vec<(&'static str, String)>);

impl Said {
    /// Something is said, for the first time.
    ///
    /// # Errors
    /// If it was said before.
    pub(super) fn once(&mut self, what: &'static str, word: Word<'_>) -> Result<(), ParseError> {
        let text = shorten(word.text);
        if let Some((_, first)) = self.0.iter().find(|(said, _)| *said == what) {
            let fault = Fault::Twice { what, first: first.clone(), second: text };
            return Err(ParseError::at(word.span(), fault));
        }
        self.0.push((what, text));
        Ok(())
    }
}
