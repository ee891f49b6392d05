//! Endgame tables of every kind as one: which moves of a position win, draw and lose, and what a search may take from them.
//!
//! Tables of our own, of three and four men, know the distance to mate and nothing of fifty moves; where the mate comes before the fiftieth move that does not matter, and elsewhere their win is told as one that
//! may be spoiled. Syzygy tables, where there are any, know who wins with more men, and how far it is to the next capture or pawn
//! move. What a table says is looked up, not proved: only a distance to mate is told as a mate.

use std::sync::Arc;

use super::endgame::{EndgameValue, Endgames, MadeEndgames};
use super::syzygy::{SyzygyTables, TableVerdict};
use crate::chess::{Color, Move, Piece, Position};
use crate::control::{StopFlag, Stopped};

/// Plies that may be made without a capture or a pawn move.
pub const FIFTY_MOVES: u32 = 100;

#[derive(Clone, Debug)]
pub struct TableSet {
    /// Our own, unless they are not wanted.
    pub own: Option<Arc<Endgames>>,
    pub syzygy: Option<SyzygyUse>,
}

#[derive(Clone, Debug)]
pub struct SyzygyUse {
    pub tables: Arc<SyzygyTables>,
    /// The most men of a position that is looked up.
    pub most_men: u32,
    /// Plies that a node of a search must have left for a position with that many men.
    pub least_depth: u32,
    /// Whether a win that the fifty-move rule spoils is none.
    pub fifty_moves: bool,
}

/// Why tables that cover a position do not say anything.
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

/// What the nodes of a search are given to look up, without waiting.
#[derive(Clone, Debug)]
pub enum NodeTables {
    /// Tables of ours with so many men at most: those that are made before the search, whatever was asked earlier.
    Own(MadeEndgames, u32),
    Syzygy(SyzygyUse),
}

/// What tables say of a position, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableValue {
    pub verdict: TableVerdict,
    /// Moves to mate, of the side that mates, where the program's own tables have them.
    pub mate: Option<u16>,
    /// Plies to the next capture or pawn move on the way, where Syzygy tables know them.
    pub zeroing: Option<u32>,
}

/// A move and what tables say of it, as the side that makes it sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableMove {
    pub mv: Move,
    pub value: TableValue,
}

/// What the table of a position is called, as in `KPvK`.
pub fn table_name(position: &Position) -> String {
    let men = |piece, color| position.colored_pieces(color, piece).len() as usize;
    let side = |color| Piece::ALL.map(|piece| piece.letter().to_string().repeat(men(piece, color)));
    Color::ALL.map(|color| side(color).into_iter().rev().collect::<String>()).join("v")
}

impl TableSet {
    /// Whether tables of our own are to be made before they can say anything of a position.
    pub fn must_make(&self, position: &Position) -> bool {
        self.own.as_ref().is_some_and(|own| own.covers(position) && !own.is_made(position))
    }

    /// Those that can be asked about a position at once: all but our own, where that would have to be made.
    pub fn made_for(&self, position: &Position) -> TableSet {
        let own = self.own.clone().filter(|_| !self.must_make(position));
        TableSet { own, syzygy: self.syzygy.clone() }
    }

    pub fn covers(&self, position: &Position) -> bool {
        self.own.as_ref().is_some_and(|own| own.covers(position))
            || self.syzygy.as_ref().is_some_and(|syzygy| syzygy.covers(position))
    }

    /// What tables say of a position; `None` if they do not cover it, or the table is not there. Makes our own if they are missing.
    pub fn value(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<TableValue>, LookUpError> {
        if !self.covers(position) {
            return Ok(None);
        }
        if !position.has_legal_move() {
            return Ok(Some(TableValue::of_ended(position)));
        }
        let own = match &self.own {
            Some(own) => own.probe(position, stop)?,
            None => None,
        };
        let syzygy = match &self.syzygy {
            Some(syzygy) => syzygy.value(position)?,
            None => None,
        };
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
        // A mate that may come too late is told as the Syzygy tables see it, or with that doubt.
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
    /// What a node may take, with so many plies left: only right after a capture or pawn move, where the verdict holds
    /// whatever was played before.
    pub fn verdict(&self, position: &Position, depth: i32) -> Option<TableVerdict> {
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
    pub fn covers(&self, position: &Position) -> bool {
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

    fn of_ended(position: &Position) -> TableValue {
        if position.in_check() {
            TableValue { verdict: TableVerdict::Loss, mate: Some(0), zeroing: Some(0) }
        } else {
            TableValue::DRAW
        }
    }

    /// What it is to the side that moves into it; the position is the one moved into.
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

    /// How far it is: plies to the mate, or else to the next capture or pawn move; `None` if unknown.
    pub fn distance(&self) -> Option<u32> {
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
