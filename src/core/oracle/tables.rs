//! Endgame tables of all kinds: the value of a position's moves, and the verdicts that a search may use.
//!
//! Our own tables, of three and four men, have the distance to mate but ignore the fifty-move rule; a win is certain if the mate
//! comes in time, otherwise it may be spoiled by the rule. Syzygy tables, if installed, have win, draw or loss with more men, and
//! the distance to the next capture or pawn move. Table values are not proofs: only a distance to mate is reported as a mate.

use std::sync::Arc;

use super::endgame::{EndgameValue, Endgames, MadeEndgames};
use super::syzygy::SyzygyTables;
use super::verdict::TableVerdict;
use crate::chess::{Color, Move, Piece, Position};
use crate::control::{StopFlag, Stopped};

/// Plies without a capture or a pawn move after which a draw can be claimed.
pub(crate) const FIFTY_MOVES: u32 = 100;

#[derive(Clone, Debug)]
pub struct TableSet {
    /// Our own tables; `None` if switched off.
    pub own: Option<Arc<Endgames>>,
    pub syzygy: Option<SyzygyUse>,
}

#[derive(Clone, Debug)]
pub struct SyzygyUse {
    pub tables: Arc<SyzygyTables>,
    /// Maximum number of men of a probed position.
    pub most_men: u32,
    /// Minimum remaining depth, in plies, to probe a position with that many men.
    pub least_depth: u32,
    /// Whether the fifty-move rule turns wins into draws.
    pub fifty_moves: bool,
}

/// Why tables that cover a position have no value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LookUpError {
    #[error("it was stopped")]
    Stopped,
    #[error("a Syzygy table is damaged or cannot be read: {0}")]
    Unreadable(String),
}

impl From<Stopped> for LookUpError {
    fn from(_: Stopped) -> LookUpError {
        LookUpError::Stopped
    }
}

/// Tables for the nodes of a search, probed without waiting.
#[derive(Clone, Debug)]
pub(crate) enum NodeTables {
    /// Our tables of at most this many men: those that are made before every search.
    Own(MadeEndgames, u32),
    Syzygy(SyzygyUse),
}

/// The value of a position by tables, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableValue {
    pub verdict: TableVerdict,
    /// Moves to mate, of the side that mates, where the program's own tables have them.
    pub mate: Option<u16>,
    /// Plies to the next capture or pawn move on the way, where Syzygy tables know them.
    pub zeroing: Option<u32>,
}

/// A move and its table value, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableMove {
    pub mv: Move,
    pub value: TableValue,
}

/// The name of a position's table, as in `KPvK`.
pub(crate) fn table_name(position: &Position) -> String {
    let men = |piece, color| position.colored_pieces(color, piece).len() as usize;
    let side = |color| Piece::ALL.map(|piece| piece.letter().to_string().repeat(men(piece, color)));
    Color::ALL.map(|color| side(color).into_iter().rev().collect::<String>()).join("v")
}

impl TableSet {
    /// Returns whether our own table of a position has to be made before it can be probed.
    pub(crate) fn must_make(&self, position: &Position) -> bool {
        self.own.as_ref().is_some_and(|own| own.covers(position) && !own.is_made(position))
    }

    /// The tables that can be probed for a position at once: without our own, if it would have to be made.
    pub(crate) fn made_for(&self, position: &Position) -> TableSet {
        let own = self.own.clone().filter(|_| !self.must_make(position));
        TableSet { own, syzygy: self.syzygy.clone() }
    }

    pub fn covers(&self, position: &Position) -> bool {
        self.own.as_ref().is_some_and(|own| own.covers(position))
            || self.syzygy.as_ref().is_some_and(|syzygy| syzygy.covers(position))
    }

    /// The value of a position; `None` if it is not covered. Makes our own tables if they are missing.
    pub fn value(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<TableValue>, LookUpError> {
        if !self.covers(position) {
            return Ok(None);
        }
        if !position.has_legal_move() {
            let mated = TableValue { verdict: TableVerdict::Loss, mate: Some(0), zeroing: Some(0) };
            return Ok(Some(if position.in_check() { mated } else { TableValue::DRAW }));
        }
        let own = self.own.as_ref().map(|own| own.probe(position, stop)).transpose()?;
        let syzygy = self.syzygy.as_ref().map(|syzygy| syzygy.value(position)).transpose()?;
        let (own, syzygy) = (own.flatten(), syzygy.flatten());
        Ok(own.map_or(syzygy, |own| Some(self.joined(position, own, syzygy))))
    }

    fn joined(
        &self,
        position: &Position,
        own: EndgameValue,
        syzygy: Option<TableValue>,
    ) -> TableValue {
        let zeroing = syzygy.and_then(|value| value.zeroing);
        let (doubtful, moves) = match own {
            EndgameValue::Draw => return TableValue::DRAW,
            EndgameValue::Mates(moves) => (TableVerdict::CursedWin, moves),
            EndgameValue::Mated(moves) => (TableVerdict::BlessedLoss, moves),
        };
        let (sure, plies) = without_fifty_moves(own);
        // A mate that may come too late gets the Syzygy verdict, or else a doubtful one.
        let counts = self.syzygy.as_ref().is_none_or(|syzygy| syzygy.fifty_moves);
        let in_time = !counts || u32::from(position.halfmoves()) + plies <= FIFTY_MOVES;
        let verdict = match syzygy {
            _ if in_time => sure,
            Some(known) => known.verdict,
            None => doubtful,
        };
        TableValue { verdict, mate: Some(moves), zeroing }
    }

    /// Every legal move with what tables say of it, best first; `None` if they do not cover the position, or not what a
    /// move leads to.
    pub fn moves(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<Vec<TableMove>>, LookUpError> {
        if !self.covers(position) {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for mv in position.moves() {
            let after = position.play(mv);
            let Some(value) = self.value(&after, stop)? else { return Ok(None) };
            moves.push(TableMove { mv, value: value.a_move_earlier(&after) });
        }
        moves.sort_by_key(|found| std::cmp::Reverse(found.value.rank()));
        Ok(Some(moves))
    }
}

impl NodeTables {
    /// The verdict for a node with `depth` plies left: only right after a capture or pawn move, where it holds with any history.
    pub(crate) fn verdict(&self, position: &Position, depth: i32) -> Option<TableVerdict> {
        if position.halfmoves() > 0 {
            return None;
        }
        match self {
            NodeTables::Own(made, most_men) => {
                let is_asked = position.occupied().len() <= *most_men;
                let known = is_asked.then(|| made.look_up(position)).flatten()?;
                // No mate may come too late after a capture or pawn move.
                let (verdict, plies) = without_fifty_moves(known);
                (plies <= FIFTY_MOVES).then_some(verdict)
            }
            NodeTables::Syzygy(syzygy) => syzygy.node_verdict(position, depth),
        }
    }
}

/// A value as a verdict where fifty moves do not count, and the plies to the mate.
fn without_fifty_moves(known: EndgameValue) -> (TableVerdict, u32) {
    match known {
        EndgameValue::Draw => (TableVerdict::Draw, 0),
        EndgameValue::Mates(moves) => (TableVerdict::Win, 2 * u32::from(moves) - 1),
        EndgameValue::Mated(moves) => (TableVerdict::Loss, 2 * u32::from(moves)),
    }
}

impl SyzygyUse {
    pub(crate) fn covers(&self, position: &Position) -> bool {
        position.occupied().len() <= self.most_men && self.tables.covers(position)
    }

    fn node_verdict(&self, position: &Position, depth: i32) -> Option<TableVerdict> {
        let men = position.occupied().len();
        let is_asked =
            men < self.most_men || men == self.most_men && depth >= self.least_depth as i32;
        if !is_asked || !self.tables.covers(position) {
            return None;
        }
        self.tables.wdl(position).map(|verdict| self.by_the_rules(verdict))
    }

    fn value(&self, position: &Position) -> Result<Option<TableValue>, LookUpError> {
        if !self.covers(position) {
            return Ok(None);
        }
        let known = self.tables.dtz(position).map_err(LookUpError::Unreadable)?;
        Ok(known.map(|(verdict, plies)| TableValue {
            verdict: self.by_the_rules(verdict),
            mate: None,
            zeroing: (verdict != TableVerdict::Draw).then_some(plies.unsigned_abs()),
        }))
    }

    fn by_the_rules(&self, verdict: TableVerdict) -> TableVerdict {
        if self.fifty_moves { verdict } else { verdict.without_fifty_moves() }
    }
}

impl TableValue {
    const DRAW: TableValue = TableValue { verdict: TableVerdict::Draw, mate: None, zeroing: None };

    /// The value for the side that moves into the position; `position`: the one after the move.
    fn a_move_earlier(self, position: &Position) -> TableValue {
        let verdict = self.verdict.turned();
        // The side that mates counts its own moves.
        let mate = self
            .mate
            .map(|moves| if self.verdict < TableVerdict::Draw { moves + 1 } else { moves });
        let zeroed = position.halfmoves() == 0;
        let zeroing = self.zeroing.map(|plies| if zeroed { 1 } else { plies + 1 });
        TableValue { verdict, mate, zeroing }
    }

    /// Plies to the mate, or else to the next capture or pawn move; `None` if unknown.
    pub(crate) fn distance(&self) -> Option<u32> {
        self.mate.map(|moves| 2 * u32::from(moves)).or(self.zeroing)
    }

    /// The greater, the better: sooner where it wins, later where it loses. A capture or pawn move counts as the end of its part.
    fn rank(self) -> (TableVerdict, i64) {
        let distance = self.distance().map_or(0, i64::from);
        let sooner = match self.verdict {
            TableVerdict::Win | TableVerdict::CursedWin => -distance,
            TableVerdict::Draw => 0,
            TableVerdict::BlessedLoss | TableVerdict::Loss => distance,
        };
        (self.verdict, sooner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> TableSet {
        TableSet { own: Some(Arc::new(Endgames::default())), syzygy: None }
    }

    fn told(fen: &str) -> Vec<(String, TableVerdict, Option<u16>)> {
        let position = Position::from_fen(fen).unwrap();
        let moves = tables().moves(&position, &StopFlag::new()).unwrap().unwrap();
        let name = |found: &TableMove| crate::chess::san(&position, found.mv);
        moves.iter().map(|found| (name(found), found.value.verdict, found.value.mate)).collect()
    }

    #[test]
    fn moves_are_ranked_by_what_they_lead_to() {
        // Sooner mates first, then draws.
        let moves = told("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1");
        assert_eq!(moves[0], ("Qb7#".to_owned(), TableVerdict::Win, Some(1)));
        assert!(moves.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        let last = moves.last().unwrap();
        assert_eq!(
            (last.1, last.2),
            (TableVerdict::Draw, None),
            "a queen given away, or stalemate"
        );
        // The other side holds out as long as it can.
        let moves = told("8/8/8/8/8/2k5/8/KR6 b - - 0 1");
        assert!(moves.is_sorted_by_key(|found| std::cmp::Reverse(found.2)), "{moves:?}");
        assert!(moves.iter().all(|found| found.1 == TableVerdict::Loss));
    }

    #[test]
    fn a_mate_behind_the_fiftieth_move_is_not_promised() {
        let (tables, stop) = (tables(), StopFlag::new());
        let of = |clock: u16| {
            let fen = format!("8/8/8/8/8/2k5/8/KR6 w - - {clock} 80");
            let position = Position::from_fen(&fen).unwrap();
            tables.value(&position, &stop).unwrap().unwrap()
        };
        let value = of(0);
        assert_eq!((value.verdict, value.mate), (TableVerdict::Win, Some(14)));
        // Fourteen moves are twenty-seven plies.
        assert_eq!(of(73).verdict, TableVerdict::Win);
        let value = of(74);
        assert_eq!((value.verdict, value.mate), (TableVerdict::CursedWin, Some(14)));
    }

    #[test]
    fn what_is_not_covered_is_left_alone() {
        let (tables, stop) = (tables(), StopFlag::new());
        for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/4p3/8/8/8/8/4P3/3QK3 w - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            assert!(!tables.covers(&position), "{fen}");
            assert_eq!(tables.value(&position, &stop), Ok(None));
            assert_eq!(tables.moves(&position, &stop), Ok(None));
        }
    }
}
