//! Endgame tables against each other, against a file of positions, and against what a search says at depth 1.

use serde::Serialize;

use crate::chess::epd::Epd;
use crate::chess::{Game, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Job, Options};
use crate::oracle::TableVerdict;
use crate::oracle::tables::{TableSet, TableValue};
use crate::units::Score;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TableCheck {
    pub positions: usize,
    /// Those that tables of ours cover.
    pub own: usize,
    /// Those that Syzygy tables cover.
    pub syzygy: usize,
    /// Those whose record says what is right: a mate.
    pub known: usize,
    /// Where two of them, or the search, or the record, do not say the same: the position, and what each says.
    pub different: Vec<String>,
    pub stopped: bool,
}

/// Looks positions up in all tables, and searches each at depth 1 with our own alone, and with those of Syzygy alone.
pub fn check(
    records: &[Epd],
    (tables, options): (&TableSet, &Options),
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize),
) -> TableCheck {
    let mut checker = Checker::new(tables, options);
    checker.check.positions = records.len();
    for (number, record) in records.iter().enumerate() {
        if stop.is_raised() {
            checker.check.stopped = true;
            break;
        }
        tell(number);
        if record.position.castling().is_empty() && record.position.has_legal_move() {
            checker.position(record, stop);
        }
    }
    tell(records.len());
    checker.check
}

/// Tables of either kind, each with an engine that has no others.
struct Checker {
    own: (TableSet, Engine),
    syzygy: (TableSet, Engine),
    check: TableCheck,
}

impl Checker {
    fn new(tables: &TableSet, options: &Options) -> Checker {
        let own = TableSet { own: Some(tables.own.clone().unwrap_or_default()), syzygy: None };
        let syzygy = TableSet { own: None, syzygy: tables.syzygy.clone() };
        let mut by_own = Engine::new();
        by_own.endgames = own.own.clone().unwrap_or_default();
        let by_syzygy = Engine::with(options.without_lookup());
        let check = TableCheck::default();
        Checker { own: (own, by_own), syzygy: (syzygy, by_syzygy), check }
    }

    fn position(&mut self, record: &Epd, stop: &StopFlag) {
        let position = &record.position;
        let mut said: Vec<(&str, i32)> = Vec::new();
        let own = self.ask(true, position, stop, &mut said);
        self.check.own += usize::from(own.is_some());
        let syzygy = self.ask(false, position, stop, &mut said);
        self.check.syzygy += usize::from(syzygy.is_some());
        if said.is_empty() {
            return;
        }
        if let Ok(Some(mate)) = record.mate_in() {
            self.check.known += 1;
            said.push(("the file", mate.signum()));
            let moves = own.and_then(|own| own.mate).map(i32::from);
            if let Some(moves) = moves.filter(|&moves| moves != mate.abs()) {
                let fen = position.to_fen();
                let different = format!("{fen}: mate in {moves} here, in {mate} in the file");
                self.check.different.push(different);
            }
        }
        if said.iter().any(|(_, sign)| *sign != said[0].1) {
            let said: Vec<String> =
                said.iter().map(|(name, sign)| format!("{name} {sign:+}")).collect();
            self.check.different.push(format!("{}: {}", position.to_fen(), said.join(", ")));
        }
    }

    /// What tables of one kind say, and a search with them.
    fn ask(
        &mut self,
        own: bool,
        position: &Position,
        stop: &StopFlag,
        said: &mut Vec<(&str, i32)>,
    ) -> Option<TableValue> {
        let (names, (tables, engine)) = if own {
            (["our own tables", "a search with them"], &mut self.own)
        } else {
            (["Syzygy tables", "a search with those"], &mut self.syzygy)
        };
        match tables.value(position, stop) {
            Ok(None) => None,
            Ok(Some(value)) => {
                said.push((names[0], sign(value.verdict)));
                let score = searched(engine, position)?;
                said.push((names[1], if score.is_decisive() { score.raw().signum() } else { 0 }));
                Some(value)
            }
            Err(error) => {
                self.check.different.push(format!("{}: {error}", position.to_fen()));
                None
            }
        }
    }
}

fn searched(engine: &mut Engine, position: &Position) -> Option<Score> {
    let limits = Limits::depth(1);
    let job = Job { multi_pv: Some(1), ..Job::new(Game::new(*position), limits) };
    let finished = engine.start(job).join().ok()?;
    Some(finished.iteration.lines.first()?.score)
}

fn sign(verdict: TableVerdict) -> i32 {
    match verdict {
        TableVerdict::Win => 1,
        TableVerdict::Loss => -1,
        _ => 0,
    }
}
