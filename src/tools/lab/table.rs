//! The trials of a lab: the journal from which the same command resumes, and the table made from it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::tally::{SetupTally, rungs_of};
use super::view::SetupResult;
use super::{LabSetup, Trial, TrialPlace};
use crate::search::Rule;
use crate::store::journal::WorkJournal;
use crate::store::{MadeOf, StoreError, WrittenFiles, csv_table};
use crate::tools::suite::SuiteItem;
use crate::tools::tool::files::beside;
use crate::tools::tool::members;

/// The columns of the table before those of the rules.
const COLUMNS: &str = "profile without number id solved solution_nodes solution_ms nodes ms \
                       depth depth_nodes cutoffs first_cutoffs record";

#[derive(Serialize, Deserialize)]
struct KeptTrial {
    profile: String,
    /// What was switched off; empty for nothing.
    without: String,
    /// The place of the record in its suite, from 1.
    number: usize,
    id: String,
    record: String,
    trial: Trial,
}

impl KeptTrial {
    fn row(self) -> Vec<String> {
        let KeptTrial { profile, without, number, id, record, trial } = self;
        let text = |number: u64| number.to_string();
        let (nodes, time) = trial.solution.unzip();
        let mut row = vec![
            profile,
            without,
            text(number as u64),
            id,
            text(u64::from(trial.solved)),
            nodes.map_or_else(String::new, text),
            time.map_or_else(String::new, |time| text(time.as_millis() as u64)),
            text(trial.nodes),
            text(trial.elapsed.as_millis() as u64),
            text(u64::from(trial.depth.0)),
            text(trial.depth.1),
            text(trial.cutoffs.0),
            text(trial.cutoffs.1),
            record,
        ];
        row.extend(trial.rules.map(text));
        row
    }
}

pub(super) struct TrialTable<'a> {
    files: &'a WrittenFiles,
    path: &'a Path,
    made_of: MadeOf,
    journal: WorkJournal,
    items: &'a [SuiteItem],
    setups: &'a [LabSetup],
    pub(super) trials: BTreeMap<TrialPlace, Trial>,
    /// Trials of setups and records which are not asked for now.
    others: Vec<KeptTrial>,
}

impl<'a> TrialTable<'a> {
    /// Creates a table, or resumes that of the same work. The journal beside it is kept, so that later runs add to it.
    pub(super) fn open(
        (files, path): (&'a WrittenFiles, &'a Path),
        made_of: MadeOf,
        items: &'a [SuiteItem],
        setups: &'a [LabSetup],
    ) -> Result<TrialTable<'a>, StoreError> {
        let journal_path: PathBuf = beside(path, ".journal");
        let is_table =
            |head: &[u8]| head.starts_with(format!("# {}", made_of.beginning()).as_bytes());
        files.claim(path, |head| journal_path.exists() && is_table(head))?;
        let (journal, lines) = WorkJournal::open(files, &journal_path, &made_of)?;
        let (trials, others) = (BTreeMap::new(), Vec::new());
        let mut table = TrialTable { files, path, made_of, journal, items, setups, trials, others };
        // An unreadable line and all lines after it are repeated.
        table.take(lines.iter().map_while(|line| serde_json::from_str(line).ok()));
        Ok(table)
    }

    fn take(&mut self, kept: impl Iterator<Item = KeptTrial>) {
        let places: HashMap<(&str, Cow<'_, str>, &str), TrialPlace> =
            self.places().map(|place| (self.key(place), place)).collect();
        for kept in kept {
            match places.get(&(&*kept.profile, Cow::Borrowed(&*kept.without), &*kept.record)) {
                Some(place) => drop(self.trials.insert(*place, kept.trial)),
                None => self.others.push(kept),
            }
        }
    }

    /// All trials, position by position, so that what is stopped early compares like with like.
    fn places(&self) -> impl Iterator<Item = TrialPlace> + use<> {
        let setups = self.setups.len();
        (0..self.items.len())
            .flat_map(move |item| (0..setups).map(move |setup| TrialPlace { setup, item }))
    }

    /// Profile, what it is without, and record.
    fn key(&self, place: TrialPlace) -> (&'a str, Cow<'static, str>, &'a str) {
        let LabSetup { profile, without } = self.setups[place.setup];
        (profile, without.name().unwrap_or_default(), &self.items[place.item].record)
    }

    pub(super) fn left(&self) -> Vec<TrialPlace> {
        self.places().filter(|place| !self.trials.contains_key(place)).collect()
    }

    pub(super) fn add(&mut self, place: TrialPlace, trial: Trial) -> Result<(), StoreError> {
        self.journal.add(&members(&self.kept(place, &trial)).to_string())?;
        self.trials.insert(place, trial);
        Ok(())
    }

    fn kept(&self, place: TrialPlace, trial: &Trial) -> KeptTrial {
        let (profile, without, record) = self.key(place);
        let item = &self.items[place.item];
        KeptTrial {
            profile: profile.to_owned(),
            without: without.into_owned(),
            number: item.number,
            id: item.id.clone(),
            record: record.to_owned(),
            trial: trial.clone(),
        }
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

    pub(super) fn write(self) -> Result<(), StoreError> {
        let done =
            self.places().filter_map(|place| Some(self.kept(place, self.trials.get(&place)?)));
        let done: Vec<KeptTrial> = done.collect();
        let rows = done.into_iter().chain(self.others).map(KeptTrial::row);
        let head: Vec<&str> = COLUMNS.split(' ').chain(Rule::ALL.map(Rule::name)).collect();
        csv_table::write(self.files, self.path, &self.made_of, &head, rows)
    }
}
