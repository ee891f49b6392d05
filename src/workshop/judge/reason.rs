//! Reasons for and against a move, each with the line that shows it.

use crate::chess::notation::line_san;
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{Color, Move, Piece, Position, Square};
use crate::eval::{ClassicalEvaluator, Explains, TermLine};

use super::judged_move::{JudgedMove, MoveEvidence};

/// Minimum gain of an exchange, in centipawns, for a piece to hang.
const LEAST_EXCHANGE: i32 = 100;

/// Minimum fall of an evaluation term, in centipawns, to be reported.
const LEAST_FALL: i32 = 25;

/// The phase with all pieces on the board.
const FULL_PHASE: i32 = 24;

/// Plies of a line in a sentence.
const PLIES: usize = 8;

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The move mates.
    Mates(JudgedMove),
    /// The best other move, and the points it is worth less; `None` if there is no other.
    Only(Option<(JudgedMove, f64)>),
    /// The best move if the opponent passed, and the points it would gain.
    Threatens {
        passed: Position,
        threat: JudgedMove,
        points: f64,
    },
    /// A better move, and the points it is worth more.
    Worse {
        better: JudgedMove,
        points: f64,
    },
    /// The opponent mates.
    Allows {
        after: Position,
        mate: JudgedMove,
    },
    Hangs(HangingPiece),
    GivesUp(TermFall),
}

/// A piece that the opponent can win by exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HangingPiece {
    pub after: Position,
    pub piece: Piece,
    pub square: Square,
    /// Gain of the exchange, minus the value of the piece that the move captured.
    pub centipawns: i32,
    pub line: Vec<Move>,
}

/// The term of the evaluation that falls most, from the end of the better line to the end of the move's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermFall {
    pub term: &'static str,
    /// Centipawns, view of the mover: after the better move, after this one.
    pub values: [i32; 2],
    pub lines: [Vec<Move>; 2],
}

impl Reason {
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::Mates(_) => "mates",
            Reason::Only(_) => "only",
            Reason::Threatens { .. } => "threatens",
            Reason::Worse { .. } => "worse",
            Reason::Allows { .. } => "allows",
            Reason::Hangs(_) => "hangs",
            Reason::GivesUp(_) => "gives-up",
        }
    }

    /// Returns the line that shows the reason, and the position it begins in.
    pub fn line(&self, before: &Position) -> (Position, &[Move]) {
        match self {
            Reason::Only(None) => (*before, &[]),
            Reason::Mates(shown)
            | Reason::Only(Some((shown, _)))
            | Reason::Worse { better: shown, .. } => (*before, &shown.line),
            Reason::Threatens { passed, threat, .. } => (*passed, &threat.line),
            Reason::Allows { after, mate } => (*after, &mate.line),
            Reason::Hangs(hanging) => (hanging.after, &hanging.line),
            Reason::GivesUp(fall) => (*before, &fall.lines[1]),
        }
    }

    /// Returns the kind of evidence: proof, table, search, evaluation or rules.
    pub const fn shown_by(&self) -> &'static str {
        match self {
            Reason::Only(None) => "rules",
            Reason::Mates(shown)
            | Reason::Only(Some((shown, _)))
            | Reason::Worse { better: shown, .. }
            | Reason::Threatens { threat: shown, .. }
            | Reason::Allows { mate: shown, .. } => shown.evidence.name(),
            Reason::Hangs(_) => "search",
            Reason::GivesUp(_) => "evaluation",
        }
    }

    /// Returns the reason as a sentence whose subject, the move, is left out. `before` is the position before the move.
    pub fn sentence(&self, before: &Position) -> String {
        let (from, moves) = self.line(before);
        let line = line_san(&from, &moves[..moves.len().min(PLIES)]);
        let by = self.shown_by();
        match self {
            Reason::Only(None) => "is the only legal move".to_owned(),
            Reason::Mates(shown) => format!("{}: {line} ({by})", mate("mates", shown)),
            Reason::Only(Some((_, points))) => {
                format!(
                    "is the only move: the best other gives away {}: {line} ({by})",
                    percent(*points)
                )
            }
            Reason::Threatens { threat, points, .. } => match threat.evidence {
                MoveEvidence::Mate(_) => {
                    format!("{}: {line} ({by})", mate("threatens mate", threat))
                }
                _ => format!("threatens {line}, worth {} ({by})", percent(*points)),
            },
            Reason::Worse { points, .. } => {
                format!("gives away {} against {line} ({by})", percent(*points))
            }
            Reason::Allows { mate: shown, .. } => {
                format!("{}: {line} ({by})", mate("allows mate", shown))
            }
            Reason::Hangs(HangingPiece { piece, square, centipawns, .. }) => {
                let pawns = f64::from(*centipawns) / 100.0;
                let piece = piece.name();
                format!("hangs the {piece} on {square}: {line} wins {pawns:.1} by exchange ({by})")
            }
            Reason::GivesUp(TermFall { term, values: [best, ours], lines: [better, _] }) => {
                let (best, ours) = (f64::from(*best) / 100.0, f64::from(*ours) / 100.0);
                let better = line_san(before, &better[..better.len().min(PLIES)]);
                format!(
                    "gives up {term}, {best:+.2} after {better}, {ours:+.2} after {line} ({by})"
                )
            }
        }
    }
}

/// Formats a mate: `mates in 3`, or `mates, not proved`.
fn mate(word: &str, shown: &JudgedMove) -> String {
    match shown.evidence {
        MoveEvidence::Mate(moves) => format!("{word} in {moves}"),
        _ => format!("{word}, not proved"),
    }
}

fn percent(points: f64) -> String {
    format!("{:.0} % of a point", 100.0 * points)
}

/// Returns what a move loses against a better one, by their lines: a hanging piece, else the evaluation term that falls most.
pub(crate) fn loss(before: &Position, ours: &[Move], better: &[Move]) -> Option<Reason> {
    hanging(before, ours).or_else(|| term_fall(before, ours, better))
}

fn hanging(before: &Position, ours: &[Move]) -> Option<Reason> {
    let &[mv, reply, ..] = ours else { return None };
    let after = before.play(mv);
    let piece = after.captured(reply)?;
    let taken = before.captured(mv).map_or(0, |piece| EXCHANGE_VALUE[piece]);
    let centipawns = after.exchange(reply).value - taken;
    let (square, line) = (reply.to(), ours[1..].to_vec());
    let hanging = HangingPiece { after, piece, square, centipawns, line };
    (centipawns >= LEAST_EXCHANGE).then_some(Reason::Hangs(hanging))
}

fn term_fall(before: &Position, ours: &[Move], better: &[Move]) -> Option<Reason> {
    let side = before.turn();
    let values = [better, ours].map(|line| terms(&end_of(before, line), side));
    let [best, own] = &values;
    let falls = best.iter().zip(own).map(|(&(term, best), &(_, ours))| (term, [best, ours]));
    let (term, values) = falls.max_by_key(|(_, [best, ours])| best - ours)?;
    let lines = [better.to_vec(), ours.to_vec()];
    (values[0] - values[1] >= LEAST_FALL).then_some(Reason::GivesUp(TermFall {
        term,
        values,
        lines,
    }))
}

/// Returns the last position of a line without a check, where the static evaluation is defined.
fn end_of(before: &Position, line: &[Move]) -> Position {
    let (mut position, mut quiet) = (*before, *before);
    for &mv in line {
        position = position.play(mv);
        if !position.in_check() {
            quiet = position;
        }
    }
    quiet
}

/// Returns the terms of the classical evaluation in centipawns, view of `side`.
fn terms(position: &Position, side: Color) -> Vec<(&'static str, i32)> {
    let report = ClassicalEvaluator::new().report(position);
    let phase = report.phase.clamp(0, FULL_PHASE);
    let value = |term: &TermLine| {
        let balance = term.balance();
        let white = (balance.mg() * phase + balance.eg() * (FULL_PHASE - phase)) / FULL_PHASE;
        if side == Color::White { white } else { -white }
    };
    report.terms.iter().map(|term| (term.name, value(term))).collect()
}
