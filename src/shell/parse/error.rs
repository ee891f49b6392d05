//! Why a line is no command: what was wrong, where in the line, and what would be right.

use std::ops::Range;

use super::unfinished::begins_movetext;
use crate::chess::epd::EpdError;
use crate::chess::fen::SetupError;
use crate::chess::movetext::{MovetextError, MovetextFault};
use crate::chess::notation::MoveError;
use crate::oracle::endgame::TableNameError;

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct ParseError {
    /// The bytes of the line to point at; empty where something is missing, `None` if it is the line as a whole.
    pub span: Option<Range<usize>>,
    /// What was wrong.
    pub fault: Fault,
}

impl ParseError {
    /// A fault at a place.
    pub fn at(span: Range<usize>, fault: Fault) -> ParseError {
        ParseError { span: Some(span), fault }
    }

    /// Whether the line was to set up a position, which is refused.
    pub fn refuses_position(&self) -> bool {
        matches!(self.fault, Fault::Setup(_) | Fault::Record(_))
    }

    /// The same, of a part of a line that begins at `start`.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> ParseError {
        self.span = self.span.map(|span| span.start + start..span.end + start);
        self
    }
}

/// What was wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The first word is no command, and the line is nothing else either.
    #[error("\"{word}\" is neither a command nor a move here{}", match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `help` lists what can be typed".to_owned(),
    })]
    Unknown {
        /// The word.
        word: String,
        /// A command that is written much alike.
        nearest: Option<&'static str>,
    },
    /// Help was asked about something that is no command.
    #[error("there is no command \"{word}\"{}", match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `help` lists them all".to_owned(),
    })]
    NoCommand {
        /// The word.
        word: String,
        /// A command that is written much alike.
        nearest: Option<&'static str>,
    },
    /// A level that is none.
    #[error(
        "\"{word}\" is not a time control; try 5 or 5+3 (minutes and seconds), 0:20+1, 40/90+30, 5s a move, d12 or 100k nodes"
    )]
    NoLevel {
        /// The word.
        word: String,
    },
    /// No number of moves.
    #[error(
        "\"{word}\" is no number of moves; it is one number or two, as in moves 40, moves 20..40, moves 60.."
    )]
    NoMoveCount {
        /// The word.
        word: String,
    },
    /// No share of a point.
    #[error(
        "\"{word}\" is no margin; it is a share of a point from 0.1 to 50 percent, as in --margin 5"
    )]
    NoMargin {
        /// The word.
        word: String,
    },
    /// A list of moves without any.
    #[error("`{word}` needs moves, as in {word} Nf3 e4")]
    NoMoves {
        /// The word before the list.
        word: String,
    },
    /// Something is missing.
    #[error("{what} is missing: {command} {arguments}")]
    Missing {
        /// What.
        what: &'static str,
        /// The command.
        command: &'static str,
        /// Its arguments.
        arguments: &'static str,
    },
    /// Something that does not belong there.
    #[error("`{command}` does not understand \"{word}\"; {}", match *arguments {
        "" => "it takes no arguments".to_owned(),
        arguments => format!("it is used so: {command} {arguments}"),
    })]
    Unexpected {
        /// The word.
        word: String,
        /// The command.
        command: &'static str,
        /// Its arguments.
        arguments: &'static str,
    },
    /// Not a number.
    #[error("{what} must be a number, got \"{word}\"")]
    NoNumber {
        /// The word.
        word: String,
        /// What it should be.
        what: &'static str,
    },
    /// Too small or too large.
    #[error("{what} must be from {low} to {high}, got {word}")]
    OutOfRange {
        /// The number.
        word: String,
        /// What it should be.
        what: &'static str,
        /// The smallest allowed.
        low: u64,
        /// The largest allowed.
        high: u64,
    },
    /// A time that is too long.
    #[error("{word} is too long: a time is at most 100 days, which is 2400h")]
    TooLong {
        /// The time.
        word: String,
    },
    /// A number without a unit, which may mean several things.
    #[error("{word} what? {word}s is seconds, d{word} is depth, {word}k is thousands of nodes")]
    NoUnit {
        /// The number.
        word: String,
    },
    /// A profile that there is not.
    #[error("there is no profile \"{word}\"; there are {known}, and all")]
    NoProfile {
        /// The word.
        word: String,
        /// Those that there are.
        known: String,
    },
    /// Time, where only nodes make the same answer everywhere.
    #[error("lines of standard input are bounded by nodes, not by time as in {word}: 5k, 100k, 5M")]
    NoClock {
        /// The word.
        word: String,
    },
    /// A file, where only standard input is read.
    #[error("\"{word}\" is read as `label - < {word}`: label takes lines of standard input")]
    NotDash {
        /// The word.
        word: String,
    },
    /// Neither a limit nor anything else that belongs to a search.
    #[error(
        "\"{word}\" is no limit of a search; limits are 250ms, 5s, 2m, d20, 100k, 5M, mate 3, inf"
    )]
    NoLimit {
        /// The word.
        word: String,
    },
    /// No limit that a position of a suite can have.
    #[error(
        "\"{word}\" is no limit for a position; limits are 250ms, 5s, 2m, 100k, 5M (nodes), 64MiB"
    )]
    NoEffort {
        /// The word.
        word: String,
    },
    /// Something is said twice.
    #[error("{what} is given twice: {first} and {second}")]
    Twice {
        /// What.
        what: &'static str,
        /// First.
        first: String,
        /// Then.
        second: String,
    },
    /// Two things that cannot both be meant.
    #[error("{first} and {second} contradict each other: give one of them")]
    Contradiction {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// No endgame table that can be made.
    #[error(transparent)]
    Table(TableNameError),
    /// Not of the form that is needed.
    #[error("\"{word}\" will not do: {right}")]
    NotSo {
        /// The word.
        word: String,
        /// What would be right.
        right: &'static str,
    },
    /// No idea that the prover could do without.
    #[error("the prover has no idea called \"{word}\"; it can do without {known}")]
    NoIdea {
        /// The word.
        word: String,
        /// Those it has.
        known: String,
    },
    /// No range of lengths of mates.
    #[error(
        "the length of the mates is a number of moves, as 4, or a range, as 2-8, from 1 to 250; got \"{word}\""
    )]
    NoRange {
        /// The word.
        word: String,
    },
    /// Not a size of memory.
    #[error("a size is a number of mebibytes, as 64, 512M or 1G, got \"{word}\"")]
    NoSize {
        /// The word.
        word: String,
    },
    /// No form that a proof can be written in.
    #[error(
        "\"{word}\" does not say how to write the proof: its name should end in .pgn, .json, .jsonl, .dot, .svg or .html"
    )]
    NoExport {
        /// The name of the file.
        word: String,
    },
    /// Bytes that are no text where a file is named.
    #[error(
        "a name of a file must be UTF-8 here; rename the file, or go into its folder and use a link"
    )]
    NoText,
    /// No file that a picture could be in.
    #[error("\"{word}\" is no name of a picture: it must end in .svg")]
    NoPicture {
        /// The name.
        word: String,
    },
    /// A move that is not legal.
    #[error(transparent)]
    Move(MoveError),
    /// Moves of which one is wrong.
    #[error("{}{}", .0, if .0.moves > 1 { "; nothing was played" } else { "" })]
    Movetext(MovetextError),
    /// A game with headers of which nothing can be played.
    #[error("the game cannot be read: {0}")]
    Game(String),
    /// A FEN that cannot be read or played from.
    #[error("{0}")]
    Setup(SetupError),
    /// An EPD record that cannot be read.
    #[error(transparent)]
    Record(EpdError),
    /// Not a glyph.
    #[error(
        "\"{word}\" is no glyph; glyphs are !, ?, !!, ??, !?, ?!, +-, = and their like, and $0 to $255"
    )]
    NoGlyph {
        /// The word.
        word: String,
    },
    /// Not a result.
    #[error("\"{word}\" is no result; results are 1-0, 0-1, 1/2-1/2 and *")]
    NoResult {
        /// The word.
        word: String,
    },
    /// An assertion about something unknown.
    #[error(
        "\"{word}\" cannot be asserted; best, mate, score, depth, nodes, fen, turn, legal and standing can"
    )]
    NoSubject {
        /// The word.
        word: String,
    },
    /// An assertion that compares in an unknown way.
    #[error("\"{word}\" compares nothing; ==, !=, <, <=, >, >= and in do")]
    NoRelation {
        /// The word.
        word: String,
    },
}

impl Fault {
    /// Whether the very first word, which is this, has not even the form of a move.
    pub fn is_no_move(&self, first: &str) -> bool {
        match self {
            Fault::Movetext(error) => match &error.fault {
                MovetextFault::Move(MoveError::NotAMove(_)) => error.index <= 1,
                MovetextFault::Move(_) | MovetextFault::PassInCheck(_) => false,
                _ => error.moves == 0 && !begins_movetext(first),
            },
            _ => false,
        }
    }
}
