//! `solve`: a suite is tried, what was missed is kept, proofs are saved.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufReader};
use std::path::Path;

use super::job::{Finding, TaskContext};
use super::measure::{answer, content, name_of, open, unsolved};
use super::{CommandError, Effect, News, Session};
use crate::engine::Options;
use crate::shell::reply::Reply;
use crate::shell::suites::{Misses, Solve, SolveReply};
use crate::store::made_of::fingerprint;
use crate::store::written::CommentForm;
use crate::store::{self, MadeOf, StoreError, WrittenFiles};
use crate::workshop::solve;
use crate::workshop::suite::{self, Answer, SuiteFile, SuiteItem, SuiteRow};

impl Session {
    pub(super) fn solve(&mut self, request: Solve) -> Result<Effect, CommandError> {
        let mut options = self.engine.options().clone();
        if let Some(mebibytes) = request.memory {
            options.set("Hash", &mebibytes.to_string())?;
        }
        self.start_task(move |context| solve_suite(&request, &options, context))
    }
}

fn solve_suite(
    request: &Solve,
    options: &Options,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let SuiteFile { items: suite, left_out } = read(&request.path)?;
    let (size, made_of) = (suite.len(), made_of(&suite));
    let items = match &request.from {
        Some(from) => those_named(suite, from)?,
        None => suite,
    };
    if let Some(misses) = &request.misses {
        let claimed = context.files.claim_for(misses, CommentForm::EPD, &made_of);
        claimed.map_err(StoreError::from)?;
    }
    if let Some(folder) = &request.proofs {
        let fault = |error: io::Error| content(folder, format!("cannot be made: {error}"));
        fs::create_dir_all(folder).map_err(fault)?;
    }
    context.tell(News::ItemsBegin { what: name_of(&request.path), items: items.len() });
    let mut rows: Vec<Option<bool>> = vec![None; items.len()];
    let each = (request.jobs, &context.stop);
    let (mut saved, mut unsaved) = (0, None);
    let mut tell = |done: usize, row: Option<&SuiteRow>| {
        let Some(row) = row else { return context.tell(News::ItemsDone(done)) };
        let item = &items[row.index];
        rows[row.index] = Some(row.solved);
        match request
            .proofs
            .as_deref()
            .map(|folder| save(&context.files, folder, item, &row.answer))
        {
            Some(Ok(proofs)) => saved += proofs,
            Some(Err(error)) => {
                unsaved = Some(error);
                context.stop.raise();
            }
            None => {}
        }
        context.tell(News::Item(Box::new((item.clone(), row.clone()))));
    };
    let totals = solve::run(&items, options, &request.effort, each, &mut tell)?;
    if let Some(error) = unsaved {
        return Err(error.into());
    }
    let proofs = request.proofs.clone().map(|folder| (folder, saved));
    let unmet = unsolved(&totals.all);
    let path = request.path.clone();
    let misses = request.misses.as_deref();
    let misses = misses.map(|to| keep(&context.files, to, (&path, &items), &rows)).transpose()?;
    let misses = misses.flatten();
    let bad = left_out.bad_records();
    let reply = SolveReply { path, size, totals, misses, proofs, left_out };
    answer(Reply::Solve(Box::new(reply)), unmet, bad)
}

/// The records of a suite, of which there is one at least that can be tried.
pub(super) fn read(path: &Path) -> Result<SuiteFile, CommandError> {
    let suite = suite::read_file(BufReader::new(open(path)?))
        .map_err(|error| content(path, error.to_string()))?;
    if suite.items.is_empty() {
        let why = suite.left_out.bad_records();
        let why = why.unwrap_or_else(|| "no record has bm, am or dm".to_owned());
        return Err(content(path, format!("it holds nothing to solve: {why}")));
    }
    Ok(suite)
}

/// What a file of misses belongs to. Which records were missed follows from the limits, too, but to give them more is what
/// going on is for.
fn made_of(suite: &[SuiteItem]) -> MadeOf {
    let records: Vec<&str> = suite.iter().map(|item| item.record.as_str()).collect();
    let sum = fingerprint(records.join("\n").as_bytes());
    MadeOf::any_version("solve").and("suite", format_args!("{sum:016x}"))
}

/// Those records of a suite that a file of misses holds too.
fn those_named(suite: Vec<SuiteItem>, from: &Path) -> Result<Vec<SuiteItem>, CommandError> {
    let missed = suite::read_file(BufReader::new(open(from)?))
        .map_err(|error| content(from, error.to_string()))?;
    let missed: HashSet<String> = missed.items.into_iter().map(|item| item.record).collect();
    if missed.is_empty() {
        return Err(content(from, "it holds no misses, so there is nothing to go on with".into()));
    }
    let items: Vec<SuiteItem> =
        suite.into_iter().filter(|item| missed.contains(&item.record)).collect();
    if items.is_empty() {
        return Err(content(from, "none of its records is one of the suite".to_owned()));
    }
    Ok(items)
}

/// Keeps the proof of a mate, and reads it back as anybody else would. How many there were.
fn save(
    files: &WrittenFiles,
    folder: &Path,
    item: &SuiteItem,
    answer: &Answer,
) -> Result<usize, StoreError> {
    let Answer::Prover(outcome) = answer else { return Ok(0) };
    let Some(proof) = &outcome.proof else { return Ok(0) };
    let path = folder.join(file_name(item));
    let shortest = outcome.is_shortest().then_some(true);
    store::proof::save(files, &path, proof, shortest, item.position.is_chess960())?;
    store::proof::load(&path, proof.rules())?;
    Ok(1)
}

/// The number of the record and what it is called, as far as a name of a file can say that: `0017-wac.017.jsonl`.
fn file_name(item: &SuiteItem) -> String {
    const LONGEST: usize = 60;
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let id: String = item.id.chars().map(plain).take(LONGEST).collect();
    let dash = if id.is_empty() { "" } else { "-" };
    format!("{:04}{dash}{id}.jsonl", item.number)
}

/// Writes down what was missed and what was not tried; an old file is brought up to date when there is nothing. `None` if
/// there is no such file, nor any need of one.
fn keep(
    files: &WrittenFiles,
    path: &Path,
    (suite, items): (&Path, &[SuiteItem]),
    rows: &[Option<bool>],
) -> Result<Option<Misses>, CommandError> {
    let of = |state: Option<bool>| {
        let wanted = items.iter().zip(rows).filter(move |(_, row)| **row == state);
        wanted.map(|(item, _)| item.record.as_str()).collect::<Vec<&str>>()
    };
    let (missed, untried) = (of(Some(false)), of(None));
    if missed.is_empty() && untried.is_empty() && !path.exists() {
        return Ok(None);
    }
    let mut text = format!("# Of {}: {} missed", name_of(suite), missed.len());
    text.push_str(&format!(", {} not tried.\n", untried.len()));
    for record in missed.iter().chain(&untried) {
        text.push_str(record);
        text.push('\n');
    }
    files.write(path, text.as_bytes()).map_err(StoreError::from)?;
    let path = path.to_owned();
    Ok(Some(Misses { path, missed: missed.len(), untried: untried.len() }))
}
