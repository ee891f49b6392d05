//! Measuring and checking: leaves of the tree, the signature, suites, the machine.

use super::{CommandError, Effect, News, Session};
use crate::engine::{Engine, bench};
use crate::eval::network::Simd;
use crate::shell::reply::{InfoReply, PerftReply, Reply};
use crate::tools::perft;
use crate::tools::tool::ToolNews;

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

    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<Effect, CommandError> {
        let options = self.engine.options().clone();
        self.start_task(move |context| {
            let items = bench::POSITIONS.len();
            context.tell(News::Tool(ToolNews::Begin { what: "bench".to_owned(), items }));
            let result = Engine::with(options).bench(depth, &context.stop, &mut |done| {
                context.tell(News::Tool(ToolNews::Done(done)));
            })?;
            Ok(Reply::Bench(result).into())
        })
    }

    pub(super) fn info(&self) -> Reply {
        let (options, last) = (self.engine.options(), self.analysis.as_ref());
        let lag = self.opponent.lag.average.max(self.gui_clock.lag.average);
        Reply::Info(InfoReply {
            version: env!("CARGO_PKG_VERSION"),
            cpu: cpu_features(),
            checked: cfg!(debug_assertions),
            threads: options.threads,
            hash: options.hash,
            hashfull: last.map_or(0, |last| last.finished.iteration.progress.hashfull),
            profile: options.profile.name.to_owned(),
            history: self.history_file.clone(),
            lag: (!lag.is_zero()).then_some(lag),
        })
    }
}

/// Returns the processor features in use: those of the build, and those detected at run time.
fn cpu_features() -> Vec<&'static str> {
    let simd = Simd::detect().name();
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1") || simd.is_some()),
        ("bmi2", cfg!(target_feature = "bmi2") || simd.is_some()),
        ("avx2", cfg!(target_feature = "avx2") || simd.is_some()),
        ("avx512", simd == Some("avx512")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    features.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect()
}
