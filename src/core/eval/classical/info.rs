//! Facts about a position that several themes of the evaluation use, computed once.
//!
//! Filled in two steps: [`Info::new`] finds pawns, kings and pins; the pass over the pieces in `mobility.rs` adds their attacks.
//! Themes that come after it may rely on complete attack sets.

use crate::chess::{Bitboard, ByColor, ByPiece, Color, Piece, Placement, Rank, Square, attacks};

pub(super) struct Info<'a> {
    pub placement: &'a Placement,
    pub pieces: ByColor<ByPiece<Bitboard>>,
    pub all: ByColor<Bitboard>,
    pub occupied: Bitboard,
    pub king: ByColor<Square>,
    pub turn: Color,
    /// Own pieces pinned to the own king.
    pub pinned: ByColor<Bitboard>,
    /// Squares that a side attacks with its pieces of each kind.
    pub attacks: ByColor<ByPiece<Bitboard>>,
    pub attacked: ByColor<Bitboard>,
    pub attacked_twice: ByColor<Bitboard>,
    /// Squares that count for mobility: not those of the own king and of stuck or unmoved pawns, nor those attacked by pawns.
    pub mobility_area: ByColor<Bitboard>,
    /// The squares around a king that an attack on it is about.
    pub king_zone: ByColor<Bitboard>,
    /// Number of pieces of each kind that attack the enemy king's zone.
    pub zone_attackers: ByColor<ByPiece<u32>>,
    /// Number of attacks on squares of the enemy king's zone.
    pub zone_hits: ByColor<u32>,
}

impl<'a> Info<'a> {
    /// Pawns, kings, pins; pieces follow in `mobility.rs`.
    #[inline(always)]
    pub(super) fn new(placement: &'a Placement, turn: Color) -> Info<'a> {
        let all = ByColor::new(placement.color(Color::White), placement.color(Color::Black));
        let pieces = ByColor(
            all.0.map(|side| ByPiece(Piece::ALL.map(|piece| placement.pieces(piece) & side))),
        );
        let king =
            ByColor(pieces.0.map(|side| Square::new(side[Piece::King].0.trailing_zeros() as u8)));
        let mut info = Info {
            placement,
            pieces,
            all,
            occupied: all[Color::White] | all[Color::Black],
            king,
            turn,
            pinned: ByColor::default(),
            attacks: ByColor::default(),
            attacked: ByColor::default(),
            attacked_twice: ByColor::default(),
            mobility_area: ByColor::default(),
            king_zone: ByColor::default(),
            zone_attackers: ByColor::default(),
            zone_hits: ByColor::default(),
        };
        // Not a loop: in each call the colour is a constant.
        info.start_attacks(Color::White);
        info.start_attacks(Color::Black);
        info.start_areas(Color::White);
        info.start_areas(Color::Black);
        info
    }

    /// Finds the mobility area and the king's zone; the attacks of both sides' pawns must be known.
    #[inline(always)]
    fn start_areas(&mut self, color: Color) {
        let pawns = self.pieces[color][Piece::Pawn];
        let low = Bitboard::rank(Rank::Second.relative(color))
            | Bitboard::rank(Rank::Third.relative(color));
        let stuck = pawns & (low | self.occupied.forward(!color));
        self.mobility_area[color] =
            !(stuck | self.pieces[color][Piece::King] | self.attacks[!color][Piece::Pawn]);
        let near = self.attacks[color][Piece::King].with(self.king[color]);
        self.king_zone[color] = near | near.forward(color);
    }

    /// The pins, and the attacks of pawns and king.
    #[inline(always)]
    fn start_attacks(&mut self, color: Color) {
        self.pinned[color] = self.find_pinned(color);
        let pawns = self.pieces[color][Piece::Pawn].forward(color);
        let (east, west) = (pawns.east(), pawns.west());
        let king = attacks::king_attacks(self.king[color]);
        self.attacks[color][Piece::Pawn] = east | west;
        self.attacks[color][Piece::King] = king;
        self.attacked[color] = east | west | king;
        self.attacked_twice[color] = (east & west) | ((east | west) & king);
    }

    #[inline(always)]
    pub(super) fn note_attacks(&mut self, color: Color, piece: Piece, squares: Bitboard) {
        self.attacked_twice[color] |= self.attacked[color] & squares;
        self.attacked[color] |= squares;
        self.attacks[color][piece] |= squares;
        let hits = squares & self.king_zone[!color];
        self.zone_attackers[color][piece] += u32::from(hits.any());
        self.zone_hits[color] += hits.len();
    }

    #[inline(always)]
    fn find_pinned(&self, color: Color) -> Bitboard {
        let king = self.king[color];
        let them = &self.pieces[!color];
        let queens = them[Piece::Queen];
        let (orthogonals, diagonals) = (them[Piece::Rook] | queens, them[Piece::Bishop] | queens);
        let snipers = attacks::snipers(king, orthogonals, diagonals);
        attacks::blockers(king, snipers, self.occupied) & self.all[color]
    }

    /// Squares that a side attacks at most with king and queen.
    #[inline(always)]
    pub(super) fn only_royal(&self, color: Color) -> Bitboard {
        let attacks = &self.attacks[color];
        !(attacks[Piece::Pawn]
            | attacks[Piece::Knight]
            | attacks[Piece::Bishop]
            | attacks[Piece::Rook])
    }

    /// Returns whether each side has bishops of one colour only, and of opposite ones.
    #[inline(always)]
    pub(super) fn opposite_bishops(&self) -> bool {
        let white = self.pieces[Color::White][Piece::Bishop];
        let black = self.pieces[Color::Black][Piece::Bishop];
        white.is_one_square_color()
            && black.is_one_square_color()
            && !(white | black).is_one_square_color()
    }

    /// Pieces of both sides other than pawns and kings.
    #[inline(always)]
    pub(super) fn officers(&self) -> Bitboard {
        self.occupied - self.placement.pieces(Piece::Pawn) - self.placement.pieces(Piece::King)
    }

    #[inline(always)]
    pub(super) fn has_non_pawn_material(&self, color: Color) -> bool {
        self.officers().meets(self.all[color])
    }
}
