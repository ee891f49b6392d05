//! Move histories and correction history: statistics of moves from earlier cutoffs, and of errors of the static evaluation.
//!
//! Butterfly history of quiet moves (colour, from, to, and which of the two squares the opponent attacks), pawn history (pawns,
//! piece, to), capture history (piece, to, victim), continuation history (a piece and its destination after another's one, two
//! and four plies ago), counter moves; correction history by pawns, by each side's pieces and by the last two moves. Each
//! searcher has its own tables. All move scores follow the gravity formula (h += b − h·|b|/max): they stay within ±[`MAX`] and
//! decay at the pace of the updates.

use arrayvec::ArrayVec;
use bytemuck::zeroed_vec;

use super::params;
use crate::chess::{Bitboard, ByColor, Color, Key, Move, Piece, Position, Square};
use crate::units::{Depth, Score};

/// The bound of every history score.
pub(crate) const MAX: i32 = 16_384;

/// A piece and the square it went to: what continuation history and counter moves are indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    const COUNT: usize = 2 * 6 * 64;

    pub(crate) fn new(color: Color, piece: Piece, to: Square) -> PieceTo {
        PieceTo(piece_to_index(color, piece, to) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn color(self) -> Color {
        if self.index() < PieceTo::COUNT / 2 { Color::White } else { Color::Black }
    }
}

#[inline(always)]
fn piece_to_index(color: Color, piece: Piece, to: Square) -> usize {
    (color.index() * 6 + piece.index()) * 64 + to.index()
}

type PieceToRow = [i16; PieceTo::COUNT];

/// Room for the moves of one kind that are remembered at a node; more are not punished.
type MoveBuffer = ArrayVec<Move, 64>;

/// The moves searched at a node that did not raise alpha: if another fails high, they lose history.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    pub quiets: MoveBuffer,
    /// Captures and promotions.
    pub captures: MoveBuffer,
}

impl SearchedMoves {
    #[inline]
    pub(crate) fn push(&mut self, mv: Move, noisy: bool) {
        let buffer = if noisy { &mut self.captures } else { &mut self.quiets };
        if !buffer.is_full() {
            buffer.push(mv);
        }
    }
}

/// The keys of continuation history at a node: the moves one, two and four plies ago.
pub(crate) type ContinuationKeys = [Option<PieceTo>; 3];

/// The indices of a node's quiet moves in the histories, computed once for all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietKeys {
    moves: ContinuationKeys,
    pawns: usize,
    /// Squares that the opponent attacks.
    pub threats: Bitboard,
}

impl QuietKeys {
    #[inline]
    pub(crate) fn new(position: &Position, moves: ContinuationKeys) -> QuietKeys {
        let threats = position.attacked_by(!position.turn());
        QuietKeys { threats, ..QuietKeys::for_captures(position, moves) }
    }

    /// The same where no quiet move will be asked for.
    #[inline]
    pub(crate) fn for_captures(position: &Position, moves: ContinuationKeys) -> QuietKeys {
        let pawns = position.pawn_key() as usize % PAWNS;
        QuietKeys { moves, pawns, threats: Bitboard::EMPTY }
    }
}

const PAWNS: usize = 512;
const CORRECTIONS: usize = 1 << 14;

pub(crate) struct History {
    /// By colour, origin and destination; then by which of the two squares the opponent attacks.
    quiet: Vec<[i16; 4]>,
    capture: Vec<i16>,
    /// A row for each earlier move; the last row is that of no move and stays zero.
    continuation: Vec<PieceToRow>,
    pawn: Vec<PieceToRow>,
    counter: Vec<Option<Move>>,
    correction: ByColor<[Vec<i16>; 3]>,
    continuation_correction: Vec<PieceToRow>,
}

/// The scores of a node's quiet moves: the histories of its keys, found once for all of its moves.
pub(crate) struct QuietScores<'a> {
    position: &'a Position,
    threats: Bitboard,
    butterfly: &'a [[i16; 4]],
    pawn: &'a PieceToRow,
    continuation: [&'a PieceToRow; 3],
}

impl QuietScores<'_> {
    #[inline(always)]
    pub(crate) fn of(&self, mv: Move) -> i32 {
        let (turn, piece) = (self.position.turn(), self.position.moved(mv));
        let here = piece_to_index(turn, piece, mv.to());
        let [of_one, of_two, of_four] = params::CONTINUATION_WEIGHTS;
        let [one, two, four] = self.continuation.map(|row| i32::from(row[here]));
        let (squares, attacked) = quiet_index(turn, mv, self.threats);
        let sum = i32::from(self.butterfly[squares][attacked]) * params::BUTTERFLY_WEIGHT
            + i32::from(self.pawn[here]) * params::PAWN_HISTORY_WEIGHT
            + one * of_one
            + two * of_two
            + four * of_four;
        sum / 64
    }
}

/// The indices of a position in the correction history: by pawns, by White's and Black's pieces, and by the last two moves, if
/// there are as many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectionKeys {
    placement: [usize; 3],
    moves: Option<(PieceTo, PieceTo)>,
}

impl CorrectionKeys {
    #[inline]
    pub(crate) fn new(position: &Position, moves: &ContinuationKeys) -> CorrectionKeys {
        let placement = position.placement();
        let keys: [Key; 3] = [
            position.pawn_key(),
            placement.non_pawn_key(Color::White),
            placement.non_pawn_key(Color::Black),
        ];
        let moves = moves[1].zip(moves[0]);
        CorrectionKeys { placement: keys.map(|key| key as usize % CORRECTIONS), moves }
    }
}

fn apply_gravity(score: &mut i16, bonus: i32) {
    add_bounded(score, bonus, MAX);
}

/// The gravity formula: adds a bonus, no larger than `bound`, so that the sum stays within it.
fn add_bounded(score: &mut i16, bonus: i32, bound: i32) {
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / bound) as i16;
}

/// The index of a move in the butterfly history: its squares, and which of them are attacked.
#[inline(always)]
fn quiet_index(color: Color, mv: Move, threats: Bitboard) -> (usize, usize) {
    let squares = (color.index() * 64 + mv.from().index()) * 64 + mv.to().index();
    (squares, usize::from(threats.has(mv.from())) * 2 + usize::from(threats.has(mv.to())))
}

fn capture_index(position: &Position, mv: Move) -> usize {
    let victim = position.captured(mv).map_or(6, Piece::index);
    (position.moved(mv).index() * 64 + mv.to().index()) * 7 + victim
}

/// The row of continuation history after a move, or after none.
#[inline(always)]
fn row(piece_to: Option<PieceTo>) -> usize {
    piece_to.map_or(PieceTo::COUNT, PieceTo::index)
}

impl Default for History {
    /// Creates empty tables. The large ones come zeroed from the system and take memory where they are used.
    fn default() -> History {
        let corrections = || [vec![0; CORRECTIONS], vec![0; CORRECTIONS], vec![0; CORRECTIONS]];
        History {
            quiet: vec![[0; 4]; 2 * 64 * 64],
            capture: vec![0; 6 * 64 * 7],
            continuation: zeroed_vec(PieceTo::COUNT + 1),
            pawn: zeroed_vec(PAWNS),
            counter: vec![None; PieceTo::COUNT],
            correction: ByColor::new(corrections(), corrections()),
            continuation_correction: zeroed_vec(PieceTo::COUNT),
        }
    }
}

impl History {
    pub(crate) fn butterfly(&self, position: &Position, mv: Move, keys: &QuietKeys) -> i32 {
        let (squares, attacked) = quiet_index(position.turn(), mv, keys.threats);
        i32::from(self.quiet[squares][attacked])
    }

    #[inline(always)]
    pub(crate) fn quiet_scores<'a>(
        &'a self,
        position: &'a Position,
        keys: &QuietKeys,
    ) -> QuietScores<'a> {
        QuietScores {
            position,
            threats: keys.threats,
            butterfly: &self.quiet,
            pawn: &self.pawn[keys.pawns],
            continuation: keys.moves.map(|key| &self.continuation[row(key)]),
        }
    }

    #[inline]
    pub(crate) fn quiet(&self, position: &Position, mv: Move, keys: &QuietKeys) -> i32 {
        self.quiet_scores(position, keys).of(mv)
    }

    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.capture[capture_index(position, mv)])
    }

    /// The counter move: the quiet move that last refuted the opponent's.
    pub(crate) fn counter(&self, keys: &QuietKeys) -> Option<Move> {
        keys.moves[0].and_then(|piece_to| self.counter[piece_to.index()])
    }

    /// A quiet move failed high: it gains history and is the counter move now; those searched before it lose.
    pub(crate) fn update_quiet(
        &mut self,
        position: &Position,
        best: Move,
        searched: &[Move],
        keys: &QuietKeys,
        depth: Depth,
    ) {
        let bonus = bonus(depth);
        self.add_quiet(position, best, keys, bonus);
        for &mv in searched {
            self.add_quiet(position, mv, keys, -bonus * params::HISTORY_MALUS / 100);
        }
        if let Some(piece_to) = keys.moves[0] {
            self.counter[piece_to.index()] = Some(best);
        }
    }

    fn add_quiet(&mut self, position: &Position, mv: Move, keys: &QuietKeys, bonus: i32) {
        self.add_butterfly(position.turn(), mv, keys.threats, bonus);
        let here = PieceTo::new(position.turn(), position.moved(mv), mv.to());
        apply_gravity(&mut self.pawn[keys.pawns][here.index()], bonus);
        self.add_continuation(here, &keys.moves, bonus);
    }

    /// `threats` are the squares that were attacked when the move was made.
    pub(super) fn add_butterfly(&mut self, color: Color, mv: Move, threats: Bitboard, bonus: i32) {
        let (squares, attacked) = quiet_index(color, mv, threats);
        apply_gravity(&mut self.quiet[squares][attacked], bonus);
    }

    /// `moves` are those before the one that came here.
    pub(super) fn add_continuation(&mut self, here: PieceTo, moves: &ContinuationKeys, bonus: i32) {
        for piece_to in moves.iter().flatten() {
            apply_gravity(&mut self.continuation[piece_to.index()][here.index()], bonus);
        }
    }

    /// A move failed high: captures searched before it lose history, and it gains if it is one.
    pub(crate) fn update_capture(
        &mut self,
        position: &Position,
        best: Option<Move>,
        searched: &[Move],
        depth: Depth,
    ) {
        let bonus = bonus(depth);
        let lost = -bonus * params::CAPTURE_HISTORY_MALUS / 100;
        if let Some(mv) = best {
            let gained = bonus * params::CAPTURE_HISTORY_BONUS / 100;
            apply_gravity(&mut self.capture[capture_index(position, mv)], gained);
        }
        for &mv in searched {
            apply_gravity(&mut self.capture[capture_index(position, mv)], lost);
        }
    }

    /// The static evaluation, corrected by how far it was off in positions with the same pawns or pieces, or after the same
    /// moves.
    #[inline]
    pub(crate) fn corrected(&self, turn: Color, eval: Score, keys: &CorrectionKeys) -> Score {
        let tables = keys.placement.into_iter().zip(&self.correction[turn]);
        let placement: i32 = tables.map(|(key, table)| i32::from(table[key])).sum();
        let of_moves = |(before, last): (PieceTo, PieceTo)| {
            i32::from(self.continuation_correction[before.index()][last.index()])
        };
        let moves = keys.moves.map_or(0, of_moves);
        let sum = placement + moves;
        Score::cp(eval.raw() + sum / params::CORRECTION_SCALE)
    }

    /// Updates the correction history after a search with `score`, where the corrected static evaluation was `eval`: adds the
    /// remaining difference, weighted by depth, up to a bound.
    pub(crate) fn update_correction(
        &mut self,
        turn: Color,
        keys: &CorrectionKeys,
        (eval, score): (Score, Score),
        depth: Depth,
    ) {
        let off = (score.raw() - eval.raw()) * depth.raw() / params::CORRECTION_DEPTH.raw();
        let bonus = off.clamp(-params::CORRECTION_MOST, params::CORRECTION_MOST);
        for (key, table) in keys.placement.into_iter().zip(&mut self.correction[turn]) {
            add_bounded(&mut table[key], bonus, params::CORRECTION_BOUND);
        }
        if let Some((before, last)) = keys.moves {
            let correction = &mut self.continuation_correction[before.index()][last.index()];
            add_bounded(correction, bonus, params::CORRECTION_BOUND);
        }
    }
}

/// The bonus of a move that fails high at this depth, and the malus of the others.
pub(super) fn bonus(depth: Depth) -> i32 {
    let bonus = depth.whole().max(1) * params::HISTORY_BONUS - params::HISTORY_BONUS_OFFSET;
    bonus.min(params::HISTORY_BONUS_MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_move;

    #[test]
    fn gravity_keeps_scores_within_their_bound_and_forgets() {
        let mut score = 0;
        for _ in 0..1_000 {
            apply_gravity(&mut score, 1_700);
            assert!(i32::from(score) <= MAX);
        }
        assert!(i32::from(score) > MAX * 9 / 10);
        let before = score;
        apply_gravity(&mut score, -1_700);
        // A result against a settled score counts nearly twice.
        assert!(i32::from(before) - i32::from(score) > 3_000);
        for _ in 0..1_000 {
            apply_gravity(&mut score, -1_700);
            assert!(i32::from(score) >= -MAX);
        }
    }

    #[test]
    fn the_move_that_failed_high_gains_and_those_before_it_lose() {
        let position = Position::start();
        let mv = |text| parse_move(&position, text).unwrap();
        let (best, searched, other) = (mv("e4"), mv("d4"), mv("a3"));
        let key = |to| Some(PieceTo::new(Color::Black, Piece::Knight, to));
        let after = |moves| QuietKeys::new(&position, moves);
        let none = after([None; 3]);
        let keys = after([key(Square::F6), key(Square::C6), None]);
        let mut history = History::default();
        history.update_quiet(&position, best, &[searched], &keys, Depth::plies(6));
        let quiet = |mv, keys: &QuietKeys| history.quiet(&position, mv, keys);
        assert!(quiet(best, &keys) > 0 && quiet(searched, &keys) < 0);
        assert_eq!(quiet(other, &keys), 0);
        // Continuation history is of what came before: without it only the butterfly history is left.
        assert!(quiet(best, &keys) > quiet(best, &none));
        assert_eq!(quiet(best, &after([key(Square::A6), None, None])), quiet(best, &none));
        assert_eq!(history.counter(&keys), Some(best));
        assert_eq!(history.counter(&after([key(Square::C6), None, None])), None);
        // A deeper cutoff counts more.
        let mut deeper = History::default();
        deeper.update_quiet(&position, best, &[], &keys, Depth::plies(9));
        assert!(deeper.quiet(&position, best, &keys) > quiet(best, &keys));
    }

    #[test]
    fn corrections_approach_what_searches_found_and_stay_bounded() {
        let (position, eval) = (Position::start(), Score::cp(20));
        let (turn, keys) = (position.turn(), CorrectionKeys::new(&position, &[None; 3]));
        let mut history = History::default();
        assert_eq!(history.corrected(turn, eval, &keys), eval);
        // As the search does it: what is learnt from is the corrected evaluation.
        for _ in 0..200 {
            let corrected = history.corrected(turn, eval, &keys);
            history.update_correction(turn, &keys, (corrected, Score::cp(60)), Depth::plies(10));
        }
        let learnt = history.corrected(turn, eval, &keys).raw();
        assert!((58..=62).contains(&learnt), "the whole of a steady error: {learnt}");
        assert_eq!(
            history.corrected(!turn, eval, &keys),
            eval,
            "the other side has tables of its own"
        );
        for _ in 0..2_000 {
            history.update_correction(turn, &keys, (eval, Score::cp(9_000)), Depth::plies(20));
        }
        let most = 3 * params::CORRECTION_BOUND / params::CORRECTION_SCALE;
        let learnt = history.corrected(turn, eval, &keys).raw() - eval.raw();
        assert!((most - 2..=most).contains(&learnt), "{learnt} of {most}");
    }
}
