//! What a line does for the side that begins it, read from its moves: what it wins, what it gives for what, and the term of the
//! evaluation that changes most. Both lines of a pair, of a shorter and of a longer search, must show it.

use super::motif::{mate_motif, motif};
use super::sentence::PLIES;
use crate::chess::{CastlingSide, Color, EXCHANGE_VALUE, File, Move, Piece, Position};
use crate::eval::{ClassicalEvaluator, TermLine};
use crate::units::{Score, ScoreKind};

/// Minimum gain of material, and of what counts as given, in centipawns.
const LEAST_GAIN: i32 = 80;
const LEAST_GIFT: i32 = 150;

/// Minimum change of an evaluation term, in centipawns, to be reported.
const LEAST_CHANGE: i32 = 25;

/// A rook for a knight or a bishop.
const EXCHANGE: &str = "the exchange";

/// The phase with all pieces on the board.
const FULL_PHASE: i32 = 24;

/// A verb in two forms and its object: `wins`, `win`, `a knight by a fork of the king and the rook`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Idea {
    pub kind: &'static str,
    verb: [&'static str; 2],
    object: String,
    /// The material it wins at least, in centipawns.
    pub gain: i32,
}

impl Idea {
    const fn new(kind: &'static str, verb: [&'static str; 2], object: String, gain: i32) -> Idea {
        Idea { kind, verb, object, gain }
    }

    /// `wins a knight`.
    pub(super) fn third(&self) -> String {
        format!("{} {}", self.verb[0], self.object)
    }

    /// `win a knight`.
    pub(super) fn base(&self) -> String {
        format!("{} {}", self.verb[1], self.object)
    }

    pub(super) fn is_mate(&self) -> bool {
        self.kind == "mates"
    }

    /// Returns what two lines of a search from `start` win; `score`: that of the longer search.
    pub(super) fn wins(start: &Position, lines: [&[Move]; 2], score: Score) -> Option<Idea> {
        if let ScoreKind::Mates(moves) = score.kind() {
            let object = format!("in {moves}{}", joined(" ", mate_motif(start, lines[1])));
            return Some(Idea::new("mates", ["mates", "mate"], object, 0));
        }
        let ends = lines.map(|line| Balance::of(start, line, quiet_plies(start, line)));
        let gain = ends[0].gain.min(ends[1].gain);
        if gain < LEAST_GAIN {
            return None;
        }
        if let (Some(file), Some(_)) = (ends[1].promotes, ends[0].promotes) {
            let object = format!("the {}-pawn", file.letter());
            return Some(Idea::new("promotes", ["promotes", "promote"], object, gain));
        }
        let is_pawn = gain < EXCHANGE_VALUE[Piece::Knight] - EXCHANGE_VALUE[Piece::Pawn];
        let [first, last] = ends.each_ref().map(Balance::net);
        let object = match (first == last, is_pawn) {
            (true, _) => exchanged(&last.0, &last.1),
            (false, false) => "material".to_owned(),
            (false, true) => return None,
        };
        let motifs = lines.map(|line| motif(start, line));
        let by = motifs[1].as_ref().filter(|_| motifs[0] == motifs[1]);
        let by = by.map_or(String::new(), |motif| format!(" by {motif}"));
        Some(Idea::new("wins", ["wins", "win"], format!("{object}{by}"), gain))
    }

    /// Returns what two lines lose against two others, and how: `the knight on d5`, `a rook to a fork of …`.
    pub(super) fn loses(start: &Position, ours: [&[Move]; 2], other: [&[Move]; 2]) -> Option<Idea> {
        let balances = ours.map(|line| Balance::of(start, line, quiet_plies(start, line)));
        let behind = |round: usize| balances[round].gain - gain(start, other[round]);
        let lost_least = balances[0].gain.max(balances[1].gain);
        if behind(0).max(behind(1)).max(lost_least) > -LEAST_GAIN {
            return None;
        }
        let lost = |object: String| Some(Idea::new("loses", ["loses", "lose"], object, lost_least));
        let &[mv, reply, ..] = ours[1] else { return None };
        let after = start.play(mv);
        if let Some(piece) = after.captured(reply)
            && ours[0].get(1) == Some(&reply)
            && lost_least <= LEAST_GAIN - EXCHANGE_VALUE[piece]
        {
            return lost(format!("the {piece} on {}", reply.to()));
        }
        let [first, (won, gone)] = balances.each_ref().map(Balance::net);
        if first != (won.clone(), gone.clone()) {
            return lost("material".to_owned());
        }
        let motifs = ours.map(|line| motif(&after, &line[1..]));
        let to = motifs[1].as_deref().filter(|_| motifs[0] == motifs[1]);
        lost(format!("{}{}", exchanged(&gone, &won), joined(" to ", to)))
    }

    /// Returns the sacrifice that both lines begin with, and what it gets.
    pub(super) fn gives(start: &Position, lines: [&[Move]; 2]) -> Option<Idea> {
        let given = lines.map(|line| Balance::of(start, line, 3));
        let is_gift = |line: &[Move]| {
            let &[mv, reply, next, ..] = line else { return false };
            let after = start.play(mv);
            after.captured(reply).is_some() && after.play(reply).captured(next).is_none()
        };
        if given.iter().any(|given| given.gain > -LEAST_GIFT)
            || !lines.iter().all(|line| is_gift(line))
        {
            return None;
        }
        let plies = lines.map(|line| quiet_plies(start, line));
        let ends = [0, 1].map(|round| Balance::of(start, lines[round], plies[round]));
        let places = [0, 1].map(|round| end_of(start, lines[round]));
        let gets = compensation(start, &places);
        let gains = ends.each_ref().map(|end| end.gain);
        let (low, (won, lost)) = (gains[0].min(gains[1]), ends[1].net());
        let gift = things(&given[1].net().1);
        let object = if low >= LEAST_GAIN {
            let ahead = exchanged(&won, &lost);
            format!("{gift} for a time and wins {ahead}{}", joined(", with ", gets))
        } else if low > -LEAST_GAIN {
            format!("{gift} for a time and wins it back{}", joined(", with ", gets))
        } else if lost.is_empty() {
            return None;
        } else if exchanged(&lost, &won) == EXCHANGE {
            format!("{EXCHANGE} for {}", gets.unwrap_or("the initiative"))
        } else if won.is_empty() {
            format!("{} for {}", things(&lost), gets.unwrap_or("the initiative"))
        } else {
            format!("{} for {}{}", things(&lost), things(&won), joined(" and ", gets))
        };
        Some(Idea::new("sacrifices", ["gives", "give"], object, low))
    }
}

fn joined(before: &str, text: Option<&str>) -> String {
    text.map_or(String::new(), |text| format!("{before}{text}"))
}

/// What both sides took in a line, and the balance for the side that began it.
struct Balance {
    gain: i32,
    won: Vec<Piece>,
    lost: Vec<Piece>,
    /// The file on which the first side promoted.
    promotes: Option<File>,
}

impl Balance {
    fn of(start: &Position, line: &[Move], plies: usize) -> Balance {
        let mut position = *start;
        let mut balance = Balance { gain: 0, won: Vec::new(), lost: Vec::new(), promotes: None };
        for &mv in line.iter().take(plies) {
            let is_ours = position.turn() == start.turn();
            let promoted = mv
                .promoted()
                .map_or(0, |piece| EXCHANGE_VALUE[piece] - EXCHANGE_VALUE[Piece::Pawn]);
            let taken = position.captured(mv);
            let gain = taken.map_or(0, |piece| EXCHANGE_VALUE[piece]) + promoted;
            if is_ours && mv.promoted().is_some() {
                balance.promotes = Some(mv.to().file());
            }
            balance.gain += if is_ours { gain } else { -gain };
            if is_ours { &mut balance.won } else { &mut balance.lost }.extend(taken);
            position = position.play(mv);
        }
        balance
    }

    /// Returns what each side took without equal pieces.
    fn net(&self) -> (Vec<Piece>, Vec<Piece>) {
        let minor = |piece: Piece| matches!(piece, Piece::Knight | Piece::Bishop);
        let (mut won, mut lost) = (self.won.clone(), self.lost.clone());
        lost.retain(|&piece| {
            let is_equal = |other: &Piece| *other == piece || minor(*other) && minor(piece);
            let equal = won.iter().position(is_equal);
            equal.map(|at| won.remove(at)).is_none()
        });
        for pieces in [&mut won, &mut lost] {
            pieces.sort_by_key(|&piece| std::cmp::Reverse(EXCHANGE_VALUE[piece]));
        }
        (won, lost)
    }
}

/// Formats what is won for what: `the exchange`, `a rook for a pawn`.
fn exchanged(won: &[Piece], lost: &[Piece]) -> String {
    match (won, lost) {
        ([Piece::Rook], [Piece::Knight | Piece::Bishop]) => EXCHANGE.to_owned(),
        ([], _) => "material".to_owned(),
        (won, []) => things(won),
        (won, lost) => format!("{} for {}", things(won), things(lost)),
    }
}

/// Formats pieces: `a rook and two pawns`.
fn things(pieces: &[Piece]) -> String {
    const NUMBERS: [&str; 4] = ["two", "three", "four", "five"];
    let thing = |group: &[Piece]| match (group[0], group.len()) {
        (Piece::Queen, 1) => "the queen".to_owned(),
        (piece, 1) => format!("a {piece}"),
        (piece, count) => format!("{} {piece}s", NUMBERS[(count - 2).min(3)]),
    };
    let groups: Vec<String> = pieces.chunk_by(|one, other| one == other).map(thing).collect();
    match groups.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// Returns the plies to the last quiet position (no check, no exchange under way) near the beginning of a line.
fn quiet_plies(start: &Position, line: &[Move]) -> usize {
    let (mut position, mut quiet) = (*start, 0);
    for (ply, &mv) in line.iter().enumerate().take(PLIES) {
        let next = position.play(mv);
        let takes_next = line.get(ply + 1).is_some_and(|&reply| next.captured(reply).is_some());
        let is_last = ply + 1 == line.len();
        if !(next.in_check() || takes_next || is_last && position.is_noisy(mv)) {
            quiet = ply + 1;
        }
        position = next;
    }
    quiet
}

fn end_of(start: &Position, line: &[Move]) -> Position {
    line[..quiet_plies(start, line)].iter().fold(*start, |position, &mv| position.play(mv))
}

/// Returns the material that a line wins up to its last quiet position, in centipawns.
pub(super) fn gain(start: &Position, line: &[Move]) -> i32 {
    Balance::of(start, line, quiet_plies(start, line)).gain
}

/// Returns what the first side of a line has got besides material.
fn compensation(start: &Position, ends: &[Position; 2]) -> Option<&'static str> {
    let (us, before) = (start.turn(), terms(start, start.turn()));
    let after = ends.each_ref().map(|end| terms(end, us));
    let rise = |index: usize| {
        after.iter().map(|after| after[index].1 - before[index].1).min().unwrap_or(0)
    };
    let index = (0..before.len())
        .filter(|&index| !matches!(before[index].0, "material" | "tempo"))
        .max_by_key(|&index| rise(index))?;
    let (term, end) = (before[index].0, &ends[1]);
    let has_rights = |position: &Position| {
        let sides = [CastlingSide::King, CastlingSide::Queen];
        sides.iter().any(|&side| position.castling().rook(!us, side).is_some())
    };
    let stays = end.king(!us).file().index() >= 2 && end.king(!us).file().index() <= 5;
    (rise(index) >= LEAST_CHANGE).then_some(match term {
        "king safety" if has_rights(start) && !has_rights(end) && stays => "the king in the centre",
        "king safety" => "an exposed king",
        "passed pawns" => "a passed pawn",
        "threats" => "threats",
        "pawns" => "the better pawns",
        _ => "active pieces",
    })
}

/// Returns the term of the evaluation that changes most, in favour of the first of two lines, between the ends of both.
pub(super) fn change(
    before: &Position,
    ours: [&[Move]; 2],
    other: [&[Move]; 2],
) -> Option<&'static str> {
    let side = before.turn();
    let of_round = |round: usize| {
        // Compare the terms after the same number of plies.
        let plies = ours[round].len().min(other[round].len());
        [ours[round], other[round]].map(|line| terms(&end_of(before, &line[..plies]), side))
    };
    let rounds = [0, 1].map(of_round);
    let rise = |index: usize| {
        rounds.iter().map(|[ours, other]| ours[index].1 - other[index].1).min().unwrap_or(0)
    };
    let terms = &rounds[0][0];
    let index = (0..terms.len())
        .filter(|&index| !matches!(terms[index].0, "material" | "tempo"))
        .max_by_key(|&index| rise(index))?;
    (rise(index) >= LEAST_CHANGE).then(|| in_plain_words(terms[index].0))
}

/// Describes an evaluation term in a club player's words.
fn in_plain_words(term: &'static str) -> &'static str {
    match term {
        "placement" => "good squares for the pieces",
        "mobility" => "room to move",
        "pawns" => "a sound pawn structure",
        "passed pawns" => "the better passed pawns",
        "pieces" => "active pieces",
        "field control" => "control of squares",
        "trade down" => "favourable exchanges",
        "tempo" => "time",
        known => known,
    }
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
