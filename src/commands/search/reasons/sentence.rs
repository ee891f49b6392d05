//! A sentence as words and lines of moves, so that every output writes the moves in its own way.

use serde::Serialize;

use crate::chess::notation::line_san;
use crate::chess::{Move, Position};
use crate::commands::search::judge::JudgedMove;
use crate::ink::json::{Fen, SanLine, written_as};
use crate::ink::{Line, Page, Role, Settings, movetext};

/// Maximum plies of a line in a sentence.
pub(super) const PLIES: usize = 8;

/// Plies of a line that ends in a mate.
const MATE_PLIES: usize = 31;

#[derive(Clone, PartialEq, Debug)]
enum Part {
    Words(String),
    Line(Box<Position>, Vec<Move>),
}

/// The opinion of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    pub worth: JudgedMove,
    /// The loss that is reported, in expected points; 0 for a move that loses nothing.
    pub loss: f64,
    /// The best other move, if this one is a fault.
    pub better: Option<JudgedMove>,
    pub sentences: Vec<Sentence>,
}

/// A sentence without its subject, and the evidence of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    pub kind: &'static str,
    pub by: &'static str,
    /// The stated difference in centipawns, positive if the move is the better one.
    pub size: Option<i32>,
    /// Whether its subject is not the move.
    pub is_whole: bool,
    parts: Vec<Part>,
    shown: Option<(Position, Vec<Move>)>,
}

impl Sentence {
    pub(super) fn new(kind: &'static str, by: &'static str) -> Sentence {
        let (parts, shown) = (Vec::new(), None);
        Sentence { kind, by, size: None, is_whole: false, parts, shown }
    }

    /// Returns whether it says only what a fault loses, and names no better move.
    pub fn is_refutation(&self) -> bool {
        matches!(self.kind, "loses" | "gives-up" | "answer")
    }

    /// Begins a sentence with a subject of its own.
    pub(super) fn whole(kind: &'static str, by: &'static str) -> Sentence {
        Sentence { is_whole: true, ..Sentence::new(kind, by) }
    }

    pub(super) fn sized(mut self, centipawns: i32) -> Sentence {
        self.size = Some(centipawns);
        self
    }

    pub(super) fn say(mut self, words: impl Into<String>) -> Sentence {
        self.parts.push(Part::Words(words.into()));
        self
    }

    /// Appends the name of a move.
    pub(super) fn name(mut self, before: &Position, mv: Move) -> Sentence {
        self.parts.push(Part::Line(Box::new(*before), vec![mv]));
        self
    }

    /// Appends the line that shows it, behind a colon.
    pub(super) fn line(mut self, from: &Position, moves: &[Move]) -> Sentence {
        if moves.is_empty() {
            return self;
        }
        let is_mate = moves.iter().fold(*from, |position, &mv| position.play(mv)).is_checkmate();
        let plies = if is_mate { MATE_PLIES } else { PLIES };
        let moves = moves[..moves.len().min(plies)].to_vec();
        self.shown = Some((*from, moves.clone()));
        self.parts.extend([Part::Words(": ".to_owned()), Part::Line(Box::new(*from), moves)]);
        self
    }

    /// Formats it; `written` formats a line of moves.
    pub fn text(&self, written: impl Fn(&Position, &[Move]) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Line(from, moves) => written(from, moves),
        };
        self.parts.iter().map(part).collect()
    }
}

/// Formats the sentences about a move for a comment: `It gives away 0.9 pawns; better is 6...dxc3. It …`
pub fn paragraph(sentences: &[Sentence], written: impl Fn(&Position, &[Move]) -> String) -> String {
    let said = sentences.iter().map(|sentence| {
        let text = sentence.text(&written);
        if sentence.is_whole { format!("{text}.") } else { format!("It {text}.") }
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Draws sentences; `subject`: the move with its indent.
pub fn reasons(sentences: &[Sentence], subject: Line, settings: &Settings) -> Page {
    let mut page = Page::new();
    for sentence in sentences {
        let begin = if sentence.is_whole { Line::new() } else { subject.clone() };
        let written =
            |from: &Position, moves: &[Move]| movetext::line(from, moves, settings).text();
        let text = Line::plain(sentence.text(written));
        page.wrapped(begin.with(Role::Plain, " ").and(text), settings, 4);
    }
    page
}

/// The subject of a sentence below its move.
pub fn it() -> Line {
    Line::of(Role::Dim, "  It")
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "reason"))]
struct ReasonForm {
    reason: &'static str,
    #[cfg_attr(test, schemars(extend("enum" = ["rules", "proof", "table", "search", "evaluation"])))]
    by: &'static str,
    text: String,
    /// The stated difference in centipawns, positive if the move is the better one.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<i32>,
    /// Where the line begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<Fen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<SanLine>,
}

written_as!(Sentence as ReasonForm);

impl ReasonForm {
    fn of(sentence: &Sentence) -> ReasonForm {
        let shown = sentence.shown.as_ref();
        ReasonForm {
            reason: sentence.kind,
            by: sentence.by,
            text: sentence.text(line_san),
            size: sentence.size,
            fen: shown.map(|(from, _)| Fen(*from)),
            line: shown.map(|(from, moves)| SanLine { root: *from, moves: moves.clone() }),
        }
    }
}
