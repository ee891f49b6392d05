//! Parses movetext into a game tree of moves, variations, comments and glyphs.
//!
//! Moves before a fault are kept. A fault in the main line ends the reading; one in a variation ends that variation and is
//! reported. In a record, what costs nothing but itself is reported and skipped: a word that cannot be a move, a move said twice,
//! a result in the midst of the moves, an unclosed variation, which ends where the game goes on. Typed at the prompt, it is an
//! error. Only marks that add nothing (`e.p.`, a lone `+`) are skipped silently. Each position is computed once, so the time is
//! linear in the text.

use std::ops::Range;

use crate::chess::foreign::readable;
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::movetext::{Misnumbered, MovetextError, Token};
use crate::chess::notation::{self, LANGUAGES, MoveError, SmallB, parse_english};
use crate::chess::{Color, GameResult, Move, Position, Step, movetext, san};

/// The deepest nesting of variations: more than any game has, and a bound on the memory that a file can take.
const DEEPEST: usize = 1 << 16;

/// The result of reading a movetext.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeReading {
    /// The result, if the text ends with one.
    pub result: Option<GameResult>,
    /// The first move number of the main line that does not fit.
    pub misnumbered: Option<Misnumbered>,
    /// The first small `b` of the main line that might have meant another piece.
    pub small_b: Option<SmallB>,
    /// Why the main line ends before the text does.
    pub fault: Option<MovetextError>,
    /// Skipped parts: words that are not moves, and variations from their first fault on.
    pub doubts: Vec<MovetextError>,
}

/// Adds movetext to a tree without moves; the current node is then the end of the main line.
pub fn read_tree(tree: &mut GameTree, text: &str) -> TreeReading {
    read(tree, text, false)
}

/// The same for the movetext of a record, where what cannot be a move is passed over.
pub(super) fn read_record(tree: &mut GameTree, text: &str) -> TreeReading {
    read(tree, text, true)
}

/// Reads a movetext with English letters of pieces, or with those of the language that gets farther.
fn read(tree: &mut GameTree, text: &str, is_record: bool) -> TreeReading {
    let mut best = read_english(tree, text, is_record);
    // A line of one wrong move gets no farther, but the reason is better.
    let progress = |tree: &GameTree, reading: &TreeReading| {
        let fault = reading.fault.as_ref().map(|error| &error.fault);
        (fault.is_none(), tree.moves(), !matches!(fault, Some(MoveError::NotAMove(_))))
    };
    for language in &LANGUAGES {
        if best.fault.is_none() {
            break;
        }
        let Some((translated, span)) = movetext::in_english(text, language) else { continue };
        let mut other = GameTree::new(*tree.game().start());
        let mut reading = read_english(&mut other, &translated, is_record);
        // A Cyrillic letter is a gap and an English one there.
        for MovetextError { span, .. } in reading.fault.iter_mut().chain(&mut reading.doubts) {
            let start = (0..=span.start).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let end = (span.end..text.len()).find(|&at| text.is_char_boundary(at));
            *span = start..end.unwrap_or(text.len());
        }
        if progress(&other, &reading) > progress(tree, &best) {
            let note = MoveError::refused(format!("read with {language}"));
            reading.doubts.push(MovetextError { span, index: 0, moves: 0, fault: note });
            (*tree, best) = (other, reading);
        }
    }
    best
}

fn read_english(tree: &mut GameTree, text: &str, is_record: bool) -> TreeReading {
    let tokens: Vec<Found<'_>> = movetext::tokens(text).collect();
    let position = *tree.game().start();
    let (moves, unclosed) = survey(&tokens);
    let mut reader = TreeReader {
        tree,
        is_record,
        reading: TreeReading::default(),
        line: OpenLine::at(NodeId::ROOT, position),
        outer: Vec::new(),
        pending: Vec::new(),
        signs: Vec::new(),
        broken: false,
        skipped: 0,
        steps: 0,
        moves,
        last: "",
    };
    let mut at = 0;
    while let Some((_, span)) = tokens.get(at) {
        let is_unclosed = unclosed.binary_search(&at).is_ok();
        match reader.token(&tokens[at..], span.clone(), is_unclosed) {
            Ok(read) => at += read,
            Err(fault) => {
                reader.reading.fault = Some(fault);
                break;
            }
        }
    }
    while !reader.outer.is_empty() {
        reader.close();
    }
    reader.flush();
    let TreeReader { tree, reading, .. } = reader;
    tree.unite();
    tree.goto_main_end();
    reading
}

type Found<'t> = (Token<'t>, Range<usize>);

/// Counts the steps outside of variations, and finds the parentheses that are never closed.
fn survey(tokens: &[Found<'_>]) -> (usize, Vec<usize>) {
    let (mut moves, mut open) = (0, Vec::new());
    for (at, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Open => open.push(at),
            Token::Close => drop(open.pop()),
            Token::Move(_) | Token::Pass if open.is_empty() => moves += 1,
            _ => {}
        }
    }
    (moves, open)
}

/// Returns whether a word is not even a misspelt move. After a misspelt move (it has a square: a letter followed by a digit) the
/// rest of the line would be played from the wrong position.
pub(super) fn is_no_move(text: &str) -> bool {
    let is_square = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit();
    !notation::is_move_shaped(text) && !text.as_bytes().windows(2).any(is_square)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    /// Nothing has been read yet.
    Begin,
    /// Behind a move: a comment is about that one.
    Moved,
    /// After a move number: comments and signs belong to the next move.
    Numbered,
    /// After a variation: a comment belongs to the next move, a sign to the last one.
    Between,
}

/// A line that is being read: the main one or a variation.
struct OpenLine {
    /// Its last node, or the one before its first.
    node: NodeId,
    position: Position,
    /// The position before the last move; `None` before the first.
    before: Option<Position>,
    state: LineState,
    /// It is a variation that nothing closes: it ends where an outer line goes on.
    is_unclosed: bool,
}

impl OpenLine {
    fn at(node: NodeId, position: Position) -> OpenLine {
        OpenLine { node, position, before: None, state: LineState::Begin, is_unclosed: false }
    }

    /// Returns whether a move number is that of its next move.
    fn is_due(&self, number: u32, is_blacks: bool) -> bool {
        u32::from(self.position.fullmoves()) == number
            && (self.position.turn() == Color::Black) == is_blacks
    }
}

struct TreeReader<'t> {
    tree: &'t mut GameTree,
    is_record: bool,
    reading: TreeReading,
    line: OpenLine,
    /// The lines around it, the main line first.
    outer: Vec<OpenLine>,
    /// Comments on the move to come.
    pending: Vec<String>,
    /// Its signs, with their places in the text.
    signs: Vec<(u16, Range<usize>)>,
    /// The rest of the line, a variation, is left out.
    broken: bool,
    /// Depth of variations inside one that is skipped.
    skipped: usize,
    /// Steps of the main line so far, and of all lines, for error messages.
    steps: usize,
    moves: usize,
    /// The text of the last move of the main line.
    last: &'t str,
}

impl<'t> TreeReader<'t> {
    /// Reads the first of the tokens; returns how many were needed.
    fn token(
        &mut self,
        tokens: &[Found<'t>],
        span: Range<usize>,
        is_unclosed: bool,
    ) -> Result<usize, MovetextError> {
        let is_main = self.outer.is_empty();
        let token = tokens[0].0;
        if let Token::Number(number, is_blacks) = token {
            self.resume(|line| line.is_due(number, is_blacks));
        }
        match token {
            Token::Open if is_unclosed => {
                self.slip("the variation is not closed with \")\"".to_owned(), span)?;
                // `((`: the inner one is the variation.
                let is_doubled = matches!(tokens.get(1), Some((Token::Open, _)));
                if !is_doubled && !self.broken && self.open().is_ok() {
                    self.line.is_unclosed = true;
                }
            }
            Token::Open if self.skipped > 0 || self.broken => self.skipped += 1,
            Token::Open => {
                if let Err(fault) = self.open() {
                    self.skipped = 1;
                    self.doubt(format!("{fault}; it is left out"), span);
                }
            }
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            Token::Close => self.close(),
            _ if self.skipped > 0 || self.broken => {}
            Token::Bracketed(text) => self.pass_over(text, span)?,
            Token::Stray(sign) => self.slip(format!("\"{sign}\" closes nothing"), span)?,
            Token::Unclosed(text) => {
                let brace = span.start..span.start + 1;
                self.slip("the comment is not closed with \"}\"".to_owned(), brace)?;
                self.comment(text);
            }
            Token::Move(text) => return self.move_or_repair(text, tokens, span),
            Token::Pass => self.step(self.pass(), span)?,
            Token::Number(given, _) => {
                let actual = u32::from(self.line.position.fullmoves());
                if is_main && given != actual {
                    let wrong = Misnumbered { span, given, actual };
                    self.reading.misnumbered.get_or_insert(wrong);
                }
                self.line.state = LineState::Numbered;
            }
            Token::Nag(nag) => self.nag(nag, span),
            Token::UnknownSign(text) => {
                self.doubt(format!("\"{text}\" is not a known sign, and is passed over"), span);
            }
            Token::Comment(text) => self.comment(text),
            Token::Result(result) if is_main => self.reading.result = Some(result),
            Token::Result(_) | Token::Remark(_) => {}
        }
        Ok(1)
    }

    /// Ends unclosed variations up to a line that `goes_on` with the next token, if this one does not.
    fn resume(&mut self, goes_on: impl Fn(&OpenLine) -> bool) {
        if !self.line.is_unclosed || self.skipped > 0 || !self.broken && goes_on(&self.line) {
            return;
        }
        let inner = self.outer.iter().rev().take_while(|line| line.is_unclosed).count();
        let lines = self.outer.iter().rev().take(inner + 1);
        if let Some(closed) = lines.enumerate().find(|(_, line)| goes_on(line)).map(|(at, _)| at) {
            (0..=closed).for_each(|_| self.close());
        }
    }

    /// Reads a move, or what is written instead of one; returns how many tokens it has.
    fn move_or_repair(
        &mut self,
        text: &'t str,
        tokens: &[Found<'t>],
        span: Range<usize>,
    ) -> Result<usize, MovetextError> {
        let mut read = parse_english(&self.line.position, text);
        if read.is_err() && self.line.is_unclosed {
            self.resume(|line| parse_english(&line.position, text).is_ok());
            read = parse_english(&self.line.position, text);
        }
        let (position, is_main) = (self.line.position, self.outer.is_empty());
        if read.is_err()
            && let Some((mv, length)) = apart(&position, tokens, self.is_record)
        {
            let words = tokens[..length].iter().map(|(token, _)| match token {
                Token::Move(text) => *text,
                _ => "",
            });
            let words = words.collect::<Vec<_>>().join(" ");
            self.doubt(format!("\"{words}\" is read as {}", san(&position, mv)), span.clone());
            self.step(Ok(Step::Move(mv)), span)?;
            return Ok(length);
        }
        if self.is_record && read.is_err() {
            if is_main && text == self.last {
                self.doubt(format!("\"{text}\" is said twice, and passed over"), span);
                return Ok(1);
            }
            if let Some([first, second]) = glued(&position, text) {
                self.doubt(format!("\"{text}\" is read as two moves"), span.clone());
                self.step(Ok(Step::Move(first)), span.clone())?;
                self.step(Ok(Step::Move(second)), span)?;
                return Ok(1);
            }
            // `cd` names no square but may be a pawn capture.
            if is_no_move(text) {
                self.pass_over(text, span)?;
                return Ok(1);
            }
        }
        if is_main {
            self.last = text;
        }
        if let Ok(mv) = read
            && is_main
            && text.starts_with('b')
            && self.reading.small_b.is_none()
        {
            self.reading.small_b = notation::small_b(&position, text, mv);
        }
        self.step(read.map(Step::Move), span)?;
        Ok(1)
    }

    fn pass_over(&mut self, text: &str, span: Range<usize>) -> Result<(), MovetextError> {
        self.slip(format!("\"{text}\" is neither a move nor a sign and is passed over"), span)
    }

    /// A typing error: reading a record continues after it; at the prompt it is an error.
    fn slip(&mut self, why: String, span: Range<usize>) -> Result<(), MovetextError> {
        if !self.is_record {
            return Err(MovetextError { span, index: 0, moves: 0, fault: MoveError::refused(why) });
        }
        self.doubt(why, span);
        Ok(())
    }

    fn doubt(&mut self, why: String, span: Range<usize>) {
        let fault = MoveError::refused(why);
        self.reading.doubts.push(MovetextError { span, index: 0, moves: 0, fault });
    }

    fn step(
        &mut self,
        read: Result<Step, MoveError>,
        span: Range<usize>,
    ) -> Result<(), MovetextError> {
        let is_main = self.outer.is_empty();
        self.steps += usize::from(is_main);
        if is_main && read.is_ok() && self.reading.result.is_some() {
            let why = "a move follows the result";
            if self.is_record {
                self.reading.result = None;
                self.doubt(format!("{why}, which is passed over"), span.clone());
            } else {
                return Err(self.fault(refused(why), span));
            }
        }
        match read.and_then(|step| self.make(step)) {
            Err(fault) if is_main => return Err(self.fault(fault, span)),
            Err(fault) => {
                self.broken = true;
                let rest = match self.line.before {
                    Some(_) => "the variation is kept up to there",
                    None => "the variation is left out",
                };
                self.doubt(format!("{fault}; {rest}"), span);
            }
            Ok(()) => {}
        }
        Ok(())
    }

    fn fault(&self, fault: MoveError, span: Range<usize>) -> MovetextError {
        MovetextError { span, index: self.steps, moves: self.moves, fault }
    }

    fn pass(&self) -> Result<Step, MoveError> {
        let position = &self.line.position;
        match position.in_check() {
            true => {
                Err(MoveError::refused(format!("{} is in check and cannot pass", position.turn())))
            }
            false => Ok(Step::Pass),
        }
    }

    fn make(&mut self, step: Step) -> Result<(), MoveError> {
        let full = || refused("the game has more moves than there is room for");
        let node = self.tree.append(self.line.node, step).ok_or_else(full)?;
        if !self.pending.is_empty() {
            let before = std::mem::take(&mut self.pending);
            self.tree.annotation_mut(node).before.extend(before);
        }
        for (nag, _) in std::mem::take(&mut self.signs) {
            self.mark(node, nag);
        }
        let before = Some(self.line.position);
        let position = step.apply(&self.line.position);
        let is_unclosed = self.line.is_unclosed;
        self.line = OpenLine { node, position, before, state: LineState::Moved, is_unclosed };
        Ok(())
    }

    fn open(&mut self) -> Result<(), MoveError> {
        let Some(before) = self.line.before else {
            let why =
                "the variation stands before the first move, and not behind the one it replaces";
            return Err(refused(why));
        };
        if self.outer.len() >= DEEPEST {
            let why = format!("variations stand in one another more than {DEEPEST} deep");
            return Err(MoveError::refused(why));
        }
        // A comment between the move and the variation belongs to the move.
        self.flush();
        let node = self.tree.parent(self.line.node);
        let inner = OpenLine::at(node, before);
        self.outer.push(std::mem::replace(&mut self.line, inner));
        Ok(())
    }

    fn close(&mut self) {
        self.broken = false;
        self.flush();
        if let Some(line) = self.outer.pop() {
            self.line = OpenLine { state: LineState::Between, ..line };
        }
    }

    fn nag(&mut self, nag: u16, span: Range<usize>) {
        match self.line.state {
            LineState::Begin | LineState::Numbered => self.signs.push((nag, span)),
            LineState::Moved | LineState::Between => self.mark(self.line.node, nag),
        }
    }

    fn mark(&mut self, node: NodeId, nag: u16) {
        let nags = &mut self.tree.annotation_mut(node).nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    fn comment(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return;
        }
        let text = readable(&words.join(" ")).into_owned();
        let is_about_game = self.line.state == LineState::Begin && self.outer.is_empty();
        if self.line.state == LineState::Moved || is_about_game {
            self.tree.annotation_mut(self.line.node).after.push(text);
        } else {
            self.pending.push(text);
        }
    }

    /// Comments and signs with no move after them belong to the last one; comments alone in parentheses, to the move before.
    fn flush(&mut self) {
        for (nag, span) in std::mem::take(&mut self.signs) {
            match self.line.before {
                Some(_) => self.mark(self.line.node, nag),
                None => self
                    .doubt(format!("the sign ${nag} belongs to no move, and is passed over"), span),
            }
        }
        if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            let is_empty = self.line.before.is_none();
            let line = self.outer.last().filter(|_| is_empty).unwrap_or(&self.line);
            self.tree.annotation_mut(line.node).after.extend(pending);
        }
    }
}

fn refused(why: &str) -> MoveError {
    MoveError::refused(why.to_owned())
}

/// The move that begins with a word and goes on in the next ones, and their number: `e2 e4`, `g1 - f3`, `b x c4`, `O - O`. In a
/// record, two squares without a sign are two moves.
fn apart(position: &Position, tokens: &[Found<'_>], is_record: bool) -> Option<(Move, usize)> {
    /// Words, and their letters.
    const LONGEST: (usize, usize) = (5, 4);
    let mut text = String::new();
    let mut found = None;
    for (count, (token, _)) in (1..=LONGEST.0).zip(tokens) {
        let Token::Move(word) = token else { break };
        let word: String = word.split_whitespace().collect();
        if word.len() > LONGEST.1 + 1 {
            break;
        }
        text += &word;
        if is_record && !text.contains(['-', 'x', ':']) {
            continue;
        }
        if let Ok(mv) = parse_english(position, &text) {
            found = Some((mv, count));
        }
    }
    found
}

/// Two moves that are written as one word: `e4e5`, `Bb5a6`.
fn glued(position: &Position, text: &str) -> Option<[Move; 2]> {
    let ends = text.char_indices().map(|(at, _)| at).skip(1).take(MOST_LETTERS);
    ends.filter_map(|at| {
        let (first, second) = text.split_at(at);
        let first = parse_english(position, first).ok()?;
        Some([first, parse_english(&position.play(first), second).ok()?])
    })
    .next()
}

/// More letters than a move has.
const MOST_LETTERS: usize = 8;
