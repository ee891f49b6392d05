//! PGN: games with headers, in and out.
//!
//! Reading goes line by line through files of any size; a bad game is told with its line and column, and reading goes on
//! with the next. Comments and variations are passed over. What stands between the headers is `movetext.rs`'s.

use std::fmt;
use std::io::{self, BufRead};

use super::fen::SetupError;
use super::game::{Game, GameResult, Status, Step};
use super::lines::Lines;
use super::movetext::{self, MovetextError};
use super::notation::{self, san};
use super::position::Position;

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

/// Output lines are no longer than this.
const COLUMNS: usize = 80;

/// A game with more text than this is no game.
const LONGEST: usize = 16 << 20;

/// A game of chess as a record keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Headers in their order, without those that follow from the game itself: `Result`, `SetUp`, `FEN`, `Variant`.
    pub tags: Vec<Tag>,
    /// The start position and the moves.
    pub game: Game,
    /// How it ended.
    pub result: GameResult,
}

/// A header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// `White`, `Event`, …
    pub name: String,
    /// What stands between the quotation marks.
    pub value: String,
}

/// What is wrong with a game's record.
#[derive(Debug, thiserror::Error)]
pub enum PgnFault {
    /// The file cannot be read on.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A header that is not of the form `[Name "value"]`.
    #[error("not a header; headers look like [White \"Morphy, Paul\"]")]
    Header,
    /// Rules other than those of chess and Chess960.
    #[error("the variant \"{0}\" is not chess as it is played here")]
    Variant(String),
    /// The start position.
    #[error("the start position: {0}")]
    Start(#[from] SetupError),
    /// The moves.
    #[error(transparent)]
    Movetext(#[from] MovetextError),
    /// A game without end.
    #[error("the game has more than {} MiB of text", LONGEST >> 20)]
    Long,
}

/// A game that cannot be read, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

impl PgnGame {
    /// A record of a game, without headers of its own. The result is the one that the rules give.
    pub fn new(game: Game) -> PgnGame {
        let result = match game.status() {
            Status::Over(ending) => ending.result(),
            Status::Ongoing | Status::Claimable(_) => GameResult::Unknown,
        };
        PgnGame { tags: Vec::new(), game, result }
    }

    /// The value of a header.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }
}

/// Whether a header follows from the game and is not kept beside it.
fn is_derived(name: &str) -> bool {
    matches!(name, "Result" | "SetUp" | "FEN" | "Variant")
}

/// The games of a file, one after the other.
pub struct PgnReader<R> {
    lines: Lines<R>,
    /// The first line of the next game, read too far.
    ahead: Option<(usize, String)>,
    failed: bool,
}

/// A game's text while it is being collected.
#[derive(Default)]
struct Record {
    /// Headers with the lines they stand in.
    tags: Vec<(Tag, usize)>,
    /// The line that the movetext begins in.
    first_line: usize,
    movetext: String,
    nesting: Nesting,
    /// The first fault of the headers.
    fault: Option<PgnError>,
}

/// Where in a movetext one is: inside braces, inside so many parentheses.
#[derive(Default)]
struct Nesting {
    comment: bool,
    variations: usize,
}

impl Nesting {
    /// Goes through a line, and says whether it ends outside of everything.
    fn follow(&mut self, line: &str) -> bool {
        for letter in line.chars() {
            match letter {
                '}' => self.comment = false,
                _ if self.comment => {}
                '{' => self.comment = true,
                ';' => return false,
                '(' => self.variations += 1,
                ')' => self.variations = self.variations.saturating_sub(1),
                _ => {}
            }
        }
        !self.comment && self.variations == 0
    }
}

impl<R: BufRead> PgnReader<R> {
    /// Reads games line by line.
    pub fn new(reader: R) -> PgnReader<R> {
        PgnReader { lines: Lines::new(reader), ahead: None, failed: false }
    }

    /// Passes over the next game without reading its moves; `false` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read on.
    pub fn pass_over(&mut self) -> io::Result<bool> {
        Ok(self.record()?.is_some())
    }

    /// The lines of the next game; `None` at the end of the file.
    fn record(&mut self) -> io::Result<Option<Record>> {
        let mut record = Record::default();
        let mut begun = false;
        loop {
            let next = match self.ahead.take() {
                Some(line) => Some(line),
                None => self.lines.next()?,
            };
            let Some((number, line)) = next else { return Ok(begun.then_some(record)) };
            let blank = line.trim().is_empty();
            if line.starts_with('%') || blank && record.movetext.is_empty() {
                continue;
            }
            if line.trim_start().starts_with('[') && !record.nesting.comment {
                if !record.movetext.is_empty() {
                    self.ahead = Some((number, line));
                    return Ok(Some(record));
                }
                begun = true;
                record.headers(&line, number);
                continue;
            }
            begun = true;
            if record.movetext.is_empty() {
                record.first_line = number;
            } else {
                // Lines that were left out leave their numbers behind.
                let lines = record.movetext.matches('\n').count();
                let missing = (number - record.first_line).saturating_sub(lines);
                record.movetext.extend(std::iter::repeat_n('\n', missing));
            }
            if record.movetext.len() + line.len() > LONGEST {
                let fault = PgnFault::Long;
                record.fault = Some(PgnError { line: number, column: 1, fault });
                return Ok(Some(record));
            }
            record.movetext.push_str(&line);
            let outside = record.nesting.follow(&line);
            let last = line.split_whitespace().next_back().unwrap_or_default();
            if outside && GameResult::from_text(last).is_some() {
                return Ok(Some(record));
            }
        }
    }
}

impl Record {
    /// Reads a line of headers: usually one.
    fn headers(&mut self, line: &str, number: usize) {
        let mut rest = line.trim_start();
        while !rest.is_empty() && self.fault.is_none() {
            match header(rest) {
                Some((tag, behind)) => {
                    self.tags.push((tag, number));
                    rest = behind.trim_start();
                }
                None => {
                    let column = line[..line.len() - rest.len()].chars().count() + 1;
                    let fault = PgnFault::Header;
                    self.fault = Some(PgnError { line: number, column, fault });
                }
            }
        }
    }

    fn tag(&self, name: &str) -> Option<(&str, usize)> {
        let found = self.tags.iter().find(|(tag, _)| tag.name.eq_ignore_ascii_case(name));
        found.map(|(tag, line)| (tag.value.as_str(), *line))
    }

    fn start(&self) -> Result<Position, PgnError> {
        if let Some((variant, line)) = self.tag("Variant") {
            let plain: String = variant.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
            let known = [
                "",
                "standard",
                "normal",
                "chess",
                "fromposition",
                "chess960",
                "fischerandom",
                "fischerrandom",
            ];
            if !known.contains(&plain.to_ascii_lowercase().as_str()) {
                let fault = PgnFault::Variant(variant.to_owned());
                return Err(PgnError { line, column: 1, fault });
            }
        }
        match self.tag("FEN") {
            Some((fen, line)) => Position::from_fen(fen).map_err(|error| PgnError {
                line,
                column: 1,
                fault: error.into(),
            }),
            None => Ok(Position::start()),
        }
    }

    /// The game that the lines tell of.
    fn game(mut self) -> Result<PgnGame, PgnError> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let mut game = Game::new(self.start()?);
        let played = movetext::play(&mut game, &self.movetext).map_err(|error| {
            let before = &self.movetext[..error.span.start];
            let line = self.first_line + before.matches('\n').count();
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            PgnError { line, column, fault: error.into() }
        })?;
        let told = self.tag("Result").and_then(|(value, _)| GameResult::from_text(value));
        let result = played.result.or(told).unwrap_or_default();
        let tags = self.tags.into_iter().map(|(tag, _)| tag);
        let tags = tags.filter(|tag| !is_derived(&tag.name)).collect();
        Ok(PgnGame { tags, game, result })
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.record() {
            Ok(record) => record.map(Record::game),
            Err(error) => {
                self.failed = true;
                let (line, fault) = (self.lines.count() + 1, PgnFault::Io(error));
                Some(Err(PgnError { line, column: 1, fault }))
            }
        }
    }
}

/// Reads `[Name "value"]` off the beginning of a text. In values `\"` is a quotation mark and `\\` a backslash.
fn header(text: &str) -> Option<(Tag, &str)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name_length = inside.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, rest) = inside.split_at(name_length);
    let mut letters = rest.trim_start().strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => value.push(letters.next()?),
            letter => value.push(letter),
        }
    }
    let behind = letters.as_str().trim_start().strip_prefix(']')?;
    (!name.is_empty()).then(|| (Tag { name: name.to_owned(), value }, behind))
}

/// The record as a file has it: the seven headers of the roster, the others, and the moves in lines of 80 columns.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.to_string();
        for (name, unknown) in ROSTER {
            let value = if name == "Result" { &result } else { self.tag(name).unwrap_or(unknown) };
            write_header(f, name, value)?;
        }
        let start = self.game.start();
        if start.is_chess960() {
            write_header(f, "Variant", "Chess960")?;
        }
        if *start != Position::start() {
            write_header(f, "SetUp", "1")?;
            write_header(f, "FEN", &start.to_fen())?;
        }
        for Tag { name, value } in &self.tags {
            if !is_derived(name) && ROSTER.iter().all(|(known, _)| known != name) {
                write_header(f, name, value)?;
            }
        }
        f.write_str("\n")?;
        let mut column = 0;
        for word in movetext_words(&self.game).into_iter().chain([result]) {
            let gap = if column == 0 {
                ""
            } else if column + 1 + word.len() > COLUMNS {
                column = 0;
                "\n"
            } else {
                column += 1;
                " "
            };
            write!(f, "{gap}{word}")?;
            column += word.len();
        }
        f.write_str("\n")
    }
}

fn write_header(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The moves of a game up to where it stands, with their numbers: `1.`, `e4`, `e5`, …
fn movetext_words(game: &Game) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, (position, step)) in game.steps().enumerate() {
        match position.turn() {
            super::Color::White => words.push(format!("{}.", position.fullmoves())),
            super::Color::Black if nth == 0 => words.push(format!("{}...", position.fullmoves())),
            super::Color::Black => {}
        }
        words.push(match step {
            Step::Move(mv) => san(&position, mv),
            Step::Pass => notation::PASS.to_owned(),
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERA: &str = "\u{FEFF}% a file of one game\r\n[Event \"A Night at the \\\"Opera\\\"\"]\r\n[White \"Morphy\"] [Result \"1-0\"]\r\n\r\n\
        1. e4 e5 2. Nf3 d6 3. d4 {This is a weak\n[% move] already. } Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7\n\
        8. Nc3 (8. Qxb7 Qb4+) 8... c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8\n\
        13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

    fn games(text: &str) -> Vec<Result<PgnGame, String>> {
        let reader = PgnReader::new(text.as_bytes());
        reader.map(|game| game.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn a_game_is_read_and_written() {
        let [Ok(record)] = &games(OPERA)[..] else { panic!("one game") };
        assert_eq!((record.game.ply(), record.result), (33, GameResult::WhiteWins));
        assert!(record.game.position().is_checkmate());
        assert_eq!(record.tag("Event"), Some("A Night at the \"Opera\""));
        let written = record.to_string();
        assert!(written.starts_with(
            "[Event \"A Night at the \\\"Opera\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
        ));
        assert!(written.lines().all(|line| line.len() <= COLUMNS), "{written}");
        assert!(written.ends_with("17. Rd8# 1-0\n") || written.ends_with("1-0\n"), "{written}");
        assert_eq!(games(&written), [Ok(record.clone())].map(|game| game.map(roster)));
    }

    /// The record as it comes back: with all headers of the roster.
    fn roster(mut record: PgnGame) -> PgnGame {
        let kept = ROSTER.iter().filter(|(name, _)| !is_derived(name)).map(|&(name, unknown)| {
            Tag { name: name.to_owned(), value: record.tag(name).unwrap_or(unknown).to_owned() }
        });
        record.tags = kept.collect();
        record
    }

    #[test]
    fn a_file_holds_many_games_with_or_without_headers() {
        let file = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n[Black \"C\"]\n1. d4\n\n[White \"D\"]\n\n*\n1. c4 1/2-1/2\n1. Nf3 d5\n0-1\n";
        let games: Vec<PgnGame> =
            games(file).into_iter().map(|game| game.expect("legal")).collect();
        let told: Vec<_> = games.iter().map(|g| (g.tag("White"), g.game.ply(), g.result)).collect();
        assert_eq!(
            told,
            [
                (Some("A"), 2, GameResult::Unknown),
                (Some("B"), 1, GameResult::Unknown),
                (Some("D"), 0, GameResult::Unknown),
                (None, 1, GameResult::Draw),
                (None, 2, GameResult::BlackWins),
            ]
        );
    }

    #[test]
    fn other_starts_and_passes_survive() {
        let mut game = Game::new(Position::chess960(0).expect("below 960"));
        movetext::play(&mut game, "f4 -- g3 b6").expect("legal");
        let record = PgnGame::new(game);
        let written = record.to_string();
        assert!(
            written.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"),
            "{written}"
        );
        assert!(written.contains("\n1. f4 -- 2. g3 b6 *\n"), "{written}");
        assert_eq!(games(&written), [Ok(roster(record))]);
        let mut game =
            Game::new(Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 3 40").expect("playable"));
        movetext::play(&mut game, "Kd7 O-O").expect("legal");
        assert!(PgnGame::new(game).to_string().contains("\n40... Kd7 41. O-O *\n"));
    }

    #[test]
    fn a_bad_game_is_told_and_reading_goes_on() {
        let file = "[White \"A\"]\n\n1. e4 e5\n% left out\n2. Ke3 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[FEN \"8/8 w\"]\n\n*\n[White \"oops]\n\n*\n[White \"E\"]\n\n1. e4 *";
        let games = games(file);
        let errors: Vec<&str> =
            games.iter().filter_map(|game| game.as_ref().err()).map(String::as_str).collect();
        assert_eq!(
            errors,
            [
                "line 5, column 4: move 3 of 3: no white king can reach e3; king moves here: Ke2",
                "line 7, column 1: the variant \"Atomic\" is not chess as it is played here",
                "line 11, column 1: the start position: FEN field 1 (placement) has 2 ranks, and needs 8, separated by \"/\"",
                "line 14, column 1: not a header; headers look like [White \"Morphy, Paul\"]",
            ]
        );
        assert_eq!(
            games.last().and_then(|game| game.as_ref().ok()).and_then(|game| game.tag("White")),
            Some("E")
        );
    }
}
