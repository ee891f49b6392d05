//! Measuring and checking: leaves of the tree, the signature, suites, the machine.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use super::solve::read as read_suite;
use super::{CommandError, News, Session, Watch};
use crate::control::Limits;
use crate::engine::bench;
use crate::engine::perft;
use crate::engine::perft_suite::{self, Comparison};
use crate::engine::suite::{self, Without};
use crate::engine::tune::{self, TuneOptions};
use crate::shell::reply::{InfoReply, PerftReply, PerftSuiteReply, Reply, SuiteReply, TuneReply};
use crate::store::{StoreError, file};

impl Session {
    pub(super) fn perft(
        &mut self,
        depth: u32,
        divide: bool,
        expected: Option<u64>,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        let position = *self.position();
        let (threads, stop) = (self.engine.options().threads(), self.interrupt.clone());
        let result = perft::count(&position, depth, threads, &stop, &mut |nodes| {
            if watch.tell(News::Counted { nodes }).is_break() {
                stop.raise();
            }
        });
        let (found, stopped) = (result.nodes, result.stopped);
        let reply =
            Reply::Perft(Box::new(PerftReply { position, depth, divide, result, expected }));
        match expected {
            Some(expected) if expected != found && !stopped => {
                let message = format!("{found} leaves at depth {depth}, expected {expected}");
                Err(CommandError::Failed { message, reply: Some(Box::new(reply)) })
            }
            _ => Ok(reply),
        }
    }

    pub(super) fn perft_suite(
        &mut self,
        path: &Path,
        depth: u32,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        let known = perft_suite::read_file(BufReader::new(open(path)?))
            .map_err(|error| content(path, error.to_string()))?;
        let (threads, stop) = (self.engine.options().threads(), self.interrupt.clone());
        let mut tell = |news: News<'_>| {
            if watch.tell(news).is_break() {
                stop.raise();
            }
        };
        tell(News::ItemsBegin { what: &name_of(path), items: known.len() });
        let comparison = perft_suite::compare(&known, depth, threads, &stop, &mut |done| {
            tell(News::ItemsDone(done));
        });
        let failed = failure(&comparison);
        let reply = Reply::PerftSuite(PerftSuiteReply { path: path.to_owned(), depth, comparison });
        match failed {
            Some(message) => Err(CommandError::Failed { message, reply: Some(Box::new(reply)) }),
            None => Ok(reply),
        }
    }

    pub(super) fn bench(
        &mut self,
        depth: Option<u32>,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        let stop = self.interrupt.clone();
        let begins = News::ItemsBegin { what: "bench", items: bench::POSITIONS.len() };
        if watch.tell(begins).is_break() {
            return Err(CommandError::Stopped);
        }
        let result = self.engine.bench(depth, &stop, &mut |done| {
            if watch.tell(News::ItemsDone(done)).is_break() {
                stop.raise();
            }
        })?;
        Ok(Reply::Bench(result))
    }

    pub(super) fn suite(
        &mut self,
        path: &Path,
        limits: &Limits,
        ablate: bool,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        let items = read_suite(path)?;
        let (options, stop) = (self.engine.options().clone(), self.interrupt.clone());
        let mut tell = |news: News<'_>| {
            if watch.tell(news).is_break() {
                stop.raise();
            }
        };
        tell(News::ItemsBegin { what: &name_of(path), items: items.len() });
        let path = path.to_owned();
        if ablate {
            let runs =
                suite::ablate(&items, &options, limits, &stop, &mut |without, done, totals| {
                    tell(News::Ablating { without, done, totals });
                });
            return Ok(Reply::Suite(SuiteReply { path, runs }));
        }
        let totals = suite::run(&items, &options, limits, &stop, &mut |row| {
            tell(News::Item { item: &items[row.index], row });
        });
        let reply = Reply::Suite(SuiteReply { path, runs: vec![(Without::Nothing, totals)] });
        let missed = totals.positions - totals.solved;
        if missed == 0 {
            return Ok(reply);
        }
        let message = format!("{missed} of {} positions not solved", totals.positions);
        Err(CommandError::Failed { message, reply: Some(Box::new(reply)) })
    }

    pub(super) fn tune(
        &mut self,
        path: &Path,
        epochs: Option<u32>,
        output: Option<&Path>,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        let mut options =
            TuneOptions { threads: self.engine.options().threads(), ..TuneOptions::default() };
        options.epochs = epochs.unwrap_or(options.epochs);
        let stop = self.interrupt.clone();
        let tuned = tune::tune(BufReader::new(open(path)?), &options, |progress| {
            let news = if progress.epoch == 0 {
                News::ItemsBegin { what: "tune", items: progress.epochs as usize }
            } else {
                News::ItemsDone(progress.epoch as usize)
            };
            if stop.is_raised() { ControlFlow::Break(()) } else { watch.tell(news) }
        })
        .map_err(|error| content(path, error.to_string()))?;
        if let Some(output) = output {
            file::write_atomically(output, tuned.source.as_bytes()).map_err(StoreError::from)?;
        }
        Ok(Reply::Tune(TuneReply {
            path: path.to_owned(),
            positions: tuned.positions,
            errors: (tuned.before, tuned.after),
            output: output.map(Path::to_owned),
        }))
    }

    pub(super) fn info(&self) -> Reply {
        let options = self.engine.options();
        Reply::Info(InfoReply {
            version: env!("CARGO_PKG_VERSION"),
            cpu: cpu_features(),
            checked: cfg!(debug_assertions),
            threads: options.threads(),
            hash: options.hash(),
            hashfull: self
                .analysis
                .as_ref()
                .map_or(0, |last| last.finished.iteration.progress.hashfull),
            profile: options.profile().to_owned(),
            history: self.history_file.clone(),
        })
    }
}

fn failure(comparison: &Comparison) -> Option<String> {
    let (wrong, counts) = (comparison.wrong.len(), comparison.counts);
    if wrong > 0 {
        Some(format!("{wrong} of {counts} counts differ"))
    } else if counts == 0 && !comparison.stopped {
        Some("the file holds no counts to compare, such as `D3 8902`".to_owned())
    } else {
        None
    }
}

/// A file's name without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Opens a file to be read line by line.
pub(super) fn open(path: &Path) -> Result<File, CommandError> {
    File::open(path).map_err(|error| content(path, format!("cannot be read: {error}")))
}

pub(super) fn content(path: &Path, message: String) -> CommandError {
    CommandError::Content { path: path.to_owned(), message }
}

/// What of the processor this build makes use of.
fn cpu_features() -> Vec<&'static str> {
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
    ];
    features.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect()
}
