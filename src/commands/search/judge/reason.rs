//! Reasons for and against a move, each with the line that shows it.

use crate::chess::{Color, EXCHANGE_VALUE, Move, Piece, Position, Square};
use crate::eval::{ClassicalEvaluator, TermLine};

use super::judged_move::{JudgedMove, MoveEvidence};

/// Minimum gain of an exchange, in centipawns, for a piece to hang.
const LEAST_EXCHANGE: i32 = 100;

/// Minimum fall of an evaluation term, in centipawns, to be reported.
const LEAST_FALL: i32 = 25;

/// The phase with all pieces on the board.
const FULL_PHASE: i32 = 24;

/// Plies of a line in a sentence.
const PLIES: usize = 8;

/// Minimum expected points of the winning side, and maximum of a side that is not winning: scores of about +5 and +1.5.
pub(crate) const WINNING: f64 = 0.863;
pub(crate) const NOT_WINNING: f64 = 0.635;

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Mates(JudgedMove),
    /// Another move mates and this one does not.
    Misses(JudgedMove),
    /// It is the only legal move in this position.
    OnlyLegal(Position),
    /// The best other move, and how many points it is worth less.
    Only(JudgedMove, f64),
    /// The best move if the opponent passed, and the points it would gain.
    Threatens(JudgedMove, f64),
    /// A better move, and how many points it is worth more.
    Worse(JudgedMove, f64),
    /// The opponent can mate.
    Allows(JudgedMove),
    Hangs(HangingPiece),
    GivesUp(TermFall),
}

/// A piece that the opponent wins by exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HangingPiece {
    pub after: Position,
    pub piece: Piece,
    pub square: Square,
    /// Gain of the exchange, minus the value of the piece that the move captured.
    pub centipawns: i32,
    /// Whether the opponent could already win it before the move.
    pub hung_before: bool,
    pub line: Vec<Move>,
}

/// The evaluation term that falls most between the end of the better line and the end of the move's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermFall {
    pub before: Position,
    pub term: &'static str,
    /// Centipawns, view of the mover: after the better move, after this one.
    pub values: [i32; 2],
    pub lines: [Vec<Move>; 2],
}

impl Reason {
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::Mates(_) => "mates",
            Reason::Misses(_) => "misses",
            Reason::OnlyLegal(_) | Reason::Only(..) => "only",
            Reason::Threatens(..) => "threatens",
            Reason::Worse(..) => "worse",
            Reason::Allows(_) => "allows",
            Reason::Hangs(_) => "hangs",
            Reason::GivesUp(_) => "gives-up",
        }
    }

    /// Returns the line that shows the reason, its start position, and the kind of evidence: proof, table, search, evaluation or
    /// rules.
    pub fn shown(&self) -> (Position, &[Move], &'static str) {
        match self {
            Reason::OnlyLegal(before) => (*before, &[], "rules"),
            Reason::Mates(shown)
            | Reason::Misses(shown)
            | Reason::Only(shown, _)
            | Reason::Worse(shown, _)
            | Reason::Threatens(shown, _)
            | Reason::Allows(shown) => (shown.before, &shown.line, shown.evidence.name()),
            Reason::Hangs(hanging) => (hanging.after, &hanging.line, "search"),
            Reason::GivesUp(fall) => (fall.before, &fall.lines[1], "evaluation"),
        }
    }

    /// Formats the reason as a sentence without its subject, the move; `written` formats a line of moves.
    pub fn sentence(&self, written: impl Fn(&Position, &[Move]) -> String) -> String {
        let (from, moves, by) = self.shown();
        let beginning = |from, moves: &[Move]| written(from, &moves[..moves.len().min(PLIES)]);
        let line = beginning(&from, moves);
        match self {
            Reason::OnlyLegal(_) => "is the only legal move".to_owned(),
            Reason::Mates(shown) => format!("{}: {line} ({by})", mate("mates", shown)),
            Reason::Misses(shown) => format!("{}: {line} ({by})", mate("misses mate", shown)),
            Reason::Only(_, points) => {
                format!(
                    "is the only move: the best other gives away {}: {line} ({by})",
                    percent(*points)
                )
            }
            Reason::Threatens(threat, points) => match threat.evidence {
                MoveEvidence::Mate(_) => {
                    format!("{}: {line} ({by})", mate("threatens mate", threat))
                }
                _ => format!("threatens {line}, worth {} ({by})", percent(*points)),
            },
            Reason::Worse(better, points) => {
                let win =
                    if gives_win(better.evidence.points(), *points) { "the win, " } else { "" };
                format!("gives away {win}{} against {line} ({by})", percent(*points))
            }
            Reason::Allows(shown) => format!("{}: {line} ({by})", mate("allows mate", shown)),
            Reason::Hangs(HangingPiece { piece, square, hung_before, .. }) => {
                let piece = format!("the {} on {square}", piece.name());
                match hung_before {
                    true => format!("leaves {piece} hanging: {line} ({by})"),
                    false => format!("hangs {piece}: {line} ({by})"),
                }
            }
            Reason::GivesUp(TermFall { before, term, lines: [better, _], .. }) => {
                let better = beginning(before, better);
                format!("gives up {}: {line} instead of {better} ({by})", in_plain_words(term))
            }
        }
    }
}

/// Describes an evaluation term in a club player's words.
fn in_plain_words(term: &'static str) -> &'static str {
    match term {
        "placement" => "good squares for its pieces",
        "mobility" => "room to move",
        "pawns" => "a sound pawn structure",
        "pieces" => "the good work of its pieces",
        "field control" => "control of squares",
        "trade down" => "favourable exchanges",
        "tempo" => "time",
        known => known,
    }
}

/// Returns whether losing `points` from an expectation of `from` throws away a win.
pub(crate) fn gives_win(from: f64, points: f64) -> bool {
    from >= WINNING && from - points <= NOT_WINNING
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

/// Lines of one round of searches from the same position: of a move, and of a better one.
#[derive(Clone, Debug)]
pub(crate) struct ComparedLines {
    pub ours: Vec<Move>,
    pub better: Vec<Move>,
}

/// Returns what a move loses compared with a better one, unless a mate is at stake: a hanging piece, else the evaluation term
/// that falls most. All rounds must agree; the lines of the last one show it.
pub(crate) fn loss(before: &Position, rounds: &[ComparedLines], mate: bool) -> Option<Reason> {
    hanging(before, rounds).or_else(|| (!mate).then(|| term_fall(before, rounds)).flatten())
}

fn hanging(before: &Position, rounds: &[ComparedLines]) -> Option<Reason> {
    let ours = &rounds.last()?.ours;
    let &[mv, reply, ..] = &ours[..] else { return None };
    let after = before.play(mv);
    let piece = after.captured(reply)?;
    let is_taken =
        |round: &ComparedLines| round.ours.get(1).map(|reply| reply.to()) == Some(reply.to());
    let taken = before.captured(mv).map_or(0, |piece| EXCHANGE_VALUE[piece]);
    let centipawns = after.exchange(reply).value - taken;
    if centipawns < LEAST_EXCHANGE || !rounds.iter().all(is_taken) {
        return None;
    }
    let square = reply.to();
    let origin = if square == mv.to() { mv.from() } else { square };
    let hung_before = before.pass().is_some_and(|passed| {
        let takes = passed.legal_moves().into_iter().map(|legal| legal.mv);
        let mut takes =
            takes.filter(|take| take.to() == origin && passed.captured(*take).is_some());
        takes.any(|take| passed.exchange(take).value >= LEAST_EXCHANGE)
    });
    let line = ours[1..].to_vec();
    Some(Reason::Hangs(HangingPiece { after, piece, square, centipawns, hung_before, line }))
}

fn term_fall(before: &Position, rounds: &[ComparedLines]) -> Option<Reason> {
    let side = before.turn();
    let of_round = |round: &ComparedLines| {
        // Compare the terms after the same number of plies.
        let plies = round.ours.len().min(round.better.len());
        let lines = [&round.better[..plies], &round.ours[..plies]];
        (lines.map(|line| terms(&end_of(before, line), side)), lines.map(<[Move]>::to_vec))
    };
    let rounds: Vec<_> = rounds.iter().map(of_round).collect();
    let ([best, ours], lines) = rounds.last()?;
    let fall_at = |index: usize| {
        let falls = rounds.iter().map(|([best, ours], _)| best[index].1 - ours[index].1);
        falls.min().unwrap_or(0)
    };
    let index = (0..best.len()).max_by_key(|&index| fall_at(index))?;
    let (term, values) = (best[index].0, [best[index].1, ours[index].1]);
    let (before, lines) = (*before, lines.clone());
    let fall = TermFall { before, term, values, lines };
    (fall_at(index) >= LEAST_FALL).then_some(Reason::GivesUp(fall))
}

/// Returns the last quiet position of a line (no check, no exchange under way), where the static evaluation is meaningful.
fn end_of(before: &Position, line: &[Move]) -> Position {
    let (mut position, mut quiet) = (*before, *before);
    for (ply, &mv) in line.iter().enumerate() {
        let next = position.play(mv);
        let takes_next = line.get(ply + 1).is_some_and(|&reply| next.captured(reply).is_some());
        let is_last = ply + 1 == line.len();
        if !(next.in_check() || takes_next || is_last && position.is_noisy(mv)) {
            quiet = next;
        }
        position = next;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::classical::features::Term;

    #[test]
    fn terms_are_named_in_words_that_players_use() {
        for term in Term::ALL {
            let words = in_plain_words(term.name());
            let is_jargon = ["trade down", "field control", "tempo", "placement", "mobility"];
            assert!(!is_jargon.contains(&words), "{words}");
        }
    }
}
