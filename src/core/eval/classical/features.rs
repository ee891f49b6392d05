//! The evaluation's features: one [`FeatureGroup`] of weights per row, with the term it is shown under.
//!
//! The order is that of [`WEIGHTS`]; the numbers are in `weights.txt` under the names of their groups, and the compiler checks
//! their count. A new feature is a row here, its numbers there, and a line in the file of its theme that calls
//! [`FeatureGroup::at`].

use crate::eval::pair::Pair;
use crate::settings::named;

named! {
    /// A term of the evaluation, as shown.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs)]
    pub enum Term {
        Material = "material",
        Placement = "placement",
        Mobility = "mobility",
        Pawns = "pawns",
        Passed = "passed pawns",
        King = "king safety",
        Threats = "threats",
        Pieces = "pieces",
        Control = "field control",
        Trades = "trade down",
        Tempo = "tempo",
    }
}

/// A run of weights that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureGroup {
    /// As it is called in this file and in `weights.txt`.
    pub name: &'static str,
    /// The term it is shown under.
    pub(crate) term: Term,
    /// Its weights do not count for themselves, in centipawns: they add up to one danger for the king, which counts more than
    /// in proportion (see `king.rs`).
    pub is_danger: bool,
    /// The number of its first weight.
    pub start: usize,
    pub len: usize,
}

impl FeatureGroup {
    #[inline(always)]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }

    #[inline(always)]
    pub(crate) fn weights(self) -> &'static [Pair] {
        &WEIGHTS[self.start..self.start + self.len]
    }
}

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: [$len:expr], $term:ident $(, $danger:ident)?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Row { $($name),* }

        /// Every group, in the order of the weights.
        pub const GROUPS: [FeatureGroup; [$(Row::$name),*].len()] = {
            let mut groups = [$(FeatureGroup {
                name: stringify!($name),
                term: Term::$term,
                is_danger: !concat!($(stringify!($danger))?).is_empty(),
                start: 0,
                len: $len,
            }),*];
            let mut row = 1;
            while row < groups.len() {
                groups[row].start = groups[row - 1].start + groups[row - 1].len;
                row += 1;
            }
            groups
        };

        $($(#[$doc])* pub(crate) const $name: FeatureGroup = GROUPS[Row::$name as usize];)*
    };
}

pub const COUNT: usize = {
    let last = GROUPS[GROUPS.len() - 1];
    last.start + last.len
};

/// Every weight, group by group: the middle game and the endgame of each, in centipawns, as in `weights.txt`.
///
/// Squares run from a1 to h8 in the side's own view, a rank a row. Written by an earlier tuner: 3698706 labelled positions from
/// engine games, 410968 more held out: error there 0.022540 before, 0.022271 after; 40 % of the target the game's result, K = 197
/// centipawns, 20 epochs.
pub static WEIGHTS: [Pair; COUNT] = {
    let text = include_bytes!("weights.txt");
    let mut halves = [0; 2 * COUNT];
    let (mut number, mut sign, mut at) = (0, 1, 0);
    while at < text.len() {
        if text[at] == b'-' {
            sign = -1;
        } else if text[at].is_ascii_digit() {
            halves[number] = 10 * halves[number] + sign * (text[at] - b'0') as i32;
            if !text[at + 1].is_ascii_digit() {
                (number, sign) = (number + 1, 1);
            }
        }
        at += 1;
    }
    assert!(number == 2 * COUNT, "a pair of numbers for each weight");
    let mut weights = [Pair::ZERO; COUNT];
    let mut weight = 0;
    while weight < COUNT {
        weights[weight] = Pair::new(halves[2 * weight], halves[2 * weight + 1]);
        weight += 1;
    }
    weights
};

features! {
    /// A piece by kind, pawn to queen.
    MATERIAL: [5], Material;
    /// Material imbalance, pairs of a side's own men: two kinds, pawn and pawn to queen and queen, the larger first.
    IMBALANCE_OWN: [15], Material;
    /// Material imbalance, pairs of one of its men and a smaller one of the enemy's: knight and pawn to queen and rook.
    IMBALANCE_ENEMY: [10], Material;
    /// A piece of one kind on a square, pawn to king, the board turned so that its own king is on files e–h.
    PLACEMENT: [6 * 64], Placement;
    /// A piece of one kind on a square, pawn to queen, the board turned so that the enemy king is on files e–h.
    OPPOSED: [5 * 64], Placement;
    KNIGHT_MOBILITY: [9], Mobility;
    BISHOP_MOBILITY: [14], Mobility;
    ROOK_MOBILITY: [15], Mobility;
    QUEEN_MOBILITY: [28], Mobility;
    /// A pawn without neighbours on the next files: an enemy pawn in front of it on the file, or none.
    ISOLATED: [2], Pawns;
    /// A pawn with an own pawn in front of it on the file: supported by a neighbour, or not.
    DOUBLED: [2], Pawns;
    /// A pawn that can neither be supported nor safely advance: an enemy pawn in front of it, or none.
    BACKWARD: [2], Pawns;
    /// A pawn with a neighbour beside it, by rank.
    PHALANX: [8], Pawns;
    /// A pawn protected by a pawn, by rank.
    SUPPORTED: [8], Pawns;
    /// A pawn that the enemy's can stop only by an exchange it wins, by rank.
    CANDIDATE: [8], Pawns;
    /// A group of neighbouring files with pawns on them.
    ISLAND: [1], Pawns;
    /// A passed pawn, by rank.
    PASSED: [8], Passed;
    /// A passed pawn protected by a pawn, by rank.
    PASSED_PROTECTED: [8], Passed;
    /// A passed pawn with a passed neighbour on the next file, by rank.
    PASSED_CONNECTED: [8], Passed;
    /// Ranks four to seven by the own king's distance from the square in front.
    PASSED_OWN_KING: [4 * 8], Passed;
    /// Ranks four to seven by the enemy king's distance from the square in front.
    PASSED_ENEMY_KING: [4 * 8], Passed;
    /// A passed pawn with an enemy piece right in front of it, by rank; then with an own piece.
    PASSED_BLOCKED: [2 * 8], Passed;
    /// A passed pawn that can step forward without being taken for nothing, by rank.
    PASSED_SAFE: [8], Passed;
    /// A passed pawn with nothing in front of it up to the last rank, by rank.
    PASSED_FREE: [8], Passed;
    /// The same, and no square of the way attacked, by rank.
    PASSED_PATH_SAFE: [8], Passed;
    /// A rook behind a passed pawn: its own side's, or the enemy's.
    PASSED_PUSHED: [2], Passed;
    /// A passed pawn that a lone king and pawns can no longer catch.
    PASSED_UNSTOPPABLE: [1], Passed;
    /// The own pawn in front of the king on its file and those beside it, by the file's distance from the edge and the
    /// pawn's rank; 0 = none.
    SHELTER: [4 * 8], King;
    /// The enemy pawn coming at the king on those files, by the same; 0 = none.
    STORM: [4 * 8], King;
    /// Enemy pawns stopped by a pawn of the shelter, by rank.
    STORM_BLOCKED: [8], King;
    /// A king with no pawn of either side on its wing.
    PAWNLESS_FLANK: [1], King;
    /// The king's distance from the nearest pawn of either side.
    KING_TO_PAWN: [8], King;
    /// A king whose attack is looked at.
    DANGER_BASE: [1], King, danger;
    /// Enemy pieces that attack its zone: knights, bishops, rooks, queens.
    DANGER_ATTACKERS: [4], King, danger;
    /// Attacks on squares of the zone, all added up.
    DANGER_HITS: [1], King, danger;
    /// Squares next to the king that the enemy attacks.
    DANGER_KING_ATTACKS: [1], King, danger;
    /// Squares of the zone that the enemy attacks and only king or queen look after.
    DANGER_WEAK: [1], King, danger;
    /// Squares for a check that cannot simply be taken: by knight, bishop, rook, queen.
    DANGER_SAFE_CHECKS: [4], King, danger;
    /// Squares for a check that can.
    DANGER_CHECKS: [1], King, danger;
    DANGER_NO_QUEEN: [1], King, danger;
    DANGER_PINNED: [1], King, danger;
    /// Own minor pieces in the zone.
    DANGER_GUARDS: [1], King, danger;
    /// Squares of the king's wing on its own half: attacked, attacked twice, looked after.
    DANGER_FLANK: [3], King, danger;
    /// Own pawns of the zone in front of the king.
    DANGER_SHIELD: [1], King, danger;
    /// Files at the king without own pawns.
    DANGER_OPEN_FILES: [1], King, danger;
    /// A piece attacked by a pawn, by kind.
    THREAT_BY_PAWN: [6], Threats;
    /// A piece attacked by a minor piece, by kind.
    THREAT_BY_MINOR: [6], Threats;
    /// A piece attacked by a rook, by kind.
    THREAT_BY_ROOK: [6], Threats;
    /// A weak piece attacked by the king.
    THREAT_BY_KING: [1], Threats;
    /// A weak piece attacked by the queen.
    THREAT_BY_QUEEN: [1], Threats;
    /// A safe square from which a piece would attack the enemy's only queen: a knight, a supported slider.
    THREAT_ON_QUEEN: [2], Threats;
    /// A square that both sides attack and the enemy does not hold firmly.
    RESTRICTED: [1], Threats;
    /// An enemy pawn or piece that hangs, the enemy to move; then the same, the side itself to move.
    HANGING: [2 * 2], Threats;
    /// A piece that a safe step of a pawn would attack.
    PUSH_THREAT: [1], Threats;
    /// An own piece pinned to the own king, by kind.
    PINNED: [6], Threats;
    BISHOP_PAIR: [1], Pieces;
    /// A knight where no enemy pawn can ever attack it: alone, or held by a pawn.
    KNIGHT_OUTPOST: [2], Pieces;
    /// A square like that, held by a pawn, that a knight can go to.
    KNIGHT_NEAR_OUTPOST: [1], Pieces;
    /// A bishop where no enemy pawn can ever attack it: alone, or held by a pawn.
    BISHOP_OUTPOST: [2], Pieces;
    /// A knight, a bishop with a pawn right in front of it.
    BEHIND_PAWN: [2], Pieces;
    /// A knight's distance from its own king.
    KNIGHT_GUARD: [8], Pieces;
    /// A bishop's distance from its own king.
    BISHOP_GUARD: [8], Pieces;
    /// Own pawns on the bishop's colour: in general, and with bishops of opposite colours.
    BISHOP_PAWNS: [2], Pieces;
    /// Own pawns on the colour of the only kind of bishop that the enemy has.
    FACING_BISHOP: [1], Pieces;
    /// An enemy pawn on a bishop's diagonals, through other men.
    BISHOP_XRAY: [1], Pieces;
    /// A bishop that sees two squares of the centre past the pawns.
    BISHOP_CENTER: [1], Pieces;
    /// A bishop shut in on the edge of the enemy's side.
    BISHOP_TRAPPED: [1], Pieces;
    ROOK_OPEN: [1], Pieces;
    ROOK_ON_QUEEN_FILE: [1], Pieces;
    ROOK_HALF_OPEN: [1], Pieces;
    /// A rook on the seventh rank, with pawns there or the king on the eighth.
    ROOK_SEVENTH: [1], Pieces;
    /// Two rooks on one file with nothing between.
    ROOK_DOUBLED: [1], Pieces;
    /// A rook shut in by its king and pawns.
    ROOK_BOXED: [1], Pieces;
    KNIGHT_CLOSEDNESS: [9], Pieces;
    ROOK_CLOSEDNESS: [9], Pieces;
    /// Minor pieces on the first rank while the queen is beyond the third.
    QUEEN_EARLY: [1], Pieces;
    /// Squares a side rules, by rank: on files c to f, then on the others.
    CONTROL: [2 * 8], Control;
    /// Room behind the lines, times a quarter of the pieces: safe squares of the centre files, and those behind own pawns.
    SPACE: [2], Control;
    /// A point of lead in material, four pieces of either side being gone.
    TRADED_OFFICERS: [1], Trades;
    /// A point of lead in material, a pawn of the leader's being gone.
    TRADED_PAWNS: [1], Trades;
    TEMPO: [1], Tempo;
}
