//! Movetext as a game tree: moves, variations, comments and glyphs, as far as they can be read.
//!
//! What is good before a fault is kept. A fault in the main line ends the reading; one in a variation ends that variation
//! and is reported beside what was read. Nothing is skipped silently except what says nothing new (`e.p.`, a lone
//! `+`). No position is worked out twice, so the time is linear in the text.

use std::ops::Range;

use crate::chess::foreign::readable;
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::movetext::{
    Found, MovetextError, MovetextFault, Played, Token, count_moves, read_step,
};
use crate::chess::{Position, Step, movetext};

/// Variations stand in one another so deep at most.
const DEEPEST: usize = 1_000;

/// The result of reading a movetext.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeReading {
    /// Steps of the main line, its result, and its first wrong number.
    pub played: Played,
    /// Why the main line ends before the text does.
    pub fault: Option<MovetextError>,
    /// The first fault of a variation, which ends there; the main line goes on.
    pub variation_fault: Option<MovetextError>,
}

/// Adds a movetext to a tree that has no moves yet, and stands at the end of its main line then.
pub fn read_tree(tree: &mut GameTree, text: &str) -> TreeReading {
    let tokens: Vec<Found<'_>> = movetext::tokens(text).collect();
    let good = tokens.iter().filter_map(|token| token.as_ref().ok().map(|(token, _)| token));
    let moves = count_moves(good);
    let start = *tree.game().start();
    let main =
        OpenLine { node: NodeId::ROOT, position: start, before: None, state: LineState::Begin };
    let mut reader = TreeReader {
        tree,
        line: main,
        outer: Vec::new(),
        pending: Vec::new(),
        broken: false,
        skipped: 0,
        moves,
    };
    let mut reading = TreeReading::default();
    for token in tokens {
        let read = match token {
            Ok((token, span)) => reader.token(token, span, &mut reading),
            Err((fault, span)) => Err(MovetextError { span, index: 0, moves: 0, fault }),
        };
        if let Err(fault) = read {
            reading.fault = Some(fault);
            break;
        }
    }
    while let Some(line) = reader.outer.pop() {
        reader.flush();
        reader.line = line;
    }
    reader.flush();
    tree.goto_main_end();
    reading
}

/// Remembers the first fault of a variation.
fn note_fault(reading: &mut TreeReading, fault: MovetextFault, span: Range<usize>) {
    reading.variation_fault.get_or_insert(MovetextError { span, index: 0, moves: 0, fault });
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    /// Nothing has been read of it.
    Begin,
    /// Behind a move: a comment is about that one.
    Moved,
    /// Behind a number or a variation: a comment is about the move to come.
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
    line: OpenLine,
    /// The lines around it, the main line first.
    outer: Vec<OpenLine>,
    /// Comments on the move to come.
    pending: Vec<String>,
    /// The rest of the line, a variation, is left out.
    broken: bool,
    /// So many variations deep in what is left out as a whole.
    skipped: usize,
    /// Moves of the main line, for faults to tell.
    moves: usize,
}

impl TreeReader<'_> {
    fn token(
        &mut self,
        token: Token<'_>,
        span: Range<usize>,
        reading: &mut TreeReading,
    ) -> Result<(), MovetextError> {
        match token {
            Token::Open if self.skipped > 0 || self.broken => self.skipped += 1,
            Token::Open => {
                if let Err(fault) = self.open() {
                    self.skipped = 1;
                    note_fault(reading, fault, span);
                }
            }
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            Token::Close => self.close(),
            _ if self.skipped > 0 || self.broken => {}
            Token::Move(_) | Token::Pass => return self.step(token, span, reading),
            Token::Number(given, _) => {
                if self.outer.is_empty() {
                    reading.played.note_number(given, &self.line.position, span);
                }
                self.line.state = LineState::Between;
            }
            Token::Nag(nag) => self.nag(nag),
            Token::Comment(text) => self.comment(text),
            Token::Result(result) if self.outer.is_empty() => reading.played.result = Some(result),
            Token::Result(_) | Token::Remark(_) => {}
        }
        Ok(())
    }

    fn step(
        &mut self,
        token: Token<'_>,
        span: Range<usize>,
        reading: &mut TreeReading,
    ) -> Result<(), MovetextError> {
        let is_main = self.outer.is_empty();
        let index = reading.played.steps + 1;
        let made = match reading.played.result {
            Some(_) if is_main => Err(MovetextFault::after_result()),
            _ => read_step(&self.line.position, token).and_then(|step| {
                if is_main {
                    reading.played.note_small_b(&self.line.position, token, step);
                }
                self.make(step)
            }),
        };
        match made {
            Ok(()) => reading.played.steps += usize::from(is_main),
            Err(fault) if is_main => {
                return Err(MovetextError { span, index, moves: self.moves, fault });
            }
            Err(fault) => {
                self.broken = true;
                note_fault(reading, fault, span);
            }
        }
        Ok(())
    }

    fn make(&mut self, step: Step) -> Result<(), MovetextFault> {
        let node = self.tree.add(self.line.node, step).ok_or_else(MovetextFault::full)?;
        if !self.pending.is_empty() {
            let before = std::mem::take(&mut self.pending);
            self.tree.annotation_mut(node).before.extend(before);
        }
        let before = Some(self.line.position);
        let position = step.apply(&self.line.position);
        self.line = OpenLine { node, position, before, state: LineState::Moved };
        Ok(())
    }

    fn open(&mut self) -> Result<(), MovetextFault> {
        let Some(before) = self.line.before else {
            let why =
                "the variation stands before the first move, and not behind the one it replaces";
            return Err(MovetextFault::form(why));
        };
        if self.outer.len() >= DEEPEST {
            let why = format!("variations stand in one another more than {DEEPEST} deep");
            return Err(MovetextFault::Form(why));
        }
        // What was said between the move and the variation is about the move.
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

    fn nag(&mut self, nag: u16) {
        if self.line.before.is_some() {
            let nags = &mut self.tree.annotation_mut(self.line.node).nags;
            if !nags.contains(&nag) {
                nags.push(nag);
            }
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

    /// Comments that no move follows are about the last one.
    fn flush(&mut self) {
        if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.tree.annotation_mut(self.line.node).after.extend(pending);
        }
    }
}
