//! The record of a game: its headers, and its moves as text, read when they are asked for.

use std::ops::Range;

use super::annotated::{TreeReading, read_record};
use super::header::{Header, Headers, says_nothing, told_result};
use super::{LONGEST, LineCounter, PgnError, PgnFault, PgnGame, Tag, is_derived};
use crate::chess::game_tree::GameTree;
use crate::chess::movetext::{self, MovetextError, Token};
use crate::chess::{GameResult, Position, Setup, SetupError};

/// More headers than any game has: each of them is compared with all before it.
pub(super) const COMPARED: usize = 64;

/// A game's text: headers as they are, and moves that have not been read.
#[derive(Clone, Debug, Default)]
pub struct PgnRecord {
    /// Headers with their line numbers, and whether they have the form of the standard.
    pub(super) headers: Vec<(Tag, usize, bool)>,
    /// Line and column of the beginning of the movetext.
    pub(super) movetext_line: usize,
    pub(super) movetext_column: usize,
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
        let rest = record.headers(text, (number, 1));
        record.movetext_column = 1 + text[..text.len() - rest.len()].chars().count();
        let is_open = |(token, span): &(Token<'_>, Range<usize>)| {
            matches!(token, Token::Comment(_)) && rest[span.start..].starts_with(';')
        };
        if let Some((_, span)) = movetext::tokens(rest).find(is_open) {
            let column = record.movetext_column + rest[..span.start].chars().count();
            let why = "a comment behind \";\" has no end where a game stands in one line; braces end it: {…}";
            record.fault.get_or_insert_with(|| PgnError::new(number, column, why));
        }
        rest.clone_into(&mut record.movetext);
        record
    }

    /// All headers, name and value, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(tag, ..)| (tag.name.as_str(), tag.value.as_str()))
    }

    /// Returns whether there is text after the headers.
    pub fn has_movetext(&self) -> bool {
        !self.movetext.trim().is_empty()
    }

    /// The line that it begins in.
    pub fn line(&self) -> usize {
        self.headers.first().map_or(self.movetext_line, |(_, line, _)| *line)
    }

    /// Returns whether the record has, or seems to have, more than the main line.
    pub fn has_variations(&self) -> bool {
        self.movetext.contains('(')
    }

    /// The value of a header.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.header(name).map(|(value, _)| value)
    }

    /// The result of a game whose moves end with this one, and the contradiction to the headers. A known result is not given up
    /// for `*`.
    pub(super) fn result(&self, behind: Option<GameResult>) -> (GameResult, Option<PgnError>) {
        let header = self.header("Result");
        let told = header.and_then(|(value, line)| Some((told_result(value)?.0, line)));
        let (Some((told, line)), Some(behind)) = (told, behind) else {
            return (behind.or(told.map(|(told, _)| told)).unwrap_or_default(), None);
        };
        let kept = if behind == GameResult::Unknown { told } else { behind };
        let why =
            format!("the headers say {told}, and the moves end with {behind}; {kept} is kept");
        let fault = PgnFault::Results(why);
        (kept, (told != behind).then_some(PgnError { line, column: 1, fault }))
    }

    /// The game, as far as it can be read.
    pub fn read(&self) -> RecordReading {
        let ((start, odd), no_start) = match self.start_position() {
            Ok(found) => (found, None),
            Err(fault) => ((Position::start(), Vec::new()), Some(fault)),
        };
        let mut doubts = [&self.doubts[..], &odd].concat();
        // The variant follows from the start only where that is none of standard chess.
        let is_kept = |tag: &&Tag| match &*tag.name {
            "Variant" => !start.is_chess960(),
            "Result" => GameResult::of_forfeit(&tag.value).is_some(),
            name => !is_derived(name),
        };
        let tags = self.headers.iter().map(|(tag, ..)| tag).filter(is_kept).cloned().collect();
        let mut game = PgnGame { tags, tree: GameTree::new(start), result: self.result(None).0 };
        // Moves from another position would be no game.
        if let Some(fault) = self.fault.clone().or(no_start) {
            return RecordReading { game, fault: Some(fault), doubts };
        }
        let TreeReading { result, fault, doubts: mut beside, .. } =
            read_record(&mut game.tree, &self.movetext);
        let begin = (self.movetext_line, self.movetext_column);
        let mut place = LineCounter::new(&self.movetext, begin);
        let mut placed = |error: MovetextError| {
            let (line, column) = place.line_and_column(error.span.start);
            PgnError::new(line, column, error.to_string())
        };
        beside.sort_by_key(|error| error.span.start);
        doubts.extend(beside.into_iter().map(&mut placed));
        let (result, dispute) = self.result(result);
        game.result = result;
        doubts.extend(dispute);
        RecordReading { game, fault: fault.map(placed), doubts }
    }

    fn header(&self, name: &str) -> Option<(&str, usize)> {
        let found = self.headers.iter().find(|(tag, ..)| tag.is(name));
        found.map(|(tag, line, _)| (tag.value.as_str(), *line))
    }

    /// Adds a line to the movetext, which has `ends` line ends so far.
    pub(super) fn take_line(&mut self, line: &str, number: usize, ends: &mut usize) {
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
    pub(super) fn split_off(&mut self, first: usize) -> PgnRecord {
        let headers = self.headers.split_off(first);
        let Some(&(_, line, _)) = headers.first() else { return PgnRecord::default() };
        let doubts = self.doubts.split_off(self.doubts.partition_point(|doubt| doubt.line < line));
        PgnRecord { headers, doubts, ..PgnRecord::default() }
    }

    /// Reads the headers of a line, usually one, and returns the rest of the line. A malformed header is skipped and reported;
    /// a value in other quotation marks, or in none, is accepted.
    pub(super) fn headers<'t>(&mut self, line: &'t str, begin: (usize, usize)) -> &'t str {
        let mut place = LineCounter::new(line, begin);
        let mut headers = Headers::of(line);
        for Header { tag, is_standard, at, .. } in headers.by_ref() {
            let doubt = match &tag {
                Some(tag) if is_standard && tag.is("Result") => doubt_of_result(&tag.value),
                Some(_) if is_standard => None,
                Some(Tag { name, value }) => {
                    Some(format!("read as [{name} \"{value}\"], which it is not quite"))
                }
                None => Some(
                    "no header, and passed over; headers look like [White \"Morphy, Paul\"]"
                        .to_owned(),
                ),
            };
            let lost = tag.and_then(|tag| self.add((tag, begin.0, is_standard)));
            let placed = |why| PgnError::new(begin.0, place.line_and_column(at).1, why);
            self.doubts.extend(lost.or(doubt).map(placed));
        }
        headers.rest()
    }

    /// Adds a header. Of two with the same name the first is kept, unless it says nothing, or only the second has the form of the
    /// standard; returns what is lost.
    fn add(&mut self, header: (Tag, usize, bool)) -> Option<String> {
        let mut known = self.headers.iter_mut().take(COMPARED);
        let Some(first) = known.find(|(tag, ..)| tag.is(&header.0.name)) else {
            self.headers.push(header);
            return None;
        };
        let (Tag { name, value: mut lost }, _, is_standard) = header;
        let is_better = is_standard && !first.2 && !says_nothing(&lost);
        if is_better || says_nothing(&first.0.value) {
            std::mem::swap(&mut lost, &mut first.0.value);
            first.2 = is_standard;
        }
        let kept = &first.0.value;
        (*kept != lost && !says_nothing(&lost))
            .then(|| format!("{name} is given twice: \"{kept}\" is kept, not \"{lost}\""))
    }

    /// The start position, and warnings about it.
    pub(super) fn start_position(&self) -> Result<(Position, Vec<PgnError>), PgnError> {
        let variant = self.header("Variant");
        if let Some((variant, line)) = variant
            && !is_chess(variant)
        {
            let why = format!("the variant \"{variant}\" is not chess as it is played here");
            return Err(PgnError { line, column: 1, fault: PgnFault::Variant(why) });
        }
        let fen = self.header("FEN");
        let Some((fen, line)) = fen.filter(|(fen, _)| !matches!(fen.trim(), "" | "?" | "startpos"))
        else {
            return Ok((Position::start(), Vec::new()));
        };
        let chess960 = variant.is_some_and(|(variant, _)| is_chess960(variant));
        let warning = |why| PgnError::new(line, 1, why);
        let refused = |error: SetupError| warning(format!("the start position: {error}"));
        let setup = Setup::parse(fen).map_err(|error| refused(error.into()))?;
        let setup = Setup { chess960, ..setup };
        let start = Position::try_from(&setup).map_err(|error| refused(error.into()))?;
        Ok((start, setup.leftovers().into_iter().map(warning).collect()))
    }
}

/// Describes a value of the header `Result` that is not a result.
fn doubt_of_result(value: &str) -> Option<String> {
    match told_result(value) {
        Some((_, true)) => None,
        Some((result, false)) => Some(format!("the result \"{value}\" is read as {result}")),
        None if matches!(value, "" | "?") => None,
        None => Some(format!(
            "\"{value}\" is not a result, and is passed over; results are 1-0, 0-1, 1/2-1/2 and *"
        )),
    }
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

fn is_chess(variant: &str) -> bool {
    const NAMES: &str = "standard normal chess fromposition normalchess standardchess bullet blitz rapid classical correspondence";
    let plain = plain(variant);
    plain.is_empty() || NAMES.split(' ').any(|name| name == plain) || is_chess960(variant)
}

impl RecordReading {
    /// Why nothing of the game can be read, if nothing can: neither a move nor a header, or another variant.
    pub fn lost(&self) -> Option<&PgnError> {
        let is_variant = |fault: &PgnError| matches!(fault.fault, PgnFault::Variant(_));
        let is_empty = self.game.game().ply() == 0 && self.game.tags.is_empty();
        self.fault.as_ref().filter(|fault| is_empty || is_variant(fault))
    }

    /// The doubts and the fault in words, each behind its `place`.
    pub fn notes(&self, place: &str) -> Vec<String> {
        let doubts = self.doubts.iter().map(|doubt| format!("{place}{doubt}"));
        let cut = |fault| format!("read as far as it is good: {place}{fault}");
        doubts.chain(self.fault.as_ref().map(cut)).collect()
    }

    /// The game, if all of its main line could be read.
    pub(crate) fn whole(self) -> Result<PgnGame, PgnError> {
        self.fault.map_or(Ok(self.game), Err)
    }
}
