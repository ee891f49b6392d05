//! Which move first: the stages of a node's moves, each generated and scored only when it is reached.
//!
//! Table move · captures that do not lose · killers and the counter move · quiet moves by history · losing captures. What
//! histories learn is in `history.rs`.

use arrayvec::ArrayVec;

use super::history::{History, Led};
use crate::chess::moves::MAX_MOVES;
use crate::chess::see::EXCHANGE_VALUE;
use crate::chess::{CheckSquares, Kind, LegalMove, Move, MoveList, Piece, Position};

/// What a node of the main search is expected to be (Knuth's three types).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// On the principal variation: an exact value is wanted.
    Pv,
    /// Some move is expected to be too good.
    Cut,
    /// No move is expected to be good enough.
    All,
}

impl NodeKind {
    /// What the child of the first move is expected to be.
    pub const fn first_child(self) -> NodeKind {
        match self {
            NodeKind::Pv => NodeKind::Pv,
            NodeKind::Cut => NodeKind::All,
            NodeKind::All => NodeKind::Cut,
        }
    }

    /// What the child of a later move is expected to be.
    pub const fn later_child(self) -> NodeKind {
        match self {
            NodeKind::Cut => NodeKind::All,
            NodeKind::Pv | NodeKind::All => NodeKind::Cut,
        }
    }
}

/// Which moves a picker hands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All of them.
    Everything,
    /// Captures and promotions.
    Noisy,
    /// Captures, promotions, and quiet moves that give check.
    Active,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    Refutations(u8),
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

#[derive(Clone, Copy)]
struct Scored {
    legal: LegalMove,
    score: i32,
}

/// Quiet moves that should be tried early whatever their history: two killers, one counter move.
pub type Refutations = [Option<Move>; 3];

/// A quiet move that gives check is worth this much history.
const CHECK_BONUS: i32 = 6_000;

/// Hands out the moves of one node, best hope first.
pub struct Picker {
    wanted: Wanted,
    stage: Stage,
    table: Option<Move>,
    refutations: Refutations,
    checks: CheckSquares,
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    /// Losing captures, put aside at the front of `moves`.
    bad: usize,
    /// Noisy moves end here, quiet ones begin.
    noisy: usize,
    only_checks: bool,
}

impl Picker {
    /// For a node of the main search, or a check evasion of the quiescing one.
    pub fn new(
        position: &Position,
        wanted: Wanted,
        table: Option<Move>,
        refutations: Refutations,
    ) -> Picker {
        let fits = |mv: &Move| {
            position.is_legal(*mv) && (wanted == Wanted::Everything || position.is_noisy(*mv))
        };
        Picker {
            wanted,
            stage: Stage::Table,
            table: table.filter(fits),
            refutations,
            checks: CheckSquares::new(position),
            moves: ArrayVec::new(),
            next: 0,
            bad: 0,
            noisy: 0,
            only_checks: wanted == Wanted::Active,
        }
    }

    /// From now on, of the quiet moves only those that give check.
    pub fn only_checks(&mut self) {
        self.only_checks = true;
    }

    /// The next move; `None` when there is no more.
    pub fn next(&mut self, position: &Position, history: &History, led: &Led) -> Option<LegalMove> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    if let Some(mv) = self.table {
                        return Some(self.annotated(position, mv));
                    }
                }
                Stage::MakeNoisy => {
                    self.make(position, Kind::Noisy, |legal| noisy_score(position, history, legal));
                    self.noisy = self.moves.len();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best(self.noisy) {
                    Some(legal) if self.is_done(legal.mv) => {}
                    Some(legal)
                        if self.wanted != Wanted::Everything
                            || position.see_at_least(legal.mv, 0) =>
                    {
                        return Some(legal);
                    }
                    Some(_) => {
                        self.moves.swap(self.bad, self.next - 1);
                        self.bad += 1;
                    }
                    None => {
                        self.stage = match self.wanted {
                            Wanted::Everything => Stage::Refutations(0),
                            Wanted::Active => Stage::MakeQuiet,
                            Wanted::Noisy => Stage::Done,
                        }
                    }
                },
                Stage::Refutations(n) => {
                    self.stage = if n < 2 { Stage::Refutations(n + 1) } else { Stage::MakeQuiet };
                    if let Some(legal) = self.refutation(position, usize::from(n)) {
                        return Some(legal);
                    }
                }
                Stage::MakeQuiet => {
                    self.next = self.moves.len();
                    let kind = if self.only_checks { Kind::QuietChecks } else { Kind::Quiet };
                    self.make(position, kind, |legal| {
                        let check = if legal.check.any() { CHECK_BONUS } else { 0 };
                        history.quiet(position, legal.mv, led) + check
                    });
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best(self.moves.len()) {
                    Some(legal) if self.is_done(legal.mv) || self.is_refutation(legal.mv) => {}
                    Some(legal) if self.only_checks && !legal.check.any() => {}
                    Some(legal) => return Some(legal),
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].legal);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn annotated(&self, position: &Position, mv: Move) -> LegalMove {
        LegalMove { mv, check: self.checks.of(position, mv) }
    }

    fn make(&mut self, position: &Position, kind: Kind, score: impl Fn(&LegalMove) -> i32) {
        let mut list = MoveList::new();
        position.generate(kind, &self.checks, &mut list);
        self.moves.extend(list.iter().map(|legal| Scored { legal: *legal, score: score(legal) }));
    }

    /// Takes the best of the moves before `end` that are not taken yet.
    #[inline]
    fn best(&mut self, end: usize) -> Option<LegalMove> {
        let rest = &mut self.moves[self.next..end];
        let mut top = rest.first()?.score;
        let mut best = 0;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > top {
                (top, best) = (scored.score, i);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(self.moves[self.next - 1].legal)
    }

    fn is_done(&self, mv: Move) -> bool {
        self.table == Some(mv)
    }

    fn is_refutation(&self, mv: Move) -> bool {
        self.wanted == Wanted::Everything && self.refutations.contains(&Some(mv))
    }

    /// The n-th refutation, if it is a legal quiet move here and was not handed out before.
    fn refutation(&self, position: &Position, n: usize) -> Option<LegalMove> {
        let mv = self.refutations[n]?;
        let repeated = self.refutations[..n].contains(&Some(mv));
        if repeated || self.is_done(mv) || !position.is_legal(mv) || position.is_noisy(mv) {
            return None;
        }
        Some(self.annotated(position, mv))
    }
}

/// Most valuable victim first, then what history says of the capture.
fn noisy_score(position: &Position, history: &History, legal: &LegalMove) -> i32 {
    let victim = position.captured(legal.mv).map_or(0, |piece| EXCHANGE_VALUE[piece]);
    let promoted = match legal.mv.promoted() {
        Some(Piece::Queen) => EXCHANGE_VALUE[Piece::Queen],
        Some(_) => -2 * EXCHANGE_VALUE[Piece::Queen],
        None => 0,
    };
    16 * (victim + promoted) + history.capture(position, legal.mv) / 4
}
