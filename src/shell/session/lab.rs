//! `lab`, `compare`: profiles side by side.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use super::job::{Finding, TaskContext};
use super::measure::{answer, content, name_of};
use super::solve::read;
use super::{CommandError, Effect, News, Session};
use crate::engine::Options;
use crate::search::Rule;
use crate::shell::lab::{CompareReply, CompareRequest, LabReply, LabRequest};
use crate::shell::reply::Reply;
use crate::store::trials::{self, TrialRow, TrialsError};
use crate::store::written::CommentForm;
use crate::store::{MadeOf, StoreError, WrittenFiles};
use crate::workshop::lab::{self, LabPlan, LabSetup, SetupTally, Trial, TrialPlace};
use crate::workshop::suite::{SuiteFile, SuiteItem, Without};

/// The table is written so often while trials are done: nothing older is ever lost.
const WRITTEN_EVERY: Duration = Duration::from_secs(2);

impl Session {
    pub(super) fn lab(&mut self, request: LabRequest) -> Result<Effect, CommandError> {
        let options = self.engine.options().clone();
        self.start_task(move |context| run(&request, &options, context))
    }

    pub(super) fn compare(&mut self, request: CompareRequest) -> Result<Effect, CommandError> {
        let options = self.engine.options().clone();
        let position = *self.position();
        self.start_task(move |context| {
            let CompareRequest { profiles, nodes } = &request;
            let items = profiles.len();
            context.tell(News::ItemsBegin { what: "compare".to_owned(), items });
            let mut tell = |done| context.tell(News::ItemsDone(done));
            let how = (&options, *nodes);
            let opinions = lab::compare(&position, profiles, how, &context.stop, &mut tell)?;
            let reply = CompareReply { position, nodes: *nodes, opinions };
            Ok(Reply::Compare(Box::new(reply)).into())
        })
    }
}

fn run(
    request: &LabRequest,
    options: &Options,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    let made_of = made_of(request, options)?;
    trials::claim(&context.files, &request.table).map_err(StoreError::from)?;
    if let Some(plot) = &request.plot {
        let of_plot = made_of.clone().and("setups", format_args!("{:?}", request.setups()));
        let claimed = context.files.claim_for(plot, CommentForm::XML, &of_plot);
        claimed.map_err(StoreError::from)?;
    }
    let SuiteFile { items, left_out } = read(&request.path)?;
    let setups = request.setups();
    let mut bench = Bench::new(&context.files, request, made_of, &items, &setups)?;
    let resumed = bench.trials.len();
    let left: Vec<TrialPlace> =
        bench.places().filter(|at| !bench.trials.contains_key(at)).collect();
    context.tell(News::ItemsBegin { what: name_of(&request.path), items: left.len() });
    let plan = LabPlan {
        items: &items,
        setups: &setups,
        left: &left,
        nodes: request.nodes,
        jobs: request.jobs,
    };
    let mut unwritten = None;
    let mut done = 0;
    let stopped = lab::run(&plan, options, &context.stop, &mut |place, trial| {
        bench.trials.insert(place, trial);
        done += 1;
        if let Err(error) = bench.write_now_and_then() {
            unwritten = Some(error);
            context.stop.raise();
        }
        context.tell(News::ItemsDone(done));
    })?;
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    bench.write()?;
    let tally = |(number, setup): (usize, &LabSetup)| {
        let of = bench.trials.iter().filter(|(place, _)| place.setup == number);
        (*setup, SetupTally::of(of.map(|(_, trial)| trial)))
    };
    let reply = LabReply {
        path: request.path.clone(),
        positions: items.len(),
        nodes: request.nodes,
        setups: setups.iter().enumerate().map(tally).collect(),
        table: request.table.clone(),
        resumed,
        plot: request.plot.clone(),
        stopped,
        elapsed: begun.elapsed(),
        left_out,
    };
    let bad = reply.left_out.bad_records();
    answer(Reply::Lab(Box::new(reply)), None, bad)
}

/// Everything that a trial follows from but its setup and its record, which stand in its row.
pub(super) fn made_of(request: &LabRequest, options: &Options) -> Result<MadeOf, CommandError> {
    let mut options = options.without_lookup();
    options.set("Threads", "1")?;
    Ok(options.made_of("", MadeOf::work("lab")).and("nodes", request.nodes))
}

/// The trials done so far, and where they are kept.
struct Bench<'a> {
    files: &'a WrittenFiles,
    table: &'a Path,
    made_of: MadeOf,
    items: &'a [SuiteItem],
    setups: &'a [LabSetup],
    trials: BTreeMap<TrialPlace, Trial>,
    /// Rows of the table that belong to setups which are not asked for now.
    others: Vec<TrialRow>,
    written: Instant,
}

impl<'a> Bench<'a> {
    /// With what the table holds already.
    fn new(
        files: &'a WrittenFiles,
        request: &'a LabRequest,
        made_of: MadeOf,
        items: &'a [SuiteItem],
        setups: &'a [LabSetup],
    ) -> Result<Bench<'a>, CommandError> {
        let (trials, others) = (BTreeMap::new(), Vec::new());
        let (table, written) = (request.table.as_path(), Instant::now());
        let mut bench = Bench { files, table, made_of, items, setups, trials, others, written };
        match trials::read(table, &bench.made_of, &rule_names()) {
            Ok(rows) => bench.take(rows),
            Err(_) if files.is_forced() => {}
            Err(TrialsError::Store(error)) => return Err(error.into()),
            Err(error) => return Err(content(table, error.to_string())),
        }
        Ok(bench)
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
        (setup.profile.to_owned(), without(setup.without), &self.items[place.item].record)
    }

    fn write_now_and_then(&mut self) -> Result<(), StoreError> {
        if self.written.elapsed() < WRITTEN_EVERY {
            return Ok(());
        }
        self.write()?;
        self.written = Instant::now();
        Ok(())
    }

    fn write(&self) -> Result<(), StoreError> {
        let done = self.places().filter_map(|place| {
            let (profile, without, record) = self.key(place);
            let item = &self.items[place.item];
            let trial = self.trials.get(&place)?;
            Some(TrialRow {
                profile,
                without,
                number: item.number,
                id: item.id.clone(),
                solved: trial.solved,
                solution: trial.solution.map(|(nodes, time)| (nodes, time.as_millis() as u64)),
                nodes: trial.nodes,
                millis: trial.elapsed.as_millis() as u64,
                depth: trial.depth,
                cutoffs: trial.cutoffs,
                record: record.to_owned(),
                rules: trial.rules.to_vec(),
            })
        });
        let rows: Vec<TrialRow> = done.chain(self.others.iter().cloned()).collect();
        trials::write(self.files, self.table, &self.made_of, &rule_names(), &rows)
    }
}

/// The trial of a row.
fn trial(row: &TrialRow) -> Trial {
    let mut rules = [0; Rule::COUNT];
    rules.iter_mut().zip(&row.rules).for_each(|(to, from)| *to = *from);
    let time = |(nodes, millis)| (nodes, Duration::from_millis(millis));
    Trial {
        solved: row.solved,
        solution: row.solution.map(time),
        nodes: row.nodes,
        elapsed: Duration::from_millis(row.millis),
        depth: row.depth,
        cutoffs: row.cutoffs,
        rules,
    }
}

fn without(without: Without) -> String {
    match without {
        Without::Nothing => String::new(),
        Without::Rule(rule) => rule.name().to_owned(),
        Without::AnyExtension => "any extension".to_owned(),
    }
}

fn rule_names() -> Vec<&'static str> {
    Rule::ALL.into_iter().map(Rule::name).collect()
}
