//! The table of trials, with a row for each as it is done: from there the same command goes on.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use super::rungs::rungs_of;
use super::view::SetupResult;
use super::{LabSetup, SetupTally, Trial, TrialPlace};
use crate::search::Rule;
use crate::store::trials::{self, TrialRow, TrialsError};
use crate::store::{MadeOf, StoreError, WrittenFiles};
use crate::workshop::suite::SuiteItem;
use crate::workshop::tool::ToolError;

/// The table is written so often while trials are done: nothing older is ever lost.
const WRITTEN_EVERY: Duration = Duration::from_secs(2);

pub(super) struct TrialTable<'a> {
    files: &'a WrittenFiles,
    path: &'a Path,
    made_of: MadeOf,
    items: &'a [SuiteItem],
    setups: &'a [LabSetup],
    pub(super) trials: BTreeMap<TrialPlace, Trial>,
    /// Rows of the table that belong to setups which are not asked for now.
    others: Vec<TrialRow>,
    written: Instant,
}

impl<'a> TrialTable<'a> {
    pub(super) fn open(
        (files, path): (&'a WrittenFiles, &'a Path),
        made_of: MadeOf,
        items: &'a [SuiteItem],
        setups: &'a [LabSetup],
    ) -> Result<TrialTable<'a>, ToolError> {
        let (trials, others, written) = (BTreeMap::new(), Vec::new(), Instant::now());
        let mut table = TrialTable { files, path, made_of, items, setups, trials, others, written };
        match trials::read(path, &table.made_of, &rule_names()) {
            Ok(rows) => table.take(rows),
            Err(_) if files.is_forced() => {}
            Err(TrialsError::Store(error)) => return Err(error.into()),
            Err(error) => return Err(ToolError::content(path, error)),
        }
        Ok(table)
    }

    fn take(&mut self, rows: Vec<TrialRow>) {
        let places: HashMap<(String, String, &str), TrialPlace> =
            self.places().map(|place| (self.key(place), place)).collect();
        let mut taken = HashSet::new();
        for row in rows {
            let key = (row.profile.clone(), row.without.clone(), row.record.as_str());
            match places.get(&key).copied() {
                Some(place) if taken.insert(place) => drop(self.trials.insert(place, trial(&row))),
                Some(_) => {}
                None => self.others.push(row),
            }
        }
    }

    /// All trials, position by position, so that what is stopped early compares like with like.
    fn places(&self) -> impl Iterator<Item = TrialPlace> + use<> {
        let setups = self.setups.len();
        (0..self.items.len())
            .flat_map(move |item| (0..setups).map(move |setup| TrialPlace { setup, item }))
    }

    fn key(&self, place: TrialPlace) -> (String, String, &'a str) {
        let setup = self.setups[place.setup];
        (
            setup.profile.to_owned(),
            setup.without.name().unwrap_or_default().to_owned(),
            &self.items[place.item].record,
        )
    }

    pub(super) fn left(&self) -> Vec<TrialPlace> {
        self.places().filter(|place| !self.trials.contains_key(place)).collect()
    }

    /// Adds a trial, and writes the table now and then.
    pub(super) fn add(&mut self, place: TrialPlace, trial: Trial) -> Result<(), StoreError> {
        self.trials.insert(place, trial);
        if self.written.elapsed() < WRITTEN_EVERY {
            return Ok(());
        }
        self.write()?;
        self.written = Instant::now();
        Ok(())
    }

    pub(super) fn results(&self) -> Vec<SetupResult> {
        let result = |(number, &setup): (usize, &LabSetup)| {
            let of = self.trials.iter().filter(|(place, _)| place.setup == number);
            let tally = SetupTally::of(of.map(|(_, trial)| trial));
            let rungs = rungs_of(&self.trials, (self.items, self.setups), number);
            SetupResult { setup, tally, rungs }
        };
        self.setups.iter().enumerate().map(result).collect()
    }

    pub(super) fn write(&self) -> Result<(), StoreError> {
        let done = self.places().filter_map(|place| {
            let (profile, without, record) = self.key(place);
            let item = &self.items[place.item];
            let trial = self.trials.get(&place)?;
            Some(TrialRow {
                profile,
                without,
                number: item.number,
                id: item.id.clone(),
                solved: u8::from(trial.solved),
                solution: trial
                    .solution
                    .map(|(nodes, time)| (nodes, time.as_millis() as u64))
                    .unzip(),
                nodes: trial.nodes,
                millis: trial.elapsed.as_millis() as u64,
                depth: trial.depth,
                cutoffs: trial.cutoffs,
                record: record.to_owned(),
                rules: trial.rules.to_vec(),
            })
        });
        let rows: Vec<TrialRow> = done.chain(self.others.iter().cloned()).collect();
        trials::write(self.files, self.path, &self.made_of, &rule_names(), &rows)
    }
}

fn trial(row: &TrialRow) -> Trial {
    let mut rules = [0; Rule::COUNT];
    rules.iter_mut().zip(&row.rules).for_each(|(to, from)| *to = *from);
    let time = |(nodes, millis)| (nodes, Duration::from_millis(millis));
    Trial {
        solved: row.solved == 1,
        solution: row.solution().map(time),
        nodes: row.nodes,
        elapsed: Duration::from_millis(row.millis),
        depth: row.depth,
        cutoffs: row.cutoffs,
        rules,
    }
}

fn rule_names() -> Vec<&'static str> {
    Rule::ALL.into_iter().map(Rule::name).collect()
}
