//! Measuring and checking: leaves of the tree, the signature, suites, the machine.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::job::Finding;
use super::{CommandError, Effect, News, Session};
use crate::engine::Engine;
use crate::engine::bench;
use crate::shell::reply::{InfoReply, PerftReply, PerftSuiteReply, Reply};
use crate::workshop::perft;
use crate::workshop::perft::suite::Comparison;
use crate::workshop::tool::files::{name_of, open};

impl Session {
    pub(super) fn perft(
        &mut self,
        depth: u32,
        divide: bool,
        expected: Option<u64>,
    ) -> Result<Effect, CommandError> {
        let position = *self.position();
        let threads = self.engine.options().threads;
        self.start_task(move |context| {
            let result = perft::count(&position, depth, threads, &context.stop, &mut |nodes| {
                context.tell(News::Counted { nodes });
            });
            let (found, stopped) = (result.nodes, result.stopped);
            let reply =
                Reply::Perft(Box::new(PerftReply { position, depth, divide, result, expected }));
            match expected {
                Some(expected) if expected != found && !stopped => {
                    let message = format!("{found} leaves at depth {depth}, expected {expected}");
                    Err(CommandError::Failed { message, reply: Some(Box::new(reply)) })
                }
                _ => Ok(reply.into()),
            }
        })
    }

    pub(super) fn perft_suite(
        &mut self,
        path: PathBuf,
        depth: u32,
    ) -> Result<Effect, CommandError> {
        let threads = self.engine.options().threads;
        self.start_task(move |context| {
            let (known, left_out) = perft::suite::read_file(BufReader::new(open(&path)?))
                .map_err(|error| content(&path, error.to_string()))?;
            context.tell(News::ItemsBegin { what: name_of(&path), items: known.len() });
            let comparison =
                perft::suite::compare(&known, depth, threads, &context.stop, &mut |done| {
                    context.tell(News::ItemsDone(done));
                });
            let unmet = failure(&comparison);
            let reply = PerftSuiteReply { path, depth, comparison };
            answer(Reply::PerftSuite(reply), unmet, left_out.bad_records())
        })
    }

    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<Effect, CommandError> {
        let options = self.engine.options().clone();
        self.start_task(move |context| {
            let items = bench::POSITIONS.len();
            context.tell(News::ItemsBegin { what: "bench".to_owned(), items });
            let result = Engine::with(options).bench(depth, &context.stop, &mut |done| {
                context.tell(News::ItemsDone(done));
            })?;
            Ok(Reply::Bench(result).into())
        })
    }

    pub(super) fn info(&self) -> Reply {
        let options = self.engine.options();
        Reply::Info(InfoReply {
            version: env!("CARGO_PKG_VERSION"),
            cpu: cpu_features(),
            checked: cfg!(debug_assertions),
            threads: options.threads,
            hash: options.hash,
            hashfull: self
                .analysis
                .as_ref()
                .map_or(0, |last| last.finished.iteration.progress.hashfull),
            profile: options.profile.name.to_owned(),
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

/// The answer of a measurement, which fails if what was expected does not hold or records of the file are bad.
pub(super) fn answer(
    reply: Reply,
    unmet: Option<String>,
    bad: Option<String>,
) -> Result<Finding, CommandError> {
    let message = match (unmet, bad) {
        (None, None) => return Ok(reply.into()),
        (None, Some(message)) => {
            return Err(CommandError::BadRecords { message, reply: Box::new(reply) });
        }
        (Some(unmet), None) => unmet,
        (Some(unmet), Some(bad)) => format!("{unmet}; {bad}"),
    };
    Err(CommandError::Failed { message, reply: Some(Box::new(reply)) })
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
