//! Reading PGN: one record after the other from files of any size.
//!
//! The end of a game is found from its lines alone, so skipped games are not parsed. A bad game is reported with line and column,
//! keeps the moves before the fault, and does not affect the next one: a header after an empty line begins a game even inside an
//! unclosed comment.

use std::collections::HashSet;
use std::io::{self, BufRead};

use super::annotated::{TreeReading, is_no_move, read_record};
use super::header::{
    any_header, doubt_of_result, glued_header, header, header_name, loose_header, told_result,
};
use super::{LONGEST, LineCounter, PgnError, PgnFault, PgnGame, Tag, is_derived};
use crate::chess::game_tree::GameTree;
use crate::chess::lines::Lines;
use crate::chess::movetext::{self, MovetextError, Token};
use crate::chess::{GameResult, Position, Setup, SetupError, notation};

/// The games of a file, one after the other.
pub struct PgnReader<R> {
    lines: Lines<R>,
    line: String,
    /// The number of that line, if it is the first of the next game, read too far.
    ahead: Option<usize>,
    /// The headers of the next game that were read before that line.
    begun: PgnRecord,
    /// A game ends with the line of its result, even if a comment follows.
    is_prompt: bool,
    failed: bool,
}

/// A game's text: headers as they are, and moves that have not been read.
#[derive(Clone, Debug, Default)]
pub struct PgnRecord {
    /// Headers with their line numbers.
    headers: Vec<(Tag, usize)>,
    movetext_line: usize,
    /// All between the headers and the end, with line ends as in the file.
    pub(super) movetext: String,
    /// There is too much text, or a game in one line has a comment without an end.
    pub(super) fault: Option<PgnError>,
    /// Invalid headers, and headers in a non-standard form.
    pub(super) doubts: Vec<PgnError>,
}

/// A game as far as it could be read.
#[derive(Debug)]
pub struct RecordReading {
    /// The valid part of the record.
    pub game: PgnGame,
    /// Why it ends before its record does, if it does.
    pub fault: Option<PgnError>,
    /// Oddities that did not prevent reading on.
    pub doubts: Vec<PgnError>,
}

/// Nesting within movetext: inside braces, and the depth of parentheses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting {
    comment: bool,
    variations: usize,
    /// The last token was a move number.
    numbered: bool,
}

/// The kind of a line that is not a header and comes before the first move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// It has a move or a result.
    Moves,
    /// It has comments, or move numbers without moves.
    Remark,
    /// It has other words.
    Prose,
}

impl Nesting {
    /// Returns whether a brace or parenthesis is open.
    pub fn is_open(self) -> bool {
        self.comment || self.variations > 0
    }

    /// Classifies a line before the first move. Prose contains moves and results too, so the first move has to begin its line
    /// or have a number. `--`, and digits that may be a year or a rating, need a number, or a line of nothing but moves.
    fn opening(&mut self, line: &str) -> Opening {
        let line = match self.comment {
            true => line.split_once('}').map_or("", |(_, behind)| behind),
            false => line,
        };
        let mut opening = Opening::Remark;
        // This is the first word of the line, or numbered like it.
        let mut leads = true;
        let are_moves = || {
            let tokens: Vec<_> = movetext::tokens(line).flatten().map(|(token, _)| token).collect();
            let is_move = |token: &Token<'_>| match token {
                Token::Move(text) => notation::is_move_shaped(text),
                token => matches!(token, Token::Result(_)),
            };
            tokens.len() > 1 && tokens.iter().all(is_move)
        };
        for (token, _) in movetext::tokens(line).flatten() {
            let begins = match token {
                Token::Number(..) => {
                    self.numbered = true;
                    continue;
                }
                Token::Result(_) => opening == Opening::Remark,
                Token::Move(text) => {
                    let is_figures = text.bytes().all(|letter| letter.is_ascii_digit());
                    self.numbered && !is_no_move(text)
                        || leads && notation::is_move_shaped(text) && (!is_figures || are_moves())
                }
                Token::Pass => self.numbered,
                _ => continue,
            };
            if begins {
                return Opening::Moves;
            }
            leads &= self.numbered;
            (opening, self.numbered) = (Opening::Prose, false);
        }
        self.numbered &= opening == Opening::Remark;
        opening
    }

    /// Returns whether a line after the result is a comment or continues one.
    fn continues_remark(mut self, line: &str) -> bool {
        let begins = self.comment || line.trim_start().starts_with(['{', ';']);
        begins && self.opening(line) == Opening::Remark
    }

    /// Follows the nesting through a line; returns whether nothing is open at its end.
    pub fn follow(&mut self, line: &str) -> bool {
        // Most lines open and close nothing, which is quicker to see than where they would.
        let opens_or_closes =
            |seen, letter| seen | matches!(letter, b'{' | b'}' | b'(' | b')' | b';');
        if !line.bytes().fold(false, opens_or_closes) {
            return !self.is_open();
        }
        for letter in line.bytes() {
            match letter {
                b'}' => self.comment = false,
                _ if self.comment => {}
                b'{' => self.comment = true,
                b';' => return false,
                b'(' => self.variations += 1,
                b')' => self.variations = self.variations.saturating_sub(1),
                _ => {}
            }
        }
        !self.comment && self.variations == 0
    }
}

impl<R: BufRead> PgnReader<R> {
    /// Reads games line by line.
    ///
    /// ```
    /// use quarterply_core::chess::pgn::PgnReader;
    ///
    /// let file = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 *\n";
    /// let mut games = PgnReader::new(file.as_bytes());
    /// let record = games.record().unwrap().unwrap();
    /// assert_eq!((record.tag("White"), record.read().game.tree.moves()), (Some("Morphy"), 4));
    /// assert!(games.record().unwrap().is_none());
    /// ```
    pub fn new(reader: R) -> PgnReader<R> {
        let lines = Lines::new(reader);
        let (line, begun) = (String::new(), PgnRecord::default());
        PgnReader { lines, line, ahead: None, begun, is_prompt: false, failed: false }
    }

    /// Returns each game as soon as its result is read: a program at the other end of a pipe may be waiting for the answer.
    pub fn promptly(self) -> PgnReader<R> {
        PgnReader { is_prompt: true, ..self }
    }

    /// Passes over the next game without reading its moves; `false` at the end of the file.
    pub fn pass_over(&mut self) -> io::Result<bool> {
        Ok(self.collect(false)?.is_some())
    }

    /// The next game's headers, and its text; `None` at the end of the file.
    pub fn record(&mut self) -> io::Result<Option<PgnRecord>> {
        self.collect(true)
    }

    fn collect(&mut self, keep: bool) -> io::Result<Option<PgnRecord>> {
        let mut record = std::mem::take(&mut self.begun);
        let mut nesting = Nesting::default();
        let (mut begun, mut in_moves, mut after_blank) = (!record.headers.is_empty(), false, true);
        // The number of headers before the last empty line among them, and their names.
        let (mut block, mut known) = (0, HashSet::new());
        // An empty line or other text has come since the last header; the result has been read.
        let (mut after_headers, mut ended) = (false, false);
        // Line ends in the movetext so far.
        let mut ends = 0;
        loop {
            let next = match self.ahead.take() {
                Some(number) => Some(number),
                None => self.lines.read(&mut self.line)?,
            };
            let Some(number) = next else { return Ok(begun.then_some(record)) };
            let line = &self.line;
            if ended && !nesting.continues_remark(line) {
                self.ahead = Some(number);
                return Ok(Some(record));
            }
            let blank = line.trim().is_empty();
            // Inside a comment, a `%` at the start of a line is text that was wrapped there.
            if line.starts_with('%') && !nesting.comment || blank && !in_moves {
                after_blank |= blank;
                after_headers |= blank;
                continue;
            }
            let text = line.trim_start();
            let is_header = text.starts_with('[')
                && match (in_moves, nesting.comment) {
                    (_, true) => after_blank && header(text).is_some(),
                    (true, false) => {
                        header(text).is_some() || after_blank && loose_header(text).is_some()
                    }
                    (false, false) => true,
                };
            if is_header {
                if after_headers {
                    known.extend(record.headers[block..].iter().map(|(tag, _)| lower(tag)));
                    block = record.headers.len();
                }
                let is_known = |(tag, _): (Tag, _)| known.contains(&lower(&tag));
                if in_moves || block > 0 && any_header(text).is_some_and(is_known) {
                    if !in_moves {
                        self.begun = record.split_off(block);
                    }
                    self.ahead = Some(number);
                    return Ok(Some(record));
                }
                (begun, after_headers) = (true, false);
                let behind = record.headers(line, number).len();
                if behind == 0 {
                    continue;
                }
                // Moves on the same line as a header, as in a game on one line.
                let before = self.line.len() - behind;
                let columns = self.line[..before].chars().count();
                self.line.replace_range(..before, &" ".repeat(columns));
            }
            if in_moves && after_blank && !nesting.is_open() && movetext::begins_game(&self.line) {
                self.ahead = Some(number);
                return Ok(Some(record));
            }
            // The next game may begin right behind the result: `1-0[Event "b"]`.
            let glued = glued_header(&self.line, nesting.comment);
            let next_game = glued.map(|at| self.line.split_off(at));
            let line = &self.line;
            after_blank = blank;
            after_headers |= !is_header;
            if record.movetext.is_empty() {
                record.movetext_line = number;
            }
            // Remarks before or between headers do not start a game; `[Diagram 1]` within one is no part of it.
            let text = line.trim();
            let opening = match in_moves {
                true if !nesting.comment && text.starts_with('[') && text.ends_with(']') => {
                    Opening::Prose
                }
                true => Opening::Moves,
                false => nesting.opening(line),
            };
            in_moves |= opening == Opening::Moves;
            begun |= in_moves;
            if opening == Opening::Prose {
                let why = "neither a header nor moves, and passed over";
                record.doubts.push(PgnError::new(number, 1, why));
                if let Some(next_game) = next_game {
                    (self.line, self.ahead) = (next_game, Some(number));
                }
                continue;
            }
            if keep && record.fault.is_none() {
                record.take_line(line, number, &mut ends);
            }
            if let Some(next_game) = next_game {
                (self.line, self.ahead) = (next_game, Some(number));
                return Ok(Some(record));
            }
            let outside = nesting.follow(line);
            ended |= outside && movetext::last_result(line).is_some();
            if ended && self.is_prompt {
                return Ok(Some(record));
            }
        }
    }
}

impl PgnRecord {
    /// Creates the record of a game whose line ends were replaced by spaces: headers and moves are in one line, with this number.
    /// A semicolon comment has no end there and is a fault.
    ///
    /// ```
    /// use quarterply_core::chess::pgn::PgnRecord;
    ///
    /// let record = PgnRecord::of_line("[White \"Morphy\"] [Round \"1\"] 1. e4 e5 2. Nf3 d6 *", 7);
    /// assert_eq!((record.tag("Round"), record.read().game.tree.moves()), (Some("1"), 4));
    /// let broken = PgnRecord::of_line("[White \"Morphy\"] 1. e4 e5 2. Kf3", 7).read().fault.unwrap();
    /// assert!(broken.to_string().starts_with("line 7, column 30: "));
    /// ```
    pub fn of_line(text: &str, number: usize) -> PgnRecord {
        let mut record = PgnRecord { movetext_line: number, ..PgnRecord::default() };
        let rest = record.headers(text, number);
        // Keep the width of the headers, so that columns are those of the line.
        let before = text[..text.len() - rest.len()].chars().count();
        if let Some(at) = open_comment(rest) {
            let column = before + rest[..at].chars().count() + 1;
            let why = "a comment behind \";\" has no end where a game stands in one line; braces end it: {…}";
            record.fault.get_or_insert_with(|| PgnError::new(number, column, why));
        }
        record.movetext = " ".repeat(before) + rest;
        record
    }

    /// All headers, name and value, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(tag, _)| (tag.name.as_str(), tag.value.as_str()))
    }

    /// Returns whether there is text after the headers.
    pub fn has_movetext(&self) -> bool {
        !self.movetext.trim().is_empty()
    }

    /// The line that it begins in.
    pub fn line(&self) -> usize {
        self.headers.first().map_or(self.movetext_line, |(_, line)| *line)
    }

    /// Returns whether the record has, or seems to have, more than the main line.
    pub fn has_variations(&self) -> bool {
        self.movetext.contains('(')
    }

    /// The value of a header.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.header(name).map(|(value, _)| value)
    }

    /// The result: behind the moves, or else in the headers.
    pub(crate) fn result(&self) -> GameResult {
        self.result_behind().or_else(|| self.told_result()).unwrap_or_default()
    }

    /// The result in the headers.
    pub(super) fn told_result(&self) -> Option<GameResult> {
        told_result(self.tag("Result")?)
    }

    /// The result after the moves, even if comments follow it.
    fn result_behind(&self) -> Option<GameResult> {
        let mut text = self.movetext.trim_end();
        loop {
            if let Some(result) = movetext::last_result(text) {
                return Some(result);
            }
            let comment = match text.ends_with('}') {
                true => text.rfind('{')?,
                false => {
                    let line = text.rfind('\n').map_or(0, |at| at + 1);
                    line + text[line..].find(';')?
                }
            };
            text = text[..comment].trim_end();
        }
    }

    /// The result, unless the headers and the movetext disagree.
    pub(super) fn undisputed_result(&self) -> Option<GameResult> {
        let result = self.result();
        self.told_result().is_none_or(|tag| tag == result).then_some(result)
    }

    /// The game, as far as it can be read.
    pub fn read(&self) -> RecordReading {
        let result = self.told_result().unwrap_or_default();
        let ((start, odd), no_start) = match self.start_position() {
            Ok(found) => (found, None),
            Err(fault) => ((Position::start(), Vec::new()), Some(fault)),
        };
        let mut doubts = [&self.doubts[..], &odd].concat();
        let fault = self.fault.clone().or(no_start);
        // The variant follows from the start only where that is none of standard chess.
        let is_kept = |name: &str| !is_derived(name) || name == "Variant" && !start.is_chess960();
        let tags = self.headers.iter().map(|(tag, _)| tag.clone());
        let tags = tags.filter(|tag| is_kept(&tag.name)).collect();
        let mut game = PgnGame { tags, tree: GameTree::new(start), result };
        // Moves from another position would be no game.
        if fault.is_some() {
            return RecordReading { game, fault, doubts };
        }
        let TreeReading { result, fault, doubts: mut beside, .. } =
            read_record(&mut game.tree, &self.movetext);
        let mut place = LineCounter::new(&self.movetext, self.movetext_line);
        let mut placed = |error: MovetextError| {
            let (line, column) = place.line_and_column(error.span.start);
            PgnError::new(line, column, error.to_string())
        };
        beside.sort_by_key(|error| error.span.start);
        doubts.extend(beside.into_iter().map(&mut placed));
        if let Some(behind) = result {
            game.result = behind;
            if let Some(tag) = self.told_result()
                && let Some((_, line)) = self.header("Result")
                && tag != behind
            {
                let fault = PgnFault::Results(tag, behind);
                doubts.push(PgnError { line, column: 1, fault });
            }
        }
        RecordReading { game, fault: fault.map(placed), doubts }
    }

    fn header(&self, name: &str) -> Option<(&str, usize)> {
        let found = self.headers.iter().find(|(tag, _)| tag.is(name));
        found.map(|(tag, line)| (tag.value.as_str(), *line))
    }

    /// Adds a line to the movetext, which has `ends` line ends so far.
    fn take_line(&mut self, line: &str, number: usize, ends: &mut usize) {
        if self.movetext.len() + line.len() > LONGEST {
            let why = format!("the game has more than {} MiB of text", LONGEST >> 20);
            self.fault = Some(PgnError::new(number, 1, why));
            return;
        }
        // Keep the line numbers of skipped lines.
        let missing = number - self.movetext_line - *ends;
        self.movetext.extend(std::iter::repeat_n('\n', missing));
        *ends += missing;
        self.movetext.push_str(line);
    }

    /// Splits off the headers from this index on, with their doubts.
    fn split_off(&mut self, first: usize) -> PgnRecord {
        let headers = self.headers.split_off(first);
        let Some(&(_, line)) = headers.first() else { return PgnRecord::default() };
        let doubts = self.doubts.split_off(self.doubts.partition_point(|doubt| doubt.line < line));
        PgnRecord { headers, doubts, ..PgnRecord::default() }
    }

    /// Reads the headers of a line, usually one, and returns the rest of the line. A malformed header is skipped and reported;
    /// a value in other quotation marks, or in none, is accepted.
    fn headers<'t>(&mut self, line: &'t str, number: usize) -> &'t str {
        let mut place = LineCounter::new(line, number);
        let mut rest = line.trim_start();
        // An unclosed value: no later header on the line is closed either.
        let mut endless = false;
        while rest.starts_with('[') {
            let at = line.len() - rest.len();
            let found = if endless { None } else { header(rest) };
            let (doubt, tag, behind) = match found {
                Some((tag, behind)) => {
                    let doubt = if tag.is("Result") { doubt_of_result(&tag.value) } else { None };
                    (doubt, Some(tag), behind)
                }
                None => {
                    endless |= header_name(rest).is_some();
                    let end = rest.find(']').map_or(rest.len(), |at| at + 1);
                    let (text, behind) = rest.split_at(end);
                    let tag = loose_header(text);
                    let doubt = match &tag {
                        Some(Tag { name, value }) => {
                            format!("read as [{name} \"{value}\"], which it is not quite")
                        }
                        None => {
                            "no header, and passed over; headers look like [White \"Morphy, Paul\"]"
                                .to_owned()
                        }
                    };
                    (Some(doubt), tag, behind)
                }
            };
            self.headers.extend(tag.map(|tag| (tag, number)));
            self.doubts
                .extend(doubt.map(|why| PgnError::new(number, place.line_and_column(at).1, why)));
            rest = behind.trim_start();
        }
        rest
    }

    /// The start position, and warnings about it.
    pub(super) fn start_position(&self) -> Result<(Position, Vec<PgnError>), PgnError> {
        let variant = self.header("Variant");
        let chess960 = variant.is_some_and(|(variant, _)| is_chess960(variant));
        if let Some((variant, line)) = variant
            && !is_chess(variant)
        {
            let why = format!("the variant \"{variant}\" is not chess as it is played here");
            return Err(PgnError::new(line, 1, why));
        }
        let fen = self.header("FEN");
        let Some((fen, line)) = fen.filter(|(fen, _)| !matches!(fen.trim(), "" | "?" | "startpos"))
        else {
            return Ok((Position::start(), Vec::new()));
        };
        let refused = |error| PgnError::new(line, 1, format!("the start position: {error}"));
        let setup = Setup::parse(fen).map_err(|error| refused(SetupError::from(error)))?;
        let setup = Setup { chess960, ..setup };
        let start = Position::try_from(&setup).map_err(|error| refused(error.into()))?;
        let odd = setup.leftovers().into_iter().map(|why| PgnError::new(line, 1, why));
        Ok((start, odd.collect()))
    }
}

/// A header's name in lower case, for comparison.
fn lower(tag: &Tag) -> String {
    tag.name.to_ascii_lowercase()
}

fn plain(variant: &str) -> String {
    let letters = variant.chars().filter(|c| c.is_ascii_alphanumeric());
    letters.collect::<String>().to_ascii_lowercase()
}

/// Returns whether a variant is Chess960, under any of its usual names.
pub fn is_chess960(variant: &str) -> bool {
    let known = ["chess960", "fischerandom", "fischerrandom", "wildfr", "freestyle", "dfrc"];
    known.contains(&&*plain(variant))
}

pub(super) fn is_chess(variant: &str) -> bool {
    let known = [
        "",
        "standard",
        "normal",
        "chess",
        "fromposition",
        "normalchess",
        "standardchess",
        "bullet",
        "blitz",
        "rapid",
        "classical",
        "correspondence",
    ];
    known.contains(&&*plain(variant)) || is_chess960(variant)
}

impl RecordReading {
    /// The game, if all of its main line could be read.
    pub(crate) fn whole(self) -> Result<PgnGame, PgnError> {
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.game),
        }
    }
}

/// Games whose main line can be read, and the faults of the others.
impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.record() {
            Ok(record) => record.map(|record| record.read().whole()),
            Err(error) => {
                self.failed = true;
                Some(Err(PgnError::new(self.lines.count() + 1, 1, error.to_string())))
            }
        }
    }
}

/// Position of the first comment in a movetext that extends to the end of the line.
fn open_comment(movetext: &str) -> Option<usize> {
    let mut in_braces = false;
    movetext.bytes().position(|letter| {
        match letter {
            b'{' => in_braces = true,
            b'}' => in_braces = false,
            _ => {}
        }
        letter == b';' && !in_braces
    })
}
