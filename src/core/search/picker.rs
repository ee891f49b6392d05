//! The move picker: a node's moves in stages, each generated and scored only when it is reached.
//!
//! Table move · captures that do not lose by static exchange evaluation, or no more than their history allows, most valuable
//! victim first (MVV), capture history in place of the least valuable attacker (LVA) · killers and the counter move · quiet moves
//! by history, escapes and safe checks first · losing captures. The orders of the ancestors (`policy/`) use the same stages.
//! Histories are in `history.rs`.

use super::history::{History, QuietKeys};
use super::lesser_threats::LesserThreats;
use super::params;
use super::policy::Policy;
use super::scored_moves::{SCORE_BOUND, ScoredMoves};
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{Bitboard, CheckSquares, Kind, LegalMove, Move, Piece, Position, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveSet {
    All,
    /// Captures and promotions.
    Noisy,
    NoisyAndChecks,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    /// Captures of what has just captured, where those come before killers.
    Retaliation,
    GoodNoisy,
    Refutations(u8),
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

impl MoveSet {
    /// The stage that follows the captures that do not lose.
    const fn after_captures(self) -> Stage {
        match self {
            MoveSet::All => Stage::Refutations(0),
            MoveSet::NoisyAndChecks => Stage::GenerateQuiet,
            MoveSet::Noisy => Stage::Done,
        }
    }
}

/// Quiet moves that are tried early regardless of history: two killers, one counter move.
pub(crate) type Refutations = [Option<Move>; 3];

pub(crate) struct MovePicker {
    set: MoveSet,
    policy: Policy,
    captured_on: Option<Square>,
    stage: Stage,
    table: Option<Move>,
    refutations: Refutations,
    /// Worked out when moves are generated: most table moves are not followed by others.
    checks: Option<CheckSquares>,
    moves: ScoredMoves,
    next: usize,
    /// Losing captures, put aside at the front of `moves`.
    bad: usize,
    bad_given: usize,
    only_checks: bool,
    /// The threshold that the last good capture had to reach.
    least_exchange: i32,
}

impl MovePicker {
    /// A picker of these moves. The table move and the refutations may be illegal here; then they are passed over.
    pub(crate) fn new(
        position: &Position,
        set: MoveSet,
        table: Option<Move>,
        refutations: Refutations,
    ) -> MovePicker {
        let fits =
            |mv: &Move| position.is_legal(*mv) && (set == MoveSet::All || position.is_noisy(*mv));
        MovePicker {
            set,
            policy: Policy::Quarterly,
            captured_on: None,
            stage: Stage::Table,
            table: table.filter(fits),
            refutations,
            checks: None,
            moves: ScoredMoves::default(),
            next: 0,
            bad: 0,
            bad_given: 0,
            only_checks: set == MoveSet::NoisyAndChecks,
            least_exchange: 0,
        }
    }

    /// Lower bound of the last move's exchange, in centipawns: the threshold it was tested with.
    #[inline]
    pub(crate) fn least_exchange(&self) -> Option<i32> {
        (self.stage == Stage::GoodNoisy && self.set == MoveSet::All).then_some(self.least_exchange)
    }

    /// The same picker with another policy. `captured_on` is where the last move captured, if it did.
    #[must_use]
    pub(crate) fn ordered(self, policy: Policy, captured_on: Option<Square>) -> MovePicker {
        MovePicker { policy, captured_on, ..self }
    }

    /// Returns the name of the stage that handed out `mv`, the last move, and the score that placed it there, if it has one.
    pub(crate) fn origin(&self, mv: Move) -> (&'static str, Option<i32>) {
        let (stage, scored) = match self.stage {
            _ if self.is_done(mv) => return ("table", None),
            _ if self.is_refutation(mv) => return ("killer", None),
            Stage::Retaliation => ("retaliation", self.next),
            Stage::Quiet => ("quiet", self.next),
            Stage::BadNoisy => ("losing capture", self.bad_given),
            _ => ("capture", self.next),
        };
        (stage, Some(self.moves.score(scored - 1)))
    }

    /// From now on, of the quiet moves only those that give check.
    pub(crate) fn only_checks(&mut self) {
        self.only_checks = true;
    }

    pub(crate) fn next(
        &mut self,
        position: &Position,
        history: &History,
        keys: &QuietKeys,
    ) -> Option<LegalMove> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table {
                        return Some(annotated(position, mv));
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, history);
                    self.stage = match self.set == MoveSet::All && self.policy == Policy::Rdchess {
                        true => Stage::Retaliation,
                        false => Stage::GoodNoisy,
                    };
                }
                Stage::Retaliation => match self.best() {
                    Some(legal) if self.is_done(legal.mv) => {}
                    Some(legal) if Some(legal.mv.to()) == self.captured_on => return Some(legal),
                    found => {
                        self.next -= usize::from(found.is_some());
                        self.stage = Stage::Refutations(0);
                    }
                },
                Stage::GoodNoisy => match self.best() {
                    Some(legal) if self.is_done(legal.mv) => {}
                    Some(legal)
                        if self.set != MoveSet::All
                            || self.is_good_capture(position, history, legal.mv) =>
                    {
                        return Some(legal);
                    }
                    Some(_) => {
                        self.moves.swap(self.bad, self.next - 1);
                        self.bad += 1;
                    }
                    None if self.set == MoveSet::All && self.policy == Policy::Rdchess => {
                        self.stage = Stage::GenerateQuiet;
                    }
                    None => self.stage = self.set.after_captures(),
                },
                Stage::Refutations(n) => {
                    self.stage = match n {
                        0 | 1 => Stage::Refutations(n + 1),
                        _ if self.policy == Policy::Rdchess => Stage::GoodNoisy,
                        _ => Stage::GenerateQuiet,
                    };
                    if let Some(legal) = self.refutation(position, usize::from(n)) {
                        return Some(legal);
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, history, keys);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some(legal) if self.is_done(legal.mv) || self.is_refutation(legal.mv) => {}
                    Some(legal) if self.only_checks && !legal.check.any() => {}
                    Some(_) if self.is_after_losing_captures() => {
                        self.next -= 1;
                        self.stage = Stage::BadNoisy;
                    }
                    Some(legal) => return Some(legal),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    if self.bad_given < self.bad {
                        self.bad_given += 1;
                        return Some(self.moves.at(self.bad_given - 1));
                    }
                    let rest = self.next < self.moves.len();
                    self.stage = if rest { Stage::Quiet } else { Stage::Done };
                }
                Stage::Done => return None,
            }
        }
    }

    #[inline(never)]
    fn generate_noisy(&mut self, position: &Position, history: &History) {
        match (self.policy, self.captured_on) {
            (Policy::Quarterly, _) => {
                self.generate(position, Kind::Noisy, |legal| noisy_score(position, history, legal))
            }
            policy => self
                .generate(position, Kind::Noisy, |legal| noisy_score_of(policy, position, legal)),
        }
    }

    #[inline(never)]
    fn generate_quiet(&mut self, position: &Position, history: &History, keys: &QuietKeys) {
        self.next = self.moves.len();
        let kind = if self.only_checks { Kind::QuietChecks } else { Kind::Quiet };
        // If only checks are generated there are few, and each is tested by exchange evaluation.
        let threats =
            || if self.only_checks { LesserThreats::NONE } else { LesserThreats::new(position) };
        match self.policy {
            Policy::Quarterly => {
                let threats = threats();
                let scores = history.quiet_scores(position, keys);
                self.generate(position, kind, |legal| {
                    let is_safe_check = legal.check.any() && position.see_at_least(legal.mv, 0);
                    let check = if is_safe_check { params::ORDER_CHECK } else { 0 };
                    let escape = threats.escape(position, legal.mv);
                    scores.of(legal.mv) + check + escape
                });
            }
            Policy::Rdchess => {
                let threats = threats();
                self.generate(position, kind, |legal| {
                    rdchess_quiet_score(position, legal.mv, &threats, keys.threats)
                });
            }
            Policy::Slow | Policy::Diablo => {
                self.generate(position, kind, |legal| history.butterfly(position, legal.mv, keys));
            }
            Policy::Exchess | Policy::Expositor => {
                let scores = history.quiet_scores(position, keys);
                self.generate(position, kind, |legal| scores.of(legal.mv));
            }
        }
    }

    /// Returns whether losing captures come before the quiet move taken last: RDChess has its last class after them.
    #[inline]
    fn is_after_losing_captures(&self) -> bool {
        self.policy == Policy::Rdchess
            && self.bad_given < self.bad
            && self.moves.score(self.next - 1) < 0
    }

    fn generate(&mut self, position: &Position, kind: Kind, score: impl Fn(&LegalMove) -> i32) {
        let checks = self.checks.get_or_insert_with(|| CheckSquares::new(position));
        self.moves.extend(|list| position.generate(kind, checks, list), score);
    }

    #[inline(always)]
    fn best(&mut self) -> Option<LegalMove> {
        let best = self.moves.select(self.next)?;
        self.next += 1;
        Some(best)
    }

    /// Returns whether a capture gains enough to come before quiet moves: the better its history, the lower the threshold.
    #[inline(always)]
    fn is_good_capture(&mut self, position: &Position, history: &History, mv: Move) -> bool {
        self.least_exchange = match self.policy {
            Policy::Quarterly => {
                -(history.capture(position, mv) * params::GOOD_CAPTURE_HISTORY / 1_024)
            }
            Policy::Rdchess | Policy::Expositor => 0,
            Policy::Exchess => -50,
            Policy::Slow | Policy::Diablo => ANY_LOSS,
        };
        position.see_at_least(mv, self.least_exchange)
    }

    fn is_done(&self, mv: Move) -> bool {
        self.table == Some(mv)
    }

    fn is_refutation(&self, mv: Move) -> bool {
        self.set == MoveSet::All && self.refutations.contains(&Some(mv))
    }

    /// The n-th refutation, if it is a legal quiet move here and was not handed out before.
    fn refutation(&self, position: &Position, n: usize) -> Option<LegalMove> {
        let mv = self.refutations[n]?;
        let repeated = self.refutations[..n].contains(&Some(mv));
        if repeated || self.is_done(mv) || !position.is_legal(mv) || position.is_noisy(mv) {
            return None;
        }
        Some(annotated(position, mv))
    }
}

fn annotated(position: &Position, mv: Move) -> LegalMove {
    LegalMove { mv, check: position.check_given(mv) }
}

/// Most valuable victim (MVV), a queen more for promoting to one, and capture history among equals.
fn noisy_score(position: &Position, history: &History, legal: &LegalMove) -> i32 {
    let victim = position.captured(legal.mv).map_or(0, |piece| EXCHANGE_VALUE[piece]);
    let promoted = match legal.mv.promoted() {
        Some(Piece::Queen) => EXCHANGE_VALUE[Piece::Queen],
        Some(_) => -params::ORDER_UNDERPROMOTION * EXCHANGE_VALUE[Piece::Queen],
        None => 0,
    };
    params::ORDER_VICTIM * (victim + promoted)
        + history.capture(position, legal.mv) / params::ORDER_CAPTURE_HISTORY
}

/// The order of captures of others: Diablo's and RDChess's most valuable victim and least valuable attacker, RDChess's
/// retaliation before all, Expositor's worth of the exchange.
fn noisy_score_of(
    (policy, captured_on): (Policy, Option<Square>),
    position: &Position,
    legal: &LegalMove,
) -> i32 {
    let mv = legal.mv;
    if policy == Policy::Expositor {
        return position.exchange(mv).value;
    }
    let victim = position.captured(mv).map_or(0, |piece| EXCHANGE_VALUE[piece]);
    let promoted = mv.promoted().map_or(0, |piece| EXCHANGE_VALUE[piece]);
    let attacker = position.moved(mv) as i32;
    let retaliates = policy == Policy::Rdchess && captured_on == Some(mv.to());
    let first = if retaliates { RETALIATION } else { 0 };
    first + params::ORDER_VICTIM * (victim + promoted) - attacker
}

/// The score of a quiet move in RDChess's order: its class, and within a class the move that goes further forward first. Below
/// zero is the class behind the losing captures. Strongly attacked is a piece that a lesser one attacks, or any one if it is not
/// defended.
fn rdchess_quiet_score(
    position: &Position,
    mv: Move,
    lesser: &LesserThreats,
    attacked: Bitboard,
) -> i32 {
    /// More than the ranks of the board.
    const CLASS: i32 = 16;
    let (us, from, to, piece) = (position.turn(), mv.from(), mv.to(), position.moved(mv));
    let occupied = position.occupied();
    let is_safe = |square| {
        let defenders = position.attackers_to(square, occupied) & position.color(us);
        !attacked.has(square) || defenders.without(from).any()
    };
    let class = match (is_safe(to), piece) {
        (true, _) if lesser.of(piece).has(from) || !is_safe(from) => 3,
        (true, _) => 2,
        (false, Piece::Pawn) => 1,
        (false, _) => -1,
    };
    let rank = |square: Square| square.relative_rank(us) as i32;
    class * CLASS + rank(to) - rank(from)
}

/// Loss that a capture may have and still come before quiet moves: more than any loss.
const ANY_LOSS: i32 = -100_000;

/// Beyond every other score of a capture.
const RETALIATION: i32 = SCORE_BOUND / 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;
    use crate::chess::notation::parse_move;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn all(position: &Position, mut picker: MovePicker, history: &History) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position, history, &QuietKeys::new(position, [None; 3])))
            .map(|legal| legal.mv)
            .collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<u16> {
        moves.sort_by_key(|mv| mv.bits());
        moves.into_iter().map(Move::bits).collect()
    }

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let history = History::default();
        for fen in [
            KIWIPETE,
            "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/4r3/R3K2R w - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let legal: Vec<Move> = position.legal_moves().iter().map(|legal| legal.mv).collect();
            // Any moves of the table and the killers, including illegal and repeated ones.
            let strange = Move::normal(Square::A1, Square::H8);
            for table in legal.iter().copied().map(Some).chain([None, Some(strange)]) {
                let quiet = legal.iter().copied().find(|&mv| !position.is_noisy(mv));
                let refutations = [quiet, Some(strange), quiet];
                let picker = MovePicker::new(&position, MoveSet::All, table, refutations);
                let found = all(&position, picker, &history);
                assert_eq!(sorted(found.clone()), sorted(legal.clone()), "{fen}");
                assert!(table.is_none_or(|mv| mv == strange || found[0] == mv));
            }
        }
    }

    #[test]
    fn captures_before_killers_before_quiet_moves_before_losing_captures() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let mv = |text| parse_move(&position, text).unwrap();
        let refutations = [Some(mv("a2a4")), Some(mv("e1g1")), Some(mv("a2a3"))];
        let picker = MovePicker::new(&position, MoveSet::All, None, refutations);
        let found = all(&position, picker, &History::default());
        let stage = |mv: &Move| {
            if position.is_noisy(*mv) {
                if position.see_at_least(*mv, 0) { 0 } else { 3 }
            } else if refutations.contains(&Some(*mv)) {
                1
            } else {
                2
            }
        };
        let stages: Vec<i32> = found.iter().map(stage).collect();
        assert!(stages.is_sorted(), "{stages:?}");
        assert!((0..=3).all(|stage| stages.contains(&stage)), "{stages:?}");
        let killers: Vec<Option<Move>> =
            found.iter().filter(|mv| stage(mv) == 1).map(|mv| Some(*mv)).collect();
        assert_eq!(killers, refutations);
    }

    #[test]
    fn the_most_valuable_victim_comes_first_and_history_decides_among_equals() {
        // The pawn can take queen, rook or knight; both rooks can take the bishop.
        let position = Position::from_fen("3k4/8/2q1r3/3P4/1b1n4/2P5/1R6/1R4K1 w - - 0 1").unwrap();
        let victims = |history: &History| -> Vec<Move> {
            all(&position, MovePicker::new(&position, MoveSet::Noisy, None, [None; 3]), history)
        };
        let found = victims(&History::default());
        let values: Vec<i32> = found
            .iter()
            .map(|&mv| position.captured(mv).map_or(0, |piece| EXCHANGE_VALUE[piece]))
            .collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert!(values[0] > values[1]);
        let (pawn_takes, rook_takes) =
            (parse_move(&position, "cxb4").unwrap(), parse_move(&position, "Rxb4").unwrap());
        let mut history = History::default();
        history.update_capture(
            &position,
            Some(rook_takes),
            &[pawn_takes],
            crate::units::Depth::plies(9),
        );
        let place = |moves: &[Move], mv| moves.iter().position(|&found| found == mv).unwrap();
        let learnt = victims(&history);
        assert!(place(&learnt, rook_takes) < place(&learnt, pawn_takes));
    }

    /// The source: "Search order of moves", 3 to 10.
    #[test]
    fn rdchess_tries_its_classes_in_the_order_of_its_source() {
        // Black has just taken on e4. The knight of c3 is attacked by a pawn, g3 by a knight, and nothing would defend the
        // queen there; on g7 it is lost for a pawn.
        let fen = "6k1/1p4p1/7p/8/1p2n3/2NP4/6Q1/6K1 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let mv = |text| parse_move(&position, text).unwrap();
        let killers = [Some(mv("Kf1")), None, None];
        let mut picker = MovePicker::new(&position, MoveSet::All, Some(mv("Kh1")), killers)
            .ordered(Policy::Rdchess, Some(Square::E4));
        let (history, keys) = (History::default(), QuietKeys::new(&position, [None; 3]));
        let mut found = Vec::new();
        while let Some(legal) = picker.next(&position, &history, &keys) {
            found.push((legal.mv, picker.origin(legal.mv)));
        }
        let origin = |text| found.iter().find(|(found, _)| *found == mv(text)).unwrap().1;
        let place = |text| found.iter().position(|(found, _)| *found == mv(text)).unwrap();
        let order = ["Kh1", "Nxe4", "Kf1", "Nd5", "Qf3", "Qxg7+", "Qg3"].map(place);
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(found.len(), position.legal_moves().len());
        assert_eq!((origin("Kh1").0, origin("Kf1").0), ("table", "killer"));
        assert_eq!((origin("Nxe4").0, origin("Qxg7+").0), ("retaliation", "losing capture"));
        // In a class the move that goes further forward comes first.
        assert!(place("Nd5") < place("Nb1") && origin("Nd5").1 > origin("Nb1").1);
    }

    #[test]
    fn after_only_checks_no_other_quiet_move_comes() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let history = History::default();
        let mut picker = MovePicker::new(&position, MoveSet::NoisyAndChecks, None, [None; 3]);
        while let Some(legal) =
            picker.next(&position, &history, &QuietKeys::new(&position, [None; 3]))
        {
            assert!(position.is_noisy(legal.mv) || legal.check.any());
        }
        let mut picker = MovePicker::new(&position, MoveSet::All, None, [None; 3]);
        let first = (0..12)
            .filter_map(|_| picker.next(&position, &history, &QuietKeys::new(&position, [None; 3])))
            .count();
        picker.only_checks();
        assert_eq!(first, 12);
        while let Some(legal) =
            picker.next(&position, &history, &QuietKeys::new(&position, [None; 3]))
        {
            assert!(position.is_noisy(legal.mv) || legal.check.any());
        }
    }
}
