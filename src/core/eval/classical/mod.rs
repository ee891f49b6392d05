//! The classical evaluation: features of a position, theme by theme, with tuned weights.
//!
//! Each theme is a file; it adds weights to an [`Accumulator`] and is symmetric between the sides. `features.rs` lists the
//! features, `weights.txt` their weights; this file has the order of the themes and combines the two halves into one score.
//! Everything is integer, so the result is the same on every machine.

mod accumulator;
mod control;
mod endings;
pub mod features;
mod info;
pub mod king;
mod kpk;
mod material;
mod mobility;
mod passed;
mod pawns;
mod pieces;
mod placement;
mod rook_ending;
mod scale;
mod scale_factor;
mod shelter;
#[cfg(test)]
mod tests;
mod threats;

use accumulator::Accumulator;
use endings::KnownEnding;
use features::{TEMPO, Term};
use info::Info;
pub use material::FULL_PHASE;
use material::MaterialEntry;
pub use scale::fifty_move_scale;
pub use scale_factor::FULL as FULL_SCALE;
use scale_factor::ScaleFactor;

use crate::chess::{Bitboard, ByColor, BySquare, Color, Piece, Placement, Position};
use crate::eval::cached::KeyedTable;
use crate::eval::trace::{Coefficients, NoCoefficients, Trace};
use crate::eval::{Certainty, EvalReport, Evaluation, Evaluator, Pair, TermLine};
use crate::units::{Score, WhiteScore};

#[derive(Clone, Copy, Debug, Default)]
struct PawnEntry {
    /// White's weights minus Black's.
    sum: Pair,
    /// Passed pawns of both sides.
    passed: Bitboard,
}

/// Arrangements of pawns and kings that are kept.
const PAWN_SLOTS: usize = 8 * 1_024;

/// The classical evaluation with its material and pawn hash tables; one a thread.
#[derive(Clone, Debug)]
pub struct ClassicalEvaluator {
    material_table: KeyedTable<MaterialEntry, { material::SLOTS }>,
    pawn_table: KeyedTable<PawnEntry, PAWN_SLOTS>,
}

/// White's view of a position, in parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    /// White's weights minus Black's.
    pub sum: Pair,
    /// Share of the middle game, of [`FULL_PHASE`]; zero if nothing can be won.
    pub phase: i32,
    /// Share of the endgame half that counts.
    pub scale: ScaleFactor,
    /// The ending on the board, if its outcome is known: then nothing else counts.
    pub known: Option<KnownEnding>,
}

impl Verdict {
    #[inline(always)]
    pub(crate) fn certainty(self) -> Certainty {
        certainty_of(self.known, self.scale)
    }

    /// Combines the two halves into one number, `halfmoves` plies into the fifty-move rule.
    #[inline(always)]
    pub(crate) fn score(self, halfmoves: u16) -> WhiteScore {
        self.score_with(WhiteScore::from_score(Score::DRAW), halfmoves)
    }

    /// The same with something added that counts in the middle game as in the endgame.
    #[inline(always)]
    pub(crate) fn score_with(self, residual: WhiteScore, halfmoves: u16) -> WhiteScore {
        if let Some(known) = self.known {
            return WhiteScore::from_score(Score::cp(known.white));
        }
        let residual = residual.score().raw();
        let (mg, eg) = (self.sum.mg() + residual, self.sum.eg() + residual);
        let eg = eg * self.scale.share / FULL_SCALE;
        let tapered = (mg * self.phase + eg * (FULL_PHASE - self.phase)) / FULL_PHASE;
        WhiteScore::from_score(Score::cp(tapered * fifty_move_scale(halfmoves) / FULL_SCALE))
    }
}

impl ClassicalEvaluator {
    pub fn new() -> ClassicalEvaluator {
        ClassicalEvaluator { material_table: KeyedTable::new(), pawn_table: KeyedTable::new() }
    }

    /// Writes down what counts in a position. Returns how much of the middle game is left, of [`FULL_PHASE`], and how much of
    /// the endgame half counts, of [`FULL_SCALE`]; `None` in an ending whose outcome is known.
    pub fn observe(
        &mut self,
        position: &Position,
        counts: &mut Coefficients,
    ) -> Option<(i32, i32)> {
        let verdict = self.judge(position.placement(), position.turn(), counts);
        verdict.known.is_none().then_some((verdict.phase, verdict.scale.share))
    }

    /// Evaluates a board that need not be playable, as long as each side has its king, with a witness.
    #[inline(always)]
    pub(crate) fn judge<T: Trace>(
        &mut self,
        placement: &Placement,
        turn: Color,
        trace: &mut T,
    ) -> Verdict {
        let mut info = Info::new(placement, turn);
        let material = self.material(&info, trace);
        let pawns = self.pawns(&info, trace);
        let mut accumulator = Accumulator::new(trace);
        accumulator.sum = material.sum + pawns.sum;
        // Not a loop: in each call the colour is a constant.
        mobility::pieces(&mut info, Color::White, &mut accumulator);
        mobility::pieces(&mut info, Color::Black, &mut accumulator);
        weigh_side(&info, Color::White, pawns.passed, &mut accumulator);
        weigh_side(&info, Color::Black, pawns.passed, &mut accumulator);
        control::fields(&info, &mut accumulator);
        pieces::closedness(&info, &mut accumulator);
        accumulator.add(turn, TEMPO.at(0));
        let sum = accumulator.sum;
        let strong = if sum.eg() >= 0 { Color::White } else { Color::Black };
        let scale = scale::factor(&info, strong);
        // If nothing can be won, an attack wins nothing either.
        let phase = if scale.share == 0 { 0 } else { material.phase };
        Verdict { sum, phase, scale, known: endings::known(&info) }
    }

    /// The terms of material alone, from the material hash table if possible; a trace needs every term.
    #[inline(always)]
    fn material<T: Trace>(&mut self, info: &Info, trace: &mut T) -> MaterialEntry {
        let mut study = || material::study(info, trace);
        if T::RECORDS { study() } else { self.material_table.get_or(material::key(info), study) }
    }

    /// The terms of pawns and kings alone, from the pawn hash table if possible; a trace needs every term.
    #[inline(always)]
    fn pawns<T: Trace>(&mut self, info: &Info, trace: &mut T) -> PawnEntry {
        let mut study = || study_pawns(info, trace);
        if T::RECORDS { study() } else { self.pawn_table.get_or(info.placement.pawn_key(), study) }
    }
}

/// Adds the terms of a side that need the attacks of both.
#[inline(always)]
fn weigh_side<T: Trace>(
    info: &Info,
    color: Color,
    passed: Bitboard,
    accumulator: &mut Accumulator<'_, T>,
) {
    king::attack(info, color, accumulator);
    threats::of(info, color, accumulator);
    pieces::minors(info, color, accumulator);
    pieces::bishops(info, color, accumulator);
    pieces::rooks(info, color, accumulator);
    pieces::queen(info, color, accumulator);
    passed::pawns(info, color, passed, accumulator);
    control::space(info, color, accumulator);
}

#[inline(never)]
fn study_pawns<T: Trace>(info: &Info, trace: &mut T) -> PawnEntry {
    let mut accumulator = Accumulator::new(trace);
    let white = weigh_pawns(info, Color::White, &mut accumulator);
    let black = weigh_pawns(info, Color::Black, &mut accumulator);
    PawnEntry { sum: accumulator.sum, passed: white | black }
}

/// Adds the terms of pawns and kings alone for a side; returns its passed pawns.
#[inline(always)]
fn weigh_pawns<T: Trace>(
    info: &Info,
    color: Color,
    accumulator: &mut Accumulator<'_, T>,
) -> Bitboard {
    placement::pawns_and_king(info, color, accumulator);
    shelter::king(info, color, accumulator);
    pawns::structure(info, color, accumulator)
}

/// Knowledge of endings with few men, for every evaluator: the known ending, if any, and the share of its advantage that the
/// stronger side can keep. `strong`: the side that is ahead.
#[inline(never)]
pub(crate) fn known_ending(
    placement: &Placement,
    turn: Color,
    strong: Color,
) -> (Option<KnownEnding>, ScaleFactor) {
    let info = Info::new(placement, turn);
    (endings::known(&info), scale::factor(&info, strong))
}

/// The certainty of a value, given the known ending and the scale factor that it was made with.
#[inline(always)]
pub(crate) fn certainty_of(known: Option<KnownEnding>, scale: ScaleFactor) -> Certainty {
    match known {
        Some(ending) => ending.certainty,
        None if scale.is_drawn => Certainty::Known,
        None => Certainty::Estimate,
    }
}

impl Default for ClassicalEvaluator {
    fn default() -> ClassicalEvaluator {
        ClassicalEvaluator::new()
    }
}

impl Evaluator for ClassicalEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, _ply: usize) -> Evaluation {
        let turn = position.turn();
        let verdict = self.judge(position.placement(), turn, &mut NoCoefficients);
        let white = verdict.score(position.halfmoves()).score();
        let score = if turn == Color::White { white } else { -white };
        Evaluation { score, certainty: verdict.certainty() }
    }
}

impl ClassicalEvaluator {
    pub fn report(&mut self, position: &Position) -> EvalReport {
        let (placement, turn) = (position.placement(), position.turn());
        let mut counts = Coefficients::new(features::COUNT);
        let verdict = self.judge(placement, turn, &mut counts);
        let halfmoves = position.halfmoves();
        let score = verdict.score(halfmoves);
        let mut pieces = BySquare([None; 64]);
        for square in position.occupied() - position.pieces(Piece::King) {
            let missing = self.judge(&placement.without(square), turn, &mut NoCoefficients);
            let missing = missing.score(halfmoves);
            let worth = Score::cp(score.score().raw() - missing.score().raw());
            pieces[square] = Some(WhiteScore::from_score(worth));
        }
        EvalReport {
            terms: Term::ALL.map(|term| term_line(term, &counts)).to_vec(),
            total: verdict.sum,
            phase: verdict.phase,
            scale: verdict.scale.share,
            fifty_move_scale: fifty_move_scale(halfmoves),
            ending: verdict.known.map(|known| known.name),
            score,
            pieces,
            network: None,
        }
    }
}

fn term_line(term: Term, counts: &Coefficients) -> TermLine {
    let side = |color: Color| {
        let sum = |is_danger: bool| {
            let groups = features::GROUPS.iter();
            groups
                .filter(|group| group.term == term && group.is_danger == is_danger)
                .fold(Pair::ZERO, |sum, group| {
                    sum + counts.sum(color, group.start, group.weights())
                })
        };
        sum(false) - king::cost_of_danger(sum(true))
    };
    TermLine { name: term.name(), sides: ByColor(Color::ALL.map(side)) }
}
