//! Reading PGN: one record after the other from files of any size.
//!
//! The end of a game is found from its lines and their tokens, so the moves of skipped games are not parsed. What is legal PGN is
//! read as the standard has it; what is not costs itself, and never what follows it. So where a text is damaged, the reader looks
//! ahead: a header inside an open comment begins a game only if no brace closes the comment, and headers within the moves only if
//! the moves behind them do not go on with the game.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::header::Headers;
use super::nesting::{Nesting, Opening};
use super::record::{COMPARED, PgnRecord};
use super::{PgnError, PgnGame};
use crate::chess::lines::Lines;
use crate::chess::movetext;

/// The games of a file, one after the other.
pub struct PgnReader<R> {
    lines: LineQueue<R>,
    /// The headers of the next game that were read before the line that begins it.
    begun: PgnRecord,
    /// A game ends with the line of its result, even if a comment follows.
    is_prompt: bool,
    failed: bool,
}

/// The lines of a text, with those that were read ahead.
struct LineQueue<R> {
    lines: Lines<R>,
    /// The current line, and those behind it that were read.
    queue: VecDeque<(usize, String)>,
    number: usize,
    /// The unread part of the line begins here, and at this column: a line may have several games.
    from: usize,
    column: usize,
    /// The rest of the line is to be read again, as part of the next game.
    is_left: bool,
}

impl<R: BufRead> LineQueue<R> {
    fn advance(&mut self) -> io::Result<bool> {
        if !std::mem::take(&mut self.is_left) {
            (self.from, self.column) = (0, 1);
            self.queue.pop_front();
        }
        let has_next = self.peek(0)?.is_some();
        self.number = self.queue.front().map_or(self.number, |(number, _)| *number);
        Ok(has_next)
    }

    fn text(&self) -> &str {
        self.queue.front().map_or("", |(_, line)| &line[self.from..])
    }

    /// Passes over the beginning of the unread part.
    fn skip(&mut self, bytes: usize) {
        self.column += self.text()[..bytes].chars().count();
        self.from += bytes;
    }

    /// Leaves the line, from a byte of its unread part on, to be read again; returns `false`.
    fn leave(&mut self, at: usize) -> bool {
        self.skip(at);
        self.is_left = true;
        false
    }

    /// The unread part of the current line, or a line behind it; `None` at the end of the text.
    fn peek(&mut self, index: usize) -> io::Result<Option<&str>> {
        while self.queue.len() <= index {
            let Some(next) = self.lines.next_line()? else { return Ok(None) };
            self.queue.push_back(next);
        }
        let from = if index == 0 { self.from } else { 0 };
        Ok(self.queue.get(index).map(|(_, line)| &line[from..]))
    }

    /// The next brace, from the current line on.
    fn next_brace(&mut self) -> io::Result<Option<u8>> {
        /// A longer comment, in bytes, is taken for one that was never closed.
        const LONGEST: usize = 1 << 20;
        let (mut index, mut bytes) = (0, 0);
        while bytes < LONGEST
            && let Some(line) = self.peek(index)?
        {
            if let Some(at) = line.find(['{', '}']) {
                return Ok(Some(line.as_bytes()[at]));
            }
            (index, bytes) = (index + 1, bytes + line.len() + 1);
        }
        Ok(None)
    }

    /// Looks through the headers from the current line on: their number, whether one is a FEN, and the text behind them.
    fn header_block(&mut self) -> io::Result<(usize, bool, String)> {
        let (mut index, mut count, mut has_fen) = (0, 0, false);
        while let Some(line) = self.peek(index)? {
            let mut headers = Headers::of(line);
            for header in headers.by_ref() {
                count += 1;
                has_fen |= header.tag.is_some_and(|tag| tag.is("FEN"));
            }
            if !headers.rest().is_empty() {
                return Ok((count, has_fen, headers.rest().to_owned()));
            }
            index += 1;
        }
        Ok((count, has_fen, String::new()))
    }
}

/// The game that is being collected.
#[derive(Default)]
struct Collected {
    record: PgnRecord,
    nesting: Nesting,
    /// It has headers or moves.
    begun: bool,
    in_moves: bool,
    /// The last token was a move number.
    follows_number: bool,
    after_blank: bool,
    /// The result was read.
    ended: bool,
    /// An empty line or other text has come since the last header.
    after_headers: bool,
    /// The number of headers before the last empty line among them.
    block: usize,
    /// A brace closes the open comment, whatever its lines look like.
    is_closed: bool,
    /// Line ends in the movetext so far.
    ends: usize,
}

impl Collected {
    fn doubt(&mut self, line: usize, why: &str) {
        self.record.doubts.push(PgnError::new(line, 1, why));
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
        let (lines, queue) = (Lines::new(reader), VecDeque::new());
        let lines = LineQueue { lines, queue, number: 0, from: 0, column: 1, is_left: false };
        PgnReader { lines, begun: PgnRecord::default(), is_prompt: false, failed: false }
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
        let record = std::mem::take(&mut self.begun);
        let begun = record.tags().next().is_some();
        let mut game = Collected { record, begun, after_blank: true, ..Collected::default() };
        while self.lines.advance()? {
            if !self.line(&mut game, keep)? {
                return Ok(Some(game.record));
            }
        }
        Ok(game.begun.then_some(game.record))
    }

    /// Adds the current line to a game; returns `false` if the game ends before it, or with it.
    fn line(&mut self, game: &mut Collected, keep: bool) -> io::Result<bool> {
        let line = self.lines.text();
        if game.ended {
            game.ended = !game.nesting.continues_moves(line);
            if game.ended && !game.nesting.continues_remark(line) {
                return Ok(self.lines.leave(0));
            }
        }
        let blank = line.trim_start().is_empty();
        // Inside a comment, a `%` at the start of a line is text that was wrapped there.
        if line.starts_with('%') && !game.nesting.comment || blank && !game.in_moves {
            game.after_blank |= blank;
            game.after_headers |= blank;
            return Ok(true);
        }
        let mut is_header = line.trim_start().starts_with('[');
        if is_header && (game.in_moves || game.nesting.comment) {
            match self.header_in_moves(game)? {
                None => is_header = false,
                Some(true) => game.doubt(self.lines.number, "a header in the midst of the moves"),
                Some(false) if game.in_moves => return Ok(self.lines.leave(0)),
                // A comment ahead of the game was never closed.
                Some(false) => game.nesting = Nesting::default(),
            }
        }
        if is_header && !self.headers(game) {
            return Ok(self.lines.leave(0));
        }
        Ok(is_header && self.lines.text().is_empty()
            || self.movetext(game, (is_header, blank), keep))
    }

    /// Returns whether a header behind the first move has strayed into this game, or else begins the next one. `None`: it is part
    /// of a comment, or a remark in brackets.
    fn header_in_moves(&mut self, game: &mut Collected) -> io::Result<Option<bool>> {
        let Some(header) = Headers::of(self.lines.text()).next() else { return Ok(None) };
        let (is_standard, is_loose) =
            (header.is_standard, game.after_blank && header.tag.is_some());
        if game.nesting.comment {
            let brace = match (game.is_closed, is_standard) {
                (_, false) => return Ok(None),
                (true, _) => Some(b'}'),
                (false, _) => self.lines.next_brace()?,
            };
            game.is_closed = brace == Some(b'}');
            // A comment may hold an opening brace, too: then something in it is no game.
            let is_text = game.is_closed
                || brace.is_some() && {
                    let (_, _, behind) = self.lines.header_block()?;
                    Nesting::default().opening(&behind, &mut false) == Opening::Prose
                };
            return Ok((!is_text).then_some(false));
        }
        // A program that waits for the answer at the other end of a pipe sends no more before it.
        let has_strayed = !self.is_prompt && (is_standard || is_loose) && {
            let (count, has_fen, behind) = self.lines.header_block()?;
            // A game that begins with a later move has a FEN.
            let is_numbered = behind.starts_with(|letter: char| letter.is_ascii_digit());
            !has_fen && (is_numbered || count == 1) && game.nesting.continues_moves(&behind)
        };
        Ok((is_standard || is_loose && !has_strayed).then_some(has_strayed))
    }

    /// Adds the headers at the beginning of the current line; returns `false` if they begin the next game.
    fn headers(&mut self, game: &mut Collected) -> bool {
        let headers = &game.record.headers;
        if game.after_headers {
            game.block = headers.len();
        }
        if game.block > 0 && !game.in_moves {
            let first = Headers::of(self.lines.text()).next().and_then(|header| header.tag);
            let mut known = headers[..game.block].iter().take(COMPARED);
            if first.is_some_and(|tag| known.any(|(other, ..)| tag.is(&other.name))) {
                self.begun = game.record.split_off(game.block);
                return false;
            }
        }
        (game.begun, game.after_headers) = (true, false);
        let (line, begin) = (self.lines.text(), (self.lines.number, self.lines.column));
        let read = line.len() - game.record.headers(line, begin).len();
        self.lines.skip(read);
        true
    }

    /// Adds the current line as movetext; returns `false` if the game ends before it, or with it.
    fn movetext(
        &mut self,
        game: &mut Collected,
        (is_header, blank): (bool, bool),
        keep: bool,
    ) -> bool {
        let line = self.lines.text();
        let begins = || !game.nesting.is_open() && movetext::begins_game(line);
        if game.in_moves && game.after_blank && !is_header && begins() {
            return self.lines.leave(0);
        }
        game.after_blank = blank;
        game.after_headers |= !is_header;
        let record = &mut game.record;
        if record.movetext.is_empty() {
            (record.movetext_line, record.movetext_column) = (self.lines.number, self.lines.column);
        }
        let mut nesting = game.nesting;
        let end = nesting.follow(line);
        let text = &line[..end.next.unwrap_or(line.len())];
        // Remarks before or between headers do not start a game.
        let opening = match game.in_moves {
            true => Opening::Moves,
            false => game.nesting.opening(text, &mut game.follows_number),
        };
        if opening == Opening::Prose {
            game.doubt(self.lines.number, "neither a header nor moves, and passed over");
        } else {
            game.in_moves |= opening == Opening::Moves;
            game.begun |= game.in_moves;
            if keep && record.fault.is_none() {
                record.take_line(text, self.lines.number, &mut game.ends);
            }
            game.nesting = nesting;
            game.is_closed &= nesting.comment;
            game.ended |= end.has_ended && game.in_moves;
        }
        if let Some(next) = end.next {
            self.lines.leave(next);
        }
        !(game.ended && self.is_prompt)
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
                Some(Err(PgnError::new(self.lines.number + 1, 1, error.to_string())))
            }
        }
    }
}
