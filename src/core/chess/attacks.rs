//! Squares attacked by each piece, and the squares between and in line with two others.
//!
//! All tables are computed at compile time. With BMI2 a slider's attack is one `pext` into a table; without it the same sets come
//! from the subtraction trick of Pradu Kannan and Gerd Isenberg ("hyperbola quintessence", chessprogramming.org), which also
//! fills the tables. A build for a processor with BMI2 always uses `pext`; a portable build detects it at run time (a cached flag
//! and a well-predicted branch). Either way the sets are the same, and so are the nodes of a search.

use super::{Bitboard, Color, Piece, Square};

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const fn stepping(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::ALL[square].offset(steps[step].0, steps[step].1) {
                table[square] = table[square].with(to);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = stepping(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = stepping(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [stepping(&[(-1, 1), (1, 1)]), stepping(&[(-1, -1), (1, -1)])];

/// The squares of one line through `square` in both directions, without `square`.
const fn ray(square: Square, files: i8, ranks: i8) -> u64 {
    let mut set = 0;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        set |= 1 << next as u8;
        at = next;
    }
    at = square;
    while let Some(next) = at.offset(-files, -ranks) {
        set |= 1 << next as u8;
        at = next;
    }
    set
}

/// The four lines through each square: rank, file, diagonal, anti-diagonal.
const LINES: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let s = Square::ALL[square];
        table[square] = [ray(s, 1, 0), ray(s, 0, 1), ray(s, 1, 1), ray(s, 1, -1)];
        square += 1;
    }
    table
};

/// Attacks of a slider along one line: o ^ (o − 2r) upwards, the same reversed downwards.
const fn along(square: usize, line: u64, occupied: u64) -> u64 {
    let slider = 1u64 << square;
    let up = (occupied & line).wrapping_sub(slider.wrapping_mul(2));
    let down = (occupied & line)
        .reverse_bits()
        .wrapping_sub(slider.reverse_bits().wrapping_mul(2))
        .reverse_bits();
    (up ^ down) & line
}

const fn rook_by_subtraction(square: usize, occupied: u64) -> u64 {
    along(square, LINES[square][0], occupied) | along(square, LINES[square][1], occupied)
}

const fn bishop_by_subtraction(square: usize, occupied: u64) -> u64 {
    along(square, LINES[square][2], occupied) | along(square, LINES[square][3], occupied)
}

const fn rays(first: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(LINES[square][first] | LINES[square][first + 1]);
        square += 1;
    }
    table
}

static ROOK_RAYS: [Bitboard; 64] = rays(0);
static BISHOP_RAYS: [Bitboard; 64] = rays(2);

/// Looks up an attack with `pext`: gathers the relevant occupied squares into an index. Call it only where [`has_pext`] is true.
#[cfg(target_arch = "x86_64")]
mod gathered {
    use super::{LINES, bishop_by_subtraction, rook_by_subtraction};

    #[derive(Clone, Copy)]
    struct Gather {
        mask: u64,
        base: u32,
    }

    /// The squares whose occupation can cut the lines short: never the last one of a line.
    const fn relevant(square: usize, first: usize) -> u64 {
        const RANKS_1_8: u64 = 0xFF00_0000_0000_00FF;
        const FILES_A_H: u64 = 0x8181_8181_8181_8181;
        const EDGE: u64 = RANKS_1_8 | FILES_A_H;
        if first == 0 {
            LINES[square][0] & !FILES_A_H | LINES[square][1] & !RANKS_1_8
        } else {
            (LINES[square][2] | LINES[square][3]) & !EDGE
        }
    }

    const fn gathers(first: usize) -> [Gather; 64] {
        let mut table = [Gather { mask: 0, base: 0 }; 64];
        let (mut square, mut base) = (0, 0);
        while square < 64 {
            let mask = relevant(square, first);
            table[square] = Gather { mask, base };
            base += 1 << mask.count_ones();
            square += 1;
        }
        table
    }

    const fn fill<const N: usize>(first: usize) -> [u64; N] {
        let mut table = [0; N];
        let (mut square, mut next) = (0, 0);
        while square < 64 {
            let mask = relevant(square, first);
            let mut occupied = 0u64;
            // Subsets in the order of their pext: counting with carries through the mask.
            loop {
                table[next] = if first == 0 {
                    rook_by_subtraction(square, occupied)
                } else {
                    bishop_by_subtraction(square, occupied)
                };
                next += 1;
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
            square += 1;
        }
        table
    }

    static ROOK_GATHER: [Gather; 64] = gathers(0);
    static BISHOP_GATHER: [Gather; 64] = gathers(2);
    // The whole table of rook attacks is a second of the compiler's time: allowed on purpose.
    #[allow(long_running_const_eval)]
    static ROOK: [u64; 102_400] = fill::<102_400>(0);
    #[allow(long_running_const_eval)]
    static BISHOP: [u64; 5_248] = fill::<5_248>(2);

    #[cfg(target_feature = "bmi2")]
    #[inline(always)]
    fn pext(from: u64, mask: u64) -> usize {
        #[allow(unsafe_code)]
        // SAFETY: this function exists only where the target has BMI2.
        unsafe {
            std::arch::x86_64::_pext_u64(from, mask) as usize
        }
    }

    /// The same instruction as inline assembly: the intrinsic would be a call here, since a function that needs BMI2 is never
    /// inlined into one that does not.
    #[cfg(not(target_feature = "bmi2"))]
    #[inline(always)]
    fn pext(from: u64, mask: u64) -> usize {
        let gathered: u64;
        #[allow(unsafe_code)]
        // SAFETY: `pext` reads and writes registers only and leaves the flags alone; the callers (`rook_attacks`, below) come here
        // only after `has_pext`, so the processor knows it.
        unsafe {
            std::arch::asm!(
                "pext {gathered}, {from}, {mask}",
                gathered = lateout(reg) gathered,
                from = in(reg) from,
                mask = in(reg) mask,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        gathered as usize
    }

    #[inline(always)]
    pub(super) fn rook(square: usize, occupied: u64) -> u64 {
        let gather = &ROOK_GATHER[square];
        ROOK[gather.base as usize + pext(occupied, gather.mask)]
    }

    #[inline(always)]
    pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
        let gather = &BISHOP_GATHER[square];
        BISHOP[gather.base as usize + pext(occupied, gather.mask)]
    }
}

/// Returns whether the processor has `pext`: a constant in builds for such processors, otherwise detected once and cached.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_pext() -> bool {
    std::arch::is_x86_feature_detected!("bmi2")
}

/// Squares that a knight attacks.
#[inline(always)]
pub(crate) fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares that a king attacks.
#[inline(always)]
pub(crate) fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares that a pawn of `color` attacks.
#[inline(always)]
pub(crate) fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares that a bishop attacks given the `occupied` ones, including the first occupied square on each line.
#[inline(always)]
pub(crate) fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(target_arch = "x86_64")]
    if has_pext() {
        return Bitboard(gathered::bishop(square.index(), occupied.0));
    }
    Bitboard(bishop_by_subtraction(square.index(), occupied.0))
}

/// Squares that a rook attacks given the `occupied` ones, including the first occupied square on each line.
#[inline(always)]
pub(crate) fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(target_arch = "x86_64")]
    if has_pext() {
        return Bitboard(gathered::rook(square.index(), occupied.0));
    }
    Bitboard(rook_by_subtraction(square.index(), occupied.0))
}

/// Squares that a queen attacks given the `occupied` ones.
#[inline(always)]
pub(crate) fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

/// Sliders that would attack `square` on an empty board.
#[inline(always)]
pub(crate) fn snipers(square: Square, orthogonals: Bitboard, diagonals: Bitboard) -> Bitboard {
    (rook_rays(square) & orthogonals) | (bishop_rays(square) & diagonals)
}

/// Pieces that alone stand between `king` and one of its `snipers`.
#[inline(always)]
pub(crate) fn blockers(king: Square, snipers: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut blockers = Bitboard::EMPTY;
    for sniper in snipers {
        let inside = between(king, sniper) & occupied;
        if !inside.many() {
            blockers |= inside;
        }
    }
    blockers
}

/// Squares that a bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Squares that a rook attacks on an empty board.
#[inline(always)]
pub(crate) fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Squares that a piece attacks. `color` matters only for pawns.
#[inline]
pub fn attacks(piece: Piece, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => pawn_attacks(color, square),
        Piece::Knight => knight_attacks(square),
        Piece::Bishop => bishop_attacks(square, occupied),
        Piece::Rook => rook_attacks(square, occupied),
        Piece::Queen => queen_attacks(square, occupied),
        Piece::King => king_attacks(square),
    }
}

const fn pairs(whole_line: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut line = 0;
        while line < 4 {
            let through = LINES[a][line];
            let mut rest = through;
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[a][b] = if whole_line {
                    Bitboard(through | 1 << a)
                } else {
                    Bitboard(along(a, through, 1 << b) & along(b, LINES[b][line], 1 << a))
                };
            }
            line += 1;
        }
        a += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = pairs(false);
static LINE: [[Bitboard; 64]; 64] = pairs(true);

/// The squares strictly between two on one line; none if they share no line.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line, edge to edge, through two squares; none if they share no line or are the same.
#[inline(always)]
pub(crate) fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the lines square by square: slow, and plainly right.
    fn walked(square: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                set = set.with(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let occupied = Bitboard(seed & seed.rotate_left(23));
            for square in Square::ALL {
                let rook = walked(square, occupied, &[(0, 1), (0, -1), (1, 0), (-1, 0)]);
                let bishop = walked(square, occupied, &[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
                assert_eq!(rook_attacks(square, occupied), rook);
                assert_eq!(bishop_attacks(square, occupied), bishop);
                assert_eq!(Bitboard(rook_by_subtraction(square.index(), occupied.0)), rook);
                assert_eq!(Bitboard(bishop_by_subtraction(square.index(), occupied.0)), bishop);
            }
        }
    }

    #[test]
    fn between_and_line() {
        assert_eq!(between(Square::A1, Square::D4), Bitboard::of(Square::B2).with(Square::C3));
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::B1, Square::G1).len(), 8);
        assert!(line(Square::B1, Square::C3).is_empty());
    }
}
