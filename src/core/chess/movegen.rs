//! Legal move generation, with the check that each move gives.
//!
//! One generator hands sets of target squares to a [`Sink`]: one sink counts them without making a move (perft), the other lists
//! them. Pins and checks are known beforehand, so no move is made to see whether it is legal; the two exceptions are en passant
//! and the king's own steps.

use super::play::passed;
use super::{
    Bitboard, ByPiece, CastlingSide, Check, Color, LegalMove, Move, MoveList, Piece, Position,
    Rank, Square, attacks,
};

/// Which legal moves to generate. `Noisy` and `Quiet` together are `All`, and share none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Every legal move.
    All,
    /// Captures, en passant and promotions.
    Noisy,
    /// Everything else, castling among it.
    Quiet,
    /// Of the quiet ones, those that give check.
    QuietChecks,
}

impl Kind {
    const fn is_noisy(self) -> bool {
        matches!(self, Kind::All | Kind::Noisy)
    }
}

/// Receives the generated moves.
trait Sink {
    /// A piece other than a pawn may go to all of these squares.
    fn moves(&mut self, piece: Piece, from: Square, targets: Bitboard);
    /// Pawns may go to these squares, each from `back` squares behind, without promoting.
    fn pawns(&mut self, targets: Bitboard, back: i8);
    /// Pawns may go to these squares, each from `back` squares behind, and promote.
    fn promotions(&mut self, targets: Bitboard, back: i8);
    /// A move that is none of these: castling, en passant.
    fn special(&mut self, mv: Move);
}

/// Number of legal moves, and of those of some kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct MoveCounts {
    /// All of them.
    pub all: u32,
    /// Moves of the king, its captures among them, castling aside.
    pub king: u32,
    /// Captures, en passant aside.
    pub captures: u32,
}

struct Counter {
    counts: MoveCounts,
    them: Bitboard,
}

impl Counter {
    #[inline(always)]
    fn add(&mut self, targets: Bitboard, each: u32) {
        self.counts.all += each * targets.len();
        self.counts.captures += each * (targets & self.them).len();
    }
}

impl Sink for Counter {
    #[inline(always)]
    fn moves(&mut self, piece: Piece, _: Square, targets: Bitboard) {
        self.add(targets, 1);
        if piece == Piece::King {
            self.counts.king += targets.len();
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.add(targets, 1);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.add(targets, 4);
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.counts.all += 1;
    }
}

/// Plain moves in a list, without a word about checks: what perft plays.
struct Bare<'a>(&'a mut BareList);

pub(super) type BareList = arrayvec::ArrayVec<Move, { super::moves::MAX_MOVES }>;

const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];

#[inline(always)]
fn behind(to: Square, back: i8) -> Square {
    Square::new((to as i8 - back) as u8)
}

impl Sink for Bare<'_> {
    #[inline(always)]
    fn moves(&mut self, _: Piece, from: Square, targets: Bitboard) {
        for to in targets {
            self.0.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, back: i8) {
        for to in targets {
            self.0.push(Move::normal(behind(to, back), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, back: i8) {
        for to in targets {
            for piece in PROMOTIONS {
                self.0.push(Move::promotion(behind(to, back), to, piece));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// From which squares the side to move would give check, and which of its pieces uncover one by moving away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckSquares {
    king: Square,
    direct: ByPiece<Bitboard>,
    screens: Bitboard,
}

impl CheckSquares {
    /// Looks at the position from the enemy king's square.
    pub(crate) fn new(position: &Position) -> CheckSquares {
        CheckSquares::of_side(position, position.turn())
    }

    /// Those of a side that need not be to move.
    #[inline]
    pub(super) fn of_side(position: &Position, us: Color) -> CheckSquares {
        let king = position.king(!us);
        if position.colored_pieces(!us, Piece::King).is_empty() {
            let direct = ByPiece([Bitboard::EMPTY; 6]);
            return CheckSquares { king, direct, screens: Bitboard::EMPTY };
        }
        let occupied = position.occupied();
        let diagonals = attacks::bishop_attacks(king, occupied);
        let orthogonals = attacks::rook_attacks(king, occupied);
        CheckSquares {
            king,
            direct: ByPiece([
                attacks::pawn_attacks(!us, king),
                attacks::knight_attacks(king),
                diagonals,
                orthogonals,
                diagonals | orthogonals,
                Bitboard::EMPTY,
            ]),
            screens: position.blockers(!us) & position.color(us),
        }
    }

    /// Squares from which a piece of this kind would give check.
    pub(crate) fn direct(&self, piece: Piece) -> Bitboard {
        self.direct[piece]
    }

    /// Own pieces that uncover a check when they leave the line to the enemy king.
    pub(crate) fn screens(&self) -> Bitboard {
        self.screens
    }

    /// The check that a legal move gives.
    #[inline]
    pub(crate) fn of(&self, position: &Position, mv: Move) -> Check {
        if mv.is_normal() {
            let (from, to) = (mv.from(), mv.to());
            return Check {
                direct: self.direct[position.moved(mv)].has(to),
                discovered: self.screens.has(from) && !attacks::line(self.king, from).has(to),
            };
        }
        self.of_special(position, mv)
    }

    /// Promotions, castling and en passant: looks at the board as it will be.
    #[cold]
    fn of_special(&self, position: &Position, mv: Move) -> Check {
        let next = position.play(mv);
        let arrival = if mv.is_castle() {
            // The king cannot give check: what arrives is the rook.
            let side = CastlingSide::of(mv.from(), mv.to());
            Square::at(side.rook_file(), mv.from().rank())
        } else {
            mv.to()
        };
        let arrived = next.checkers() & Bitboard::of(arrival);
        Check { direct: arrived.any(), discovered: (next.checkers() - arrived).any() }
    }
}

/// Moves in a list with the checks they give.
struct Lister<'a> {
    position: &'a Position,
    checks: &'a CheckSquares,
    /// Leave out what gives no check.
    only_checks: bool,
    list: &'a mut MoveList,
}

impl Lister<'_> {
    #[inline(always)]
    fn push(&mut self, mv: Move, check: Check) {
        if !self.only_checks || check.any() {
            self.list.push(LegalMove { mv, check });
        }
    }
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn moves(&mut self, piece: Piece, from: Square, targets: Bitboard) {
        let direct = self.checks.direct[piece];
        let kept = if self.checks.screens.has(from) {
            attacks::line(self.checks.king, from)
        } else {
            Bitboard::FULL
        };
        let wanted = if self.only_checks { targets & (direct | !kept) } else { targets };
        for to in wanted {
            self.push(
                Move::normal(from, to),
                Check { direct: direct.has(to), discovered: !kept.has(to) },
            );
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, back: i8) {
        for to in targets {
            let from = behind(to, back);
            let check = Check {
                direct: self.checks.direct[Piece::Pawn].has(to),
                discovered: self.checks.screens.has(from)
                    && !attacks::line(self.checks.king, from).has(to),
            };
            self.push(Move::normal(from, to), check);
        }
    }

    fn promotions(&mut self, targets: Bitboard, back: i8) {
        for to in targets {
            for piece in PROMOTIONS {
                self.special(Move::promotion(behind(to, back), to, piece));
            }
        }
    }

    fn special(&mut self, mv: Move) {
        let check = self.checks.of_special(self.position, mv);
        self.push(mv, check);
    }
}

impl Position {
    /// Adds legal moves of a kind to a list, each with the check it gives.
    #[inline]
    pub(crate) fn generate(&self, kind: Kind, checks: &CheckSquares, list: &mut MoveList) {
        let only_checks = kind == Kind::QuietChecks;
        let mut sink = Lister { position: self, checks, only_checks, list };
        match self.turn {
            Color::White => self.walk::<true, _>(kind, &mut sink),
            Color::Black => self.walk::<false, _>(kind, &mut sink),
        }
    }

    /// The check that one legal move gives: cheaper than [`CheckSquares`] where no other move is asked about.
    pub(crate) fn check_given(&self, mv: Move) -> Check {
        let king = self.king(!self.turn);
        let may_uncover = (attacks::rook_rays(king) | attacks::bishop_rays(king)).has(mv.from());
        if may_uncover || !mv.is_normal() || !self.has_kings() {
            return CheckSquares::new(self).of(self, mv);
        }
        // The squares from which the piece would attack the king are those that it would attack from the king's.
        let squares = attacks::attacks(self.moved(mv), !self.turn, king, self.occupied());
        Check { direct: squares.has(mv.to()), discovered: false }
    }

    /// All legal moves, each with the check it gives.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Kind::All, &CheckSquares::new(self), &mut list);
        list
    }

    /// All legal moves.
    ///
    /// ```
    /// use quarterply_core::chess::{Position, san};
    ///
    /// let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").unwrap();
    /// let mates = position.moves().filter(|&mv| {
    ///     let after = position.play(mv);
    ///     after.in_check() && !after.has_legal_move()
    /// });
    /// let mut mates: Vec<String> = mates.map(|mv| san(&position, mv)).collect();
    /// mates.sort();
    /// assert_eq!(mates, ["Qe8#", "Qf8#", "Qg7#", "Qh7#"]);
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        self.legal_moves().into_iter().map(|legal| legal.mv)
    }

    /// Counts the legal moves without listing them.
    #[inline]
    #[doc(hidden)]
    pub fn legal_count(&self) -> u64 {
        u64::from(self.count_kinds().all)
    }

    /// Counts the legal moves of some kinds without listing them. Always inline, so that unread kinds are not counted.
    #[inline(always)]
    pub(crate) fn count_kinds(&self) -> MoveCounts {
        match self.turn {
            Color::White => self.count_as::<true>(),
            Color::Black => self.count_as::<false>(),
        }
    }

    #[inline(always)]
    pub(super) fn count_as<const WHITE: bool>(&self) -> MoveCounts {
        let us = if WHITE { Color::White } else { Color::Black };
        let mut sink = Counter { counts: MoveCounts::default(), them: self.color(!us) };
        self.walk::<WHITE, _>(Kind::All, &mut sink);
        sink.counts
    }

    #[inline(always)]
    pub(super) fn bare_moves<const WHITE: bool>(&self, list: &mut BareList) {
        self.walk::<WHITE, _>(Kind::All, &mut Bare(list));
    }

    /// Returns whether there is a legal move. If there is none, it is mate or stalemate.
    pub fn has_legal_move(&self) -> bool {
        self.legal_count() > 0
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no legal move but is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    #[inline(always)]
    fn walk<const WHITE: bool, S: Sink>(&self, kind: Kind, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let own = self.color(us);
        let them = self.color(!us);
        let wanted = match kind {
            Kind::All => !own,
            Kind::Noisy => them,
            Kind::Quiet | Kind::QuietChecks => !(own | them),
        };
        self.king_steps::<WHITE, S>(wanted, sink);
        if self.checkers.any() {
            if self.checkers.many() {
                return;
            }
            // One checker: take it or step between.
            let checker = Square::new(self.checkers.0.trailing_zeros() as u8);
            let stops = attacks::between(self.king(us), checker) | self.checkers;
            self.piece_moves::<WHITE, S>(wanted & stops, sink);
            self.pawns::<WHITE, S>(kind, stops, sink);
        } else {
            self.piece_moves::<WHITE, S>(wanted, sink);
            self.pawns::<WHITE, S>(kind, Bitboard::FULL, sink);
            if kind != Kind::Noisy && self.castling.any(us) {
                self.castles::<WHITE, S>(CastlingSide::King, sink);
                self.castles::<WHITE, S>(CastlingSide::Queen, sink);
            }
        }
    }

    #[inline(always)]
    fn king_steps<const WHITE: bool, S: Sink>(&self, wanted: Bitboard, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        if !self.has_kings() {
            let (king, safe) = self.steps_of_only_king(us);
            return sink.moves(Piece::King, king, safe & wanted);
        }
        let king = self.king(us);
        let them = self.color(!us);
        // Cheap tests for the whole set first: the enemy pawns and king.
        let guarded = (self.pieces(Piece::Pawn) & them).pawn_attacks(!us)
            | attacks::king_attacks(self.king(!us));
        let mut safe = (attacks::king_attacks(king) & wanted) - guarded;
        if safe.is_empty() {
            return;
        }
        // The king does not shield squares behind itself from a slider.
        let occupied = self.occupied().without(king);
        let orthogonals = (self.pieces(Piece::Rook) | self.pieces(Piece::Queen)) & them;
        let diagonals = (self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)) & them;
        let knights = self.pieces(Piece::Knight) & them;
        for to in safe {
            if attacks::knight_attacks(to).meets(knights)
                || attacks::rook_attacks(to, occupied).meets(orthogonals)
                || attacks::bishop_attacks(to, occupied).meets(diagonals)
            {
                safe = safe.without(to);
            }
        }
        sink.moves(Piece::King, king, safe);
    }

    #[inline(always)]
    fn piece_moves<const WHITE: bool, S: Sink>(&self, wanted: Bitboard, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let own = self.color(us);
        let occupied = self.occupied();
        let king = self.king(us);
        // A pinned knight never moves.
        for from in (self.pieces(Piece::Knight) & own) - self.pinned {
            sink.moves(Piece::Knight, from, attacks::knight_attacks(from) & wanted);
        }
        macro_rules! sliders {
            ($piece:expr, $attacks:path) => {
                let movers = self.pieces($piece) & own;
                for from in movers - self.pinned {
                    sink.moves($piece, from, $attacks(from, occupied) & wanted);
                }
                for from in movers & self.pinned {
                    let line = attacks::line(king, from);
                    sink.moves($piece, from, $attacks(from, occupied) & wanted & line);
                }
            };
        }
        sliders!(Piece::Bishop, attacks::bishop_attacks);
        sliders!(Piece::Rook, attacks::rook_attacks);
        sliders!(Piece::Queen, attacks::queen_attacks);
    }

    #[inline(always)]
    fn pawns<const WHITE: bool, S: Sink>(&self, kind: Kind, stops: Bitboard, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let pawns = self.colored_pieces(us, Piece::Pawn);
        let free = pawns - self.pinned;
        self.pawn_steps::<WHITE, S>(kind, free, stops, sink);
        for from in pawns & self.pinned {
            let line = attacks::line(self.king(us), from);
            self.pawn_steps::<WHITE, S>(kind, Bitboard::of(from), stops & line, sink);
        }
        if let Some(to) = self.en_passant
            && kind.is_noisy()
        {
            let victim = passed(to);
            for from in attacks::pawn_attacks(!us, to) & pawns {
                // In check it must take the checker or step between; en_passant_is_legal sees to all of it.
                if (stops.has(to) || stops.has(victim)) && self.en_passant_is_legal(from, to) {
                    sink.special(Move::en_passant(from, to));
                }
            }
        }
    }

    #[inline(always)]
    fn pawn_steps<const WHITE: bool, S: Sink>(
        &self,
        kind: Kind,
        pawns: Bitboard,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let up: i8 = if WHITE { 8 } else { -8 };
        let last = Bitboard::rank(Rank::Eighth.relative(us));
        let empty = !self.occupied();
        let one = pawns.forward(us) & empty;
        if kind != Kind::Noisy {
            let two = (one & Bitboard::rank(Rank::Third.relative(us))).forward(us) & empty;
            sink.pawns((one & allowed) - last, up);
            sink.pawns(two & allowed, 2 * up);
        }
        if kind.is_noisy() {
            let them = self.color(!us) & allowed;
            let east = pawns.forward(us).east() & them;
            let west = pawns.forward(us).west() & them;
            sink.pawns(east - last, up + 1);
            sink.pawns(west - last, up - 1);
            if ((one & allowed) | east | west).meets(last) {
                sink.promotions(one & allowed & last, up);
                sink.promotions(east & last, up + 1);
                sink.promotions(west & last, up - 1);
            }
        }
    }

    /// Castling: no man between, the king not through check. In Chess960 king and rook may start anywhere, and the rook may have
    /// shielded the king.
    #[inline(always)]
    fn castles<const WHITE: bool, S: Sink>(&self, side: CastlingSide, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let Some(rook) = self.castling.rook_square(us, side) else { return };
        let king = self.king(us);
        let home = Rank::First.relative(us);
        let king_to = Square::at(side.king_file(), home);
        let rook_to = Square::at(side.rook_file(), home);
        let others = self.occupied().without(king).without(rook);
        let king_path = attacks::between(king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        if others.meets(king_path | rook_path) {
            return;
        }
        for square in king_path {
            if self.is_attacked(square, !us, others) {
                return;
            }
        }
        sink.special(Move::castle(king, rook));
    }

    /// Returns whether a move of any origin (a table, another position) is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let own = self.color(us);
        let Some(piece) = self.piece_at(from) else { return false };
        if !own.has(from) {
            return false;
        }
        if !mv.is_normal() {
            return self.moves().any(|legal| legal == mv);
        }
        if own.has(to) {
            return false;
        }
        let occupied = self.occupied();
        match piece {
            Piece::Pawn => {
                if to.relative_rank(us) == Rank::Eighth {
                    return false;
                }
                let reaches = if self.color(!us).has(to) {
                    attacks::pawn_attacks(us, from).has(to)
                } else {
                    let one = Bitboard::of(from).forward(us) - occupied;
                    let two =
                        (one & Bitboard::rank(Rank::Third.relative(us))).forward(us) - occupied;
                    (one | two).has(to)
                };
                if !reaches {
                    return false;
                }
            }
            _ => {
                if !attacks::attacks(piece, us, from, occupied).has(to) {
                    return false;
                }
            }
        }
        self.leaves_king_safe(piece, from, to)
    }

    /// Returns whether a normal move that is pseudo-legal is legal: it leaves the king in no check.
    #[inline(always)]
    pub(super) fn leaves_king_safe(&self, piece: Piece, from: Square, to: Square) -> bool {
        let us = self.turn;
        if piece == Piece::King {
            return !self.is_attacked(to, !us, self.occupied().without(from));
        }
        let king = self.king(us);
        if self.checkers.many() {
            return false;
        }
        if let Some(checker) = self.checkers.first()
            && !(attacks::between(king, checker) | self.checkers).has(to)
        {
            return false;
        }
        !self.pinned.has(from) || attacks::line(king, from).has(to)
    }
}
