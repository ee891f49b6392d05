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
use crate::chess::movetext::{MovetextError, Token, beginning};
use crate::chess::notation::{self, LANGUAGES, MoveError, parse_english};
use crate::chess::{Color, GameResult, Move, Position, Step, movetext, san};

/// The deepest nesting of variations: more than any game has, and a bound on the memory that a file can take.
const DEEPEST: usize = 1 << 16;

/// The result of reading a movetext.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeReading {
    /// The result, if the text ends with one.
    pub result: Option<GameResult>,
    /// Why the main line ends before the text does.
    pub fault: Option<MovetextError>,
    /// Skipped parts: words that are not moves, and variations from their first fault on. Typed at the prompt, also the first
    /// move number and the first small `b` that might have meant something else.
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
    let (mut best, start) = (read_english(tree, text, is_record), *tree.game().start());
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
        let mut other = GameTree::new(start);
        let mut reading = read_english(&mut other, &translated, is_record);
        if progress(&other, &reading) > progress(tree, &best) {
            let note = MovetextError::new(span, format!("read with {language}"));
            reading.doubts.push(note);
            (*tree, best) = (other, reading);
        }
    }
    // A Cyrillic letter is a gap and an English one in the translation.
    let whole = |at: usize| beginning(text, at).len();
    for MovetextError { span, .. } in best.fault.iter_mut().chain(&mut best.doubts) {
        *span = whole(span.start)..whole(span.end);
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
        misnumbered: false,
        small_b: false,
    };
    let mut at = 0;
    while at < tokens.len() && reader.reading.fault.is_none() {
        match reader.token(&tokens[at..], unclosed.binary_search(&at).is_ok()) {
            Ok(read) => at += read,
            Err(fault) => reader.reading.fault = Some(fault),
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
    /// A move number and a small `b` of the main line have been noted.
    misnumbered: bool,
    small_b: bool,
}

/// What is read instead of a move: moves, the number of its tokens, and a note.
type Repair = (Vec<Move>, usize, String);

impl<'t> TreeReader<'t> {
    /// Reads the first of the tokens; returns how many were needed.
    fn token(&mut self, tokens: &[Found<'t>], is_unclosed: bool) -> Result<usize, MovetextError> {
        let (token, span) = tokens[0].clone();
        if let Token::Number(number, is_blacks) = token {
            self.resume(|OpenLine { position, .. }| {
                u32::from(position.fullmoves()) == number
                    && (position.turn() == Color::Black) == is_blacks
            });
        }
        let is_typed_line = self.outer.is_empty() && !self.is_record;
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
            Token::Bracketed(text) => self.slip(passed_over(text), span)?,
            Token::Stray(sign) => self.slip(format!("\"{sign}\" closes nothing"), span)?,
            Token::Unclosed(text) => {
                let brace = span.start..span.start + 1;
                self.slip("the comment is not closed with \"}\"".to_owned(), brace)?;
                self.comment(text);
            }
            Token::Move(text) => return self.move_or_repair(text, tokens, span),
            Token::Pass if self.line.position.in_check() => {
                let why = format!("{} is in check and cannot pass", self.line.position.turn());
                self.step(Err(MoveError::refused(why)), span)?;
            }
            Token::Pass => self.step(Ok(Step::Pass), span)?,
            Token::Number(given, _) => {
                let actual = u32::from(self.line.position.fullmoves());
                if is_typed_line && given != 0 && given != actual && !self.misnumbered {
                    self.misnumbered = true;
                    let told = format!("the text says move {given}, the board is at move {actual}");
                    self.doubt(told, span);
                }
                self.line.state = LineState::Numbered;
            }
            Token::Nag(nag) => match self.line.state {
                LineState::Begin | LineState::Numbered => self.signs.push((nag, span)),
                LineState::Moved | LineState::Between => self.mark(self.line.node, nag),
            },
            Token::UnknownSign(text) => {
                self.doubt(format!("\"{text}\" is not a known sign, and is passed over"), span);
            }
            Token::Comment(text) => self.comment(text),
            Token::Result(result) if self.outer.is_empty() => self.reading.result = Some(result),
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
        if let Some(closed) = self.outer.iter().rev().take(inner + 1).position(goes_on) {
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
        if read.is_err()
            && let Some((moves, length, note)) = self.repair(text, tokens)
        {
            self.doubt(note, span.clone());
            for mv in moves {
                self.step(Ok(Step::Move(mv)), span.clone())?;
            }
            return Ok(length);
        }
        if self.outer.is_empty() {
            self.last = text;
            if let Ok(mv) = read
                && !self.is_record
                && !self.small_b
                && text.starts_with('b')
                && let Some(note) = notation::small_b(&self.line.position, text, mv)
            {
                self.small_b = true;
                self.doubt(note, span.clone());
            }
        }
        self.step(read.map(Step::Move), span)?;
        Ok(1)
    }

    fn repair(&self, text: &str, tokens: &[Found<'_>]) -> Option<Repair> {
        let position = &self.line.position;
        if let Some(repair) = apart(position, tokens, self.is_record) {
            return Some(repair);
        }
        if !self.is_record {
            return None;
        }
        if self.outer.is_empty() && text == self.last {
            return Some((vec![], 1, format!("\"{text}\" is said twice, and passed over")));
        }
        // `cd` names no square but may be a pawn capture.
        let no_move = || is_no_move(text).then(|| (vec![], 1, passed_over(text)));
        glued(position, text).or_else(no_move)
    }

    /// A typing error: reading a record continues after it; at the prompt it is an error.
    fn slip(&mut self, why: String, span: Range<usize>) -> Result<(), MovetextError> {
        if !self.is_record {
            return Err(MovetextError::new(span, why));
        }
        self.doubt(why, span);
        Ok(())
    }

    fn doubt(&mut self, why: String, span: Range<usize>) {
        self.reading.doubts.push(MovetextError::new(span, why));
    }

    fn step(
        &mut self,
        mut read: Result<Step, MoveError>,
        span: Range<usize>,
    ) -> Result<(), MovetextError> {
        let is_main = self.outer.is_empty();
        self.steps += usize::from(is_main);
        if is_main && read.is_ok() && self.reading.result.is_some() {
            if self.is_record {
                self.reading.result = None;
                let why = "a move follows the result, which is passed over";
                self.doubt(why.to_owned(), span.clone());
            } else {
                read = Err(MoveError::refused("a move follows the result"));
            }
        }
        let Err(fault) = read.and_then(|step| self.make(step)) else { return Ok(()) };
        if is_main {
            return Err(MovetextError { span, index: self.steps, moves: self.moves, fault });
        }
        self.broken = true;
        let rest = match self.line.before {
            Some(_) => "the variation is kept up to there",
            None => "the variation is left out",
        };
        self.doubt(format!("{fault}; {rest}"), span);
        Ok(())
    }

    fn make(&mut self, step: Step) -> Result<(), MoveError> {
        let full = || MoveError::refused("the game has more moves than there is room for");
        let node = self.tree.append(self.line.node, step).ok_or_else(full)?;
        if !self.pending.is_empty() {
            self.tree.annotation_mut(node).before.append(&mut self.pending);
        }
        for (nag, _) in std::mem::take(&mut self.signs) {
            self.mark(node, nag);
        }
        let position = self.line.position;
        self.line.before = Some(position);
        self.line.position = step.apply(&position);
        (self.line.node, self.line.state) = (node, LineState::Moved);
        Ok(())
    }

    fn open(&mut self) -> Result<(), MoveError> {
        let Some(before) = self.line.before else {
            return Err(MoveError::refused(
                "the variation comes before the first move, not after the move that it replaces",
            ));
        };
        if self.outer.len() >= DEEPEST {
            let why = format!("variations stand in one another more than {DEEPEST} deep");
            return Err(MoveError::refused(why));
        }
        // A comment between the move and the variation belongs to the move.
        self.flush();
        let inner = OpenLine::at(self.tree.parent(self.line.node), before);
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

    fn mark(&mut self, node: NodeId, nag: u16) {
        let nags = &mut self.tree.annotation_mut(node).nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        let text = readable(&text).into_owned();
        let is_about_game = self.line.state == LineState::Begin && self.outer.is_empty();
        if self.line.state == LineState::Moved || is_about_game {
            self.tree.annotation_mut(self.line.node).after.push(text);
        } else {
            self.pending.push(text);
        }
    }

    /// Comments and signs with no move after them belong to the last one; comments alone in parentheses, to the move before.
    fn flush(&mut self) {
        let is_empty = self.line.before.is_none();
        for (nag, span) in std::mem::take(&mut self.signs) {
            match is_empty {
                false => self.mark(self.line.node, nag),
                true => self
                    .doubt(format!("the sign ${nag} belongs to no move, and is passed over"), span),
            }
        }
        if !self.pending.is_empty() {
            let line = self.outer.last().filter(|_| is_empty).unwrap_or(&self.line);
            self.tree.annotation_mut(line.node).after.append(&mut self.pending);
        }
    }
}

fn passed_over(text: &str) -> String {
    format!("\"{text}\" is neither a move nor a sign and is passed over")
}

/// The move that begins with a word and goes on in the next ones: `e2 e4`, `g1 - f3`, `b x c4`, `O - O`. In a record, two squares
/// without a sign are two moves.
fn apart(position: &Position, tokens: &[Found<'_>], is_record: bool) -> Option<Repair> {
    /// Words, and their letters.
    const LONGEST: (usize, usize) = (5, 5);
    let (mut words, mut text) = (Vec::new(), String::new());
    let mut found = None;
    for (token, _) in tokens.iter().take(LONGEST.0) {
        let Token::Move(word) = *token else { break };
        let plain: String = word.split_whitespace().collect();
        if plain.len() > LONGEST.1 {
            break;
        }
        words.push(word);
        text += &plain;
        if is_record && !text.contains(['-', 'x', ':']) {
            continue;
        }
        if let Ok(mv) = parse_english(position, &text) {
            let note = format!("\"{}\" is read as {}", words.join(" "), san(position, mv));
            found = Some((vec![mv], words.len(), note));
        }
    }
    found
}

/// Two moves that are written as one word, `e4e5`, `Bb5a6`, or one with figures behind it: `h37`.
fn glued(position: &Position, text: &str) -> Option<Repair> {
    /// More letters than a move has.
    const LONGEST: usize = 8;
    text.char_indices().map(|(at, _)| at).skip(1).take(LONGEST).find_map(|at| {
        let (first, second) = text.split_at(at);
        let first = parse_english(position, first).ok()?;
        if second.bytes().all(|letter| letter.is_ascii_digit()) {
            let note = format!("\"{text}\" is read as {}", san(position, first));
            return Some((vec![first], 1, note));
        }
        let second = parse_english(&position.play(first), second).ok()?;
        Some((vec![first, second], 1, format!("\"{text}\" is read as two moves")))
    })
}
