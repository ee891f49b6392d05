//! The motif by which a line wins material: each is found from what the line captures, not from the look of the board.

use crate::chess::attacks::attacks;
use crate::chess::{Bitboard, Color, EXCHANGE_VALUE, Move, Piece, Position, Square};

/// The first three plies of a line: a move, the reply, and the capture or check that shows the motif.
struct Strike {
    start: Position,
    mv: Move,
    after: Position,
    reply: Move,
    next: Position,
    strike: Move,
    /// The piece that the third ply takes.
    taken: Piece,
    us: Color,
}

/// Returns the motif of a line as words: `a fork of the king and the rook`.
pub(super) fn motif(start: &Position, line: &[Move]) -> Option<String> {
    let &[mv, reply, strike, ..] = line else { return None };
    let after = start.play(mv);
    let next = after.play(reply);
    let (taken, us) = (next.captured(strike)?, start.turn());
    if mv.is_castle() || reply.to() == strike.to() && after.captured(reply).is_some() {
        // Taking back is no motif.
        return None;
    }
    let strike = Strike { start: *start, mv, after, reply, next, strike, taken, us };
    strike
        .skewer()
        .or_else(|| strike.fork())
        .or_else(|| strike.discovery())
        .or_else(|| strike.pin())
        .or_else(|| strike.deflection())
        .or_else(|| strike.trap())
}

fn guards(position: &Position, square: Square, by: Color) -> Bitboard {
    position.attackers_to(square, position.occupied()) & position.color(by)
}

fn is_guarded(position: &Position, square: Square, by: Color) -> bool {
    guards(position, square, by).any()
}

impl Strike {
    fn reach(&self, position: &Position, from: Square, occupied: Bitboard) -> Bitboard {
        let piece = position.piece_at(from);
        piece.map_or(Bitboard::EMPTY, |piece| attacks(piece, self.us, from, occupied))
    }

    /// Returns whether the piece that made the first move makes the capture, too.
    fn is_same_piece(&self) -> bool {
        self.strike.from() == self.mv.to()
    }

    fn fork(&self) -> Option<String> {
        let (from, them) = (self.mv.to(), !self.us);
        let own = EXCHANGE_VALUE[self.after.piece_at(from)?];
        let reach = self.reach(&self.after, from, self.after.occupied()) & self.after.color(them);
        let is_target = |square: &Square| {
            let value = self.after.piece_at(*square).map_or(0, |piece| EXCHANGE_VALUE[piece]);
            value > own
                || !is_guarded(&self.after, *square, them) && value > EXCHANGE_VALUE[Piece::Pawn]
        };
        let targets: Vec<Square> = reach.into_iter().filter(is_target).collect();
        if !self.is_same_piece() || targets.len() < 2 || !targets.contains(&self.strike.to()) {
            return None;
        }
        let mut names: Vec<Piece> =
            targets.iter().filter_map(|&at| self.after.piece_at(at)).collect();
        names.sort_by_key(|&piece| std::cmp::Reverse(EXCHANGE_VALUE[piece]));
        Some(match names[..] {
            [one, other] if one == other => format!("a fork of two {one}s"),
            [one, other, ..] => format!("a fork of the {one} and the {other}"),
            _ => return None,
        })
    }

    /// Finds a piece that had to move out of the line to the piece behind it.
    fn skewer(&self) -> Option<String> {
        let (from, front, behind) = (self.mv.to(), self.reply.from(), self.strike.to());
        let occupied = self.after.occupied();
        let direct = self.reach(&self.after, from, occupied);
        let through = self.reach(&self.after, from, occupied - Bitboard::of(front));
        let moved = self.after.piece_at(front)?;
        let is_skewer = self.is_same_piece()
            && direct.has(front)
            && !direct.has(behind)
            && through.has(behind)
            && EXCHANGE_VALUE[moved] >= EXCHANGE_VALUE[self.taken];
        is_skewer.then(|| format!("a skewer of the {moved} and the {}", self.taken))
    }

    /// Finds a capture by a piece whose line the first move opened, or after a check that it uncovered.
    fn discovery(&self) -> Option<String> {
        let checkers = self.after.checkers();
        if self.is_same_piece() && checkers.any() && !checkers.has(self.mv.to()) {
            return Some("a discovered check".to_owned());
        }
        let (slider, target) = (self.strike.from(), self.strike.to());
        if slider == self.mv.to() || self.start.piece_at(slider) != self.after.piece_at(slider) {
            return None;
        }
        let occupied = self.start.occupied();
        let opens = !self.reach(&self.start, slider, occupied).has(target)
            && self.reach(&self.start, slider, occupied - Bitboard::of(self.mv.from())).has(target)
            && self.reach(&self.after, slider, self.after.occupied()).has(target);
        opens.then(|| format!("a discovered attack on the {}", self.taken))
    }

    /// Finds a piece that the first move pinned, or a capture that pinned guards cannot answer.
    fn pin(&self) -> Option<String> {
        let (target, pinned, pinner) = (self.strike.to(), self.after.pinned(), self.mv.to());
        let behind = self.after.occupied() - Bitboard::of(target);
        if pinned.has(target)
            && self.is_same_piece()
            && self.reach(&self.after, pinner, behind).has(self.after.king(!self.us))
        {
            return Some(format!("a pin of the {}", self.taken));
        }
        let guards = guards(&self.after, target, !self.us);
        let guard = guards.into_iter().next().and_then(|square| self.after.piece_at(square))?;
        let is_helpless = (guards - pinned).is_empty()
            && is_guarded(&self.next, target, !self.us)
            && self.next.play(self.strike).moves().all(|mv| mv.to() != target);
        is_helpless.then(|| format!("the pin of the {guard} that guards the {}", self.taken))
    }

    /// Finds the last guard, drawn away by the capture of what the first move put or took there.
    fn deflection(&self) -> Option<String> {
        let (target, them) = (self.strike.to(), !self.us);
        let was_guard = guards(&self.after, target, them).has(self.reply.from());
        let is_drawn = self.reply.to() == self.mv.to() && !is_guarded(&self.next, target, them);
        let guard = self.after.piece_at(self.reply.from())?;
        let overloads = self.start.captured(self.mv).is_some();
        (was_guard && is_drawn && guard != Piece::King).then(|| match overloads {
            true => format!("the overloaded {guard}"),
            false => format!("drawing the {guard} away from the {}", self.taken),
        })
    }

    /// Finds a piece that had no safe square.
    fn trap(&self) -> Option<String> {
        let at = self.strike.to();
        let stayed = self.after.piece_at(at) == Some(self.taken) && self.reply.from() != at;
        let flights = || self.after.moves().filter(|mv| mv.from() == at);
        let is_trapped = stayed
            && self.taken != Piece::Pawn
            && self.start.piece_at(at).is_some()
            && self.reach(&self.after, self.strike.from(), self.after.occupied()).has(at)
            && flights().next().is_some()
            && flights().all(|mv| !self.after.see_at_least(mv, 0));
        is_trapped.then(|| format!("trapping the {} on {at}", self.taken))
    }
}

/// Returns the motif of a line that mates: `on the back rank`.
pub(super) fn mate_motif(start: &Position, line: &[Move]) -> Option<&'static str> {
    let end = line.iter().fold(*start, |position, &mv| position.play(mv));
    let loser = end.turn();
    let (king, checkers) = (end.king(loser), end.checkers());
    let checker = checkers.into_iter().next().filter(|_| end.is_checkmate())?;
    let is_along = checker.rank() == king.rank() && king.relative_rank(loser).index() == 0;
    let heavy = matches!(end.piece_at(checker)?, Piece::Rook | Piece::Queen);
    let closed =
        attacks(Piece::King, loser, king, end.occupied()) & end.colored_pieces(loser, Piece::Pawn);
    match end.piece_at(checker)? {
        Piece::Knight if end.color(loser).len() > 3 && is_smothered(&end, king) => {
            Some("by smothering the king")
        }
        _ if is_along && heavy && closed.many() => Some("on the back rank"),
        _ => None,
    }
}

fn is_smothered(end: &Position, king: Square) -> bool {
    let around = attacks(Piece::King, end.turn(), king, end.occupied());
    (around - end.color(end.turn())).is_empty()
}
