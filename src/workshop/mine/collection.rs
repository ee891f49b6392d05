//! What was kept so far, and what there is still room for.

use std::collections::{HashMap, HashSet};

use super::options::MineOptions;
use super::problem::{Problem, ProblemClass, without_clocks};
use crate::chess::{Color, Piece, Position};
use crate::proof::PositionId;

/// At most so many problems of one class have the same men on the board.
const WITH_THE_SAME_MEN: usize = 3;

pub(super) struct ProblemCollection {
    wanted: MineOptions,
    ids: HashSet<PositionId>,
    classes: HashMap<ProblemClass, usize>,
    material: HashMap<(ProblemClass, Material), usize>,
    kept: usize,
}

/// How many men of each kind there are: the stronger colour is not told apart from the weaker.
type Material = [[u32; 6]; 2];

impl ProblemCollection {
    /// Nothing is kept so far, and these positions never are.
    pub(super) fn new(known: &[Position], wanted: &MineOptions) -> ProblemCollection {
        let ids = known.iter().map(PositionId::of).collect();
        let (classes, material) = (HashMap::new(), HashMap::new());
        ProblemCollection { wanted: *wanted, ids, classes, material, kept: 0 }
    }

    pub(super) fn holds(&self, position: &Position) -> bool {
        self.ids.contains(&PositionId::of(position))
    }

    /// Returns a position with its clocks at their beginning; `None` if it has no such form, or is in the collection.
    pub(super) fn new_position(&self, position: &Position) -> Option<Position> {
        without_clocks(position).filter(|position| !self.holds(position))
    }

    pub(super) fn wants(&self, class: &ProblemClass) -> bool {
        let kept = self.classes.get(class).copied().unwrap_or(0);
        let full = self.wanted.each.is_some_and(|each| kept >= each);
        let in_range = class
            .mate()
            .is_none_or(|moves| (self.wanted.least..=self.wanted.most).contains(&moves));
        in_range && !full && !self.has_all()
    }

    pub(super) fn wants_mate(&self, moves: u16) -> bool {
        self.wants(&ProblemClass::Mate(moves))
    }

    /// The shortest mate that there is still room for; beyond the longest if there is none.
    pub(super) fn shortest_wanted(&self) -> u16 {
        let lengths = self.wanted.least..=self.wanted.most;
        lengths.clone().find(|&moves| self.wants_mate(moves)).unwrap_or(lengths.end() + 1)
    }

    /// Whether nothing more will be taken.
    pub(super) fn is_full(&self) -> bool {
        let mates = self.wanted.kind.is_mates();
        self.has_all() || mates && self.shortest_wanted() > self.wanted.most
    }

    fn has_all(&self) -> bool {
        self.wanted.total.is_some_and(|total| self.kept >= total)
    }

    /// Keeps a problem if there is room for it, and nothing much like it.
    pub(super) fn take(&mut self, problem: &Problem) -> bool {
        if !self.wants(&problem.class) || self.holds(&problem.position) {
            return false;
        }
        // Endgames are counted by their men as it is.
        if !matches!(problem.class, ProblemClass::Endgame(_)) {
            let men = (problem.class.clone(), material(&problem.position));
            let alike = self.material.entry(men).or_default();
            if *alike >= WITH_THE_SAME_MEN {
                return false;
            }
            *alike += 1;
        }
        *self.classes.entry(problem.class.clone()).or_default() += 1;
        self.ids.insert(PositionId::of(&problem.position));
        self.kept += 1;
        true
    }
}

fn material(position: &Position) -> Material {
    let of = |color: Color| Piece::ALL.map(|piece| position.colored_pieces(color, piece).len());
    [of(position.turn()), of(!position.turn())]
}
