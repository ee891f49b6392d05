//! PGN: reading and writing games with headers.
//!
//! A [`PgnGame`] has the whole content of a record: headers, moves, variations, comments, glyphs, the result. `read.rs` finds the
//! records of a file, by its headers (`header.rs`) and by what its lines open and close (`nesting.rs`); `record.rs` reads them,
//! `annotated.rs` moves with variations and comments, `main_line.rs` the moves of millions of games; `write.rs` writes. All of
//! them read the tokens of `movetext.rs`.

mod annotated;
mod header;
mod main_line;
mod nesting;
mod read;
mod record;
mod write;

use crate::chess::game::Status;
use crate::chess::game_tree::GameTree;
use crate::chess::{Game, GameResult};

pub use annotated::read_tree;
pub use header::{Header, Headers, begins_header};
pub use main_line::MainLineReading;
pub use nesting::Nesting;
pub use read::PgnReader;
pub use record::{PgnRecord, RecordReading, is_chess960};

/// A game with more text than this is no game.
const LONGEST: usize = 16 << 20;

/// The headers that every game has, in their order, and what they are when nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The headers that are derived from the game.
const DERIVED: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// A game of chess as a record keeps it.
///
/// ```
/// use quarterply_core::chess::{Game, parse_move, pgn::PgnGame};
///
/// let mut game = Game::default();
/// game.play(parse_move(game.position(), "e4")?)?;
/// let mut record = PgnGame::new(&game);
/// record.set_tag("White", "Morphy");
/// let text = record.to_string();
/// assert!(text.contains("[White \"Morphy\"]\n") && text.ends_with("\n1. e4 *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Headers in their order, without those that follow from the game itself: `Result`, `SetUp`, `FEN`, `Variant`.
    pub tags: Vec<Tag>,
    /// The start position, the moves, the variations, and what is written about them.
    pub tree: GameTree,
    /// The result in the record.
    pub result: GameResult,
}

/// A header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// `White`, `Event`, …
    pub name: String,
    /// The quoted text.
    pub value: String,
}

impl Tag {
    /// Creates a header, its name in the usual spelling.
    pub fn new(name: &str, value: impl Into<String>) -> Tag {
        Tag { name: spelled(name).to_owned(), value: value.into() }
    }

    /// Compares the name without case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The usual spelling of a header's name; an unknown name stays as it is.
pub fn spelled(name: &str) -> &str {
    let mut known = ROSTER.iter().map(|&(known, _)| known).chain(DERIVED);
    known.find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// A fault in the record of a game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PgnFault {
    /// Two results: in the headers, and behind the moves.
    #[error("{0}")]
    Results(String),
    /// The game is of another variant.
    #[error("{0}")]
    Variant(String),
    /// The file cannot be read on, or the text is not chess.
    #[error("{0}")]
    Record(String),
}

/// A game that cannot be read, and where.
#[derive(Clone, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub(crate) column: usize,
    /// The fault.
    pub fault: PgnFault,
}

impl PgnError {
    fn new(line: usize, column: usize, why: impl Into<String>) -> PgnError {
        PgnError { line, column, fault: PgnFault::Record(why.into()) }
    }
}

/// Converts ascending byte offsets of a text into lines and columns.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> LineCounter<'t> {
    fn new(text: &'t str, (line, column): (usize, usize)) -> LineCounter<'t> {
        LineCounter { text, at: 0, line, column }
    }

    fn line_and_column(&mut self, at: usize) -> (usize, usize) {
        for letter in self.text[self.at.min(at)..at].chars() {
            match letter {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        self.at = at;
        (self.line, self.column)
    }
}

impl PgnGame {
    /// Creates a record of a game, without headers.
    pub fn new(game: &Game) -> PgnGame {
        PgnGame { tree: GameTree::from(game), ..PgnGame::default() }
    }

    /// The current line of the tree.
    pub fn game(&self) -> &Game {
        self.tree.game()
    }

    /// The result: the record's, otherwise that of the rules at the end of the main line.
    pub fn result(&self) -> GameResult {
        if self.result != GameResult::Unknown {
            return self.result;
        }
        let mut tree = self.tree.clone();
        tree.goto_main_end();
        match tree.game().status() {
            Status::Over(ending) => ending.result(),
            Status::Ongoing | Status::Claimable(_) => GameResult::Unknown,
        }
    }

    /// Sets a header, or removes it if the value is empty. Names are compared without case.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.is(name)) {
            _ if value.is_empty() => self.tags.retain(|tag| !tag.is(name)),
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// The value of a header.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.is(name)).map(|tag| tag.value.as_str())
    }
}

/// Returns whether a header is derived from the game instead of being stored.
pub fn is_derived(name: &str) -> bool {
    DERIVED.contains(&spelled(name))
}

#[cfg(test)]
mod tests;
