//! Parses movetext into a game tree of moves, variations, comments and glyphs.
//!
//! Moves before a fault are kept. A fault in the main line ends the reading; one in a variation ends that variation and is
//! reported. In a record, a word that cannot be a move is reported and skipped; typed at the prompt, it is an error. Only marks
//! that add nothing (`e.p.`, a lone `+`) are skipped silently. Each position is computed once, so the time is linear in the text.

use std::ops::Range;

use crate::chess::foreign::readable;
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::movetext::{Found, Misnumbered, MovetextError, Token};
use crate::chess::notation::{self, LANGUAGES, MoveError, SmallB};
use crate::chess::{GameResult, Position, Step, movetext};

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
    let line = OpenLine { node: NodeId::ROOT, position, before: None, state: LineState::Begin };
    let mut reader = TreeReader {
        tree,
        is_record,
        reading: TreeReading::default(),
        line,
        outer: Vec::new(),
        pending: Vec::new(),
        signs: Vec::new(),
        broken: false,
        skipped: 0,
        steps: 0,
        moves: count_moves(&tokens),
    };
    for token in tokens {
        let read = match token {
            Ok((token, span)) => reader.token(token, span),
            Err((fault, span)) => Err(MovetextError { span, index: 0, moves: 0, fault }),
        };
        if let Err(fault) = read {
            reader.reading.fault = Some(fault);
            break;
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

/// Counts the steps outside of variations.
fn count_moves(tokens: &[Found<'_>]) -> usize {
    let (mut moves, mut depth) = (0, 0_usize);
    for (token, _) in tokens.iter().flatten() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Move(_) | Token::Pass if depth == 0 => moves += 1,
            _ => {}
        }
    }
    moves
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
}

impl TreeReader<'_> {
    fn token(&mut self, token: Token<'_>, span: Range<usize>) -> Result<(), MovetextError> {
        let is_main = self.outer.is_empty();
        match token {
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
            // `cd` names no square but may be a pawn capture.
            Token::Move(text)
                if self.is_record
                    && is_no_move(text)
                    && notation::parse_english(&self.line.position, text).is_err() =>
            {
                self.slip(
                    format!("\"{text}\" is neither a move nor a sign and is passed over"),
                    span,
                )?;
            }
            Token::Stray(sign) => self.slip(format!("\"{sign}\" closes nothing"), span)?,
            Token::Unclosed(text) => {
                let brace = span.start..span.start + 1;
                self.slip("the comment is not closed with \"}\"".to_owned(), brace)?;
                self.comment(text);
            }
            Token::Move(_) | Token::Pass => return self.step(token, span),
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
        Ok(())
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

    fn step(&mut self, token: Token<'_>, span: Range<usize>) -> Result<(), MovetextError> {
        let is_main = self.outer.is_empty();
        let made = self.read_step(token).and_then(|step| self.make(step));
        self.steps += usize::from(is_main);
        match made {
            Err(fault) if is_main => {
                let (index, moves) = (self.steps, self.moves);
                return Err(MovetextError { span, index, moves, fault });
            }
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

    fn read_step(&mut self, token: Token<'_>) -> Result<Step, MoveError> {
        let (is_main, position) = (self.outer.is_empty(), &self.line.position);
        if is_main && self.reading.result.is_some() {
            return Err(refused("a move follows the result"));
        }
        let Token::Move(text) = token else {
            return match position.in_check() {
                true => {
                    let why = format!("{} is in check and cannot pass", position.turn());
                    Err(MoveError::refused(why))
                }
                false => Ok(Step::Pass),
            };
        };
        let mv = notation::parse_english(position, text)?;
        if is_main && text.starts_with('b') && self.reading.small_b.is_none() {
            self.reading.small_b = notation::small_b(position, text, mv);
        }
        Ok(Step::Move(mv))
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
        self.line = OpenLine { node, position, before, state: LineState::Moved };
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
        let inner = OpenLine { node, position: before, before: None, state: LineState::Begin };
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
