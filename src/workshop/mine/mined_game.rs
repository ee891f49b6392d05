//! The problems of one game, and their line in the journal.

use super::problem::{
    HardKind, KeyNature, MenBand, Problem, ProblemClass, ProblemKind, material_name,
};
use crate::chess::epd::Epd;

/// The problems of one game.
#[derive(Clone, Debug, Default)]
pub struct MinedGame {
    /// Positions that were looked into.
    pub asked: usize,
    pub problems: Vec<Problem>,
}

impl MinedGame {
    /// Returns a line of the journal: the number of positions, and the record of each problem.
    pub(super) fn to_line(&self) -> String {
        let records = self.problems.iter().map(|problem| format!("\t{}", problem.record()));
        format!("{}{}", self.asked, records.collect::<String>())
    }

    /// Parses such a line; `None` if it is invalid.
    pub(super) fn from_line(kind: ProblemKind, line: &str) -> Option<MinedGame> {
        let mut parts = line.split('\t');
        let asked = parts.next()?.parse().ok()?;
        let problems = parts.map(|record| problem(kind, &Epd::parse(record).ok()?));
        Some(MinedGame { asked, problems: problems.collect::<Option<_>>()? })
    }
}

/// Returns the problem of a record that [`Problem::record`] made.
fn problem(kind: ProblemKind, record: &Epd) -> Option<Problem> {
    let position = record.position;
    let key = record.best_moves().ok()?.first().copied()?;
    let class = match kind {
        ProblemKind::Mates | ProblemKind::Cages => {
            ProblemClass::Mate(record.integer("dm")?.try_into().ok()?)
        }
        ProblemKind::Tactics => ProblemClass::Tactic(KeyNature::of(&position, key)),
        ProblemKind::Quiet => ProblemClass::Quiet(MenBand::of(&position)),
        ProblemKind::Hard | ProblemKind::HardEndgames => {
            ProblemClass::Hard(HardKind::of(&position, key))
        }
        ProblemKind::Endgames => ProblemClass::Endgame(material_name(&position)),
    };
    Some(Problem { position, key, class, name: record.id()?, checked: record.text("c0")? })
}
