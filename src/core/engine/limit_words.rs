//! The words of limits: one table and one parser, for the prompt, commands and GUIs.

use thiserror::Error;

use super::options::MAX_HASH;
use crate::chess::Color;
use crate::chess::foreign::shorten;
use crate::control::quantity::{self, MOST_NODES, QuantityFault};
use crate::control::{Limits, SideClock};
use crate::search::params::MAX_DEPTH;
use crate::units::MAX_PLY;

use LimitKind::{
    Depth, Except, Increment, Infinite, Lines, Mate, Memory, MovesToGo, Nodes, Only, Perft, Ponder,
    Remaining, SoftNodes, Time,
};
use Speaker::{Either, Gui, Person};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitKind {
    Depth,
    Nodes,
    SoftNodes,
    Time,
    Memory,
    Mate,
    Infinite,
    Remaining(Color),
    /// Increment of a side's clock per move.
    Increment(Color),
    MovesToGo,
    Only,
    Except,
    Lines,
    Ponder,
    /// No search: the leaves are counted.
    Perft,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    Person,
    Gui,
    Either,
}

/// Every word that begins a limit, with its kind and who uses it, in the order of completion.
pub const LIMIT_WORDS: [(&str, LimitKind, Speaker); 22] = [
    ("depth", Depth, Either),
    ("nodes", Nodes, Either),
    ("soft", SoftNodes, Person),
    ("time", Time, Person),
    ("movetime", Time, Either),
    ("memory", Memory, Person),
    ("hash", Memory, Person),
    ("mate", Mate, Either),
    ("inf", Infinite, Person),
    ("infinite", Infinite, Either),
    ("only", Only, Person),
    ("searchmoves", Only, Either),
    ("except", Except, Person),
    ("lines", Lines, Person),
    ("multipv", Lines, Person),
    ("wtime", Remaining(Color::White), Either),
    ("btime", Remaining(Color::Black), Either),
    ("winc", Increment(Color::White), Either),
    ("binc", Increment(Color::Black), Either),
    ("movestogo", MovesToGo, Either),
    ("ponder", Ponder, Gui),
    ("perft", Perft, Gui),
];

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LimitFault {
    #[error(transparent)]
    Quantity(#[from] QuantityFault),
    #[error("{what} is missing behind {word}")]
    Missing { word: String, what: &'static str },
    #[error("{what} is given twice: {first} and {second}")]
    Twice { what: &'static str, first: String, second: String },
    #[error("{word} what? {word}s is seconds, d{word} is depth, {word}k is thousands of nodes")]
    NoUnit { word: String },
    #[error("\"{word}\" is no limit here; limits are {known}")]
    NoLimit { word: String, known: String },
}

impl LimitKind {
    pub fn of_person(word: &str) -> Option<LimitKind> {
        kind_of(word, Gui)
    }

    pub fn of_gui(word: &str) -> Option<LimitKind> {
        kind_of(word, Person)
    }

    /// Returns the name of its value in errors; the largest value, for numbers from 1 up; and its shortest example.
    const fn row(self) -> (&'static str, u64, &'static str) {
        const MOVES: &str = "the number of moves";
        match self {
            Depth => ("the depth", MAX_DEPTH as u64, "d20"),
            Nodes => ("the number of nodes", MOST_NODES, "100k"),
            SoftNodes => ("the number of soft nodes", MOST_NODES, "soft 2k"),
            Time => ("the time", u64::MAX, "5s"),
            Memory => ("the memory in MiB", MAX_HASH as u64, "64MiB"),
            Mate => (MOVES, MAX_PLY as u64 / 2, "mate 3"),
            Infinite => ("`inf`", u64::MAX, "inf"),
            Remaining(Color::White) => ("the time", u64::MAX, "wtime 60s"),
            Remaining(Color::Black) => ("the time", u64::MAX, "btime 60s"),
            Increment(Color::White) => ("the increment", u64::MAX, "winc 1s"),
            Increment(Color::Black) => ("the increment", u64::MAX, "binc 1s"),
            MovesToGo => (MOVES, 1_000, "movestogo 40"),
            Only => ("a move", u64::MAX, "only e4"),
            Except => ("a move", u64::MAX, "except e4"),
            // More lines than any position has moves.
            Lines => ("the number of lines", 256, "lines 3"),
            Ponder => ("`ponder`", u64::MAX, "ponder"),
            Perft => ("the depth", 255, "perft 5"),
        }
    }

    pub const fn what(self) -> &'static str {
        self.row().0
    }

    pub const fn most(self) -> u64 {
        self.row().1
    }

    pub const fn example(self) -> &'static str {
        self.row().2
    }

    /// Returns the kind of a limit in one word: `5s`, `64MiB`, `d20`, `100k`. A number without a unit may be several things.
    fn by_look(word: &str) -> Option<LimitKind> {
        match word {
            _ if quantity::duration(word).is_some() => Some(Time),
            _ if quantity::is_size(word) => Some(Memory),
            _ if quantity::depth(word).is_some() => Some(Depth),
            _ if !quantity::is_whole(word) && quantity::count(word).is_some() => Some(Nodes),
            _ => None,
        }
    }
}

fn kind_of(word: &str, not: Speaker) -> Option<LimitKind> {
    let found = LIMIT_WORDS.iter().find(|(known, _, speaker)| *known == word && *speaker != not);
    found.map(|(_, kind, _)| *kind)
}

#[derive(Debug)]
pub struct LimitSet(pub &'static [LimitKind]);

impl LimitSet {
    pub const SEARCH: LimitSet = LimitSet(&[
        Time,
        Depth,
        Nodes,
        SoftNodes,
        Mate,
        Infinite,
        Remaining(Color::White),
        Remaining(Color::Black),
        Increment(Color::White),
        Increment(Color::Black),
        MovesToGo,
    ]);
    pub const PROOF: LimitSet = LimitSet(&[Time, Nodes, Memory, Infinite]);
    /// Each move of a game against the engine.
    pub const MOVE: LimitSet = LimitSet(&[Time, Depth, Nodes]);
    /// Each position of many.
    pub const POSITION: LimitSet = LimitSet(&[Time, Nodes, Depth, SoftNodes, Mate, Infinite]);
    /// Each problem to be solved.
    pub const PROBLEM: LimitSet = LimitSet(&[Time, Nodes, Memory]);
    /// Each line of standard input.
    pub const LINE: LimitSet = LimitSet(&[Nodes, Memory]);
    pub const BARE_NODES: LimitSet = LimitSet(&[Nodes]);

    /// Returns the kind that a word begins, of this set or not.
    fn of_any(&self, word: &str) -> Option<LimitKind> {
        // Without a limit of time, a bare number is one of nodes.
        let bare = quantity::is_whole(word) && !self.0.contains(&Time);
        LimitKind::of_person(word).or_else(|| LimitKind::by_look(word)).or(bare.then_some(Nodes))
    }

    pub fn kind(&self, word: &str) -> Option<LimitKind> {
        self.of_any(word).filter(|kind| self.0.contains(kind))
    }

    pub fn refusal(&self, word: &str) -> LimitFault {
        if quantity::is_whole(word) && self.0.contains(&Time) {
            return LimitFault::NoUnit { word: shorten(word) };
        }
        let known: Vec<&str> = self.0.iter().map(|kind| kind.example()).collect();
        LimitFault::NoLimit { word: shorten(word), known: known.join(", ") }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivenLimits {
    pub limits: Limits,
    /// Mebibytes.
    pub memory: Option<usize>,
    /// The kinds that were given, each with the text of its value.
    given: Vec<(LimitKind, String)>,
}

impl GivenLimits {
    /// Reads a limit; `false` if the word begins none. `behind` takes the next word, where the value is.
    ///
    /// # Errors
    /// If the set has no such limit, if the value is missing, no value of that kind or out of range, and if the limit was
    /// given before.
    pub fn read<'a>(
        &mut self,
        set: &LimitSet,
        word: &'a str,
        behind: impl FnOnce() -> Option<&'a str>,
    ) -> Result<bool, LimitFault> {
        let Some(kind) = set.of_any(word) else { return Ok(false) };
        if !set.0.contains(&kind) {
            return Err(set.refusal(word));
        }
        let text = match LimitKind::of_person(word) {
            Some(Infinite) | None => word,
            Some(_) => {
                let missing = LimitFault::Missing { word: word.to_owned(), what: kind.what() };
                behind().ok_or(missing)?
            }
        };
        self.set(kind, text)?;
        if let Some(first) = self.text(kind) {
            let (first, second) = (shorten(first), shorten(text));
            return Err(LimitFault::Twice { what: kind.what(), first, second });
        }
        self.given.push((kind, text.to_owned()));
        Ok(true)
    }

    pub fn text(&self, kind: LimitKind) -> Option<&str> {
        let given = self.given.iter().find(|(given, _)| *given == kind);
        given.map(|(_, text)| text.as_str())
    }

    fn set(&mut self, kind: LimitKind, text: &str) -> Result<(), QuantityFault> {
        let number = |text: &str| quantity::within(text, kind.what(), 1, kind.most());
        let limits = &mut self.limits;
        match kind {
            Depth => {
                limits.depth = Some(number(text.strip_prefix('d').unwrap_or(text))? as u32);
            }
            Nodes => limits.nodes = Some(number(text)?),
            SoftNodes => limits.soft_nodes = Some(number(text)?),
            Mate => limits.mate = Some(number(text)? as u32),
            MovesToGo => limits.moves_to_go = Some(number(text)? as u32),
            Time => limits.movetime = Some(quantity::time(text)?),
            Remaining(side) => {
                limits.clock[side].get_or_insert_default().remaining = quantity::time(text)?;
            }
            Increment(side) => {
                let increment = quantity::time(text)?;
                // Without a time, the increment serves as the time.
                let alone = SideClock { remaining: increment, increment };
                limits.clock[side].get_or_insert(alone).increment = increment;
            }
            Memory => {
                self.memory = Some(quantity::size(text, kind.what(), kind.most())?);
            }
            Infinite => limits.infinite = true,
            // No set has these: they are lists of moves, or no limits of a search.
            Only | Except | Lines | Ponder | Perft => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [LimitSet; 7] = [
        LimitSet::SEARCH,
        LimitSet::PROOF,
        LimitSet::MOVE,
        LimitSet::POSITION,
        LimitSet::PROBLEM,
        LimitSet::LINE,
        LimitSet::BARE_NODES,
    ];

    fn read(set: &LimitSet, line: &str) -> Result<GivenLimits, LimitFault> {
        let (mut given, mut words) = (GivenLimits::default(), line.split(' '));
        while let Some(word) = words.next() {
            if !given.read(set, word, || words.next())? {
                return Err(set.refusal(word));
            }
        }
        Ok(given)
    }

    #[test]
    fn each_kind_is_read_by_its_words_and_by_its_example_alike() {
        for set in SETS {
            for (word, kind, speaker) in LIMIT_WORDS {
                let example = kind.example();
                let value = example.rsplit(' ').next().unwrap_or(example);
                let line =
                    if example == "inf" { word.to_owned() } else { format!("{word} {value}") };
                let is_read = set.0.contains(&kind) && speaker != Speaker::Gui;
                assert_eq!(read(&set, &line).is_ok(), is_read, "{line}");
                if is_read {
                    let (long, short) = (read(&set, &line).unwrap(), read(&set, example).unwrap());
                    assert_eq!((long.limits, long.memory), (short.limits, short.memory), "{line}");
                    let twice = read(&set, &format!("{example} {line}"));
                    assert!(matches!(twice, Err(LimitFault::Twice { .. })), "{line}");
                    assert!(set.refusal("fast").to_string().contains(example), "{example}");
                }
            }
        }
    }

    #[test]
    fn values_have_bounds() {
        let fault = |line: &str| read(&LimitSet::SEARCH, line).unwrap_err().to_string();
        assert_eq!(fault("depth 0"), "the depth must be from 1 to 120, got 0");
        assert_eq!(fault("d121"), "the depth must be from 1 to 120, got 121");
        assert_eq!(fault("nodes"), "the number of nodes is missing behind nodes");
        assert_eq!(
            fault("99999999999h"),
            "99999999999h is too long: a time is at most 100 days, which is 2400h"
        );
        assert!(fault("time x").starts_with("a time is wanted"), "{}", fault("time x"));
        assert!(fault("10").starts_with("10 what?"));
        // GUIs count milliseconds, without a unit.
        let millis = read(&LimitSet::SEARCH, "movetime 300");
        assert_eq!(millis.unwrap().limits, read(&LimitSet::SEARCH, "300ms").unwrap().limits);
        assert_eq!(read(&LimitSet::LINE, "5000").unwrap().limits.nodes, Some(5_000));
        assert!(
            read(&LimitSet::PROBLEM, "0MiB").is_err()
                && read(&LimitSet::PROBLEM, "memory x").is_err()
        );
    }
}
