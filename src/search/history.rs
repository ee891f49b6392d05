//! What earlier cutoffs taught about moves, and how far static values were off: one set of tables for each searcher.
//!
//! All scores are gravitated (h += b − h·|b|/max), so they stay within ±[`MAX`] and forget at the pace they learn.

use arrayvec::ArrayVec;

use crate::chess::{ByColor, Color, Key, Move, Piece, Position, Square};
use crate::units::{Depth, Score};

/// The bound of every history score.
pub const MAX: i32 = 16_384;

/// A piece that went to a square: what continuation histories are indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival(u16);

impl Arrival {
    /// How many there are.
    const COUNT: usize = 2 * 6 * 64;

    /// `color`'s piece arrives.
    pub fn new(color: Color, piece: Piece, to: Square) -> Arrival {
        Arrival(((color.index() * 6 + piece.index()) * 64 + to.index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The quiet moves or captures tried before the one that was too good.
pub type Tried = ArrayVec<Move, 64>;

/// The moves that led to a node, nearest first: one, two and four plies ago.
pub type Led = [Option<Arrival>; 3];

const CORRECTIONS: usize = 1 << 14;
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_MAX: i32 = 64 * CORRECTION_GRAIN;

/// The tables.
pub struct History {
    quiet: Vec<i16>,
    capture: Vec<i16>,
    continuation: Vec<i16>,
    counter: Vec<Option<Move>>,
    correction: ByColor<[Vec<i16>; 3]>,
}

fn gravitate(score: &mut i16, bonus: i32) {
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / MAX) as i16;
}

fn quiet_index(color: Color, mv: Move) -> usize {
    (color.index() * 64 + mv.from().index()) * 64 + mv.to().index()
}

fn capture_index(position: &Position, mv: Move) -> usize {
    let victim = position.captured(mv).map_or(6, Piece::index);
    (position.moved(mv).index() * 64 + mv.to().index()) * 7 + victim
}

impl History {
    /// Nothing learnt yet.
    pub fn new() -> History {
        let corrections = || [vec![0; CORRECTIONS], vec![0; CORRECTIONS], vec![0; CORRECTIONS]];
        History {
            quiet: vec![0; 2 * 64 * 64],
            capture: vec![0; 6 * 64 * 7],
            continuation: vec![0; Arrival::COUNT * Arrival::COUNT],
            counter: vec![None; Arrival::COUNT],
            correction: ByColor::new(corrections(), corrections()),
        }
    }

    /// The score of a quiet move.
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, led: &Led) -> i32 {
        let here = Arrival::new(position.turn(), position.moved(mv), mv.to());
        let mut score = i32::from(self.quiet[quiet_index(position.turn(), mv)]);
        for arrival in led.iter().take(2).flatten() {
            score += i32::from(self.continuation[arrival.index() * Arrival::COUNT + here.index()]);
        }
        if let Some(arrival) = led[2] {
            score +=
                i32::from(self.continuation[arrival.index() * Arrival::COUNT + here.index()]) / 2;
        }
        score
    }

    /// The score of a capture or promotion.
    #[inline]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.capture[capture_index(position, mv)])
    }

    /// The quiet move that last refuted the opponent's.
    pub fn counter(&self, led: &Led) -> Option<Move> {
        led[0].and_then(|arrival| self.counter[arrival.index()])
    }

    /// A quiet move was too good: it gains, those tried before it lose.
    pub fn reward_quiet(
        &mut self,
        position: &Position,
        best: Move,
        tried: &[Move],
        led: &Led,
        depth: Depth,
    ) {
        let bonus = bonus(depth);
        self.add_quiet(position, best, led, bonus);
        for &mv in tried {
            self.add_quiet(position, mv, led, -bonus);
        }
        if let Some(arrival) = led[0] {
            self.counter[arrival.index()] = Some(best);
        }
    }

    fn add_quiet(&mut self, position: &Position, mv: Move, led: &Led, bonus: i32) {
        gravitate(&mut self.quiet[quiet_index(position.turn(), mv)], bonus);
        let here = Arrival::new(position.turn(), position.moved(mv), mv.to());
        for arrival in led.iter().flatten() {
            gravitate(
                &mut self.continuation[arrival.index() * Arrival::COUNT + here.index()],
                bonus,
            );
        }
    }

    /// A move was too good: captures tried before it lose, and it gains if it is one.
    pub fn reward_capture(
        &mut self,
        position: &Position,
        best: Option<Move>,
        tried: &[Move],
        depth: Depth,
    ) {
        let bonus = bonus(depth);
        if let Some(mv) = best {
            gravitate(&mut self.capture[capture_index(position, mv)], bonus);
        }
        for &mv in tried {
            gravitate(&mut self.capture[capture_index(position, mv)], -bonus);
        }
    }

    /// The static value, corrected by how far it was off in positions with the same pawns or pieces.
    #[inline]
    pub fn corrected(&self, position: &Position, eval: Score) -> Score {
        let tables = &self.correction[position.turn()];
        let sum: i32 = correction_keys(position)
            .into_iter()
            .zip(tables)
            .map(|(key, table)| i32::from(table[key as usize % CORRECTIONS]))
            .sum();
        Score::cp(eval.raw() + sum / (2 * CORRECTION_GRAIN))
    }

    /// A search came to `score` where the (corrected) static value was `eval`.
    pub fn correct(&mut self, position: &Position, eval: Score, score: Score, depth: Depth) {
        let off = (score.raw() - eval.raw()).clamp(-512, 512) * CORRECTION_GRAIN;
        let weight = (depth.whole() + 1).clamp(1, 16);
        let tables = &mut self.correction[position.turn()];
        for (key, table) in correction_keys(position).into_iter().zip(tables) {
            let slot = &mut table[key as usize % CORRECTIONS];
            let now = i32::from(*slot);
            let next = (now * (256 - weight) + off * weight) / 256;
            *slot = next.clamp(-CORRECTION_MAX, CORRECTION_MAX) as i16;
        }
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

fn correction_keys(position: &Position) -> [Key; 3] {
    let placement = position.placement();
    [
        position.pawn_key(),
        placement.non_pawn_key(Color::White),
        placement.non_pawn_key(Color::Black),
    ]
}

fn bonus(depth: Depth) -> i32 {
    (depth.whole().max(1) * 160 - 80).clamp(80, 1_700)
}
